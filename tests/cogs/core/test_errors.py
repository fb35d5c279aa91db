"""What people are told when something goes wrong."""

from __future__ import annotations

import logging
import re
import sqlite3
from contextlib import closing
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock

import aiohttp
import discord
import pytest
from discord import app_commands
from sqlalchemy.exc import DBAPIError, OperationalError

from cogs.core.bot import ArenaBot, Interaction
from cogs.core.errors import MissingPermission, Refusal, cause_of, explain, in_time, report, shorten_network_logs, tell
from cogs.core.rates import Pace
from engine import registry
from engine.chance import Chance
from engine.errors import AmbiguousMoveError, IllegalMoveError, TurnError
from engine.game import Setup
from engine.session import Session
from engine.text import Player, say
from hosting.match.model import not_your_turn
from hosting.match.service import Matches
from store.db.addresses import UnreachableError
from tests.cogs.conftest import World, private
from tests.cogs.markdown import read


def answer(kind: type[discord.HTTPException], code: int = 0) -> discord.HTTPException:
    response = SimpleNamespace(status=403, reason="")
    return kind(cast("Any", response), {"code": code, "message": "private details"})


def interaction(**permissions: bool) -> Interaction:
    return cast("Interaction", SimpleNamespace(app_permissions=discord.Permissions(**permissions)))


def words(error: BaseException, **permissions: bool) -> str:
    lines = explain(interaction(**permissions), error)
    assert lines is not None
    return "\n".join(str(line) for line in lines)


def test_an_illegal_move_names_the_rule_and_what_would_be_legal() -> None:
    error = IllegalMoveError(
        say("The matrix would stand in a threat."),
        code="matrix-threatened",
        rule="R16",
        given="E9",
        suggestions=("E8", "E7", "E6", "E5", "E4", "E3"),
    )

    text = words(error)

    assert text.splitlines()[0] == "The matrix would stand in a threat."
    assert "R16" in text
    assert "`E8`, `E7`" in text
    assert "`E3`" not in text  # five are enough


def test_a_turn_names_the_action_at_fault() -> None:
    cause = IllegalMoveError(say("There is nobody on E9."), code="nobody", rule="R14")
    error = TurnError(cause, given="E/E9E8/E-", index=1, column=2, action="E9E8")

    text = words(error)

    assert "`E9E8` isn't legal" in text
    assert "There is nobody on E9." in text


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        (
            "E/2E3/E",
            [
                "`2E3` isn't legal, so your turn wasn't played.",
                "None of your 2s can go to E3",
            ],
        ),
        ("E/2E3/2E3", ["`2E3` (action 2) isn't legal, so your turn wasn't played.", "None of your 2s can go to E3"]),
        ("E/Z/E", ["Action 2 isn't legal, so your turn wasn't played.", "Z isn't an action. Actions look like "]),
        ("E/ 99Z ", ["Action 2 isn't legal, so your turn wasn't played.", "99Z isn't an action. Actions look like "]),
        ("E//E", ["Action 2 isn't legal, so your turn wasn't played.", "There's no action here."]),
        ("E/2E6/E/E", ["Action 4 isn't legal, so your turn wasn't played.", "The turn is over before E."]),
        (
            "E/2E6/E//",
            [
                "Action 4 isn't legal, so your turn wasn't played.",
                ("The turn is over: remove the empty action at the end."),
            ],
        ),
        ("E/2E6", ["Your turn hasn't been played yet.", "The turn isn't finished after E/"]),
        ("", ["Your turn hasn't been played yet.", "There's no move in this turn."]),
    ],
)
def test_an_action_at_fault_is_quoted_once(typed: str, lines: list[str]) -> None:
    session = Session.start(registry.get("replicants"), Setup("2"), Chance.from_text("errors"))
    with pytest.raises(TurnError) as raised:
        session.play(1, typed)

    told = words(raised.value).splitlines()

    assert told[0] == lines[0]
    assert read(told[1]).plain.startswith(lines[1])


