"""Building a reserve from menus: six pairs first, as the book advises, then single cards can be changed (M13, M71)."""

from __future__ import annotations

from collections import Counter

from engine.choices import Choice, Invitation, Question
from engine.errors import IllegalMoveError
from engine.info import Setup
from engine.mutants.choices import card_note, named_with_genes
from engine.mutants.codes import code_of
from engine.mutants.components import title
from engine.mutants.loadouts import refuse, written
from engine.mutants.rules import MOST_COPIES, RESERVE_SIZE, Rules, rules_of
from engine.seat import Seat
from engine.text import Text, listed, say, say_n, shortened

BUILDING = Invitation(
    say("Build a reserve"), say("Builds a reserve of twelve advanced mutants: six pairs first, then single cards.")
)
PAIR, ONE, OUT, DECK = "pair", "one", "out", "deck"


def loadout_question(setup: Setup, _seat: Seat, draft: str) -> Question:
    """Return what is in a reserve so far, and what to choose now."""
    chosen = rules_of(setup)
    codes = _cards(chosen, draft)
    about: list[Text] = []
    if codes:
        cards = [_counted(code, count) for code, count in Counter(codes).items()]
        about.append(say("{cards}.", cards=listed(cards, "comma")))
    if chosen.limits or chosen.solo:
        about.append(_banned(chosen))
    if len(codes) == RESERVE_SIZE:
        about.append(say("Code to share it: `{code}`", code=code_of(codes, chosen.data)))
        ask = say("It's complete: confirm it, or take a card out to put another one in.")
    elif _in_pairs(codes):
        ask = say("Choose a mutant: you get both copies of it.")
    else:
        ask = say("Choose a single card to put in.")
    heading = say_n("Your reserve: {count} card of 12", "Your reserve: {count} cards of 12", len(codes))
    return Question(heading, tuple(about), ask)


def loadout_choices(setup: Setup, _seat: Seat, draft: str) -> tuple[Choice, ...]:
    """Return what can be put in or taken out next."""
    chosen = rules_of(setup)
    codes = _cards(chosen, draft)
    if len(codes) == RESERVE_SIZE:
        return tuple(
            _choice(chosen, OUT, code, say("take out: {card}", card=title(code))) for code in dict.fromkeys(codes)
        )
    if not _in_pairs(codes):
        left = [card.code for card in chosen.allowed if codes.count(card.code) < MOST_COPIES]
        return tuple(_choice(chosen, ONE, code, _with_genes(chosen, code)) for code in left)
    pairs = [card.code for card in chosen.allowed if card.code not in codes]
    found = tuple(_choice(chosen, PAIR, code, say("{card}, twice", card=_with_genes(chosen, code))) for code in pairs)
    return found if codes else (*_decks(chosen), *found)


def loadout_step(setup: Setup, seat: Seat, draft: str, key: str) -> str:
    """Return a draft after one of its choices, in canonical notation but for the number of cards.

    Raises:
        IllegalMoveError: There is no such choice.
    """
    chosen = rules_of(setup)
    codes = _cards(chosen, draft)
    if key not in {each.key for each in loadout_choices(setup, seat, draft)}:
        raise IllegalMoveError(say("You can't choose that now."), code="no-such-step", given=shortened(key), rule="M13")
    kind, _, what = key.partition(".")
    if kind == DECK:
        codes = [code for code in chosen.components.decks[int(what)].cards for _ in range(MOST_COPIES)]
    elif kind == OUT:
        codes.remove(what)
    else:
        codes += [what] * (MOST_COPIES if kind == PAIR else 1)
    return written(chosen, codes)


def _cards(chosen: Rules, draft: str) -> list[str]:
    """Return the cards of a draft. Raises IllegalMoveError if they may not be in it."""
    codes = [code for code in draft.split("+") if code]
    unknown = [code for code in codes if code not in chosen.components.cards]
    if unknown:
        raise IllegalMoveError(
            say("There's no card {word}.", word=shortened(unknown[0])), code="no-such-card", rule="N1", given=draft
        )
    refuse(chosen, codes, whole=False)
    return codes


def _in_pairs(codes: list[str]) -> bool:
    return all(count == MOST_COPIES for count in Counter(codes).values())


def _decks(chosen: Rules) -> tuple[Choice, ...]:
    """Return the ready decks that may be played as they are, to begin from."""
    allowed = {card.code for card in chosen.allowed}
    return tuple(
        Choice(f"{DECK}.{number}", say("ready deck: {name}", name=deck.name_en), listed_cards(deck.cards))
        for number, deck in chosen.components.decks.items()
        if allowed.issuperset(deck.cards)
    )


def listed_cards(codes: tuple[str, ...]) -> Text:
    """Return the names of cards in a row."""
    return say("{cards}", cards=listed([title(code) for code in codes], "comma"))


def _choice(chosen: Rules, kind: str, code: str, text: Text) -> Choice:
    return Choice(f"{kind}.{code}", text, card_note(chosen.components.cards[code]))


def _with_genes(chosen: Rules, code: str) -> Text:
    """Return a card with its genes, which say what it is bred with."""
    return named_with_genes(chosen.components.cards[code])


def _counted(code: str, count: int) -> Text:
    if count == MOST_COPIES:
        return say("{card} twice", card=title(code))
    return say("{card}", card=title(code))


def _banned(chosen: Rules) -> Text:
    """Return what a reserve may not have here."""
    allowed = {card.code for card in chosen.allowed}
    out = [title(card.code) for card in chosen.components.advanced if card.code not in allowed]
    return say("Not allowed here: {cards}.", cards=listed(out, "comma"))
