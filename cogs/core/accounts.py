"""From persons to Discord's users: whom a message mentions, calls, is sent to, lets in or fetches.

Below the cogs there are persons only (`hosting.people`). A message looks up all it needs at once (`accounts_of`). Those
who were deleted, or are no humans, have no account: nobody calls, fetches, adds or messages them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

import discord

from cogs.core.bot import ArenaBot
from cogs.core.text import DELETED, Members, named
from engine.text import Joint, Listed, Player, Text, listed, members_in
from hosting.match.model import GONE, Match


@dataclass(frozen=True, slots=True)
class Accounts:
    """The accounts of some persons.

    Attributes:
        known: By person; those who have none are left out.
    """

    known: Mapping[int, int] = field(default_factory=dict)

    def get(self, person_id: int) -> int | None:
        """Return the account of a person, or None if they have none."""
        return self.known.get(person_id)

    def mention(self, person_id: int) -> str | Text:
        """Return a person for a sentence, as a mention where they can be mentioned."""
        account = self.known.get(person_id)
        return DELETED if account is None else f"<@{account}>"

    def calling(self, person_id: int, otherwise: str | Player) -> str | Player:
        """Return a mention of a person for a sentence, or what to call them if they are not among these."""
        account = self.known.get(person_id)
        return otherwise if account is None else f"<@{account}>"

    def mentions(self, person_ids: Iterable[int], joint: Joint = "comma") -> Listed:
        """Return mentions of some persons as a list; deleted players are numbered where there are several."""
        account = self.known.get
        names = [GONE if (found := account(each)) is None else f"<@{found}>" for each in person_ids]
        return listed(named(names, str), joint)

    def only(self) -> discord.AllowedMentions:
        """Return that a message calls all of them and nobody else."""
        return only(self.known.values())

    def among(self, person_ids: Collection[int]) -> Accounts:
        """Return the accounts of some of them."""
        return Accounts({each: account for each, account in self.known.items() if each in person_ids})

    def persons(self) -> dict[int, int]:
        """Return the persons by account."""
        return {account: person_id for person_id, account in self.known.items()}


async def accounts_of(bot: ArenaBot, person_ids: Iterable[int]) -> Accounts:
    """Return the accounts of some persons, looked up together."""
    return Accounts(await bot.arena.people.accounts(frozenset(person_ids)))


async def members_of(bot: ArenaBot, match: Match, text: Text) -> Members:
    """Return what those are called of whom a text of a match speaks: as in the match, else as in its server."""
    known = match.members
    others = members_in(text) - known.keys()
    return known | await bot.arena.people.names(match.guild_id, others) if others else known


def only(accounts: Iterable[int]) -> discord.AllowedMentions:
    """Return that a message calls these users and nobody else."""
    users = [discord.Object(account) for account in sorted(accounts)]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)
