"""Calling a match off that shall not count, be it one that this version of the bot can read, reads in part, or not."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from cogs.core.bot import ArenaBot, Interaction
from cogs.core.context import entered, whoami
from cogs.moderation.dialogs import Reason, ask, organised_match, reason_of, with_what_follows
from cogs.ui.confirmation import Questions
from engine.text import Text, say
from hosting.consent.errors import OwnMatch
from hosting.match.codec import BareMatch
from hosting.match.errors import MatchOver
from hosting.match.model import Match
from hosting.match.seats import takes_sides
from hosting.moderation.organiser import voided
from store.replay import ReplayError


class CallingOff:
    """Calls matches off, after asking once more."""

    def __init__(self, bot: ArenaBot, questions: Questions) -> None:
        self.bot = bot
        self.questions = questions

    async def begin(self, interaction: Interaction, number: int | None, reason: Reason, words: str | None) -> None:
        """Ask an organiser whether a match shall be called off.

        Args:
            interaction: Theirs.
            number: Of the match; None for the one that is played where they are.
            reason: Why.
            words: Why, in their own words; None for the words of the reason.

        Raises:
            Refusal: This person is no organiser, no match is running here, or the reason is refused.
            MatchOver: It has ended already.
            OwnMatch: They play in it.
        """
        try:
            found = await organised_match(interaction, number)
        except ReplayError as error:
            await self._unread(interaction, error.match_id, reason, words)
            return
        if found.over:
            raise MatchOver
        why = reason_of(found, reason, words)
        text = say("End the match without a result? {reason} This can't be undone.", reason=why)
        person_id = await entered(interaction)
        ended = voided(found, person_id, why, self.bot.clock.now())
        text = with_what_follows(text, await self.bot.arena.fixtures.foresee_end(found, ended))
        end = partial(self.bot.arena.organiser.void, found.id, person_id, why, found.seq)
        await self._ask(interaction, found, text, end)

    async def _unread(self, interaction: Interaction, match_id: int, reason: Reason, words: str | None) -> None:
        """Ask about a match that this version cannot play through."""
        try:
            found, _ = await self.bot.arena.unread.as_far_as_read(match_id)
        except ReplayError:
            await self._unbegun(interaction, match_id, reason, words)
            return
        if takes_sides(found, await whoami(interaction)):
            raise OwnMatch
        why = reason_of(found, reason, words)
        text = say(
            "This version of me cannot read all that was played in this match; another one may. Shall it end and not "
            "count? The record goes as far as it can be read. {reason} It cannot be undone.",
            reason=why,
        )
        end = partial(self.bot.arena.organiser.void_unread, match_id, await entered(interaction), why)
        await self._ask(interaction, found, text, end)

    async def _unbegun(self, interaction: Interaction, match_id: int, reason: Reason, words: str | None) -> None:
        """Ask about a match whose start this version cannot read."""
        found = await self.bot.arena.unread.bare(match_id)
        if takes_sides(found, await whoami(interaction)):
            raise OwnMatch
        if found.over:
            raise MatchOver
        why = reason_of(found, reason, words)
        text = say(
            "This version of me cannot read even the start of this match; another one may. Shall it end and not count? "
            "There is no record of it then. {reason} It cannot be undone.",
            reason=why,
        )
        end = partial(self.bot.arena.organiser.void_unbegun, match_id, await entered(interaction), why)
        await self._ask(interaction, found, text, end)

    async def _ask(
        self, interaction: Interaction, found: Match | BareMatch, text: Text, end: Callable[[], Awaitable[object]]
    ) -> None:
        async def deed() -> Text:
            await end()
            return say("The match is called off.")

        await ask(self.questions, interaction, found, text, say("Call it off"), deed)
