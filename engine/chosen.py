"""Do choices made in secret fit the hashes that stood where all could read them?

A decision's hashes stand in a message before its choices are opened in another one. Both are copied by people
(`engine.pasted`), whole or in part.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from engine.checks import Check, fails, holds, unchecked
from engine.pasted import Hashes, Opening, Pasted
from engine.record import Record
from engine.sealing import digest, sealed_line
from engine.seat import Seat
from engine.session import Session
from engine.text import Text, Value, listed, say, say_n

_HANDED_OVER = re.compile(r"(?:^|; )seat (\d+): ")


def secret_choices(session: Session) -> dict[int, dict[Seat, str]]:
    """Return what several seats chose at once: by decision, then by seat."""
    found: dict[int, dict[Seat, str]] = {}
    here = Session.start(session.game, session.setup, session.chance)
    for entry in session.entries:
        before = here
        here = here.forfeit(entry.seat) if entry.forfeit else here.move(entry.seat, entry.text)
        if here.last is not None and here.last.together and len(here.entries) > len(before.entries):
            found[here.last.together[0].turn] = {each.seat: each.text for each in here.last.together}
    return found


def chosen_checks(record: Record, session: Session, pasted: Pasted) -> Iterator[Check]:
    """Yield what comes of comparing what a record says was chosen in secret with what people copied."""
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
    """Check one line that opens a choice, by itself and against the record."""
    values: dict[str, Value] = {"decision": opening.decision, "seat": opening.seat, "choice": opening.choice}
    if opening.digest and opening.digest != _hash(opening):
        yield fails(
            say("Decision {decision}, seat {seat}: the revealed choice, {choice}, doesn't fit its hash.", **values)
        )
    if earlier is not None and _hash(earlier) != _hash(opening):
        yield fails(say("Decision {decision}, seat {seat} is revealed in two ways.", **values))
    seats = chosen.get(opening.decision)
    if seats is None:
        yield fails(say("Decision {decision} is revealed, but in the record nobody chooses in secret there.", **values))
    elif opening.seat not in seats:
        yield fails(
            say("Decision {decision}: seat {seat} is revealed, but chooses nothing there in the record.", **values)
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
    """Check the hashes of one decision against what opened it."""
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
    hashes = {_hash(each) for each in lines.values()}
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
        yield unchecked(say("Decision {decision}: the message with all the hashes lacks some.", decision=decision))
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
    stood = {each for one in (final or lists) for each in one.digests} | loose
    if lines and not final and not hashes <= stood:
        yield unchecked(
            say(
                "Decision {decision}: the message with all the hashes is missing, so we can't check that they "
                "were posted before.",
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
    """Yield what is wrong with a message that holds the hashes of all, given what opened them."""
    decision = listed.decision
    if listed.deciding != len(seats) or len(listed.digests) > listed.count:
        yield say_n(
            "Decision {decision}: {count} player is said to have chosen; in the record it's {recorded}.",
            "Decision {decision}: {count} players are said to have chosen; in the record it's {recorded}.",
            max(listed.deciding, len(listed.digests)),
            decision=decision,
            recorded=len(seats),
        )
    if len(listed.digests) < listed.count:
        return
    if not hashes <= set(listed.digests):
        yield say("Decision {decision}: the revealed choice doesn't fit any posted hash.", decision=decision)
    if whole and not set(listed.digests) <= hashes:
        yield say("Decision {decision}: a hash that was never dropped wasn't revealed.", decision=decision)


def _sound(lines: Mapping[Seat, Opening], seats: Mapping[Seat, str]) -> bool:
    return all(each.choice == seats[seat] and each.digest in ("", _hash(each)) for seat, each in lines.items())


def _dropped(
    record: Record, session: Session, pasted: Pasted, opened: Mapping[tuple[int, Seat], Opening]
) -> Iterator[Check]:
    """Check that a seat whose choice is said to be dropped was handed over or had resigned."""
    changed = {int(found) for found in _HANDED_OVER.findall(record.tags.get("Substitutes", ""))}
    changed |= {entry.seat for entry in session.entries if entry.forfeit}
    hashes = {_hash(each) for each in opened.values()}
    for each in sorted(set(pasted.dropped), key=lambda one: (one.decision, one.seat, one.digest)):
        values = {"decision": each.decision, "seat": each.seat}
        if each.digest in hashes:
            yield fails(say("Decision {decision}: a hash is said to be dropped, but is revealed.", **values))
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
                    "Decision {decision}: seat {seat}'s choice is said to be dropped, but the seat was neither "
                    "handed over nor resigned.",
                    **values,
                )
            )
        else:
            yield holds(
                say("Decision {decision}: seat {seat} changed hands or resigned, so its choice was dropped.", **values)
            )


def _unplaced(pasted: Pasted, opened: Mapping[tuple[int, Seat], Opening]) -> Iterator[Check]:
    """Look at hashes of which it is not said where they stood."""
    loose = {each for listed in pasted.lists if not listed.match for each in listed.digests}
    hashes = {_hash(each) for each in opened.values()}
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
    """Look at hashes of decisions that the record does not have."""
    last = session.game.turn(session.state)
    for decision in sorted({each.decision for each in pasted.lists if each.match} - chosen.keys()):
        listed = [each for each in pasted.lists if each.decision == decision]
        final = any(each.final for each in listed)
        # Only the last decision of all can be left as it was: then the match ended while some still chose.
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
            yield unchecked(say("Decision {decision} was never revealed: nobody can check it.", decision=decision))


def _own(pasted: Pasted, opened: Mapping[tuple[int, Seat], Opening]) -> Iterator[Check]:
    """Compare what players were told of their own choices with what was opened for them."""
    told: dict[tuple[int, Seat], set[str]] = {}
    for each in pasted.own:
        told.setdefault((each.decision, each.seat), set()).add(each.digest)
    gone = {(each.decision, each.seat, each.digest) for each in pasted.dropped}
    for (decision, seat), digests in sorted(told.items()):
        opening = opened.get((decision, seat))
        values = {"decision": decision, "seat": seat}
        if opening is not None and _hash(opening) in digests:
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
                    "That's only right if they changed their choice after it.",
                    **values,
                )
            )


def _hash(opening: Opening) -> str:
    return digest(sealed_line(opening.match, opening.decision, opening.seat, opening.salt, opening.choice))
