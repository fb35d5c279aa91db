"""Constructed reserves (M13, M61, M70, M75): chosen in secret, built from menus, shared by short codes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b

from engine.choices import Choice, Invitation, Question
from engine.errors import IllegalMoveError, NotationError, similar
from engine.game import Setup
from engine.mutants.choices import card_note, named_with_genes
from engine.mutants.components import deck_name, editions, title
from engine.mutants.rules import MOST_COPIES, RESERVE_SIZE, Rules, rules_of
from engine.mutants.wording import GENE_NAMES
from engine.seat import Seat
from engine.text import Text, listed, say, say_n, shortened

# Short codes for sharing constructed reserves: format, version of the data, cards, and a check.
#
#     R1-1-3QF0X9K2M7AB-7F
#
# The first part is the format, the second the version of the data. The third has the number of
# each advanced mutant, in data-file order, as one number to the base 3, written with 32 digits; the last
# reveals a wrong or missing character.


FORMAT = 1
_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_LENGTH = 12  # 3 ** 36 takes 58 bits, and a digit holds 5
_CHECK = 2
_LIKE = re.compile(r"R[0-9]{1,3}-", re.IGNORECASE)
_MEANT = str.maketrans("OIL", "011")
"""Letters that are not digits, with the digit that each stands for."""


def is_code(text: str) -> bool:
    """Return whether a text has the form of a code, valid or not."""
    return _LIKE.match(text.strip()) is not None


def code_of(codes: Sequence[str], data: str) -> str:
    """Return the code of a reserve of advanced mutants, each at most twice."""
    counts, number = Counter(codes), 0
    for card in editions()[data].advanced:
        number = number * 3 + counts[card.code]
    payload = _written(number, _LENGTH)
    return f"R{FORMAT}-{data}-{payload}-{_check(data, payload)}"


def read_code(text: str) -> list[str]:
    data, payload, check = _parts(text)
    number = 0
    for sign in payload:
        number = number * 32 + _DIGITS.index(sign)
    cards = editions()[data].advanced
    if check != _check(data, payload) or number >= 3 ** len(cards):
        raise _wrong(text, "code-check", say("A character in this code is wrong, or two are swapped."))
    found: list[str] = []
    for card in reversed(cards):
        number, count = divmod(number, 3)
        found += [card.code] * count
    return found[::-1]


def _parts(text: str) -> tuple[str, str, str]:
    """Return the parts of a code after its format: a known version, cards as digits, the check."""
    parts = text.strip().upper().split("-")
    if parts[0] != f"R{FORMAT}":
        reason = say("This code has format {format}; this version reads format {own}.", format=parts[0][1:], own=FORMAT)
        raise _wrong(text, "code-format", reason)
    if len(parts) != 4:
        reason = say("A code has four parts joined by -; this one has {count}.", count=len(parts))
        raise _wrong(text, "code-parts", reason)
    _, data, payload, check = parts
    if data not in editions():
        known = ", ".join(editions())
        reason = say("This code is for data {data}; this bot has {known}.", data=shortened(data) or "-", known=known)
        raise _wrong(text, "code-data", reason)
    payload, check = payload.translate(_MEANT), check.translate(_MEANT)
    for name, part, length in ((say("third"), payload, _LENGTH), (say("last"), check, _CHECK)):
        if len(part) != length:
            reason = say(
                "The {part} part of a code has {length} characters; this one has {count}.",
                part=name,
                length=length,
                count=len(part),
            )
            raise _wrong(text, "code-length", reason)
        if bad := next((sign for sign in part if sign not in _DIGITS), ""):
            reason = say("Codes never contain {sign}.", sign=bad)
            raise _wrong(text, "code-sign", reason)
    return data, payload, check


def _written(number: int, length: int) -> str:
    signs = ""
    for _ in range(length):
        number, digit = divmod(number, 32)
        signs = _DIGITS[digit] + signs
    return signs


def _check(data: str, payload: str) -> str:
    hashed = blake2b(f"R{FORMAT}-{data}-{payload}".encode(), digest_size=2).digest()
    return _written(int.from_bytes(hashed, "big") % 32**_CHECK, _CHECK)


def _wrong(text: str, code: str, reason: Text) -> NotationError:
    return NotationError(reason, code=code, rule="M13", given=shortened(text))


_MOST = 800
"""Characters of a loadout; twelve of the longest names take a third of it."""


def loadout_seats(setup: Setup) -> frozenset[Seat]:
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
    """Return the canonical text of a reserve given by its cards or by a code; errors as in `Game.parse_loadout`."""
    rules = rules_of(setup)
    if len(text) > _MOST:
        reason = say("A reserve is twelve cards joined by +; this is much longer.")
        raise NotationError(reason, code="too-long", rule="N2", given=shortened(text))
    words = text.replace(",", "+").split("+")
    codes = read_code(text) if is_code(text) else [_code(rules, word.strip()) for word in words]
    refuse(rules, codes)
    return written(rules, codes)


def refuse(rules: Rules, codes: Sequence[str], *, whole: bool = True) -> None:
    """Refuse a reserve that is not allowed, or, unless `whole` is false, incomplete (`IllegalMoveError`)."""
    given = "+".join(codes)
    allowed = {card.code for card in rules.allowed}
    for code in codes:
        if code not in rules.components.cards:  # a shared code may be of other data
            reason = say("Data {data} has no card {card}.", data=rules.data, card=code)
            raise IllegalMoveError(reason, code="no-such-card", rule="M13", given=given)
        card = rules.components.cards[code]
        if card.kind != "advanced":
            reason = say("{card} is a basic mutant; a reserve can only have advanced ones.", card=title(code))
            raise IllegalMoveError(reason, code="not-advanced", rule="M13", given=given)
        if code not in allowed and card.banned:
            reason = say("You can't use {card} in the Revolt.", card=title(code))
            raise IllegalMoveError(reason, code="banned", rule="M61", given=given)
        if code not in allowed:
            gene = next(gene for gene in card.genes if gene in rules.limits)
            reason = say("{card} has {gene}, which this challenge rules out.", card=title(code), gene=GENE_NAMES[gene])
            raise IllegalMoveError(reason, code="limited", rule="M70", given=given)
        if codes.count(code) > MOST_COPIES:
            reason = say("{card} is in the reserve more than twice.", card=title(code))
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


# Building a reserve from menus: six pairs first, as the rulebook advises, then changes of single cards (M13, M71).


BUILDING = Invitation(
    say("Build a reserve"), say("Builds a reserve of twelve advanced mutants: six pairs first, then single cards.")
)
PAIR, ONE, OUT, DECK = "pair", "one", "out", "deck"


def loadout_question(setup: Setup, _seat: Seat, draft: str) -> Question:
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
    heading = say_n("Your reserve: {count} of 12 cards", "Your reserve: {count} of 12 cards", len(codes))
    return Question(heading, tuple(about), ask)


def loadout_choices(setup: Setup, _seat: Seat, draft: str) -> tuple[Choice, ...]:
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
    """Return a draft after one of its choices, in canonical notation except for the number of cards."""
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
    allowed = {card.code for card in chosen.allowed}
    return tuple(
        Choice(f"{DECK}.{number}", say("ready deck: {name}", name=deck_name(deck)), listed_cards(deck.cards))
        for number, deck in chosen.components.decks.items()
        if allowed.issuperset(deck.cards)
    )


def listed_cards(codes: tuple[str, ...]) -> Text:
    return say("{cards}", cards=listed([title(code) for code in codes], "comma"))


def _choice(chosen: Rules, kind: str, code: str, text: Text) -> Choice:
    return Choice(f"{kind}.{code}", text, card_note(chosen.components.cards[code]))


def _with_genes(chosen: Rules, code: str) -> Text:
    return named_with_genes(chosen.components.cards[code])


def _counted(code: str, count: int) -> Text:
    if count == MOST_COPIES:
        return say("{card} twice", card=title(code))
    return say("{card}", card=title(code))


def _banned(chosen: Rules) -> Text:
    allowed = {card.code for card in chosen.allowed}
    out = [title(card.code) for card in chosen.components.advanced if card.code not in allowed]
    return say("Not allowed here: {cards}.", cards=listed(out, "comma"))
