"""What hides a secret in hosting: hashes without an owner, defaults that are private, a log without answers."""

from __future__ import annotations

import logging
import random
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from bot import keep_secrets
from engine import record, registry
from engine.chance import Chance
from engine.errors import TurnError
from engine.game import Game, Setup
from engine.mutants.game import MUTANTS
from engine.session import Session
from hosting.arena import Arena
from hosting.league.terms import LadderTerms
from hosting.match import answers
from hosting.match.model import DropCause, Dropped, Match, Person, Place
from hosting.match.partners import WordsForPartner
from hosting.match.sealing import digest, shown_seat
from hosting.match.service import complete, preview
from hosting.match_terms import Terms
from hosting.timekeeping import private_seats
from store.check import check_database
from store.db.addresses import Address
from store.tables import choices
from store.tables.audit import of_match
from tests.copies import turn
from tests.engine.mutants.kit import table
from tests.engine.parlour.tables import attacked, play
from tests.entropy import pinned
from tests.hosting.conftest import (
    ANN,
    BOB,
    CHANNEL,
    CLEO,
    DAN,
    EVE,
    GUILD,
    PEOPLE,
    ManualClock,
    NotingPoster,
    begin,
    call,
    open_arena,
    sealing_of,
)
from tests.hosting.league.playing import ORGANISER, TEAMS, TERMS
from tests.hosting.lobby.offering import Shelf, ShelfBuilder
from tests.refusals import refusal


async def test_hashes_stand_in_an_order_that_does_not_tell_whose_they_are(arena: Arena) -> None:
    await begin(arena, ANN, BOB, CLEO, game="parlour", mode="3")
    by_seat: list[str] = []
    for change in range(50):  # each change of a choice draws another salt, so that they cannot stay in order for long
        for seat, person in ((1, ANN), (2, BOB)):
            pack = (await arena.matches.get(1)).session.state.packs[seat - 1]
            await arena.matches.play(1, person.person_id, str(pack[change % 2]))
        async with arena.db.read() as connection:
            found = await choices.commitments_of_decision(connection, 1, 1)
        by_seat = [digest(each) for each in sorted(found, key=lambda each: each.seat)]
        if by_seat != sorted(by_seat):
            break
    assert (await sealing_of(arena, 1, 1)).digests == tuple(sorted(by_seat)) != tuple(by_seat)


async def test_the_end_of_a_match_opens_its_own_choices_alone(arena: Arena) -> None:
    matches = [
        await begin(arena, game="parlour", places=(Place("board", channel),)) for channel in (CHANNEL, CHANNEL + 1)
    ]
    for match in matches:
        for seat, person in ((1, ANN), (2, BOB)):
            await arena.matches.play(match.id, person.person_id, str(match.session.state.packs[seat - 1][0]))
    await arena.matches.forfeit(matches[0].id, ANN.person_id)
    over, running = [await arena.matches.get(match.id) for match in matches]
    assert [len(each.opened) for each in await arena.commitments.opened(over)] == [2]
    assert await arena.commitments.opened(running) == []


async def test_what_opens_one_decision_opens_no_other(arena: Arena) -> None:
    await begin(arena, game="parlour")
    for _ in (1, 2):
        for seat, person in ((1, ANN), (2, BOB)):
            pack = (await arena.matches.get(1)).session.state.packs[seat - 1]
            await arena.matches.play(1, person.person_id, str(pack[0]))
    async with arena.db.write() as connection:
        await choices.reveal(connection, 1, 2, [1])
        opened = [
            (each.decision, each.seat) for each in await choices.commitments_of_match(connection, 1) if each.revealed
        ]
    assert opened == [(2, 1)]


@pytest.mark.parametrize(("shows", "awaited"), [(False, {1, 2}), (True, {2})])
async def test_lists_do_not_tell_who_has_chosen(arena: Arena, shows: bool, awaited: set[int]) -> None:
    """Not by a deadline either: it is the first of those who are awaited."""
    await begin(arena, game="parlour", terms=Terms(shows_chosen=shows))
    await arena.matches.play(1, ANN.person_id, str((await arena.matches.get(1)).session.state.packs[0][0]))
    page = await arena.lists.of_person(BOB.person_id, 0, 1)
    assert [line.awaited for line in page.lines] == [awaited]


@pytest.mark.parametrize(
    ("cause", "seat"), [("handed-over", 2), ("gave-up", 2), ("taken-back", 0), ("never-opened", 0)]
)
def test_whose_choice_is_gone_is_told_where_all_know_it(cause: DropCause, seat: int) -> None:
    assert shown_seat(Dropped(1, 3, 2, "ab", cause)) == seat


def test_a_default_is_private_if_a_part_of_it_is() -> None:
    """M77: that an answer was a default is told to all where the answer is public, and tells nothing of another."""
    line = MUTANTS.write_position(table({"hand": "NOB ROB", "deck": "WAR", "discard": "ZOM WAR"}, {"deck": "WAR"}))
    session = Session.start(MUTANTS, Setup("2", (("reserve", "ready"),), position=line), Chance.from_text("default"))
    half = session.move(1, "D NOB")
    assert private_seats(half, half.move(1, "N")) == {1}
    assert private_seats(session, half) == frozenset()
    assert private_seats(session, session.play(1, "D NOB/N")) == {1}


