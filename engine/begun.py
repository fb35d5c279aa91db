"""Does what a record began with fit what was promised before the start? Loadouts (`engine.extras.Loadouts`) by seat."""

from __future__ import annotations

from collections.abc import Iterator

from engine.checks import Check, fails, holds, unchecked
from engine.extras import Loadouts
from engine.pasted import Begun, Pasted
from engine.sealing import digest, loadout_line
from engine.seat import Seat
from engine.session import Session
from engine.text import Text, listed, say, say_n


def begun_checks(session: Session, pasted: Pasted) -> Iterator[Check]:
    """Compare what each seat of a game began with, as its record says, with copied messages."""
    game, setup = session.game, session.setup
    if not isinstance(game, Loadouts) or not setup.loadouts:
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
            say("Seat {seat} is said to have chosen nothing before the start, but didn't play the usual.", seat=seat)
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
        yield holds(say("Before the start, seat {seat}: they chose nothing and played the usual.", seat=seat))
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
    """Yield what is wrong with the lines that open the choice of a seat."""
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
        yield say("Before the start, seat {seat}: the choice is revealed in two ways.", seat=seat)


def _of(line: Begun) -> dict[str, str | int]:
    return {"seat": line.seat, "choice": line.choice}


def _hash(line: Begun) -> str:
    return digest(loadout_line(line.table, line.seat, line.salt, line.choice))
