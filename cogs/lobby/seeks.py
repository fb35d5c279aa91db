"""`/seek`: seeks, their options, and the texts to players when one makes a match."""

from __future__ import annotations

import logging
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime, timedelta

import discord
from discord import app_commands

from cogs.channels.places import choose
from cogs.core.access import can_view, entered, guild_of, is_silenced, whoami
from cogs.core.bot import ArenaBot, ArenaGroup, Interaction
from cogs.core.components import Persistent
from cogs.core.errors import BROKEN, Refusal, retrying, tell
from cogs.core.messages import (
    Accounts,
    Choices,
    Completed,
    accounts_of,
    channel_of,
    custom_ids,
    find_own,
    offered,
    put,
    whisper,
)
from cogs.core.text import MESSAGE_LIMIT, Locale, cut, locale_of, mark, plain, shown
from cogs.lobby.new import complete_clock
from cogs.silence.channels import fetch_members
from cogs.ui.lobby import clock_text
from engine import registry
from engine.errors import SetupError
from engine.game import GameInfo, Json, Mode, Option
from engine.text import Quote, Text, load_text, say, say_n, shortened
from hosting.clock import ClockTerms, local_time, read_clock, zone_of
from hosting.errors import HostingError
from hosting.lobby.matchmaking import HIGHEST, LONGEST_STAND, LOWEST, MOST_AT_ONCE, USUAL_STAND, ways_of
from hosting.lobby.model import mode_named
from hosting.lobby.seeks import NO_CLOCK, clock_of
from hosting.match.model import Post, Seek, StoredPairing
from hosting.outbox import Retry, Undeliverable
from hosting.vacations import UTC_NAME, read_day
from store.tables.values import Subject

# The options of `/seek create`: what a person types or picks for a game that is an option itself.


_SEPARATOR = re.compile(r"[;,]")


def modes_of(info: GameInfo) -> list[Mode]:
    return [mode for mode in info.modes if mode.seats > 1]


def read_mode(info: GameInfo, typed: str | None, locale: Locale) -> str | None:
    """Return a mode by its key or its name, in English or in a locale; None for any. Raises SetupError."""
    if typed is None:
        return None
    wanted = typed.strip().casefold()
    found = next((mode for mode in info.modes if wanted in _called(mode.key, mode.name, locale)), None)
    if found is None:
        raise SetupError(
            say("{game} has no mode {mode}.", game=info.name, mode=shortened(typed) or "-"),
            code="unknown-mode",
            given=typed,
            suggestions=tuple(plain(mode.name, locale) for mode in modes_of(info)),
        )
    return found.key


def read_options(info: GameInfo, typed: str | None, locale: Locale) -> tuple[tuple[str, str], ...]:
    """Return the options in a text like `sight=forward; kings=yes`, as pairs of key and value.

    Raises:
        Refusal: It is no list of options, or names one twice.
    """
    found: dict[str, str] = {}
    for part in filter(None, map(str.strip, _SEPARATOR.split(typed or ""))):
        key, equals, value = (each.strip() for each in part.partition("="))
        if not (key and equals and value) or key in found:
            raise Refusal(
                say(
                    "{part} isn't an option: write each option once, as `option=value`, separated by `;`. "
                    "Anything you leave out stays as usual.",
                    part=Quote(shortened(part)),
                ),
                code="bad-options",
            )
        found[key] = _value(info, key, value, locale)
    return tuple(found.items())


def _value(info: GameInfo, key: str, typed: str, locale: Locale) -> str:
    """Return a value by its name; the typed text if there is none."""
    wanted = typed.casefold()
    values = [(option, value) for option in info.options if option.key == key for value in option.choices]
    meant = {name: value for option, value in values for name in _called(value, option.label(value), locale)}
    meant |= {value.casefold(): value for _, value in values}
    return meant.get(wanted, typed)


def _called(key: str, name: Text, locale: Locale) -> set[str]:
    """Return what can be typed for something: its key, and its name in English and in a locale."""
    return {key.casefold(), str(name).casefold(), plain(name, locale).casefold()}


def read_seek_clock(typed: str | None) -> Json:
    """Return the stored form of a typed clock; None for any. Raises NoSuchClock."""
    if typed is None:
        return None
    clock = read_clock(typed)
    return NO_CLOCK if clock is None else clock.dump()


