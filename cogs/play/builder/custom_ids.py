"""The custom ids of the turn builder: `b:<match>:<seq>:<verb><page>:<steps>:<turn so far>`, at most 100 characters.

Where several choose in secret, a choice changes no `seq`: behind it stands a mark of what the player had sealed, as in
`<seq>.<mark>`.

A turn too long to be written out is given by the places of its actions among the legal ones, with a check that the
order of the legal moves is still the same: `~3.1z.0~5f2a`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from cogs.core.limits import CUSTOM_ID_LIMIT
from cogs.play.builder.state import Draft, DraftError, action_indices, actions_at
from engine.seat import Seat
from engine.session import Session
from engine.turn import SEPARATOR

TEMPLATE = re.compile(
    r"b:(?P<match>\d{1,18}):(?P<seq>\d{1,9})(?:\.(?P<chosen>[0-9a-f]{6}))?:(?P<verb>[a-z])(?P<page>\d{0,3}):(?P<steps>[0-9a-z.]*):(?P<text>.*)"
)

_PACKED = re.compile(r"~(?P<places>[0-9a-z.]*)~(?P<check>[0-9a-f]{8})")
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class Verb(StrEnum):
    """What a press does."""

    SHOW = "s"
    """Show the draft in the id, at the page in the id."""

    CHOOSE = "m"
    """Add the alternative picked from the menu to the draft in the id."""

    BACK = "b"
    RESTART = "r"
    CONFIRM = "c"
    CANCEL = "x"
    PICK = "p"
    """Show the draft in the id, whose last step is what the button stands for."""


@dataclass(frozen=True, slots=True)
class Press:
    """What a custom id says; `text` is the turn so far, perhaps packed, `chosen` what was sealed (`Session.mark`)."""

    match: int
    seq: int
    chosen: str
    verb: Verb
    page: int
    steps: tuple[int, ...]
    text: str


def beginning(session: Session, seat: Seat, match: int, seq: int) -> str:
    """Return how the custom ids of a match's builder begin."""
    mark = session.mark(seat)
    return f"b:{match}:{seq}{'.' if mark else ''}{mark}"


def encode(session: Session, seat: Seat, match: int, seq: int, verb: Verb, draft: Draft, page: int = 0) -> str:
    """Return the custom id of a button or menu of a match's builder.

    Raises:
        DraftError: The draft does not fit the position.
    """
    return written(session, seat, beginning(session, seat, match, seq), verb, draft, page)


def written(session: Session, seat: Seat, begin: str, verb: Verb, draft: Draft, page: int = 0) -> str:
    """Return a custom id with a draft in it; `begin` says what the draft belongs to.

    Raises:
        DraftError: The draft does not fit the position.
    """
    head = f"{begin}:{verb}{page or ''}:{'.'.join(map(_base36, draft.steps))}:"
    text = draft.text
    if len(head) + len(text) > CUSTOM_ID_LIMIT or text.startswith("~"):
        places = ".".join(map(_base36, action_indices(session, seat, draft.actions)))
        text = f"~{places}~{_check(draft.actions)}"
    return head + text


def decode(custom_id: str) -> Press | None:
    """Return what a custom id says, or None if it is not one of the builder's."""
    found = TEMPLATE.fullmatch(custom_id)
    if found is None or found["verb"] not in set(Verb):
        return None
    return Press(
        int(found["match"]),
        int(found["seq"]),
        found["chosen"] or "",
        Verb(found["verb"]),
        int(found["page"] or 0),
        read_steps(found["steps"]),
        found["text"],
    )


def read_steps(text: str) -> tuple[int, ...]:
    """Return the steps of a draft as a custom id has them."""
    return tuple(int(step, 36) for step in text.split(".") if step)


def draft_of(press: Press, session: Session, seat: Seat) -> Draft:
    """Return the draft that a press speaks of.

    Raises:
        DraftError: The turn so far was packed and the order of the legal moves has changed since, or is no turn.
    """
    return read_draft(press.text, press.steps, session, seat)


def read_draft(text: str, steps: tuple[int, ...], session: Session, seat: Seat) -> Draft:
    """Return the draft that a custom id holds, from the turn so far and the steps in it.

    Raises:
        DraftError: The turn so far was packed and the order of the legal moves has changed since, or is no turn.
    """
    if not text.startswith("~"):
        return Draft(tuple(text.split(SEPARATOR)) if text else (), steps)
    packed = _PACKED.fullmatch(text)
    if packed is None:
        raise DraftError(f"no turn: {text!r}")
    actions = actions_at(session, seat, [int(place, 36) for place in packed["places"].split(".") if place])
    if _check(actions) != packed["check"]:
        raise DraftError("the order of the legal moves has changed")
    return Draft(actions, steps)


def _base36(number: int) -> str:
    high, low = divmod(number, 36)
    return (_base36(high) if high else "") + _DIGITS[low]


def _check(actions: Sequence[str]) -> str:
    return hashlib.blake2b(SEPARATOR.join(actions).encode(), digest_size=4).hexdigest()
