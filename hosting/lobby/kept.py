"""Loadouts that people keep for later, by game and name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.text import without_nul
from hosting.lobby.errors import BadLoadoutName, NoSuchLoadout, TakenLoadoutName, TooManyLoadouts
from hosting.match.model import SavedLoadout
from hosting.match.service import Games
from hosting.runtime.time import Clock
from store import loadouts
from store.database import Database

MOST_KEPT = 50
"""What one person keeps for all games together."""
NAME_LIMIT = 40
"""Characters of a name."""


class KeptLoadouts:
    """What all people keep. Every change is made in one transaction."""

    def __init__(self, database: Database, clock: Clock, games: Games) -> None:
        self._db = database
        self._clock = clock
        self._games = games

    async def of(self, person_id: int, game: str) -> list[SavedLoadout]:
        """Return what a person keeps for a game, by name."""
        async with self._db.read() as connection:
            return await loadouts.kept_by(connection, person_id, game)

    async def named(self, person_id: int, game: str, name: str) -> SavedLoadout:
        """Return what a person keeps for a game under a name. Raises NoSuchLoadout."""
        return _named(await self.of(person_id, game), name)

    async def keep(self, person_id: int, game: str, name: str, text: str) -> SavedLoadout:
        """Keep a loadout under a name, in place of what was kept under it.

        Args:
            person_id: Whose.
            game: For which game.
            name: What to call it.
            text: In canonical notation.

        Raises:
            BadLoadoutName, TooManyLoadouts: As it says.
        """
        saved = SavedLoadout(_clean(name), text, self._games(game).info.data_version, self._clock.now())
        async with self._db.write() as connection:
            there = await loadouts.kept_by(connection, person_id, game)
            new = all(each.name.casefold() != saved.name.casefold() for each in there)
            if new and await loadouts.count_kept(connection, person_id) >= MOST_KEPT:
                raise TooManyLoadouts(MOST_KEPT)
            await loadouts.keep(connection, person_id, game, saved)
        return saved

    async def rename(self, person_id: int, game: str, name: str, new: str) -> SavedLoadout:
        """Call what is kept by another name. Raises NoSuchLoadout, BadLoadoutName, TakenLoadoutName."""
        wanted = _clean(new)
        async with self._db.write() as connection:
            there = await loadouts.kept_by(connection, person_id, game)
            old = _named(there, name)
            if any(each is not old and each.name.casefold() == wanted.casefold() for each in there):
                raise TakenLoadoutName(wanted)
            await loadouts.drop(connection, person_id, game, old.name)
            renamed = replace(old, name=wanted)
            await loadouts.keep(connection, person_id, game, renamed)
        return renamed

    async def drop(self, person_id: int, game: str, name: str) -> SavedLoadout:
        """Keep something no longer; return what it was. Raises NoSuchLoadout."""
        async with self._db.write() as connection:
            found = _named(await loadouts.kept_by(connection, person_id, game), name)
            await loadouts.drop(connection, person_id, game, found.name)
        return found


def _named(there: Sequence[SavedLoadout], name: str) -> SavedLoadout:
    wanted = " ".join(name.split()).casefold()
    found = next((each for each in there if each.name.casefold() == wanted), None)
    if found is None:
        raise NoSuchLoadout(name)
    return found


def _clean(name: str) -> str:
    """Return a name as it is kept: without surplus spaces. Raises BadLoadoutName."""
    cleaned = " ".join(without_nul(name).split())
    if not 0 < len(cleaned) <= NAME_LIMIT:
        raise BadLoadoutName(NAME_LIMIT)
    return cleaned
