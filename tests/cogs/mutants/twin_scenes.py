"""Moments of Mutants that are laid out, and others that a reader cannot tell from them: for matches played twice."""

from __future__ import annotations

import logging
import random
import re
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord

from engine.auto_turns import default_turn, drawn_turn
from engine.chance import Chance
from engine.errors import TurnError
from engine.game import Setup
from engine.mutants.game import MUTANTS
from engine.mutants.state import State
from engine.seat import Seat
from engine.turn import SEPARATOR, parse_turn
from hosting.lobby import tables
from hosting.match.model import Match, Place
from hosting.match_terms import Terms
from hosting.silence import SPECTATORS
from local.server import Reads, overview
from local.world import OWNER
from local.world import World as LocalWorld
from tests.cogs.conftest import World
from tests.cogs.mutants.menus import Menus
from tests.cogs.playing import Shown, labels, message_of, pick, ways
from tests.cogs.twins import look_around, parallel, plain, told, words
from tests.engine.mutants.kit import FORCE, PROMPTS, TablesLaid, asked, laid_out, prompted, revolt, table, tables_play
from tests.volume import THOROUGH

_TRIES, _BATCHES = 30, 12
_FROZEN = frozenset({"freeze-hand", "freeze-discard", "freeze-empty"})
_READ_BY_ONE = _FROZEN | {"pick", "take"}
_MODES = ("2", "3", "4")
_USUAL: TablesLaid = {"hand": "ALN LYC", "deck": "NOB DEM KRU EVA BUF AND"}
"""Cards that differ, so that hands and decks can."""

Answers = Callable[[State, Seat, str], Sequence[str]]
"""Turns that a seat may answer with in a position, where a turn has begun like that."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A moment at which a seat is asked.

    Attributes:
        kind: Of the prompt.
        setup: How many play, and with what.
        state: The moment, with the prompt open, or the beginning of the turn in which it comes up.
        begun: How that turn begins; empty where the prompt is open.
        note: What sets it apart from others of the same kind and mode.
    """

    kind: str
    setup: Setup
    state: State
    begun: str = ""
    note: str = ""

    @property
    def is_secret(self) -> bool:
        """Whether the seat alone may read the answer (N8); in a Revolt frozen cards lie face up (M68)."""
        return self.kind in (_READ_BY_ONE - _FROZEN if self.setup.mode == "solo" else _READ_BY_ONE)

    @property
    def asked(self) -> Seat:
        """Who is asked; of several, the first."""
        return min(MUTANTS.to_act(self.state))

    @property
    def reader(self) -> Seat | None:
        """Another player, who may not know what the asked knows; None in a Revolt.

        In a draft of three or more, to this one the pack of the asked comes last; with two, it comes next, and no
        player but the asked may be kept from knowing what is left of it.
        """
        if self.setup.mode == "solo" or (self.kind == "pick" and self.setup.mode == "2"):
            return None
        return self.state.rules.seats if self.asked == 1 else 1


@dataclass(frozen=True, slots=True)
class Twin:
    """A position and a turn in it."""

    state: State
    turn: str


def behind(scene: Scene, twin: Twin) -> list[str]:
    """Return what can be answered when a turn has brought something to light, by the person who is asked then."""
    after = parse_turn(MUTANTS, twin.state, scene.asked, twin.turn, past_barrier=True).state
    (seat,) = MUTANTS.to_act(after)
    return [MUTANTS.format(after, seat, move) for move in MUTANTS.legal(after, seat)]


def own(state: State, seat: Seat, begun: str) -> Sequence[str]:
    """Return each answer of a seat with which a turn goes on, up to the end of the turn; none if it cannot begin so."""
    try:
        here = parse_turn(MUTANTS, state, seat, begun).state if begun else state
    except TurnError:
        return []
    front = begun + SEPARATOR if begun else ""
    found = []
    for move in MUTANTS.legal(here, seat):
        text = front + MUTANTS.format(here, seat, move)
        turn = parse_turn(MUTANTS, state, seat, text, past_barrier=True)
        if not (turn.over or turn.barrier):
            text += SEPARATOR + drawn_turn(MUTANTS, turn.state, seat, Chance.from_text("rest"))
        found.append(text)
    return found


