"""People: their accounts, names and lessons; and settings of people and servers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.errors import SetupError
from hosting.core import Core
from hosting.runtime import Games, LruCache
from store.share import PERSON, SERVER
from store.tables import match_queries, people
from store.tables import people as stored
from store.tables.people import Computer, PlayerSettings, ServerSettings
from store.tables.values import Person

# People: which person an account of Discord's is, and what they are called in a server.
#
# A person is a number that never changes and never comes back. Everything that is stored names persons; only this and
# `store.tables.people` know their accounts, and the cogs, who turn one into the other where Discord begins. A person
# who is deleted loses the account and the names; one who comes back is a new person.


PERSONS_CACHED = 8192
"""People and names kept in memory, those used last."""

NOBODY = -1
"""In memory for an account that is no person: no person has this number."""

Renamed = Callable[[int], None]
"""Called with a person whose name in a server has changed."""


@dataclass(eq=False, slots=True)
class People:
    """Everybody whom the store knows. All changes of accounts and names go through here, so that the cache is right."""

    core: Core
    renamed: Renamed
    _looking: asyncio.Lock = field(default_factory=asyncio.Lock, init=False)
    _persons: LruCache[int, int] = field(default_factory=lambda: LruCache(PERSONS_CACHED), init=False)
    _accounts: LruCache[int, int] = field(default_factory=lambda: LruCache(PERSONS_CACHED), init=False)
    _names: LruCache[tuple[int, int], str] = field(default_factory=lambda: LruCache(PERSONS_CACHED), init=False)
    _computers: dict[int, Computer] = field(default_factory=dict, init=False)

    def known(self, account: int) -> int | None:
        """Return the person of an account from memory (`find`), without waiting."""
        person_id = self._persons.get(account)
        return None if person_id == NOBODY else person_id

    async def find(self, account: int) -> int | None:
        """Return the person of an account, or None: reading makes no row."""
        if (cached := self._persons.get(account)) is None:
            # Several ask at once for who has just pressed something: one of them looks.
            async with self._looking:
                while (cached := (persons := self._persons).get(account)) is None:
                    async with self.core.db.read() as connection:
                        found = await people.find(connection, account)
                    if found is None and not self.core.share.all:
                        return None  # another process may know them in a moment
                    # Into the memory from before the look: the present one must not have a person deleted meanwhile.
                    persons.setdefault(account, NOBODY if found is None else found)
        return None if cached == NOBODY else cached

    async def know(self, account: int) -> int:
        """Return the person of an account, and make a row without a name if need be."""
        if (person_id := await self.find(account)) is None:
            persons = self._persons
            async with self.core.db.write() as connection:
                person_id = await people.enter(connection, account, self.core.clock.now())
            persons.put(account, person_id)
        return person_id

    async def enter(self, account: int, guild_id: int, name: str) -> Person:
        """Return the person of an account, and store their name in a server.

        While they play a running match of silent teams there, the name stays what it was: another one could be a
        message to a partner (R29).
        """
        called = Person(NOBODY, people.unmarked(name)).name
        person_id = await self.find(account)
        if person_id is not None and self._names.get((guild_id, person_id)) == called:
            return Person(person_id, called)
        persons, accounts, names = self._persons, self._accounts, self._names
        async with self.core.db.write() as connection:
            person_id = await people.enter(connection, account, self.core.clock.now())
            before = (await people.names(connection, guild_id, {person_id})).get(person_id)
            renamed = before is not None and before != called
            if before is not None and renamed and await self._plays_in_silence(connection, guild_id, person_id):
                called, renamed = before, False
            if before is None or renamed:
                await people.remember(connection, guild_id, person_id, called)
            if renamed:
                self.core.db.announce(connection, PERSON, person_id)
        persons.put(account, person_id)
        accounts.put(person_id, account)
        names.put((guild_id, person_id), called)
        if renamed:
            self.renamed(person_id)
        return Person(person_id, called)

    async def accounts(self, person_ids: Collection[int]) -> dict[int, int]:
        """Return the accounts of persons; deleted ones, and computers, have none."""
        found = {each: account for each in person_ids if (account := self._accounts.get(each)) is not None}
        if missing := set(person_ids) - found.keys():
            accounts = self._accounts
            async with self.core.db.read() as connection:
                read = await people.accounts(connection, missing)
            for person_id, account in read.items():
                accounts.put(person_id, account)
            found |= read
        return found

    async def computers(self, person_ids: Collection[int]) -> dict[int, Computer]:
        """Return the computer players among persons without accounts: a few dozen there are, and they never change."""
        if missing := set(person_ids) - self._computers.keys():
            async with self.core.db.read() as connection:
                self._computers |= await people.computers_among(connection, missing)
        return {each: self._computers[each] for each in person_ids if each in self._computers}

    async def names(self, guild_id: int, person_ids: Collection[int]) -> dict[int, str]:
        """Return the names of persons in a server; persons without one there are left out."""
        keys = {each: self._names.get((guild_id, each)) for each in person_ids}
        found = {each: name for each, name in keys.items() if name is not None}
        if missing := set(person_ids) - found.keys():
            names = self._names
            async with self.core.db.read() as connection:
                read = await people.names(connection, guild_id, missing)
            for person_id, name in read.items():
                found[person_id] = name
                names.put((guild_id, person_id), name)
        return found

    def forget(self) -> None:
        """Clear the memory: a person was deleted, a server purged, or another process has changed a name.

        A read in progress fills the memory that is dropped here, as its result may be out of date.
        """
        self._persons, self._accounts, self._names = (
            LruCache(PERSONS_CACHED),
            LruCache(PERSONS_CACHED),
            LruCache(PERSONS_CACHED),
        )

    async def _plays_in_silence(self, connection: AsyncConnection, guild_id: int, person_id: int) -> bool:
        found = await match_queries.summaries(connection, match_queries.live_of_person(person_id))
        return any(each.guild_id == guild_id and _is_silent(self.core.games, each.game, each.mode) for each in found)


def _is_silent(games: Games, game: str, mode: str) -> bool:
    """Return whether teammates may not communicate in a mode of a game; true for one that this version doesn't know."""
    try:
        found = games(game).info.mode(mode)
    except SetupError:
        return True
    return found is None or found.silent


