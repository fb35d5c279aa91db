"""The message of a round: all its pairings, with where each is played once that is known; it is edited, not said again.

It is as many messages as Discord's limits demand, and which pairing stands in which of them never changes.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import discord

from cogs.core.bot import ArenaBot
from cogs.core.limits import MESSAGE_LIMIT
from cogs.core.messages import find_own
from cogs.core.network import BROKEN
from cogs.core.readers import server_reader
from cogs.core.text import Locale, cut, shown
from cogs.league.lists import WHYS, fixture_text, spots_of
from cogs.league.naming import entry_texts, league_text, names_in
from cogs.league.wording import day
from engine.game import Json
from engine.text import Text, say, say_n
from hosting.league.brackets import round_called
from hosting.league.errors import NoSuchLeague
from hosting.league.state import View
from hosting.match.listing import Spot
from hosting.match.model import Post
from store.league.values import Fixture, StoredSeason

ROOM = 60
"""Characters that a line may grow by: by where its match is played, and by its result."""

log = logging.getLogger(__name__)


def fixtures_of(view: View, number: int) -> list[Fixture]:
    """Return the fixtures of a round, or all for 0, by division and board, byes last; of a tie the latest match."""
    found = [each for each in view.fixtures if number in (0, each.round) and each.status != "struck"]
    latest = {(each.division, each.stage, each.round, each.board or -each.id): each for each in found}
    return sorted(latest.values(), key=lambda each: (each.division, each.is_bye, each.round, each.board, each.id))


def head(view: View, number: int) -> list[Text]:
    """Return what is said above the pairings of a round; nothing if it is not open, or nothing is paired."""
    name = league_text(view)
    if view.terms.kind == "ladder":
        return [
            say("**{league}** has begun.", league=name),
            say("`/league standings` shows the table, `/league challenge` challenges an opponent above you."),
        ]
    if number == 0:
        return [
            say_n(
                "**{league}** begins: {count} match, which starts by itself.",
                "**{league}** begins: {count} matches, which start by themselves.",
                sum(not each.is_bye for each in fixtures_of(view, 0)),
                league=name,
            ),
            say("Players are called where their matches are played. `/league mine` shows yours."),
        ]
    opened = next((each for each in view.rounds if each.number == number), None)
    if opened is None or not fixtures_of(view, number):
        return []
    called = round_called(view, number)
    if opened.ends_at is None:
        return [say("**{league} · {round}** has begun.", league=name, round=called)]
    ends = day(opened.ends_at)
    return [say("**{league} · {round}** has begun; it ends {when}.", league=name, round=called, when=ends)]


def pairing(fixture: Fixture, names: Mapping[int, Text], spots: Mapping[int, Spot]) -> Text:
    """Return a pairing in one line, with how it stands once its match has begun."""
    if not fixture.is_bye and not (fixture.status == "planned" and fixture.not_before is None):
        return fixture_text(fixture, names, spots, troubled=False)
    first, *others = (names[each] for each in fixture.entries)
    if not others:
        return say("{entry}: {why}", entry=first, why=WHYS[fixture.why or "bye"])
    for each in others:
        first = say("{first} – {second}", first=first, second=each)
    return first


@dataclass(frozen=True, slots=True)
class Part:
    """A message of a round.

    Attributes:
        mark: How it begins, by which it is found again: no other message begins so.
        content: All of it.
    """

    mark: str
    content: str


async def _parts(bot: ArenaBot, view: View, number: int, locale: Locale) -> list[Part]:
    """Return the messages of a round as they should be now; none if there is nothing to say."""
    called, spots = await names_in(bot, view, locale), await spots_of(bot, fixtures_of(view, number))
    return parts_of(view, number, spots, called, locale)


def parts_of(
    view: View, number: int, spots: Mapping[int, Spot], called: Mapping[int, str], locale: Locale
) -> list[Part]:
    """Return the messages of a round; which pairings stand in which does not depend on how they stand.

    Args:
        view: The season.
        number: Of the round; 0 for all of them, which are told in one message or counted.
        spots: Where matches can be followed.
        called: What people are called.
        locale: The server's.
    """
    above, names = [shown(each, locale) for each in head(view, number)], entry_texts(view)
    if not above:
        return []
    members = dict(called)
    blocks: list[list[Fixture]] = [[]]
    room = left = MESSAGE_LIMIT - sum(len(each) + 1 for each in above)
    for each in [] if view.terms.kind == "ladder" else fixtures_of(view, number):
        taken = sum(len(shown(names[entry], locale, members=members)) + 3 for entry in each.entries) + ROOM
        if taken > left and blocks[-1]:
            blocks.append([])
            left = room
        blocks[-1].append(each)
        left -= taken
    if number == 0 and len(blocks) > 1:
        blocks = [[]]
    mark = above[0] if number == 0 else above[0][: above[0].index("**", 2) + 2]
    made = []
    for index, block in enumerate(blocks):
        begins = mark if index == 0 else f"{mark} ({index + 1})"
        told = [shown(pairing(each, names, spots), locale, members=members) for each in block]
        content = "\n".join([*(above if index == 0 else [begins]), *told])
        made.append(Part(begins, cut(content, MESSAGE_LIMIT)))
    return made


async def post_round(
    bot: ArenaBot,
    post: Post,
    view: View,
    number: int,
    channel_id: int,
    files: Sequence[discord.File],
    *,
    quiet: bool,
) -> int | None:
    """Post the messages of a round, those that an earlier attempt did not; return the last one.

    Args:
        bot: The bot.
        post: What hosting wants posted.
        view: The season.
        number: Of the round; 0 for all of them.
        channel_id: Where.
        files: What is shown under it.
        quiet: Whether it makes no sound.
    """
    reader = await server_reader(bot, view.league.guild_id)
    place = bot.get_partial_messageable(channel_id, guild_id=view.league.guild_id)
    parts, sent = await _parts(bot, view, number, reader.locale), list[int]()
    for index, part in enumerate(parts):
        earlier = await _earlier(bot, post, place, part) if post.attempts else None
        if earlier is None:
            earlier = await place.send(
                part.content,
                files=files if index == len(parts) - 1 else [],
                nonce=post.id if index == 0 else f"{post.id}-{index}",
                silent=quiet,
                allowed_mentions=discord.AllowedMentions.none(),
            )
        sent.append(earlier.id)
    if sent:
        noted = f"{channel_id}:{','.join(map(str, sent))}"
        await bot.arena.settings.remember(_key(view.season, number), noted)
    return sent[-1] if sent else None


async def round_before(bot: ArenaBot, post: Post, view: View, number: int, channel_id: int) -> int | None:
    """Return the last message of a round if an earlier attempt posted all of them, else None."""
    reader = await server_reader(bot, view.league.guild_id)
    place = bot.get_partial_messageable(channel_id, guild_id=view.league.guild_id)
    parts = await _parts(bot, view, number, reader.locale)
    if not parts:
        return None
    found = await _earlier(bot, post, place, parts[-1])
    return None if found is None else found.id


async def _earlier(bot: ArenaBot, post: Post, place: discord.PartialMessageable, part: Part) -> discord.Message | None:
    """Return what an earlier attempt posted of a round, whatever has come of its matches since; or None."""

    def is_it(message: discord.Message) -> bool:
        content, mark = message.content, part.mark
        return content.startswith(mark) and not content.removeprefix(mark).startswith(" (")

    return await find_own(bot, place, is_it, since=post.created_at)


def _key(season: StoredSeason, number: int) -> str:
    return f"league-round:{season.guild_id}:{season.id}:{number}"


class RoundMessages:
    """Keeps the messages of rounds true; a handler of appointments."""

    def __init__(self, bot: ArenaBot) -> None:
        self._bot = bot

    async def due(self, key: str, _payload: Json) -> None:
        """Have the messages of a round say what holds now; should that not work, they stay as they are."""
        _, season_id, number = map(int, key.split(":"))
        try:
            view = await self._bot.arena.leagues.view(season_id)
        except NoSuchLeague:
            return
        for which in (number, 0):
            noted = await self._bot.arena.settings.remembered(_key(view.season, which))
            if noted is not None:
                await self._edit(view, which, noted)

    async def _edit(self, view: View, number: int, noted: str) -> None:
        channel_id, _, messages = noted.partition(":")
        place = self._bot.get_partial_messageable(int(channel_id), guild_id=view.league.guild_id)
        locale = await self._bot.language(view.league.guild_id)
        parts = await _parts(self._bot, view, number, locale)
        for part, message_id in zip(parts, messages.split(","), strict=False):
            try:
                await place.get_partial_message(int(message_id)).edit(
                    content=part.content, allowed_mentions=discord.AllowedMentions.none()
                )
            except (discord.HTTPException, *BROKEN) as error:
                log.info("message %s of round %d of season %d stays: %r", message_id, number, view.season.id, error)
