"""Run `python -m store` through the operators' command line, which needs hosting, too (`admin`)."""

from __future__ import annotations

import sys

from admin.__main__ import main

if __name__ == "__main__":
    sys.exit(main())
