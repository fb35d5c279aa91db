"""Copied messages: hashes of choices, their openings, and the commitment to a seed, as people paste them.

    1:4 3/3: …                        above a list of hashes: match and decision, how many of how many have chosen
    1:4: …                            the same where the choices were never opened
    5c4f…                             a hash that stood there
    Ann: 1:4:1:7be2…:31W → 5c4f…      an opening, with the hash of it
    1:4:1 → 5c4f…                     the hash that a player received of their own choice
    1:4:2:dropped → 88aa…             a hash whose choice is gone
    7:1:loadout → 3e11…               the hash of a choice before the start: table 7, seat 1
    Ann: 7:1:90aa…:abc → 3e11…        an opening of that
    7:2:usual                         seat 2 chose nothing, and its usual loadout is played
    1:seed → 09ab…                    the bot's commitment to the seed of the match
    [Commitment "09ab…"]              the same in a record taken during the match

With Discord's marks or without, in any order, with other lines between. The words around are in any language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from engine.commitments import SALT_BYTES
from engine.seat import Seat

_MARKS = str.maketrans("", "", "`*|~\u200b\u200e\u200f\ufeff")
_QUOTED = re.compile(r"^(?:>>>|>|-#|#{1,3}|[-•])\s+")
_NUMBER = r"\d{1,18}"
_MATCH = r"(?P<match>[1-9]\d{0,17})"  # 0 is an unknown match
_HASH = r"(?P<digest>[0-9a-fA-F]{64})(?![0-9a-fA-F])"
_ARROW = r"\s*(?:→|->|=>|\s)\s*"
_SALT = rf"(?P<salt>[0-9a-fA-F]{{{2 * SALT_BYTES}}})"
_OF_SEAT = rf"(?<![\d:]){_MATCH}:(?P<decision>{_NUMBER}):(?P<seat>\d{{1,2}})"
_END = r"\W*(?:\([^()\d]{1,30}\))?$"  # Discord also copies the mark of an edited message, in its reader's language
_OPENING = re.compile(rf"{_OF_SEAT}:{_SALT}:(?P<choice>[^\s→](?:[^→]{{0,200}}?[^\s→])?)(?:{_ARROW}{_HASH})?{_END}")
_OWN = re.compile(rf"{_OF_SEAT}{_ARROW}{_HASH}")
_DROPPED = re.compile(rf"{_OF_SEAT}:dropped{_ARROW}{_HASH}")
_OF_TABLE = r"(?<![\d:])(?P<table>[1-9]\d{0,17}):(?P<seat>\d{1,2})"
_BEGUN = re.compile(rf"{_OF_TABLE}:{_SALT}:(?P<choice>\S(?:[^→]{{0,400}}?\S)?)(?:{_ARROW}{_HASH})?{_END}")
_HELD = re.compile(rf"{_OF_TABLE}:loadout{_ARROW}{_HASH}")
_USUAL = re.compile(rf"{_OF_TABLE}:usual(?!\w)")
_SEED = re.compile(rf"(?<![\d:]){_MATCH}:seed{_ARROW}{_HASH}")
_TAG = re.compile(rf'Commitment "{_HASH}"(?P<match>)')
_TAGGED_SEED = re.compile(r'\[Seed "')
_LIST = re.compile(rf"^{_MATCH}:(?P<decision>{_NUMBER})(?: (?P<count>\d{{1,2}})/(?P<all>\d{{1,2}}))?\s?:(?=\s|$)")
_BARE = re.compile(rf"^{_HASH}{_END}")
_LIKE = re.compile(r"[0-9a-fA-F]{40}")
_LONGEST_LINE = 1000


@dataclass(frozen=True, slots=True)
class Opening:
    """An opened choice; `digest` is the hash beside it, or empty."""

    match: int
    decision: int
    seat: Seat
    salt: str
    choice: str
    digest: str


@dataclass(frozen=True, slots=True)
class Hashes:
    """The hashes of one message.

    Attributes:
        match: 0 where its number was not copied with them.
        decision: 0 as above.
        count: The choices made, according to the message.
        deciding: The choices awaited; 0 where the choices were never opened.
    """

    match: int
    decision: int
    count: int
    deciding: int
    digests: tuple[str, ...]

    @property
    def final(self) -> bool:
        """Whether all had chosen, so that no choice could change any more."""
        return 0 < self.deciding == self.count


@dataclass(frozen=True, slots=True)
class OfSeat:
    """The hash of one seat's choice, told to its player, or of a dropped choice (seat 0 if the seat is secret)."""

    match: int
    decision: int
    seat: Seat
    digest: str


@dataclass(frozen=True, slots=True)
class Begun:
    """A seat's choice before the start: opened, as a hash, or none made. Unknown fields are empty."""

    table: int
    seat: Seat
    salt: str = ""
    choice: str = ""
    digest: str = ""


