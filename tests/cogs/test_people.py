"""Persons on Discord: who only looks stays a stranger, a name is the server's, and nobody calls who is gone."""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import discord
import pytest
import simcord
from pydantic import ValidationError
from sqlalchemy import func, select

from cogs.core.bot import ArenaBot, periods_of
from cogs.core.errors import cause_of
from cogs.people.cog import LATER, PAGES, SOON, Departures, operator, pages, retention_texts, topics_of
from hosting import outbox
from hosting.match.model import GONE, NoSuchMatch
from hosting.retention import EVERY, RETENTION, Periods
from hosting.rights import Copy, Exports, readme
from locales import languages, translator
from settings import Settings
from store import schema
from store.privacy import purge
from store.privacy.purge import NOTES
from store.tables import people
from store.tables.deadlines import DEADLINES, Owner
from store.tables.people import GONE as NAMES_GONE
from tests.catalogues import foreign_words
from tests.cogs.conftest import World, private, take
from tests.cogs.core.test_tree import DIRECT
from tests.cogs.lobby.test_lobby import announced, seek
from tests.cogs.lobby.test_opening import end, offered
from tests.cogs.playing import labels, latest, message_of, more, play, posts, turn_message
from tests.cogs.seeing import strays
from tests.cogs.test_channels import invite, throw_out
from tests.hosting.leaving import traces


async def known(world: World) -> int:
    async with world.bot.arena.db.read() as connection:
        return int((await connection.execute(select(func.count()).select_from(schema.people))).scalar_one())


async def forget(world: World, name: str) -> None:
    """Have a player's account and names deleted, as if nothing else were held about them."""
    async with world.bot.arena.db.write() as connection:
        await people.forget(connection, world.person(name), world.bot.clock.now())
    world.bot.arena.people.forget()
    world.bot.arena.matches.renamed(world.person(name))


async def test_who_only_looks_is_not_kept_and_who_chooses_something_is(world: World) -> None:
    await world.begin()
    zoe, before = world.guild.add_member(world.env.create_user("zoe")), await known(world)
    for command in (
        "board",
        "matches",
        "match record",
        "match clock",
        "move",
        "settings server",
        "settings vacation",
        "doctor",
    ):
        await zoe.slash(world.channel, command)
    await zoe.click(await more(zoe, turn_message(world)), label="Board")
    await zoe.click(turn_message(world), label="Play")
    assert await known(world) == before
    assert await world.bot.arena.people.find(zoe.id) is None

    await zoe.slash(world.channel, "settings mine", boards="text")
    assert await known(world) == before + 1
    number = await world.bot.arena.people.find(zoe.id)
    assert number is not None
    assert (await world.bot.arena.settings.player(number)).text_boards
    assert await world.bot.arena.people.names(world.guild.id, {number}) == {number: "zoe"}
    yara = world.guild.add_member(world.env.create_user("yara"))
    await yara.slash(world.channel, "settings vacation", first="2026-08-01")
    number = await world.bot.arena.people.find(yara.id)
    assert number is not None
    assert len(await world.bot.arena.vacations.of_person(number)) == 1
    assert await strays(world) == []


async def test_a_new_name_is_shown_from_the_next_time_on_that_its_player_sits_down(world: World) -> None:
    await world.begin()
    world.env.backend.edit_member(world.guild.id, world.bob.id, {"nick": "Robert"})
    await play(world, "E/2C6/D8-")
    assert (await latest(world)).names == ("ann", "bob")
    await world.open_table(world.bob, world.guild.create_text_channel("other"), "replicants", where="here")
    assert (await latest(world)).names == ("ann", "Robert")
    assert (
        "Robert"
        in (await message_of(await world.ann.slash(world.channel, "match record")).attachments[0].read()).decode()
    )


