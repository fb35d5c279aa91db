"""The channels of a silent match, made with their overwrites or not at all."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Annotated
from weakref import WeakValueDictionary

import discord
from pydantic import Field

from cogs.core.bot import ArenaBot
from cogs.core.errors import MissingPermission, Refusal
from cogs.core.messages import Accounts, accounts_of
from cogs.core.permissions import labels
from cogs.core.text import plain
from engine import registry
from engine.game import Json, Mode
from engine.text import Text, say, say_n
from hosting import silence
from hosting.lobby.starter import Note
from hosting.match.model import Match, Place, Start, Table
from hosting.silence import (
    BOARD,
    CATEGORY,
    NEEDED,
    PERMISSIONS,
    SERVER_LIMIT,
    WARN_FROM,
    Bypass,
    Overwrite,
    Overwrites,
    Participants,
    Target,
    bypass,
)
from render.words import team_letter
from store.documents import Document

# The policy of silence in Discord's terms: overwrites, permissions, members, voice channels.


_PERMISSION_NAMES = frozenset(permission.name for permission in PERMISSIONS)


def held(permissions: discord.Permissions) -> frozenset[str]:
    return _held(permissions.value)


@lru_cache(4096)  # the same few sets of permissions, for every member and channel
def _held(value: int) -> frozenset[str]:
    permissions = discord.Permissions(value)
    return frozenset(name for name in _PERMISSION_NAMES if getattr(permissions, name))


def found_in(channel: discord.abc.GuildChannel, accounts: Accounts) -> dict[Target, Overwrite]:
    """Return a channel's overwrites in the policy's terms; members who are not among the accounts are just members."""
    out, persons = {}, accounts.persons()
    for target, overwrite in channel.overwrites.items():
        allow, deny = overwrite.pair()
        out[_target(target, persons)] = Overwrite(held(allow), held(deny))
    return out


def as_discord(
    guild: discord.Guild, overwrites: Overwrites, accounts: Accounts
) -> dict[discord.Role | discord.Member | discord.Object, discord.PermissionOverwrite]:
    """Return the policy's overwrites for discord.py, without those for people without an account."""
    return {
        whom: discord.PermissionOverwrite.from_pair(
            discord.Permissions(**dict.fromkeys(overwrite.allow, True)),
            discord.Permissions(**dict.fromkeys(overwrite.deny, True)),
        )
        for target, overwrite in overwrites.items()
        if (whom := _object(guild, target, accounts)) is not None
    }


def missing(guild: discord.Guild) -> tuple[str, ...]:
    """Return the permissions for silent channels that the bot lacks in a server."""
    return tuple(sorted(NEEDED - held(guild.me.guild_permissions)))


async def fetch_members(bot: ArenaBot, guild: discord.Guild, person_ids: Iterable[int]) -> dict[int, discord.Member]:
    """Return people as current members, without those who left.

    Without a privileged intent discord.py has no current roles, so Discord is asked.
    """
    wanted = list(person_ids)
    accounts = await accounts_of(bot, wanted)

    async def fetch(person_id: int) -> discord.Member | None:
        account = accounts.get(person_id)
        try:
            return None if account is None else await guild.fetch_member(account)
        except discord.NotFound:
            return None

    found = await asyncio.gather(*map(fetch, wanted))
    return {person_id: member for person_id, member in zip(wanted, found, strict=True) if member is not None}


def by_voice(guild: discord.Guild, accounts: Accounts) -> Mapping[int, int]:
    """Return the voice channel or stage of each person in one, except the AFK channel, which is silent anyway."""
    persons = accounts.persons()
    return {
        persons[account]: channel.id
        for channel in (*guild.voice_channels, *guild.stage_channels)
        if channel != guild.afk_channel
        for account in channel.voice_states
        if account in persons
    }


def _target(target: discord.Role | discord.Member | discord.Object, persons: Mapping[int, int]) -> Target:
    is_role = isinstance(target, discord.Role) or (isinstance(target, discord.Object) and target.type is discord.Role)
    if is_role:
        return Target("role", target.id)
    person_id = persons.get(target.id)
    return Target("member", target.id) if person_id is None else Target("person", person_id)


def _object(guild: discord.Guild, target: Target, accounts: Accounts) -> discord.Role | discord.Object | None:
    if target.kind != "role":
        account = accounts.get(target.id) if target.kind == "person" else target.id
        return None if account is None else discord.Object(account, type=discord.Member)
    return guild.get_role(target.id) or discord.Object(target.id, type=discord.Role)


