"""The first minute: which button is to be pressed next, and as whom, until a first turn is posted."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from simcord.backend.models.message import Message

from cogs.core.custom_ids import MatchId, TableId
from cogs.play.builder.custom_ids import Verb, decode
from cogs.ui.lobby import JOIN, START
from cogs.ui.match_buttons import PLAY
from local.world import World

Json = dict[str, Any]
_MENTION = re.compile(r"<@!?(\d+)>")


@dataclass(frozen=True, slots=True)
class _Control:
    """A button, and the message it stands under."""

    message: Message
    custom_id: str
    label: str
    disabled: bool


def guide(world: World, reader: str = "") -> Json | None:
    """The step that the first table of the server waits for, or None where there is none to follow.

    Args:
        world: The server.
        reader: The name of the player who is told.

    Returns:
        `step` ("join", "start", "play", "confirm" or "done"), `who` (name) presses `press` (the button's label) in the
        channel `channel` (an id, as text), and `names` of who opens with joining, starting and playing.
    """
    controls = list(_controls(world))
    host, guest = list(world.players)[:2]
    names = [guest, host, ""]
    playing = [
        # Where partners may not talk, several channels show the same turn; one of them calls its player.
        (found.match, -found.seq, not each.message.ping_user_ids, each)
        for each in controls
        # Private messages have such buttons, too: under a hand, say. They stay when the match is over.
        if not each.message.is_ephemeral and (found := _play(each.custom_id))
    ]
    if playing:
        match, seq, _, control = min(playing, key=lambda each: each[:3])
        who = _named(world, control.message.ping_user_ids) or host
        names[2] = who
        if seq < 0:
            called = world.players[reader].id in control.message.ping_user_ids if reader in world.players else False
            return _step("done", reader if called else who, control, names)
        confirm = _building(world, controls, match, who)
        return _step("confirm", who, confirm, names) if confirm else _step("play", who, control, names)
    pressable = [each for each in reversed(controls) if not each.disabled]
    seats = {table.action: each for each in pressable if (table := TableId.parse(each.custom_id))}
    if START in seats:
        return _step("start", host, seats[START], names)
    if JOIN in seats:
        seated = {int(each) for each in _MENTION.findall(seats[JOIN].message.content or "")}
        free = [name for name, player in world.players.items() if player.id not in seated and name != host]
        return _step("join", guest if guest in free else free[0], seats[JOIN], names) if free else None
    return None


def _step(step: str, who: str, control: _Control, names: list[str]) -> Json:
    channel = str(control.message.channel_id)
    return {"step": step, "who": who, "press": control.label, "channel": channel, "names": names}


def _controls(world: World) -> Iterator[_Control]:
    """The buttons under all messages, oldest message first within a channel."""
    for messages in world.env.backend.messages.values():
        for message in messages.values():
            for row in message.components:
                for item in row.get("components", ()):
                    if item.get("custom_id") and item.get("label"):
                        yield _Control(message, item["custom_id"], item["label"], bool(item.get("disabled")))


def _play(custom_id: str) -> MatchId | None:
    found = MatchId.parse(custom_id)
    return found if found is not None and found.action == PLAY else None


def _building(world: World, controls: list[_Control], match: int, who: str) -> _Control | None:
    """What confirms the turn that a player is putting together, or, before that is there, anything to pick it with."""
    found = None
    for each in controls:
        press = decode(each.custom_id)
        if press is None or press.match != match or not each.message.visible_to(world.players[who].id):
            continue
        if press.verb is Verb.CONFIRM:
            # It says the whole turn behind a colon.
            return replace(each, label=each.label.partition(":")[0])
        found = replace(each, label="")
    return found


def _named(world: World, ids: Iterable[int]) -> str | None:
    known = {player.id: name for name, player in world.players.items()}
    return next((known[each] for each in ids if each in known), None)
