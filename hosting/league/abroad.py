"""A season that came from elsewhere, as it is written again: what its file says, and what came of it here.

As long as nobody has resumed it here, it is written as in its file, with the commitment of the secret that is there and
with the fixtures that go on there; from then on as it is here, and the old commitment stands beside the new one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from engine.game import Json
from hosting.league.files import CONTINUATION, Contents
from hosting.league.numbering import Numbering
from hosting.league.state import View


def as_in_file(found: Contents, numbers: Numbering, view: View) -> Contents:
    """Return what is in the files of an imported season.

    Args:
        found: The same with our own numbers.
        numbers: Those of its file.
        view: The season.
    """
    league = cast("Mapping[str, Any]", numbers.season.league)
    rests = numbers.rests(view.season)
    as_it_was = rests or league["closed"]
    return replace(
        found,
        name=league["name"],
        number=league["season"],
        options=league["options"],
        rounds=league["rounds"],
        commitment=league["commitment"] if as_it_was else found.commitment,
        entries=numbers.as_entries(found.entries),
        fixtures=numbers.as_fixtures(found.fixtures, rests=rests),
        decisions=numbers.as_decisions(found.decisions),
        people=numbers.as_people(found.people),
        results=numbers.as_results(found.results),
        places=numbers.as_places(found.places),
        rated=numbers.as_rated(found.rated),
        records=numbers.as_records(found.records),
        seeds=numbers.seeds,
        continuation=league.get(CONTINUATION) if as_it_was else _continuation(found, league, numbers),
    )


def _continuation(found: Contents, league: Mapping[str, Any], numbers: Numbering) -> dict[str, Json] | None:
    """Return what goes on from here, with the commitment that stays closed beside those before it."""
    if found.continuation is None:
        return None
    persons = numbers.persons
    earlier = (league.get(CONTINUATION) or {}).get("commitments", ())
    players: list[Json] = [
        {
            **each,
            "entry": numbers.entry(each["entry"]),
            "player": persons.get(each["player"], numbers.new(each["player"])),
        }
        for each in cast("Sequence[dict[str, Any]]", found.continuation["players"])
    ]
    return {**found.continuation, "players": players, "commitments": [*earlier, league["commitment"]]}
