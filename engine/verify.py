"""Verification of a record against commitments made during play: its seed, its start and its secret choices.

It compares a record with messages that people copied from the match (`engine.transcript`). A fact without a message is
reported as unchecked.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from engine import record as records
from engine.commitments import digest, loadout_line, sealed_line
from engine.errors import RecordError
from engine.record import Record
from engine.seat import Seat
from engine.session import Session
from engine.text import Text, Value, listed, say, say_n
from engine.transcript import Begun, Hashes, Opening, Pasted

# Results of checks of commitments.


class Verdict(Enum):
    """The result of one check, or of all together."""

    HOLDS = "holds"
    FAILS = "fails"
    UNCHECKED = "unchecked"


@dataclass(frozen=True, slots=True)
class Check:
    """One check; its verdict is UNCHECKED if the messages for it are missing."""

    verdict: Verdict
    text: Text


def holds(text: Text) -> Check:
    return Check(Verdict.HOLDS, text)


def fails(text: Text) -> Check:
    return Check(Verdict.FAILS, text)


def unchecked(text: Text) -> Check:
    return Check(Verdict.UNCHECKED, text)


# Does the record's start match the commitments made before it? Loadouts (`Setup.loadouts`) by seat.


def begun_checks(session: Session, pasted: Pasted) -> Iterator[Check]:
    """Compare each seat's start in the record with copied messages."""
    game, setup = session.game, session.setup
    if not setup.loadouts:
        return
    tables = sorted({each.table for each in (*pasted.begun, *pasted.held, *pasted.usual)})
    if len(tables) > 1:
        yield fails(
            say("The choices made before the start come from several tables: {tables}.", tables=listed(tables, "comma"))
        )
    for seat, text in enumerate(setup.loadouts, 1):
        if text:
            yield from _seat(seat, text, pasted, game.usual_loadout(setup, seat))


def _seat(seat: Seat, text: str, pasted: Pasted, usual: str) -> Iterator[Check]:
    lines = [each for each in pasted.begun if each.seat == seat]
    stood = {each.digest for each in pasted.held if each.seat == seat}
    unchosen = any(each.seat == seat for each in pasted.usual)
    faults = list(_faults(seat, text, lines))
    if unchosen and (lines or text != usual):
        faults.append(
            say(
                "The messages say that seat {seat} chose nothing before the start, but it didn't play the usual setup.",
                seat=seat,
            )
        )
    yield from map(fails, faults)
    if faults:
        return
    opened = {_hash(each) for each in lines}
    if lines and opened <= stood:
        yield holds(say("Before the start, seat {seat}: the choice fits its hash and the record.", seat=seat))
    elif lines:
        yield unchecked(
            say("Before the start, seat {seat}: the message with the hash of the choice is missing.", seat=seat)
        )
    elif unchosen and not stood:
        yield holds(say("Before the start, seat {seat}: they chose nothing and played the usual setup.", seat=seat))
    elif not unchosen:
        yield unchecked(say("Before the start, seat {seat}: the text that reveals the choice is missing.", seat=seat))
    if replaced := stood - opened if lines or unchosen else set[str]():
        yield unchecked(
            say_n(
                "Before the start, seat {seat}: {count} hash was posted and never revealed. The player must "
                "have changed or given up the choice; only they know.",
                "Before the start, seat {seat}: {count} hashes were posted and never revealed. The player must "
                "have changed or given up the choice; only they know.",
                len(replaced),
                seat=seat,
            )
        )


def _faults(seat: Seat, text: str, lines: list[Begun]) -> Iterator[Text]:
    for each in lines:
        if each.digest and each.digest != _hash(each):
            yield say(
                "Before the start, seat {seat}: the revealed choice, {choice}, doesn't fit its hash.", **_of(each)
            )
        if each.choice != text:
            yield say(
                "Before the start, seat {seat}: {choice} was revealed, but the record has {played}.",
                played=text,
                **_of(each),
            )
    if len({_hash(each) for each in lines}) > 1:
        yield say("Before the start, seat {seat}: the choice was revealed twice, and the two don't agree.", seat=seat)


def _of(line: Begun) -> dict[str, str | int]:
    return {"seat": line.seat, "choice": line.choice}


def _hash(line: Begun) -> str:
    return digest(loadout_line(line.table, line.seat, line.salt, line.choice))


# Do secret choices match their published hashes?
#
# A decision's hashes are in a message before its choices are opened in another one. People copy both
# (`engine.transcript`), whole or in part.


