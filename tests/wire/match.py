"""Matches of Replicants over the wire: people who know what Discord shows them play by typing and by pressing."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from engine import record
from engine.seat import Seat
from engine.session import Session
from engine.turn import SEPARATOR
from tests.every_mode import drawn_text
from tests.wire.double.clock import PATIENCE_S
from tests.wire.double.double import Double
from tests.wire.double.interactions import Interaction
from tests.wire.double.model import Channel, Json, Message, walk
from tests.wire.double.users import User

_PLAYED = re.compile(r"Played `(?P<turn>[^`]+)`")
_PICTURE = re.compile(r"replicants-(?P<match>\d+)-(?P<seq>\d+)\.png")
_PLAY_BUTTON = re.compile(r"m:(?P<match>\d+):(?P<seq>\d+):play")
_RECORD = re.compile(r"replicants-(?P<match>\d+)\.txt")


class UnexpectedAnswerError(Exception):
    """The bot said something else than people who play by the rules expect, or nothing."""


class Table:
    """A channel in which the same people play one match after another.

    Attributes:
        match_id: The match that is played or was played last, 0 before the first.
        session: It, as far as its players know.
        acknowledged: The turns that a player was told were played, by match and number.
        turns: All turns by match, as its players know them.
    """

    def __init__(self, double: Double, channel: Channel, people: Sequence[User]) -> None:
        self.double, self.channel, self.people = double, channel, people
        self.match_id = 0
        self.session: Session | None = None
        self.acknowledged: dict[tuple[int, int], str] = {}
        self.turns: dict[int, list[str]] = {}
        self._asked: tuple[int, int, int] | None = None
        self._names: tuple[str, ...] = ()

    @property
    def seq(self) -> int:
        """How many turns of the match its players know of."""
        return len(self.turns[self.match_id])

    @property
    def goes_on(self) -> bool:
        """Whether a match is being played."""
        return self.session is not None and self.session.outcome is None

    @property
    def acting(self) -> User:
        """Whose turn it is."""
        (seat,) = self._known.to_act
        return self.player(seat)

    @property
    def _known(self) -> Session:
        if self.session is None:
            raise UnexpectedAnswerError("no match is played here")
        return self.session

    def player(self, seat: Seat) -> User:
        """Return who plays a seat."""
        return next(user for user in self.people if user.name == self._names[seat - 1])

    # playing

    async def begin(self) -> None:
        """Open a table, fill it and start the match; its first status is posted when this returns."""
        host, *others = self.people
        lobby = await open_here(
            self.double, host, self.channel, "replicants", players=len(self.people), mode="individual"
        )
        for user in others:
            await user.press(lobby, "Join")
        await ready(self.double, lobby)
        await host.press(lobby, "Start")
        await self.double.until(lambda: "has started" in lobby.content, PATIENCE_S)
        await self.recall()
        await self.status()

    async def recall(self) -> bool:
        """Ask for the record of the channel's latest match; return whether there is one."""
        reply = await self.people[0].slash(self.channel, "match record")
        if not reply.failed and "no match in this channel" in reply.content:
            self.session = None
            return False
        file = _answer(reply, "The record").attachments[0]
        found = _RECORD.fullmatch(file.filename)
        if found is None:
            raise UnexpectedAnswerError(file.filename)
        read = record.read(file.data.decode())
        self.match_id, self.session = int(found["match"]), record.replay(read)
        self._names = read.script.names
        self.turns[self.match_id] = _turns(self.session)
        return True

    def sit_down(self, match_id: int, session: Session) -> None:
        """Take up a match whose record its players know, seated in the order of `people`."""
        self.match_id, self.session = match_id, session
        self._names = tuple(user.name for user in self.people)
        self.turns[match_id] = _turns(session)

    def any_turn(self, rng: random.Random) -> str:
        """Return a random legal turn."""
        (seat,) = self._known.to_act
        return drawn_text(self._known, seat, rng, half=0.0)

    async def type(self, turn: str) -> Interaction:
        """Have whose turn it is play by `/move`."""
        self._ask()
        return self._take(await self.acting.slash(self.channel, "move", turn=turn))

    async def pick(self, rng: random.Random) -> Interaction:
        """Have whose turn it is pick a random turn from menus and buttons, and confirm it."""
        user = self.acting
        draft = await self.draft(user, rng)
        self._ask()
        return self._take(await confirm(user, draft))

    async def draft(self, user: User, rng: random.Random) -> Message:
        """Have a player build a random turn; return the private message that is ready to be confirmed."""
        reply = await user.press(await self.status(), "Play")
        draft = (await reply.until(lambda it: it.messages, PATIENCE_S)).message
        while not _confirming(draft):
            options = [each for each in _controls(draft) if _picks(each)]
            if not options:
                raise UnexpectedAnswerError(draft.text)
            chosen = rng.choice(options)
            if chosen["type"] == 2:
                reply = await user.press(draft, chosen["custom_id"])
            else:
                value = rng.choice(chosen["options"])["value"]
                reply = await user.select(draft, chosen["custom_id"], value)
            await reply.until(lambda it: it.messages, PATIENCE_S)
        return draft

    async def take_turn(self, rng: random.Random, *, pressing: float = 0.5) -> Interaction:
        """Play a random turn, by menus with this probability."""
        return await (self.pick(rng) if rng.random() < pressing else self.type(self.any_turn(rng)))

    def look_back(self) -> None:
        """Note whether the turn that was under way when the bot died had been acknowledged."""
        if self._asked is None:
            return
        match_id, seq, since = self._asked
        for it in self.double.interactions.values():
            turn = played(it)
            if it.id > since and it.channel is self.channel and turn:
                self.acknowledged[match_id, seq] = turn
        self._asked = None

    def _ask(self) -> None:
        self._asked = self.match_id, self.seq + 1, self.double.snowflake()

    def _take(self, reply: Interaction) -> Interaction:
        """Note that a turn was acknowledged, and what it led to."""
        turn = played(reply)
        if turn is None:
            raise UnexpectedAnswerError(str(reply.summary()))
        (seat,) = self._known.to_act
        self.acknowledged[self.match_id, self.seq + 1] = turn
        self.turns[self.match_id].append(turn)
        self.session = self._known.play(seat, turn)
        self._asked = None
        return reply

    # looking

    async def status(self) -> Message:
        """Return the message that says whose turn it is, once it is there."""
        await self.double.until(self.calls, PATIENCE_S)
        found = self.calls()
        if found is None:
            raise AssertionError("it was there")
        return found

    def calls(self, seq: int | None = None) -> Message | None:
        """Return the message that says whose turn it is, if it is there and the newest of its kind.

        Args:
            seq: How many turns of the match there are, if not as many as its players know of.
        """
        key = f"m:{self.match_id}:{self.seq if seq is None else seq}:play"
        return next((m for m in self.turn_messages()[:1] if any(b.get("custom_id") == key for b in m.buttons)), None)

    def turn_messages(self) -> list[Message]:
        """Return the messages with a button to play, the newest first; mostly one."""
        return [
            message
            for message in reversed(self.channel.messages.values())
            if not message.deleted and any(_PLAY_BUTTON.fullmatch(b.get("custom_id", "")) for b in message.buttons)
        ]

    def boards(self) -> Counter[tuple[int, int]]:
        """Return how often each board was posted for everybody, by match and number of the turn."""
        return Counter(key for key, _ in self._pictures())

    def board_times(self) -> dict[tuple[int, int], float]:
        """Return when each board was posted, in seconds since 1970."""
        return dict(self._pictures())

    def _pictures(self) -> Iterator[tuple[tuple[int, int], float]]:
        for message in self.channel.messages.values():
            for file in () if message.ephemeral else message.attachments:
                if found := _PICTURE.fullmatch(file.filename):
                    yield (int(found["match"]), int(found["seq"])), message.created

    def expected(self) -> set[tuple[int, int]]:
        """Return which boards must have been posted."""
        return {(match_id, seq) for match_id, turns in self.turns.items() for seq in range(len(turns) + 1)}


