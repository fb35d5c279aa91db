"""Every button and menu that one comes to, pressed in a wordy language among people with the longest names.

From the board and from commands on, each kind of control is used once, then those that it leads to. No text stays
English, nothing is logged as an error, and what is sent is held against Discord's limits (`tests/limits`).
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from typing import Any

import discord
import pytest
import simcord

from locales.pseudo import Pseudo
from tests.catalogues import everything_in
from tests.cogs.conftest import World
from tests.cogs.playing import Shown, latest, parts, refreshed
from tests.cogs.seeing import answers
from tests.cogs.test_pseudo import begin, texts
from tests.cogs.test_pseudo_commands import KEPT
from tests.pseudo import english_words
from tests.volume import many

LONGEST = {
    "ann": 32 * "\U00012031",
    "bob": ("**__~~||`[й](й)<й>@й#й||~~__**" + 32 * "й")[:32],
    "cleo": ("\u202eשלום\u200b" + 32 * "ם")[:32],
    "dan": 32 * "\ufdfd",
    "eve": 32 * "*",
}
"""Names of 32 characters, as long as Discord takes them: wide signs, markup, from right to left, escapes alone."""
COMMANDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("help", {}),
    ("learn", {}),
    ("learn", {"game": "replicants"}),
    ("rules", {}),
    ("matches", {}),
    ("settings mine", {}),
    ("settings loadouts", {}),
    ("match cards", {}),
    ("legal", {}),
    ("match plan", {}),
    ("match replay", {}),
    ("data", {}),
    ("data", {"request": "deletion"}),
    ("match more-time", {"hours": 2}),
    ("profile", {}),
    ("leaderboard", {"game": "replicants"}),
    ("league-manage settings", {}),
    ("match leave", {}),
    ("match abort", {}),
    ("resign", {}),
)
MOST = many(90, 400)
"""Controls that are used in one match."""
LAST = re.compile(r"yes|resign|abort|:x:")
"""What ends things is used when there is nothing else left."""


async def named(world: World) -> None:
    for name, nick in LONGEST.items():
        world.env.backend.edit_member(world.guild.id, world.people[name].id, {"nick": nick})
    await world.settle()


def _items(message: Shown) -> Iterator[dict[str, Any]]:
    """Yield what can be pressed or picked, wherever it stands in a message."""
    waiting = deque(parts(message))
    while waiting:
        part = waiting.popleft()
        waiting += [*part.get("components", ()), *filter(None, [part.get("accessory")])]
        if part.get("custom_id") and not part.get("disabled"):
            yield part


def _kind(item: dict[str, Any]) -> str:
    """Return what a control is for, whatever the match, the turn and the piece."""
    return re.sub(r"[0-9]+", "#", item["custom_id"])[:24]


class Walk:
    """Uses each kind of control once."""

    def __init__(self, world: World, who: simcord.MemberActor) -> None:
        self.world, self.who = world, who
        self.used: set[str] = set()
        self._waiting = deque[tuple[Shown, dict[str, Any]]]()
        self._last = deque[tuple[Shown, dict[str, Any]]]()

    def look(self, message: Shown) -> None:
        """Read a message, and note what can be used in it."""
        escaped = [(word, text) for text in texts(message) for word in english_words(text, KEPT)]
        assert escaped == []
        for item in _items(message):
            (self._last if LAST.search(item["custom_id"]) else self._waiting).append((message, item))

    async def go(self) -> None:
        """Use what was noted, and what comes of it, `MOST` controls at most."""
        while (self._waiting or self._last) and len(self.used) < MOST:
            message, item = (self._waiting or self._last).popleft()
            if _kind(item) in self.used:
                continue
            there = self._still(message)
            now = {} if there is None else {each["custom_id"]: each for each in _items(there)}
            if there is not None and item["custom_id"] in now:
                self.used.add(_kind(item))
                await self._use(there, now[item["custom_id"]])

    def _still(self, message: Shown) -> discord.Message | None:
        try:
            return refreshed(self.who, message)
        except simcord.backend.errors.BackendError:
            return None

    async def _use(self, message: Shown, item: dict[str, Any]) -> None:
        if item["type"] == 2:
            result = await self.who.click(message, custom_id=item["custom_id"])
        else:
            count = max(1, item.get("min_values", 1))
            values = [option["value"] for option in item["options"][-count:]]
            result = await self.who.select(message, values, custom_id=item["custom_id"])
        await self.world.settle()
        for each in (*filter(None, [result.response]), *result.followups):
            self.look(each)
        if (there := self._still(message)) is not None:
            self.look(there)


@pytest.mark.parametrize("game", ["replicants", "replica", "apex", "mutants"])
async def test_controls(world: World, game: str) -> None:
    language = Pseudo(70)
    await named(world)
    with everything_in(language):
        await begin(world, language, game=game, players=2, undo="free")
        to_act = world.player((await latest(world)).to_act[0])
        walk = Walk(world, world.promote(to_act))
        for message in world.own(world.channel):
            walk.look(message)
        for name, options in COMMANDS:
            for answer in answers(await to_act.slash(world.channel, name, **options)):
                walk.look(answer)
        await walk.go()
        for message in world.own(world.channel):
            walk.look(message)
    assert len(walk.used) > 30, walk.used