_HANDED_OVER = re.compile(r"(?:^|; )seat (\d+): ")


def secret_choices(session: Session) -> dict[int, dict[Seat, str]]:
    found: dict[int, dict[Seat, str]] = {}
    here = Session.start(session.game, session.setup, session.chance)
    for entry in session.entries:
        before = here
        here = here.forfeit(entry.seat) if entry.forfeit else here.move(entry.seat, entry.text)
        if here.last is not None and here.last.together and len(here.entries) > len(before.entries):
            found[here.last.together[0].turn] = {each.seat: each.text for each in here.last.together}
    return found


def chosen_checks(record: Record, session: Session, pasted: Pasted) -> Iterator[Check]:
    """Compare the record's secret choices with copied messages."""
    if record.setup.position:
        yield unchecked(
            say("The record starts from a position, so its decisions are numbered differently: use the whole record.")
        )
        return
    chosen = secret_choices(session)
    opened: dict[tuple[int, Seat], Opening] = {}
    for opening in pasted.openings:
        yield from _opening(opening, opened.get((opening.decision, opening.seat)), chosen)
        opened.setdefault((opening.decision, opening.seat), opening)
    yield from _dropped(record, session, pasted, opened)
    yield from _unplaced(pasted, opened)
    loose = {each for listed in pasted.lists if not listed.match for each in listed.digests}
    for decision, seats in chosen.items():
        yield from _decision(decision, seats, opened, pasted, loose)
    yield from _elsewhere(session, chosen, pasted)
    yield from _own(pasted, opened)


def _opening(opening: Opening, earlier: Opening | None, chosen: Mapping[int, Mapping[Seat, str]]) -> Iterator[Check]:
    values: dict[str, Value] = {"decision": opening.decision, "seat": opening.seat, "choice": opening.choice}
    if opening.digest and opening.digest != _opened_hash(opening):
        yield fails(
            say("Decision {decision}, seat {seat}: the revealed choice, {choice}, doesn't fit its hash.", **values)
        )
    if earlier is not None and _opened_hash(earlier) != _opened_hash(opening):
        yield fails(say("Decision {decision}, seat {seat} was revealed twice, and the two don't agree.", **values))
    seats = chosen.get(opening.decision)
    if seats is None:
        yield fails(say("Decision {decision} is revealed, but in the record nobody chooses in secret there.", **values))
    elif opening.seat not in seats:
        yield fails(
            say(
                "Decision {decision}: seat {seat}'s choice is revealed, but in the record that seat chooses "
                "nothing there.",
                **values,
            )
        )
    elif seats[opening.seat] != opening.choice:
        yield fails(
            say(
                "Decision {decision}, seat {seat}: {choice} was revealed, but the record has {played}.",
                played=seats[opening.seat],
                **values,
            )
        )


def _decision(
    decision: int,
    seats: Mapping[Seat, str],
    opened: Mapping[tuple[int, Seat], Opening],
    pasted: Pasted,
    loose: set[str],
) -> Iterator[Check]:
    """Check the hashes of one decision against the openings."""
    lines = {seat: opened[decision, seat] for seat in seats if (decision, seat) in opened}
    missing = sorted(seats.keys() - lines.keys())
    if not lines:
        yield unchecked(say("Decision {decision}: the text that reveals it is missing.", decision=decision))
    elif missing:
        yield unchecked(
            say_n(
                "Decision {decision}: the text that reveals it is missing for seat {seats}.",
                "Decision {decision}: the text that reveals it is missing for seats {seats}.",
                len(missing),
                decision=decision,
                seats=listed(missing, "comma"),
            )
        )
    hashes = {_opened_hash(each) for each in lines.values()}
    lists = [each for each in pasted.lists if each.decision == decision and each.match]
    final = [each for each in lists if each.final]
    gone = {each.digest for each in pasted.dropped if each.decision == decision}
    faults = [text for each in final for text in _final(each, seats, hashes, whole=not missing)]
    if len({frozenset(each.digests) for each in final if len(each.digests) >= each.count}) > 1:
        faults.append(
            say(
                "Decision {decision}: two messages say that everyone has chosen, with different hashes.",
                decision=decision,
            )
        )
    yield from map(fails, faults)
    if not faults and any(len(each.digests) < each.count for each in final):
        yield unchecked(
            say("Decision {decision}: some hashes are missing from the message with all of them.", decision=decision)
        )
    # Posted while others still chose, and neither revealed nor dropped.
    replaced = {each for listed_once in lists if not listed_once.final for each in listed_once.digests} - hashes - gone
    if replaced and lines:
        yield unchecked(
            say_n(
                "Decision {decision}: {count} hash was posted before everyone had chosen and never revealed. "
                "Its player must have changed their choice; only they know.",
                "Decision {decision}: {count} hashes were posted before everyone had chosen and never "
                "revealed. Their players must have changed their choices; only they know.",
                len(replaced),
                decision=decision,
            )
        )
    # The hashes that are known to have been posted before the choices were open.
    stood = {each for one in (final or lists) for each in one.digests} | loose
    if lines and not final and not hashes <= stood:
        yield unchecked(
            say(
                "Decision {decision}: the message with all the hashes is missing, so we can't check that they "
                "were posted first.",
                decision=decision,
            )
        )
    elif lines and not faults and not missing and hashes <= stood and _sound(lines, seats):
        yield holds(
            say_n(
                "Decision {decision}: the choice fits its hash and the record.",
                "Decision {decision}: all {count} choices fit their hashes and the record.",
                len(lines),
                decision=decision,
            )
        )


