"""A small discord.py bot with one command for each thing that the double does, and the stage it plays on."""

from __future__ import annotations

import asyncio
import contextlib
import io
from collections.abc import AsyncIterator, Iterator
from typing import Any

import discord
import pytest
from discord import app_commands

from tests.wire.double import Channel, Double, Overwrite
from tests.wire.double.clock import PATIENCE_S

PNG = (
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + (40).to_bytes(4) + (30).to_bytes(4) + b"\x08\x02\x00\x00\x00" + bytes(100)
)


class Ask(discord.ui.Modal, title="Orders"):
    text: discord.ui.TextInput[Ask] = discord.ui.TextInput(
        label="Your orders", custom_id="text", min_length=2, max_length=20
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"sealed {self.text.value}", ephemeral=True)


class Panel(discord.ui.View):
    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.count = 0

    @discord.ui.button(label="Ready", custom_id="ready")
    async def ready(self, interaction: discord.Interaction, _button: discord.ui.Button[Panel]) -> None:
        self.count += 1
        await interaction.response.edit_message(content=f"{self.count} ready", view=self)

    @discord.ui.button(label="Secret", custom_id="secret")
    async def secret(self, interaction: discord.Interaction, _button: discord.ui.Button[Panel]) -> None:
        await interaction.response.send_message(f"only {interaction.user.display_name}", ephemeral=True)

    @discord.ui.button(label="Closed", custom_id="closed", disabled=True)
    async def closed(self, interaction: discord.Interaction, _button: discord.ui.Button[Panel]) -> None:
        await interaction.response.defer()

    @discord.ui.select(
        placeholder="Colour", custom_id="colour", options=[discord.SelectOption(label=c) for c in ("red", "blue")]
    )
    async def colour(self, interaction: discord.Interaction, menu: discord.ui.Select[Panel]) -> None:
        await interaction.response.defer()
        await interaction.followup.send(f"chose {menu.values[0]}")

    @discord.ui.select(cls=discord.ui.UserSelect, placeholder="Whom", custom_id="whom")
    async def whom(self, interaction: discord.Interaction, menu: discord.ui.UserSelect[Panel]) -> None:
        await interaction.response.send_message(f"picked {menu.values[0].display_name}")


