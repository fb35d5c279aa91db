"""What the commands of organisers share: who is one, reasons, and the question before something is destroyed."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from discord.ext import commands

from cogs.core.access import bare_match_for
from cogs.core.bot import ArenaBot, Interaction
from cogs.core.checks import organises
from cogs.core.components import Persistent
from cogs.core.context import whoami
from cogs.core.converters import server_match
from cogs.core.errors import Refusal
from cogs.core.text import mark
from cogs.ui import confirmation
from engine.text import Quote, Text, say, without_nul
from hosting.consent.errors import OwnMatch
from hosting.match.codec import BareMatch
from hosting.match.model import Match
from hosting.match.seats import takes_sides
from hosting.runtime.lru import Recent

MOST_QUESTIONS = 256
"""Questions that wait for an answer at most; older ones have to be asked again."""

Reason = Literal[
    "a player left",
    "unfair play",
    "the position is decided",
    "technical trouble",
    "by request",
    "a mistake",
    "other",
]
"""What organisers pick; the keys of `REASONS`."""

# What a Literal holds is not extracted for translation; these are not said in any other text.
mark("a player left")
mark("unfair play")
mark("the position is decided")
mark("technical trouble")
mark("by request")
mark("a mistake")
mark("other")

REASONS: dict[str, Text] = {
    "a player left": say("A player left and does not come back."),
    "unfair play": say("The rules or fair play were not kept."),
    "the position is decided": say("The position is decided."),
    "technical trouble": say("Technical trouble came between."),
    "by request": say("The players asked for it."),
    "a mistake": say("There was a mistake."),
    "other": say("The organisers have their reasons."),
}

Deed: TypeAlias = Callable[[], Awaitable[Text]]
"""Does what was asked about and returns what to say then."""


@dataclass(frozen=True, slots=True)
class Question:
    """Something that is done only when it was asked once more.

    Attributes:
        account: Whose press answers it.
        guild_id: In which server, where they must be an organiser when they answer, too.
        deed: What to do.
        names: Of the match's players.
    """

    account: int
    guild_id: int | None
    deed: Deed
    names: tuple[str, ...]


class Questions(commands.Cog):
    """The questions that wait. They are forgotten when the program ends: their commands are then given again."""

    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot
        self._asked: Recent[str, Question] = Recent(MOST_QUESTIONS)

    async def ask(
        self, interaction: Interaction, match: Match | BareMatch, text: Text, label: Text, deed: Deed
    ) -> None:
        """Ask an organiser in private whether they really want something."""
        token = secrets.token_hex(8)
        self._asked.put(token, Question(interaction.user.id, match.guild_id, deed, match.names))
        yes, no = (f"o:{token}:yes", label), (f"o:{token}:no", say("Leave it"))
        await confirmation.ask(interaction, text, QuestionButton, yes, no, match.names)

    async def answer(self, interaction: Interaction, token: str, *, yes: bool) -> None:
        """Do what was asked about, or not."""
        question = self._asked.get(token)
        names: tuple[str, ...] = ()
        asked = (interaction.user.id, interaction.guild_id)
        if question is None or (question.account, question.guild_id) != asked:
            text = say("This question is out of date. Please give the command again.")
        else:
            self._asked.forget(token)
            names = question.names
            if yes:
                await require_organiser(interaction)
            text = await question.deed() if yes else say("Nothing was changed.")
        await confirmation.close(interaction, text, names)


class QuestionButton(Persistent, template=r"o:(?P<token>[0-9a-f]{16}):(?P<action>yes|no)"):
    """A button under the question before something is destroyed."""

    async def act(self, interaction: Interaction) -> None:
        """Answer the question."""
        questions = interaction.client.get_cog(Questions.__cog_name__)
        if not isinstance(questions, Questions):
            raise AssertionError("nobody keeps the questions")
        await questions.answer(interaction, self.fields["token"], yes=self.fields["action"] == "yes")


async def require_organiser(interaction: Interaction) -> None:
    """Raise Refusal unless the member organises this server's matches."""
    if not await organises(interaction.client, interaction.user):
        raise Refusal(await _who_is(interaction.client, interaction.guild_id or 0), code="not-an-organiser")


async def organised_match(interaction: Interaction, number: int | None) -> Match:
    """Return the match that an organiser means.

    Raises:
        Refusal: This person is no organiser, or no match is running here.
        NoSuchMatch: This server has none with that number.
        OwnMatch: They play in it.
    """
    await require_organiser(interaction)
    match = await server_match(interaction, number)
    if takes_sides(match, await whoami(interaction)):
        raise OwnMatch
    return match


async def organised_bare(interaction: Interaction, number: int) -> BareMatch:
    """Return the match that an organiser means, as `organised_match`, without its game."""
    await require_organiser(interaction)
    match = await bare_match_for(interaction, number)
    if takes_sides(match, await whoami(interaction)):
        raise OwnMatch
    return match


def reason_of(match: Match | BareMatch, reason: Reason, words: str | None) -> Text:
    """Return why an organiser does something, in their own words where the match has no silent partners (R29).

    Raises:
        Refusal: Words were given for a silent match.
    """
    if words is None:
        return REASONS[reason]
    if match.silent:
        raise Refusal(
            say("Nobody's own words reach silent partners (R29): choose one of the reasons and leave out `words`."),
            code="silent-words",
        )
    return say("{words}", words=Quote(without_nul(words)))


async def _who_is(bot: ArenaBot, guild_id: int) -> Text:
    role = (await bot.arena.settings.server(guild_id)).organiser_role_id
    if role is None:
        return say("Only organisers can do that: those who may manage this server.")
    return say(
        "Only organisers can do that: those who may manage this server, or have the role {role}.", role=f"<@&{role}>"
    )
