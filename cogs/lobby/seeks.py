"""`/seek`: standing offers to play. What a person offers, only they see; who is brought together is told in public."""

from __future__ import annotations

from discord import app_commands

from cogs.channels.places import choose
from cogs.core.bot import ArenaGroup, Interaction
from cogs.core.choices import Choices, Completed, offered
from cogs.core.context import entered, guild_of, hushed, whoami
from cogs.core.errors import Refusal, tell
from cogs.core.language import locale_of
from cogs.core.text import mark, plain
from cogs.lobby.seek_options import (
    complete_mode,
    complete_options,
    last_day,
    options_text,
    read_expiry,
    read_mode,
    read_options,
    read_seek_clock,
)
from cogs.lobby.term_options import complete_clock
from cogs.ui.terms import clock_text
from engine import registry
from engine.text import Text, say, say_n
from hosting.clock.control import ClockTerms
from hosting.lobby.paired import clock_of
from hosting.lobby.pairing import HIGHEST, LOWEST
from hosting.lobby.seating import mode_named
from hosting.lobby.seeking import MOST_AT_ONCE, ways_of
from hosting.match.model import Seek


async def _complete_own(interaction: Interaction, current: str) -> Choices[int]:
    found = await interaction.client.arena.seeks.of(interaction.guild_id or 0, await whoami(interaction))
    locale = locale_of(interaction)
    return offered([(plain(_short(each), locale), each.id) for each in found], current)


class SeekCog(
    ArenaGroup,
    group_name="seek",
    group_description=mark("Find opponents: offers to play that fit are matched"),
):
    """Makes, lists and ends standing offers."""

    @app_commands.command(description=mark("Offer to play; a match begins when the offers of others fit"))
    @app_commands.describe(
        game=mark("Which game"),
        mode=mark("How many players, and how; any if you leave it out"),
        options=mark("Options of the game, like `a=b; c=d`; the usual ones if you leave them out"),
        clock=mark("Which clock; any if you leave it out"),
        lowest=mark("The lowest rating you want to play"),
        highest=mark("The highest rating you want to play"),
        at_once=mark("How many matches you want at a time from this offer; one if you leave it out"),
        expires=mark("The last day of the offer, like 2026-08-31; 30 days from now if you leave it out"),
        can_decline=mark("Whether you get ten minutes to decline each match before it begins"),
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
        """Make an offer."""
        rules = registry.get(game)
        info, chosen = rules.info, read_options(rules.info, options)
        key = read_mode(info, mode)
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
            say("Your offer stands:"),
            *await self._lines(interaction, seek),
            say(
                "Nobody else sees it. When it finds opponents, you are called in this channel before the match begins. "
                "`/seek cancel` ends it."
            ),
        )

    @app_commands.command(name="list", description=mark("Your offers to play in this server"))
    async def show(self, interaction: Interaction) -> None:
        """List the caller's offers."""
        found = await self.bot.arena.seeks.of(guild_of(interaction).id, await whoami(interaction))
        if not found:
            await tell(
                interaction,
                say("You have no offers here. `/seek create` makes one: a match begins when the offers of others fit."),
            )
            return
        lines = [line for each in found for line in await self._lines(interaction, each)]
        await tell(interaction, *lines)

    @app_commands.command(description=mark("End an offer to play"))
    @app_commands.describe(offer=mark("Which one"))
    async def cancel(
        self, interaction: Interaction, offer: app_commands.Transform[int, Completed(_complete_own)]
    ) -> None:
        """End an offer."""
        seek = await self.bot.arena.seeks.cancel(guild_of(interaction).id, await whoami(interaction), offer)
        await tell(
            interaction,
            say("Your offer has ended: {offer}.", offer=_short(seek)),
            say("A match that is announced already still begins."),
        )

    async def _check_channel(self, interaction: Interaction, *, silent: bool) -> None:
        """Refuse channels in which matches could be neither announced nor opened."""
        running = await self.bot.arena.matches.running_in(interaction.channel_id or 0)
        if running is not None and hushed(running, interaction.channel_id):
            raise Refusal(
                say("Nobody can post here while the match runs (R29): please make the offer in another channel."),
                code="hushed",
            )
        await choose(interaction, "thread", silent=silent)

    async def _lines(self, interaction: Interaction, seek: Seek) -> list[Text]:
        """Return an offer in words, one sentence a line."""
        zone = (await self.bot.arena.settings.player(await whoami(interaction))).zone
        clock = clock_of(seek.clock)
        lines = [
            say(
                "**{offer}**, in {channel} until {day}",
                offer=_short(seek),
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
            lines.append(say("You have ten minutes to decline each match before it begins."))
        return lines


def _any_clock(usual: ClockTerms) -> Text:
    """Return what stands in place of a clock where none is named, with the usual one."""
    return say(
        "Any clock. If nobody names one: {start} for each player, {gain} more with every turn, {cap} at most.",
        start=usual.start,
        gain=usual.gain,
        cap=usual.cap,
    )


def _short(seek: Seek) -> Text:
    """Return an offer in a few words."""
    mode = None if seek.mode is None else registry.mode_of(seek.game, seek.mode)
    return say(
        "{game}, {mode} (offer {number})",
        number=seek.id,
        game=registry.name_of(seek.game),
        mode=say("any mode") if mode is None else mode.name,
    )
