"""Texts about hashes: of sealed choices, of loadouts before the start, and of their opening.

The parts in code marks are the same in every language: `engine.transcript` reads them from copied messages.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from cogs.core.text import MESSAGE_LIMIT, Locale, code, cut, shown
from engine import registry
from engine.commitments import digest as commitments_digest
from engine.commitments import dropped_mark, list_mark, loadout_mark, own_mark, seed_mark, usual_mark
from engine.game import Setup
from engine.seat import Seat
from engine.text import Player, Text, say, say_n
from hosting.lobby.loadouts import CommittedLoadout
from hosting.lobby.loadouts import opened_line as loadouts_opened_line
from hosting.match.model import Dropped, Match, MatchLoadout, Table
from hosting.match.sealing import Sealing, digest, opened_line, shown_seat

# What is said of choices made in private before the start: their hashes in the lobby, and their opening at the end.
#
# The parts in code marks are the same in every language: `engine.transcript` reads them from copied messages.


DRAFT = 60
"""Printed characters of a loadout that its game can say in words (`Game.building`)."""


def usual_text(game: str, setup: Setup, seat: Seat) -> Text | None:
    """Return in words what a seat plays with if it chose nothing before the start; None where the game has none."""
    found = registry.get(game)
    if found.building is None or seat not in found.loadout_seats(setup):
        return None
    usual = found.usual_loadout(setup, seat)
    about = found.loadout_question(setup, seat, usual).about if len(usual) <= DRAFT else ()
    return about[0] if about else None


def _alone_line(table: Table, seat: Seat) -> Text | None:
    """Return the set-up of a one-player table where nothing was chosen; None elsewhere."""
    info = registry.get(table.game).info
    mode = info.mode(table.mode)
    if mode is None or not mode.alone:
        return None
    usual = usual_text(table.game, Setup(table.mode, table.options, info.data_version, table.position), seat)
    if usual is None:
        return None
    if table.status == "open":
        return say("-# The usual setup: {what} **Choose in private** to change it.", what=usual)
    return say("-# The usual setup: {what} (`{mark}`)", what=usual, mark=usual_mark(table.id, seat))


def lobby_lines(table: Table, seat: Seat, choosing: Collection[Seat]) -> list[Text]:
    """Return the public lines about the choice of a taken seat; empty if it chose nothing."""
    if seat not in choosing:
        return []
    found = next((digest for each, digest in table.chosen if each == seat), None)
    if found is not None:
        mark = loadout_mark(table.id, seat)
        return [say("-# has chosen in private: `{mark}` → `{digest}`", mark=mark, digest=found)]
    if (alone := _alone_line(table, seat)) is not None:
        return [alone]
    if table.status == "open":
        return [say("-# hasn't chosen in private yet; without a choice, gets the usual setup.")]
    return [say("-# `{mark}`: chose nothing in private, so the usual setup.", mark=usual_mark(table.id, seat))]


def beginning_lines(match: Match, held: Sequence[CommittedLoadout]) -> list[Text]:
    if match.alone and len(held) == 1 and not held[0].digest:
        (only,) = held
        usual, mark = usual_text(match.game, match.setup, only.seat), usual_mark(only.table_id, only.seat)
        if usual is not None:
            return [say("-# You have the usual setup: {what} (`{mark}`)", what=usual, mark=mark)]
    return [
        say("-# Seat {seat}: `{mark}` → `{digest}`", seat=each.seat, mark=mark, digest=each.digest)
        if each.digest
        else say("-# Seat {seat}: `{mark}`, chose nothing in private.", seat=each.seat, mark=mark)
        for each in held
        for mark in [(loadout_mark if each.digest else usual_mark)(each.table_id, each.seat)]
    ]


def own_loadout_hash(table: Table, seat: Seat) -> list[Text]:
    """Return the private lines with the hash of a player's loadout."""
    return [
        say(
            "-# Your hash: `{mark}` → `{digest}`. You'll find it at the table, and beside your choice once "
            "everything is revealed.",
            mark=loadout_mark(table.id, seat),
            digest=found,
        )
        for each, found in table.chosen
        if each == seat
    ]


def opened_text(begun: Sequence[MatchLoadout]) -> str:
    """Return the message that opens the loadouts of a finished match; the same in every language."""
    lines: list[str] = []
    for each in begun:
        if each.salt is None:
            lines.append(usual_mark(each.table_id, each.seat))
            continue
        line = loadouts_opened_line(each)
        lines += [
            f"{loadout_mark(each.table_id, each.seat)} → {commitments_digest(line)}",
            f"{line} → {commitments_digest(line)}",
        ]
    return "".join(f"{line}\n" for line in lines)


