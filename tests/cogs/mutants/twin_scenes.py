"""Moments of Mutants that are laid out, and others that a reader cannot tell from them: for matches played twice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.auto_turns import default_turn, drawn_turn
from engine.chance import Chance
from engine.errors import TurnError
from engine.game import Setup
from engine.mutants.game import MUTANTS
from engine.mutants.state import State
from engine.seat import Seat
from engine.turn import SEPARATOR, parse_turn
from tests.engine.mutants.prompted import FORCE, PROMPTS, laid_out, prompted
from tests.engine.mutants.tables import Laid, asked, play, revolt, table

_TRIES, _BATCHES = 30, 12
_FROZEN = frozenset({"freeze-hand", "freeze-discard", "freeze-empty"})
_READ_BY_ONE = _FROZEN | {"pick", "take"}
_MODES = ("2", "3", "4")
_USUAL: Laid = {"hand": "ALN LYC", "deck": "NOB DEM KRU EVA BUF AND"}
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
    """Return what can be answered when a turn has brought something to light, by whoever is asked then."""
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


_ELSE: dict[str, Laid] = {
    "freeze-discard": {"discard": "ZOM LYC WAR"},
    "take": {"hand": "TAO ROB LYC", "discard": "ZOM LYC WAR"},
    "take-discard": {"discard": "ZOM LYC WAR"},
    "cycle": {"deck": "ZOM LYC ALN"},
    "freeze-empty": {"freezer": "BUF KRU"},
}
"""What must lie otherwise than in `PROMPTS`, so that there is something to keep secret."""
_ALONE = ("discard", "ko", "parry")
"""Prompts that come up otherwise in a Revolt."""
_SOLO: dict[str, tuple[Laid, Laid, str, str]] = {
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
    state = play(
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
_NEBULA = play(table({**_USUAL, "hand": "NEB ROB", "discard": "WAR DEM ZOM"}, _USUAL, _USUAL, force=FORCE), "D NEB")
_COPY = Scene("copy", _setup("3", reserve="ready"), _NEBULA, note="of the discard")
"""Which of the cards can be copied, the seat alone sees."""
_REVOLT = [_initial("mulligan", "solo", boss="jack"), *map(_alone, _SOLO)]


def _named(found: Iterable[Scene]) -> dict[str, Scene]:
    return {f"{each.kind}, {each.setup.mode}{each.note and f', {each.note}'}": each for each in found}


ALL = _named([*_DUELS, *_DRAFTS, *_MULLIGANS, *_WHOLE, _COPY, *_REVOLT])
"""By kind and mode."""
