"""Several processes on one database: who changes a match, and what each of them knows of people."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from hosting.arena import Arena
from hosting.errors import HostingError
from hosting.handover import LASTING, PROMPT
from hosting.match import events
from hosting.match.model import NotMine, Person
from hosting.rights import ONCE_MORE
from hosting.vacations import Vacations
from store.db.files import backend
from store.privacy import deletion
from store.privacy.deletion import FAREWELL, RELEASE, read_deletions
from store.schema import deadlines, handed, member_names, people
from store.share import HANDED
from store.tables import people as stored
from store.tables.people import GONE, PlayerSettings
from tests.databases import NEEDS_POSTGRESQL
from tests.hosting.conftest import (
    ANN,
    BOB,
    CHANNEL,
    PEOPLE,
    Cluster,
    ManualClock,
    NotingPoster,
    call,
    codes,
    heard,
)
from tests.hosting.killed_outage import kill
from tests.hosting.timed import DAY_S, begin
from tests.store.test_postgresql import end_sessions

pytestmark = NEEDS_POSTGRESQL

ACCOUNT = 7_340_129_855_001_223_111
COUNT = 3


@pytest.fixture
def posters() -> list[NotingPoster]:
    return [NotingPoster() for _ in range(COUNT)]


@pytest_asyncio.fixture
async def arenas(cluster: Cluster, tmp_path: Path, posters: list[NotingPoster]) -> list[Arena]:
    """Three processes, as if on a machine each: their lists of deletions are apart."""
    found = [await cluster.open(poster) for poster in posters]
    for number, arena in enumerate(found):
        arena.deletions.listed = tmp_path / f"{number}.deletions"
        await call(found[0], *PEOPLE, guild_id=cluster.server(number, 1))
    return found


@pytest.fixture
def servers(cluster: Cluster) -> list[int]:
    """A server of each process."""
    return [cluster.server(number, 1) for number in range(COUNT)]


async def told(arenas: list[Arena]) -> None:
    """Wait until each has heard of what the others changed, and has read again what it must."""
    for each in arenas:
        await heard(each)
    for each in arenas:
        await each.idle()


async def test_a_match_of_another_process_is_read_and_neither_changed_nor_cached(
    arenas: list[Arena], servers: list[int]
) -> None:
    mine, other, _ = arenas
    match = await begin(mine, guild_id=servers[0])
    assert (await other.matches.get(match.id)).seq == 0
    after = await mine.matches.play(match.id, ANN.person_id, "1/2")
    there = await other.matches.get(match.id)
    assert (there.seq, there.session.state) == (after.seq, after.session.state)
    assert (await other.matches.at(there, 0)).state == match.session.state
    with pytest.raises(NotMine) as refused:
        await other.matches.play(match.id, BOB.person_id, "1/2")
    assert refused.value.guild_id == servers[0]
    with pytest.raises(NotMine):
        async with other.matches.hold(match.id):
            pytest.fail("a match of another process is held")
    assert (await mine.matches.get(match.id)).seq == after.seq


# What people and servers chose.


async def test_settings_are_the_same_everywhere(arenas: list[Arena], servers: list[int]) -> None:
    person_id = ANN.person_id
    for each in arenas:
        assert (await each.settings.player(person_id)).language is None
        assert (await each.settings.server(servers[1])).language is None
    await arenas[0].settings.change_player(person_id, lambda it: replace(it, language="de", digest_hour=8))
    await arenas[1].settings.change_server(servers[1], lambda it: replace(it, language="fr"))
    await told(arenas)
    for each in arenas:
        player = await each.settings.player(person_id)
        assert (player.digest_hour, each.settings.languages.get(person_id)) == (8, "de")
        assert (await each.settings.server(servers[1])).language == "fr"
    await arenas[2].settings.change_player(person_id, lambda it: replace(it, language=None))
    await told(arenas)
    assert [each.settings.languages.get(person_id) for each in arenas] == [None] * COUNT


async def test_a_new_person_is_known_everywhere(arenas: list[Arena], servers: list[int]) -> None:
    assert [await each.people.find(ACCOUNT) for each in arenas] == [None] * COUNT
    person = await arenas[1].people.enter(ACCOUNT, servers[1], "Zoe")
    assert [await each.people.find(ACCOUNT) for each in arenas] == [person.person_id] * COUNT


async def test_a_new_name_is_seen_everywhere(arenas: list[Arena], servers: list[int]) -> None:
    person_id = (await arenas[1].people.enter(ACCOUNT, servers[1], "Zoe")).person_id
    for each in arenas:
        assert await each.people.names(servers[1], {person_id}) == {person_id: "Zoe"}
    await arenas[1].people.enter(ACCOUNT, servers[1], "Zoë")
    await told(arenas)
    for each in arenas:
        assert await each.people.names(servers[1], {person_id}) == {person_id: "Zoë"}


async def test_a_block_holds_everywhere(arenas: list[Arena], servers: list[int]) -> None:
    await arenas[0].blocks.add(ANN.person_id, BOB.person_id)
    for arena, guild_id in zip(arenas, servers, strict=True):
        table = await arena.tables.open(guild_id, CHANNEL, ANN, "tally", "2", where="here")
        with pytest.raises(HostingError, match="can't join this table"):
            await arena.tables.join(table.id, BOB)


Look = Callable[[Arena, int, int], Awaitable[object]]

LOOKS: dict[str, tuple[str, Look, object]] = {
    "person": ("find", lambda arena, _person_id, _guild_id: arena.people.find(ACCOUNT), None),
    "account": ("accounts", lambda arena, person_id, _guild_id: arena.people.accounts({person_id}), {}),
    "name": ("names", lambda arena, person_id, guild_id: arena.people.names(guild_id, {person_id}), {}),
    "settings": (
        "settings_of_player",
        lambda arena, person_id, _guild_id: arena.settings.player(person_id),
        PlayerSettings(),
    ),
}
"""What reads what of the store, and what it finds of a deleted person."""


@pytest.mark.parametrize("what", LOOKS)
async def test_what_was_read_before_a_deletion_is_not_remembered_after_it(
    arenas: list[Arena], servers: list[int], monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    name, look, nothing = LOOKS[what]
    person_id = (await arenas[1].people.enter(ACCOUNT, servers[1], "Zoe")).person_id
    await arenas[1].settings.change_player(person_id, lambda it: replace(it, digest_hour=8))
    await told(arenas)
    read, go_on, original = asyncio.Event(), asyncio.Event(), getattr(stored, name)

    async def slow(*given: Any) -> Any:
        found = await original(*given)
        read.set()
        await go_on.wait()
        return found

    with monkeypatch.context() as patch:
        patch.setattr(stored, name, slow)
        slowly = asyncio.ensure_future(look(arenas[2], person_id, servers[1]))
        await read.wait()
    await arenas[0].deletions.delete(person_id)
    await told(arenas[:2])
    await heard(arenas[2])
    go_on.set()
    await slowly
    assert await look(arenas[2], person_id, servers[1]) == nothing


async def test_a_server_that_was_left_for_long_is_forgotten_everywhere(
    arenas: list[Arena], servers: list[int], clock: ManualClock
) -> None:
    """With the people who are known from there alone."""
    person_id = (await arenas[1].people.enter(ACCOUNT, servers[1], "Zoe")).person_id
    await arenas[1].settings.change_server(servers[1], lambda it: replace(it, language="fr"))
    await told(arenas)
    for each in arenas:
        assert await each.people.names(servers[1], {person_id}) == {person_id: "Zoe"}
        assert await each.people.find(ACCOUNT) == person_id
        assert (await each.settings.server(servers[1])).language == "fr"
    await arenas[1].retention.left(servers[1])
    await clock.advance(31 * DAY_S)
    await arenas[1].retention.remove_expired((), arenas[1].core.share.has)
    await told(arenas)
    for each in arenas:
        assert await each.people.names(servers[1], {person_id}) == {}
        assert await each.people.find(ACCOUNT) is None
        assert (await each.settings.server(servers[1])).language is None


async def test_a_language_that_is_read_late_does_not_replace_a_newer_one(
    arenas: list[Arena], monkeypatch: pytest.MonkeyPatch
) -> None:
    read, go_on, original = asyncio.Event(), asyncio.Event(), stored.player_languages

    async def slow(*given: Any) -> Any:
        found = await original(*given)
        monkeypatch.setattr(stored, "player_languages", original)
        read.set()
        await go_on.wait()
        return found

    monkeypatch.setattr(stored, "player_languages", slow)
    await arenas[0].settings.change_player(ANN.person_id, lambda it: replace(it, language="fr"))
    await read.wait()
    await arenas[0].settings.change_player(ANN.person_id, lambda it: replace(it, language="de"))
    for each in arenas:
        await heard(each)
        await each.settings.read_languages({BOB.person_id})
    go_on.set()
    await told(arenas)
    assert [each.settings.languages.get(ANN.person_id) for each in arenas] == ["de"] * COUNT


async def test_what_others_changed_is_read_though_a_connection_has_died(
    arenas: list[Arena], servers: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the session hasn't, nothing else would have it read again."""
    person_id = (await arenas[0].people.enter(ACCOUNT, servers[0], "Zoe")).person_id
    read, dead = stored.player_languages, [True, True]

    async def dying(connection: AsyncConnection, *given: Any) -> Any:
        if dead:
            dead.pop()
            await end_sessions(arenas[2].db, f"pid = {await backend(connection)}")
        return await read(connection, *given)

    monkeypatch.setattr(stored, "player_languages", dying)
    await arenas[0].settings.change_player(person_id, lambda it: replace(it, language="fr"))
    await told(arenas)
    assert not dead
    assert [each.settings.languages.get(person_id) for each in arenas] == ["fr"] * COUNT


