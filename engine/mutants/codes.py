"""Short codes by which people share constructed reserves: format, version of the data, cards, and a check.

    R1-1-3QF0X9K2M7AB-7F

The first part is the format, the second the version of the data under which it was made. The third holds how many
there are of each advanced mutant, in data-file order, as one number to the base 3, written with 32 digits; the last
shows that a sign is wrong or missing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b

from engine.errors import NotationError
from engine.mutants.components import editions
from engine.text import Text, say, shortened

FORMAT = 1
_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_LENGTH = 12  # 3 ** 36 takes 58 bits, and a digit holds 5
_CHECK = 2
_LIKE = re.compile(r"R[0-9]{1,3}-", re.IGNORECASE)
_MEANT = str.maketrans("OIL", "011")
"""Letters that are no digits, and which digit is meant by them."""


def is_code(text: str) -> bool:
    """Return whether a text looks like a code, be it right or wrong."""
    return _LIKE.match(text.strip()) is not None


def code_of(codes: Sequence[str], data: str) -> str:
    """Return the code of a reserve of advanced mutants, each at most twice."""
    counts, number = Counter(codes), 0
    for card in editions()[data].advanced:
        number = number * 3 + counts[card.code]
    payload = _written(number, _LENGTH)
    return f"R{FORMAT}-{data}-{payload}-{_check(data, payload)}"


def read_code(text: str) -> list[str]:
    """Return the cards of what looks like a code (`is_code`), in data-file order.

    Raises:
        NotationError: It is no code, or not of this program; says what is wrong with it.
    """
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
    """Return the parts of a code behind its format, each well formed: a known version, cards as digits, the check.

    Raises:
        NotationError: They are not.
    """
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
            reason = say("No code contains {sign}.", sign=bad)
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
