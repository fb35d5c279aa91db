"""The knowledge of a seat, or a spectator, in Mutants (M56 to M60).

An allow-list: it holds names and numbers, never the state or a part of it. Cards are codes (`"ZOM"`), zones `"A"`,
`"L"`, `"R"` (active, left flank, right flank), piles of the reserve 1 to 3.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.mutants.components import title
from engine.mutants.legal import OF_ZONES
from engine.mutants.notation import copied_effect
from engine.mutants.outcome import freezer_values, outcome
from engine.mutants.stack import Ability, Ask, Attacking, Gaining, KnockingOut, Mulligans, Picking
from engine.mutants.state import BOSS, ZONES, State, owner, to_act
from engine.mutants.state import Side as StateSide
from engine.outcome import Outcome
from engine.seat import Seat
from engine.text import Player, Text, Value, say, say_n


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone of an arena.

    Attributes:
        card: Public even while it is K.O. (M56); empty for none.
        down: Whether it is K.O. and so face down (M45).
    """

    name: str
    card: str = ""
    down: bool = False


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile of a gene reserve: its top card, empty for none, and its number of cards, the top included."""

    top: str
    size: int


@dataclass(frozen=True, slots=True)
class Side:
    """A player and their possessions.

    Attributes:
        arena: Active, left flank, right flank, in this order.
        incubator: The card in it; empty for none.
        piles: The three piles of the gene reserve; empty before it exists.
        discard_top: The top card of the discard (M59); empty for none.
        ready: The number of the ready deck (M12), which is public; 0 for another reserve.
        space: Of the force marker, from 0; -1 without one.
        points: VP so far, without the freezer.
        dread: Whether the player is dreaded (M38).
        fury: Whether the player is in Fury (M38).
        left: Whether they resigned (M54).
        hand: In data-file order; None for readers who may not see it, as the following fields.
        deck: In data-file order, as nobody knows its own.
        discard: From the bottom up.
        freezer: In data-file order; public at the end (M74).
        freezer_values: The value of each of those now (M52).
        unseen: The cards of the reserve below the tops in data-file order, as far as their owner knows them (M60).
    """

    seat: Seat
    arena: tuple[Zone, Zone, Zone]
    incubator: str
    piles: tuple[Pile, ...]
    hand_size: int
    deck_size: int
    discard_size: int
    freezer_size: int
    discard_top: str
    ready: int
    space: int
    points: int
    dread: bool
    fury: bool
    left: bool
    hand: tuple[str, ...] | None
    deck: tuple[str, ...] | None
    discard: tuple[str, ...] | None
    freezer: tuple[str, ...] | None
    freezer_values: tuple[int, ...] | None
    unseen: tuple[str, ...] | None

    @property
    def freezer_points(self) -> int | None:
        """The freezer's value now; None for a reader who may not know it."""
        return None if self.freezer_values is None else sum(self.freezer_values)


@dataclass(frozen=True, slots=True)
class Boss:
    """The boss of a Revolt (M61 to M70).

    Attributes:
        key: As in options, e.g. `"wizard"`.
        full: Health at the start.
        ultra: Whether it is ultra-resistant (M70).
        limits: Gene letters that the reserve may not have (M70).
        arena: Active, left flank, right flank, in this order.
        discard_top: Empty for none.
        boxed: Exploited cards, in data-file order (M66).
    """

    key: str
    health: int
    full: int
    ultra: bool
    limits: str
    arena: tuple[Zone, Zone, Zone]
    deck_size: int
    discard_size: int
    discard_top: str
    boxed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Prompt:
    """The current question (N8); all of it is public.

    Attributes:
        kind: `"pick"`, `"mulligan"`, `"flank"`, `"act"`, `"freeze-empty"`, `"freeze-self"`, `"freeze-hand"`,
            `"freeze-discard"`, `"freeze-arena"`, `"cycle"`, `"discard"`, `"offer"` (whether a cost is paid), `"cost"`,
            `"take"`, `"take-discard"` (the second answer of a take), `"gain"`, `"copy"`, `"ko"`, `"flip"` or `"parry"`.
        seats: The asked seats: several for a pick, else one.
        about: The owner of the cards to choose from: the asked seat, or the boss (seat 2 of a Revolt), for whom the
            player chooses (M67).
        owner: The seat whose turn it is; None outside turns.
        count: The number of cards to choose; 1 for most prompts.
        may: Whether `N` declines.
        card: The card whose ability asks; empty for none.
        source: The card with the ability, where `card` copies or parries; else like `card`.
        zones: The zones that can be chosen.
        piles: The piles of the reserve that can be chosen, from 1, for a gain or a copy of a reserve top.
        why: The reason, as a public sentence.
    """

    kind: str
    seats: tuple[Seat, ...]
    about: Seat
    owner: Seat | None
    count: int
    may: bool
    card: str
    source: str
    zones: tuple[str, ...]
    piles: tuple[int, ...]
    why: Text