async def test_who_was_deleted_is_named_nowhere_and_called_by_nothing(world: World) -> None:
    match = await world.begin()
    await play(world, "E/2C6/D8-")
    await forget(world, "bob")
    await world.restart()
    assert (await latest(world)).names == ("ann", GONE)
    posted = len(posts(world))
    await world.ann.slash(world.channel, "undo")
    request = posts(world, "Agree")[-1]
    assert "Waiting for: deleted player" in request.content
    assert world.pings(request) == []
    assert len(posts(world)) == posted + 1
    listed = private(await world.ann.slash(world.channel, "matches"))
    assert "Waiting for deleted player" in listed
    assert "bob" not in listed
    record = message_of(await world.ann.slash(world.channel, "match record"))
    text = (await record.attachments[0].read()).decode()
    assert "deleted player" in text
    assert "bob" not in text
    await world.bot.arena.matches.forfeit(match.id, world.person("bob"))
    await world.settle()
    ended = posts(world, "Rematch")[-1]
    assert rf"1\. <@{world.ann.id}>" in ended.content
    assert r"2\. deleted player" in ended.content
    assert world.pings(ended) == [world.ann.id]
    assert await world.bot.arena.people.find(world.bob.id) is None


async def test_a_bot_is_no_player_whose_matches_can_be_followed(world: World) -> None:
    robot = world.guild.add_member(world.env.create_user("robot", bot=True))
    before = await known(world)
    world.promote(world.eve)
    assert "is a bot and doesn't play" in private(await world.eve.slash(world.channel, "watch player", player=robot))
    assert await known(world) == before


# `/data request:copy`: in private, in servers and in direct messages, and again where it did not arrive.


async def names(reply: simcord.InteractionResult) -> list[str]:
    """Return the names of the files in the ZIP that was sent."""
    (file,) = message_of(reply).attachments
    assert file.filename == "arena-data-1.zip"
    with zipfile.ZipFile(io.BytesIO(await file.read())) as archive:
        return archive.namelist()


@pytest.mark.parametrize("direct", [False, True], ids=["server", "direct message"])
async def test_players_get_a_copy_once_a_day(world: World, direct: bool) -> None:
    match = await world.begin()

    async def ask() -> simcord.InteractionResult:
        return await (
            world.ann.user.slash("data", request="copy")
            if direct
            else world.ann.slash(world.channel, "data", request="copy")
        )

    reply = await ask()
    assert "README.txt explains each file" in private(reply)
    assert f"records/replicants-{match.id}.txt" in await names(reply)
    assert "less than a day ago" in private(await ask())


@pytest.mark.parametrize("language", languages()[1:])
async def test_a_copy_explains_its_files_in_the_language_of_who_asked(world: World, language: str) -> None:
    await world.begin()
    await world.ann.slash(world.channel, "settings language", mine=language)
    reply = await world.ann.slash(world.channel, "data", request="copy")
    with zipfile.ZipFile(io.BytesIO(await message_of(reply).attachments[0].read())) as archive:
        explained = archive.read("README.txt").decode()
    assert foreign_words(re.sub(r"^\S+$", "", explained, flags=re.MULTILINE), language) == []
    assert explained == readme(translator(language))


async def test_strangers_are_told_that_nothing_is_held(world: World) -> None:
    assert "I don't store anything about you" in private(
        await world.organiser().slash(world.channel, "data", request="copy")
    )