log = logging.getLogger(__name__)

ORPHANS = "silence-orphans"
"""The appointment at which channels are removed whose match never started, because the bot died in between."""
ORPHANED_AFTER = timedelta(hours=1)
AWAY = timedelta(hours=1)
"""Wait between tries while the server cannot be seen."""
TOO_MANY_CHANNELS = 30013

_NAMES: dict[silence.Room, Text] = {
    "category": say("{game} {number}"),
    "board": say("board {number}"),
    "spectators": say("spectators {number}"),
    "team": say("team {letter} {number}"),
}
_TOPICS: dict[silence.Room, Text] = {
    "board": say("Every turn of the match. Only the bot writes here."),
    "spectators": say("Talk about the match. Its players can't see this channel until it's over."),
    "team": say("One team's boards and commands. Its players can't write here until the match is over."),
}
_BYPASS: dict[Bypass, Text] = {
    Bypass.OWNER: say("{player} owns this server: permissions can't keep them from writing to their partner."),
    Bypass.ADMINISTRATOR: say(
        "{player} is an administrator: permissions can't keep them from writing to their partner."
    ),
    Bypass.MANAGE_ROLES: say(
        "{player} can manage roles, so they could give themselves permission to write to their partner."
    ),
}


async def create_places(
    bot: ArenaBot, guild: discord.Guild, start: Start, number: int, note: Note | None = None
) -> Sequence[Place]:
    """Create the category and the channels of a silent match, each in one call with its overwrites.

    `number` is part of their names, and `note` is called with each channel as soon as it is made.

    Raises:
        MissingPermission: The bot lacks what it would have to grant or deny.
        Refusal: The server has no room, or its settings refuse players who could bypass the silence.
        discord.HTTPException: Discord refuses; nothing is left behind.
    """
    mode = _mode(start.game, start.mode)
    if lacking := missing(guild):
        raise MissingPermission(lacking)
    if not silence.name_fits(len(guild.channels), len(mode.teams)):
        raise Refusal(_no_room(guild, mode), code="no-room")
    settings = await bot.arena.settings.server(guild.id)
    if settings.silence_blocks_start and (above := await bypassers(bot, start.people, guild)):
        text = say(
            "This server doesn't start silent matches while a player could get around the silence: {players}.",
            players=(await accounts_of(bot, above)).mentions(above),
        )
        raise Refusal(text, code="silence-bypass")
    made: list[Place] = []
    try:
        await _create(bot, guild, start, number, made, note)
    except BaseException as error:
        await undo_places(bot, guild, made)
        if isinstance(error, discord.HTTPException) and error.code == TOO_MANY_CHANNELS:
            raise Refusal(_no_room(guild, mode), code="no-room") from error
        raise
    board = next(place for place in made if place.role == BOARD)
    await bot.arena.settings.remember(_home_key(board.channel_id), str(start.channel_id))
    return tuple(made)


_remaking: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()


def remaking(match_id: int) -> asyncio.Lock:
    """Return the lock that is held from listing a match's missing channels until the new ones are noted."""
    return _remaking.setdefault(match_id, asyncio.Lock())


async def remake_places(bot: ArenaBot, match: Match, guild: discord.Guild) -> Sequence[Place]:
    """Create deleted channels of a silent match again, each in one call with its overwrites; return them.

    The lock `remaking` is held: two calls at once would each make them, and one set would be forgotten.

    Raises:
        MissingPermission: The bot lacks what it would have to grant or deny.
        Refusal: The server has no room.
        discord.HTTPException: Discord refuses; nothing is left behind.
    """
    roles = silence.place_roles(len(match.mode.teams))
    channels = {place.role: guild.get_channel(place.channel_id) for place in match.places}
    gone = [role for role in roles if channels.get(role) is None]
    if lacking := missing(guild) if gone else ():
        raise MissingPermission(lacking)
    if len(guild.channels) + len(gone) > SERVER_LIMIT:
        raise Refusal(_no_room(guild, match.mode), code="no-room")
    if bot.user is None:
        raise AssertionError("channels are created after logging in")
    accounts, locale = await accounts_of(bot, match.members), await bot.language(guild.id)
    cast = Participants.of_match(match, bot.user.id, accounts.known)
    category = channels.get(CATEGORY)
    made: list[Place] = []
    try:
        for role in gone:
            name = plain(_named(_NAMES[silence.room_of(role)], match.game, match.id, role), locale)
            parent = category if isinstance(category, discord.CategoryChannel) else None
            channel = await _create_one(guild, role, cast, accounts, name, locale, parent)
            made.append(Place(role, channel.id))
            # From here until the match is moved a crash would leave a channel behind that nobody knows of.
            due = bot.clock.now() + ORPHANED_AFTER
            await bot.arena.schedule.set(
                ORPHANS, str(channel.id), due, Orphans(match=match.id, guild_id=guild.id).dump()
            )
            if role == CATEGORY:
                category = channel
    except BaseException:
        await undo_places(bot, guild, made)
        raise
    board = next((place.channel_id for place in made if place.role == BOARD), None)
    if board is not None and (home := await home_of(bot, match.channel_id)) is not None:
        await bot.arena.settings.remember(_home_key(board), str(home))
    return tuple(made)


