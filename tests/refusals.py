"""What hosting refuses, by the code of its errors."""

from __future__ import annotations

import pytest

from engine.errors import ArenaError


def refusal(*kinds: str | type[ArenaError], match: str | None = None) -> pytest.RaisesExc[ArenaError]:
    """Expect an error that has one of these codes, or is of one of these classes."""

    def is_one(error: ArenaError) -> bool:
        found = any(error.code == kind if isinstance(kind, str) else isinstance(error, kind) for kind in kinds)
        assert found, f"refused as {error.code}: {error}"
        return found

    return pytest.raises(ArenaError, match=match, check=is_one)