@dataclass(frozen=True, slots=True)
class Pasted:
    """The contents of copied messages.

    Attributes:
        openings: Opened choices.
        lists: Hashes listed in messages.
        own: Hashes told to players of their own choices.
        dropped: Hashes of dropped choices.
        seeds: Pairs of match and commitment to its seed; 0 for the match of a record taken during the match.
        begun: Opened choices from before the start.
        held: The hashes of those.
        usual: The seats without a choice before the start.
        unread: Lines that look like hashes and cannot be read.
    """

    openings: tuple[Opening, ...] = ()
    lists: tuple[Hashes, ...] = ()
    own: tuple[OfSeat, ...] = ()
    dropped: tuple[OfSeat, ...] = ()
    seeds: tuple[tuple[int, str], ...] = ()
    begun: tuple[Begun, ...] = ()
    held: tuple[Begun, ...] = ()
    usual: tuple[Begun, ...] = ()
    unread: tuple[str, ...] = ()


def read_pasted(text: str) -> Pasted:
    """Return the contents of copied messages, without lines that have no hashes."""
    openings: list[Opening] = []
    lists: list[Hashes] = []
    own: list[OfSeat] = []
    dropped: list[OfSeat] = []
    seeds: list[tuple[int, str]] = []
    begun: list[Begun] = []
    held: list[Begun] = []
    usual: list[Begun] = []
    unread: list[str] = []
    head = (0, 0, 0, 0)
    digests: list[str] = []
    over = _TAGGED_SEED.search(text) is not None

    def close() -> None:
        nonlocal head
        if digests:  # without hashes below, it can be a player's name
            lists.append(Hashes(*head, tuple(digests)))
        digests.clear()
        head = (0, 0, 0, 0)

    for line in _lines(text):
        if (bare := _BARE.search(line)) is not None:
            if openings and not openings[-1].digest and not digests and head == (0, 0, 0, 0):
                openings[-1] = _with_digest(openings[-1], _digest(bare))
            else:
                digests.append(_digest(bare))
        elif (found := _DROPPED.search(line)) is not None:
            dropped.append(_of_seat(found))
        else:
            close()
            # First, as a player's name begins such a line and can be anything.
            if (found := _OPENING.search(line)) is not None:
                openings.append(_opening(found))
            elif (found := _BEGUN.search(line)) is not None:
                begun.append(_begun(found))
            elif (found := _LIST.search(line)) is not None:
                count, deciding = int(found["count"] or 0), int(found["all"] or 0)
                head = (int(found["match"]), int(found["decision"]), count, deciding)
            elif (found := _OWN.search(line)) is not None:
                own.append(_of_seat(found))
            elif (found := _HELD.search(line) or _USUAL.search(line)) is not None:
                (held if found.re is _HELD else usual).append(_begun(found))
            elif (found := _SEED.search(line) or _TAG.search(line)) is not None:
                # A record with a seed was written after the match: its commitment proves nothing.
                if found["match"] or not over:
                    seeds.append((int(found["match"] or 0), _digest(found)))
            elif _LIKE.search(line):
                unread.append(line)
    close()
    return Pasted(
        tuple(openings),
        tuple(lists),
        tuple(own),
        tuple(dropped),
        tuple(seeds),
        tuple(begun),
        tuple(held),
        tuple(usual),
        tuple(unread),
    )


def split_record(text: str) -> tuple[str, str]:
    """Return the record in a file, and the copied messages before and after it.

    The record begins with its first line of tags and ends with the first empty line below its moves.
    """
    before: list[str] = []
    record: list[str] = []
    after: list[str] = []
    stage = 0  # before the tags, among them, below them, among the moves, after those
    for line in text.splitlines():
        tagged = line.lstrip().startswith("[") and line.rstrip().endswith('"]')
        if stage == 0 and tagged:
            stage = 1
        elif stage == 1 and not tagged:
            stage = 2 if not line.strip() else 3
        elif stage == 2 and line.strip():
            stage = 1 if tagged else 3
        elif stage == 3 and not line.strip():
            stage = 4
        (before if stage == 0 else after if stage == 4 else record).append(line)
    if stage == 0:
        return text, ""
    return "\n".join(record) + "\n", "\n".join([*before, "", *after])


def _lines(text: str) -> Iterator[str]:
    for line in text.splitlines():
        cleaned = " ".join(line.translate(_MARKS).split())[:_LONGEST_LINE]
        while (found := _QUOTED.match(cleaned)) is not None:
            cleaned = cleaned[found.end() :]
        if cleaned:
            yield cleaned


def _digest(found: re.Match[str]) -> str:
    return (found["digest"] or "").lower()


def _of_seat(found: re.Match[str]) -> OfSeat:
    return OfSeat(int(found["match"]), int(found["decision"]), int(found["seat"]), _digest(found))


def _opening(found: re.Match[str]) -> Opening:
    return Opening(
        int(found["match"]),
        int(found["decision"]),
        int(found["seat"]),
        found["salt"].lower(),
        found["choice"],
        _digest(found),
    )


def _begun(found: re.Match[str]) -> Begun:
    fields = found.groupdict(default="")
    salt, choice, digest = (fields.get(name, "") for name in ("salt", "choice", "digest"))
    return Begun(int(found["table"]), int(found["seat"]), salt.lower(), choice, digest.lower())


def _with_digest(opening: Opening, digest: str) -> Opening:
    return Opening(opening.match, opening.decision, opening.seat, opening.salt, opening.choice, digest)
