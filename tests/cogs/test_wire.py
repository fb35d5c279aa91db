"""What needs a wire: presses at the same moment, deferrals that stay public, nonces; and every request checked."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import discord
import pytest
import pytest_asyncio
from discord import app_commands

from bot import make_bot
from cogs.core.bot import ArenaBot
from cogs.core.errors import Refusal
from cogs.core.text import LABEL_LIMIT, cut
from cogs.delivery.cog import Poster
from engine.text import Translate, say
from hosting.league.validation import LONGEST_NAME
from hosting.lobby.model import ChannelBusy
from hosting.lobby.starter import Starter
from hosting.match.model import Place, Post
from hosting.retention import BACKUP
from locales.pseudo import Pseudo
from settings import Settings
from store.db.backups import Backups
from store.tables.values import Subject
from tests.catalogues import REAL, everything_in
from tests.cogs.conftest import World
from tests.cogs.league import playing as league
from tests.cogs.playing import Shown, controls, latest, message_of, refreshed
from tests.cogs.seeing import answers
from tests.cogs.test_direct import direct
from tests.cogs.test_pseudo import LONGEST, named
from tests.cogs.test_visibility import COMMANDS, FOR_ORGANISERS, _filled_in
from tests.volume import THOROUGH
from tests.wire.double import Channel, Double, Guild, Interaction, Message, perms
from tests.wire.double.users import User
from tests.wire.stage import arena_double


@dataclass
class Stage:
    """A server of the wire double with the bot connected to it, with the permissions that its invitation asks for."""

    double: Double
    bot: ArenaBot
    guild: Guild
    channel: Channel
    ann: User
    bob: User
    cleo: User

    async def lobby(self) -> Message:
        """Open a table for two and have Bob join it."""
        reply = await self.ann.slash(self.channel, "new replicants")
        await self.bob.press(reply.message, "Join")
        return reply.message

    async def start(self, user: User, message: Message) -> None:
        """Press Start and wait for the match and its first board."""
        await (await user.press(message, "Start")).until(lambda _: "has started" in message.content)
        await self.bot.arena.idle()

    def written(self) -> list[Message]:
        """Return what everybody can read in the channel."""
        return self.cleo.visible_messages(self.channel)


@pytest_asyncio.fixture
async def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    monkeypatch.chdir(tmp_path)
    double = arena_double()
    guild = double.add_guild("Arena")
    channel = guild.add_channel("general")
    ann, bob, cleo = (double.add_user(name, guild) for name in ("ann", "bob", "cleo"))
    bot = make_bot(Settings(database=tmp_path / "arena.db", discord_token=None, pace=0))
    async with double, double.connect(bot):
        yield Stage(double, bot, guild, channel, ann, bob, cleo)
        await bot.arena.idle()
    assert double.violations == []
    assert not double.unknown_routes


def secrets(replies: Iterable[Interaction]) -> list[str]:
    return [message.content for reply in replies for message in reply.messages if message.ephemeral]


async def one_is_told(replies: Iterable[Interaction]) -> None:
    """Wait until one of several people has got a private answer."""
    waiting = [asyncio.ensure_future(reply.until(lambda it: secrets([it]))) for reply in replies]
    await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    for each in waiting:
        each.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)


async def test_backups_and_the_list_of_deletions_are_where_the_operator_says(tmp_path: Path) -> None:
    double = arena_double()
    settings = Settings(
        database=tmp_path / "arena.db",
        discord_token=None,
        deletions=tmp_path / "lists" / "people",
        backup="hourly",
        backup_keep=3,
        backup_folder=tmp_path / "copies",
    )
    bot = make_bot(settings)
    async with double, double.connect(bot):
        assert bot.arena.deletions.listed == tmp_path / "lists" / "people"
        assert bot.arena.backups.backups == Backups(tmp_path / "copies", 3, timedelta(hours=1))
        assert await bot.arena.schedule.due_at(BACKUP, "") is not None


async def test_two_starts_at_once_make_one_match(stage: Stage) -> None:
    message = await stage.lobby()

    replies = await asyncio.gather(stage.ann.press(message, "Start"), stage.bob.press(message, "Start"))
    await one_is_told(replies)
    await stage.bot.arena.idle()

    assert len(await stage.bot.arena.matches.in_guild(stage.guild.id)) == 1
    assert [channel.id for channel in stage.guild.channels.values() if channel.is_thread] == [message.id]
    assert ["has started" in text for text in secrets(replies)] == [True]


async def test_a_thread_that_may_not_be_deleted_is_put_away_and_used_later(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    message = await stage.lobby()
    for role in stage.guild.roles.values():
        role.permissions &= ~perms("MANAGE_THREADS")

    async def taken(*_: object) -> None:
        raise ChannelBusy(7)

    with monkeypatch.context() as patch:
        patch.setattr(Starter, "begin", taken)
        reply = await (await stage.ann.press(message, "Start")).until(lambda it: secrets([it]))
    assert "running in this channel" in secrets([reply])[0]
    thread = stage.guild.channels[message.id]
    assert thread.meta["archived"]

    await stage.start(stage.ann, message)
    assert (await stage.bot.arena.matches.get(1)).channel_id == thread.id
    assert not thread.meta["archived"]


async def test_two_who_join_at_once_do_not_share_a_seat(stage: Stage) -> None:
    reply = await stage.ann.slash(stage.channel, "new replicants")

    replies = await asyncio.gather(stage.bob.press(reply.message, "Join"), stage.cleo.press(reply.message, "Join"))
    await one_is_told(replies)

    table = await stage.bot.arena.tables.get(1)
    assert table.seats[0].name == "ann"
    assert table.seats[1].name in {"bob", "cleo"}
    assert len(secrets(replies)) == 1
    assert f"<@{(stage.bob if table.seats[1].name == 'bob' else stage.cleo).id}>" in reply.message.content


async def test_an_error_after_a_public_deferral_is_told_in_private(stage: Stage) -> None:
    """The first message after a deferral is as public as the deferral was."""

    @app_commands.command(description="Fail after a public deferral.")
    async def probe(interaction: discord.Interaction[ArenaBot]) -> None:
        await interaction.response.defer()
        raise Refusal(say("Not like that."), code="no")

    stage.bot.tree.add_command(probe)
    await stage.bot.tree.sync()

    reply = await (await stage.ann.slash(stage.channel, "probe")).until(lambda it: it.messages)

    assert secrets([reply]) == ["Not like that."]
    assert stage.written() == []


async def test_a_post_that_is_sent_again_is_one_message(stage: Stage) -> None:
    """The process died after Discord took the message and before that was noted; the nonce makes them one."""
    stage.bot.default_where = "here"
    message = await stage.lobby()
    await stage.start(stage.ann, message)
    written = len(stage.written())
    poster = stage.bot.get_cog("Poster")
    assert isinstance(poster, Poster)
    post = Post(77, Subject.of_match(1), 0, "board", stage.channel.id, {"role": "board"}, 0, stage.bot.clock.now())

    ids = [await poster.deliver(post) for _ in range(3)]

    assert len(set(ids)) == 1
    await stage.double.until(lambda: len(stage.written()) == written)  # the board that it repeats has gone
    assert [each.id for each in stage.written()].count(ids[0] or 0) == 1


async def test_a_silent_match_is_opened_over_the_wire(stage: Stage) -> None:
    """Every request for channels, overwrites and boards is one that Discord's own description knows."""
    dan = stage.double.add_user("dan", stage.guild)
    reply = await stage.ann.slash(stage.channel, "new replicants", mode="teams")
    await reply.until(lambda it: it.messages)
    seated = [stage.ann]
    for user in (stage.bob, stage.cleo, dan):
        seated.append(user)
        joined = await user.press(reply.message, "Join")
        await joined.until(lambda it: it.messages and it.content.count("<@") == len(seated))
    await stage.start(stage.ann, reply.message)

    match = await stage.bot.arena.matches.get(1)
    assert {place.role for place in match.places} >= {"board", "team:0", "team:1"}


