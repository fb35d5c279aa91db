"""A small bot with a bit of everything that the real one uses, to drive local mode with."""

import asyncio
import io
import re
from typing import Any, Self, cast

import discord
from discord import app_commands
from discord.ext import commands
from PIL import Image, ImageDraw

TURNS = ("E/5", "E/5E3", "E/5E3/E3-", "N/1", "N/2N1", "S-")


def picture(text: str) -> discord.File:
    """A little picture with some text in it."""
    image = Image.new("P", (320, 160), 1)
    image.putpalette([255, 255, 255, 40, 44, 84, 120, 220, 160])
    draw = ImageDraw.Draw(image)
    draw.regular_polygon((160, 80, 60), 6, fill=2)
    draw.text((10, 10), text, fill=0)
    target = io.BytesIO()
    image.save(target, "PNG")
    target.seek(0)
    return discord.File(target, "board.png", description=f"A hexagon. {text}")


class TableButton(
    discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]], template=r"t:(?P<action>join|start):(?P<seats>[\d,]*)"
):
    """Join and Start under a lobby; the seats taken so far travel in the custom id."""

    def __init__(self, action: str, seats: str = "") -> None:
        super().__init__(discord.ui.Button(label=action.title(), custom_id=f"t:{action}:{seats}"))
        self.action = action
        self.seats = tuple(filter(None, seats.split(",")))

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: discord.ui.Item[Any], match: re.Match[str]
    ) -> Self:
        return cls(match["action"], match["seats"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        if self.action == "start":
            await interaction.response.edit_message(content="Started.", view=None)
            others = [seat for seat in self.seats if seat != str(interaction.user.id)]
            channel = cast("discord.TextChannel", interaction.channel)
            board = await asyncio.to_thread(picture, "turn 1")
            await channel.send(
                " ".join(f"<@{seat}>" for seat in others) or "alone",
                file=board,
                allowed_mentions=discord.AllowedMentions(users=True),
            )
            return
        if str(interaction.user.id) in self.seats:
            await interaction.response.send_message("You sit here already.", ephemeral=True)
            return
        seats = ",".join((*self.seats, str(interaction.user.id)))
        names = ", ".join(f"<@{seat}>" for seat in seats.split(","))
        await interaction.response.edit_message(content=f"Table: {names}", view=lobby(seats))


def lobby(seats: str = "") -> discord.ui.View:
    """The lobby's buttons."""
    view = discord.ui.View(timeout=None)
    view.add_item(TableButton("join", seats))
    view.add_item(TableButton("start", seats))
    return view


class Form(discord.ui.Modal, title="Your turn"):
    """One line of text."""

    turn: discord.ui.TextInput[Any] = discord.ui.TextInput(label="Turn", custom_id="turn")

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"You wrote {self.turn.value}", ephemeral=True)


class Menu(discord.ui.View):
    """A select, a form and a time limit."""

    def __init__(self) -> None:
        super().__init__(timeout=60)
        self.message: discord.InteractionMessage | None = None

    @discord.ui.select(
        placeholder="Which soul?", options=[discord.SelectOption(label=name) for name in ("Amber", "Beryl", "Coral")]
    )
    async def soul(self, interaction: discord.Interaction, select: discord.ui.Select[Any]) -> None:
        await interaction.response.send_message(f"You chose {select.values[0]}", ephemeral=True)

    @discord.ui.button(label="Write")
    async def write(self, interaction: discord.Interaction, _button: discord.ui.Button[Any]) -> None:
        await interaction.response.send_modal(Form())

    async def on_timeout(self) -> None:
        if self.message is not None:
            await self.message.edit(content="Too late.", view=None)


class SampleBot(commands.Bot):
    """Slash commands with subcommands and autocomplete, persistent buttons, menus, forms, channels of its own."""

    def __init__(self) -> None:
        super().__init__(commands.when_mentioned, intents=discord.Intents(guilds=True, voice_states=True))
        self.closed_times = 0
        self.errands: set[asyncio.Task[None]] = set()

    async def setup_hook(self) -> None:
        self.add_dynamic_items(TableButton)
        new = app_commands.Group(name="new", description="Opens a table")
        new.command(name="replicants", description="Opens a table of Replicants")(_new_replicants)
        self.tree.add_command(new)
        everything: list[app_commands.Command[Any, Any, Any]] = [_move, _teams, _menu, _whisper, _remind, _stall]
        for command in everything:
            self.tree.add_command(command)
        await self.tree.sync()

    async def close(self) -> None:
        self.closed_times += 1
        await super().close()


@app_commands.describe(players="How many play")
async def _new_replicants(interaction: discord.Interaction, players: app_commands.Range[int, 2, 4] = 2) -> None:
    await interaction.response.send_message(f"Table for {players}", view=lobby())


@app_commands.command(name="move", description="Plays a turn")
async def _move(interaction: discord.Interaction, turn: str) -> None:
    await interaction.response.defer(ephemeral=True)
    board = await asyncio.to_thread(picture, turn)
    await cast("discord.TextChannel", interaction.channel).send(f"{interaction.user.mention} played {turn}", file=board)
    await interaction.followup.send("Done.", ephemeral=True)


@_move.autocomplete("turn")
async def _complete(_interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=turn, value=turn) for turn in TURNS if turn.startswith(typed.upper())]


