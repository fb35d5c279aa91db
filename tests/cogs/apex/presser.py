"""Somebody who plays APEX by pressing buttons and picking from menus alone, whatever those look like."""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import simcord

from engine.apex.state import Phase
from engine.seat import Seat
from tests.cogs.apex.party import Party
from tests.cogs.conftest import World
from tests.cogs.playing import CONFIRM, controls, message_of, said

OPENING = ("Choose", "Play")
"""The buttons under the newest message that open somebody's own menus."""
AROUND = ("Back", "Start over", "Next page ▶", "◀ Previous page")
"""What never plays anything."""
ENDING = ("No ", "End the expansion", "Nothing more")
"""How the alternatives begin that leave the rest of a decision undone."""

_MOST = 60

Control: TypeAlias = tuple[dict[str, Any], str | None]
"""A button, or a menu and the value of one of its options."""


@dataclass
class Presser:
    """Plays for all seats of a party, by what their private messages offer.

    Attributes:
        party: The match.
        rng: Decides what is pressed.
        idle: How often nothing more is done where a decision may end.
        lost: How often somebody presses what plays nothing, and goes on from there.
        presses: How many presses each decision took, opening and confirming included.
    """

    party: Party
    rng: random.Random
    idle: float = 0.4
    lost: float = 0.0
    presses: dict[Phase, list[int]] = field(default_factory=lambda: defaultdict(list))

    async def decide(self, seat: Seat, phase: Phase) -> simcord.ResponseMessage:
        """Have a seat decide from opening its menus to confirming; return its private message at the end."""
        player = self.party.player(seat)
        shown = await self._open(player)
        for count in range(2, _MOST):
            assert shown.ephemeral
            control = self._next(shown)
            await _press(player, shown, control)
            if _name(control).startswith(CONFIRM):
                await self.party.world.settle()
                self.presses[phase].append(count)
                return shown
        raise AssertionError(f"{_MOST} presses do not make a decision: {said(shown)}")

    async def _open(self, player: simcord.MemberActor) -> simcord.ResponseMessage:
        status = newest(self.party.world, OPENING)
        opening = _labelled(status, OPENING)[0]
        return message_of(await player.click(status, custom_id=opening["custom_id"]))

    def _next(self, shown: simcord.ResponseMessage) -> Control:
        """Return what is pressed next."""
        ways = _ways(shown)
        confirm = [item for item in controls(shown) if str(item.get("label")).startswith(f"{CONFIRM}: ")]
        endings = [way for way in ways if _name(way).startswith(ENDING)]
        others = [way for way in ways if way not in endings]
        around = _labelled(shown, AROUND)
        if around and self.rng.random() < self.lost:
            return self.rng.choice(around), None
        if confirm and (not others or self.rng.random() < self.idle):
            return confirm[0], None
        if endings and (not others or self.rng.random() < self.idle):
            return endings[0]
        return self.rng.choice(others)


def newest(world: World, labels: tuple[str, ...]) -> simcord.ResponseMessage:
    """Return the newest message with a button that can be pressed.

    The history of a channel copies all messages, which takes too long for every decision of a game.
    """
    stored = world.env.backend.messages[world.channel.id]
    messages = (simcord.ResponseMessage(world.env, stored[number]) for number in sorted(stored, reverse=True))
    return next(message for message in messages if not message.ephemeral and _labelled(message, labels))


async def _press(player: simcord.MemberActor, shown: simcord.ResponseMessage, control: Control) -> None:
    item, value = control
    if value is None:
        await player.click(shown, custom_id=item["custom_id"])
    else:
        await player.select(shown, [value], custom_id=item["custom_id"])


def _labelled(message: simcord.ResponseMessage, labels: tuple[str, ...]) -> list[dict[str, Any]]:
    """Return the buttons with some labels that can be pressed."""
    return [item for item in controls(message) if item.get("label") in labels and not item.get("disabled")]


def _ways(message: simcord.ResponseMessage) -> list[Control]:
    """Return all that leads on: options of menus, and buttons but for those that are always there."""
    found: list[Control] = []
    for item in controls(message):
        if item["type"] == 3:
            assert 1 <= len(item["options"]) <= 25
            found += [(item, option["value"]) for option in item["options"]]
        elif not item.get("disabled") and not item["label"].startswith((*AROUND, CONFIRM, "Cancel")):
            found.append((item, None))
    return found


def _name(control: Control) -> str:
    """Return how a way on is called."""
    item, value = control
    if value is None:
        return str(item["label"])
    return next(str(option["label"]) for option in item["options"] if option["value"] == value)