@dataclass(frozen=True, slots=True)
class Draft:
    """A running draft (M11), as its reader sees it.

    Attributes:
        pick: The number of the pick, 1 to 6.
        pack_size: The number of cards in each pack now.
        pack: The reader's pack in data-file order; None for spectators and resigned players.
        picks: The reader's picks in order; None likewise.
    """

    pick: int
    pack_size: int
    pack: tuple[str, ...] | None
    picks: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class MutantsView:
    """A position for pictures, text boards and alt texts.

    Attributes:
        mode: `"2"`, `"3"`, `"4"` or `"solo"`.
        reserve: `"draft"`, `"ready"` or `"constructed"`.
        data: Version of the data file.
        reconstruction: The reconstructed part of it, named in every display; None for a published version.
        viewer: The reader's seat; None for a spectator.
        phase: `"draft"`, `"mulligan"`, `"round"` or `"over"`.
        round: 1 to 5; 0 before the first.
        red: The points of the first player on the force track, for round 1, 2, … (M28).
        black: The points of those between, and of a crush, likewise (M19, M28).
        dread: The number of spaces from the left in the Dread zone (M4).
        challenger: The Challenger space (M4).
        force: The markers on each space of the force track from the left, from the bottom up; the last is Fury. In a
            Revolt seat 2 is the boss.
        score: The occupied spaces of the score track, ascending, each with its markers from the bottom up. Empty in a
            Revolt.
        first: The first player of the round; in a Revolt 2, the boss. None before the draw.
        owner: The seat whose turn it is, in a Revolt 2 for the boss; None outside turns.
        sides: For seat 1, 2, ….
        boss: Of a Revolt; None in other games.
        draft: None outside of a draft.
        prompt: None when the game is over.
        turn: As `Game.turn`.
    """

    mode: str
    reserve: str
    data: str
    reconstruction: Text | None
    viewer: Seat | None
    phase: str
    round: int
    red: tuple[int, ...]
    black: tuple[int, ...]
    dread: int
    challenger: int
    force: tuple[tuple[Seat, ...], ...]
    score: tuple[tuple[int, tuple[Seat, ...]], ...]
    first: Seat | None
    owner: Seat | None
    sides: tuple[Side, ...]
    boss: Boss | None
    draft: Draft | None
    prompt: Prompt | None
    turn: int
    outcome: Outcome | None

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The deciding seats, including those that have already picked."""
        return () if self.prompt is None else self.prompt.seats


# The view of a seat or a spectator (M56 to M60), and its prompt (N8, M76).


# The prompt and its reason, as far as public (N8, M76).


def prompt(state: State) -> Prompt | None:
    if state.stack and isinstance(state.stack[-1], Picking):
        seats = tuple(sorted(to_act(state)))
        why = say("Everyone picks a card from their pack.")
        return Prompt("pick", seats, seats[0], None, 1, False, "", "", (), (), why)
    ask = state.ask
    if ask is None:
        return None
    acting = _acting(state)
    card, source = (acting.card, acting.source) if acting is not None else ("", "")
    zones: tuple[str, ...] = ()
    piles: tuple[int, ...] = ()
    if ask.kind in OF_ZONES or ask.kind == "flank":
        zones = ask.places
    elif ask.kind == "gain":
        piles = tuple(map(int, ask.places))
    elif ask.kind == "copy":
        places = [place.split(".")[0] for place in ask.places]
        if all(place in ZONES for place in places):
            zones = tuple(dict.fromkeys(places))
        else:
            piles = _pool(state, ask, places)
    return Prompt(
        kind=ask.kind,
        seats=(ask.seat,),
        about=ask.about,
        owner=state.active or None,
        count=ask.count,
        may=ask.may or ask.kind in ("mulligan", "freeze-self", "offer"),
        card=card,
        source=source,
        zones=zones,
        piles=piles,
        why=_why(state, ask, card),
    )


def asked(state: State, seat: Seat) -> Text | None:
    """Return the public question to a deciding seat in another's turn; else None."""
    ask = state.ask
    if ask is None or ask.seat != seat or owner(state) == seat:
        return None
    return _why(state, ask, acting.card if (acting := _acting(state)) is not None else "")


