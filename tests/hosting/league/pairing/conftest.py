"""What cannot be tested where the library of the Dutch system has no wheel."""

from __future__ import annotations

from hosting.league.pairing import swiss

collect_ignore = [] if swiss.AVAILABLE else ["test_dutch.py"]
