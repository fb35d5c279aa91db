"""Answers for whenever one is asked in the turn of another player, by `/match plan` and a button. All is private."""

from __future__ import annotations

from cogs.core.access import match_for
from cogs.core.bot import Interaction
from cogs.core.context import seat_of, whoami
from cogs.core.language import locale_of
from cogs.core.replies import reply
from cogs.play.advance import questions, stored_text
from hosting.match.errors import NothingToPrepare
from hosting.match.model import Match
from hosting.match.prepared import preparations


async def answer(interaction: Interaction, match: Match, question: str, text: str) -> None:
    """Store an answer, forget one, or show what is stored with menus to change it."""
    if not preparations(match):
        raise NothingToPrepare
    prepared, person_id = interaction.client.arena.prepared, await whoami(interaction)
    locale = locale_of(interaction)
    if question:
        stored = await prepared.put(match.id, person_id, question, text)
    else:
        stored = await prepared.of(match.id, person_id)
    await reply(interaction, stored_text(match, stored, locale), view=questions(match, locale))


async def press(interaction: Interaction, match_id: int, _seq: int) -> None:
    """Show the presser what they have stored, with menus to change it; an old message will do."""
    match = await match_for(interaction, match_id, direct=True)
    await seat_of(interaction, match)
    await answer(interaction, match, "", "")