def test_an_ambiguous_move_lists_what_it_could_be() -> None:
    error = AmbiguousMoveError(say("More than one move fits."), candidates=("5E3", "4E3"), given="E3")
    assert "`5E3`, `4E3`" in words(error)


def test_what_was_typed_cannot_leave_its_quotes() -> None:
    cause = IllegalMoveError(say("No."), code="no")
    text = words(TurnError(cause, given="", index=0, column=0, action="`**@everyone**`"))
    assert text.count("`") == 2 + text.count("`/rules`") * 2


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (MissingPermission(("attach_files",)), "Attach Files"),
        (app_commands.BotMissingPermissions(["create_public_threads"]), "Create Public Threads"),
        (app_commands.MissingPermissions(["manage_guild"]), "Manage Guild"),
        (app_commands.CheckFailure(), "can't do that"),
        (app_commands.CommandNotFound("old", []), "just changed"),
        (Refusal(say("Not here."), code="no"), "Not here."),
        (not_your_turn((2,), ()), "Player 2"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_is_foreseen_is_explained(error: Exception, expected: str) -> None:
    assert expected in words(error)


def test_a_refusal_of_discord_names_what_is_missing_here() -> None:
    text = words(answer(discord.Forbidden), view_channel=True, send_messages=True)

    assert "Attach Files" in text
    assert "Send Messages" not in text.replace("Send Messages In Threads", "")
    assert "private details" not in text


def test_a_refusal_of_discord_where_nothing_is_missing_leads_to_the_doctor() -> None:
    everything = dict(discord.Permissions.all())
    assert "`/doctor` shows which permissions I'm missing" in words(answer(discord.Forbidden), **everything)


@pytest.mark.parametrize(
    ("error", "level"), [(KeyError("secret"), "ERROR"), (aiohttp.ServerDisconnectedError(), "WARNING")], ids=repr
)
async def test_a_listener_that_fails_is_logged(world: World, error: Exception, level: str) -> None:
    async def on_probe() -> None:
        raise error

    world.bot.add_listener(on_probe)
    world.bot.dispatch("probe")
    await world.env.settle()
    (noted,) = [each for each in world.logged.records if "a listener" in each.message]
    assert noted.levelname == level
    world.foreseen.append(error)
    world.logged.clear()


def test_what_nobody_foresaw_is_not_explained() -> None:
    assert explain(interaction(), KeyError("token")) is None


def test_wrapped_errors_are_unwrapped() -> None:
    inner = Refusal(say("No."), code="no")
    command = cast("Any", SimpleNamespace(qualified_name="x", name="x"))
    outer = app_commands.CommandInvokeError(command, inner)
    outer.__cause__ = inner

    assert cause_of(outer) is inner


@pytest.fixture
async def probe(world: World) -> World:
    """The server with a command more, `/probe how`, that fails in several ways."""

    @app_commands.command(description="Fail.")
    async def probe(interaction: discord.Interaction[ArenaBot], how: str) -> None:
        if "private" in how:
            await interaction.response.defer(ephemeral=True)
        elif "answered" in how:
            await interaction.response.send_message("There.")
        if "named" in how:
            raise not_your_turn((2,), ("Ann", "B*b"))
        if "foreseen" in how:
            raise Refusal(say("Not like that."), code="no")
        if "late" in how:
            raise answer(discord.NotFound, 10062)
        raise KeyError("secret")

    world.bot.tree.add_command(probe)
    await world.bot.tree.sync()
    await world.env.settle()
    return world


@pytest.mark.parametrize("how", ["foreseen", "foreseen, private", "foreseen, answered"])
async def test_an_error_is_always_told_in_private(probe: World, how: str) -> None:
    reply = await probe.ann.slash(probe.channel, "probe", how=how)

    assert private(reply) == "Not like that."
    assert all("Not like that." not in each.content for each in probe.channel.history(viewer=probe.bob))
    assert len(probe.channel.history(viewer=probe.bob)) == (1 if "answered" in how else 0)


async def test_players_are_called_by_their_names(probe: World) -> None:
    reply = await probe.ann.slash(probe.channel, "probe", how="named")
    assert private(reply) == "It's B\\*b's turn."


async def test_a_bug_is_logged_under_the_number_that_is_told(probe: World) -> None:
    text = private(await probe.ann.slash(probe.channel, "probe", how="bug"))

    found = re.search(r"`([0-9a-f]{8})`", text)
    assert found is not None
    record = next(each for each in probe.logged.records if found[1] in each.message)
    assert record.exc_info is not None
    assert "secret" not in text
    acknowledge(probe)


async def test_an_answer_that_came_too_late_is_no_bug(probe: World) -> None:
    reply = await probe.ann.slash(probe.channel, "probe", how="late")

    assert reply.response is None
    assert [each.levelname for each in probe.logged.records if "nothing was stored" in each.message] == ["WARNING"]
    acknowledge(probe)


AS_DISCORD = SimpleNamespace(people=SimpleNamespace(known=lambda _account: None), showing=AsyncMock())
"""Services where nobody has chosen a language."""


async def test_a_private_text_pings_nobody_and_fits() -> None:
    class Quiet:
        """Enough of an interaction to be told something."""

        client = SimpleNamespace(arena=AS_DISCORD)
        user = discord.Object(1)
        locale = discord.Locale.american_english

        def __init__(self) -> None:
            self.sent: list[tuple[str, dict[str, Any]]] = []
            self.extras: dict[str, Any] = {}
            self.response = self

        def is_done(self) -> bool:
            return False

        async def send_message(self, content: str, **options: Any) -> None:
            self.sent.append((content, options))

    quiet = Quiet()
    await tell(cast("Interaction", quiet), say("{player}: {text}", player=Player(1), text="x" * 3000))

    content, options = quiet.sent[0]
    assert len(content) == 2000
    assert options["ephemeral"] is True
    assert options["allowed_mentions"].to_dict() == {"parse": []}


async def test_a_failure_to_tell_is_only_logged(caplog: pytest.LogCaptureFixture) -> None:
    class Deaf:
        client = SimpleNamespace(is_closed=lambda: False, leaving=False, arena=AS_DISCORD)
        user = discord.Object(1)
        locale = discord.Locale.american_english
        extras: dict[str, Any] = {}  # noqa: RUF012 - as an interaction has it

        @property
        def response(self) -> Any:
            raise answer(discord.Forbidden)

    await report(cast("Interaction", Deaf()), Refusal(say("No."), code="no"))

    assert "could not tell" in caplog.text


class Silenced:
    """Enough of an interaction to which Discord takes no answer, each for a reason."""

    type = discord.InteractionType.autocomplete
    user = discord.Object(1)
    guild_id = 2
    locale = discord.Locale.american_english

    def __init__(self, answered: Exception, followed: Exception | None = None) -> None:
        self.client = SimpleNamespace(
            is_closed=lambda: False,
            leaving=False,
            arena=AS_DISCORD,
            paces=SimpleNamespace(spend=lambda *_: (1.0, False)),
        )
        self.extras: dict[str, Any] = {}
        refused = AsyncMock(side_effect=answered)
        self.response = SimpleNamespace(send_message=refused, autocomplete=refused, is_done=lambda: False)
        self.followup = SimpleNamespace(send=AsyncMock(side_effect=followed))


@pytest.mark.parametrize(
    ("answered", "followed", "said"),
    [
        (answer(discord.NotFound, 10062), None, False),
        (answer(discord.HTTPException, 40060), None, True),
        (answer(discord.HTTPException, 40060), aiohttp.ServerDisconnectedError(), False),
        (aiohttp.ServerDisconnectedError(), None, False),
    ],
)
async def test_where_the_connection_broke_it_is_logged_whether_anything_was_said(
    caplog: pytest.LogCaptureFixture, answered: Exception, followed: Exception | None, said: bool
) -> None:
    silenced = Silenced(answered, followed)
    await report(cast("Interaction", silenced), aiohttp.ServerDisconnectedError())
    assert caplog.records[-1].getMessage().endswith("it was said again" if said else "nothing more could be said")
    assert silenced.followup.send.called is (said or followed is not None)


async def test_an_answer_to_what_is_typed_too_fast_may_come_too_late() -> None:
    silenced = Silenced(answer(discord.NotFound, 10062))
    assert not await in_time(cast("Interaction", silenced), Pace.HEAVY)
    silenced.response.autocomplete.assert_awaited_once_with([])


async def test_nothing_is_begun_once_the_program_is_about_to_end() -> None:
    late = Silenced(answer(discord.NotFound, 10062))
    late.client.leaving = True
    assert not await in_time(cast("Interaction", late), Pace.HEAVY)
    late.response.autocomplete.assert_not_awaited()


def acknowledge(world: World) -> None:
    """Take note of errors that a test made on purpose."""
    world.foreseen.extend(cause_of(error) for error in world.env.errors)
    world.logged.clear()


def no_room() -> OperationalError:
    """What a database says that has no page left."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("PRAGMA max_page_count = 1")
        with pytest.raises(sqlite3.OperationalError) as caught:
            connection.execute("CREATE TABLE more (number)")
    return OperationalError("INSERT", {}, caught.value)


async def test_on_a_full_disk_the_player_reads_that_nothing_was_played_and_the_operator_one_line(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    match, error = await world.begin(), no_room()
    world.foreseen.append(error)
    with monkeypatch.context() as patch:
        patch.setattr(Matches, "play", AsyncMock(side_effect=error))
        reply = await world.ann.slash(world.channel, "move", turn="E/2E6/E")
    assert reply.response is not None
    assert reply.response.content.startswith("Nothing was played or changed: my disk is full.")
    (line,) = [each for each in caplog.records if each.levelname == "ERROR"]
    assert (line.exc_info, "the database's disk is full" in line.getMessage()) == (None, True)
    caplog.clear()
    assert (await world.bot.arena.matches.get(match.id)).seq == match.seq


async def test_a_database_that_is_away_is_not_taken_for_discord(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Its connection is refused by the same errors of the network."""
    await world.begin()
    with closing(sqlite3.connect(":memory:")) as connection:
        lost = DBAPIError("SELECT", {}, connection.DatabaseError("terminated"), connection_invalidated=True)
    for error in (UnreachableError("postgresql://arena@db/arena can't be reached: [Errno 111]"), lost):
        world.foreseen.append(error)
        with monkeypatch.context() as patch:
            patch.setattr(Matches, "play", AsyncMock(side_effect=error))
            reply = await world.ann.slash(world.channel, "move", turn="E/2E6/E")
        assert reply.response is not None
        assert reply.response.content.startswith("I can't reach my database right now. Try again in a minute;")
        (line,) = [each for each in caplog.records if each.levelname == "ERROR"]
        assert (line.exc_info, "the database can't be reached: " in line.getMessage()) == (None, True)
        caplog.clear()


@pytest.mark.parametrize("logger", ["discord.client", "discord.shard"])
def test_a_connection_that_breaks_is_a_line_of_the_log(logger: str, caplog: pytest.LogCaptureFixture) -> None:
    shorten_network_logs()
    try:
        raise ConnectionResetError(104, "Connection reset by peer")
    except ConnectionResetError:
        logging.getLogger(logger).exception("Attempting a reconnect for shard ID %s in %.2fs", 3, 1.5)
    (line,) = caplog.records
    assert (line.levelname, line.exc_info) == ("WARNING", None)
    assert line.getMessage().startswith("Attempting a reconnect for shard ID 3 in 1.50s: ConnectionResetError(")
