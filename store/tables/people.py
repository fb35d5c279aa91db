"""People: accounts, names (also within a match), lessons, blocks, vacations, and the settings of players and servers.

A person's row stays when their account and names are forgotten, so that other players' matches stay as they were.
"""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from sqlalchemy import BindParameter, Select, Table, and_, bindparam, delete, func, insert, or_, select, true, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.text import without_nul
from store.db import connections
from store.schema import (
    blocks,
    computers,
    greetings,
    lessons,
    member_names,
    notes,
    people,
    player_settings,
    puzzle_results,
    server_settings,
    vacations,
)
from store.schema.base import checked, put_row

PersonKind: TypeAlias = Literal["human", "computer"]

_MARK: Final = "\x01"
"""What the names of computers begin with: no other name has such a character."""
_COMPUTER = re.compile(_MARK + r"Computer(?: (?P<number>\d+))?, level (?P<level>\d+)")


@dataclass(frozen=True, slots=True, order=True)
class Computer:
    """A computer player.

    Attributes:
        level: How well it plays: 1 is the weakest.
        number: 1 for the first in a match, whatever the levels of the others.
    """

    level: int
    number: int = 1

    @property
    def plain(self) -> str:
        """What it's called in English, in records for example."""
        return f"Computer, level {self.level}" if self.number == 1 else f"Computer {self.number}, level {self.level}"

    @property
    def name(self) -> str:
        """Its name as it's stored: what shows names has words for it in the reader's language."""
        return f"{_MARK}{self.plain}"


def unmarked(name: str) -> str:
    """Return a name as a person's, who can't be taken for a computer."""
    return name.replace(_MARK, "")


def computer_of(name: str) -> Computer | None:
    """Return the computer player that has a name; None for a person's."""
    found = _COMPUTER.fullmatch(name) if name.startswith(_MARK) else None
    return None if found is None else Computer(int(found["level"]), int(found["number"] or 1))


@dataclass(frozen=True, slots=True)
class StoredPerson:
    """A person as stored.

    Attributes:
        id: Never reused.
        account: Their Discord id; None for a computer, and for a deleted person.
        kind: A computer has no account: it cannot be mentioned, found or written to.
        created_at: When the bot first met them.
        deleted_at: When they were forgotten, or None.
    """

    id: int
    account: int | None
    kind: PersonKind
    created_at: datetime
    deleted_at: datetime | None = None


_FIND = select(people.c.id).where(people.c.account == bindparam("account"))
_HOLD = _FIND.with_for_update(read=True, key_share=True)


async def find(connection: AsyncConnection, account: int) -> int | None:
    return (await connection.execute(_FIND, {"account": account})).scalar_one_or_none()


async def enter(connection: AsyncConnection, account: int, at: datetime) -> int:
    """Return the person of an account, whom no other process deletes before the transaction ends; a new one if need be.

    Whatever it writes of them would outlive their deletion.
    """
    known: int | None = (await connection.execute(_HOLD, {"account": account})).scalar_one_or_none()
    if known is not None:
        return known
    row = {"account": account, "kind": "human", "created_at": at, "deleted_at": None}
    dialect = connection.dialect.name
    statement = sqlite.insert(people) if dialect == "sqlite" else postgresql.insert(people)
    await connection.execute(statement.on_conflict_do_nothing(index_elements=("account",)), checked("people", row))
    return int((await connection.execute(_HOLD, {"account": account})).scalar_one())


async def load(connection: AsyncConnection, person_id: int) -> StoredPerson | None:
    row = (await connection.execute(select(people).where(people.c.id == person_id))).one_or_none()
    return None if row is None else StoredPerson(row.id, row.account, row.kind, row.created_at, row.deleted_at)


async def accounts(connection: AsyncConnection, person_ids: Collection[int]) -> dict[int, int]:
    query = select(people.c.id, people.c.account).where(people.c.id.in_(person_ids), people.c.account.is_not(None))
    return {row.id: row.account for row in await connection.execute(query)}


