"""Ways to play a match in a simulated server by typing, pressing and picking, and to look at what comes of it."""

from __future__ import annotations

from typing import Any

import discord
import simcord
from simcord.backend.access import can_access_message

from hosting.match.model import Match
from tests.cogs.conftest import World

SHORT_GAME = (
    "E/2C6/D8-",
    "E/3C1/F2-",
    "E/3D6/E",
    "E/1D1/E3-",
    "E/3D4/F8+",
    "E/2E4/F2+",
    "E/3D2x/F8+",
    "E/3G3/C1+",
    "E/3D1x",
)
"""A match of ann against bob from its start to its end by a matrix."""

CONFIRM = "Confirm"
"""How the button that plays a turn begins."""

SHORT_SILENT_GAME = (
    "E/3B6/B6-",
    "E/2J7I7/J8+",
    "E/2H4/G1+",
    "E/2B4/C2+",
    "E/3B4x/E7-",
    "E/2J9/I7-",
    "E/2G3/G1+",
    "E/2C1/E",
    "E/3B2x",
)
"""A match of ann and cleo against bob and dan, from its start to its end by a matrix."""

STANDING = {
    CONFIRM,
    "Back",
    "Start over",
    "Cancel",
    "Next page ▶",
    "◀ Previous page",
    "Answer in advance",
    "Aid card",
}
"""What the builder of turns has beside the alternatives."""

Shown = discord.Message | simcord.ResponseMessage


async def latest(world: World) -> Match:
    """Return the match of the channel."""
    match = await world.bot.arena.matches.latest_in(world.channel.id)
    assert match is not None
    return match


async def play(world: World, *turns: str) -> None:
    """Have the players play turns by notation, beginning with whose turn it is."""
    for turn in turns:
        (person_id,) = (await latest(world)).to_act
        player = world.player(person_id)
        answer = message_of(await player.slash(world.channel, "move", turn=turn))
        assert answer.content.startswith(f"Played `{turn}`."), answer.content
    await world.settle()


def posts(world: World, label: str = "") -> list[discord.Message]:
    """Return what the bot posted for everybody, the oldest first: all of it, or what has a button with this label."""
    stored = world.env.backend.messages.get(world.channel.id, {})
    shown = [simcord.ResponseMessage(world.env, stored[number]) for number in sorted(stored)]
    # Only what is wanted is made a message of discord.py, which takes long.
    wanted = [each.message for each in shown if not each.ephemeral and (not label or label in labels(each))]
    return [message for message in wanted if message.author.bot]


def turn_message(world: World) -> discord.Message:
    """Return the message that says whose turn it is."""
    return posts(world, "Play")[-1]


async def leave(player: simcord.MemberActor, channel: simcord.ChannelHandle) -> discord.Message:
    """Ask for a substitute by `/match leave`, and confirm it; return the private answer."""
    question = message_of(await player.slash(channel, "match leave"))
    await player.click(question, label="Ask for a substitute")
    return refreshed(player, question)


async def more(player: simcord.MemberActor, message: Shown) -> Shown:
    """Open the menu More under a message that says whose turn it is."""
    return message_of(await player.click(message, label="More"))


def message_of(result: simcord.InteractionResult) -> simcord.ResponseMessage:
    """Return the message with which the bot answered."""
    assert result.response is not None, "the bot did not answer"
    return result.response


def said(message: Shown) -> str:
    """Return the text of a message, whether it has one of its own or is made of components."""
    return message.content or "\n".join(texts(message))


def controls(message: Shown) -> list[dict[str, Any]]:
    """Return the buttons and menus of a message as Discord's JSON."""
    rows: list[Any] = [row if isinstance(row, dict) else row.to_dict() for row in message.components]
    return [dict(item) for row in rows for item in row.get("components", [])]


def parts(message: Shown) -> list[dict[str, Any]]:
    """Return what a message consists of that is made of components, as Discord's JSON."""
    return [part if isinstance(part, dict) else dict(part.to_dict()) for part in message.components]


def texts(message: Shown) -> list[str]:
    """Return the texts of a message that is made of components."""
    return [part["content"] for part in parts(message) if part["type"] == 10]


def labels(message: Shown, *, disabled: bool = False) -> list[str]:
    """Return the labels of the buttons that can be pressed; if `disabled`, of the others, too.

    What plays a turn is `CONFIRM`, whatever turn it says that it plays.
    """
    buttons = [item for item in controls(message) if item["type"] == 2]
    return [_label(item) for item in buttons if disabled or not item.get("disabled")]


def _label(item: dict[str, Any]) -> str:
    label = str(item["label"])
    return CONFIRM if label.startswith(f"{CONFIRM}: ") else label


def menus(message: Shown) -> list[dict[str, Any]]:
    """Return the menus of a message as Discord's JSON."""
    return [item for item in controls(message) if item["type"] == 3]


def chosen(message: Shown) -> list[str]:
    """Return what the menus of a message show as picked."""
    options = [option for item in menus(message) for option in item["options"]]
    return [option["label"] for option in options if option.get("default")]


def menu(message: Shown) -> dict[str, str]:
    """Return the options of a message's menus: values by label."""
    return {option["label"]: option["value"] for item in menus(message) for option in item["options"]}


def ways(message: Shown) -> list[str]:
    """Return what the builder of turns offers to pick, in menus and as buttons, but for what it always offers."""
    return [*menu(message), *(label for label in labels(message) if label not in STANDING)]


async def pick(player: simcord.MemberActor, message: Shown, label: str) -> discord.Message:
    """Press the button or choose the option with a label, on whichever page; return the message as it is then."""
    while label not in labels(message):
        for item in menus(message):
            values = {option["label"]: option["value"] for option in item["options"]}
            if label in values:
                await player.select(message, [values[label]], custom_id=item["custom_id"])
                return refreshed(player, message)
        assert "Next page ▶" in labels(message), (
            f"{label!r} is neither in {labels(message)} nor in {list(menu(message))}"
        )
        await player.click(message, label="Next page ▶")
        message = refreshed(player, message)
    (item, *_) = (each for each in controls(message) if each["type"] == 2 and _label(each) == label)
    await player.click(message, custom_id=item["custom_id"])
    return refreshed(player, message)


async def type_turn(player: simcord.MemberActor, message: Shown, text: str) -> discord.Message:
    """Have a player type a turn in a lesson, a practice or a puzzle; return the message as they see it then."""
    asked = await player.click(message, label="Type it")
    await player.submit_modal(asked, {"turn": text})
    return refreshed(player, message)


def refreshed(player: simcord.MemberActor, message: Shown) -> discord.Message:
    """Return a message as its reader sees it now."""
    place = message.channel_id if isinstance(message, simcord.ResponseMessage) else message.channel.id
    env = player._env
    stored = env.backend.get_message(place, message.id)
    assert can_access_message(env, place, stored, player, history=True)
    return simcord.ResponseMessage(env, stored).message
