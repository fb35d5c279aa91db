"""`/move`, `/resign`, `/match abort` and their buttons."""

from __future__ import annotations

from discord import app_commands

from cogs.core.access import WHICH_OWN, OwnNumber, check_acting, chosen, match_for, own_match, seat_of, whoami
from cogs.core.bot import ArenaCog, Interaction
from cogs.core.components import MatchButton
from cogs.core.custom_ids import MatchId
from cogs.core.text import MOST_CHOICES, locale_of, mark, plain
from cogs.play.builder_presses import acknowledge, open_builder
from cogs.ui import layout
from cogs.ui.boards import ABANDON, Words, choice_of, named, without_words
from engine.errors import ArenaError, TurnError
from engine.events import Event
from engine.text import Text, say
from hosting.consent.agreements import TooLateToAbort, check_abort
from hosting.match.model import Match, MatchOver, StaleBoard
from hosting.match.service import complete, dry_run, playing_seat, preview

ASKED = say("Nothing is played yet: **Confirm** plays this turn, **Back** and **Start over** change it.")
"""The text with a typed turn for a player who wants to confirm turns (`/settings mine`)."""


class MoveCog(ArenaCog):
    """Takes turns."""

    @app_commands.command(description=mark("Play your turn: type it, or leave it out to pick it from menus"))
    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.describe(turn=mark("In notation, e.g. E/5E3/E3-"), which=WHICH_OWN)
    @app_commands.rename(which="match")
    async def move(self, interaction: Interaction, turn: str = "", which: OwnNumber | None = None) -> None:
        match = await own_match(interaction, which)
        person_id = await whoami(interaction)
        seat = playing_seat(match, person_id)
        text = without_words(match.session, seat, turn, _words(interaction, match))
        if not text.strip():
            await open_builder(interaction, match, notice=await _welcome(interaction, match))
            return
        try:
            if (await self.bot.arena.settings.player(person_id)).confirms:
                entries = dry_run(match, person_id, text).entries
                await open_builder(interaction, match, tuple(entry.text for entry in entries), ASKED)
                return
            after = await self.bot.arena.matches.play(match.id, person_id, text)
        except TurnError as error:
            if error.code not in ("turn-incomplete", "barrier"):
                raise
            # Nothing can be typed past something hidden: the part before it is offered instead.
            begun_text = error.suggestions[0] if error.code == "barrier" else text
            match = await self.bot.arena.matches.get(match.id)  # others may have moved while it was waited for
            begun = preview(match, person_id, begun_text)
            await open_builder(interaction, match, tuple(entry.text for entry in begun.entries), notice(error))
            return
        await acknowledge(interaction, after, seat)

    @move.autocomplete("turn")
    async def _complete(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        """Offer continuations of the turn; none to people who cannot play now."""
        try:
            match = await own_match(interaction, chosen(interaction))
            seat = await seat_of(interaction, match)
            words = _words(interaction, match)
            text = without_words(match.session, seat, current, words, half=True)
            found = complete(match, await whoami(interaction), text, MOST_CHOICES)
        except ArenaError:
            return []
        return [app_commands.Choice(name=name, value=value) for name, value in named(match.session, seat, found, words)]

    async def press(self, interaction: Interaction, match_id: int, seq: int) -> None:
        """Open the builder, from the latest board only."""
        match = await match_for(interaction, match_id, direct=True)
        await check_acting(interaction, match)
        playing_seat(match, await whoami(interaction), seq)
        await open_builder(interaction, match, notice=await _welcome(interaction, match))


async def _welcome(interaction: Interaction, match: Match) -> Text | None:
    """Return help for a player's first turn of their first match of a game, once; else None."""
    person_id, game = await whoami(interaction), match.session.game
    seat = match.seat_of(person_id)
    if seat is None or not game.lesson or choice_of(match, seat, sealed=True) is not None:
        return None
    arena = interaction.client.arena
    if not await arena.lists.is_first_turn(match, person_id) or not await arena.lessons.greet(person_id, match.game):
        return None
    return say(
        "👋 Your first turn in {game}: nothing is played until you **Confirm**. New here? Try `/learn "
        "game:{key}` or **Rules**.",
        game=match.session.game.info.name,
        key=match.game,
    )


def notice(error: TurnError) -> Text:
    if not error.rule:
        return error.text
    return say("{reason} See rule {rule}: `/rules topic:{rule}`.", reason=error.text, rule=error.rule)


def _words(interaction: Interaction, match: Match) -> Words:
    def words(event: Event) -> str:
        return plain(event.text(), locale_of(interaction), match.names)

    return words


# `/resign` and the button Resign: giving up, after being asked once more.


CONFIRM_RESIGN, KEEP = "resignyes", "resignno"


class ResignCog(ArenaCog):
    """Lets players resign."""

    @app_commands.command(description=mark("Resign a match, or abandon one you play alone; you'll be asked to confirm"))
    @app_commands.describe(match=WHICH_OWN)
    async def resign(self, interaction: Interaction, match: OwnNumber | None = None) -> None:
        await ask(interaction, await own_match(interaction, match))

    async def ask(self, interaction: Interaction, match_id: int, seq: int) -> None:
        # A press on an old board asks nothing.
        match = await match_for(interaction, match_id)
        playing_seat(match, await whoami(interaction), seq)
        await ask(interaction, match)

    async def confirm(self, interaction: Interaction, match_id: int, seq: int) -> None:
        """Resign, if the board is still the one on which the player was asked."""
        alone = (await match_for(interaction, match_id)).alone
        try:
            await self.bot.arena.matches.forfeit(match_id, await whoami(interaction), seq)
        except (StaleBoard, MatchOver) as error:
            await layout.close_question(interaction, error.text)
            return
        text = say("You've abandoned the match.") if alone else say("You've resigned.")
        await layout.close_question(interaction, text)

    async def keep(self, interaction: Interaction, _match_id: int, _seq: int) -> None:
        await layout.close_question(interaction, say("You're still in the match: nothing has changed."))


async def ask(interaction: Interaction, match: Match) -> None:
    seat = await seat_of(interaction, match)
    if match.alone:
        words = say("Do you really want to abandon the match? It counts as a defeat, and you can't take it back.")
        await ask_twice(interaction, match, words, (CONFIRM_RESIGN, ABANDON))
        return
    words = (
        say("Resign? Your partner loses with you.")
        if match.mode.team_of(seat) is not None
        else say("Do you really want to resign? You can't take it back.")
    )
    await ask_twice(interaction, match, words, (CONFIRM_RESIGN, say("Resign", context="button")))


async def ask_twice(interaction: Interaction, match: Match, question: Text, deed: tuple[str, Text]) -> None:
    """Ask whether a player really wants to end a match; `deed` is the action that does it, with its label."""
    action, label = deed
    await layout.ask_to_confirm(
        interaction,
        question,
        MatchButton,
        (MatchId(match.id, match.seq, action).text, label),
        (MatchId(match.id, match.seq, KEEP).text, say("Play on")),
    )


# `/match abort`: calling a match off before everybody has moved, after being asked once more.


CONFIRM_ABORT = "abortyes"


class AbortCog(ArenaCog):
    """Lets players call off a match that has hardly begun."""

    under = "match"

    @app_commands.command(description=mark("Call a match off before everyone has moved, so that it doesn't count"))
    @app_commands.describe(match=WHICH_OWN)
    async def abort(self, interaction: Interaction, match: OwnNumber | None = None) -> None:
        found = await own_match(interaction, match)
        await seat_of(interaction, found)
        check_abort(found)
        text = (
            say("Call the match off? It won't count.")
            if found.alone
            else say("Call the match off? It ends for everyone and won't count.")
        )
        await ask_twice(interaction, found, text, (CONFIRM_ABORT, say("Call it off")))

    async def confirm(self, interaction: Interaction, match_id: int, seq: int) -> None:
        """Call the match off, if nothing has happened in it since the player was asked."""
        await match_for(interaction, match_id)
        try:
            await self.bot.arena.requests.abort(match_id, await whoami(interaction), seq)
        except (StaleBoard, MatchOver, TooLateToAbort) as error:
            await layout.close_question(interaction, error.text)
            return
        text = say("You've called the match off.")
        await layout.close_question(interaction, text)
