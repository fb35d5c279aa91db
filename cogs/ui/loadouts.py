"""What is said of choices made in private before the start: their hashes in the lobby, and their opening at the end.

The parts in code marks are the same in every language: `engine.pasted` reads them from copied messages.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine import registry
from engine.extras import Building
from engine.info import Setup
from engine.sealing import digest, loadout_mark, usual_mark
from engine.seat import Seat
from engine.text import Text, say
from hosting.lobby.loadouts import Held, opened_line
from hosting.match.model import Match, MatchLoadout, Table

DRAFT = 60
"""Printed characters of a loadout that its game can say in words (`engine.extras.Building`)."""


def usual_text(game: str, setup: Setup, seat: Seat) -> Text | None:
    """Return in words what a seat plays with that chose nothing before the start; None where the game has none."""
    found = registry.get(game)
    if not isinstance(found, Building) or seat not in found.loadout_seats(setup):
        return None
    usual = found.usual_loadout(setup, seat)
    about = found.loadout_question(setup, seat, usual).about if len(usual) <= DRAFT else ()
    return about[0] if about else None


def _alone_line(table: Table, seat: Seat) -> Text | None:
    """Return what is set up where one plays alone and chose nothing; None elsewhere."""
    info = registry.get(table.game).info
    mode = info.mode(table.mode)
    if mode is None or not mode.alone:
        return None
    usual = usual_text(table.game, Setup(table.mode, table.options, info.data_version, table.position), seat)
    if usual is None:
        return None
    if table.status == "open":
        return say("-# Set up as usual: {what} **Choose in private** takes something else.", what=usual)
    return say("-# Set up as usual: {what} (`{mark}`)", what=usual, mark=usual_mark(table.id, seat))


def lobby_lines(table: Table, seat: Seat, choosing: Collection[Seat]) -> list[Text]:
    """Return what all may know of the choice of a seat that is taken; nothing where nothing is chosen."""
    if seat not in choosing:
        return []
    found = next((digest for each, digest in table.chosen if each == seat), None)
    if found is not None:
        mark = loadout_mark(table.id, seat)
        return [say("-# has chosen in private: `{mark}` → `{digest}`", mark=mark, digest=found)]
    if (alone := _alone_line(table, seat)) is not None:
        return [alone]
    if table.status == "open":
        return [say("-# has chosen nothing in private yet; without that, the usual is played.")]
    return [say("-# `{mark}`: chose nothing in private, the usual is played.", mark=usual_mark(table.id, seat))]


def beginning_lines(match: Match, held: Sequence[Held]) -> list[Text]:
    """Return what a match holds its seats to when it begins."""
    if match.alone and len(held) == 1 and not held[0].digest:
        (only,) = held
        usual, mark = usual_text(match.game, match.setup, only.seat), usual_mark(only.table_id, only.seat)
        if usual is not None:
            return [say("-# You play with what is usual: {what} (`{mark}`)", what=usual, mark=mark)]
    return [
        say("-# Seat {seat}: `{mark}` → `{digest}`", seat=each.seat, mark=mark, digest=each.digest)
        if each.digest
        else say("-# Seat {seat}: `{mark}`, nothing was chosen in private.", seat=each.seat, mark=mark)
        for each in held
        for mark in [(loadout_mark if each.digest else usual_mark)(each.table_id, each.seat)]
    ]


def own_hash(table: Table, seat: Seat) -> list[Text]:
    """Return what a player is told in private of the hash that they are held to."""
    return [
        say(
            "-# Your hash: `{mark}` → `{digest}`. You'll find it at the table, and beside your choice once "
            "everything is opened.",
            mark=loadout_mark(table.id, seat),
            digest=found,
        )
        for each, found in table.chosen
        if each == seat
    ]


def opened_text(begun: Sequence[MatchLoadout]) -> str:
    """Return what opens the choices of a match that is over, as messages have it; the same in every language."""
    lines: list[str] = []
    for each in begun:
        if each.salt is None:
            lines.append(usual_mark(each.table_id, each.seat))
            continue
        line = opened_line(each)
        lines += [f"{loadout_mark(each.table_id, each.seat)} → {digest(line)}", f"{line} → {digest(line)}"]
    return "".join(f"{line}\n" for line in lines)


ALL_OPENED = say(
    "-# Opened: what was chosen before the start, in the file with the hash, the salt and the choice of each. Each "
    "hash is the SHA-256 of `table:seat:salt:choice`."
)