class Bot(discord.AutoShardedClient):
    """What most tests run; `seen` and `errors` record what reached it, `gate` lets held commands go on."""

    def __init__(self, **options: Any) -> None:
        intents = discord.Intents(guilds=True, voice_states=True, guild_messages=True)
        super().__init__(intents=intents, **options)
        self.tree = app_commands.CommandTree(self)
        self.seen: list[tuple[str, object]] = []
        self.errors: list[BaseException] = []
        self.held: list[discord.Interaction] = []
        self.gate = asyncio.Event()
        add_commands(self)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Do not wait 5 s between shards."""

    async def setup_hook(self) -> None:
        self.add_view(Panel())
        await self.tree.sync()

    async def on_message(self, message: discord.Message) -> None:
        self.seen.append(("message", message.content))

    async def on_raw_message_edit(self, event: discord.RawMessageUpdateEvent) -> None:
        self.seen.append(("edit", event.message.content))

    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        self.seen.append(("delete", event.message_id))

    async def on_guild_channel_create(self, channel: discord.abc.GuildChannel) -> None:
        self.seen.append(("channel", channel.name))

    async def on_thread_create(self, thread: discord.Thread) -> None:
        self.seen.append(("thread", thread.name))

    async def on_voice_state_update(self, member: discord.Member, _before: object, after: discord.VoiceState) -> None:
        self.seen.append(("voice", (member.name, after.channel and after.channel.name)))

    async def on_resumed(self) -> None:
        self.seen.append(("resumed", None))


def add_commands(bot: Bot) -> None:
    """Add the bot's commands."""
    tree = bot.tree

    @tree.error
    async def on_error(_interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
        bot.errors.append(getattr(error, "original", error))

    @tree.command(description="Answers at once")
    async def ping(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("pong")

    @tree.command(description="Shows the panel")
    async def panel(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("0 ready", view=Panel())

    @tree.command(description="Defers, then sends a picture")
    async def board(interaction: discord.Interaction, hidden: bool = False) -> None:
        await interaction.response.defer(ephemeral=hidden)
        embed = discord.Embed(title="Board").set_image(url="attachment://board.png")
        file = discord.File(io.BytesIO(PNG), "board.png", description="an empty board")
        await interaction.followup.send("here", embed=embed, file=file, ephemeral=not hidden)
        await interaction.followup.send("more", ephemeral=True)
        await interaction.edit_original_response(content="edited")

    @tree.command(description="Opens a modal")
    async def orders(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Ask())

    @tree.command(description="Answers when the gate opens")
    async def hold(interaction: discord.Interaction) -> None:
        bot.held.append(interaction)
        await bot.gate.wait()
        await interaction.response.send_message("late")

    @tree.command(description="Answers twice")
    async def twice(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("first")
        interaction.response._response_type = None
        await interaction.response.send_message("second")

    @tree.command(description="Leaves the follow-up to the test")
    async def later(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("first")
        bot.held.append(interaction)

    @tree.command(description="Repeats its arguments")
    @app_commands.choices(
        kind=[app_commands.Choice(name="Big one", value="big"), app_commands.Choice(name="Small", value="small")]
    )
    async def echo(
        interaction: discord.Interaction,
        who: discord.Member,
        where: discord.TextChannel,
        role: discord.Role,
        number: app_commands.Range[int, 1, 9],
        kind: str,
        file: discord.Attachment,
    ) -> None:
        data = await file.read()
        text = f"{who.name} {where.name} {role.name} {number} {kind} {data.decode()}"
        await interaction.response.send_message(text)

    @tree.command(description="Posts to the channel")
    async def post(interaction: discord.Interaction, text: str) -> None:
        await interaction.response.defer(ephemeral=True)
        assert isinstance(interaction.channel, discord.abc.Messageable)
        mentions = discord.AllowedMentions(users=True, everyone=False)
        await interaction.channel.send(text, allowed_mentions=mentions)
        await interaction.edit_original_response(content="posted")

    add_group(tree)

    @tree.context_menu(name="Quote")
    async def quote(interaction: discord.Interaction, message: discord.Message) -> None:
        await interaction.response.send_message("> " + message.content, ephemeral=True)


def add_group(tree: app_commands.CommandTree[Bot]) -> None:
    """Add a command with subcommands and autocompletion."""
    group = app_commands.Group(name="game", description="Games")
    inner = app_commands.Group(name="seat", description="Seats", parent=group)
    tree.add_command(group)

    @inner.command(description="Takes a seat")
    async def take(interaction: discord.Interaction, number: int) -> None:
        await interaction.response.send_message(f"seat {number}")

    @group.command(description="Moves")
    async def move(interaction: discord.Interaction, notation: str) -> None:
        await interaction.response.send_message(notation, ephemeral=True)

    @move.autocomplete("notation")
    async def notation(_interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=f"{current}{i}", value=f"{current}{i}") for i in range(1, 26)]


class Stage:
    """What most tests start from: a server, two channels, three people, a bot."""

    def __init__(self, double: Double, bot: Bot) -> None:
        self.double, self.bot = double, bot
        self.guild = double.add_guild("Table")
        self.lobby = self.guild.add_channel("lobby")
        self.hidden = self.guild.add_channel("hidden", overwrites=[Overwrite.of(self.guild, deny="VIEW_CHANNEL")])
        self.ann, self.bob, self.cid = (double.add_user(name, self.guild) for name in ("ann", "bob", "cid"))

    def place(self, channel: Channel | None = None) -> discord.TextChannel:
        """Return a channel (the lobby unless given) as the bot has it."""
        found = self.bot.get_channel((channel or self.lobby).id)
        assert isinstance(found, discord.TextChannel)
        return found

    async def held(self) -> discord.Interaction:
        """Return what `hold` or `later` keeps for the test."""
        await self.double.until(lambda: self.bot.held)
        return self.bot.held[-1]

    async def heard(self, *events: tuple[str, object]) -> None:
        """Wait until events have reached the bot."""
        await self.double.until(lambda: all(event in self.bot.seen for event in events))

    async def request(self, method: str, path: str, body: object = None) -> Any:
        """Send a request that discord.py's own methods would not."""
        return await self.bot.http.request(discord.http.Route(method, path), json=body)


@contextlib.asynccontextmanager
async def stage(double: Double | None = None, bot: Bot | None = None, *, clean: bool = True) -> AsyncIterator[Stage]:
    """Run a bot on the stage; `clean`: at the end there must be no violation of the contract and no unknown route."""
    scene = Stage(double or Double(), bot or Bot())
    scene.double.first_response = PATIENCE_S  # not Discord's three seconds, which a busy machine may need
    async with scene.double, scene.double.connect(scene.bot):
        yield scene
    if clean:
        assert scene.double.violations == []
        assert not scene.double.unknown_routes


@contextlib.contextmanager
def refused(code: int) -> Iterator[pytest.ExceptionInfo[discord.HTTPException]]:
    """Expect one of Discord's error codes."""
    with pytest.raises(discord.HTTPException) as caught:
        yield caught
    assert caught.value.code == code
