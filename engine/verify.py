"""Does a record hold what was promised while it was played? The seed, every draw, every choice made in secret.

It compares a record with the messages that people copied from where the match was played (`engine.pasted`). What
those do not hold is not taken for granted: it is said to be unchecked.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from engine import record as records
from engine.begun import begun_checks
from engine.checks import Check, Verdict, fails, holds, unchecked
from engine.chosen import chosen_checks
from engine.errors import RecordError
from engine.pasted import Pasted
from engine.record import Record
from engine.session import Session
from engine.text import Text, listed, say, say_n

SEED_NOT_GIVEN = say(
    "The message that began the match is missing: compare the hash of the seed in it with `Commitment` in the record."
)
"""Left unchecked by a reader who cannot give that message, as the bot cannot vouch for its own."""


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that was looked at, in the order of the game.

    Attributes:
        checks: What was looked at, and what came of it.
        secrets: Whether anything of the game was drawn or chosen in secret.
    """

    checks: tuple[Check, ...]
    secrets: bool = True

    @property
    def verdict(self) -> Verdict:
        """FAILS if anything does; HOLDS only if something was proven and nothing is left unchecked."""
        found = {check.verdict for check in self.checks}
        if Verdict.FAILS in found:
            return Verdict.FAILS
        return Verdict.HOLDS if found == {Verdict.HOLDS} else Verdict.UNCHECKED

    def of(self, verdict: Verdict) -> list[Text]:
        """Return what had this verdict."""
        return [check.text for check in self.checks if check.verdict is verdict]


def conclusion(report: Report) -> Text:
    """Return what all checks come to, in one sentence."""
    match report.verdict:
        case Verdict.FAILS:
            return say("This doesn't hold: the moves aren't what was promised, or you haven't given everything.")
        case Verdict.HOLDS if not report.secrets:
            return say("Nothing was secret; every move is legal.")
        case Verdict.HOLDS:
            return say("Everything holds.")
        case Verdict.UNCHECKED:
            return say("Nothing contradicts itself, but not everything was checked: this isn't proof.")


def verify(text: str, pasted: Pasted) -> Report:
    """Check a record against copied messages.

    Raises:
        RecordError: It is no record.
    """
    record = records.read(text)
    try:
        session = records.replay(record)
    except RecordError as error:
        where = say("{where}: {reason}", where=str(error.where), reason=error.text)
        return Report((fails(say("The record doesn't follow from its seed and moves. {where}", where=where)),))
    return Report(tuple(_checks(record, session, pasted)), secrets=_has_secrets(session))


def _has_secrets(session: Session) -> bool:
    info = session.game.info
    return bool(info.uses_chance or info.together or session.setup.loadouts)


def _checks(record: Record, session: Session, pasted: Pasted) -> Iterator[Check]:
    info = session.game.info
    yield holds(say("Every move in the record is legal."))
    yield from _end(record, session)
    if not _has_secrets(session):
        yield holds(
            say(
                "In {game} nothing is drawn and nobody chooses in secret: there's nothing more to prove.",
                game=info.name,
            )
        )
        return
    yield from begun_checks(session, pasted)
    yield from _numbers(record, pasted)
    if info.uses_chance:
        yield from _seed(record, pasted)
        yield from _draws(record, session)
    if info.together:
        yield from chosen_checks(record, session, pasted)
    for line in pasted.unread:
        yield unchecked(say("This looks like a hash but can't be read: {line}", line=line[:120]))


def _end(record: Record, session: Session) -> Iterator[Check]:
    told, outcome = record.tags.get("Termination"), session.outcome
    if told is not None and (outcome is None or outcome.termination.value != told):
        yield fails(say("The record says that it ended ({end}), but its moves don't lead there.", end=told))
    elif outcome is None:
        yield unchecked(say("The record isn't of a whole match: the game isn't over where it ends."))


def _numbers(record: Record, pasted: Pasted) -> Iterator[Check]:
    """Check that all hashes are of the record's match."""
    numbers = {each.match for each in pasted.openings} | {each.match for each in (*pasted.own, *pasted.dropped)}
    numbers |= {each.match for each in pasted.lists} | {number for number, _ in pasted.seeds}
    numbers.discard(0)
    own = record.tags.get("Match", "")
    for number in sorted(numbers):
        if own and str(number) != own:
            yield fails(
                say("There are hashes for match {number}, but the record is of match {own}.", number=number, own=own)
            )
    if not own and len(numbers) > 1:
        yield fails(say("The hashes are for several matches: {numbers}.", numbers=listed(sorted(numbers), "comma")))
    elif not own and numbers:
        yield unchecked(
            say("The record doesn't say which match it is; the hashes are for {number}.", number=min(numbers))
        )


def _seed(record: Record, pasted: Pasted) -> Iterator[Check]:
    seed = record.tags.get("Seed")
    if seed is None:
        yield unchecked(say("The record has no seed, so its draws can't be checked."))
        return
    commitment = hashlib.sha256(bytes.fromhex(seed)).hexdigest()
    tagged = record.tags.get("Commitment", "")
    if tagged:
        fits = tagged.lower() == commitment
        yield (
            holds(say("The seed fits the commitment in the record itself."))
            if fits
            else fails(say("The seed in the record doesn't fit the commitment in it."))
        )
    posted = {found for _, found in pasted.seeds}
    if not posted:
        yield unchecked(SEED_NOT_GIVEN)
    for found in sorted(posted):
        if found == commitment:
            yield holds(say("The seed is the one committed to when the match began."))
        else:
            yield fails(say("The seed isn't the one committed to when the match began."))


def _draws(record: Record, session: Session) -> Iterator[Check]:
    if "Seed" not in record.tags:
        return
    if record.setup.position:
        yield unchecked(say("The record starts from a position: the draws before it aren't in it."))
        return
    whole = records.read(records.write(session, record.script.names))
    drawn, written = len(whole.script.draws), len(record.script.draws)
    if written < drawn:
        missing = say_n(
            "{missing} of {count} draw isn't in the record.",
            "{missing} of {count} draws aren't in the record.",
            drawn,
            missing=drawn - written,
        )
        yield unchecked(missing)
    if written:
        drawn_so = say_n(
            "Everything drawn in the record comes from the seed: {count} draw.",
            "Everything drawn in the record comes from the seed: {count} draws.",
            written,
        )
        yield holds(drawn_so)