async def read_expiry(interaction: Interaction, typed: str | None) -> datetime:
    """Return when a seek ends: after the named day, in the person's time zone.

    Raises:
        HostingError: It is no day.
        HostingError (`expired`, `too-long`): It is over, or too far away.
    """
    zone = (await interaction.client.arena.settings.player(await whoami(interaction))).zone or UTC_NAME
    today = interaction.client.clock.now().astimezone(zone_of(zone)).date()
    day = today + USUAL_STAND if typed is None else read_day(typed, today)
    if day < today:
        raise HostingError(say("{day} has passed: choose a day in the future.", day=day), code="expired")
    if day > today + LONGEST_STAND:
        raise HostingError(say("A seek can last {count} days at most.", count=LONGEST_STAND.days), code="too-long")
    return local_time(zone, day + timedelta(days=1), 0)


def last_day(at: datetime, zone: str | None) -> date:
    return (at - timedelta(microseconds=1)).astimezone(zone_of(zone or UTC_NAME)).date()


async def complete_mode(interaction: Interaction, current: str) -> Choices[str]:
    """Offer the modes of the picked game."""
    info = _picked(interaction)
    if info is None:
        return []
    locale = locale_of(interaction)
    return offered([(plain(mode.name, locale), mode.key) for mode in modes_of(info)], current, by_value=True)


async def complete_options(interaction: Interaction, current: str) -> Choices[str]:
    """Offer what can be added to the options typed so far."""
    info = _picked(interaction)
    if info is None:
        return []
    done, _, begun = current.rpartition(";")
    taken = {part.partition("=")[0].strip() for part in done.split(";")}
    head = f"{done.strip()}; " if done.strip() else ""
    named = {
        f"{head}{option.key}={value}": value
        for option in _options(info, _mode(interaction, info))
        if option.key not in taken
        for value in option.choices
    }
    return offered([(text, text) for text in named if begun.strip().casefold() in text[len(head) :].casefold()], "")


def options_text(options: Mapping[str, str]) -> str:
    """Return options as they are typed."""
    return "; ".join(f"{key}={value}" for key, value in options.items())


def _picked(interaction: Interaction) -> GameInfo | None:
    key = interaction.namespace.game
    return next((game.info for game in registry.games() if game.info.key == key), None)


def _mode(interaction: Interaction, info: GameInfo) -> str | None:
    try:
        return read_mode(info, interaction.namespace.mode or None, locale_of(interaction))
    except SetupError:
        return None


def _options(info: GameInfo, mode: str | None) -> list[Option]:
    """Return the options of a mode, or of any mode for several players, each key once."""
    keys = [mode] if mode is not None else [each.key for each in modes_of(info)]
    found: dict[str, Option] = {}
    for key in keys:
        for option in info.options_of(key):
            found.setdefault(option.key, option)
    return list(found.values())


async def _complete_own(interaction: Interaction, current: str) -> Choices[int]:
    found = await interaction.client.arena.seeks.of(interaction.guild_id or 0, await whoami(interaction))
    locale = locale_of(interaction)
    return offered([(plain(_short(each), locale), each.id) for each in found], current)