async def names(connection: AsyncConnection, guild_id: int, person_ids: Collection[int]) -> dict[int, str]:
    of = member_names.c
    query = select(of.person_id, of.name).where(of.guild_id == guild_id, of.person_id.in_(person_ids))
    return {row.person_id: row.name for row in await connection.execute(query)}


async def times(
    connection: AsyncConnection, person_ids: Collection[int]
) -> dict[int, tuple[datetime, datetime | None]]:
    query = select(people.c.id, people.c.created_at, people.c.deleted_at).where(people.c.id.in_(person_ids))
    return {row.id: (row.created_at, row.deleted_at) for row in await connection.execute(query)}


async def remember(connection: AsyncConnection, guild_id: int, person_id: int, name: str) -> None:
    row = {"guild_id": guild_id, "person_id": person_id, "name": without_nul(name)}
    await put_row(connection, member_names, row)


def plain_name(name: str) -> str:
    """Return a name as it's written in English for programs, that of a computer in words."""
    computer = computer_of(name)
    return name if computer is None else computer.plain


# Computer players. They are people without accounts: one for each level and number, as several of a level can play.


_COMPUTERS = select(computers).where(computers.c.id.in_(bindparam("people", expanding=True)))


async def computers_among(connection: AsyncConnection, person_ids: Collection[int]) -> dict[int, Computer]:
    """Return the computer players among some people."""
    found = await connection.execute(_COMPUTERS, {"people": sorted(person_ids)})
    return {row.id: Computer(row.level, row.number) for row in found}


async def enter_computer(connection: AsyncConnection, guild_id: int, computer: Computer, at: datetime) -> int:
    """Return the person who is a computer player, known in a server by its name; a new one if need be."""
    same = select(computers.c.id).where(computers.c.level == computer.level, computers.c.number == computer.number)
    found: int | None = (await connection.execute(same)).scalar_one_or_none()
    if found is None:
        row = {"account": None, "kind": "computer", "created_at": at, "deleted_at": None, "erasure_key": None}
        made = (await connection.execute(insert(people).returning(people.c.id), checked("people", row))).scalar_one()
        dialect = connection.dialect.name
        statement = sqlite.insert(computers) if dialect == "sqlite" else postgresql.insert(computers)
        own = checked("computers", {"id": made, "level": computer.level, "number": computer.number})
        await connection.execute(statement.on_conflict_do_nothing(index_elements=("level", "number")), own)
        found = int((await connection.execute(same)).scalar_one())
        if found != made:  # another process was faster
            await connection.execute(delete(people).where(people.c.id == made))
    await remember(connection, guild_id, found, computer.name)
    return found


async def any_computer(connection: AsyncConnection, person_ids: Collection[int]) -> bool:
    return bool(await connections.read(connection, computers_of(len(person_ids)), numbered(person_ids)))


@cache
def computers_of(count: int) -> Select[Any]:
    """Return the query for computers among `count` people (`numbered`)."""
    return select(people.c.id).where(people.c.id.in_(parameters(count)), people.c.kind == "computer").limit(1)


def parameters(count: int) -> list[BindParameter[int]]:
    """Return the parameters of a statement about `count` people (`numbered`)."""
    return [bindparam(f"person_{index}") for index in range(count)]


def numbered(person_ids: Collection[int]) -> dict[str, int]:
    """Return people by the names of their parameters."""
    return {f"person_{index}": person_id for index, person_id in enumerate(person_ids)}


async def deleted(connection: AsyncConnection, person_ids: Collection[int]) -> set[int]:
    query = select(people.c.id).where(people.c.id.in_(person_ids), people.c.deleted_at.is_not(None))
    return set((await connection.execute(query)).scalars())


async def hold(connection: AsyncConnection, person_ids: Collection[int]) -> dict[int, bytes | None]:
    """Return the keys of those people who have an account. No other process names or deletes any of them meanwhile."""
    query = select(people.c.id, people.c.erasure_key).where(people.c.id.in_(person_ids), people.c.account.is_not(None))
    rows = await connection.execute(query.order_by(people.c.id).with_for_update())
    return {row.id: row.erasure_key for row in rows}