def played(reply: Interaction) -> str | None:
    """Return the turn that an answer says was played, or None."""
    found = [_PLAYED.search(message.text) for message in reply.messages if message.ephemeral]
    return next((each["turn"] for each in found if each), None)


def _turns(session: Session) -> list[str]:
    groups = groupby(session.entries, key=lambda entry: entry.turn)
    return [SEPARATOR.join(entry.text for entry in entries) for _, entries in groups]


def _answer(reply: Interaction, begins: str) -> Interaction:
    if reply.failed or not reply.messages or not reply.content.startswith(begins):
        raise UnexpectedAnswerError(str(reply.summary()))
    return reply


def _controls(message: Message) -> Iterable[Json]:
    return (component for _, component in walk(message.components))


async def open_here(double: Double, host: User, channel: Channel, game: str, **options: str | int) -> Message:
    """Have a player open a table whose match is to be played in its channel; return its message."""
    opened = await (await host.slash(channel, f"new {game}", **options)).until(lambda it: it.messages, PATIENCE_S)
    lobby = _answer(opened, "## ").message
    panel = await (await host.press(lobby, "Terms")).until(lambda it: it.messages, PATIENCE_S)
    asked = await (await host.press(panel.message, "Place")).until(lambda it: it.modal, PATIENCE_S)
    await host.submit_modal(asked, where="here")
    await double.until(lambda: "is played in this channel" in lobby.content, PATIENCE_S)
    return lobby


async def ready(double: Double, lobby: Message) -> None:
    """Wait until a table shows that all its seats are taken."""
    await double.until(lambda: any(each.get("label") == "Start" for each in lobby.buttons), PATIENCE_S)


async def confirm(user: User, draft: Message) -> Interaction:
    """Have a turn played that was built and can be confirmed."""
    return await user.press(draft, _confirming(draft)[0])


def _confirming(draft: Message) -> list[str]:
    """Return the custom id of the button that plays what was built, which says what that is; nothing before the end."""
    found = [each for each in _controls(draft) if str(each.get("label", "")).startswith("Confirm: ")]
    return [each["custom_id"] for each in found]


def _picks(component: Json) -> bool:
    """Return whether a component of the builder takes a step forward."""
    verb = component.get("custom_id", "").split(":")[3:4]
    return bool(verb) and not component.get("disabled") and verb[0][0] in "mp"
