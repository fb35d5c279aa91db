"""Choosing in secret over the wire: two at once, and a change at the moment of the reveal."""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
import pytest_asyncio

from bot import make_bot
from cogs.core.bot import ArenaBot
from hosting.match.model import Match
from settings import Settings
from tests.wire.double import Channel, Double, Interaction
from tests.wire.double.clock import PATIENCE_S
from tests.wire.double.model import Json, Message
from tests.wire.double.users import User
from tests.wire.match import confirm, open_here, ready
from tests.wire.stage import arena_double

_SEALED = re.compile(r"Your choice is `([^`]+)`")
_OPENED = re.compile(r"`([^`]+)` → `([0-9a-f]{64})`")
_HASH = re.compile(r"`([0-9a-f]{64})`")
_LINK = re.compile(r"\[the message with the hashes\]\([^)]*/(\d+)\)")


@dataclass
class Circle:
    """A channel in which people play APEX."""

    double: Double
    channel: Channel
    people: list[User]

    async def begin(self) -> None:
        """Play up to the first secret choice."""
        host, *others = self.people
        lobby = await open_here(self.double, host, self.channel, "apex", players=len(self.people))
        for user in others:
            await user.press(lobby, "Join")
        await ready(self.double, lobby)
        await host.press(lobby, "Start")
        for user, civilisation in zip(self.people, ("HUM", "DRA", "MIN"), strict=False):
            await self.double.until(partial(self.calling, "Play", user), PATIENCE_S)
            await self.move(user, civilisation)
        await self.status()

    def calling(self, label: str, user: User | None = None) -> list[Message]:
        """Return the messages for everybody with a button, which call a player if that is asked for."""
        return [
            message
            for message in self.channel.messages.values()
            if not message.deleted
            and not message.ephemeral
            and any(each.get("label") == label for each in message.buttons)
            and (user is None or user.id in message.pings)
        ]

    async def status(self) -> Message:
        """Return the message with which all are called to choose, once it is there."""
        await self.double.until(lambda: self.calling("Choose"), PATIENCE_S)
        return self.calling("Choose")[-1]

    async def move(self, user: User, text: str) -> Interaction:
        reply = await user.slash(self.channel, "move", turn=text)
        return await reply.until(lambda it: it.messages, PATIENCE_S)

    async def choices(self, user: User) -> list[str]:
        """Return some of what a player can choose."""
        reply = await user.autocomplete(self.channel, "move", "turn", turn="")
        return [str(each["value"]) for each in reply.choices]

    def public(self) -> list[Message]:
        """Return what everybody can read, the oldest first."""
        return [each for each in self.channel.messages.values() if not (each.deleted or each.ephemeral)]

    def hashes(self) -> list[Message]:
        """Return the messages in which the hashes stand."""
        return [message for message in self.public() if "hashes for **Verify**" in message.content]

    def opened(self) -> list[Message]:
        """Return the messages that open choices."""
        return [message for message in self.public() if "-# Revealed:" in message.content]

    def check_order(self) -> None:
        """See that all hashes stood in a message of their own before the message that opened their choices."""
        for opening in self.opened():
            lines = _OPENED.findall(opening.content)
            assert lines
            assert all(hashlib.sha256(line.encode()).hexdigest() == digest for line, digest in lines)
            (address,) = _LINK.findall(opening.content)
            hashes = self.channel.messages[int(address)]
            assert set(_HASH.findall(hashes.content)) == {digest for _, digest in lines}
            assert hashes.id < opening.id
            assert (hashes.edited or hashes.created) <= opening.created
            assert not any(line in hashes.content for line, _ in lines)

    def reveals(self) -> list[Message]:
        return [message for message in self.public() if "**All choices are revealed:**" in message.content]


@dataclass
class Stage:
    circle: Circle
    bot: ArenaBot

    async def match(self) -> Match:
        return await self.bot.arena.matches.get(1)


@pytest_asyncio.fixture
async def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    monkeypatch.chdir(tmp_path)
    double = arena_double()
    guild = double.add_guild("Arena")
    people = [double.add_user(name, guild) for name in ("ann", "bob", "cleo")]
    bot = make_bot(Settings(database=tmp_path / "arena.db", discord_token=None))
    async with double, double.connect(bot):
        yield Stage(Circle(double, guild.add_channel("table"), people), bot)
        await bot.arena.idle()
    assert double.violations == []
    assert not double.unknown_routes


