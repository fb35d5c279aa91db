"""Turns that an organiser takes back: which there are, and what is asked before one is."""

from __future__ import annotations

from engine.session import shown_together
from engine.text import Player, Text, say, say_n
from hosting.match.model import Match, Passed
from hosting.match.undone import Undone, undone


def turns_of(match: Match) -> list[tuple[int, Text]]:
    """Return what can be gone back to by the number of its event, the earliest first.

    Turns are counted; what is decided inside one, such as an answer, has its number.
    """
    out: list[tuple[int, Text]] = []
    entries, turns = match.session.entries, undone(match, 0).turns
    for index, passed in enumerate(match.history):
        before = match.history[index - 1].entries if index else 0
        if passed.kind != "turn" or before < match.session.floor:
            continue
        played = shown_together(entries[before : passed.entries], None, over=match.over)
        back = undone(match, match.history[index - 1].seq if index else 0)
        number, player = turns - back.turns + 1, Player(passed.seat or 0)
        # An organiser may know no more of a turn than everybody does.
        if match.session.game.info.open:
            text = say("{number}. {player}: {turn}", number=number, player=player, turn=played)
        elif back.inside:
            text = say("{number}. {player}, later in the same turn", number=number, player=player)
        else:
            text = say("{number}. {player}", number=number, player=player)
        out.append((passed.seq, text))
    return out


def back_question(first: Passed, back: Undone) -> Text:
    """Return what an organiser is asked before a match goes back to before an event."""
    player = Player(first.seat or 0)
    if back.inside:
        return say("Shall the match go back to before this decision of {player}, inside a turn?", player=player)
    return say_n(
        "Shall the last turn be taken back, that of {player}?",
        "Shall the last {count} turns be taken back, beginning with that of {player}?",
        back.turns,
        player=player,
    )