def _final(listed: Hashes, seats: Mapping[Seat, str], hashes: set[str], *, whole: bool) -> Iterator[Text]:
    """Yield the errors in a message with all hashes, given the openings."""
    decision = listed.decision
    if listed.deciding != len(seats) or len(listed.digests) > listed.count:
        yield say_n(
            "Decision {decision}: the messages say {count} player chose; in the record it's {recorded}.",
            "Decision {decision}: the messages say {count} players chose; in the record it's {recorded}.",
            max(listed.deciding, len(listed.digests)),
            decision=decision,
            recorded=len(seats),
        )
    if len(listed.digests) < listed.count:
        return
    if not hashes <= set(listed.digests):
        yield say("Decision {decision}: the revealed choice doesn't fit any posted hash.", decision=decision)
    if whole and not set(listed.digests) <= hashes:
        yield say("Decision {decision}: a hash was neither revealed nor dropped.", decision=decision)


def _sound(lines: Mapping[Seat, Opening], seats: Mapping[Seat, str]) -> bool:
    return all(each.choice == seats[seat] and each.digest in ("", _opened_hash(each)) for seat, each in lines.items())


def _dropped(
    record: Record, session: Session, pasted: Pasted, opened: Mapping[tuple[int, Seat], Opening]
) -> Iterator[Check]:
    """Check that a seat with a dropped choice was handed over or had resigned."""
    changed = {int(found) for found in _HANDED_OVER.findall(record.tags.get("Substitutes", ""))}
    changed |= {entry.seat for entry in session.entries if entry.forfeit}
    hashes = {_opened_hash(each) for each in opened.values()}
    for each in sorted(set(pasted.dropped), key=lambda one: (one.decision, one.seat, one.digest)):
        values = {"decision": each.decision, "seat": each.seat}
        if each.digest in hashes:
            yield fails(say("Decision {decision}: the messages say a hash was dropped, but it was revealed.", **values))
        elif each.seat == 0:
            yield unchecked(
                say(
                    (
                        "Decision {decision}: a hash was dropped because turns were taken back; the record doesn't "
                        "show that."
                    ),
                    **values,
                )
            )
        elif each.seat not in changed:
            yield fails(
                say(
                    "Decision {decision}: the messages say seat {seat}'s choice was dropped, but the seat "
                    "neither changed hands nor resigned.",
                    **values,
                )
            )
        else:
            yield holds(
                say("Decision {decision}: seat {seat} changed hands or resigned, so its choice was dropped.", **values)
            )


def _unplaced(pasted: Pasted, opened: Mapping[tuple[int, Seat], Opening]) -> Iterator[Check]:
    """Check hashes copied without their match and decision."""
    loose = {each for listed in pasted.lists if not listed.match for each in listed.digests}
    hashes = {_opened_hash(each) for each in opened.values()}
    if not loose:
        return
    if hashes and not loose & hashes:
        yield fails(say("None of the separate hashes belongs to a revealed choice."))
    elif left := loose - hashes - {each.digest for each in pasted.dropped}:
        unopened = say_n(
            "{count} hash without the number of its decision wasn't revealed.",
            "{count} hashes without the numbers of their decisions weren't revealed.",
            len(left),
        )
        yield unchecked(unopened)