def sealed(reply: Interaction) -> str | None:
    """Return the choice that a player was told is sealed."""
    found = _SEALED.search(reply.text)
    return None if found is None else found[1]


async def test_all_who_choose_at_the_same_moment_are_revealed_once(stage: Stage) -> None:
    circle = stage.circle
    await circle.begin()
    chosen = [(await circle.choices(user))[0] for user in circle.people]

    await asyncio.gather(*(circle.move(*pair) for pair in zip(circle.people, chosen, strict=True)))

    match = await stage.match()
    assert [entry.text for entry in match.session.entries[3:6]] == chosen
    await stage.bot.arena.idle()
    assert len(circle.reveals()) == 1
    (opened,) = circle.opened()
    assert len(_OPENED.findall(opened.content)) == 3
    assert circle.reveals() == [opened]
    circle.check_order()


async def test_each_player_is_told_the_hash_of_their_own_choice(stage: Stage) -> None:
    circle = stage.circle
    await circle.begin()
    told = {}
    for seat, user in enumerate(circle.people, 1):
        reply = await circle.move(user, (await circle.choices(user))[0])
        ((mark, told[user.name]),) = re.findall(r"Your hash: `([\d:]+)` → `([0-9a-f]{64})`", reply.text)
        assert mark.split(":")[::2] == ["1", str(seat)]
        assert "salt" not in reply.text
    await stage.bot.arena.idle()
    (hashes,), (opened,) = circle.hashes(), circle.opened()
    assert set(_HASH.findall(hashes.content)) == set(told.values())
    for user in circle.people:
        assert re.search(rf"{user.name}: `[^`]+` → `{told[user.name]}`", opened.content)


async def test_of_two_choices_of_one_player_at_once_one_is_sealed(stage: Stage) -> None:
    circle = stage.circle
    await circle.begin()
    ann = circle.people[0]
    one, two = (await circle.choices(ann))[:2]

    replies = await asyncio.gather(circle.move(ann, one), circle.move(ann, two))

    assert {sealed(reply) for reply in replies} == {one, two}
    ((_, _, entry),) = (await stage.match()).session.sealed
    assert entry.text in (one, two)
    await stage.bot.arena.idle()
    (message,) = circle.hashes()
    assert message.content.startswith("1 of 3 has chosen.")
    assert len(re.findall("[0-9a-f]{64}", message.content)) == 1


async def test_one_draft_confirmed_twice_at_once_is_one_choice(stage: Stage) -> None:
    circle = stage.circle
    await circle.begin()
    ann = circle.people[0]
    reply = await ann.press(await circle.status(), "Choose")
    draft = (await reply.until(lambda it: it.messages, PATIENCE_S)).message
    for _ in range(2):
        picking = next(each for each in _controls(draft) if each["custom_id"].split(":")[3][0] in "mp")
        key, values = picking["custom_id"], [each["value"] for each in picking.get("options", [])]
        step = await (ann.select(draft, key, values[0]) if values else ann.press(draft, key))
        await step.until(lambda it: it.messages, PATIENCE_S)

    replies = await asyncio.gather(confirm(ann, draft), confirm(ann, draft))
    await asyncio.gather(*(each.until(lambda it: not it.failed, PATIENCE_S) for each in replies))

    assert len((await stage.match()).session.sealed) == 1
    await stage.bot.arena.idle()
    assert circle.hashes()[0].edits == 0, "the same choice is no other one"


async def test_a_change_at_the_moment_of_the_reveal_is_in_or_refused(stage: Stage) -> None:
    # A18
    circle = stage.circle
    await circle.begin()
    ann, bob, cleo = circle.people
    first, second = (await circle.choices(ann))[:2]
    last = (await circle.choices(cleo))[2]
    await circle.move(ann, first)
    await circle.move(bob, (await circle.choices(bob))[2])

    changed, _ = await asyncio.gather(circle.move(ann, second), circle.move(cleo, last))

    session = (await stage.match()).session
    opened = next(entry.text for entry in session.entries[3:6] if entry.seat == 1)
    if sealed(changed) == second:  # in time, or for the next round
        assert opened == second or [entry.text for _, _, entry in session.sealed] == [second]
    else:
        assert (opened, session.sealed) == (first, ())
    assert changed.ephemeral


def _controls(message: Message) -> list[Json]:
    rows = [row for row in message.components if row["type"] == 1]
    return [item for row in rows for item in row["components"] if not item.get("disabled")]
