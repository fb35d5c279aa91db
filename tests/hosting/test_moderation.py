"""An organiser's tools: each does what it says, is announced, is noted, and is refused to those who play."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy.exc import DatabaseError

from engine.chance import SEED_BYTES, Chance
from engine.errors import SetupError
from engine.game import Setup
from engine.outcome import Termination
from engine.session import Session
from engine.text import Quote, load_text, say
from hosting.arena import Arena
from hosting.clock import ClockTerms
from hosting.consent.agreements import Pause
from hosting.match import events
from hosting.match.audit import AuditCode
from hosting.match.model import (
    Match,
    MatchOver,
    MatchPaused,
    MatchSeat,
    NoSuchMatch,
    Person,
    Place,
    StaleBoard,
)
from hosting.match_terms import Terms
from hosting.moderation import by_winner
from store.check import check_database
from store.db.addresses import Address
from tests.hosting.conftest import (
    ANN,
    BOB,
    CHANNEL,
    CLEO,
    DAN,
    EVE,
    GUILD,
    TEAMS,
    ManualClock,
    NotingPoster,
    begin,
    codes,
    play,
)
from tests.hosting.match.lifeworld import TOGETHER
from tests.hosting.toygame import games
from tests.refusals import refusal

OLGA = 50
WHY = say("{words}", words=Quote("*because*"))

Deed = Callable[[Arena, int, int], Awaitable[object]]
"""Given arena, match and organiser."""

DEEDS: dict[str, Deed] = {
    "pause": lambda arena, match, user: arena.organiser.pause(match, user, WHY),
    "resume": lambda arena, match, user: arena.organiser.resume(match, user),
    "extend": lambda arena, match, user: arena.organiser.extend(match, user, 1, timedelta(hours=3)),
    "replace": lambda arena, match, user: arena.organiser.replace(match, user, 1, CLEO),
    "call": lambda arena, match, user: arena.organiser.call(match, user, 1),
    "adjudicate": lambda arena, match, user: arena.organiser.adjudicate(match, user, (1, 2), WHY),
    "void": lambda arena, match, user: arena.organiser.void(match, user, WHY),
    "back": lambda arena, match, user: arena.organiser.back(match, user, 0),
    "position": lambda arena, match, user: arena.organiser.position(match, user, "1+2"),
}


@pytest.mark.parametrize("deed", DEEDS)
async def test_nobody_organises_a_match_in_which_they_play(arena: Arena, deed: str) -> None:
    match = await play(arena, await begin(arena), "1/1")
    with refusal("own-match"):
        await DEEDS[deed](arena, match.id, BOB.person_id)
    assert await arena.matches.get(match.id) == match
    assert await codes(arena, match) == []


async def test_a_match_that_there_is_not_cannot_be_called_off_unread(arena: Arena) -> None:
    for found in (arena.unreadable.bare, arena.unreadable.readable_part):
        with pytest.raises(NoSuchMatch):
            await found(99)


@pytest.mark.parametrize("deed", DEEDS)
async def test_nothing_is_done_to_a_match_that_is_over(arena: Arena, deed: str) -> None:
    match = await arena.matches.forfeit((await begin(arena)).id, ANN.person_id)
    with pytest.raises(MatchOver):
        await DEEDS[deed](arena, match.id, OLGA)
    assert await arena.matches.get(match.id) == match


async def test_a_pause_holds_until_an_organiser_ends_it(arena: Arena, poster: NotingPoster) -> None:
    match = await begin(arena)
    with refusal("not-paused"):
        await arena.organiser.resume(match.id, OLGA)
    match = await arena.organiser.pause(match.id, OLGA, WHY)
    with pytest.raises(MatchPaused):
        await arena.matches.play(match.id, ANN.person_id, "1/1")
    with refusal("already-paused"):
        await arena.organiser.pause(match.id, OLGA, WHY)
    match = await arena.organiser.resume(match.id, OLGA)
    await play(arena, match, "1/1")
    assert await codes(arena, match) == [AuditCode.PAUSED, AuditCode.RESUMED]
    await arena.idle()
    told = [load_text(post.payload["text"]) for post in poster.posts if post.kind == "notice"]
    assert [str(text) for text in told] == [
        "An organiser paused the match. *because*",
        "An organiser ended the pause: the match goes on.",
    ]


async def test_pauses_at_one_moment_are_the_same_in_memory_and_as_stored(arena: Arena) -> None:
    match = await begin(arena)
    for _ in range(2):
        await arena.organiser.pause(match.id, OLGA, WHY)
        match = await arena.organiser.resume(match.id, OLGA)
    arena.matches._cache.forget(match.id)
    assert await arena.matches.get(match.id) == match


async def test_an_organisers_pause_takes_the_place_of_an_agreed_one(arena: Arena, clock: ManualClock) -> None:
    match = await begin(arena)
    asked = await arena.requests.ask(match.id, ANN.person_id, Pause(2))
    assert asked.request is not None
    await arena.requests.answer(asked.request.id, BOB.person_id, agree=True)
    await arena.organiser.pause(match.id, OLGA, WHY)
    await clock.advance(timedelta(days=3).total_seconds())
    await arena.idle()
    paused = (await arena.matches.get(match.id)).paused
    assert paused is not None
    assert paused.code == "organiser"


async def test_more_time(arena: Arena) -> None:
    match = await begin(arena)
    with refusal("no-clock"):
        await arena.organiser.extend(match.id, OLGA, 1, timedelta(hours=3))
    terms = Terms(clock=ClockTerms("turn", per_turn=timedelta(days=1)))
    match = await begin(arena, CLEO, DAN, places=(Place("board", 201),), terms=terms)
    assert match.clock is not None
    before = match.clock.due(1)
    assert before is not None
    match = await arena.organiser.extend(match.id, OLGA, 1, timedelta(hours=3))
    assert match.clock is not None
    assert match.clock.due(1) == before + timedelta(hours=3)
    assert await codes(arena, match) == [AuditCode.EXTENDED]


async def test_a_match_is_decided(arena: Arena, database: Address) -> None:
    match = await begin(arena, ANN, BOB, CLEO, mode="3")
    for ranks in ((1, 2), (2, 2, 2), (1, 2, 4)):
        with pytest.raises(ValueError, match="ranks"):
            await arena.organiser.adjudicate(match.id, OLGA, ranks, WHY)
    with pytest.raises(StaleBoard):
        await arena.organiser.adjudicate(match.id, OLGA, (2, 1, 2), WHY, seen=7)
    match = await arena.organiser.adjudicate(match.id, OLGA, (2, 1, 2), WHY, seen=0)
    assert match.session.outcome is not None
    assert match.session.outcome.termination is Termination.ADJUDICATED
    assert match.session.outcome.winners == (2,)
    assert '[Termination "adjudicated"]' in await arena.matches.record(match.id, None)
    assert await codes(arena, match) == [AuditCode.ADJUDICATED]
    assert (await check_database(database, games)).problems == ()


async def test_a_winner_wins_with_their_team(arena: Arena) -> None:
    match = await begin(arena, ANN, BOB, CLEO, DAN, mode="teams", places=TEAMS)
    assert by_winner(match, 3) == (1, 2, 1, 2)
    other = await begin(arena, ANN, BOB, EVE, mode="3")
    assert by_winner(other, 2) == (2, 1, 2)


async def test_a_match_is_called_off(arena: Arena, database: Address) -> None:
    match = await play(arena, await begin(arena), "1/1", "1/1")
    match = await arena.organiser.void(match.id, OLGA, WHY)
    assert match.session.outcome is not None
    assert match.session.outcome.termination is Termination.VOID
    assert match.session.outcome.ranks == (1, 1)
    assert await codes(arena, match) == [AuditCode.VOIDED]
    assert (await check_database(database, games)).problems == ()


async def test_turns_are_forced_back(arena: Arena) -> None:
    match = await play(arena, await begin(arena), "1/1", "2/2", "3/3")
    match = await arena.organiser.back(match.id, OLGA, 1)
    assert match.session.view(None) == (2, 0)
    assert match.to_act == (BOB.person_id,)
    for to in (1, 2, 3, 9, -1):
        with refusal("nothing-to-take-back"):
            await arena.organiser.back(match.id, OLGA, to)
    match = await arena.organiser.back(match.id, OLGA, 0)
    assert match.session.view(None) == (0, 0)
    assert await codes(arena, match) == [AuditCode.FORCED_BACK, AuditCode.FORCED_BACK]


async def test_not_even_an_organiser_goes_back_past_a_barrier(arena: Arena) -> None:
    match = await begin(arena, game="duel")
    match = await arena.matches.play(match.id, ANN.person_id, "roll")
    match = await arena.matches.play(match.id, ANN.person_id, "end")
    with refusal("undo-barrier") as caught:
        await arena.organiser.back(match.id, OLGA, 0)
    assert caught.value.code == "undo-barrier"


async def test_a_position_is_set_up_in_games_without_chance(arena: Arena, database: Address) -> None:
    match = await play(arena, await begin(arena), "1/1")
    with pytest.raises(SetupError):
        await arena.organiser.position(match.id, OLGA, "1+2+3")
    match = await arena.organiser.position(match.id, OLGA, "4+5")
    assert match.session.view(None) == (4, 5)
    duel = await begin(arena, CLEO, DAN, game="duel", places=(Place("board", 400),))
    with pytest.raises(SetupError):
        await arena.organiser.position(duel.id, OLGA, "0:0-0")
    assert await codes(arena, match) == [AuditCode.SET_UP]
    assert (await check_database(database, games)).problems == ()


def test_no_position_where_several_choose_at_once() -> None:
    """Commitments are told apart by the number of the turn, which would begin again."""
    seats = tuple(MatchSeat(seat, seat, f"P{seat}") for seat in (1, 2, 3))
    session = Session.start(TOGETHER, Setup("3"), Chance(bytes(SEED_BYTES)))
    at = datetime(2026, 1, 1, tzinfo=UTC)
    match = Match(1, GUILD, CHANNEL, "together", Setup("3"), seats, (), "running", 0, session, at, None, 1)
    with pytest.raises(SetupError):
        events.position(match, "1+2+3", OLGA, at)


async def test_the_log_says_who_did_what(arena: Arena) -> None:
    match = await begin(arena)
    await arena.organiser.replace(match.id, OLGA, 1, CLEO)
    (entry,) = await arena.audit.of_match(match.id)
    assert (entry.code, entry.person_id) == (AuditCode.REPLACED, OLGA)
    assert entry.detail == {"seat": 1, "was": ANN.person_id, "user": CLEO.person_id}


@pytest.mark.parametrize("statement", ["DELETE FROM audit_log", "UPDATE audit_log SET person_id = 1"])
async def test_the_log_cannot_be_changed(arena: Arena, statement: str) -> None:
    match = await begin(arena)
    await arena.organiser.pause(match.id, OLGA, WHY)
    with pytest.raises(DatabaseError):
        async with arena.db.write() as connection:
            await connection.exec_driver_sql(statement)
    assert await codes(arena, match) == [AuditCode.PAUSED]


async def test_an_organiser_may_sit_down_and_organises_no_more(arena: Arena) -> None:
    match = await begin(arena)
    match = await arena.organiser.replace(match.id, OLGA, 1, Person(OLGA, "Olga"))
    assert match.names == ("Olga", "Bob")
    with refusal("own-match"):
        await arena.organiser.void(match.id, OLGA, WHY)


@pytest.mark.parametrize(("mode", "barred"), [("teams", True), ("3", False)])
async def test_a_player_who_played_with_silent_partners_organises_nothing_there(
    arena: Arena, mode: str, barred: bool
) -> None:
    people = (ANN, BOB, CLEO, DAN) if mode == "teams" else (ANN, BOB, CLEO)
    match = await begin(arena, *people, mode=mode)
    await arena.organiser.replace(match.id, OLGA, 1, EVE)
    if barred:
        with refusal("own-match"):
            await arena.organiser.pause(match.id, ANN.person_id, WHY)
    else:
        assert (await arena.organiser.pause(match.id, ANN.person_id, WHY)).paused is not None