def by_default(state: State, seat: Seat, _begun: str) -> Sequence[str]:
    """Return what a missed deadline plays (M77), as far as it can before something comes to light."""
    turn = default_turn(MUTANTS, state, seat)
    return [] if turn is None else [turn]


def twins(scene: Scene, reader: Seat | None, answers: Answers = own) -> tuple[Twin, Twin]:
    """Return two positions with a turn each that look alike to a reader, before and behind the turn.

    Answers that the asked alone may read differ, too, for every other reader, where they are chosen.
    """
    seat = scene.asked
    secret = answers is own and reader != seat and scene.is_secret
    for others in _alike(scene, reader):
        for turn in answers(scene.state, seat, scene.begun):
            told = _told(scene, scene.state, turn, reader, answers)
            for other in [*others, scene.state] if secret else others:
                for text in answers(other, seat, scene.begun):
                    if (not secret or text != turn) and _told(scene, other, text, reader, answers) == told:
                        return Twin(scene.state, turn), Twin(other, text)
    raise AssertionError(f"nothing looks like {scene}")


def parting(scene: Scene) -> tuple[Twin, Twin]:
    """Return two positions that look alike to the asked until a turn, the same in both, brings something to light."""
    seat = scene.asked
    for others in _alike(scene, seat):
        for turn in own(scene.state, seat, scene.begun):
            told = _told(scene, scene.state, turn, seat, own)
            for other in others:
                if _told(scene, other, turn, seat, own) not in ("", told):
                    return Twin(scene.state, turn), Twin(other, turn)
    raise AssertionError(f"nothing comes to light behind {scene}")


def _alike(scene: Scene, reader: Seat | None) -> Iterator[list[State]]:
    """Yield positions that look alike to a reader and draw alike, but not to the asked, if that is another."""
    mine = MUTANTS.view(scene.state, scene.asked)
    for batch in range(_BATCHES):
        chances = (Chance.from_text(f"twin {batch} {number}") for number in range(_TRIES))
        found = [MUTANTS.alike(scene.state, reader, chance) for chance in chances]
        drawing_alike = dict.fromkeys(replace(other, chance=scene.state.chance) for other in found)
        yield [
            other
            for other in drawing_alike
            if other != scene.state and (reader == scene.asked or MUTANTS.view(other, scene.asked) != mine)
        ]


def _told(scene: Scene, state: State, text: str, reader: Seat | None, answers: Answers) -> str:
    """Return all that the engine tells a reader, and everybody, of a turn; empty where it is not legal.

    By default it goes on as long as the seat is asked: its time is up for all of that.
    """
    seat, seats = scene.asked, MUTANTS.to_act(state)
    if len(seats) > 1 and reader == seat:
        return repr(MUTANTS.view(state, reader))  # the choice stays closed until the others have chosen, too
    try:
        turn = parse_turn(MUTANTS, state, seat, text, past_barrier=True)
    except TurnError:
        return ""
    after, happened = turn.state, list(turn.events)
    if len(seats) > 1:
        step = MUTANTS.apply(state, {**{each: MUTANTS.legal(state, each)[0] for each in seats}, seat: turn.moves[0]})
        after, happened = step.state, list(step.events)
    entries = list(turn.entries)
    while answers is by_default and MUTANTS.to_act(after) == {seat}:
        (text,) = by_default(after, seat, "")
        turn = parse_turn(MUTANTS, after, seat, text, past_barrier=True)
        after, happened, entries = turn.state, [*happened, *turn.events], [*entries, *turn.entries]
    shown = [str(entry.shown(reader, over=False)) for entry in entries]
    events = [event.text() for event in happened if event.audience is None or reader in event.audience]
    views = [MUTANTS.view(after, each) for each in (None, reader)]
    return repr((shown, events, views, sorted(MUTANTS.to_act(after))))


def _setup(mode: str, **options: str) -> Setup:
    return Setup(mode, tuple(options.items()))