async def test_parts_come_one_after_the_other(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def make(_self: Exports, *_: object) -> Copy:
        return Copy((b"one", b"two"), (7,))

    monkeypatch.setattr(Exports, "make", make)
    reply = await world.ann.slash(world.channel, "data", request="copy")
    sent = [*([reply.response] if reply.response else []), *reply.followups]
    assert all(each.ephemeral for each in sent)
    assert [each.message.attachments[0].filename for each in sent] == ["arena-data-1.zip", "arena-data-2.zip"]
    assert "can't read: 7" in sent[0].content
    assert sent[1].content == "Part 2 of 2."


async def test_a_copy_that_did_not_arrive_can_be_asked_for_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.begin()

    async def fails(*_: object, **__: object) -> None:
        raise ConnectionResetError

    with monkeypatch.context() as patch:
        patch.setattr(discord.Webhook, "send", fails)
        await world.ann.slash(world.channel, "data", request="copy")
        world.foreseen.append(cause_of(world.env.errors[-1]))
    assert "README.txt" in private(await world.ann.slash(world.channel, "data", request="copy"))


# `/data`: said in private, in servers and in direct messages, by a bot whose operator is named or not.


_PAGE = Path(__file__).parents[2] / "PRIVACY.md"
_ROW = re.compile(r"^\| .* \| (\d+) days?.* \| `(\w+)` \|$", re.MULTILINE)


@pytest.mark.parametrize("direct", [False, True], ids=["server", "direct message"])
async def test_it_says_what_is_kept_in_topics_and_has_the_pages_in_full(world: World, direct: bool) -> None:
    reply = await (world.eve.user.slash("data") if direct else world.eve.slash(world.channel, "data"))
    text, shown = private(reply), message_of(reply)
    assert text.startswith("**I store what I need to host your matches, and nothing else.**")
    assert "`/data request:copy`" in text
    assert "`/data request:deletion`" in text
    assert "ask the people who added me" in text
    assert shown.attachments == []
    for topic in topics_of(world.bot.settings)[1:]:
        await (world.eve.user if direct else world.eve).select(shown, [topic.key])
        page = world.message(shown.channel_id, shown.id)
        assert page.content.startswith(f"**{topic.title}**\n")
        attached = [f"{name}.md" for name in PAGES] if topic.key == "pages" else []
        assert [each.filename for each in page.attachments] == attached


def test_an_installation_without_the_pages_has_none(tmp_path: Path) -> None:
    assert pages(tmp_path, "de") == []


def test_the_pages_are_in_the_readers_language_where_they_are(tmp_path: Path) -> None:
    for name in ("PRIVACY.md", "PRIVACY.de.md", "TERMS.md"):
        (tmp_path / name).write_text(name, encoding="utf-8")
    assert [each.filename for each in pages(tmp_path, "de")] == ["PRIVACY.de.md", "TERMS.md"]
    assert [each.filename for each in pages(tmp_path, "sv-SE")] == ["PRIVACY.md", "TERMS.md"]
    assert [each.filename for each in pages(_PAGE.parent, "fr")] == ["PRIVACY.fr.md", "TERMS.fr.md"]


async def test_no_other_command_exists_in_direct_messages(world: World) -> None:
    assert {each.split()[0] for each in world.eve.user.available_commands()} == DIRECT


async def test_a_direct_message_is_no_sign_of_a_player_in_any_server(world: World) -> None:
    await world.eve.user.slash("data")
    # A listener that failed would have logged it.
    assert [each.message for each in world.logged.records if each.levelname == "ERROR"] == []


def test_the_page_says_how_long_things_are_kept() -> None:
    page = _PAGE.read_text(encoding="utf-8")
    said = {name: int(days) for days, name in _ROW.findall(page)}
    assert said == {
        name.upper(): field.default for name, field in Settings.model_fields.items() if name.startswith("keep_")
    }
    assert periods_of(Settings()) == Periods()
    assert f"| {outbox.KEPT.days} days after the match has ended |" in page


def test_the_answer_says_it_as_the_operator_set_it() -> None:
    kept = Settings(keep_removed_servers=11, keep_silence_logs=12, keep_imports=13, keep_closed_tables=14)
    assert re.findall(r"(\d+) days", " ".join(map(str, retention_texts(kept)))) == ["11", "12", "13", "14"]
    shortest = Settings(keep_removed_servers=1, keep_silence_logs=1, keep_imports=1, keep_closed_tables=1)
    assert re.findall(r"\b1 (days?)", " ".join(map(str, retention_texts(shortest)))) == ["day"] * 4


@pytest.mark.parametrize(
    ("every", "keep", "said"),
    [
        ("off", 7, None),
        ("daily", 7, "7 days"),
        ("hourly", 7, "1 day"),
        ("hourly", 36, "2 days"),
        ("weekly", 2, "14 days"),
    ],
)
def test_backups_are_told_of_where_the_bot_makes_any(every: str, keep: int, said: str | None) -> None:
    lines = [str(line) for line in retention_texts(Settings.model_validate({"backup": every, "backup_keep": keep}))]
    found = [line for line in lines if "**Backups of all of this:**" in line]
    assert [f" {said}. " in line for line in found] == ([] if said is None else [True])


@pytest.mark.parametrize("wanted", [False, True])
def test_ratings_of_all_servers_are_told_of_where_there_are_any(wanted: bool) -> None:
    told = [str(line) for topic in topics_of(Settings(ratings_of_all_servers=wanted)) for line in topic.lines]
    assert any("all_servers:" in line for line in told) is wanted
    assert any("for good, as numbers without names" in line for line in told) is wanted


def test_nothing_is_kept_for_no_time() -> None:
    with pytest.raises(ValidationError):
        Settings(keep_imports=0)


@pytest.mark.parametrize(
    ("name", "contact", "said"),
    [
        ("Ann", "ann@example.org", "**Responsible for this bot:** Ann, ann@example.org"),
        ("Ann", "", "**Responsible for this bot:** Ann"),
        ("", "ann@example.org", "**Responsible for this bot:** ann@example.org"),
        ("", "", "**Responsible for this bot:** not set. Please ask the people who added me to your server."),
    ],
)
def test_who_answers_for_the_bot_is_the_operators_setting(name: str, contact: str, said: str) -> None:
    assert str(operator(Settings(operator_name=name, operator_contact=contact))) == said


# `/data request:deletion` on a simulated Discord: what is asked before, and what others see after.


NAME = "zyxwvutnameless"
EVERYTHING, RESIGN, KEEP = "Delete everything", "Resign the match and delete everything", "Keep it"


async def ask(world: World, name: str, *, direct: bool = False) -> simcord.InteractionResult:
    person = world.people[name]
    return await (
        person.user.slash("data", request="deletion")
        if direct
        else person.slash(world.channel, "data", request="deletion")
    )


async def delete(world: World, name: str, label: str = EVERYTHING, *, direct: bool = False) -> None:
    """Have a player ask for their deletion and confirm it."""
    message, person = message_of(await ask(world, name, direct=direct)), world.people[name]
    await (person.user if direct else person).click(message, label=label)
    await world.settle()
    assert "to you any" in message.content
    assert labels(message) == []


async def leaving_known(world: World, name: str) -> bool:
    return await world.bot.arena.people.find(world.people[name].id) == world.person(name)


async def test_nothing_goes_before_the_second_press(world: World) -> None:
    reply = await ask(world, "eve")
    told = private(reply)
    for words in (
        "What goes",
        "puzzles you solved",
        "What stays",
        "posted on Discord stays",
        "can't be undone",
        "/data request:copy",
    ):
        assert words in told
    assert labels(message_of(reply)) == [EVERYTHING, KEEP]
    await world.eve.click(message_of(reply), label=KEEP)
    assert message_of(reply).content == "Nothing was deleted."
    assert await leaving_known(world, "eve")


@pytest.mark.parametrize("direct", [False, True], ids=["server", "direct message"])
async def test_the_second_press_deletes_who_presses(world: World, direct: bool) -> None:
    await delete(world, "eve", direct=direct)
    assert not await leaving_known(world, "eve")
    assert "I don't store anything about you" in private(await ask(world, "eve", direct=direct))


async def test_it_is_the_presser_who_is_deleted_and_only_after_they_were_asked(world: World) -> None:
    """Another player's button, or one from before, deletes nobody: it asks."""
    reply = await ask(world, "eve")
    copied = await world.as_it_was(message_of(reply).message)
    await world.bob.click(copied, label=EVERYTHING)
    assert "Something has changed since I asked" in world.latest(copied).content
    assert await leaving_known(world, "bob")
    assert await leaving_known(world, "eve")


async def test_who_plays_resigns_by_a_button_of_its_own(world: World) -> None:
    early = message_of(await ask(world, "ann"))
    match = await world.begin()
    await world.ann.click(early, label=EVERYTHING)
    assert "Something has changed" in early.content
    assert f"**You're still in 1 match:** 1 <#{world.channel.id}>." in early.content
    assert labels(early) == [RESIGN, KEEP]
    assert not (await world.bot.arena.matches.get(match.id)).over

    await world.ann.click(early, label=RESIGN)
    await world.settle()
    match = await world.bot.arena.matches.get(match.id)
    assert match.over
    board = private(await world.bob.slash(world.channel, "board", match=match.id, look="text"))
    assert "deleted player" in board
    assert "ann" not in board
    result = world.own(world.channel)[-1]
    assert "deleted player" in result.content
    assert str(world.ann.id) not in result.content
    profile = private(await world.bob.slash(world.channel, "profile"))
    assert "ann" not in profile


async def test_two_who_meet_are_numbered(world: World) -> None:
    match = await world.begin()
    await delete(world, "ann", RESIGN)
    await delete(world, "bob")
    board = private(await world.eve.slash(world.channel, "board", match=match.id, look="text"))
    assert "#1 deleted player" in board
    assert "#2 deleted player" in board
    record = await world.bot.arena.matches.record(match.id, None)
    assert "ann" not in record
    assert "bob" not in record


async def test_a_lobby_loses_the_name_and_passes_to_the_next(world: World) -> None:
    message = await world.lobby(players=3, opponent=world.cleo)
    await world.press("bob", message, "Join")
    await delete(world, "ann")
    shown = world.latest(message)
    assert str(world.ann.id) not in shown.content
    assert f"<@{world.bob.id}> (host)" in shown.content
    assert f"<@{world.cleo.id}> is invited" in shown.content
    await delete(world, "cleo")
    assert str(world.cleo.id) not in world.latest(message).content
    # Its controls are those of the table as it is: a press works.
    await world.press("dan", message, "Join")
    await delete(world, "dan")
    await world.press("eve", message, "Join")
    assert f"<@{world.eve.id}>" in world.latest(message).content
    await delete(world, "bob")
    await delete(world, "eve")
    assert "This table was cancelled" in world.latest(message).content
    assert (await world.table()).status == "cancelled"


async def test_a_lobby_that_cannot_be_edited_stays_and_the_person_goes(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    message = await world.lobby()
    take(world, "send_messages", "view_channel", "read_message_history")
    with caplog.at_level("INFO"):
        await delete(world, "ann", direct=True)
    assert "could not update the message of table" in caplog.text
    assert str(world.ann.id) not in caplog.text
    assert (await world.table()).status == "cancelled"
    assert str(world.ann.id) in world.latest(message).content


async def test_what_was_announced_loses_the_name(world: World) -> None:
    await seek(world, "ann", can_decline=True)
    await seek(world, "bob")
    (message,) = announced(world)
    assert str(world.ann.id) in message.content
    await delete(world, "ann")
    (message,) = announced(world)
    assert str(world.ann.id) not in message.content
    assert "this match won't start" in message.content
    assert not message.components
    await world.env.advance_time(1200)
    await world.settle()
    assert await world.bot.arena.matches.in_guild(world.guild.id) == []
    # The other offer still stands.
    await seek(world, "cleo")
    assert len(await world.bot.arena.matches.in_guild(world.guild.id)) == 1


async def test_an_offer_of_a_rematch_is_declined(world: World) -> None:
    match = await world.begin()
    result = await end(world, match)
    await world.press("bob", result, "Rematch")
    await delete(world, "ann")
    offer = offered(world, match)
    assert offer.content == "The rematch was declined."
    assert not offer.components
    assert "a player can't be asked" in private(await world.press("bob", result, "Rematch"))


async def test_who_leaves_a_silent_match_is_named_nowhere(world: World) -> None:
    await world.come(NAME)
    message = await world.lobby(players=4, mode="teams")
    for name in (NAME, "cleo", "dan"):
        await world.press(name, message, "Join")
    await world.press("ann", message, "Start")
    await world.settle()
    match = await world.play(await world.bot.arena.matches.get(1))
    assert match.names == ("ann", NAME, "cleo", "dan")
    await world.people[NAME].slash(world.channel, "seek create", game="replicants", mode="2")
    await world.people[NAME].slash(world.channel, "settings block", add=world.eve)
    await world.people[NAME].slash(world.channel, "data", request="copy")
    await world.settle()
    account = world.people[NAME].id
    folder = Path(str(world.bot.arena.db.address)).parent
    assert traces(folder, account, NAME) != []

    world.logged.clear()
    with world.logged.at_level("INFO"):
        await delete(world, NAME, RESIGN)
        # The hourly look at the channels goes by the accounts of players, one of whom has none any more.
        await world.env.advance_time(3700)
        await world.settle()
    match = await world.bot.arena.matches.get(1)
    assert match.over
    assert match.names == ("ann", NAMES_GONE, "cleo", "dan")
    for place in match.places:
        if place.shows_boards:
            assert "deleted player resigned" in "".join(
                each.content for each in world.own(world.place(place.channel_id))
            )
    assert await strays(world) == []
    assert traces(folder, account, NAME) == []
    assert str(account) not in world.logged.text
    assert NAME not in world.logged.text


async def test_who_comes_back_has_nothing_of_theirs(world: World) -> None:
    await delete(world, "ann")
    await world.lobby()
    found = await world.bot.arena.people.find(world.ann.id)
    assert found not in {None, world.person("ann")}


# Servers that the bot is removed from: what is theirs is removed after some days, never for an outage.


ROOT = Path(__file__).parents[2]
_KEY = re.compile(r'f"([a-z-]{2,}):\{')
NO_NOTES = {"team"}
"""What looks like the key of a note and is none: roles of places."""


async def counted(world: World) -> set[int]:
    """Return the servers whose days are counted."""
    async with world.bot.arena.db.read() as connection:
        return set(await purge.departures_of(connection))


def cog(world: World) -> Departures:
    found = world.bot.get_cog("Departures")
    assert isinstance(found, Departures)
    return found


async def test_a_removal_is_counted_and_an_invitation_back_ends_it(world: World) -> None:
    await world.begin()
    throw_out(world)
    await world.settle()
    assert await counted(world) == {world.guild.id}

    invite(world)
    await world.settle()
    assert await counted(world) == set()


async def test_an_outage_is_no_removal(world: World) -> None:
    world.env.backend.emit("GUILD_DELETE", {"id": str(world.guild.id), "unavailable": True})
    await world.settle()
    assert await counted(world) == set()
    # Nor is it one for a bot that starts meanwhile: the server is among those that Discord names.
    await world.begin()
    await cog(world).on_shard_ready(0)
    assert await counted(world) == set()


async def test_everything_of_the_server_goes_on_a_day_of_its_own(world: World) -> None:
    match = await world.begin()
    retention = world.bot.arena.retention
    retention.periods = replace(retention.periods, removed_servers=timedelta(hours=36))
    throw_out(world)
    await world.settle()

    await world.env.advance_time(timedelta(days=1, minutes=1).total_seconds())
    await world.settle()
    assert (await world.bot.arena.matches.get(match.id)).id == match.id

    await world.env.advance_time(timedelta(days=1, minutes=1).total_seconds())
    await world.settle()
    with pytest.raises(NoSuchMatch):
        await world.bot.arena.matches.get(match.id)
    assert await counted(world) == set()
    assert await world.bot.arena.schedule.due_at(RETENTION, "") is not None


async def test_a_removal_while_the_bot_was_away_is_found(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.begin()
    monkeypatch.setattr(ArenaBot, "guilds", property(lambda _: []))
    await cog(world).on_shard_ready(0)
    assert await counted(world) == {world.guild.id}
    monkeypatch.undo()
    await cog(world).on_shard_ready(0)
    assert await counted(world) == set()


async def test_nothing_is_removed_while_discord_has_not_said_where_the_bot_is(world: World) -> None:
    await world.begin()
    retention = world.bot.arena.retention
    retention.periods = replace(retention.periods, removed_servers=timedelta())
    await retention.left(world.guild.id)
    world.bot.arena.outages.lost()
    await cog(world).due("", None)
    assert await counted(world) == {world.guild.id}
    assert await retention_due(world) == world.clock.now() + SOON

    await world.bot.arena.outages.found()
    await cog(world).due("", None)
    assert await counted(world) == set()  # it is there after all
    assert await retention_due(world) == world.clock.now() + EVERY


async def retention_due(world: World) -> datetime | None:
    return await world.bot.arena.schedule.due_at(RETENTION, "")


async def test_nothing_of_a_shard_is_removed_that_is_away(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its servers may have invited the bot back; those of other shards are removed as usual."""
    retention, bot = world.bot.arena.retention, world.bot
    retention.periods = replace(retention.periods, removed_servers=timedelta())
    monkeypatch.setattr(bot, "shard_count", 2)
    await bot.arena.outages.start(reachable=True, shards=2)
    bot._ready_shards |= {0, 1}
    gone, unheard = 4 << 22, 5 << 22
    for guild_id in (gone, unheard):
        await retention.left(guild_id)
    bot.arena.outages.lost(1)
    await cog(world).due("", None)
    assert await counted(world) == {unheard}
    assert await retention_due(world) == world.clock.now() + LATER


async def test_it_is_known_what_each_appointment_belongs_to(world: World) -> None:
    assert world.bot.arena.schedule._handlers.keys() <= DEADLINES.keys()


def test_it_is_known_what_each_note_belongs_to() -> None:
    """Whatever is remembered under a key with a number in it."""
    found = set()
    for folder in ("cogs", "hosting"):
        for path in (ROOT / folder).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            if "remember" in text or "interruption_key" in text or "_key(" in text:
                found |= set(_KEY.findall(text))
    assert found - NO_NOTES <= NOTES.keys()
    assert {name for name, owner in NOTES.items() if owner is not Owner.NOTHING} <= found
