"""Between the values hosting works with and what is stored of them."""

from __future__ import annotations

from engine.game import Json
from engine.session import Session
from hosting.model import Match, Parked, PostKind, dump_text, load_text
from store.matches import StoredMatch


def aggregate(stored: StoredMatch, session: Session) -> Match:
    """Return a match from what is stored of it and its game."""
    return Match(
        id=stored.id,
        guild_id=stored.guild_id,
        channel_id=stored.channel_id,
        game=stored.game,
        setup=stored.setup,
        seats=stored.seats,
        places=stored.places,
        status=stored.status,
        seq=stored.seq,
        session=session,
        started_at=stored.started_at,
        ended_at=stored.ended_at,
        organiser_id=stored.organiser_id,
        parked=_load_parked(stored.parked),
    )


def dump_parked(parked: Parked) -> dict[str, Json]:
    """Return why a match is parked as JSON."""
    return {"text": dump_text(parked.text), "code": parked.code}


def _load_parked(data: Json) -> Parked | None:
    match data:
        case None:
            return None
        case {"text": text, "code": str() as code}:
            return Parked(load_text(text), code)
    raise ValueError(f"not a reason: {data!r}")


def posts_for(match: Match) -> list[tuple[PostKind, int, dict[str, Json]]]:
    """Return what must be posted of a match's latest event: kind, channel and payload."""
    kinds: tuple[PostKind, ...] = ("ended",) if match.over else ("board", "status")
    return [
        (kind, place.channel_id, {"role": place.role}) for place in match.places if place.shows_boards for kind in kinds
    ]