def attacker(state: State) -> Attacking | None:
    return next((frame for frame in reversed(state.stack) if isinstance(frame, Attacking)), None)


def _acting(state: State) -> Ability | Attacking | None:
    return next((frame for frame in reversed(state.stack) if isinstance(frame, Ability | Attacking)), None)


def acting_card(state: State) -> str:
    acting = _acting(state)
    return "" if acting is None else acting.card


def _pool(state: State, ask: Ask, codes: list[str]) -> tuple[int, ...]:
    """Return the piles whose tops can be copied; none for cards of a hand or a discard, which are hidden."""
    effect = copied_effect(state)
    if effect is None or effect.source != "pool":
        return ()
    tops = enumerate(state.sides[ask.about - 1].piles, 1)
    return tuple(number for number, pile in tops if pile and pile[0] in codes)


_REASONS: dict[str, Text] = {
    "mulligan": say("{player} may put their three reserve tops under their piles."),
    "flank": say("{player} chooses which flank the active mutant moves to."),
    "act": say("{player} deploys, breeds or incubates."),
    "freeze-empty": say("{player} must draw from an empty deck, and first freezes a card from the discard."),
    "freeze-self": say("{card} leaves, and {player} may freeze it."),
    "freeze-hand": say("{card}: {player} may freeze a card from their hand."),
    "freeze-discard": say("{card}: {player} may freeze a card from their discard."),
    "freeze-arena": say("{card}: {player} may freeze another mutant in their arena."),
    "take": say("{card}: {player} takes a card from their discard into their hand."),
    "copy": say("{card}: {player} chooses what it copies."),
    "flip": say("{card}: {player} turns a K.O. mutant face up."),
    "parry": say("{card} attacks {player}, who chooses the mutant that parries."),
}
"""The reason of each kind of prompt that always has the same one."""


def _why(state: State, ask: Ask, code: str) -> Text:
    player = Player(ask.seat)
    card: Value | Text = title(code) if code else say("The boss")
    below = state.stack[-2]
    match ask.kind:
        case "ko":
            return _ko(state, ask, card)
        case "gain":
            return _GAINS[below.zone if isinstance(below, Gaining) else "hand"].using(card=card, player=player)
        case "cycle" | "discard" | "offer" | "cost" | "take-discard":
            return _counted(ask, card, attacked=attacker(state) is not None)
    return _REASONS[ask.kind].using(card=card, player=player)


def _counted(ask: Ask, card: Value | Text, *, attacked: bool) -> Text:
    player, count = Player(ask.seat), ask.count
    match ask.kind:
        case "cycle":
            return say_n(
                "{player} drew {count} card and discards as many.",
                "{player} drew {count} cards and discards as many.",
                count,
                player=player,
            )
        case "discard" if attacked:
            return say_n(
                "{card} attacks {player}, who discards {count} card.",
                "{card} attacks {player}, who discards {count} cards.",
                count,
                card=card,
                player=player,
            )
        case "discard":
            return say_n(
                "{card}: {player} discards {count} card.",
                "{card}: {player} discards {count} cards.",
                count,
                card=card,
                player=player,
            )
        case "offer":
            return say_n(
                "{card}: {player} may discard {count} card to gain a mutant.",
                "{card}: {player} may discard {count} cards to gain a mutant.",
                count,
                card=card,
                player=player,
            )
        case "cost":
            return say_n(
                "{card}: {player} discards {count} card to gain a mutant.",
                "{card}: {player} discards {count} cards to gain a mutant.",
                count,
                card=card,
                player=player,
            )
    return say_n(
        "{card}: {player} took a card and discards {count}.",
        "{card}: {player} took a card and discards {count}.",
        count,
        card=card,
        player=player,
    )


_GAINS: dict[str, Text] = {
    "hand": say("{card}: {player} takes a reserve top into their hand."),
    "deck": say("{card}: {player} puts a reserve top on their deck."),
    "incubator": say("{card}: {player} puts a reserve top into their incubator."),
    "discard": say("{card}: {player} puts a reserve top on their discard."),
    "freezer": say("{card}: {player} puts a reserve top into their freezer."),
}


