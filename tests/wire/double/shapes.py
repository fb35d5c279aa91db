"""What every module of the double speaks: JSON, places in it, components, Discord's constants."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

Json = dict[str, Any]
Files = Mapping[str, tuple[str, bytes]]  # by part name: file name, content
Place = tuple[str | int, ...]
Problem = tuple[Place, str, str]  # where in the body, Discord's code, its message

EPOCH_MS = 1_420_070_400_000
FIRST_RESPONSE_S, TOKEN_S = 3.0, 900.0
NONCE_S = 300.0
FILE_BYTES, REQUEST_BYTES = 10 * 2**20, 25 * 2**20
CONTENT, NONCE, EMBEDS_TOTAL, CHOICES, ROWS, COMPONENTS_V2, CUSTOM_ID = 2000, 25, 6000, 25, 5, 40, 100

HAS_THREAD, EPHEMERAL, LOADING, SILENT, V2 = 1 << 5, 1 << 6, 1 << 7, 1 << 12, 1 << 15
SUPPRESS_EMBEDS = 1 << 2

TEXT, DM, VOICE, CATEGORY, NEWS_THREAD, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 2, 4, 10, 11, 12

numbers = itertools.count(1)  # for ids of everything that lives in this process


def iso(when: float | None) -> str | None:
    """Return a time (seconds since 1970) as Discord writes it, or None."""
    return None if when is None else datetime.fromtimestamp(when, UTC).isoformat()


def walk(components: Iterable[Json], at: Place = ()) -> Iterator[tuple[Place, Json]]:
    """Yield every component with its place, nested ones after their parent."""
    for index, component in enumerate(components):
        here = (*at, index)
        yield here, component
        yield from walk(component.get("components") or (), (*here, "components"))
        for key in ("accessory", "component"):
            if isinstance(component.get(key), dict):
                yield (*here, key), component[key]
