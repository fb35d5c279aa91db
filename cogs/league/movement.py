"""What a season came to, in words: its champion, who is promoted and who is relegated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from cogs.league.naming import entry_texts
from engine.text import Text, listed, say
from hosting.league.finals import Finals
from hosting.league.standings.values import Row
from hosting.league.state import View
from store.league.values import Kind


def finals_lines(view: View, found: Finals) -> Iterator[Text]:
    """Yield who won, and who moves from which division; nothing of what did not happen."""
    names = entry_texts(view)
    if found.champion is not None:
        yield champion_text(view.terms.kind, names[found.champion])
    elif view.terms.kind in ("knockout", "double-knockout") and view.season.started_at is not None:
        yield _NO_CHAMPION
    yield from _moves(_PROMOTED, found.promoted, names)
    yield from _moves(_RELEGATED, found.relegated, names)


def champion_text(kind: Kind, name: Text) -> Text:
    """Return who won a season."""
    if kind == "ladder":
        return say("At the top: **{entry}**.", entry=name)
    return say("Champion: **{entry}**.", entry=name)


def moving(found: Finals) -> set[int]:
    """Return the entries that are named."""
    named = {row.entry for row in (*found.promoted, *found.relegated)}
    return named if found.champion is None else named | {found.champion}


def _moves(told: Text, rows: Sequence[Row], names: Mapping[int, Text]) -> Iterator[Text]:
    for division, group in groupby(rows, lambda row: row.division):
        yield told.using(number=division, entries=listed([names[row.entry] for row in group]))


_NO_CHAMPION = say("There's no champion: more than one entry was still in when the season ended.")
_PROMOTED = say("▲ Promoted from division {number}: {entries}.")
_RELEGATED = say("▼ Relegated from division {number}: {entries}.")
