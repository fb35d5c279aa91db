"""A match of one player against the game: nobody is asked, nobody is reminded, no clock runs."""

from __future__ import annotations

from datetime import timedelta

import pytest

from engine.outcome import Termination
from engine.text import say
from hosting.arena import Arena
from hosting.clock.time_control import ClockTerms, Terms
from hosting.consent.agreements import (
    Draw,
    End,
    Extension,
    NotPaused,
    Pause,
    PlaysAlone,
    Resume,
    TakeBack,
    TooLateToAbort,
)
from hosting.match.model import BehindBarrier, Match, NothingToTakeBack, Person, Place, PlayerSettings
from hosting.posts import ReminderPost, load
from tests.hosting.conftest import ANN, BOB, CHANNEL, GUILD, ManualClock, NotingPoster, begin, play


async def alone(arena: Arena, terms: Terms | None = None, beast: str = "wolf") -> Match:
    table = await arena.tables.open(
        GUILD, CHANNEL, ANN, "grove", "solo", options=(("beast", beast),), where="here", terms=terms
    )
    return await arena.tables.start(table.id, ANN.person_id, (Place("board", CHANNEL),))


async def test_a_table_for_one_is_ready_at_once(arena: Arena) -> None:
    table = await arena.tables.open(GUILD, CHANNEL, ANN, "grove", "solo", where="here")
    assert arena.tables.ready(table)
    assert [seat.person_id for seat in table.seats] == [ANN.person_id]


async def test_no_clock_runs_and_only_what_counts_of_the_terms_is_kept(arena: Arena) -> None:
    match = await alone(arena, Terms(clock=ClockTerms(), undo="never", automatic=True, timeout="substitute"))
    assert match.terms == Terms(undo="free", automatic=True, vacation=False)
    assert match.clock is None


async def test_nobody_reminds_a_player_who_plays_alone(arena: Arena, clock: ManualClock, poster: NotingPoster) -> None:
    await alone(arena)
    other = await begin(arena, ANN, BOB, places=(Place("board", 201),))
    for _ in range(8):
        await clock.advance(timedelta(days=1).total_seconds())
        await arena.idle()
    reminded = [post.match_id for post in poster.posts if isinstance(load(post.kind, post.payload), ReminderPost)]
    assert set(reminded) == {other.id}


async def test_the_digest_tells_of_matches_in_which_others_wait(
    arena: Arena, clock: ManualClock, poster: NotingPoster
) -> None:
    await arena.settings.set_player(ANN.person_id, PlayerSettings(digest_hour=8))
    await arena.digests.arrange(ANN.person_id)
    match = await alone(arena)
    await clock.advance(timedelta(days=1).total_seconds())
    await arena.idle()
    assert [post.kind for post in poster.posts if post.kind == "private"] == []
    assert (await arena.lists.of_person(ANN.person_id, 0, 10, waiting=True)).lines == ()
    assert [line.match.id for line in (await arena.lists.of_person(ANN.person_id, 0, 10)).lines] == [match.id]


async def test_nobody_is_told_of_a_vacation(arena: Arena, clock: ManualClock, poster: NotingPoster) -> None:
    match = await alone(arena)
    other = await begin(arena, ANN, BOB, places=(Place("board", 201),))
    day = clock.now().date() + timedelta(days=2)
    await arena.vacations.announce(ANN.person_id, day, day + timedelta(days=3))
    await clock.advance(1)
    await arena.idle()
    told = {post.match_id for post in poster.posts if post.kind == "notice"}
    assert told == {other.id} != {match.id}


async def test_matches_in_which_others_wait_come_before_those_played_alone(arena: Arena) -> None:
    first = await alone(arena)
    second = await begin(arena, ANN, BOB, places=(Place("board", 201),))
    listed = (await arena.lists.of_person(ANN.person_id, 0, 10)).lines
    assert [line.match.id for line in listed] == [second.id, first.id]


async def test_matches_of_servers_can_be_left_out(arena: Arena) -> None:
    first = await alone(arena)
    assert await arena.lists.servers_of(ANN.person_id) == {first.guild_id}
    assert await arena.lists.servers_of(BOB.person_id) == frozenset()
    assert (await arena.lists.of_person(ANN.person_id, 0, 10, outside={first.guild_id})).lines == ()
    assert len((await arena.lists.of_person(ANN.person_id, 0, 10, outside={first.guild_id + 1})).lines) == 1