async def forget(connection: AsyncConnection, person_id: int, at: datetime) -> None:
    """Remove a person's account and all their names; the row stays. Does nothing the second time."""
    await connection.execute(delete(member_names).where(member_names.c.person_id == person_id))
    known = await load(connection, person_id)
    if known is None or known.deleted_at is not None:
        return
    row = {"account": None, "kind": known.kind, "created_at": known.created_at, "deleted_at": at}
    gone = {**checked("people", row), "erasure_key": None}
    await connection.execute(update(people).where(people.c.id == person_id).values(gone))


# How far people are in the lessons of games, and who was helped at their first turn of one.


async def progress_of(connection: AsyncConnection, person_id: int) -> dict[str, int]:
    """Return how many steps of each lesson a person has done, by game; only lessons that they began."""
    query = select(lessons.c.game, lessons.c.step).where(lessons.c.person_id == person_id)
    return {row.game: row.step for row in await connection.execute(query)}


async def put_progress(connection: AsyncConnection, person_id: int, game: str, step: int, at: datetime) -> None:
    await put_row(connection, lessons, {"person_id": person_id, "game": game, "step": step, "at": at})


async def advance(connection: AsyncConnection, person_id: int, game: str, step: int, at: datetime) -> bool:
    """Write that a person did one step beyond `step`; return False if they are not at `step`."""
    here = (lessons.c.person_id == person_id, lessons.c.game == game, lessons.c.step == step)
    moved = await connection.execute(update(lessons).where(*here).values(step=step + 1, at=at))
    if moved.rowcount:
        return True
    if step:
        return False
    return await _added(connection, lessons, {"person_id": person_id, "game": game, "step": 1, "at": at})


async def greet(connection: AsyncConnection, person_id: int, game: str, at: datetime) -> bool:
    """Write that a person got help at their first turn of a game; return False if they had it before."""
    return await _added(connection, greetings, {"person_id": person_id, "game": game, "at": at})


async def _added(connection: AsyncConnection, table: Table, row: Mapping[str, object]) -> bool:
    """Insert a row, and return whether there was none with its key."""
    key = tuple(column.name for column in table.primary_key.columns)
    statement = sqlite.insert(table) if connection.dialect.name == "sqlite" else postgresql.insert(table)
    added = await connection.execute(statement.on_conflict_do_nothing(index_elements=key), row)
    return bool(added.rowcount)


# Which puzzles people solved, and of which they were shown the solution.


@dataclass(frozen=True, slots=True)
class PuzzleResult:
    """A puzzle that a person has done with.

    Attributes:
        puzzle: Its key.
        day: The day (`date.toordinal`) whose puzzle it was then; 0 for any other puzzle.
        solved: False if they were shown the solution.
    """

    puzzle: str
    day: int
    solved: bool


async def puzzle_results_of(connection: AsyncConnection, person_id: int) -> list[PuzzleResult]:
    of = puzzle_results.c
    query = select(of.puzzle, of.day, of.solved).where(of.person_id == person_id).order_by(of.day, of.puzzle)
    return [PuzzleResult(row.puzzle, row.day, row.solved) for row in await connection.execute(query)]


async def add_puzzle_result(connection: AsyncConnection, person_id: int, result: PuzzleResult, at: datetime) -> bool:
    """Write that a person solved a puzzle or saw its solution; return False if one of both was written before."""
    return await _added(connection, puzzle_results, {"person_id": person_id, **asdict(result), "at": at})


async def solvers(connection: AsyncConnection, day: int) -> int:
    """Return how many people solved the puzzle of a day on that day."""
    of = puzzle_results.c
    query = select(func.count()).where(of.day == day, of.day > 0, of.solved)
    return int((await connection.execute(query)).scalar_one())


# Whom people block. A block is asked for by both numbers, as nobody may be told who blocks them.


@dataclass(frozen=True, slots=True)
class Block:
    """A person who wants no match with another one."""

    person_id: int
    blocked_id: int
    created_at: datetime