async def test_who_is_deleted_while_another_process_removes_their_server_is_deleted_once(
    arenas: list[Arena], servers: list[int], clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither waits for what the other one has."""
    person_id = (await arenas[1].people.enter(ACCOUNT, servers[1], "Zoe")).person_id
    await arenas[1].retention.left(servers[1])
    await clock.advance(31 * DAY_S)
    begun, go_on, original = asyncio.Event(), asyncio.Event(), deletion.forget_unknown

    async def slow(connection: AsyncConnection, *given: Any) -> int:
        begun.set()
        await go_on.wait()
        return await original(connection, *given)

    monkeypatch.setattr(deletion, "forget_unknown", slow)
    removing = asyncio.ensure_future(arenas[1].retention.remove_expired((), arenas[1].core.share.has))
    await begun.wait()
    deleting = asyncio.ensure_future(arenas[0].deletions.delete(person_id))
    await done_or_waits(deleting, arenas[2])
    go_on.set()
    await removing
    with pytest.raises(HostingError) as refused:
        await deleting
    assert refused.value.code == "nothing-held"


# Who leaves for good.


async def in_each_server(arenas: list[Arena], servers: list[int], *players: Person) -> list[int]:
    """Have these people play a match in each server."""
    return [
        (await begin(each, *players, channel=CHANNEL + number, guild_id=servers[number])).id
        for number, each in enumerate(arenas)
    ]


async def test_a_deleted_person_has_no_name_in_any_process(arenas: list[Arena], servers: list[int]) -> None:
    me = await arenas[0].people.enter(ACCOUNT, servers[0], "Zoe")
    for arena, guild_id in zip(arenas, servers, strict=True):
        await arena.people.enter(ACCOUNT, guild_id, "Zoe")
    await arenas[0].settings.change_player(me.person_id, lambda it: replace(it, language="de"))
    numbers = await in_each_server(arenas, servers, me, BOB)
    await told(arenas)
    for each in arenas:
        assert (await each.matches.get(numbers[2])).names == ("Zoe", BOB.name)
        assert await each.people.names(servers[2], {me.person_id}) == {me.person_id: "Zoe"}
    async with arenas[2].matches.changing(numbers[2]) as (match, carry_out):
        await arenas[1].deletions.delete(me.person_id, resigning=numbers)
        await heard(arenas[2])
        # What was begun before has the old name, and is not remembered with it.
        await carry_out(events.forfeit(match, 2, BOB.person_id, arenas[2].clock.now()))
    await told(arenas)
    for each in arenas:
        assert await each.people.find(ACCOUNT) is None
        assert await each.people.accounts({me.person_id}) == {}
        assert each.settings.languages.get(me.person_id) is None
        for guild_id, number in zip(servers, numbers, strict=True):
            assert await each.people.names(guild_id, {me.person_id}) == {}
            assert (await each.matches.get(number)).names == (GONE, BOB.name)
    lists = [read_deletions(each.deletions.listed) for each in arenas]
    assert len(lists[0]) == 1
    assert lists == [lists[0]] * COUNT


async def done_or_waits(task: asyncio.Task[Any], arena: Arena) -> None:
    """Wait until something is done, or waits for a row that another process has locked."""
    waits = "wait_event_type = 'Lock' AND datname = current_database()"  # other tests use the same server
    waiting = text(f"SELECT 1 FROM pg_stat_activity WHERE {waits}")  # noqa: S608 - from above
    while not task.done():
        async with arena.db.read() as connection:
            if (await connection.execute(waiting)).first() is not None:
                return


@pytest.mark.parametrize("first", ["names", "deletes"])
async def test_a_person_who_is_deleted_while_another_process_names_them_has_no_name(
    arenas: list[Arena], servers: list[int], monkeypatch: pytest.MonkeyPatch, first: str
) -> None:
    person_id = (await arenas[1].people.enter(ACCOUNT, servers[1], "Zoe")).person_id
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def slow(*given: Any) -> Any:
        begun.set()
        await go_on.wait()
        return await original(*given)

    name = {"names": "remember", "deletes": "forget"}[first]
    original = getattr(stored, name)
    monkeypatch.setattr(stored, name, slow)
    acts = [arenas[2].people.enter(ACCOUNT, servers[2], "Zoe"), arenas[0].deletions.delete(person_id)]
    tasks = [asyncio.ensure_future(acts.pop(first == "deletes"))]
    await begun.wait()
    tasks.append(asyncio.ensure_future(acts.pop()))
    await done_or_waits(tasks[1], arenas[1])
    go_on.set()
    await asyncio.gather(*tasks)
    await told(arenas)
    async with arenas[0].db.read() as connection:
        named = (await connection.execute(select(member_names.c.person_id, member_names.c.name))).all()
        accounts = {row.id: row.account for row in await connection.execute(select(people))}
    assert accounts[person_id] is None
    assert {each.name for each in named if accounts[each.person_id] is None} <= {each.name for each in PEOPLE}
    # An account that comes back after the deletion is a new person.
    assert (ACCOUNT in accounts.values()) == (first == "deletes")


async def test_of_two_deletions_of_a_person_in_two_processes_one_is_told_that_nothing_is_held(
    arenas: list[Arena], servers: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    person_id = (await arenas[1].people.enter(ACCOUNT, servers[1], "Zoe")).person_id
    begun, go_on, original = asyncio.Event(), asyncio.Event(), stored.forget

    async def slow(*given: Any) -> None:
        if not begun.is_set():
            begun.set()
            await go_on.wait()
        await original(*given)

    monkeypatch.setattr(stored, "forget", slow)
    one = asyncio.ensure_future(arenas[0].deletions.delete(person_id))
    await begun.wait()
    other = asyncio.ensure_future(arenas[1].deletions.delete(person_id))
    await done_or_waits(other, arenas[2])
    go_on.set()
    await one
    with pytest.raises(HostingError) as refused:
        await other
    assert refused.value.code == "nothing-held"


async def test_a_deleted_person_leaves_the_matches_and_tables_of_all(
    cluster: Cluster, arenas: list[Arena], servers: list[int]
) -> None:
    numbers = await in_each_server(arenas, servers, ANN, BOB)
    tables = [
        await arena.tables.open(guild_id, CHANNEL, ANN, "tally", "2", where="here")
        for arena, guild_id in zip(arenas, servers, strict=True)
    ]
    await arenas[1].deletions.delete(ANN.person_id, resigning=numbers)
    await cluster.idle()
    for arena, number, table in zip(arenas, numbers, tables, strict=True):
        match = await arena.matches.get(number)
        assert match.over
        assert [event.kind for event in match.events] == ["forfeit"]
        assert (await arena.tables.get(table.id)).status == "cancelled"


@pytest.mark.parametrize("victim", range(COUNT))
async def test_a_process_killed_during_a_deletion_leaves_nothing_undone_or_done_twice(
    cluster: Cluster, arenas: list[Arena], servers: list[int], clock: ManualClock, victim: int
) -> None:
    numbers = await in_each_server(arenas, servers, ANN, BOB)
    arenas[victim].schedule.hold(arenas[victim].core.share, FAREWELL, RELEASE)
    await arenas[1].deletions.delete(ANN.person_id, resigning=numbers)
    others = [each for each in arenas if each is not arenas[victim]]
    for each in others:
        await heard(each)
        await each.idle()
    await kill(arenas[victim])
    arenas[victim] = await cluster.open()
    await cluster.idle()
    await clock.advance(ONCE_MORE.total_seconds())
    await cluster.idle()
    for arena, number in zip(arenas, numbers, strict=True):
        match = await arena.matches.get(number)
        assert [event.kind for event in match.events] == ["forfeit"]
        assert match.names == (GONE, BOB.name)
    async with arenas[0].db.read() as connection:
        found = select(deadlines.c.key).where(deadlines.c.kind.in_((FAREWELL, RELEASE)))
        assert (await connection.execute(found)).all() == []


async def test_a_vacation_is_announced_once_in_the_servers_of_all(
    cluster: Cluster, arenas: list[Arena], servers: list[int]
) -> None:
    numbers = await in_each_server(arenas, servers, ANN, BOB)
    vacation = await arenas[1].vacations.announce(ANN.person_id, date(2026, 1, 2), date(2026, 1, 6))
    await cluster.idle()
    for arena, number in zip(arenas, numbers, strict=True):
        assert (await codes(arena, await arena.matches.get(number))).count("away") == 1
    await arenas[2].vacations.cancel(vacation.id, ANN.person_id)
    await cluster.idle()
    for arena, number in zip(arenas, numbers, strict=True):
        match = await arena.matches.get(number)
        assert (await codes(arena, match)).count("away") == 2
        assert match.clock is not None
        assert match.clock.seat(1).calendar.away == ()


@pytest.mark.parametrize("what", ["announced", "cancelled"])
async def test_a_vacation_that_is_announced_or_cancelled_in_two_processes_at_once_is_so_once(
    arenas: list[Arena], monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    begun, go_on = asyncio.Event(), asyncio.Event()
    vacations = [each.vacations for each in arenas]
    first, last = date(2026, 1, 2), date(2026, 1, 6)
    number = 0 if what == "announced" else (await vacations[0].announce(ANN.person_id, first, last)).id
    name = {"announced": "add_vacation", "cancelled": "remove_vacation"}[what]
    original = getattr(stored, name)

    async def slow(*given: Any) -> Any:
        if not begun.is_set():
            begun.set()
            await go_on.wait()
        return await original(*given)

    def change(whose: Vacations) -> Awaitable[Any]:
        if what == "announced":
            return whose.announce(ANN.person_id, first, last)
        return whose.cancel(number, ANN.person_id)

    monkeypatch.setattr(stored, name, slow)
    one = asyncio.ensure_future(change(vacations[1]))
    await begun.wait()
    other = asyncio.ensure_future(change(vacations[2]))
    await done_or_waits(other, arenas[0])
    go_on.set()
    await one
    with pytest.raises(HostingError) as refused:
        await other
    assert refused.value.code == {"announced": "vacation-twice", "cancelled": "no-such-vacation"}[what]


async def test_a_digest_is_posted_once_by_the_process_of_a_server(
    cluster: Cluster, arenas: list[Arena], servers: list[int], posters: list[NotingPoster], clock: ManualClock
) -> None:
    person_id = (await begin(arenas[2], guild_id=servers[2])).to_act[0]
    await arenas[1].settings.change_player(person_id, lambda it: replace(it, digest_hour=8))
    due = await arenas[1].digests.arrange(person_id)
    await cluster.idle()
    assert due is not None
    await clock.advance((due - clock.now()).total_seconds())
    await cluster.idle()
    sent = [[post.channel_id for post in each.posts if post.payload.get("digest")] for each in posters]
    assert sent == [[], [], [person_id]]


# What is pressed in direct messages.


async def test_what_is_handed_on_is_taken_by_one_process_once(arenas: list[Arena], servers: list[int]) -> None:
    heard_of: list[set[int]] = []
    arenas[2].db.hear(HANDED, heard_of.append)
    await arenas[0].relay.give(7, servers[2], {"token": "secret"})
    await told(arenas)
    assert heard_of == [{servers[2]}]
    assert await arenas[1].relay.take([servers[1]]) == []
    taken = await asyncio.gather(*(each.relay.take([servers[2]]) for each in arenas))
    assert sorted(taken, key=len) == [[], [], [{"token": "secret"}]]
    assert not await arenas[0].relay.take_back(7)


async def test_what_was_handed_on_and_not_taken_is_gone_when_discord_takes_no_answer(
    cluster: Cluster, arenas: list[Arena], servers: list[int], clock: ManualClock
) -> None:
    """Where the process that would have taken it back has died."""
    await arenas[0].relay.give(7, servers[2], {"token": "secret"})
    await cluster.idle()
    await clock.advance(LASTING.total_seconds())
    await cluster.idle()
    async with arenas[2].db.read() as connection:
        assert (await connection.execute(select(handed))).all() == []


async def test_what_was_handed_on_and_not_taken_at_once_is_not_done_later(
    arenas: list[Arena], servers: list[int], clock: ManualClock
) -> None:
    """With what is handed on next, when the player may want something else."""
    await arenas[0].relay.give(7, servers[2], {"turn": "1/2"})
    await clock.advance(PROMPT.total_seconds() + 1)
    await arenas[0].relay.give(8, servers[2], {"turn": "1/3"})
    assert await arenas[2].relay.take([servers[2]]) == [{"turn": "1/3"}]
    async with arenas[2].db.read() as connection:
        assert (await connection.execute(select(handed))).all() == []


# What is not heard, as the session has ended.


async def test_what_was_missed_is_read_again(arenas: list[Arena], servers: list[int]) -> None:
    first, second, _ = arenas
    person_id = (await second.people.enter(ACCOUNT, servers[1], "Zoe")).person_id
    match = await begin(second, Person(person_id, "Zoe"), BOB, guild_id=servers[1])
    await second.matches.forfeit(match.id, BOB.person_id)
    await second.settings.change_player(BOB.person_id, lambda it: replace(it, language="de"))
    await told(arenas)
    assert await second.people.find(ACCOUNT) == person_id
    renewed = asyncio.Event()
    second.db.when_reconnected(renewed.set)
    second.db._hear = {}  # nothing is heard
    await first.settings.change_player(BOB.person_id, lambda it: replace(it, language="fr"))
    await first.deletions.delete(person_id)
    await heard(second)
    await second.idle()
    assert (await second.people.find(ACCOUNT), second.settings.languages.get(BOB.person_id)) == (person_id, "de")
    await end_sessions(first.db, f"application_name = '{second.db._lock._name}'")  # type: ignore[union-attr]
    await asyncio.wait_for(renewed.wait(), 180)
    await second.idle()
    assert (await second.people.find(ACCOUNT), second.settings.languages.get(BOB.person_id)) == (None, "fr")
    assert (await second.matches.get(match.id)).names == (GONE, BOB.name)