_ELSE: dict[str, TablesLaid] = {
    "freeze-discard": {"discard": "ZOM LYC WAR"},
    "take": {"hand": "TAO ROB LYC", "discard": "ZOM LYC WAR"},
    "take-discard": {"discard": "ZOM LYC WAR"},
    "cycle": {"deck": "ZOM LYC ALN"},
    "freeze-empty": {"freezer": "BUF KRU"},
}
"""What must lie otherwise than in `PROMPTS`, so that there is something to keep secret."""
_ALONE = ("discard", "ko", "parry")
"""Prompts that come up otherwise in a Revolt."""
_SOLO: dict[str, tuple[TablesLaid, TablesLaid, str, str]] = {
    **{
        kind: (first, {"deck": "EVH WHD HDE DKM"}, "wizard", texts)
        for kind, (first, _, texts, _) in PROMPTS.items()
        if kind not in _ALONE
    },
    "ko": ({"hand": "ARM ROB ROB"}, {"A": "EVH", "L": "EVH", "deck": "WHD HDE DKM"}, "wizard", "D ARM"),
    "parry": ({"hand": "ROB WAR LYC", "A": "DEM", "L": "BRI"}, {"deck": "HAI AVA GLA"}, "jack", "D ROB/LYC"),
    "discard": ({"hand": "ZOM WAR LYC"}, {"A": "HDE", "L": "HDE", "deck": "EVH WHD DKM"}, "wizard", "D ZOM"),
}
"""By kind: what lies before the player and before the boss; which boss; the texts that lead to the prompt."""


def _among_players(kind: str, mode: str) -> Scene:
    state = prompted(kind, players=int(mode), usual=_USUAL, instead=_ELSE.get(kind))
    return Scene(kind, _setup(mode, reserve="ready"), state)


def _whole_turn(kind: str, mode: str) -> Scene:
    state = laid_out(kind, players=int(mode), usual=_USUAL, instead=_ELSE.get(kind))
    return Scene(kind, _setup(mode, reserve="ready"), state, PROMPTS[kind][2], "whole turn")


def _alone(kind: str) -> Scene:
    mine, its, boss, texts = _SOLO[kind]
    state = tables_play(
        revolt({**_USUAL, **mine, **_ELSE.get(kind, {})}, its, boss=boss, it=10), *filter(None, texts.split("/"))
    )
    assert asked(state) == f"{kind} 1", (kind, asked(state))
    return Scene(kind, _setup("solo", boss=boss), state)


def _initial(kind: str, mode: str, **options: str) -> Scene:
    setup = _setup(mode, **options)
    return Scene(kind, setup, MUTANTS.initial(setup, Chance.from_text("twins")))


_DUELS = [_among_players(kind, _MODES[number % 3]) for number, kind in enumerate(PROMPTS)]
_DRAFTS = [_initial("pick", mode, reserve="draft") for mode in _MODES]
_MULLIGANS = [_initial("mulligan", mode, reserve="constructed") for mode in ("2", "4")]
_WHOLE = [_whole_turn("freeze-empty", "2"), _whole_turn("freeze-hand", "3"), _whole_turn("take", "3")]
"""Answers of which all but their seat read a sentence, in the middle of a turn that is played at once."""
_NEBULA = tables_play(
    table({**_USUAL, "hand": "NEB ROB", "discard": "WAR DEM ZOM"}, _USUAL, _USUAL, force=FORCE), "D NEB"
)
_COPY = Scene("copy", _setup("3", reserve="ready"), _NEBULA, note="of the discard")
"""Which of the cards can be copied, the seat alone sees."""
_REVOLT = [_initial("mulligan", "solo", boss="jack"), *map(_alone, _SOLO)]


def _named(found: Iterable[Scene]) -> dict[str, Scene]:
    return {f"{each.kind}, {each.setup.mode}{each.note and f', {each.note}'}": each for each in found}


ALL = _named([*_DUELS, *_DRAFTS, *_MULLIGANS, *_WHOLE, _COPY, *_REVOLT])
"""By kind and mode."""


# Matches that begin at a moment that was laid out, and what people meet in them.


PLAYERS = ("ann", "bob", "cleo", "dan")
"""In the order of seats."""
SUBSTITUTE, SPECTATOR, ORGANISER, SUBSTITUTE_OF_ASKED = "eve", "fay", "gus", "hal"
COMMANDS: list[tuple[str, dict[str, Any]]] = [
    ("board", {"look": "text"}),
    ("match cards", {"name": "lycans"}),
    ("legal", {}),
    ("matches", {"which": "here"}),
    ("match record", {"from": 1}),
    ("match replay", {"turn": 1}),
    ("match replay", {"form": "summary"}),
    ("match replay", {"form": "animation"}),
    ("match plan", {}),
    ("move", {"turn": "D WAL"}),
    ("undo", {}),
]
"""What is typed beside what buttons do: all that shows the game or takes its notation; no turn that can be played."""
COMPLETED = [("move", "turn", [""]), ("board", "turn", [""]), ("move", "turn", ["D "])]
_SHARE = 3
"""A match tries a third of them, the next match another one: none of them knows what is asked."""
_ID = re.compile(r"\d{17,20}|[0-9a-f]{64}")