# How far a person is in the lesson of each game, kept so that they go on there another day; and who was greeted.
#
# The lessons themselves are the games' own (`Game.lesson`). That a step was done is written once: a second
# press, or one on an old message, leaves a person where they are.


@dataclass(eq=False, slots=True)
class LessonProgress:
    """The progress of people in lessons."""

    core: Core

    async def of(self, person_id: int) -> Mapping[str, int]:
        """Return how many steps a person has done, by game; lessons never begun are left out."""
        async with self.core.db.read() as connection:
            return await people.progress_of(connection, person_id)

    async def go(self, person_id: int, game: str, step: int) -> None:
        async with self.core.db.write() as connection:
            await people.put_progress(connection, person_id, game, step, self.core.clock.now())

    async def advance(self, person_id: int, game: str, step: int) -> bool:
        """Write that a person has done their present step; return False if it's another one."""
        async with self.core.db.write() as connection:
            return await people.advance(connection, person_id, game, step, self.core.clock.now())

    async def greet(self, person_id: int, game: str) -> bool:
        """Return whether to help a person at their first turn of a game: true only once.

        It's written before the help is shown: if the program dies in between, the help is lost rather than shown twice.
        """
        async with self.core.db.write() as connection:
            return await people.greet(connection, person_id, game, self.core.clock.now())


# What servers and players chose, and what the bot must remember across restarts.


SETTINGS_CACHED = 2048
"""Settings of servers and of players kept in memory; all of them are changed through here."""