# The fullest messages: six players with the longest names, more matches than a menu holds, a league named to the end.
#
# What is sent is held against Discord's limits by `tests/limits`, in a wordy language, and thoroughly in English, too.


WORDY = pytest.param(Pseudo(70), id="wordy")
LANGUAGES = pytest.mark.parametrize(
    "language", [WORDY, *([pytest.param(None, id="English"), *REAL] if THOROUGH else [])]
)
LOOKS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("board", {"show": "everyone"}),
    ("board", {"look": "text"}),
    ("match cards", {}),
    ("match clock", {}),
    ("match record", {}),
    ("matches", {"which": "here"}),
    ("match replay", {}),
    ("match replay", {"form": "summary"}),
    ("organise log", {}),
    ("watch match", {}),
    ("watch list", {}),
    ("doctor", {}),
    ("help", {}),
)
MATCHES = 30


@LANGUAGES
@pytest.mark.parametrize(("game", "players"), [("apex", 6), ("mutants", 4), ("replicants", 4)])
async def test_a_full_table(world: World, language: Translate | None, game: str, players: int) -> None:
    await world.come("fay")
    await named(world)
    world.env.backend.edit_member(world.guild.id, world.fay.id, {"nick": 32 * "\u0489"})
    organiser = world.organiser()
    with nullcontext() if language is None else everything_in(language):
        seated = [*LONGEST, "fay"][:players]
        table = await world.lobby(game=game, players=players, where="here", clock="3d")
        for name, button in (*((each, say("Join")) for each in seated[1:]), ("ann", say("Start"))):
            label = button.template if language is None else cut(button.render(language), LABEL_LIMIT)
            await world.press(name, table, label)
        await world.settle()
        assert len((await latest(world)).seats) == players
        for name, options in LOOKS:
            who = organiser if name.startswith(FOR_ORGANISERS) else world.ann
            assert answers(await who.slash(world.channel, name, **options))
        assert world.own(world.channel)


