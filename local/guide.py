"""The first minute: which button is to be pressed next, and as whom, until a first turn is posted."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from simcord.backend.models.message import Message

from cogs.core.custom_ids import MatchId, TableId
from cogs.play.builder.custom_ids import Verb, decode
from cogs.ui.lobby import DRAW, JOIN, START
from cogs.ui.match_buttons import PLAY
from local.overview import find_channel, may_see
from local.world import World

Json = dict[str, Any]
STEPS = ["join", "start", "play"]
_MENTION = re.compile(r"<@!?(\d+)>")


@dataclass(frozen=True, slots=True)
class _Control:
    """A button, and the message it stands under."""

    message: Message
    custom_id: str
    label: str


def guide(world: World, reader: str = "", channel_id: int | None = None, *, led: bool = False) -> Json | None:
    """The step that is next for a player who looks at a channel: what waits there, or else in another channel.

    Args:
        world: The server.
        reader: The name of the player who is told.
        channel_id: The channel in front of them; None for none.
        led: Whether somebody was led to a first turn already: then nobody is led to another channel.

    Returns:
        `step` ("join", "start", "play", "confirm" or "done"), `who` (name) presses `press` (the button's label) in the
        channel `channel` (an id, as text), `steps` to a first turn in order (who plays alone joins nothing), and
        `names` of who joins, starts and plays, empty where that is not known. None where there is nothing to follow.
    """
    controls = list(_controls(world, reader))
    here = [each for each in controls if each.message.channel_id == channel_id]
    step = _next(world, controls, here, reader)
    if step is not None:
        return step
    if led:
        there = str(channel_id)
        return {"step": "done", "who": reader, "press": "", "channel": there, "names": ["", "", ""], "steps": STEPS}
    return _next(world, controls, controls, reader)


def _next(world: World, everywhere: list[_Control], controls: list[_Control], reader: str) -> Json | None:
    """The step that some controls wait for: a turn of the reader's, or what was said last."""
    me = world.players[reader].id if reader in world.players else 0
    turns = [(found, each) for each in controls if (found := _play(each)) is not None]
    tables = [(pressed, each) for each in controls if (pressed := TableId.parse(each.custom_id)) is not None]
    mine = [each for each in turns if me in each[1].message.ping_user_ids]
    if mine or (turns and (not tables or turns[-1][1].message.id > tables[-1][1].message.id)):
        return _turn(world, everywhere, (mine or turns)[-1][0], reader)
    if not tables:
        return None
    newest = tables[-1][0].table
    return _table(world, {pressed.action: each for pressed, each in tables if pressed.table == newest}, reader)


def _turn(world: World, controls: list[_Control], turn: MatchId, reader: str) -> Json:
    shown = [each for each in controls if _play(each) == turn]
    # Where partners may not talk, several channels show the same turn; one of them calls its player.
    control = next((each for each in shown if each.message.ping_user_ids), shown[0])
    called = [name for name, player in world.players.items() if player.id in control.message.ping_user_ids]
    # Who plays alone is not called.
    named = [name for name in world.players if name in (control.message.content or "")]
    who = next(iter([name for name in called if name == reader] + called + named), reader or next(iter(world.players)))
    names, alone = ["", "", who], not called
    if turn.seq > 0:
        return _step("done", who, control, names, alone=alone)
    confirm = _building(world, controls, turn.match, who)
    step = "play" if confirm is None else "confirm"
    return _step(step, who, confirm or control, names, alone=alone)


def _table(world: World, actions: dict[str, _Control], reader: str) -> Json | None:
    shown = next(iter(actions.values()))
    mentioned = [int(each) for each in _MENTION.findall(shown.message.content or "")]
    seated = [name for number in mentioned for name, player in world.players.items() if player.id == number]
    free = [name for name in world.players if name not in seated]
    host = seated[0] if seated else ""
    guest = next(iter([name for name in free if name == reader] + free), "")
    if (start := actions.get(START) or actions.get(DRAW)) is not None:
        joined = seated[1] if len(seated) > 1 else ""
        return _step("start", host, start, [joined, host, ""], alone=not joined)
    if JOIN in actions and guest:
        return _step("join", guest, actions[JOIN], [guest, host, ""])
    return None


def _step(step: str, who: str, control: _Control, names: list[str], *, alone: bool = False) -> Json:
    channel = str(control.message.channel_id)
    steps = STEPS[1:] if alone else STEPS
    return {"step": step, "who": who, "press": control.label, "channel": channel, "names": names, "steps": steps}


def _controls(world: World, reader: str) -> Iterator[_Control]:
    """The buttons that can be pressed in channels which a player sees, the oldest message first.

    Private messages are left out but for the steps of a turn (`_building`): they have such buttons, too, under a hand,
    say, and stay when the match is over.
    """
    player = world.players.get(reader)
    messages = [
        message
        for channel_id, found in world.env.backend.messages.items()
        if player is None or ((channel := find_channel(world, channel_id)) and may_see(world, channel, player))
        for message in found.values()
    ]
    for message in sorted(messages, key=lambda each: each.id):
        for row in message.components:
            for item in row.get("components", ()):
                if item.get("custom_id") and item.get("label") and not item.get("disabled"):
                    yield _Control(message, item["custom_id"], item["label"])


def _play(control: _Control) -> MatchId | None:
    """The turn that a button under a public message begins."""
    found = None if control.message.is_ephemeral else MatchId.parse(control.custom_id)
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