@dataclass(eq=False, slots=True)
class Settings:
    """Changed one after the other: `change_server(id, lambda it: dataclasses.replace(it, transcript_days=3))`.

    What is read is put into the memory from before the reading: `forget` begins another one, as another process may
    have changed it meanwhile.
    """

    core: Core
    languages: dict[int, str]
    _changes: int = field(default=0, init=False)
    _servers: LruCache[int, ServerSettings] = field(default_factory=lambda: LruCache(SETTINGS_CACHED), init=False)
    _players: LruCache[int, PlayerSettings] = field(default_factory=lambda: LruCache(SETTINGS_CACHED), init=False)

    async def server(self, guild_id: int) -> ServerSettings:
        if (cached := self._servers.get(guild_id)) is not None:
            return cached
        servers = self._servers
        async with self.core.db.read() as connection:
            return servers.setdefault(guild_id, await stored.settings_of_server(connection, guild_id))

    async def change_server(self, guild_id: int, change: Callable[[ServerSettings], ServerSettings]) -> ServerSettings:
        """Change and return a server's settings; an error of `change` leaves them as they were."""
        servers = self._servers
        async with self.core.db.write() as connection:
            settings = change(await stored.settings_of_server(connection, guild_id))
            await stored.set_settings_of_server(connection, guild_id, settings)
            self.core.db.announce(connection, SERVER, guild_id)
        servers.put(guild_id, settings)
        return settings

    def forget_server(self, guild_id: int) -> None:
        self._servers.forget(guild_id)

    def forget_player(self, person_id: int) -> None:
        self._changes += 1
        self._players.forget(person_id)
        self.languages.pop(person_id, None)

    def forget(self) -> None:
        """Clear the memory, except for languages (`read_languages`): other processes have changed settings."""
        self._servers, self._players = LruCache(SETTINGS_CACHED), LruCache(SETTINGS_CACHED)

    async def read_languages(self, person_ids: Collection[int] | None = None) -> None:
        """Read again which languages players have chosen, or some of them."""
        self._changes += 1  # a read in progress begins anew
        while True:
            changes = self._changes
            async with self.core.db.read() as connection:
                found = await stored.player_languages(connection, person_ids)
            if changes == self._changes:
                break
        for person_id in [*self.languages] if person_ids is None else person_ids:
            self.languages.pop(person_id, None)
        self.languages.update(found)

    async def player(self, person_id: int) -> PlayerSettings:
        if (cached := self._players.get(person_id)) is not None:
            return cached
        players = self._players
        async with self.core.db.read() as connection:
            return players.setdefault(person_id, await stored.settings_of_player(connection, person_id))

    async def player_within(self, connection: AsyncConnection, person_id: int) -> PlayerSettings:
        """Return a player's settings to a transaction, which may not change them itself."""
        if (cached := self._players.get(person_id)) is not None:
            return cached
        players = self._players
        return players.setdefault(person_id, await stored.settings_of_player(connection, person_id))

    async def change_player(self, person_id: int, change: Callable[[PlayerSettings], PlayerSettings]) -> PlayerSettings:
        """Change and return a player's settings; an error of `change` leaves them as they were.

        Those of a person who was deleted meanwhile are not stored.
        """
        players = self._players
        async with self.core.db.write() as connection:
            known = await people.hold(connection, {person_id})
            settings = change(await stored.settings_of_player(connection, person_id))
            if not known:
                return settings
            await stored.set_settings_of_player(connection, person_id, settings)
            self.core.db.announce(connection, PERSON, person_id)
        players.put(person_id, settings)
        self._changes += 1
        if settings.language is None:
            self.languages.pop(person_id, None)
        else:
            self.languages[person_id] = settings.language
        return settings

    async def remembered(self, key: str) -> str | None:
        async with self.core.db.read() as connection:
            return await stored.note(connection, key)

    async def remember(self, key: str, value: str) -> None:
        async with self.core.db.write() as connection:
            await stored.set_note(connection, key, value)