@dataclass
class Party:
    """A match that began at a moment.

    Attributes:
        world: The server.
        scene: The moment.
        match: The match as it began.
        lounge: A channel that follows it.
        number: Which share of the commands is tried.
        first: Whether it is the first of the two matches.
        players: Who plays which seat.
    """

    world: World
    scene: Scene
    match: Match
    lounge: simcord.ChannelHandle
    number: int
    first: bool
    players: dict[Seat, str]

    @property
    def holder(self) -> str:
        """Who plays the seat that is asked."""
        return self.players[self.scene.asked]

    @property
    def readers(self) -> list[str]:
        """The other player who reads; none in a Revolt."""
        return [] if self.scene.reader is None else [name_of(self.scene.reader)]

    async def look(self, *names: str, typing: bool = True, reading: bool = False) -> list[Any]:
        """Return what some people see and are answered; those who do not type press buttons, or only read."""
        index = [self.page(name) for name in names]
        if reading:
            return [*index, *await look_around(self.world, *names, typing=False)]
        share = slice(self.number % _SHARE, None, _SHARE)
        commands, completed = (COMMANDS[share], COMPLETED[share]) if typing else ([], [])
        return [*index, *await look_around(self.world, *names, commands=commands, completed=completed)]

    def page(self, name: str) -> str:
        """Return what the local page lists for a player: channels of the server, and what they have not read there.

        Who else has unread messages it tells to all, as one person plays all of them there.
        """
        players = dict(self.world.people) | {OWNER: self.world.people[ORGANISER]}
        world = LocalWorld(self.world.env, self.world.guild, self.world.channel, players)
        listed = overview(world, Reads(), self.world.people[name])
        return _ID.sub("#", repr(plain(listed["groups"])))

    async def asked(self, name: str, command: str, **options: Any) -> list[Any]:
        """Return what a player is answered to a command."""
        said = message_of(await self.world.people[name].slash(self.world.channel, command, **options))
        await self.world.settle()
        return list(plain(await told(said)))

    async def menus(self, name: str, way: int = 0) -> list[Any]:
        """Return what menus show to the asked, who picks the same places each time on the same way, up to Confirm."""
        lot, person = random.Random(f"{name} {way}"), self.world.people[name]
        shown: Shown = await Menus(self.world, lot).open(name)
        found = [await told(shown)]
        while "Confirm" not in labels(shown):
            shown = await pick(person, shown, lot.choice(ways(shown)))
            found.append(await told(shown))
        return list(plain(found))

    async def hand(self, name: str) -> list[Any]:
        """Return what a player holds: the hand, and what the button below it shows besides."""
        hand = await Menus(self.world, random.Random(1)).hand(name)
        found = list(plain(await told(hand)))
        if "Your other cards" in labels(hand):
            others = await self.world.people[name].click(hand, label="Your other cards")
            found += plain(await told(message_of(others)))
        return found

    async def answer(self, twin: Twin) -> list[Any]:
        """Have the asked play their turn; return what everybody meets."""
        since = self.now
        await self._play(self.holder, twin.turn)
        return self.met(since)

    async def join(self) -> list[Any]:
        """Have the others choose where all do at once; return what everybody meets."""
        since, session = self.now, self.match.session
        for seat in sorted(session.to_act - {self.scene.asked}):
            await self._play(
                self.players[seat], MUTANTS.format(session.state, seat, MUTANTS.legal(session.state, seat)[0])
            )
        return self.met(since)

    async def _play(self, name: str, turn: str) -> None:
        said = await self.asked(name, "move", turn=turn)
        assert any(start in words(said) for start in ("Played `", "Your choice")), said

    @property
    def now(self) -> int:
        """How much the bot has asked of Discord so far."""
        return len(self.world.env.backend.transcript)

    def met(self, since: int) -> list[Any]:
        """Return what the bot posted and edited, channel by channel, and how often it answered in private."""
        asked = [(name, body) for kind, name, body in self.world.env.backend.transcript[since:] if kind == "HTTP"]
        written = [(name.split("/"), name, body) for name, body in asked if not name.startswith("GET")]
        public = sorted((each for each in written if each[0][1] == "channels"), key=lambda each: each[0][2])
        private = sorted(name for parts, name, _ in written if parts[1] != "channels")
        return [_ID.sub("#", each) for each in (*(f"{name} {body}" for _, name, body in public), *private)]

    async def replace(self, seat: Seat, name: str) -> None:
        """Put another player on a seat."""
        organiser, person = self.world.person(ORGANISER), self.world.named(name)
        await self.world.as_bot(self.world.bot.arena.substitutes.replace(self.match.id, seat, person, organiser))
        self.players[seat] = name

    async def spectate(self) -> list[Any]:
        """Return what a spectator finds where spectators talk, and is answered there."""
        await self.asked(SPECTATOR, "match spectate")
        place = (await self.world.bot.arena.matches.get(self.match.id)).place(SPECTATORS)
        assert place is not None
        thread = self.world.place(place.channel_id)
        said = [await self.world.people[SPECTATOR].slash(thread, name) for name in ("board", "match record")]
        found: list[Shown] = [*self.world.own(thread), *map(message_of, said)]
        return list(plain([await told(message) for message in found]))

    async def followed(self) -> list[Any]:
        """Return what was posted where the match is followed."""
        return list(plain([await told(message) for message in self.world.own(self.lounge)]))


