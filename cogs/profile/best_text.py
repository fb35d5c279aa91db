"""The best results of players alone, in words."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.profile.text import mode_label
from engine.extras import Graded
from engine.registry import get
from engine.text import Listed, Member, Text, listed, say
from hosting.profile.best import BestList


def best_lines(game: str, mode: str, lists: Sequence[BestList]) -> list[Text]:
    """Return the lists of a mode for one player, a line a result; its players are named by the reader's server."""
    rules = get(game)
    if not isinstance(rules, Graded):
        raise AssertionError(f"{game} has no best results")
    lines = [say("**Best results**: {mode}", mode=mode_label(game, mode))]
    if not lists:
        lines.append(say("Nothing is listed in this server yet. `/new` begins a match."))
    for each in lists:
        lines.append(say("**{options}**", options=_chosen(game, mode, dict(each.options))))
        for place, best in enumerate(each.places, 1):
            result = rules.grade_text(best.won, best.points)
            lines.append(say("{place}. {player}: {result}", place=place, player=Member(best.person_id), result=result))
    return lines


def _chosen(game: str, mode: str, options: dict[str, str]) -> Listed:
    """Return what sets of options differ by: the first option, and what is not as usual."""
    known = [each for each in get(game).info.options_of(mode) if options.get(each.key) in each.choices]
    return listed(
        (each.label(options[each.key]) for each in known if each is known[0] or options[each.key] != each.default),
        "comma",
    )