def test_answers_of_another_do_not_count_for_a_private_default() -> None:
    answered = play(attacked(), "-")
    (seat,) = answered.to_act
    kept = answered.play(seat, f"K {answered.state.hands[seat - 1][0]}")
    assert private_seats(answered, kept) == {seat}


async def test_a_preview_is_of_the_hand_of_its_own_player(arena: Arena) -> None:
    """M60: nobody finds out what is in a pack by trying to pick from it."""
    match = await begin(arena, game="parlour")
    first, second = (str(pack[0]) for pack in match.session.state.packs)
    assert preview(match, BOB.person_id, second).text == second
    with pytest.raises(TurnError):
        preview(match, BOB.person_id, first)
    assert second in complete(match, BOB.person_id, "")
    assert first not in complete(match, BOB.person_id, "")


async def test_answers_in_advance_are_their_players_alone(arena: Arena) -> None:
    """M79."""
    match = await begin(arena, game="mutants")
    stored = [
        await arena.prepared.put(match.id, person.person_id, key, "L R A")
        for person, key in ((ANN, "parry"), (BOB, "ko"))
    ]
    assert stored == [{"parry": "L R A"}, {"ko": "L R A"}]
    assert [await arena.prepared.of(match.id, person.person_id) for person in (ANN, BOB)] == stored