def _ko(state: State, ask: Ask, card: Value | Text) -> Text:
    below, player = state.stack[-2], Player(ask.seat)
    if state.rules.solo and ask.about == BOSS:  # M67
        return say("{card} attacks the boss: {player} chooses which of its cards is K.O.", card=card, player=player)
    if isinstance(below, KnockingOut) and not below.by:
        return say("{card}: {player} chooses which mutant is K.O.", card=card, player=player)
    return say("{card} attacks {player}, who chooses which mutant is K.O.", card=card, player=player)


def view(state: State, seat: Seat | None) -> MutantsView:
    """Return what a seat, or a spectator (None), may know; resigned players see what spectators see (M78)."""
    rules, box = state.rules, state.rules.components
    eyes = None if seat in state.gone else seat
    return MutantsView(
        mode=rules.mode.key,
        reserve=rules.reserve,
        data=rules.data,
        reconstruction=box.reconstructed,
        viewer=seat,
        phase=_phase(state),
        round=state.round,
        red=box.rounds.red,
        black=box.rounds.black,
        dread=box.track.dread,
        challenger=box.track.challenger,
        force=tuple(
            tuple(each for each in state.line if state.spaces[each - 1] == space) for space in range(box.track.spaces)
        ),
        score=tuple(
            (points, tuple(each for each in state.standing if state.points[each - 1] == points))
            for points in sorted({state.points[each - 1] for each in state.standing})
        ),
        first=state.first or None,
        owner=state.active or None,
        sides=tuple(_side(state, each, eyes) for each in range(1, rules.seats + 1)),
        boss=_boss(state),
        draft=_draft(state, eyes),
        prompt=prompt(state),
        turn=state.turn,
        outcome=outcome(state),
    )


def _phase(state: State) -> str:
    if state.over:
        return "over"
    if state.stack and isinstance(state.stack[-1], Picking):
        return "draft"
    return "mulligan" if any(isinstance(each, Mulligans) for each in state.stack) else "round"


def _arena(side: StateSide) -> tuple[Zone, Zone, Zone]:
    active, left, right = (
        Zone(name, card, down) for name, card, down in zip(ZONES, side.arena, side.down, strict=True)
    )
    return active, left, right


def _side(state: State, seat: Seat, eyes: Seat | None) -> Side:
    side, box = state.sides[seat - 1], state.rules.components
    known = seat == eyes or bool(state.over)  # M58, M60, M74
    freezer = box.sorted(side.freezer) if known or state.rules.solo else None  # M68
    space = state.spaces[seat - 1]
    return Side(
        seat=seat,
        arena=_arena(side),
        incubator=side.incubator,
        piles=tuple(Pile(pile[0] if pile else "", len(pile)) for pile in side.piles),
        hand_size=len(side.hand),
        deck_size=len(side.deck),
        discard_size=len(side.discard),
        freezer_size=len(side.freezer),
        discard_top=side.discard[-1] if side.discard else "",
        ready=side.ready,
        space=space,
        points=state.points[seat - 1] if state.points else 0,
        dread=0 <= space < box.track.dread,
        fury=space == box.track.fury,
        left=seat in state.gone,
        hand=side.hand if known else None,
        deck=box.sorted(side.deck) if known else None,
        discard=side.discard if known else None,
        freezer=freezer,
        freezer_values=None if freezer is None else freezer_values(box, freezer),
        unseen=box.sorted([code for pile in side.piles for code in pile[1:]]) if known else None,
    )


def _boss(state: State) -> Boss | None:
    boss = state.rules.boss
    if boss is None:
        return None
    side = state.sides[BOSS - 1]
    return Boss(
        key=boss.key,
        health=state.health,
        full=state.rules.health,
        ultra=state.rules.ultra,
        limits=state.rules.limits,
        arena=_arena(side),
        deck_size=len(side.deck),
        discard_size=len(side.discard),
        discard_top=side.discard[-1] if side.discard else "",
        boxed=state.rules.components.sorted(state.boxed),
    )


def _draft(state: State, eyes: Seat | None) -> Draft | None:
    if not state.packs:
        return None
    pack = None if eyes is None else state.packs[eyes - 1]
    picks = None if eyes is None else state.picks[eyes - 1]
    return Draft(len(state.picks[0]) + 1, len(state.packs[0]), pack, picks)