async def block(connection: AsyncConnection, block: Block) -> None:
    row = {"person_id": block.person_id, "blocked_id": block.blocked_id, "created_at": block.created_at}
    await connection.execute(insert(blocks), row)


async def unblock(connection: AsyncConnection, person_id: int, blocked_id: int) -> bool:
    mine = and_(blocks.c.person_id == person_id, blocks.c.blocked_id == blocked_id)
    return bool((await connection.execute(delete(blocks).where(mine))).rowcount)


async def forget_blocks(connection: AsyncConnection, person_id: int) -> None:
    either = or_(blocks.c.person_id == person_id, blocks.c.blocked_id == person_id)
    await connection.execute(delete(blocks).where(either))


async def blocks_of(connection: AsyncConnection, person_id: int) -> list[Block]:
    query = select(blocks).where(blocks.c.person_id == person_id).order_by(blocks.c.created_at, blocks.c.blocked_id)
    return [Block(row.person_id, row.blocked_id, row.created_at) for row in await connection.execute(query)]


async def blocks_among(connection: AsyncConnection, person_ids: Collection[int]) -> frozenset[tuple[int, int]]:
    """Return the blocks among some people, as pairs of who blocks and who is blocked."""
    of = blocks.c
    query = select(of.person_id, of.blocked_id).where(of.person_id.in_(person_ids), of.blocked_id.in_(person_ids))
    return frozenset((row.person_id, row.blocked_id) for row in await connection.execute(query))


# When players are away.


@dataclass(frozen=True, slots=True)
class Vacation:
    """A time in which a player's clocks are stopped."""

    id: int
    person_id: int
    starts_at: datetime
    ends_at: datetime
    announced_at: datetime


async def add_vacation(
    connection: AsyncConnection, person_id: int, starts_at: datetime, ends_at: datetime, announced_at: datetime
) -> Vacation:
    row = {"person_id": person_id, "starts_at": starts_at, "ends_at": ends_at, "announced_at": announced_at}
    vacation_id = (await connection.execute(insert(vacations).returning(vacations.c.id), row)).scalar_one()
    return Vacation(vacation_id, person_id, starts_at, ends_at, announced_at)


async def vacations_of(
    connection: AsyncConnection, person_ids: Collection[int], ending_after: datetime | None = None
) -> list[Vacation]:
    """Return some people's vacations, the earliest first; with a time only those that end after it."""
    query = select(vacations).where(vacations.c.person_id.in_(person_ids)).order_by(vacations.c.starts_at)
    if ending_after is not None:
        query = query.where(vacations.c.ends_at > ending_after)
    return [
        Vacation(row.id, row.person_id, row.starts_at, row.ends_at, row.announced_at)
        for row in await connection.execute(query)
    ]


async def end_vacation(connection: AsyncConnection, vacation_id: int, ends_at: datetime) -> None:
    await connection.execute(update(vacations).where(vacations.c.id == vacation_id).values(ends_at=ends_at))


async def remove_vacation(connection: AsyncConnection, vacation_id: int) -> None:
    await connection.execute(delete(vacations).where(vacations.c.id == vacation_id))


# Players' names in a match: each told from the others, confusable letters (UTS #39) included.
#
# What people are called in a server is kept once (`store.tables.people`), and so is who sat where; the names of a match
# follow from both, whenever it is read.


# What a text looks like: Unicode's confusable characters (UTS #39), read from `data/confusables.txt`.
#
# `python -m store.tables.people confusables.json 3.3.1` writes that file anew, from the table of the package
# confusable-homoglyphs on PyPI in that version: a line for each character, with what looks like it, in hex.


_TABLE: Final = Path(__file__).parents[1] / "data" / "confusables.txt"
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0")
"""Invisible letters and marks, besides the variation selectors."""
_HEADER: Final = """\
# Characters that look like others, from confusables.txt of Unicode's UTS #39, by confusable-homoglyphs {version}.
# Copyright © 1991-2023 Unicode, Inc. Terms of use: https://www.unicode.org/terms_of_use.html
# A character and what it looks like, in hex. Written by `python -m store.tables.people`.
"""


