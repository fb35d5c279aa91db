"""What is said of hashes of sealed choices: while they are sealed, when all are in, and when they are opened.

The parts in code marks are the same in every language: `engine.pasted` reads them from copied messages.
"""

from __future__ import annotations

from collections.abc import Sequence

from cogs.core.limits import MESSAGE_LIMIT
from cogs.core.text import Locale, code, cut, shown
from cogs.ui.loadouts import beginning_lines
from engine.sealing import dropped_mark, list_mark, own_mark, seed_mark
from engine.text import Player, Text, say, say_n
from hosting.lobby.loadouts import Held
from hosting.match.model import Dropped, Match
from hosting.match.sealing import Sealing, digest, opened_line, shown_seat


def hashes_content(match: Match, sealing: Sealing, locale: Locale) -> str:
    """Return the message of a decision: how many have chosen and what they are held to. Nothing is opened in it."""
    count, deciding = len(sealing.digests), sealing.deciding
    stood = sealing.digests
    if sealing.closed:
        lines = [
            say_n("{count} has chosen.", "All {count} have chosen.", count),
            say(
                "-# `{mark}`: hashes for **Verify**. Choices that stay closed are opened when the match is over.",
                mark=list_mark(match.id, sealing.decision, count, count),
            ),
        ]
    elif sealing.opened:
        lines = [
            say_n("{count} has chosen.", "All {count} have chosen.", count),
            say(
                "-# `{mark}`: hashes for **Verify**; another message opens the choices.",
                mark=list_mark(match.id, sealing.decision, count, count),
            ),
        ]
    elif deciding == 0:
        # Whose each was would tell who had chosen.
        gone = [each for each in sealing.dropped if each.cause == "never-opened"]
        stood = tuple(sorted(each.digest for each in gone))
        lines = [
            say("The choices of this decision were never opened."),
            say("-# `{mark}`: hashes of choices that nobody will know.", mark=f"{match.id}:{sealing.decision}"),
        ]
    else:
        lines = [
            say_n(
                "{count} of {all} has chosen. No choice is shown until all have chosen; it can be changed until then.",
                "{count} of {all} have chosen. No choice is shown until all have chosen; choices can be changed until "
                "then.",
                count,
                all=deciding,
            ),
            *(say("-# {player} has chosen.", player=Player(seat)) for seat in sealing.chosen),
            say(
                "-# `{mark}`: hashes for **Verify**.",
                mark=list_mark(match.id, sealing.decision, count, deciding),
            ),
        ]
    lines += [say("-# `{digest}`", digest=each) for each in stood]
    lines += [_dropped(each) for each in sealing.dropped if each.cause != "never-opened"]
    return cut("\n".join(shown(line, locale, match.names) for line in lines), MESSAGE_LIMIT)


def opening_content(match: Match, sealing: Sealing, locale: Locale, hashes: str | None) -> str:
    """Return what opens a decision: of each choice all that its hash was made from.

    Args:
        match: Which match.
        sealing: The decision.
        locale: The server's.
        hashes: Address of the message in which the hashes stand; None if it could not be posted.
    """
    mark = f"{match.id}:{sealing.decision}"
    lines = [
        say(
            "-# Opened: `{mark}`, to fit [the message with the hashes]({link}).",
            mark=mark,
            link=hashes,
        )
        if hashes is not None
        else say(
            "-# Opened: `{mark}`. Its hashes stood nowhere before: their message could not be posted here.",
            mark=mark,
        )
    ]
    lines += [
        say(
            "-# {player}: `{line}` → `{digest}`",
            player=Player(each.seat),
            line=code(opened_line(each)),
            digest=digest(each),
        )
        for each in sealing.opened
    ]
    return "\n".join(shown(line, locale, match.names) for line in lines)


def opened_aside(match: Match, decision: int, hashes: str | None) -> Text:
    """Return what stands at the end of a match in the place of the last choices' salts and hashes.

    Args:
        match: Which match.
        decision: That the end opened.
        hashes: Address of the message in which the hashes stand; None if it could not be posted.
    """
    mark = f"{match.id}:{decision}"
    if hashes is None:
        return say(
            "-# Opened: `{mark}`. Its hashes could not be posted here; **Verify** has them, and the salts.", mark=mark
        )
    return say("-# Opened: `{mark}`. **Verify** has the salts to [its hashes]({link}).", mark=mark, link=hashes)


def all_opened(count: int) -> Text:
    """Return what is said at the end of a match whose choices in so many decisions stayed closed until then."""
    return say_n(
        "-# Opened: the choices of {count} decision. The file has the hash, the salt and the choice of each. "
        "Each hash is the SHA-256 of `match:decision:seat:salt:choice`.",
        (
            "-# Opened: the choices of {count} decisions. The file has the hash, the salt and the choice of each. "
            "Each hash is the SHA-256 of `match:decision:seat:salt:choice`."
        ),
        count,
    )


def own_hash(match: Match, decision: int, seat: int, digest: str) -> Text:
    """Return what a player is told in private of the hash that they are held to."""
    return say(
        "-# Your hash: `{mark}` → `{digest}`. It stands in the message with the hashes; when all is opened, it must "
        "stand there and beside your choice.",
        mark=own_mark(match.id, decision, seat),
        digest=digest,
    )


def beginning_content(match: Match, held: Sequence[Held], locale: Locale) -> str:
    """Return the message that holds a match to its seed and to what was chosen before the start; nobody edits it."""
    lines = []
    if match.session.game.info.uses_chance:
        mark, digest_ = seed_mark(match.id), match.session.chance.commitment
        lines.append(say("-# For **Verify** at the end: `{mark}` → `{digest}`", mark=mark, digest=digest_))
    lines += beginning_lines(match, held)
    return cut("\n".join(shown(line, locale, match.names) for line in lines), MESSAGE_LIMIT)


def _dropped(dropped: Dropped) -> Text:
    seat = shown_seat(dropped)
    values = {"mark": dropped_mark(dropped.match_id, dropped.decision, seat), "digest": dropped.digest}
    if dropped.cause == "handed-over":
        return say("-# `{mark}` → `{digest}`: dropped unseen, as seat {seat} was handed over.", seat=seat, **values)
    if dropped.cause == "gave-up":
        return say("-# `{mark}` → `{digest}`: dropped unseen, as {player} resigned.", player=Player(seat), **values)
    return say("-# `{mark}` → `{digest}`: dropped unseen, as turns were taken back.", **values)