def part(names: Iterable[str], *always: str) -> list[str]:
    """Return every third of some scenes and those that are tried in each run; all of them where tests are thorough."""
    listed = list(names)
    return listed if THOROUGH else [name for at, name in enumerate(listed) if at % _SHARE == 0 or name in always]


def name_of(seat: Seat) -> str:
    """Return who plays a seat from the beginning."""
    return PLAYERS[seat - 1]


@asynccontextmanager
async def begun(
    path: Path,
    caplog: pytest.LogCaptureFixture,
    scene: Scene,
    twin: Twin,
    *,
    number: int = 0,
    first: bool = True,
    terms: Terms | None = None,
) -> AsyncIterator[Party]:
    """Give a match that begins at a moment, in a world in which all that is drawn is the same each time."""
    for name in ("cogs", "hosting", "store", "engine", "render"):
        caplog.set_level(logging.DEBUG, name)
    # Tables refuse to begin in the middle where a game draws at random: a position does not tell all.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables, "check_position", lambda *_: None)
        async with parallel(path, caplog, (SPECTATOR, ORGANISER, SUBSTITUTE_OF_ASKED)) as world:
            caplog.clear()  # of what the bot says where it starts for the first time
            match = await _start(world, scene, twin, terms or Terms())
            lounge = await _follow(world)
            players = dict(enumerate(PLAYERS[: scene.state.rules.seats], 1))
            yield Party(world, scene, match, lounge, number, first, players)


async def _start(world: World, scene: Scene, twin: Twin, terms: Terms) -> Match:
    people = [world.named(name) for name in PLAYERS[: scene.state.rules.seats]]
    table = await world.bot.arena.tables.open(
        world.guild.id,
        world.channel.id,
        people[0],
        "mutants",
        scene.setup.mode,
        options=scene.setup.options,
        where="here",
        terms=terms,
        position=MUTANTS.write_position(twin.state),
    )
    for person in people[1:]:
        table = await world.bot.arena.tables.join(table.id, person)
    places = (Place("board", world.channel.id),)
    return await world.as_bot(world.bot.arena.tables.start(table.id, people[0].person_id, places))


async def _follow(world: World) -> simcord.ChannelHandle:
    """Have an organiser come, who has a channel follow the match."""
    allowed = discord.Permissions(manage_guild=True, manage_channels=True)
    role, organiser = world.guild.create_role("organisers", permissions=allowed), world.people[ORGANISER]
    world.env.backend.add_member_role(world.guild.id, organiser.id, role.id)
    lounge = world.guild.create_text_channel("lounge")
    said = message_of(await organiser.slash(world.channel, "watch match", channel=lounge))
    assert "follows match" in said.content
    await world.settle()
    return lounge
