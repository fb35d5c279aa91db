"""A person with an account and a name that occur nowhere else, who leaves much behind, and where traces of them are."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import select

from computer.puzzles import of_day
from hosting.arena import Arena
from hosting.match.model import Match, Person, Place, PlayerSettings
from store.database import Database
from store.schema import metadata
from store.tables import imports
from tests.hosting.conftest import BOB, CHANNEL, CLEO, DAN, EVE, GUILD, begin, play
from tests.hosting.lobby.offering import seek

ACCOUNT, NAME = 7_340_129_855_001_223_111, "Zyxwvut Nameless"


@dataclass(frozen=True)
class Left:
    """What a person has left behind.

    Attributes:
        over: A match that is over.
        running: Matches that go on.
        table: An open table of theirs, at which another player sits.
        invited: An open table to which they are asked.
    """

    over: Match
    running: tuple[Match, ...]
    table: int
    invited: int


async def leave_much(arena: Arena, me: Person) -> Left:
    """Have a person play, choose and ask for something of each kind."""
    over = await play(arena, await begin(arena, me, BOB), "1/2", "1/1")
    over = await arena.matches.forfeit(over.id, me.person_id)
    running = (
        await begin(arena, me, BOB, places=(Place("board", 900),)),
        await begin(arena, CLEO, me, places=(Place("board", 901),)),
    )
    await arena.settings.change_player(
        me.person_id, lambda _: PlayerSettings(zone="Europe/Paris", digest_hour=8, language="fr")
    )
    await arena.digests.arrange(me.person_id)
    await arena.lessons.go(me.person_id, "replicants", 3)
    await arena.puzzles.solve(me.person_id, of_day(arena.puzzles.today), arena.puzzles.today)
    await arena.blocks.add(me.person_id, DAN.person_id)
    await arena.blocks.add(EVE.person_id, me.person_id)
    await arena.watches.follow(GUILD, CHANNEL, "player", me.person_id, quiet=False, person_id=BOB.person_id)
    await arena.watches.follow(GUILD, CHANNEL, "server", GUILD, quiet=False, person_id=me.person_id)
    await arena.seeks.create(seek(me, arena.clock.now()))
    mine = await arena.tables.open(GUILD, CHANNEL, me, "tally", "2", where="here")
    await arena.tables.join(mine.id, CLEO)
    other = await arena.tables.open(GUILD, CHANNEL, CLEO, "tally", "2", where="here", opponents=(me,))
    async with arena.db.write() as connection:  # long enough for pages of its own
        brought = f"[Player {NAME}]\n" * 2000
        await imports.add(connection, guild_id=None, person_id=me.person_id, text=brought, at=arena.clock.now())
    await arena.idle()
    return Left(over, running, mine.id, other.id)


async def texts(database: Database) -> str:
    """Return everything that stands in the rows of all tables."""
    async with database.read() as connection:
        found = [str(tuple(row)) for table in metadata.sorted_tables for row in await connection.execute(select(table))]
    return "\n".join(found)


def traces(folder: Path, account: int = ACCOUNT, name: str = NAME) -> list[str]:
    """Return in which files of a folder, and as what, a person occurs."""
    wanted = {
        "account in digits": str(account).encode(),
        "account": account.to_bytes(8, "big"),
        "name": name.encode(),
    }
    return [
        f"{what} in {each.name}"
        for each in sorted(folder.iterdir())
        if each.is_file()
        for what, content in wanted.items()
        if content in each.read_bytes()
    ]