@app_commands.command(name="teams", description="Makes a silent team match")
async def _teams(interaction: discord.Interaction, ally: discord.Member) -> None:
    await interaction.response.defer()
    guild = cast("discord.Guild", interaction.guild)
    allow = discord.PermissionOverwrite(view_channel=True, read_message_history=True, send_messages=True)
    silent = discord.PermissionOverwrite(view_channel=True, read_message_history=True, send_messages=False)
    nobody = discord.PermissionOverwrite(view_channel=False)
    category = await guild.create_category("Match 1")
    await guild.create_text_channel("board", category=category, topic="The board")
    team = await guild.create_text_channel(
        "team-red",
        category=category,
        overwrites={
            guild.default_role: nobody,
            guild.me: allow,
            cast("discord.Member", interaction.user): silent,
            ally: silent,
        },
    )
    await team.send(f"Your side, {ally.mention}.", allowed_mentions=discord.AllowedMentions(users=True))
    thread = await cast("discord.TextChannel", interaction.channel).create_thread(
        name="spectators", type=discord.ChannelType.public_thread
    )
    await thread.send("Talk here.")
    await interaction.followup.send(f"The match has its channels: {team.mention}, {thread.jump_url}")


@app_commands.command(name="menu", description="A select and a form")
async def _menu(interaction: discord.Interaction) -> None:
    view = Menu()
    await interaction.response.send_message("Choose", view=view)
    view.message = await interaction.original_response()


@app_commands.command(name="whisper", description="Writes you a private message")
async def _whisper(interaction: discord.Interaction) -> None:
    await interaction.user.send("Only for you.")
    await interaction.response.send_message("Look at your messages.", ephemeral=True)


@app_commands.command(name="remind", description="Says something later")
async def _remind(interaction: discord.Interaction, seconds: app_commands.Range[int, 10, 86_400]) -> None:
    bot = cast("SampleBot", interaction.client)
    channel = cast("discord.TextChannel", interaction.channel)

    async def later() -> None:
        await asyncio.sleep(seconds)
        await channel.send("It is time.")

    bot.errands.add(bot.loop.create_task(later()))
    await interaction.response.send_message("I will.")


@app_commands.command(name="stall", description="Waits for ever, later")
async def _stall(interaction: discord.Interaction, seconds: app_commands.Range[int, 10, 86_400]) -> None:
    bot = cast("SampleBot", interaction.client)

    async def later() -> None:
        await asyncio.sleep(seconds)
        await asyncio.Event().wait()

    bot.errands.add(bot.loop.create_task(later()))
    await interaction.response.send_message("I will.")
