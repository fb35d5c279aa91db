"""`/organise correct`, and what organisers' commands share: reasons, ranks, the question before."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from cogs.core.access import bare_match_for, entered, organises, server_match, whoami
from cogs.core.bot import ArenaBot, Interaction
from cogs.core.errors import Refusal
from cogs.core.messages import Choices, offered
from cogs.core.text import locale_of, mark, plain
from cogs.ui.layout import ConfirmedAction, Questions
from engine.seat import Seat
from engine.text import Listed, Member, Player, Quote, Text, listed, load_text, members_in, say, without_nul
from hosting.consent.agreements import OWN_MATCH
from hosting.corrections import NO_RESULT_YET, NewCorrection, NoSuchCorrection
from hosting.errors import HostingError
from hosting.match.model import BareMatch, Match
from hosting.match.service import takes_sides
from store.tables.results import Correction

# Ranks as organisers type them, and who has which, in words.


def read_ranks(match: Match | BareMatch, text: str) -> tuple[int, ...]:
    """Return ranks as they were typed. Raises Refusal."""
    parts = text.replace(",", " ").split()
    ranks = tuple(int(part) for part in parts if part.isdecimal() and len(part) < 3)
    seats = len(match.seats)
    if match.alone:
        if ranks not in {(1,), (2,)} or len(parts) != 1:
            raise Refusal(say("Give 1 for a victory or 2 for a defeat."), code="bad-ranks")
        return ranks
    if not (len(ranks) == len(parts) == seats and min(ranks) == 1 and max(ranks) <= seats):
        raise Refusal(
            say(
                "Give each of the {count} seats a rank from 1 to {count}, in seat order; at least one must be 1.",
                count=seats,
            ),
            code="bad-ranks",
        )
    return ranks


def ranked(ranks: Sequence[int]) -> Listed:
    """Return the players, given their ranks from seat 1 on, the best first."""
    order = sorted(enumerate(ranks, 1), key=lambda each: (each[1], each[0]))
    return listed((say("{rank}. {player}", rank=rank, player=Player(seat)) for seat, rank in order), "comma")


# What the commands of organisers share: who is one, reasons, and the question before something is destroyed.


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

# Literals are not extracted for translation, and these words are in no other text.
mark("a player left")
mark("unfair play")
mark("the position is decided")
mark("technical trouble")
mark("by request")
mark("a mistake")
mark("other")

REASONS: dict[str, Text] = {
    "a player left": say("A player left and isn't coming back."),
    "unfair play": say("Someone broke the rules or didn't play fair."),
    "the position is decided": say("The position is decided."),
    "technical trouble": say("Technical trouble got in the way."),
    "by request": say("The players asked for it."),
    "a mistake": say("There was a mistake."),
    "other": say("The organisers have their reasons."),
}


async def ask(
    questions: Questions,
    interaction: Interaction,
    match: Match | BareMatch,
    text: Text,
    label: Text,
    deed: ConfirmedAction,
) -> None:
    members = match.members | await interaction.client.arena.people.names(match.guild_id, members_in(text))
    await questions.ask(interaction, text, label, deed, require_organiser, names=match.names, members=members)


def with_what_follows(text: Text, follows: Text | None) -> Text:
    return text if follows is None else say("{question}\n{follows}", question=text, follows=follows)


async def require_organiser(interaction: Interaction) -> None:
    """Raise Refusal unless the member organises this server's matches."""
    if not await organises(interaction.client, interaction.user):
        raise Refusal(await _who_is(interaction.client, interaction.guild_id or 0), code="not-an-organiser")


async def organised_match(interaction: Interaction, number: int | None) -> Match:
    await require_organiser(interaction)
    match = await server_match(interaction, number)
    if takes_sides(match, await whoami(interaction)):
        raise HostingError(*OWN_MATCH)
    return match


async def organised_bare(interaction: Interaction, number: int) -> BareMatch:
    await require_organiser(interaction)
    match = await bare_match_for(interaction, number)
    if takes_sides(match, await whoami(interaction)):
        raise HostingError(*OWN_MATCH)
    return match


def reason_of(match: Match | BareMatch, reason: Reason, words: str | None) -> Text:
    """Return an organiser's reason, in their own words if the match has no silent partners (R29).

    Raises:
        Refusal: Words were given for a silent match.
    """
    if words is None:
        return REASONS[reason]
    if match.silent:
        raise Refusal(
            say(
                "In a silent league, organisers can't write to players in their own words (R29): choose one of "
                "the reasons and leave out `words`."
            ),
            code="silent-words",
        )
    return say("{words}", words=Quote(without_nul(words)))


