"""Menus for moves: questions and choices, one card, top or zone a step, with a hint for each.

The bred card comes first, then the two cards that fit it; likewise for an incubated one.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.choices import Choice, Question
from engine.mutants.components import Card, title
from engine.mutants.events import ZONE_NAMES
from engine.mutants.legal import YES_OR_NO
from engine.mutants.moves import Breed, Choose, Copied, Deploy, Flank, Incubate, Move, Pick, Say, Top, Zone
from engine.mutants.notation import top_text
from engine.mutants.outcome import freezer_values
from engine.mutants.parse import kind_of
from engine.mutants.rounds import LAST_ROUND
from engine.mutants.state import BOSS, ZONES, State
from engine.mutants.view import acting_card, prompt
from engine.mutants.wording import ability_text, genes_text, trigger_text
from engine.seat import Seat
from engine.text import Text, listed, say, say_n

FREEZING = frozenset({"freeze-empty", "freeze-hand", "freeze-discard", "freeze-arena"})
"""Prompts that freeze the chosen card."""

_DEPLOY = Choice("D", say("Deploy"), say("a card from your hand into the active zone"))
_BREED = Choice("B", say("Breed"), say("two cards from your hand for a reserve mutant, deployed at once"))
_INCUBATE = Choice("I", say("Incubate"), say("a card from your hand for a reserve mutant, drawn next round"))


def choices(state: State, seat: Seat, move: Move) -> tuple[Choice, ...]:  # noqa: PLR0911 - one way for each kind of move
    match move:
        case Pick(card):
            picked = state.rules.components.cards[card]
            return (Choice(card, named_with_genes(picked), card_note(picked)),)
        case Say(yes):
            return (_answer(state, seat, yes=yes),)
        case Flank(zone):
            return (_flank(state, seat, zone),)
        case Deploy(card):
            return _DEPLOY, _card(state, card)
        case Breed((one, other), pile):
            first, second = _loose(one), _loose(other)
            return _BREED, _top(state, seat, pile), first, second
        case Incubate(card, pile):
            return _INCUBATE, _top(state, seat, pile), _plain(card)
        case Choose(cards):
            return tuple(map(_loose, cards)) if len(cards) > 1 else (_chosen(state, seat, cards[0]),)
        case Zone(zone):
            return (_zone(state, seat, zone),)
        case Top(pile):
            return (_top(state, seat, pile),)
        case Copied(place, half):
            return (_copied(state, place, half),)
    raise AssertionError(f"{move!r} is no move of Mutants")


def named_with_genes(card: Card) -> Text:
    return say("{card} ({genes})", card=title(card.code), genes=genes_text(card.genes))


def card_note(card: Card) -> Text:
    deploy = say("transformation") if card.transformation else ability_text(card.deploy)
    if card.parry:
        return say(
            "deploy: {deploy} · leave: {leave} · parry: {parry}",
            deploy=deploy,
            leave=ability_text(card.leave),
            parry=ability_text(card.parry),
        )
    return say("deploy: {deploy} · leave: {leave}", deploy=deploy, leave=ability_text(card.leave))


def _card(state: State, code: str) -> Choice:
    return Choice(code, say("{card}", card=title(code)), card_note(state.rules.components.cards[code]))


def _chosen(state: State, seat: Seat, code: str) -> Choice:
    """Return a card chosen alone, with its freeze value if it is to be frozen."""
    if state.ask is not None and state.ask.kind in FREEZING:
        return Choice(code, say("{card}", card=title(code)), _frozen(state, seat, code))
    return _card(state, code)


def _frozen(state: State, seat: Seat, code: str) -> Text:
    """Return what freezing a card is worth now (M52, M53, M68)."""
    box, side = state.rules.components, state.sides[seat - 1]
    *_, worth = freezer_values(box, (*side.freezer, code))
    if state.rules.solo:
        return say("frozen: the boss loses {damage} health at once", damage=worth)
    if box.cards[code].per:
        return say(
            "frozen: {points} at the end with your freezer as it is now, and more if you freeze more of its gene",
            points=worth,
        )
    return say_n("frozen: {count} point at the end", "frozen: {count} points at the end", worth)


def _plain(code: str) -> Choice:
    return Choice(code, say("{card}", card=title(code)))


def _loose(code: str) -> Choice:
    return Choice(code, say("{card}", card=title(code)), loose=True)


def _top(state: State, seat: Seat, pile: int) -> Choice:
    side = state.sides[seat - 1]
    code = side.piles[pile][0]
    label = say("{card} on pile {pile}", card=title(code), pile=pile + 1)
    return Choice(top_text(side, pile), label, card_note(state.rules.components.cards[code]))


def _answer(state: State, seat: Seat, *, yes: bool) -> Choice:
    kind = "" if state.ask is None else state.ask.kind
    if kind == "freeze-self":
        leaving = acting_card(state)
        note = _frozen(state, seat, leaving) if yes else say("it goes to your discard")
        return Choice("Y" if yes else "N", say("Yes") if yes else say("No"), note)
    if yes:
        return Choice("Y", say("Yes"))
    if kind in YES_OR_NO:
        return Choice("N", say("No"))
    return Choice("N", say("None"), say("you freeze nothing") if kind in FREEZING else None)


def _flank(state: State, seat: Seat, zone: str) -> Choice:
    side, at = state.sides[seat - 1], ZONES.index(zone)
    code = side.arena[at]
    label = say("To the {zone}", zone=ZONE_NAMES[zone])
    if not code:
        return Choice(zone, label)
    if side.down[at]:
        return Choice(zone, label, say("{card} leaves, K.O.", card=title(code)))
    leave = ability_text(state.rules.components.cards[code].leave)
    return Choice(zone, label, say("{card} leaves: {effects}", card=title(code), effects=leave))


def _zone(state: State, seat: Seat, zone: str) -> Choice:
    ask = state.ask
    if ask is None:
        raise AssertionError("nothing is asked")
    code = state.sides[ask.about - 1].arena[ZONES.index(zone)]
    label = say("{card} · {zone}", card=title(code), zone=ZONE_NAMES[zone])
    if ask.kind == "parry":
        return Choice(zone, label, ability_text(state.rules.components.cards[code].parry))
    if ask.kind in FREEZING:
        return Choice(zone, label, _frozen(state, seat, code))
    if ask.kind == "ko" and ask.about != BOSS:
        return Choice(zone, label, _lost(state.rules.components.cards[code]))
    if ask.kind == "flip":
        return Choice(zone, label, card_note(state.rules.components.cards[code]))
    return Choice(zone, label)


def _lost(card: Card) -> Text:
    """Return the abilities that a mutant loses by a K.O. (M45)."""
    lost = say("you lose its leave ability: {leave}", leave=ability_text(card.leave))
    for each in card.permanent:
        lost = say("{lost} · permanent: {permanent}", lost=lost, permanent=trigger_text(each))
    return lost


def _copied(state: State, place: str, half: str) -> Choice:
    ask = state.ask
    if ask is None:
        raise AssertionError("nothing is asked")
    zone = place in ZONES
    code = state.sides[ask.about - 1].arena[ZONES.index(place)] if zone else place
    if half == "deploy":
        label = say("{card}'s deploy ability", card=title(code))
    else:
        label = say("{card}'s leave ability", card=title(code))
    if zone:
        label = say("{ability} · {zone}", ability=label, zone=ZONE_NAMES[place])
    return Choice(f"{place}.{half[0].upper()}", label, ability_text(state.rules.components.cards[code].half(half)))


# The questions on the way to a move, in words.


_HEADINGS: dict[str, Text] = {
    "pick": say("The draft"),
    "mulligan": say("Mulligan"),
    "flank": say("Your active mutant moves"),
    "act": say("Your action"),
    "freeze-empty": say("Your deck is empty"),
    "freeze-self": say("Freeze it?"),
    "freeze-hand": say("Freeze a card from your hand?"),
    "freeze-discard": say("Freeze a card from your discard?"),
    "freeze-arena": say("Freeze another mutant?"),
    "cycle": say("Discard after drawing"),
    "discard": say("Discard", context="heading of a choice of cards"),
    "offer": say("Pay for a mutant?"),
    "cost": say("Pay for a mutant"),
    "take": say("Take a card back"),
    "take-discard": say("Discard for it"),
    "gain": say("Gain a mutant"),
    "copy": say("Copy an ability"),
    "ko": say("K.O."),
    "flip": say("Turn a mutant face up"),
    "parry": say("Parry"),
}


def question(state: State, seat: Seat, chosen: Sequence[Choice]) -> Question:
    asked, kind = prompt(state), kind_of(state)
    about = () if asked is None or kind in ("act", "flank", "mulligan") else (asked.why,)
    return Question(_heading(state, kind), about, _ask(state, seat, kind, chosen))


def _heading(state: State, kind: str) -> Text:
    if not state.round:
        return _HEADINGS[kind]
    return say("{what} · round {round} of {rounds}", what=_HEADINGS[kind], round=state.round, rounds=5)


def _ask(state: State, seat: Seat, kind: str, chosen: Sequence[Choice]) -> Text:  # noqa: PLR0911 - one for each kind
    count = 1 if state.ask is None else state.ask.count
    match kind:
        case "pick":
            number = len(state.picks[seat - 1]) + 1
            return say(
                "Pick {pick} of {picks}: which card do you keep? You get a second copy of it later.",
                pick=number,
                picks=6,
            )
        case "act":
            return _action(chosen)
        case "flank":
            return say("Which flank does it move to? The card there leaves the arena.")
        case "mulligan":
            tops = [title(pile[0]) for pile in state.sides[seat - 1].piles]
            return say(
                "Put {tops} under their piles and turn up the next ones? It's all of them or none, and only "
                "now. If you aren't sure, keep them: **No**.",
                tops=listed(tops),
            )
        case "freeze-self" | "offer":
            return say("Do you?")
        case "ko":
            return say("Which mutant do you turn face down?")
        case "flip":
            return say("Which mutant do you turn face up?")
        case "parry":
            return say("Which of your mutants parries?")
        case "copy":
            return say("Which ability do you copy?")
        case "gain":
            return say("Which reserve top?")
    if count > 1:
        return say_n("Card {number} of {count}?", "Card {number} of {count}?", count, number=len(chosen) + 1)
    return say("Which card?")


def _action(chosen: Sequence[Choice]) -> Text:
    if not chosen:
        return say("What do you do?")
    match chosen[0].key, len(chosen):
        case "D", _:
            return say("Which card do you deploy?")
        case "B", 1:
            return say("Which reserve top do you breed?")
        case "I", 1:
            return say("Which reserve top do you incubate?")
        case "B", 2:
            return say("Which two cards do you discard for it? The first:")
    return say("Which other card?") if chosen[0].key == "B" else say("Which card do you discard for it?")


# Warnings before legal but useless moves.


def caution(state: State, _seat: Seat, move: Move) -> Text | None:
    if state.round == LAST_ROUND and isinstance(move, Incubate) and not _may_exploit(state):
        return say("This is the last round: an incubated mutant won't reach your hand in time.")
    return None


def _may_exploit(state: State) -> bool:
    """Return whether incubating may exploit a weakness of the boss (M66)."""
    if not state.rules.solo:
        return False
    cards = state.rules.components.cards
    weaknesses = (cards[code].weakness for code in state.sides[BOSS - 1].arena if code)
    return any(weakness is not None and weakness.when == "incubate" for weakness in weaknesses)


# Decisions in few words, for the buttons that play them.


def brief(state: State, seat: Seat, move: Move) -> Text:  # noqa: PLR0911 - one way for each kind of move
    match move:
        case Pick(card):
            return say("{card}", card=title(card))
        case Choose(cards):
            return say("{cards}", cards=listed([title(card) for card in cards], "comma"))
        case Say(yes):
            return say("yes", context="in few words") if yes else say("no", context="in few words")
        case Flank(zone):
            return say("to the {zone}", zone=ZONE_NAMES[zone])
        case Deploy(card):
            return say("deploy {card}", card=title(card))
        case Breed((one, other), pile):
            return say(
                "breed {top} of {one} and {other}",
                top=_top_title(state, seat, pile),
                one=title(one),
                other=title(other),
            )
        case Incubate(card, pile):
            return say("incubate {top} for {card}", top=_top_title(state, seat, pile), card=title(card))
        case Top(pile):
            return say("{card} on pile {pile}", card=_top_title(state, seat, pile), pile=pile + 1)
        case Zone(zone):
            return say("{card} · {zone}", card=_lying(state, zone), zone=ZONE_NAMES[zone])
        case Copied(place, half):
            copied = _lying(state, place) if place in ZONES else title(place)
            if half == "deploy":
                return say("{card}'s deploy ability", card=copied)
            return say("{card}'s leave ability", card=copied)
    raise AssertionError(f"{move!r} is no move of Mutants")


def _top_title(state: State, seat: Seat, pile: int) -> Text:
    return title(state.sides[seat - 1].piles[pile][0])


def _lying(state: State, zone: str) -> Text:
    if state.ask is None:
        raise AssertionError("nothing is asked")
    return title(state.sides[state.ask.about - 1].arena[ZONES.index(zone)])