class SeekCog(
    ArenaGroup,
    group_name="seek",
    group_description=mark("Find opponents: create a seek, and I match it with others that fit"),
):
    """Makes, lists and ends seeks."""

    @app_commands.command(description=mark("Create a seek; a match starts when other players' seeks fit"))
    @app_commands.describe(
        game=mark("Which game"),
        mode=mark("How many players, and which mode; any if you leave it out"),
        options=mark("Game options, like `a=b; c=d`; the usual ones if you leave it out"),
        clock=mark("Which clock; any if you leave it out"),
        lowest=mark("The lowest rating you want to play"),
        highest=mark("The highest rating you want to play"),
        at_once=mark("How many matches at a time you want from this seek; one if you leave it out"),
        expires=mark("The last day of the seek, like 2026-08-31; 30 days from now if you leave it out"),
        can_decline=mark("Whether you get ten minutes to decline each match before it starts"),
    )
    @app_commands.choices(
        game=[app_commands.Choice(name=game.info.name, value=game.info.key) for game in registry.games()]
    )
    @app_commands.autocomplete(mode=complete_mode, options=complete_options, clock=complete_clock)
    async def create(
        self,
        interaction: Interaction,
        *,
        game: str,
        mode: str | None = None,
        options: str | None = None,
        clock: str | None = None,
        lowest: int = LOWEST,
        highest: int = HIGHEST,
        at_once: app_commands.Range[int, 1, MOST_AT_ONCE] = 1,
        expires: str | None = None,
        can_decline: bool = False,
    ) -> None:
        rules, locale = registry.get(game), locale_of(interaction)
        info, chosen = rules.info, read_options(rules.info, options, locale)
        key = read_mode(info, mode, locale)
        ways = ways_of(rules, key, dict(chosen))
        await self._check_channel(interaction, silent=all(mode_named(info, way.mode).silent for way in ways))
        now = self.bot.clock.now()
        seek = Seek(
            id=0,
            guild_id=guild_of(interaction).id,
            channel_id=interaction.channel_id or 0,
            person_id=await entered(interaction),
            game=info.key,
            mode=key,
            options=chosen,
            clock=read_seek_clock(clock),
            low=lowest,
            high=highest,
            most=at_once,
            asks=can_decline,
            created_at=now,
            expires_at=await read_expiry(interaction, expires),
            served_at=now,
        )
        seek = await self.bot.arena.seeks.create(seek)
        await tell(
            interaction,
            say("Your seek is open:"),
            *await self._lines(interaction, seek),
            say(
                "Nobody else sees it. When I find opponents, I'll ping you in this channel before the match "
                "starts. To end it, use `/seek cancel`."
            ),
        )

    @app_commands.command(name="list", description=mark("Your seeks in this server"))
    async def show(self, interaction: Interaction) -> None:
        found = await self.bot.arena.seeks.of(guild_of(interaction).id, await whoami(interaction))
        if not found:
            await tell(
                interaction,
                say(
                    "You have no seeks here. Create one with `/seek create`: a match starts when other "
                    "players' seeks fit."
                ),
            )
            return
        lines = [line for each in found for line in await self._lines(interaction, each)]
        await tell(interaction, *lines)

    @app_commands.command(description=mark("End a seek"))
    @app_commands.describe(seek=mark("Which one"))
    async def cancel(
        self, interaction: Interaction, seek: app_commands.Transform[int, Completed(_complete_own)]
    ) -> None:
        ended = await self.bot.arena.seeks.cancel(guild_of(interaction).id, await whoami(interaction), seek)
        await tell(
            interaction,
            say("Your seek has ended: {seek}.", seek=_short(ended)),
            say("A match that has already been announced still starts."),
        )

    async def _check_channel(self, interaction: Interaction, *, silent: bool) -> None:
        running = await self.bot.arena.matches.running_in(interaction.channel_id or 0)
        if running is not None and is_silenced(running, interaction.channel_id):
            raise Refusal(
                say(
                    "Nobody can post in this channel while its match is running (R29): please create the seek "
                    "in another one."
                ),
                code="hushed",
            )
        await choose(interaction, "thread", silent=silent)

    async def _lines(self, interaction: Interaction, seek: Seek) -> list[Text]:
        zone = (await self.bot.arena.settings.player(await whoami(interaction))).zone
        clock = clock_of(seek.clock)
        lines = [
            say(
                "**{seek}**, in {channel} until {day}",
                seek=_short(seek),
                channel=f"<#{seek.channel_id}>",
                day=last_day(seek.expires_at, zone),
            )
        ]
        if seek.options:
            lines.append(say("Options: `{options}`", options=options_text(dict(seek.options))))
        if seek.clock is None:
            lines.append(_any_clock(ClockTerms()))
        else:
            lines.append(say("No clock.") if clock is None else clock_text(clock))
        if (seek.low, seek.high) == (LOWEST, HIGHEST):
            lines.append(say("Opponents of any rating."))
        else:
            lines.append(say("Opponents rated {low} to {high}.", low=seek.low, high=seek.high))
        lines.append(say_n("One match at a time.", "{count} matches at a time.", seek.most))
        if seek.asks:
            lines.append(say("You have ten minutes to decline each match before it starts."))
        return lines