def skeleton(text: str) -> str:
    """Return a key for how a text looks: texts that look the same have the same key. It is not for display."""
    plain = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text))
    alike = unicodedata.normalize("NFD", plain.translate(_table()))
    return unicodedata.normalize("NFC", "".join(sign for sign in alike if not _unseen(sign)))


def _unseen(sign: str) -> bool:
    selector = "\ufe00" <= sign <= "\ufe0f" or "\U000e0100" <= sign <= "\U000e01ef" or "\u180b" <= sign <= "\u180f"
    return selector or sign in _BLANK or unicodedata.category(sign) in {"Cc", "Cf", "Cs"}


@cache
def _table() -> dict[int, str]:
    found = {}
    for line in _TABLE.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            sign, *alike = [int(each, 16) for each in line.split()]
            found[sign] = "".join(map(chr, alike))
    return found


def _made(pairs: Mapping[str, Sequence[Mapping[str, str]]]) -> Iterator[tuple[str, str]]:
    near = {_bare(sign): {_bare(each["c"]) for each in alike} for sign, alike in pairs.items()}
    chosen: dict[str, str] = {}
    for sign in sorted(near):
        if sign in chosen:
            continue
        group, waiting = {sign}, [sign]
        while waiting:
            more = near.get(waiting.pop(), set()) - group
            group |= more
            waiting += more
        first = max(sorted(group), key=lambda each: (len(each), len(near.get(each, ()))))
        chosen |= dict.fromkeys(group, first)
    alone = {ord(sign): first for sign, first in chosen.items() if len(sign) == 1}
    for code in sorted(alone):
        alike, seen = alone[code], set[str]()
        while alike not in seen:
            seen.add(alike)
            alike = unicodedata.normalize("NFD", alike.translate(alone))
        if chr(code) != alike:
            yield chr(code), alike


def _bare(text: str) -> str:
    # Marks of direction in the package's table would reorder the text beside them.
    return "".join(sign for sign in text if unicodedata.category(sign) != "Cf") or text


