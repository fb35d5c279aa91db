"""`/organise correct`: results are put right after the end; each correction is asked once more and can be undone."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Literal

from cogs.core.bot import ArenaBot, Interaction
from cogs.core.choices import Choices, offered
from cogs.core.context import entered
from cogs.core.errors import Refusal
from cogs.core.language import locale_of
from cogs.core.text import mark, plain
from cogs.moderation.dialogs import ask, with_what_follows
from cogs.moderation.ranks import ranked
from cogs.ui.confirmation import Questions
from engine.seat import Seat
from engine.text import Member, Player, Text, load_text, say
from hosting.match.codec import BareMatch
from hosting.results.corrections import Deed
from hosting.results.errors import NoSuchCorrection, StillPlayed
from store.results import Correction

Put = Literal["does not count", "another result", "excuse who left", "no longer excuse"]
"""How a result is put right."""
What = Literal[Put, "take a correction back"]
"""What organisers pick."""

# What a Literal holds is not extracted for translation; these are not said in any other text.
mark("does not count")
mark("another result")
mark("excuse who left")
mark("no longer excuse")
mark("take a correction back")

_KINDS: dict[str, Text] = {
    "void": say("it does not count"),
    "ranks": say("another result"),
    "excuse": say("who is excused"),
    "undo": say("a correction taken back"),
}


class Correcting:
    """Corrects results, after asking once more."""

    def __init__(self, bot: ArenaBot, questions: Questions) -> None:
        self.bot = bot
        self.questions = questions

    async def begin(
        self,
        interaction: Interaction,
        match: BareMatch,
        what: What,
        reason: Text,
        *,
        ranks: Sequence[int] | None,
        seat: Seat | None,
        correction: int | None,
    ) -> None:
        """Ask an organiser whether a result shall be corrected.

        Args:
            interaction: Theirs.
            match: Which.
            what: What shall be corrected.
            reason: Why.
            ranks: For "another result": for seat 1, 2, ….
            seat: Whose first player is or is not excused.
            correction: The number of the one that is taken back; None for the latest.

        Raises:
            StillPlayed, PlayedThere: As it says.
            NoSuchCorrection: There is none to take back.
            Refusal: Something that it takes is missing.
        """
        corrections = self.bot.arena.corrections
        person_id = await entered(interaction)
        if not match.over:
            raise StillPlayed
        await corrections.check(match.id, person_id)
        if what == "take a correction back":
            await self._take_back(interaction, match, person_id, reason, correction)
            return
        text, wanted, deed = self._wanted(match, what, reason, person_id, ranks=ranks, seat=seat)
        text = await self._with_what_follows(match, person_id, wanted, text)

        async def done() -> Text:
            written = await deed()
            return say(
                "The result is corrected (correction {number}), and its players are told with the reason. "
                "`/organise correct what:take a correction back` undoes it.",
                number=written.id,
            )

        await ask(self.questions, interaction, match, text, say("Correct", context="button"), done)

    async def _take_back(
        self, interaction: Interaction, match: BareMatch, person_id: int, reason: Text, number: int | None
    ) -> None:
        """Ask whether a correction shall be taken back: the one that is the latest now, if none is named."""
        corrections = self.bot.arena.corrections
        found = next(
            (each for each in reversed(await corrections.in_force(match.id)) if number in (None, each.id)), None
        )
        if found is None:
            raise NoSuchCorrection
        undone = found.id

        async def done() -> Text:
            written = await corrections.undo(match.id, person_id, undone, reason)
            return say("Correction {undone} is taken back (correction {number}).", undone=undone, number=written.id)

        text = say(
            "Shall correction {number} of match {match} be taken back ({what})? {reason}",
            number=undone,
            match=match.id,
            what=_KINDS[found.kind],
            reason=reason,
        )
        text = await self._with_what_follows(match, person_id, Deed("undo", undoes=undone), text)
        await ask(self.questions, interaction, match, text, say("Take back"), done)

    async def _with_what_follows(self, match: BareMatch, person_id: int, deed: Deed, text: Text) -> Text:
        """Return a question with what the correction means for the league of a match, if it has one."""
        return with_what_follows(text, await self.bot.arena.corrections.foresee(match.id, person_id, deed))

    def _wanted(
        self,
        match: BareMatch,
        what: Put,
        reason: Text,
        person_id: int,
        *,
        ranks: Sequence[int] | None,
        seat: Seat | None,
    ) -> tuple[Text, Deed, Callable[[], Awaitable[Correction]]]:
        """Return what to ask, what that would write, and what to do if the answer is yes."""
        corrections = self.bot.arena.corrections
        match what:
            case "does not count":
                text = say(
                    "Shall match {number} not count, neither in profiles nor in ratings? {reason}",
                    number=match.id,
                    reason=reason,
                )
                return text, Deed("void"), lambda: corrections.void(match.id, person_id, reason)
            case "another result":
                if ranks is None:
                    raise Refusal(say("Name either the winner or the ranks."), code="winner-or-ranks")
                given = ranks
                text = say(
                    "Shall match {number} have ended like this? {order}. {reason}",
                    number=match.id,
                    order=ranked(given),
                    reason=reason,
                )
                ranked_so = Deed("ranks", {"ranks": list(given)})
                return text, ranked_so, lambda: corrections.rank(match.id, person_id, given, reason)
            case "excuse who left" | "no longer excuse":
                if seat is None:
                    raise Refusal(say("Name the seat with `player`."), code="no-player")
                whose, excused = seat, what == "excuse who left"
                text = (
                    say(
                        "Shall the first player of the seat that {player} has now be excused? A lost game is then not "
                        "theirs. {reason}",
                        player=Player(whose),
                        reason=reason,
                    )
                    if excused
                    else say(
                        "Shall the first player of the seat that {player} has now be excused no longer? {reason}",
                        player=Player(whose),
                        reason=reason,
                    )
                )
                wanted = Deed("excuse", {"seat": whose, "excused": excused})
                return (
                    text,
                    wanted,
                    lambda: corrections.excuse(match.id, person_id, whose, excused=excused, reason=reason),
                )


async def correction_choices(interaction: Interaction, match: BareMatch, current: str) -> Choices[int]:
    """Offer the corrections of a match that can be taken back, the latest first."""
    found = await interaction.client.arena.corrections.in_force(match.id)
    locale, people = locale_of(interaction), interaction.client.arena.people
    members = match.members | await people.names(match.guild_id, {each.person_id for each in found})
    lines = [(plain(_line(each), locale, match.names, members), each.id) for each in reversed(found)]
    return offered(lines, current)


def _line(correction: Correction) -> Text:
    return say(
        "{number}: {what}, by {who} on {day}. {reason}",
        number=correction.id,
        what=_KINDS[correction.kind],
        who=Member(correction.person_id),
        day=correction.at.date(),
        reason=load_text(correction.why),
    )
