"""Vacations: announced before they begin, counted, told to those who play with the player."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from engine.game import Json
from engine.text import load_text, say
from hosting.arena import Arena
from hosting.clock.time_control import ClockTerms
from hosting.match.model import Match, Person, PlayerSettings
from hosting.notify.reminders import next_hour
from hosting.vacations import DAYS_A_YEAR, VacationError, read_day, tells_days
from store.db.addresses import Address
from store.tables.replay import ReplayError
from tests.hosting.conftest import ANN, BOB, CHANNEL, CLEO, DAN, ManualClock, NotingPoster, open_arena
from tests.hosting.timed import A_DAY, DAY, DAY_S, HOUR_S, START, advance, begin, due, now

THREE_DAYS = ClockTerms("turn", per_turn=3 * DAY)


def told(poster: NotingPoster) -> list[str]:
    return [str(load_text(post.payload["text"])) for post in poster.posts if post.kind == "notice"]


async def test_a_running_clock_stands_still_and_the_table_is_told(
    arena: Arena, clock: ManualClock, poster: NotingPoster
) -> None:
    await begin(arena, clock=THREE_DAYS)
    await advance(arena, clock, HOUR_S)
    await arena.vacations.announce(ANN.person_id, date(2026, 1, 2), date(2026, 1, 6))
    await arena.idle()
    assert due(await now(arena), 1) == START + 8 * DAY
    assert await arena.schedule.due_at("clock", "1") == START + 8 * DAY
    (notice,) = told(poster)
    assert notice.startswith("Player 1 is on vacation")
    assert f"<t:{int((START + DAY).timestamp())}:f>" in notice
    await advance(arena, clock, 7 * DAY_S)
    assert not (await now(arena)).over


async def test_a_table_may_have_agreed_to_go_on(arena: Arena, poster: NotingPoster) -> None:
    await begin(arena, clock=THREE_DAYS, vacation=False)
    await arena.vacations.announce(ANN.person_id, date(2026, 1, 2), date(2026, 1, 6))
    await arena.idle()
    assert due(await now(arena), 1) == START + 3 * DAY
    assert told(poster) == []


async def test_turns_that_begin_later_know_of_it(arena: Arena) -> None:
    await begin(arena, clock=A_DAY)
    await arena.vacations.announce(BOB.person_id, date(2026, 1, 2), date(2026, 1, 3))
    await arena.idle()
    assert due(await now(arena), 1) == START + DAY
    match = await arena.matches.play(1, ANN.person_id, "1/1")
    assert due(match, 2) == START + DAY
    again = await begin(arena, BOB, ANN, channel=CHANNEL + 1, clock=THREE_DAYS)
    assert due(again, 1) == START + 5 * DAY


async def test_calling_it_off_and_coming_back(arena: Arena, clock: ManualClock, poster: NotingPoster) -> None:
    await begin(arena, clock=THREE_DAYS)
    vacation = await arena.vacations.announce(ANN.person_id, date(2026, 1, 2), date(2026, 1, 6))
    await arena.idle()
    assert (await arena.vacations.cancel(vacation.id, ANN.person_id))[1] == "cancelled"
    await arena.idle()
    assert due(await now(arena), 1) == START + 3 * DAY
    again = await arena.vacations.announce(ANN.person_id, date(2026, 1, 2), date(2026, 1, 6))
    await advance(arena, clock, 2 * DAY_S)
    ended, change = await arena.vacations.cancel(again.id, ANN.person_id)
    await arena.idle()
    assert (ended.ends_at, change) == (START + 2 * DAY, "ended")
    assert due(await now(arena), 1) == START + 4 * DAY
    assert len(told(poster)) == 4
    assert await arena.vacations.of_person(ANN.person_id) == []
    assert await arena.vacations.days_left(ANN.person_id, 2026) == DAYS_A_YEAR - 1


async def test_a_table_is_told_once_even_if_the_process_ends(
    database: Address, clock: ManualClock, poster: NotingPoster
) -> None:
    first = await open_arena(database, clock, poster)
    await begin(first, clock=THREE_DAYS)
    await first.schedule.close()
    vacation = await first.vacations.announce(ANN.person_id, date(2026, 1, 2), date(2026, 1, 6))
    await first.close()
    assert told(poster) == []
    for _ in range(2):
        again = await open_arena(database, clock, poster)
        await again.idle()
        assert due(await now(again), 1) == START + 8 * DAY
        payload: dict[str, Json] = {
            "user": ANN.person_id,
            "change": "announced",
            "starts": vacation.starts_at.isoformat(),
            "ends": vacation.ends_at.isoformat(),
        }
        await again.schedule.set("vacation", str(vacation.id), clock.now(), payload)
        await again.idle()
        await again.close()
    assert len(told(poster)) == 1


@pytest.mark.parametrize(
    ("first", "last", "code"),
    [
        ("2026-01-01", "2026-01-03", "vacation-late"),
        ("2025-12-30", "2026-01-03", "vacation-late"),
        ("2026-01-05", "2026-01-04", "vacation-order"),
        ("2026-01-05", "2026-02-04", "vacation-days"),
        ("2027-01-05", "2027-01-06", "vacation-far"),
        ("2026-03-31", "2026-04-01", "vacation-twice"),
        ("2026-03-01", "2026-04-20", "vacation-twice"),
        ("2026-06-01", "2026-06-22", "vacation-days"),
    ],
)
async def test_what_is_no_vacation(arena: Arena, first: str, last: str, code: str) -> None:
    await arena.vacations.announce(ANN.person_id, date(2026, 4, 1), date(2026, 4, 10))
    with pytest.raises(VacationError) as caught:
        await arena.vacations.announce(ANN.person_id, date.fromisoformat(first), date.fromisoformat(last))
    assert caught.value.code == code
    assert len(await arena.vacations.of_person(ANN.person_id)) == 1


async def test_days_count_in_the_year_in_which_they_lie(arena: Arena) -> None:
    await arena.vacations.announce(ANN.person_id, date(2026, 12, 12), date(2027, 1, 1))
    assert await arena.vacations.days_left(ANN.person_id, 2026) == DAYS_A_YEAR - 20
    assert await arena.vacations.days_left(ANN.person_id, 2027) == DAYS_A_YEAR - 1
    assert await arena.vacations.days_left(BOB.person_id, 2026) == DAYS_A_YEAR


async def test_days_are_those_of_the_players_time_zone(arena: Arena) -> None:
    await arena.settings.set_player(ANN.person_id, PlayerSettings(zone="America/New_York"))
    vacation = await arena.vacations.announce(ANN.person_id, date(2026, 3, 8), date(2026, 3, 8))
    assert vacation.starts_at == datetime(2026, 3, 8, 5, tzinfo=UTC)
    assert vacation.ends_at == datetime(2026, 3, 9, 4, tzinfo=UTC)  # clocks go forward that day
    assert await arena.vacations.days_left(ANN.person_id, 2026) == DAYS_A_YEAR - 1


async def test_nobody_ends_somebody_elses_vacation(arena: Arena) -> None:
    vacation = await arena.vacations.announce(ANN.person_id, date(2026, 4, 1), date(2026, 4, 10))
    with pytest.raises(VacationError):
        await arena.vacations.cancel(vacation.id, BOB.person_id)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-08-31", date(2026, 8, 31)),
        ("31.8.2026", date(2026, 8, 31)),
        ("31/08/2026", date(2026, 8, 31)),
        ("31.8.", date(2026, 8, 31)),
        (" Tomorrow ", date(2026, 3, 2)),
        ("28.2.", date(2027, 2, 28)),
        ("29.2.", date(2028, 2, 29)),
    ],
)
def test_days_as_people_write_them(text: str, expected: date) -> None:
    assert read_day(text, date(2026, 3, 1)) == expected


@pytest.mark.parametrize("text", ["", "soon", "31.9.2026", "8/31/2026", "2026-13-01"])
def test_what_is_no_day(text: str) -> None:
    with pytest.raises(VacationError):
        read_day(text, date(2026, 3, 1))


async def test_the_digest_comes_at_its_hour_if_something_waits(
    arena: Arena, clock: ManualClock, poster: NotingPoster
) -> None:
    """Eight in Tokyo is eleven at night in UTC."""
    await arena.settings.set_player(ANN.person_id, PlayerSettings(zone="Asia/Tokyo", digest_hour=8))
    assert await arena.digests.arrange(ANN.person_id) == datetime(2026, 1, 1, 23, tzinfo=UTC)
    await begin(arena, clock=None)
    digests = [post for post in poster.posts if post.payload.get("digest")]
    assert digests == []
    await advance(arena, clock, 23 * HOUR_S)
    digests = [post for post in poster.posts if post.payload.get("digest")]
    assert [(post.kind, post.channel_id) for post in digests] == [("private", ANN.person_id)]
    await arena.matches.play(1, ANN.person_id, "1/1")
    await advance(arena, clock, DAY_S)
    assert len([post for post in poster.posts if post.payload.get("digest")]) == 1
    await arena.settings.set_player(ANN.person_id, PlayerSettings())
    assert await arena.digests.arrange(ANN.person_id) is None


async def test_no_digest_is_posted_on_account_of_matches_that_cannot_be_read(
    arena: Arena, clock: ManualClock, poster: NotingPoster, monkeypatch: pytest.MonkeyPatch
) -> None:
    await arena.settings.set_player(ANN.person_id, PlayerSettings(digest_hour=8))
    await arena.digests.arrange(ANN.person_id)
    await begin(arena, clock=None)

    async def unreadable(match_id: int) -> Match:
        raise ReplayError(match_id, 1, ValueError("an unknown turn"))

    monkeypatch.setattr(arena.matches, "get", unreadable)
    await advance(arena, clock, 8 * HOUR_S)
    assert [post for post in poster.posts if post.payload.get("digest")] == []
    assert await arena.digests.arrange(ANN.person_id) == clock.now() + DAY


def test_the_next_hour_is_in_the_future_where_clocks_are_changed_too() -> None:
    """Half past two does not exist in Paris on 29 March 2026."""
    at = datetime(2026, 3, 29, 0, 59, tzinfo=UTC)
    assert next_hour(at, "Europe/Paris", 2) == datetime(2026, 3, 29, 1, tzinfo=UTC)
    assert next_hour(datetime(2026, 3, 29, 1, tzinfo=UTC), "Europe/Paris", 2) == datetime(2026, 3, 30, tzinfo=UTC)
    assert next_hour(at, "UTC", 0) - at == timedelta(hours=23, minutes=1)


@pytest.mark.parametrize("whose", [ANN, BOB])
async def test_where_partners_are_silent_nobody_s_hours_show_in_a_deadline(arena: Arena, whose: Person) -> None:
    hours = PlayerSettings(quiet_from=0, quiet_until=7 * 60, free_weekends=True)
    await arena.settings.set_player(whose.person_id, hours)
    match = await begin(arena, ANN, BOB, CLEO, DAN, mode="teams", clock=THREE_DAYS)
    assert due(match, 1) == START + 3 * DAY
    match = await arena.matches.play(1, ANN.person_id, "1/1")
    assert due(match, 2) == START + 3 * DAY


@pytest.mark.parametrize(("mode", "tells"), [("teams", True), ("2", False)])
async def test_where_partners_are_silent_a_vacation_hides_the_deadline(arena: Arena, mode: str, tells: bool) -> None:
    people = (ANN, BOB, CLEO, DAN) if mode == "teams" else (ANN, BOB)
    match = await begin(arena, *people, mode=mode, clock=THREE_DAYS)
    assert not tells_days(match, 1)
    await arena.vacations.announce(ANN.person_id, date(2026, 1, 2), date(2026, 1, 6))
    await arena.idle()
    match = await now(arena)
    assert due(match, 1) == START + 8 * DAY
    assert tells_days(match, 1) is tells
    assert not tells_days(match, 2)


async def test_where_partners_are_silent_nobody_changes_their_mind_all_the_time(
    arena: Arena, clock: ManualClock, poster: NotingPoster
) -> None:
    """How often could be counted by the partner (R29), in messages and in deadlines that come and go."""
    await begin(arena, ANN, BOB, CLEO, DAN, mode="teams", clock=THREE_DAYS)
    vacation = await arena.vacations.announce(ANN.person_id, date(2026, 1, 3), date(2026, 1, 6))
    await arena.idle()
    with pytest.raises(VacationError) as caught:
        await arena.vacations.cancel(vacation.id, ANN.person_id)
    assert caught.value.code == "vacation-hushed"
    with pytest.raises(VacationError):
        await arena.vacations.announce(ANN.person_id, date(2026, 1, 8), date(2026, 1, 9))
    await arena.vacations.announce(BOB.person_id, date(2026, 1, 3), date(2026, 1, 6))
    await arena.idle()
    assert len(told(poster)) == 2
    await advance(arena, clock, DAY_S)
    assert (await arena.vacations.cancel(vacation.id, ANN.person_id))[1] == "cancelled"


async def test_nothing_is_posted_for_a_match_that_is_interrupted(arena: Arena, poster: NotingPoster) -> None:
    match = await begin(arena, clock=THREE_DAYS)
    await arena.matches.park(match.id, say("Closed."), "forbidden")
    await arena.vacations.announce(ANN.person_id, date(2026, 1, 2), date(2026, 1, 6))
    await arena.idle()
    assert told(poster) == []
    assert [each.code for each in await arena.audit.of_match(match.id)] == ["away"]