ALL_OPENED = say(
    "-# Revealed: what was chosen before the start. The file has each choice with its salt and hash. Each hash "
    "is the SHA-256 of `table:seat:salt:choice`."
)


def _all_chosen(count: int) -> Text:
    if count == 2:  # "All 2" is said in no language
        return say("Both have chosen.")
    return say_n("{count} has chosen.", "All {count} have chosen.", count)


def hashes_content(match: Match, sealing: Sealing, locale: Locale) -> str:
    """Return the message of a decision: how many have chosen, and their hashes. Nothing is opened in it."""
    count, deciding = len(sealing.digests), sealing.deciding
    stood = sealing.digests
    if sealing.closed:
        lines = [
            _all_chosen(count),
            say(
                "-# `{mark}`: hashes for **Verify**. Choices that stay hidden are revealed when the match is over.",
                mark=list_mark(match.id, sealing.decision, count, count),
            ),
        ]
    elif sealing.opened:
        lines = [
            _all_chosen(count),
            say(
                "-# `{mark}`: hashes for **Verify**; another message reveals the choices.",
                mark=list_mark(match.id, sealing.decision, count, count),
            ),
        ]
    elif deciding == 0:
        # Whose each was would tell who had chosen.
        gone = [each for each in sealing.dropped if each.cause == "never-opened"]
        stood = tuple(sorted(each.digest for each in gone))
        lines = [
            say("The choices of this decision were never revealed."),
            say("-# `{mark}`: hashes of choices that will never be revealed.", mark=f"{match.id}:{sealing.decision}"),
        ]
    else:
        lines = [
            say_n(
                "{count} of {all} has chosen. Until everyone has, choices stay hidden and can be changed.",
                "{count} of {all} have chosen. Until everyone has, choices stay hidden and can be changed.",
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
    """Return the message that opens a decision: of each choice all that its hash was made from.

    `hashes` is the address of the message with the hashes; None if it could not be posted.
    """
    mark = f"{match.id}:{sealing.decision}"
    lines = [
        say(
            "-# Revealed: `{mark}`, for [the message with the hashes]({link}).",
            mark=mark,
            link=hashes,
        )
        if hashes is not None
        else say(
            "-# Revealed: `{mark}`. I couldn't post its hashes here beforehand.",
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
    """Return what replaces the last choices' salts and hashes at the end of a match.

    `hashes` is the address of the message with the hashes; None if it could not be posted.
    """
    mark = f"{match.id}:{decision}"
    if hashes is None:
        return say(
            "-# Revealed: `{mark}`. I couldn't post its hashes here; **Verify** has them, and the salts.", mark=mark
        )
    return say("-# Revealed: `{mark}`. **Verify** has the salts for [its hashes]({link}).", mark=mark, link=hashes)


def all_opened(count: int) -> Text:
    """Return the text at the end of a match that opens the choices of `count` decisions."""
    return say_n(
        "-# Revealed: the choices of {count} decision. The file has each choice with its salt and hash. Each "
        "hash is the SHA-256 of `match:decision:seat:salt:choice`.",
        (
            "-# Revealed: the choices of {count} decisions. The file has each choice with its salt and hash. "
            "Each hash is the SHA-256 of `match:decision:seat:salt:choice`."
        ),
        count,
    )


def own_hash(match: Match, decision: int, seat: int, digest: str) -> Text:
    """Return the private text with the hash of a player's choice."""
    return say(
        "-# Your hash: `{mark}` → `{digest}`. You'll find it in the message with the hashes, and beside your "
        "choice once everything is revealed.",
        mark=own_mark(match.id, decision, seat),
        digest=digest,
    )


def beginning_content(match: Match, held: Sequence[CommittedLoadout], locale: Locale) -> str:
    """Return the message with the hashes of a match's seed and loadouts; it is never edited."""
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
        return say(
            "-# `{mark}` → `{digest}`: discarded unseen because seat {seat} was handed over.", seat=seat, **values
        )
    if dropped.cause == "gave-up":
        return say(
            "-# `{mark}` → `{digest}`: discarded unseen because {player} resigned.", player=Player(seat), **values
        )
    return say("-# `{mark}` → `{digest}`: discarded unseen because turns were taken back.", **values)
