"""What a league keeps its players from asking each other for."""

from __future__ import annotations

import pytest

from hosting.arena import Arena
from hosting.clock.time_control import ClockTerms, Terms
from hosting.consent.agreements import Agreement, Draw, End, Extension, LeagueMatch, NoAgreedEnds, NoPauses, Pause
from hosting.errors import HostingError
from tests.hosting.conftest import ANN, begin


@pytest.mark.parametrize("wanted", [Draw(), End(), Pause(7), Extension(1, 3600)], ids=lambda each: each.kind)
async def test_players_do_not_ask_for_what_the_table_ruled_out(arena: Arena, wanted: Agreement) -> None:
    refused: type[HostingError] = NoAgreedEnds if isinstance(wanted, (Draw, End)) else NoPauses
    strict = Terms(clock=ClockTerms(), pauses=False, agreed_ends=False)
    match = await begin(arena, terms=strict)
    with pytest.raises(refused):
        await arena.requests.ask(match.id, ANN.person_id, wanted)
    assert await arena.requests.open_of(match.id) == []


async def test_nobody_calls_a_match_of_a_league_off(arena: Arena) -> None:
    match = await begin(arena, terms=Terms(clock=ClockTerms(), league=1))
    with pytest.raises(LeagueMatch):
        await arena.requests.abort(match.id, ANN.person_id)
    assert not (await arena.matches.get(match.id)).over


def test_terms_of_old_tables_read_as_before() -> None:
    stored = Terms(clock=ClockTerms()).dump()
    for name in ("pauses", "agreed_ends", "league"):
        del stored[name]
    assert Terms.load(stored) == Terms(clock=ClockTerms())
    with pytest.raises(ValueError, match="no such terms"):
        Terms.load({**stored, "league": "1"})
    strict = Terms(pauses=False, agreed_ends=False, league=4)
    assert Terms.load(strict.dump()) == strict