@LANGUAGES
async def test_more_matches_than_a_menu_holds(world: World, language: Translate | None) -> None:
    await named(world)
    tables, ann, bob = world.bot.arena.tables, world.named("ann"), world.named("bob")
    for number in range(MATCHES):
        room = world.guild.create_text_channel(f"{number:x>100}")
        table = await tables.open(world.guild.id, room.id, ann, "replicants", "2", where="here")
        table = await tables.join(table.id, bob)
        await world.as_bot(tables.start(table.id, ann.person_id, (Place("board", room.id),)))
    with nullcontext() if language is None else everything_in(language):
        shown: Shown = message_of(await world.ann.slash(world.channel, "matches"))
        for _ in range(MATCHES // 10 - 1):
            after = [item for item in controls(shown) if item["custom_id"].startswith("w:mine:")][-1]
            await world.ann.click(shown, custom_id=after["custom_id"])
            shown = refreshed(world.ann, shown)
        for command in ("help", "matches"):
            assert answers(await world.ann.slash(world.channel, command))
            await direct(world, "ann", command)
        organiser = world.organiser()
        for who, command in ((world.ann, "board"), (world.ann, "match record"), (organiser, "watch match")):
            assert len(await who.autocomplete(world.channel, command, "match", "")) == 25
        assert len(await world.ann.user.autocomplete("move", "match", "")) == 25
        assert answers(await organiser.slash(world.channel, "doctor"))


@LANGUAGES
async def test_a_league_with_the_longest_name(world: World, language: Translate | None) -> None:
    await named(world)
    boss = world.organiser()
    await league.begin(world, boss, "ann", "bob", "cleo", "dan", name=LONGEST_NAME * "*", players=4)
    with nullcontext() if language is None else everything_in(language):
        for name, cases in COMMANDS.items():
            if name.startswith(("league ", "league-manage", "watch league", "profile")) and "import" not in name:
                for options, _ in cases:
                    who = boss if name.startswith(FOR_ORGANISERS) else world.ann
                    assert answers(await who.slash(world.channel, name, **_filled_in(world, options))), name
                    await world.settle()
        found = await world.ann.autocomplete(world.channel, "league standings", "league", "")
        assert found
