"""Records of matches: the game's notation with tags of when it was played, by whom, and what it was drawn from."""

from __future__ import annotations

from collections.abc import Sequence

from engine import record
from hosting.match.model import Match
from store.names import GONE, distinct


def record_of(match: Match, reader: int | None) -> str:
    """Return the record, as far as the reader may know it while the match runs.

    Args:
        match: Which match.
        reader: The user whose eyes it is for; None for everybody's.
    """
    tags = {"Date": f"{match.started_at:%Y.%m.%d}", "Match": str(match.id)}
    if match.former:
        tags["Substitutes"] = _substitutes(match)
    if match.session.game.info.uses_chance:
        tags["Commitment"] = match.session.chance.commitment
    seat = None if reader is None else match.seat_of(reader)
    return record.write(match.session, recorded(match.names), tags, reveal=match.over, reader=seat)


def recorded(names: Sequence[str]) -> list[str]:
    """Return players' names as records write them, in English, with words for deleted players."""
    if GONE not in names:
        return list(names)
    return distinct([_DELETED if name == GONE else name for name in names])


_DELETED = "deleted player"


def _substitutes(match: Match) -> str:
    """Return who played which seat before its present player, and up to which of the match's events."""
    names = recorded([each.name for each in match.former])
    return "; ".join(
        f"seat {each.seat}: {name} up to turn {_turns(match, each.until)}"
        for each, name in zip(match.former, names, strict=True)
    )


def _turns(match: Match, seq: int) -> int:
    """Return how many turns of a match counted before an event."""
    return sum(passed.seq < seq and passed.kind in ("turn", "joint") for passed in match.history)