async def undo_places(bot: ArenaBot, guild: discord.Guild, places: Iterable[Place]) -> Sequence[Place]:
    """Remove channels whose match did not start, the category last; return those that could not be removed."""
    left = []
    for place in sorted(places, key=lambda place: place.role == CATEGORY):
        try:
            await bot.http.delete_channel(place.channel_id)
        except discord.NotFound:
            log.debug("channel %d is gone already", place.channel_id)
        except discord.HTTPException as error:
            log.warning("could not remove channel %d of server %d: %s", place.channel_id, guild.id, error)
            left.append(place)
    return left


def lost_category(guild: discord.Guild, game: str, number: int, locale: str, since: datetime) -> int | None:
    """Return a category that was made for a match since some time but not noted, or None."""
    name = plain(_named(_NAMES["category"], game, number, CATEGORY), locale)
    found = [each for each in guild.categories if each.name == name and each.created_at >= since]
    return found[0].id if found else None


async def warnings(bot: ArenaBot, table: Table, guild: discord.Guild) -> Sequence[Text]:
    """Return what players of a silent match should know before it starts, and what will keep it from starting."""
    out = [
        say(
            "Teammates mustn't communicate until the match is over (R29). I can close the match's channels, "
            "but not private messages or other places to talk: please play fair."
        )
    ]
    mode = _mode(table.game, table.mode)
    if lacking := missing(guild):
        out.append(
            say("The match can't start: I'm missing permissions in this server: {names}.", names=labels(lacking))
        )
    count, needed = len(guild.channels), len(silence.place_roles(len(mode.teams)))
    if not silence.name_fits(count, len(mode.teams)):
        out.append(_no_room(guild, mode))
    elif count + needed > WARN_FROM:
        out.append(
            say_n(
                "This server has {used} of the {count} channel Discord allows, and the match needs {needed} more.",
                ("This server has {used} of the {count} channels Discord allows, and the match needs {needed} more."),
                SERVER_LIMIT,
                used=count,
                needed=needed,
            )
        )
    above = await bypassers(bot, (each.person_id for each in table.seats if each.person_id is not None), guild)
    accounts = await accounts_of(bot, above)
    out += [bypass_text(accounts.mention(person_id), reason) for person_id, reason in above.items()]
    if above and (await bot.arena.settings.server(guild.id)).silence_blocks_start:
        out.append(say("This server doesn't allow silent matches to start like this."))
    return out


async def bypassers(bot: ArenaBot, players: Iterable[int], guild: discord.Guild) -> dict[int, Bypass]:
    return above_policy(guild, await fetch_members(bot, guild, players))


def above_policy(guild: discord.Guild, members: Mapping[int, discord.Member]) -> dict[int, Bypass]:
    reasons = {person_id: bypass_of(guild, member) for person_id, member in members.items()}
    return {person_id: reason for person_id, reason in reasons.items() if reason is not None}


def bypass_of(guild: discord.Guild, member: discord.Member) -> Bypass | None:
    """Return why a member stands above the policy, or None."""
    return bypass(owner=member.id == guild.owner_id, held=held(member.guild_permissions))


def bypass_text(player: str | Text, reason: Bypass) -> Text:
    return _BYPASS[reason].using(player=player)


