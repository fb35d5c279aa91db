"""Mutants as a `Game`: the start, and random positions that look the same to a seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine.chance import SEED_BYTES, Chance
from engine.events import Event
from engine.game import Game, Json, Setup, Step
from engine.mutants.apply import apply_moves, forfeit, run
from engine.mutants.catalogue import card_list, catalogue, whereabouts
from engine.mutants.choices import brief, caution, choices, question
from engine.mutants.components import Components, deck_name, editions
from engine.mutants.duels import KnockedOut
from engine.mutants.legal import default, legal
from engine.mutants.loadouts import (
    BUILDING,
    cards_of,
    loadout_choices,
    loadout_question,
    loadout_seats,
    loadout_step,
    parse_loadout,
    usual_loadout,
)
from engine.mutants.moves import Move
from engine.mutants.notation import format_move
from engine.mutants.outcome import final_points, grade, grade_text, outcome, result_text, same_result
from engine.mutants.parse import parse_move
from engine.mutants.position import load_position, masked_position, read_position, write_position
from engine.mutants.prepared import PREPARATIONS, parse_prepared, prepared, veil
from engine.mutants.rules import INFO, Rules, rules, rules_of
from engine.mutants.script import notes, read_script, same_note, write_script
from engine.mutants.setup import begin_draft, begin_ready, lay_out
from engine.mutants.state import KNOWN, Side, State, owner, to_act
from engine.mutants.table import Table
from engine.mutants.teaching import GUIDE, LESSON, TOPICS
from engine.mutants.view import MutantsView, asked, view
from engine.outcome import FeatureKind, Outcome, SeatFeature, Standing
from engine.script import Script
from engine.seat import Seat
from engine.text import Text, say

# The feature by which results of Mutants are counted: a seat's ready deck (M12).


DECK = FeatureKind("deck", say("Score by ready deck", context="title of a chart"))
FEATURE_KINDS = (DECK,)


def features(state: State) -> tuple[SeatFeature, ...]:
    return tuple(SeatFeature(seat, DECK.key, str(side.ready)) for seat, side in enumerate(state.sides, 1) if side.ready)


def feature_name(_kind: str, value: str) -> Text:
    decks = (deck for box in editions().values() for number, deck in box.decks.items() if str(number) == value)
    return next(map(deck_name, decks), Text(value))


# Positions that look the same to a seat: other cards in all places that it has never seen.
#
# These may differ: the order of decks and of the reserve below its tops; the cards of one shuffle in an opponent's
# hand, deck or freezer; mutants in a reserve or a pack that the seat has never seen; all future draws. Cards
# with a public place keep it. Conclusions from a choice about the cards not chosen are kept only
# where the rules themselves show them. What is drawn depends on what is hidden as a set, not on where it is.


def alike(state: State, seat: Seat | None, chance: Chance) -> State:
    seed = bytearray()
    for _ in range(SEED_BYTES):
        number, chance = chance.below(256)
        seed.append(number)
    state = replace(state, chance=Chance(bytes(seed)))
    if state.over:
        return state
    eyes = None if seat in state.gone else seat
    if state.rules.reserve == "draft":
        state, chance = _renamed(state, eyes, chance)
    elif state.rules.reserve == "constructed":
        for other in range(1, state.rules.seats + 1):
            if other != eyes:
                state, chance = _other_reserve(state, other, chance)
    sides = []
    for number, side in enumerate(state.sides, 1):
        dealt, chance = _piles(side, chance)
        shuffled, chance = _marked(state.rules, dealt, chance, own=number == eyes)
        sides.append(shuffled)
    return replace(state, sides=tuple(sides))


def _hidden(side: Side) -> list[tuple[int, int]]:
    """Return the unseen places of a reserve: pile, and place in it from the top."""
    last = 1 if side.buried else 0
    return [(at, place) for at, pile in enumerate(side.piles) for place in range(1, len(pile) - last)]


def _unseen_kinds(side: Side) -> set[str]:
    """Return the mutants of a reserve of which no copy has ever been seen."""
    hidden = [side.piles[at][place] for at, place in _hidden(side)]
    lying = [*side.hand, *side.deck, *side.discard, *side.freezer, *side.arena, side.incubator]
    shown = [code for pile in side.piles for code in pile]
    for code in hidden:
        shown.remove(code)
    return set(hidden) - {*shown, *lying}


def _mapped(cards: Iterable[str], names: dict[str, str]) -> tuple[str, ...]:
    return tuple(names.get(code, code) for code in cards)


def _renamed(state: State, eyes: Seat | None, chance: Chance) -> tuple[State, Chance]:
    """Return the position with other mutants in a draft for those that a seat has never seen (M73)."""
    box = state.rules.components
    bits = state.seen[eyes - 1] if eyes is not None else 0
    seen = {card.code for place, card in enumerate(box.advanced) if bits >> place & 1}
    public = set[str]()
    if not state.packs:
        for side, picks in zip(state.sides, state.picks, strict=False):
            public |= set(picks) - _unseen_kinds(side) if any(side.piles) or side.deck or side.discard else set()
    if eyes is not None and not state.packs:
        seen |= set(state.picks[eyes - 1])
    free = [card.code for card in box.advanced if card.code not in seen | public]
    other, chance = chance.shuffled(free)
    places = _occurrences(state)
    names = dict(zip(sorted(free, key=lambda code: places.get(code, [])), other, strict=True))
    every = _mapped((card.code for card in box.advanced), names)
    sides = tuple(replace(side, piles=tuple(_mapped(pile, names) for pile in side.piles)) for side in state.sides)
    return replace(
        state,
        sides=sides,
        packs=tuple(box.sorted(_mapped(pack, names)) for pack in state.packs),
        picks=tuple(_mapped(picks, names) for picks in state.picks),
        seen=tuple(_renamed_bits(bits, every, box) for bits in state.seen),
    ), chance


def _occurrences(state: State) -> dict[str, list[tuple[int, ...]]]:
    """Return where each mutant of a draft is: packs, picks, piles, and the seats that have seen it."""
    found: dict[str, list[tuple[int, ...]]] = {}
    for kind, each in enumerate((state.packs, state.picks, [sum(side.piles, ()) for side in state.sides])):
        for seat, cards in enumerate(each):
            for place, code in enumerate(cards):
                found.setdefault(code, []).append((kind, seat, place if kind == 1 else 0))
    for place, card in enumerate(state.rules.components.advanced):
        for seat, bits in enumerate(state.seen):
            if bits >> place & 1:
                found.setdefault(card.code, []).append((3, seat, 0))
    return found


def _renamed_bits(bits: int, names: Sequence[str], box: Components) -> int:
    seen = {name for place, name in enumerate(names) if bits >> place & 1}
    return sum(1 << place for place, card in enumerate(box.advanced) if card.code in seen)


def _other_reserve(state: State, seat: Seat, chance: Chance) -> tuple[State, Chance]:
    """Return the position with other mutants for the unseen ones of a constructed reserve."""
    side = state.sides[seat - 1]
    hidden = state.rules.components.sorted(_unseen_kinds(side))
    held = {code for pile in side.piles for code in pile} - set(hidden)
    elsewhere = {*held, *side.hand, *side.deck, *side.discard, *side.freezer, *side.arena, side.incubator}
    other, chance = chance.shuffled([card.code for card in state.rules.allowed if card.code not in elsewhere])
    names = dict(zip(hidden, other, strict=False))
    piles = tuple(_mapped(pile, names) for pile in side.piles)
    return replace(state, sides=_with(state.sides, seat, replace(side, piles=piles))), chance


def _piles(side: Side, chance: Chance) -> tuple[Side, Chance]:
    """Return a side with the unseen cards of its reserve in another order (M57)."""
    places = _hidden(side)
    cards, chance = chance.shuffled(sorted(side.piles[at][place] for at, place in places))
    piles = [list(pile) for pile in side.piles]
    for (at, place), code in zip(places, cards, strict=True):
        piles[at][place] = code
    return replace(side, piles=tuple(map(tuple, piles))), chance


def _marked(rules: Rules, side: Side, chance: Chance, *, own: bool) -> tuple[Side, Chance]:
    """Return a side with the cards of each shuffle dealt anew to their possible places."""
    hand, deck, freezer = list(side.hand), list(side.deck), list(side.freezer)
    zones: Sequence[tuple[list[str], tuple[int, ...]]] = (
        ((deck, side.deck_marks),)
        if own
        else ((hand, side.hand_marks), (deck, side.deck_marks), (freezer, side.freezer_marks))
    )
    for mark in sorted({mark for _, marks in zones for mark in marks} - {KNOWN}):
        places = [(cards, at) for cards, marks in zones for at, each in enumerate(marks) if each == mark]
        dealt, chance = chance.shuffled(sorted(cards[at] for cards, at in places))
        for (cards, at), code in zip(places, dealt, strict=True):
            cards[at] = code
    order = rules.components.order
    held = sorted(zip(hand, side.hand_marks, strict=True), key=lambda each: (order[each[0]], each[1]))
    return replace(
        side,
        hand=tuple(code for code, _ in held),
        hand_marks=tuple(mark for _, mark in held),
        deck=tuple(deck),
        freezer=tuple(freezer),
    ), chance


def _with(sides: tuple[Side, ...], seat: Seat, side: Side) -> tuple[Side, ...]:
    return (*sides[: seat - 1], side, *sides[seat:])


# The start of a game, in all its forms (M7 to M15, M61, M62).


def start(rules: Rules, reserves: tuple[tuple[str, ...], ...], chance: Chance) -> Step[State]:
    """Return the position before the first decision, with its draws; `reserves` only where constructed (M13)."""
    state = State(
        rules=rules,
        chance=chance,
        stack=(),
        sides=(Side(),) * rules.sides,
        spaces=(-1,) * rules.sides,
        line=(),
        points=() if rules.solo else (0,) * rules.seats,
        standing=(),
        health=rules.health,
    )
    table = Table(state)
    match rules.reserve:
        case "draft":
            begin_draft(table)
        case "ready":
            begin_ready(table)
        case _:
            lay_out(table, dict(enumerate(reserves, 1)))
    run(table)
    return table.step()


_POINTS = say("Points", context="title of a chart")
_HEALTH = say("Damage to the boss", context="title of a chart")


class Mutants(Game[State, Move, MutantsView]):
    """The rules of Mutants."""

    info = INFO
    topics = TOPICS
    guide = GUIDE
    lesson = LESSON
    preparations = PREPARATIONS

    to_act = staticmethod(to_act)
    owner = staticmethod(owner)
    asked = staticmethod(asked)
    legal = staticmethod(legal)
    parse = staticmethod(parse_move)
    format = staticmethod(format_move)
    veil = staticmethod(veil)
    choices = staticmethod(choices)
    question = staticmethod(question)
    brief = staticmethod(brief)
    caution = staticmethod(caution)
    apply = staticmethod(apply_moves)
    forfeit = staticmethod(forfeit)
    default = staticmethod(default)
    outcome = staticmethod(outcome)
    feature_kinds = FEATURE_KINDS
    features = staticmethod(features)
    feature_name = staticmethod(feature_name)
    grade = staticmethod(grade)
    grade_text = staticmethod(grade_text)
    view = staticmethod(view)
    alike = staticmethod(alike)
    notes = staticmethod(notes)
    same_note = staticmethod(same_note)
    masked_position = staticmethod(masked_position)
    write_position = staticmethod(write_position)
    read_script = staticmethod(read_script)
    result_text = staticmethod(result_text)
    same_result = staticmethod(same_result)
    cards = staticmethod(card_list)
    catalogue = staticmethod(catalogue)
    loadout_seats = staticmethod(loadout_seats)
    parse_loadout = staticmethod(parse_loadout)
    usual_loadout = staticmethod(usual_loadout)
    building = BUILDING
    loadout_question = staticmethod(loadout_question)
    loadout_choices = staticmethod(loadout_choices)
    loadout_step = staticmethod(loadout_step)
    parse_prepared = staticmethod(parse_prepared)
    prepared = staticmethod(prepared)

    def initial(self, setup: Setup, chance: Chance) -> State:
        chosen = rules_of(setup)
        if setup.position:
            return read_position(chosen, setup.position, chance)
        reserves: tuple[tuple[str, ...], ...] = ()
        if chosen.reserve == "constructed":
            given = (*setup.loadouts, *[""] * (chosen.seats - len(setup.loadouts)))
            reserves = tuple(
                cards_of(parse_loadout(setup, seat, text) if text else usual_loadout(setup, seat))
                for seat, text in enumerate(given, 1)
            )
        return start(chosen, reserves, chance).state

    def turn(self, state: State) -> int:
        """Each joint pick, mulligan, turn, draw of six and answer between rounds is a turn."""
        return state.turn

    def forced(self, state: State, seat: Seat) -> Move | None:
        """No question has only one answer by public knowledge: those are never asked (N6)."""
        return None

    def whereabouts(self, state: State, seat: Seat | None, key: str) -> tuple[Text, ...]:
        return whereabouts(view(state, seat), key)

    def standing(self, state: State) -> Standing:
        """VP, including freezers once they are opened (M53); in a Revolt the loss of the boss's health."""
        if state.rules.solo:
            return Standing(_HEALTH, (float(state.rules.health - state.health),))
        return Standing(_POINTS, tuple(map(float, final_points(state))))

    def feats(self, event: Event) -> dict[Seat, int]:
        """K.O.s by attacks."""
        return {event.by: 1} if isinstance(event, KnockedOut) and event.by is not None else {}

    def feats_text(self, count: int) -> Text:
        return say("mutants knocked out: {count}", count=count)

    def dump(self, state: State) -> Json:
        chance = state.chance
        return {
            "mode": state.rules.mode.key,
            "options": [list(each) for each in state.rules.options],
            "data": state.rules.data,
            "seed": chance.seed.hex(),
            "used": chance.used,
            "recorded": None if chance.recorded is None else [list(draw) for draw in chance.recorded],
            "said": [list(each) for each in state.said],
            "position": write_position(state),
        }

    def load(self, data: Json) -> State:
        match data:
            case {
                "mode": str(mode),
                "options": list(options),
                "data": str(version),
                "seed": str(seed),
                "used": int(used),
                "recorded": recorded,
                "said": list(said),
                "position": str(position),
            }:
                draws = tuple(tuple(draw) for draw in recorded) if isinstance(recorded, list) else None
                chance = Chance(bytes.fromhex(seed), used, draws)
                chosen = rules(mode, tuple((key, value) for key, value in options), version)
                lines = tuple((line, hidden) for line, hidden in said)
                return replace(load_position(chosen, position, chance), said=lines)
        raise TypeError("a dumped state is an object")

    def write_script(self, setup: Setup, script: Script, outcome: Outcome | None) -> str:
        return write_script(setup, script)


MUTANTS = Mutants()