def _any_clock(usual: ClockTerms) -> Text:
    return say(
        "Any clock. If nobody names one: {start} each, {gain} more per turn, {cap} at most.",
        start=usual.start,
        gain=usual.gain,
        cap=usual.cap,
    )


def _short(seek: Seek) -> Text:
    mode = None if seek.mode is None else registry.mode_of(seek.game, seek.mode)
    return say(
        "{game}, {mode} (seek {number})",
        number=seek.id,
        game=registry.name_of(seek.game),
        mode=say("any mode") if mode is None else mode.name,
    )


# What players are told of matches that their seeks make: an announcement with a button, and what came of it.


log = logging.getLogger(__name__)

STEP_BACK_TEMPLATE = r"s:(?P<pairing>\d{1,18})"

_BACK = say("Decline", context="button")
_NO_POSTING = say("I can't post in its channel any more.")


class StepBackButton(Persistent, template=STEP_BACK_TEMPLATE):
    """Declines a match that a player's offer made."""

    async def act(self, interaction: Interaction) -> None:
        bot = interaction.client
        number, person_id, outbox = int(self.fields["pairing"]), await whoami(interaction), bot.arena.outbox
        async with outbox.hold(subject := Subject("pairing", number)):
            pairing = await bot.arena.pairings.step_back(number, person_id)
            await put(interaction, await _content(bot, pairing, await accounts_of(bot, pairing.people), _OFF))
            await outbox.shown(subject)


_OFF = say("One of the players declined, so this match won't start. Everyone else's seeks stay open.")


class Announcements:
    """Tells players of matches made from offers (`hosting.lobby.seeks.PairingAnnouncer`)."""

    def __init__(self, bot: ArenaBot) -> None:
        self._bot = bot

    async def find(self, pairing: StoredPairing, channel_ids: Sequence[int]) -> tuple[Collection[int], int | None]:
        """Return who has left the server, and the first of some channels that all players see."""
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
            if channel is not None and all(can_view(channel, each) for each in members.values())
        )
        return gone, next(shared, None)

    async def announced(self, pairing: StoredPairing, asked: Collection[int]) -> int | None:
        """Return the announcement, perhaps of a process that died, or None."""
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

    async def withdrawn(self, seek: Seek, why: Text) -> None:
        text = say(
            "Your seek for {game} in {channel} has ended: {why} Create another with `/seek create`.",
            game=registry.name_of(seek.game),
            channel=f"<#{seek.channel_id}>",
            why=why,
        )
        await whisper(self._bot, seek.guild_id, seek.person_id, text)

    def _channel(self, pairing: StoredPairing) -> discord.PartialMessageable:
        return self._bot.get_partial_messageable(pairing.channel_id, guild_id=pairing.guild_id)


async def show_pairing(bot: ArenaBot, post: Post) -> None:
    """Add to an announcement its match, or why there is none (`cogs.core.bot.Show`)."""
    pairing = await bot.arena.pairings.find(post.subject.id)
    if pairing is None or pairing.message_id is None:
        return
    bot.require_server(pairing.guild_id)
    if pairing.match_id is not None:
        match = await bot.arena.matches.get(pairing.match_id)
        text = say("The match has started: {channel}", channel=f"<#{match.channel_id}>")
    else:
        text = _OFF if pairing.why is None else say("This match is off: {why}", why=load_text(pairing.why))
    content = await _content(bot, pairing, await accounts_of(bot, pairing.people), text)
    channel = bot.get_partial_messageable(pairing.channel_id, guild_id=pairing.guild_id)
    message, none = channel.get_partial_message(pairing.message_id), discord.AllowedMentions.none()
    try:
        with retrying():
            await message.edit(content=content, view=None, allowed_mentions=none)
    except discord.HTTPException as error:
        log.info("the announcement of pairing %d stays as it is: %s", pairing.id, error)


def _soon(pairing: StoredPairing, asked: Collection[int], accounts: Accounts) -> Text:
    if pairing.starts_at is None or not asked:
        return say("It's starting now.")
    return say(
        "It starts {when}. Until then {players} can decline.",
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
    # Failures that may pass are tried again; Discord's refusals are another error.
    try:
        with retrying():
            yield
    except discord.HTTPException as error:
        raise Undeliverable(_NO_POSTING, "seek") from error
