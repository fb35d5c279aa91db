"""What people are told whose ratings a correction moved: one message each, whatever moved."""

from __future__ import annotations

from collections.abc import Iterable

from engine.registry import name_of
from engine.text import Text, say
from hosting.rating.shown import shown
from store.ratings.stored import Change


def moved_texts(match_id: int, game: str, here: Iterable[Change], everywhere: Iterable[Change]) -> dict[int, Text]:
    """Return what to tell whom, as far as what they are shown is another rating now.

    Args:
        match_id: The match that was corrected.
        game: Key of its game.
        here: What changed in its server.
        everywhere: What changed in the ratings of all servers, of those who are to know.
    """
    own, shared = ({each.person_id: each for each in changes if _seen(each)} for changes in (here, everywhere))
    return {person_id: _text(match_id, game, own.get(person_id), shared.get(person_id)) for person_id in own | shared}


def _seen(change: Change) -> bool:
    return shown(change.before) != shown(change.after)


def _text(match_id: int, game: str, here: Change | None, everywhere: Change | None) -> Text:
    told = []
    if here is not None:
        told.append(
            say(
                "Your rating in {game} is {now} now, it was {before}: an organiser corrected the result of match "
                "{match}, and everything that came after it was worked out anew.",
                **_numbers(match_id, game, here),
            )
        )
    if everywhere is not None:
        told.append(
            say(
                "Your rating of all servers in {game} is {now} now, it was {before}: an organiser corrected the result "
                "of match {match}, and everything that came after it was worked out anew.",
                **_numbers(match_id, game, everywhere),
            )
            if here is None
            else say(
                "Your rating of all servers is {now} now, it was {before}.", **_numbers(match_id, game, everywhere)
            )
        )
    return told[0] if len(told) == 1 else say("{here} {everywhere}", here=told[0], everywhere=told[1])


def _numbers(match_id: int, game: str, change: Change) -> dict[str, Text | str | int]:
    return {"game": name_of(game), "now": shown(change.after), "before": shown(change.before), "match": match_id}
