"""Constructed reserves: twelve advanced mutants, chosen in secret before the start (M13, M61, M70, M75)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import IllegalMoveError, NotationError
from engine.info import Setup
from engine.mutants.codes import is_code, read_code
from engine.mutants.components import title
from engine.mutants.rules import MOST_COPIES, RESERVE_SIZE, Rules, rules_of
from engine.mutants.wording import GENE_NAMES
from engine.refusals import similar
from engine.seat import Seat
from engine.text import say, say_n, shortened

_MOST = 800
"""Characters of a loadout; twelve of the longest names take a third of it."""


def loadout_seats(setup: Setup) -> frozenset[Seat]:
    """Return who chooses a reserve before the start: everybody where they are constructed."""
    rules = rules_of(setup)
    return frozenset(range(1, rules.seats + 1)) if rules.reserve == "constructed" else frozenset()


def usual_loadout(setup: Setup, seat: Seat) -> str:
    """Return the reserve of a seat that chose none (M75): ready deck k for seat k; in a Revolt the first six cards."""
    rules = rules_of(setup)
    if rules.solo:
        codes = [card.code for card in rules.allowed[: RESERVE_SIZE // MOST_COPIES]]
    else:
        codes = list(rules.components.decks[seat].cards)
    return written(rules, codes * MOST_COPIES)


def parse_loadout(setup: Setup, _seat: Seat, text: str) -> str:
    """Return the canonical text of a reserve that is given by its cards, or by a code (`engine.mutants.codes`).

    Raises:
        NotationError: It is no list of cards and no code.
        IllegalMoveError: It is not twelve cards, or one that is not allowed or comes too often.
    """
    rules = rules_of(setup)
    if len(text) > _MOST:
        reason = say("A reserve is twelve cards joined by +; this is much longer.")
        raise NotationError(reason, code="too-long", rule="N2", given=shortened(text))
    words = text.replace(",", "+").split("+")
    codes = read_code(text) if is_code(text) else [_code(rules, word.strip()) for word in words]
    refuse(rules, codes)
    return written(rules, codes)


def refuse(rules: Rules, codes: Sequence[str], *, whole: bool = True) -> None:
    """Refuse a reserve that is not allowed.

    Args:
        rules: The mode and its limits.
        codes: Its cards.
        whole: Whether it is complete; one that is being built may have fewer cards.

    Raises:
        IllegalMoveError: Says what is wrong with it.
    """
    given = "+".join(codes)
    allowed = {card.code for card in rules.allowed}
    for code in codes:
        if code not in rules.components.cards:  # a shared code may be of other data
            reason = say("Data {data} has no card {card}.", data=rules.data, card=code)
            raise IllegalMoveError(reason, code="no-such-card", rule="M13", given=given)
        card = rules.components.cards[code]
        if card.kind != "advanced":
            reason = say("{card} is a basic mutant; a reserve has advanced ones.", card=title(code))
            raise IllegalMoveError(reason, code="not-advanced", rule="M13", given=given)
        if code not in allowed and card.banned:
            reason = say("You can't use {card} in the Revolt.", card=title(code))
            raise IllegalMoveError(reason, code="banned", rule="M61", given=given)
        if code not in allowed:
            gene = next(gene for gene in card.genes if gene in rules.limits)
            reason = say("{card} has {gene}, which this challenge rules out.", card=title(code), gene=GENE_NAMES[gene])
            raise IllegalMoveError(reason, code="limited", rule="M70", given=given)
        if codes.count(code) > MOST_COPIES:
            reason = say("{card} is there more than twice.", card=title(code))
            raise IllegalMoveError(reason, code="too-many", rule="M13", given=given)
    if len(codes) > RESERVE_SIZE or (whole and len(codes) < RESERVE_SIZE):
        reason = say_n(
            "A reserve has 12 cards; this one has {count}.", "A reserve has 12 cards; this one has {count}.", len(codes)
        )
        raise IllegalMoveError(reason, code="count", rule="M13", given=given)


def written(rules: Rules, codes: Sequence[str]) -> str:
    """Return a reserve in canonical notation (N4)."""
    return "+".join(rules.components.sorted(codes))


def cards_of(text: str) -> tuple[str, ...]:
    """Return the cards of a reserve in canonical notation."""
    return tuple(text.split("+"))


def _code(rules: Rules, word: str) -> str:
    found = rules.components.named(word)
    if len(found) == 1:
        return found[0].code
    codes = [card.code for card in found or rules.allowed]
    if found:
        reason = say("{word} could mean more than one card.", word=shortened(word))
    else:
        reason = say("There's no card {word}: write its code or its name.", word=shortened(word) or "-")
    suggestions = tuple(codes) if found else similar(codes, word)
    raise NotationError(reason, code="no-such-card", rule="N1", given=shortened(word), suggestions=suggestions)