async def _who_is(bot: ArenaBot, guild_id: int) -> Text:
    role = (await bot.arena.settings.server(guild_id)).organiser_role_id
    if role is None:
        return say("Only organisers can do that: members who can manage this server.")
    return say(
        "Only organisers can do that: members who can manage this server, or have the role {role}.", role=f"<@&{role}>"
    )


Put = Literal["doesn't count", "another result", "excuse a player who left", "no longer excuse"]
"""How a result is corrected."""
What = Literal[Put, "undo a correction"]
"""What organisers pick."""

# Literals are not extracted for translation, and these words are in no other text.
mark("doesn't count")
mark("another result")
mark("excuse a player who left")
mark("no longer excuse")
mark("undo a correction")

_KINDS: dict[str, Text] = {
    "void": say("it doesn't count"),
    "ranks": say("another result"),
    "excuse": say("who is excused"),
    "undo": say("a correction undone"),
}


@dataclass(eq=False, slots=True)
class Correcting:
    """Corrects results, after asking once more."""

    bot: ArenaBot
    questions: Questions

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
        """Ask an organiser whether to correct a result.

        `ranks` are from seat 1 on; `seat` is the one whose first player is or is not excused; `correction` is the
        number of the one to take back, None for the latest.

        Raises:
            HostingError (`no-result-yet`, `played-there`): As it says.
            NoSuchCorrection: There is none to take back.
            Refusal: A needed option is missing.
        """
        corrections = self.bot.arena.corrections
        person_id = await entered(interaction)
        if not match.over:
            raise HostingError(*NO_RESULT_YET)
        await corrections.check(match.id, person_id)
        if what == "undo a correction":
            await self._take_back(interaction, match, person_id, reason, correction)
            return
        text, wanted, deed = self._wanted(match, what, reason, person_id, ranks=ranks, seat=seat)
        text = await self._with_what_follows(match, person_id, wanted, text)

        async def done() -> Text:
            written = await deed()
            return say(
                "The result is corrected (correction {number}), and its players are told why. `/organise "
                "correct what:{choice}` undoes it.",
                number=written.id,
                choice=say("undo a correction"),
            )

        await ask(self.questions, interaction, match, text, say("Correct", context="button"), done)

    async def _take_back(
        self, interaction: Interaction, match: BareMatch, person_id: int, reason: Text, number: int | None
    ) -> None:
        """Ask whether to take a correction back, by default the latest."""
        corrections = self.bot.arena.corrections
        found = next(
            (each for each in reversed(await corrections.in_force(match.id)) if number in (None, each.id)), None
        )
        if found is None:
            raise NoSuchCorrection
        undone = found.id

        async def done() -> Text:
            written = await corrections.undo(match.id, person_id, undone, reason)
            return say("Correction {undone} has been undone (correction {number}).", undone=undone, number=written.id)

        text = say(
            "Undo correction {number} of match {match} ({what})? {reason}",
            number=undone,
            match=match.id,
            what=_KINDS[found.kind],
            reason=reason,
        )
        text = await self._with_what_follows(match, person_id, NewCorrection("undo", undoes=undone), text)
        await ask(self.questions, interaction, match, text, say("Undo", context="button"), done)

    async def _with_what_follows(self, match: BareMatch, person_id: int, deed: NewCorrection, text: Text) -> Text:
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
    ) -> tuple[Text, NewCorrection, Callable[[], Awaitable[Correction]]]:
        corrections = self.bot.arena.corrections
        match what:
            case "doesn't count":
                text = say(
                    "Leave match {number} out of profiles and ratings? Reason: {reason}",
                    number=match.id,
                    reason=reason,
                )
                return text, NewCorrection("void"), lambda: corrections.void(match.id, person_id, reason)
            case "another result":
                if ranks is None:
                    raise Refusal(say("Give either the winner or the ranks."), code="winner-or-ranks")
                given = ranks
                text = say(
                    "Correct the result of match {number} to {order}? Reason: {reason}",
                    number=match.id,
                    order=ranked(given),
                    reason=reason,
                )
                ranked_so = NewCorrection("ranks", {"ranks": list(given)})
                return text, ranked_so, lambda: corrections.rank(match.id, person_id, given, reason)
            case "excuse a player who left" | "no longer excuse":
                if seat is None:
                    raise Refusal(say("Use `player` to say which seat."), code="no-player")
                whose, excused = seat, what == "excuse a player who left"
                text = (
                    say(
                        "Excuse the first player of {player}'s seat? A loss then doesn't count for them. {reason}",
                        player=Player(whose),
                        reason=reason,
                    )
                    if excused
                    else say(
                        "Stop excusing the first player of {player}'s seat? {reason}",
                        player=Player(whose),
                        reason=reason,
                    )
                )
                wanted = NewCorrection("excuse", {"seat": whose, "excused": excused})
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