def write_names(source: Path, version: str) -> None:
    """Write the table anew from a file of the package."""
    rows = [
        " ".join(f"{ord(each):X}" for each in (sign, *alike)) for sign, alike in _made(json.loads(source.read_text()))
    ]
    _TABLE.write_text(_HEADER.format(version=version) + "\n".join(rows) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_names(Path(sys.argv[1]), sys.argv[2])


GONE = "\0"
"""Stands for the name of a person who has none any more, as what was held about them was deleted.

It is never stored: no name has this character. What shows names has words for it.
"""

_UNSEEN = frozenset(("Cc", "Cf", "Cs"))
"""Categories of characters that have no shape: controls, formats and halves of characters."""
_JOINER = "\u200d"
"""Holds signs together that are drawn as one, such as families."""
_MOST_MARKS: Final = 4
"""Combining marks on a letter, those that its own sign has among them: more grow into the lines above and below."""


def distinct_names(names: Sequence[str]) -> list[str]:
    """Return the names, each on one line, with a number added to names that could be taken for others.

    Names whose letters look the same, such as `Il` and `ll`, count as equal.

    Invisible characters are removed: some reach beyond the name and turn the direction of the text that follows. Names
    that are `GONE`, and those of computers, stay so. Records replace signs other than letters and digits, so only these
    tell names apart.
    """
    sitting = [computer for each in names if (computer := computer_of(each)) is not None]
    used = {face for computer in sitting for face in _faces(computer.plain)}
    result: list[str] = []
    for seat, given in enumerate(names, 1):
        if given == GONE or computer_of(given) is not None:
            result.append(given)
            continue
        name = tame(given) or str(seat)
        candidate, count = name, 1
        while not _core(candidate) or not used.isdisjoint(_faces(candidate)):
            count += 1
            candidate = f"{name}{count}"
        used.update(_faces(candidate))
        result.append(candidate)
    return result


def names_in_match(starters: Sequence[int], newcomers: Sequence[int], names: Mapping[int, str]) -> dict[int, str]:
    """Return the names, by person, of all who ever sat in a match.

    No name changes because another person came or went: the first to come has the name.
    """
    people = list(dict.fromkeys((*starters, *newcomers)))
    return dict(zip(people, distinct_names([names.get(each, GONE) for each in people]), strict=True))


def tame(name: str) -> str:
    """Return a name on one line, without characters that are invisible, reverse text or cover neighbours."""
    return few_marks(_on_a_line(name))


def few_marks(text: str) -> str:
    if text.isascii():
        return text
    result, marks = [], 0
    for sign in text:
        if unicodedata.category(sign).startswith("M"):
            marks += len(unicodedata.normalize("NFD", sign))
            if marks > _MOST_MARKS:
                continue
        elif sign != _JOINER:  # it has no shape of its own: marks behind it are on the letter before it
            marks = len(unicodedata.normalize("NFD", sign)) - 1
        result.append(sign)
    return "".join(result)


def _on_a_line(name: str) -> str:
    spaced = (" " if sign.isspace() else sign for sign in name)
    seen = (sign for sign in spaced if sign == _JOINER or unicodedata.category(sign) not in _UNSEEN)
    return " ".join("".join(seen).split())


def _core(name: str) -> str:
    return "".join(sign for sign in name.casefold() if sign.isalnum())


def _faces(name: str) -> Iterator[tuple[str, str]]:
    """Yield what no two names may share: the letters, and how they look, as written and in lower case."""
    yield "letters", _core(name)
    yield "written", _solid(skeleton(name))
    yield "lower", _solid(skeleton(unicodedata.normalize("NFKC", name).casefold()))


def _solid(text: str) -> str:
    """Return a text without the signs that records replace; combining marks stay, as they change how it looks."""
    return "".join(sign for sign in text if sign.isalnum() or unicodedata.category(sign).startswith("M"))


# What servers and players chose, and what the bot notes for itself.


Nudges: TypeAlias = Literal["channel", "private", "off"]
Appear: TypeAlias = Literal["server", "opponents", "nobody"]


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """What a server's administrators chose.

    Attributes:
        silence_blocks_start: Whether a silent match may not start while a player could bypass its permissions.
        transcript_days: How long the channels of a silent match stay after its end.
        palette: Key of the colours of boards; None for the standard ones.
        language: Of public messages, e.g. "fr"; None for the server's own.
        organiser_role_id: Members with this role organise matches, like those who may manage the server.
        table_days: After how many days a table lapses.
        program_matches: How many matches that the bot starts by itself may run at a time.
    """

    silence_blocks_start: bool = False
    transcript_days: int = 7
    palette: str | None = None
    dark: bool = True
    language: str | None = None
    organiser_role_id: int | None = None
    table_days: int = 14
    program_matches: int = 100


@dataclass(frozen=True, slots=True)
class PlayerSettings:
    """What a player chose for private messages to them, and for how they are mentioned.

    Attributes:
        palette: Key of the colours of boards; None for the server's.
        dark: Whether boards are dark; None for the server's choice.
        language: E.g. "fr"; None for that of their Discord.
        ping: Whether they want to be mentioned when it is their turn.
        nudges: Where they are reminded of a turn they have not played.
        zone: Name of their time zone, e.g. "Europe/Paris"; None for UTC.
        quiet_from: Minute of their day from which they are not disturbed; None for never.
        quiet_until: Minute of their day at which that ends; may be the smaller one.
        free_weekends: Whether their clocks stop on Saturdays and Sundays where the table allows it.
        digest_hour: Hour of their day at which they get a list of their turns; None for never.
        appear: Who finds them in profiles and on leaderboards: all members of a server, those who met them there, or
            only themselves.
        all_servers: Whether their matches count for ratings of all servers, too, and they appear on its leaderboards.
        confirms: Whether a turn that they type is shown first, and played once they confirm it.
    """

    palette: str | None = None
    dark: bool | None = None
    language: str | None = None
    text_boards: bool = False
    ping: bool = True
    nudges: Nudges = "channel"
    zone: str | None = None
    quiet_from: int | None = None
    quiet_until: int | None = None
    free_weekends: bool = False
    digest_hour: int | None = None
    appear: Appear = "server"
    all_servers: bool = False
    confirms: bool = False


_PLAYER = select(player_settings).where(player_settings.c.person_id == bindparam("user"))
_AGREED = select(player_settings.c.person_id).where(
    player_settings.c.person_id.in_(bindparam("people", expanding=True)), player_settings.c.all_servers.is_(true())
)


async def settings_of_server(connection: AsyncConnection, guild_id: int) -> ServerSettings:
    query = select(server_settings).where(server_settings.c.guild_id == guild_id)
    row = (await connection.execute(query)).one_or_none()
    if row is None:
        return ServerSettings()
    return ServerSettings(**{each.name: getattr(row, each.name) for each in fields(ServerSettings)})


async def set_settings_of_server(connection: AsyncConnection, guild_id: int, settings: ServerSettings) -> None:
    await put_row(connection, server_settings, {"guild_id": guild_id, **asdict(settings)})


async def settings_of_player(connection: AsyncConnection, person_id: int) -> PlayerSettings:
    row = (await connection.execute(_PLAYER, {"user": person_id})).one_or_none()
    if row is None:
        return PlayerSettings()
    return PlayerSettings(**{each.name: getattr(row, each.name) for each in fields(PlayerSettings)})


async def settings_and_vacations(
    connection: AsyncConnection, person_ids: Collection[int], ending_after: datetime
) -> dict[int, tuple[PlayerSettings, list[Vacation]]]:
    """Return some people's settings, and their vacations that end after a time, the earliest first, by one query."""
    away, of = vacations.c, player_settings.c
    query = (
        select(
            people.c.id.label("person"),
            player_settings,
            away.id.label("vacation_id"),
            *(away.starts_at, away.ends_at, away.announced_at),
        )
        .outerjoin(player_settings, of.person_id == people.c.id)
        .outerjoin(vacations, and_(away.person_id == people.c.id, away.ends_at > ending_after))
        .where(people.c.id.in_(person_ids))
        .order_by(away.starts_at)
    )
    found: dict[int, tuple[PlayerSettings, list[Vacation]]] = {}
    for row in await connection.execute(query):
        if row.person not in found:
            chosen = {each.name: getattr(row, each.name) for each in fields(PlayerSettings)}
            found[row.person] = (PlayerSettings() if row.person_id is None else PlayerSettings(**chosen), [])
        if row.vacation_id is not None:
            found[row.person][1].append(
                Vacation(row.vacation_id, row.person, row.starts_at, row.ends_at, row.announced_at)
            )
    return found


async def agreed(connection: AsyncConnection, person_ids: Collection[int]) -> frozenset[int]:
    """Return which of some people currently agree to ratings of all servers."""
    return frozenset((await connection.execute(_AGREED, {"people": sorted(person_ids)})).scalars())


async def player_languages(connection: AsyncConnection, person_ids: Collection[int] | None = None) -> dict[int, str]:
    """Return the language of each player, or of some of them, who has chosen one, by person."""
    of = player_settings.c
    query = select(of.person_id, of.language).where(of.language.is_not(None))
    if person_ids is not None:
        query = query.where(of.person_id.in_(person_ids))
    return {row.person_id: row.language for row in await connection.execute(query)}


async def set_settings_of_player(connection: AsyncConnection, person_id: int, settings: PlayerSettings) -> None:
    await put_row(connection, player_settings, {"person_id": person_id, **asdict(settings)})


async def note(connection: AsyncConnection, key: str) -> str | None:
    return (await connection.execute(select(notes.c.value).where(notes.c.key == key))).scalar_one_or_none()


async def set_note(connection: AsyncConnection, key: str, value: str) -> None:
    await put_row(connection, notes, {"key": key, "value": value})