async def test_turns_are_taken_back_at_once_up_to_the_last_barrier(arena: Arena) -> None:
    match = await play(arena, await alone(arena), "r", "1", "2")
    assert match.session.state.sums[0] > 3

    for expected in (2, 1):
        answer = await arena.requests.ask(match.id, ANN.person_id, TakeBack())
        assert answer.done
        assert answer.request is None
        assert len(answer.match.session.entries) == expected
    with pytest.raises(BehindBarrier):
        await arena.requests.ask(match.id, ANN.person_id, TakeBack())


async def test_nothing_can_be_taken_back_before_the_first_turn(arena: Arena) -> None:
    match = await alone(arena)
    with pytest.raises(NothingToTakeBack):
        await arena.requests.ask(match.id, ANN.person_id, TakeBack())


@pytest.mark.parametrize("wanted", [Draw(), End(), Pause(7), Extension(1, 3600)], ids=lambda it: it.kind)
async def test_what_others_would_have_to_agree_to_is_refused(
    arena: Arena, wanted: Draw | End | Pause | Extension
) -> None:
    match = await alone(arena)
    with pytest.raises(PlaysAlone):
        await arena.requests.ask(match.id, ANN.person_id, wanted)
    assert await arena.requests.open_of(match.id) == []


async def test_there_is_no_pause_to_end_and_no_substitute_to_call(arena: Arena) -> None:
    match = await alone(arena)
    with pytest.raises(NotPaused):
        await arena.requests.ask(match.id, ANN.person_id, Resume())
    with pytest.raises(PlaysAlone):
        await arena.substitutes.leave(match.id, ANN.person_id)


async def test_a_player_who_left_the_server_stops_nothing(arena: Arena) -> None:
    match = await alone(arena)
    assert (await arena.absences.miss(match.id, ANN.person_id)).paused is None


async def test_abandoning_is_a_defeat(arena: Arena) -> None:
    match = await arena.matches.forfeit((await alone(arena, beast="bear")).id, ANN.person_id)
    outcome = match.session.outcome
    assert match.over
    assert outcome is not None
    assert (outcome.ranks, outcome.winners, str(outcome.against)) == ((2,), (), "the Bear")
    assert match.session.last is not None
    assert [str(event.text()) for event in match.session.last.events] == ["Player 1 abandons the match."]


async def test_it_is_called_off_before_the_first_move_only(arena: Arena) -> None:
    match = await alone(arena)
    moved = await play(arena, match, "1")
    with pytest.raises(TooLateToAbort, match="/resign"):
        await arena.requests.abort(moved.id, ANN.person_id)
    await arena.matches.forfeit(moved.id, ANN.person_id)

    again = await arena.requests.abort((await alone(arena)).id, ANN.person_id)
    assert again.session.outcome is not None
    assert again.session.outcome.termination is Termination.VOID


@pytest.mark.parametrize(("ranks", "won"), [((1,), True), ((2,), False)])
async def test_an_organiser_decides_victory_or_defeat(arena: Arena, ranks: tuple[int, ...], won: bool) -> None:
    match = await alone(arena)
    after = await arena.organiser.adjudicate(match.id, BOB.person_id, ranks, say("It was late."))
    outcome = after.session.outcome
    assert outcome is not None
    assert bool(outcome.winners) is won
    assert not outcome.undecided


async def test_an_organiser_has_another_player_go_on(arena: Arena) -> None:
    match = await play(arena, await alone(arena), "1")
    after = await arena.substitutes.replace(match.id, 1, Person(9, "Nina"), BOB.person_id)
    assert after.names == ("Nina",)
    assert (await play(arena, after, "3")).session.state.sums == (4,)


async def test_a_whole_match_is_won_or_lost_and_read_again(arena: Arena) -> None:
    won = await play(arena, await alone(arena), "u", "v", "2")
    assert won.over
    assert won.session.outcome is not None
    assert won.session.outcome.winners == (1,)
    lost = await play(arena, await alone(arena), "1", "1", "1", "1", "1")
    assert lost.session.outcome is not None
    assert lost.session.outcome.winners == ()
    assert "uvw" in await arena.matches.record(lost.id, None)