def _elsewhere(session: Session, chosen: Mapping[int, object], pasted: Pasted) -> Iterator[Check]:
    """Check hashes of decisions that the record does not have."""
    last = session.game.turn(session.state)
    for decision in sorted({each.decision for each in pasted.lists if each.match} - chosen.keys()):
        listed = [each for each in pasted.lists if each.decision == decision]
        final = any(each.final for each in listed)
        # Only the last decision can stay sealed: the match ended while some players still chose.
        left = session.outcome is not None and decision > max(chosen, default=0)
        if final or (decision < last and not left):
            yield fails(
                say(
                    "There are hashes for decision {decision}, but in the record nobody chooses there.",
                    decision=decision,
                )
            )
        elif left and any(each.deciding == 0 for each in listed):
            yield holds(say("Decision {decision}: the match ended before everyone had chosen.", decision=decision))
        else:
            yield unchecked(say("Decision {decision} was never revealed, so nobody can check it.", decision=decision))


def _own(pasted: Pasted, opened: Mapping[tuple[int, Seat], Opening]) -> Iterator[Check]:
    """Compare the hashes that players received of their own choices with the openings."""
    claimed: dict[tuple[int, Seat], set[str]] = {}
    for each in pasted.own:
        claimed.setdefault((each.decision, each.seat), set()).add(each.digest)
    gone = {(each.decision, each.seat, each.digest) for each in pasted.dropped}
    for (decision, seat), digests in sorted(claimed.items()):
        opening = opened.get((decision, seat))
        values = {"decision": decision, "seat": seat}
        if opening is not None and _opened_hash(opening) in digests:
            yield holds(
                say("Decision {decision}: the hash seat {seat} got in private is the one that was revealed.", **values)
            )
        elif any((decision, seat, each) in gone for each in digests):
            yield holds(say("Decision {decision}: the hash seat {seat} got in private was dropped.", **values))
        elif opening is None:
            yield unchecked(
                say("Decision {decision}: seat {seat} has a private hash, but nothing reveals it.", **values)
            )
        else:
            yield fails(
                say(
                    "Decision {decision}: seat {seat} got a different hash from the one that was revealed. "
                    "That's only right if the player changed their choice afterwards.",
                    **values,
                )
            )


def _opened_hash(opening: Opening) -> str:
    return digest(sealed_line(opening.match, opening.decision, opening.seat, opening.salt, opening.choice))


SEED_NOT_GIVEN = say(
    "The message that began the match is missing: compare the hash of the seed in it with `Commitment` in the record."
)
"""The check that a reader without that message cannot make: the bot's own word proves nothing."""


@dataclass(frozen=True, slots=True)
class Report:
    """All checks, in the order of the game; `secrets` is False for a game without draws and secret choices."""

    checks: tuple[Check, ...]
    secrets: bool = True

    @property
    def verdict(self) -> Verdict:
        """FAILS if any check does; HOLDS only if something was proven and nothing is unchecked."""
        found = {check.verdict for check in self.checks}
        if Verdict.FAILS in found:
            return Verdict.FAILS
        return Verdict.HOLDS if found == {Verdict.HOLDS} else Verdict.UNCHECKED

    def of(self, verdict: Verdict) -> list[Text]:
        return [check.text for check in self.checks if check.verdict is verdict]


def conclusion(report: Report) -> Text:
    match report.verdict:
        case Verdict.FAILS:
            return say(
                "This doesn't check out: the moves aren't what was promised, or something is missing "
                "from what you gave me."
            )
        case Verdict.HOLDS if not report.secrets:
            return say("Nothing was secret; every move is legal.")
        case Verdict.HOLDS:
            return say("Everything checks out.")
        case Verdict.UNCHECKED:
            return say("There are no contradictions, but not everything was checked, so this isn't proof.")


def verify(text: str, pasted: Pasted) -> Report:
    """Check a record against copied messages; `RecordError` if it is not a record."""
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
    reason, outcome = record.tags.get("Termination"), session.outcome
    if reason is not None and (outcome is None or outcome.termination.value != reason):
        yield fails(say("The record says that it ended ({end}), but its moves don't lead there.", end=reason))
    elif outcome is None:
        yield unchecked(say("The record doesn't cover a whole match: the game isn't over where it ends."))


def _numbers(record: Record, pasted: Pasted) -> Iterator[Check]:
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
            holds(say("The seed matches the commitment in the record itself."))
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
        yield unchecked(say("The record starts from a set-up position, so it doesn't have the draws before that."))
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
