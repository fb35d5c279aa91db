"""What players are told of matches that their offers make: an announcement with a button, and what came of it."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta

import discord

from cogs.core.accounts import Accounts, accounts_of
from cogs.core.bot import ArenaBot, Interaction
from cogs.core.checks import looks_into
from cogs.core.components import Persistent
from cogs.core.context import whoami
from cogs.core.limits import MESSAGE_LIMIT
from cogs.core.messages import channel_of, custom_ids, find_own, whisper
from cogs.core.network import BROKEN, tried_again
from cogs.core.replies import put
from cogs.core.text import cut, shown
from cogs.silence.members import fetch_members
from engine import registry
from engine.text import Text, say
from hosting.match.model import Match, Seek, StoredPairing
from hosting.outbox.errors import Retry, Undeliverable

log = logging.getLogger(__name__)

STEP_BACK_TEMPLATE = r"s:(?P<pairing>\d{1,18})"

_BACK = say("Decline", context="button")
_NO_POSTING = say("I cannot post in its channel any more.")


class StepBackButton(Persistent, template=STEP_BACK_TEMPLATE):
    """Has a player decline a match that their offer makes."""

    async def act(self, interaction: Interaction) -> None:
        """Decline, and show that there is no match."""
        bot = interaction.client
        pairing = await bot.arena.paired.step_back(int(self.fields["pairing"]), await whoami(interaction))
        content = await _content(bot, pairing, await accounts_of(bot, pairing.people), _OFF)
        await put(interaction, content)


_OFF = say("One of the players declined, so this match doesn't begin. The offers of the others still stand.")


class Announcements:
    """Tells players (`hosting.lobby.paired.Announcer`)."""

    def __init__(self, bot: ArenaBot) -> None:
        self._bot = bot

    async def find(self, pairing: StoredPairing, channel_ids: Sequence[int]) -> tuple[Collection[int], int | None]:
        """Return who has left the server, and the first of some channels that all players look into."""
        guild = self._bot.get_guild(pairing.guild_id)
        if guild is None or guild.unavailable:
            raise Retry
        try:
            members = await fetch_members(self._bot, guild, pairing.people)
            channels = [await channel_of(guild, each) for each in dict.fromkeys(channel_ids)]
        except (discord.HTTPException, *BROKEN) as error:
            raise Retry from error
        gone = [each for each in pairing.people if each not in members]
        shared = (
            channel.id
            for channel in channels
            if channel is not None and all(looks_into(channel, each) for each in members.values())
        )
        return gone, next(shared, None)

    async def announced(self, pairing: StoredPairing, asked: Collection[int]) -> int | None:
        """Return the announcement, perhaps of a process that died."""
        accounts = await accounts_of(self._bot, pairing.people)
        content = await _content(self._bot, pairing, accounts, _soon(pairing, asked, accounts))
        with _reaching():
            found = await find_own(
                self._bot,
                self._channel(pairing),
                lambda message: message.content == content or _custom_id(pairing) in custom_ids(message),
                since=pairing.created_at - timedelta(minutes=1),
            )
        return None if found is None else found.id

    async def announce(self, pairing: StoredPairing, asked: Collection[int]) -> int:
        """Announce a match, calling its players."""
        locale, accounts = await self._bot.language(pairing.guild_id), await accounts_of(self._bot, pairing.people)
        view = discord.ui.View(timeout=None)
        if asked:
            view.add_item(StepBackButton.button(_custom_id(pairing), _BACK, locale))
        with _reaching():
            message = await self._channel(pairing).send(
                await _content(self._bot, pairing, accounts, _soon(pairing, asked, accounts)),
                view=view,
                nonce=f"seek:{pairing.id}",
                allowed_mentions=accounts.only(),
            )
        return message.id

    async def show(self, pairing: StoredPairing, match: Match | None, why: Text | None = None) -> None:
        """Have the announcement say what became of it."""
        if pairing.message_id is None:
            return
        if match is not None:
            text = say("The match has started: {channel}", channel=f"<#{match.channel_id}>")
        else:
            text = _OFF if why is None else say("There is no match of this: {why}", why=why)
        content = await _content(self._bot, pairing, await accounts_of(self._bot, pairing.people), text)
        try:
            with _reaching():
                await (
                    self._channel(pairing)
                    .get_partial_message(pairing.message_id)
                    .edit(content=content, view=None, allowed_mentions=discord.AllowedMentions.none())
                )
        except Undeliverable:
            log.info("the announcement of pairing %d stays as it is", pairing.id)

    async def withdrawn(self, seek: Seek, why: Text) -> None:
        """Tell a player in private that their offer does not stand any more."""
        text = say(
            "Your offer to play {game} in {channel} does not stand any more: {why} `/seek create` makes another one.",
            game=registry.name_of(seek.game),
            channel=f"<#{seek.channel_id}>",
            why=why,
        )
        await whisper(self._bot, seek.guild_id, seek.person_id, text)

    def _channel(self, pairing: StoredPairing) -> discord.PartialMessageable:
        return self._bot.get_partial_messageable(pairing.channel_id, guild_id=pairing.guild_id)


def _soon(pairing: StoredPairing, asked: Collection[int], accounts: Accounts) -> Text:
    if pairing.starts_at is None or not asked:
        return say("It begins now.")
    return say(
        "It begins {when}. Until then {players} can decline.",
        when=discord.utils.format_dt(pairing.starts_at, "R"),
        players=accounts.mentions((each for each in pairing.people if each in asked), "and"),
    )


async def _content(bot: ArenaBot, pairing: StoredPairing, accounts: Accounts, then: Text) -> str:
    mode = registry.mode_of(pairing.game, pairing.mode)
    text = say(
        "{players}: you've been matched for {game}, {mode}. {then}",
        players=accounts.mentions(pairing.people, "and"),
        game=registry.name_of(pairing.game),
        mode=pairing.mode if mode is None else mode.name,
        then=then,
    )
    return cut(shown(text, await bot.language(pairing.guild_id)), MESSAGE_LIMIT)


def _custom_id(pairing: StoredPairing) -> str:
    return f"s:{pairing.id}"


@contextmanager
def _reaching() -> Iterator[None]:
    """Have what may pass tried again, and what Discord refuses told apart from it."""
    try:
        with tried_again():
            yield
    except discord.HTTPException as error:
        raise Undeliverable(_NO_POSTING, "seek") from error