async def test_an_answer_in_advance_that_does_not_fit_comes_into_no_log(
    arena: Arena, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await begin(arena, game="parlour")
    for _ in (1, 2):
        for seat, person in ((1, ANN), (2, BOB)):
            match = await arena.matches.get(1)
            await arena.matches.play(1, person.person_id, str(match.session.state.packs[seat - 1][0]))
    match = await arena.matches.get(1)
    (seat,) = match.session.to_act

    def broken(_game: Game[object, object, object], *_: object) -> str:
        return "K 29 my secret"

    monkeypatch.setattr(answers, "prepared_turn", broken)
    with caplog.at_level(logging.DEBUG):
        await arena.prepared.put(1, match.person_of(seat), "discard", "-")
        await arena.idle()
    assert f"could not play the stored answer of seat {seat} in match 1: " in caplog.text
    assert "secret" not in caplog.text
    assert (await arena.matches.get(1)).seq == match.seq
    caplog.clear()


async def test_no_log_at_any_level_holds_a_private_answer(
    database: Address, clock: ManualClock, caplog: pytest.LogCaptureFixture
) -> None:
    for logger in ("", "aiosqlite", "discord"):
        caplog.set_level(logging.DEBUG, logger=logger)
    caplog.set_level(logging.INFO, logger="sqlalchemy.engine")  # it goes by no level but its own
    keep_secrets()
    assert not [name for name in ("aiosqlite", "discord.http") if logging.getLogger(name).isEnabledFor(logging.DEBUG)]
    arena = await open_arena(database, clock, None)
    match = await begin(arena, game="mutants")
    card = match.session.state.packs[0][0]
    await arena.prepared.put(match.id, ANN.person_id, "discard", "DEM ROB ZOM")
    await arena.matches.play(match.id, ANN.person_id, card)
    async with arena.db.read() as connection:
        (kept,) = await choices.commitments_of_match(connection, match.id)
    seed = match.session.chance.seed
    await arena.close()
    assert "INSERT INTO commitments" in caplog.text, "the log tells of what is stored"
    for secret in (rf"\b{card}\b", "DEM ROB ZOM", kept.salt.hex(), re.escape(repr(kept.salt)), seed.hex()):
        assert not re.search(secret, caplog.text)
    caplog.clear()


# Silent partners are asked to play elsewhere once a day, one invitation at a time, and without words.


DAY = timedelta(days=1)
Ask = Callable[[Person], Awaitable[object]]


async def silent(arena: Arena) -> Match:
    """Begin a match of silent teams in another server's channels; Ann and Cleo are partners."""
    await call(arena, ANN, BOB, CLEO, DAN, EVE)
    places = (Place("board", 901), Place("team:0", 902), Place("team:1", 903))
    return await begin(arena, ANN, BOB, CLEO, DAN, mode="teams", places=places)


async def league_of_teams(arena: Arena, name: str = "Teams") -> int:
    made = await arena.leagues.create(GUILD, CHANNEL, ORGANISER, name, TEAMS)
    await arena.leagues.publish(made.season.id)
    return made.season.id


async def test_a_partner_is_invited_once_a_day_wherever_it_is(arena: Arena, clock: ManualClock) -> None:
    arena.starter.set_builder(ShelfBuilder(Shelf()))
    match = await silent(arena)
    first, second = await league_of_teams(arena), await league_of_teams(arena, "Others")

    async def table(whom: Person) -> object:
        return await arena.tables.open(GUILD, CHANNEL, ANN, "tally", "2", opponents=[whom])

    async def team(whom: Person, season: int = first) -> object:
        return await arena.leagues.join(season, ANN.person_id, whom.person_id)

    async def entered(whom: Person) -> object:
        return await arena.leagues.join(second, whom.person_id, EVE.person_id, entered_by=ANN.person_id)

    open_table = await table(CLEO)
    assert open_table is not None
    for ask in (table, team, entered):
        with refusal("partner-asked"):
            await ask(CLEO)
    await clock.advance(2 * DAY.total_seconds())
    for ask in (table, team, entered):
        with refusal("partner-asked"):  # the first one is open still
            await ask(CLEO)
    await arena.tables.cancel(open_table.id, ANN.person_id)  # type: ignore[attr-defined]
    await team(CLEO)
    await arena.leagues.leave(first, ANN.person_id)
    with refusal("partner-asked"):
        await team(CLEO)
    await clock.advance(DAY.total_seconds())
    await entered(CLEO)
    async with arena.db.read() as connection:
        lines = await of_match(connection, match.id)
    assert [(each.code, each.person_id, each.detail) for each in lines] == 3 * [("invited", ANN.person_id, {})]
    await table(BOB)  # opponents may be asked as often as one likes
    await table(BOB)


async def test_no_word_reaches_a_partner_with_an_invitation(arena: Arena) -> None:
    match = await silent(arena)
    season = await league_of_teams(arena)
    with pytest.raises(WordsForPartner):
        await arena.leagues.join(season, ANN.person_id, CLEO.person_id, "Left flank")
    with pytest.raises(WordsForPartner):
        await arena.leagues.join(season, CLEO.person_id, EVE.person_id, "Left flank", entered_by=ANN.person_id)
    assert (await arena.leagues.view(season)).entries == ()
    await arena.leagues.join(season, ANN.person_id, BOB.person_id, "Left flank")
    await arena.leagues.leave(season, ANN.person_id)
    for person in (ANN, BOB):
        await arena.matches.forfeit(match.id, person.person_id)
    for person in (CLEO, DAN):
        if not (await arena.matches.get(match.id)).over:
            await arena.matches.forfeit(match.id, person.person_id)
    await arena.leagues.join(season, ANN.person_id, CLEO.person_id, "Left flank")  # it's over


async def test_a_partner_who_is_a_rival_on_a_ladder_is_challenged_once_a_day(arena: Arena, clock: ManualClock) -> None:
    arena.starter.set_builder(ShelfBuilder(Shelf()))
    await silent(arena)
    ladder = replace(TERMS, kind="ladder", ladder=LadderTerms(), tiebreaks=(), most=20, seeding="lot")
    made = await arena.leagues.create(GUILD, CHANNEL, ORGANISER, "Ladder", ladder)
    season = made.season.id
    await arena.leagues.publish(season)
    for each in (ANN, CLEO, EVE):
        await arena.leagues.join(season, each.person_id)
    view = await arena.leagues.start(season)
    await arena.idle()
    mine, other = view.entry_of(ANN.person_id), view.entry_of(CLEO.person_id)
    assert mine is not None
    assert other is not None
    lower, upper = (ANN, other) if mine.seed > other.seed else (CLEO, mine)
    challenges = arena.challenges
    await challenges.challenge(season, lower.person_id, upper.id)
    await challenges.withdraw(season, lower.person_id)
    with refusal("partner-asked"):
        await challenges.challenge(season, lower.person_id, upper.id)
    await clock.advance(DAY.total_seconds())
    await challenges.challenge(season, lower.person_id, upper.id)


# A real game hosted from its table to its record, in every mode.


@pytest.mark.parametrize("mode", [mode.key for mode in registry.get("replicants").info.modes])
async def test_a_random_game(database: Address, clock: ManualClock, poster: NotingPoster, mode: str) -> None:
    arena = await Arena.open(database, clock, entropy=pinned(), sleep=clock.sleep)
    await call(arena, *PEOPLE)
    arena.outbox.set_poster(poster)
    await arena.start()
    rng = random.Random(mode)
    table = await arena.tables.open(GUILD, CHANNEL, ANN, "replicants", mode, where="here")
    for person in (BOB, CLEO, DAN)[: len(table.seats) - 1]:
        table = await arena.tables.join(table.id, person)
    match = await arena.tables.start(table.id, ANN.person_id, [Place("board", CHANNEL)])
    sessions = [match.session]
    while not match.over:
        (person_id,) = match.to_act
        match = await arena.matches.play(match.id, person_id, turn(match, rng), seen=match.seq)
        sessions.append(match.session)
    text = await arena.matches.record(match.id, None)
    await arena.idle()
    await arena.close()

    assert record.replay(record.read(text)).state == match.session.state
    assert [post.seq for post in poster.posts] == list(range(match.seq + 1))
    again = await Arena.open(database, clock, entropy=pinned(), sleep=clock.sleep)
    assert await again.matches.get(match.id) == match
    for seq in (0, 1, match.seq // 2, match.seq):
        assert (await again.matches.at(match, seq)).state == sessions[seq].state
    await again.close()
    assert (await check_database(database, registry.get)).problems == ()