async def home_of(bot: ArenaBot, board_id: int) -> int | None:
    """Return the channel in which the table of a silent match was opened, given the match's board."""
    noted = await bot.arena.settings.remembered(_home_key(board_id))
    return int(noted) if noted is not None else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Orphans(Document):
    """Channels that belong to nothing unless a table starts, or a match moves to them.

    Attributes:
        table: That of a table.
        match: Or that of a match.
    """

    sparse = True

    table: int | None = None
    match: int | None = None
    guild_id: Annotated[int, Field(alias="guild")]

    def __post_init__(self) -> None:
        if (self.table is None) == (self.match is None):
            raise ValueError("Input should name a table or a match")


async def remove_orphans(bot: ArenaBot, key: str, payload: Json) -> None:
    """Remove the channels of a match that never started, or one that a match never moved to; for appointments."""
    orphans = Orphans.load(payload)
    category_id, guild = int(key), bot.get_guild(orphans.guild_id)
    if guild is not None and guild.unavailable:
        await bot.arena.schedule.set(ORPHANS, key, bot.clock.now() + AWAY, payload)
        return
    if orphans.match is not None:
        async with remaking(orphans.match):
            match = await bot.arena.matches.get(orphans.match)
            if guild is not None and all(place.channel_id != category_id for place in match.places):
                await undo_places(bot, guild, [Place(BOARD, category_id)])
        return
    category = guild.get_channel(category_id) if guild is not None else None
    if guild is None or not isinstance(category, discord.CategoryChannel):
        return
    if await bot.arena.matches.number_in(category_id) is not None:
        return
    left = [Place(BOARD, channel.id) for channel in category.channels]
    await undo_places(bot, guild, (*left, Place(CATEGORY, category_id)))


async def _create(
    bot: ArenaBot, guild: discord.Guild, start: Start, number: int, made: list[Place], note: Note | None
) -> None:
    mode, locale = _mode(start.game, start.mode), await bot.language(guild.id)
    if bot.user is None:
        raise AssertionError("channels are created after logging in")
    accounts = await accounts_of(bot, start.seats.values())
    seated = {seat: person_id for seat, person_id in start.seats.items() if person_id in accounts.known}
    cast = Participants.seated(guild.id, bot.user.id, mode.teams, seated)
    category: discord.CategoryChannel | None = None
    for role in silence.place_roles(len(mode.teams)):
        name = plain(_named(_NAMES[silence.room_of(role)], start.game, number, role), locale)
        channel = await _create_one(guild, role, cast, accounts, name, locale, category)
        made.append(Place(role, channel.id))
        if note is not None:
            await note(role, channel.id)
        if isinstance(channel, discord.CategoryChannel):
            category = channel
            # From here on a crash would leave channels behind that nobody knows of.
            due = bot.clock.now() + ORPHANED_AFTER
            await bot.arena.schedule.set(
                ORPHANS, str(category.id), due, Orphans(table=number, guild_id=guild.id).dump()
            )


async def _create_one(
    guild: discord.Guild,
    role: str,
    cast: Participants,
    accounts: Accounts,
    name: str,
    locale: str,
    category: discord.CategoryChannel | None,
) -> discord.CategoryChannel | discord.TextChannel:
    wanted = as_discord(guild, silence.policy_overwrites(role, cast), accounts)
    reason = plain(say("A silent team match"), locale)
    if role == CATEGORY:
        return await guild.create_category(name, overwrites=wanted, reason=reason)
    topic = plain(_TOPICS[silence.room_of(role)], locale)
    return await guild.create_text_channel(name, category=category, overwrites=wanted, topic=topic, reason=reason)


def _named(template: Text, game: str, number: int, role: str) -> Text:
    # Names and topics of channels can be seen by everybody: nothing in them is a player's own words.
    team = silence.team_at(role)
    letter = team_letter(team) if team is not None else ""
    name = registry.get(game).info.name
    return template.using(game=name, letter=letter, number=number)


def _mode(game: str, key: str) -> Mode:
    mode = registry.mode_of(game, key)
    if mode is None or not mode.silent:
        raise AssertionError(f"{game} is not played by silent teams in mode {key}")
    return mode


def _no_room(guild: discord.Guild, mode: Mode) -> Text:
    return say_n(
        "The match can't start: it needs {count} channel, and this server has {used} of at most {limit}.",
        "The match can't start: it needs {count} channels, and this server has {used} of at most {limit}.",
        len(silence.place_roles(len(mode.teams))),
        used=len(guild.channels),
        limit=SERVER_LIMIT,
    )


def _home_key(board_id: int) -> str:
    return f"silence-home:{board_id}"
