"""`/organise`: organisers' acts in a match, announced in its channel and written into its log."""

from __future__ import annotations

import io
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import TypeAlias, cast

import discord
from discord import app_commands

from cogs.consent.requests import MOST_HOURS, candidate, check_member, let_in, newcomer, seat_choices, seat_named
from cogs.core.access import chosen, ended_choices, entered, server_choices, server_match, whoami
from cogs.core.bot import ArenaBot, ArenaGroup, Interaction
from cogs.core.errors import Refusal, tell
from cogs.core.messages import Accounts, Choices, Completed, accounts_of, offered, reply
from cogs.core.text import code, locale_of, mark, plain, shown
from cogs.moderation.correcting import (
    Correcting,
    Reason,
    What,
    ask,
    correction_choices,
    organised_bare,
    organised_match,
    ranked,
    read_ranks,
    reason_of,
    require_organiser,
    with_what_follows,
)
from cogs.ui.layout import Questions
from engine.errors import ArenaError
from engine.game import Json
from engine.session import shown_together
from engine.text import Member, Player, Quote, Text, Value, load_text, say, say_n
from hosting.consent.agreements import OWN_MATCH
from hosting.consent.substitutes import handover_text
from hosting.errors import HostingError
from hosting.match import events
from hosting.match.audit import AuditCode
from hosting.match.events import BOT, Undone, undone
from hosting.match.model import NOTHING_TO_TAKE_BACK, AuditEntry, BareMatch, Match, MatchOver, Passed
from hosting.match.service import takes_sides
from hosting.moderation import adjudicated, by_winner, voided
from store.tables.matches import ReplayError

# Turns that an organiser takes back: which there are, and what is asked before one is.


def turns_of(match: Match) -> list[tuple[int, Text]]:
    """Return the events to which a match can go back, by number, the earliest first.

    Turns are counted; a decision inside one, such as an answer, has its turn's number.
    """
    out: list[tuple[int, Text]] = []
    entries, turns = match.session.entries, undone(match, 0).turns
    for index, passed in enumerate(match.history):
        before = match.history[index - 1].entries if index else 0
        if passed.kind != "turn" or before < match.session.floor:
            continue
        played = shown_together(entries[before : passed.entries], None, over=match.over)
        back = undone(match, match.history[index - 1].seq if index else 0)
        number, player = turns - back.turns + 1, Player(passed.seat or 0)
        # An organiser may know no more of a turn than everybody does.
        if match.session.game.info.open:
            text = say("{number}. {player}: {turn}", number=number, player=player, turn=played)
        elif back.inside:
            text = say("{number}. {player}, later in the same turn", number=number, player=player)
        else:
            text = say("{number}. {player}", number=number, player=player)
        out.append((passed.seq, text))
    return out


def back_question(first: Passed, back: Undone) -> Text:
    player = Player(first.seat or 0)
    if back.inside:
        return say("Go back to just before this decision by {player}, in the middle of a turn?", player=player)
    return say_n(
        "Take back the last turn, by {player}?",
        "Take back the last {count} turns, starting with {player}'s?",
        back.turns,
        player=player,
    )


# Calling a match off that shall not count, be it one that this version of the bot can read, reads in part, or not.


@dataclass(eq=False, slots=True)
class CallingOff:
    """Calls matches off, after asking once more."""

    bot: ArenaBot
    questions: Questions

    async def begin(self, interaction: Interaction, number: int | None, reason: Reason, words: str | None) -> None:
        """Ask an organiser whether to call a match off; without a number that of the channel.

        Raises:
            Refusal: This person is no organiser, no match is running here, or the reason is refused.
            MatchOver: It has ended already.
            HostingError (`own-match`): They play in it.
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
        try:
            found, _ = await self.bot.arena.unreadable.readable_part(match_id)
        except ReplayError:
            await self._unbegun(interaction, match_id, reason, words)
            return
        if takes_sides(found, await whoami(interaction)):
            raise HostingError(*OWN_MATCH)
        why = reason_of(found, reason, words)
        text = say(
            "This version of me can't read everything that was played in this match; another one might. End it "
            "without a result? The record goes as far as I can read it. {reason} This can't be undone.",
            reason=why,
        )
        end = partial(self.bot.arena.organiser.void_unread, match_id, await entered(interaction), why)
        await self._ask(interaction, found, text, end)

    async def _unbegun(self, interaction: Interaction, match_id: int, reason: Reason, words: str | None) -> None:
        found = await self.bot.arena.unreadable.bare(match_id)
        if takes_sides(found, await whoami(interaction)):
            raise HostingError(*OWN_MATCH)
        if found.over:
            raise MatchOver
        why = reason_of(found, reason, words)
        text = say(
            "This version of me can't even read the start of this match; another one might. End it without a "
            "result? There will be no record of it. {reason} This can't be undone.",
            reason=why,
        )
        end = partial(self.bot.arena.organiser.void_unbegun, match_id, await entered(interaction), why)
        await self._ask(interaction, found, text, end)

    async def _ask(
        self, interaction: Interaction, found: Match | BareMatch, text: Text, end: Callable[[], Awaitable[object]]
    ) -> None:
        async def deed() -> Text:
            await end()
            return say("The match has been called off.")

        await ask(self.questions, interaction, found, text, say("Call it off"), deed)


# The audit log in words, for those who look after a match.


_KINDS: Mapping[str, Text] = {
    "draw": say("a draw"),
    "end": say("an end without a winner"),
    "pause": say("a pause"),
    "resume": say("an end of the pause"),
    "extend": say("more time"),
    "call": say("a substitute"),
}


def entry_text(entry: AuditEntry, match: Match, accounts: Accounts) -> Text:
    """Return a line of the log as a sentence; an unknown code is shown as it is.

    `accounts` are those of organisers; current and former players are named as in the match.
    """
    who = person_text(match, entry.person_id, accounts)
    words = _SENTENCES.get(entry.code)
    if words is None:
        return say("{who}: {code}", who=who, code=entry.code)
    return words(who, entry.detail)


def person_text(match: Match, person_id: int, accounts: Accounts) -> Value | Text:
    if person_id == BOT:
        return say("The bot")
    seat = match.seat_of(person_id)
    if seat is not None:
        return Player(seat)
    return Member(person_id) if person_id in match.members else accounts.mention(person_id)


def _kind(detail: Mapping[str, Json]) -> Text:
    kind = str(detail.get("kind", ""))
    if kind == "undo":
        if detail.get("inside"):
            return say("taking back a decision")
        return say_n("taking back a turn", "taking back {count} turns", _turns(detail) or 1)
    return _KINDS.get(kind, say("{kind}", kind=kind))


def _number(detail: Mapping[str, Json], key: str) -> int:
    return cast("int", detail[key])


def _turns(detail: Mapping[str, Json]) -> int:
    """Return how many turns were taken back, or were to be; 0 in lines of versions that did not count them."""
    return cast("int", detail.get("turns", 0))


def _taken_back(who: Value | Text, detail: Mapping[str, Json]) -> Text:
    if detail.get("inside"):
        return say("{who} took the match back to the middle of a turn.", who=who)
    return say_n("{who} took back a turn.", "{who} took back {count} turns.", _turns(detail) or 1, who=who)


def _forced_back(who: Value | Text, detail: Mapping[str, Json]) -> Text:
    return _taken_back(who, detail) if "turns" in detail else say("{who} took turns back.", who=who)


def _extended(who: Value | Text, detail: Mapping[str, Json]) -> Text:
    hours = _number(detail, "seconds") // 3600
    return say_n(
        "{who} gave {player} {count} more hour.",
        "{who} gave {player} {count} more hours.",
        hours,
        who=who,
        player=Player(_number(detail, "seat")),
    )


def _called(who: Value | Text, detail: Mapping[str, Json]) -> Text:
    player = Player(_number(detail, "seat"))
    if who == player:
        return say("{who} asked for a substitute.", who=who)
    return say("{who} asked for a substitute for {player}.", who=who, player=player)


def _replaced(who: Value | Text, detail: Mapping[str, Json]) -> Text:
    new, old = Member(_number(detail, "user")), Member(_number(detail, "was"))
    if detail.get("excused"):
        return say("{who} excused {old} and replaced them with {new}.", who=who, new=new, old=old)
    return say("{who} replaced {old} with {new}.", who=who, new=new, old=old)


def _adjudicated(who: Value | Text, detail: Mapping[str, Json]) -> Text:
    ranks = " ".join(map(str, cast("Sequence[int]", detail["ranks"])))
    return say(
        "{who} decided the match, ranks {ranks}. {reason}", who=who, ranks=ranks, reason=load_text(detail["reason"])
    )


def _corrected(who: Value | Text, detail: Mapping[str, Json]) -> Text:
    number, reason = _number(detail, "correction"), load_text(detail["reason"])
    values = {"who": who, "number": number, "reason": reason}
    match detail["kind"]:
        case "void":
            return say("{who} corrected the result: it doesn't count (correction {number}). {reason}", **values)
        case "ranks":
            ranks = " ".join(map(str, cast("Sequence[int]", detail["ranks"])))
            return say(
                "{who} corrected the result: ranks {ranks} (correction {number}). {reason}", ranks=ranks, **values
            )
        case "undo":
            undone = _number(detail, "undoes")
            return say("{who} took back correction {undone} (correction {number}). {reason}", undone=undone, **values)
    player = Player(_number(detail, "seat"))
    if detail.get("excused"):
        return say(
            "{who} excused the player who left {player}'s seat (correction {number}). {reason}", player=player, **values
        )
    return say(
        "{who} no longer excuses the player who left {player}'s seat (correction {number}). {reason}",
        player=player,
        **values,
    )


_SENTENCES: Mapping[str, Callable[[Value | Text, Mapping[str, Json]], Text]] = {
    AuditCode.ASKED: lambda who, detail: say("{who} asked for: {kind}", who=who, kind=_kind(detail)),
    AuditCode.AGREED: lambda who, detail: say("{who} agreed to: {kind}", who=who, kind=_kind(detail)),
    AuditCode.ACCEPTED: lambda who, detail: say("{who} was the last to agree to: {kind}", who=who, kind=_kind(detail)),
    AuditCode.REFUSED: lambda who, detail: say("{who} refused: {kind}", who=who, kind=_kind(detail)),
    AuditCode.WITHDRAWN: lambda who, detail: say("{who} withdrew a request: {kind}", who=who, kind=_kind(detail)),
    AuditCode.OUTDATED: lambda _, detail: say("Lapsed because the match went on: {kind}", kind=_kind(detail)),
    AuditCode.TAKEN_BACK: _taken_back,
    AuditCode.ABORTED: lambda who, _: say("{who} called the match off before everyone had moved.", who=who),
    AuditCode.CALLED: _called,
    AuditCode.REPLACED: _replaced,
    AuditCode.PAUSED: lambda who, detail: say(
        "{who} paused the match. {reason}", who=who, reason=load_text(detail["reason"])
    ),
    AuditCode.REHOUSED: lambda who, detail: say(
        "{who} moved the match to {channel}.", who=who, channel=f"<#{detail['channel']}>"
    ),
    AuditCode.RESUMED: lambda who, _: say("{who} resumed the match.", who=who),
    AuditCode.EXTENDED: _extended,
    AuditCode.ADJUDICATED: _adjudicated,
    AuditCode.VOIDED: lambda who, detail: say(
        "{who} called the match off. {reason}", who=who, reason=load_text(detail["reason"])
    ),
    AuditCode.FORCED_BACK: _forced_back,
    AuditCode.SET_UP: lambda who, detail: say(
        "{who} set up a position: {position}", who=who, position=Quote(str(detail["position"]))
    ),
    AuditCode.CORRECTED: _corrected,
    "rehoused": lambda who, _: say("{who} moved the match to new channels.", who=who),
    "time-up": lambda _, detail: say("{player} ran out of time.", player=Player(_number(detail, "seat"))),
    AuditCode.INVITED: lambda who, _: say("{who} asked their partner to play another match elsewhere.", who=who),
    "away": lambda who, _: say("{who} announced or changed a vacation.", who=who),
}


LINES = 12
"""Lines of the log that are shown; the file that goes with them has all."""

_MATCH = mark("Which match; the one in this channel if you leave it out")
_REASON = mark("Why; the players will read it")
_WORDS = mark("Why, in your own words; not available in silent team matches")
_PLAYER = mark("Whose seat")


async def _organised(interaction: Interaction, current: str) -> Choices[int]:
    try:
        await require_organiser(interaction)
    except Refusal:
        return []
    return await server_choices(interaction, current)


async def _ended(interaction: Interaction, current: str) -> Choices[int]:
    try:
        await require_organiser(interaction)
    except Refusal:
        return []
    return await ended_choices(interaction, current)


Number: TypeAlias = app_commands.Transform[int, Completed(_organised)]
Ended: TypeAlias = app_commands.Transform[int, Completed(_ended)]
Words = app_commands.Range[str, 1, 200]


@app_commands.default_permissions(manage_guild=True)
class OrganiseCog(
    ArenaGroup, group_name="organise", group_description=mark("Manage matches; for this server's organisers")
):
    """Organisers' tools; all answers are private."""

    def __init__(self, bot: ArenaBot, questions: Questions) -> None:
        self.bot = bot
        self.questions = questions
        self.calling_off = CallingOff(bot, questions)
        self.correcting = Correcting(bot, questions)

    @app_commands.command(description=mark("Pause a match until an organiser resumes it"))
    @app_commands.describe(reason=_REASON, words=_WORDS, match=_MATCH)
    async def pause(
        self, interaction: Interaction, reason: Reason, words: Words | None = None, match: Number | None = None
    ) -> None:
        found = await organised_match(interaction, match)
        await self.bot.arena.organiser.pause(found.id, await entered(interaction), reason_of(found, reason, words))
        await tell(interaction, say("The match is paused. `/organise resume` resumes it."))

    @app_commands.command(description=mark("Resume a paused match"))
    @app_commands.describe(match=_MATCH)
    async def resume(self, interaction: Interaction, match: Number | None = None) -> None:
        found = await organised_match(interaction, match)
        await self.bot.arena.organiser.resume(found.id, await entered(interaction))
        await tell(interaction, say("The match has resumed."))

    @app_commands.command(description=mark("Give a player more time to decide"))
    @app_commands.describe(player=_PLAYER, hours=mark("How many more hours"), match=_MATCH)
    async def extend(
        self,
        interaction: Interaction,
        player: str,
        hours: app_commands.Range[int, 1, MOST_HOURS],
        match: Number | None = None,
    ) -> None:
        found = await organised_match(interaction, match)
        seat = seat_named(found, player)
        await self.bot.arena.organiser.extend(found.id, await entered(interaction), seat, timedelta(hours=hours))
        text = say_n("{player} has {count} more hour.", "{player} has {count} more hours.", hours, player=Player(seat))
        await tell(interaction, text, names=found.names)

    @app_commands.command(description=mark("Replace a player with a substitute, who plays on from there"))
    @app_commands.describe(
        seat=_PLAYER,
        player=mark("Who plays on; leave it out to ask for a substitute in the match's channel"),
        excused=mark("Whether the player who leaves is excused, so that a loss doesn't count for them"),
        match=_MATCH,
    )
    async def substitute(
        self,
        interaction: Interaction,
        seat: str,
        player: discord.Member | None = None,
        excused: bool = False,
        match: Number | None = None,
    ) -> None:
        found = await organised_match(interaction, match)
        number, person_id = seat_named(found, seat), await entered(interaction)
        if player is None:
            await self.bot.arena.organiser.call(found.id, person_id, number)
            await tell(
                interaction, say("I've posted a call for a substitute in {channel}.", channel=f"<#{found.channel_id}>")
            )
            return
        await self.bot.arena.substitutes.check(found, number, await candidate(self.bot, found, player))
        await check_member(self.bot, found, player)
        new = await newcomer(self.bot, found, player)

        async def deed() -> Text:
            after = await self.bot.arena.organiser.replace(found.id, person_id, number, new, excused=excused)
            # Discord wants the answer within three seconds, and letting a player in may take longer.
            self.bot.arena.tasks.start(
                let_in(self.bot, after, new.person_id), f"letting a player into match {after.id}"
            )
            return say("{player} now has the seat; I've told them in the match's channel.", player=Quote(new.name))

        text = say(
            "Replace {old} with {new}? {old} can't come back to another seat in this match.",
            new=Quote(new.name),
            old=Player(number),
        )
        if excused:
            text = say("{question}\n{old} is excused: a loss won't count for them.", question=text, old=Player(number))
        if (passes := handover_text(found)) is not None:
            text = say("{question}\n{passes} I'm telling the players now.", question=text, passes=passes)
        # Before it can be confirmed: so the notice is posted before what comes of it.
        await self.bot.arena.substitutes.announce(found.id, number, new)
        await ask(self.questions, interaction, found, text, say("Replace", context="button"), deed)

    @app_commands.command(description=mark("Decide a match: give the winner, or a rank for each seat"))
    @app_commands.describe(
        reason=_REASON,
        winner=mark("Who wins, together with their team; everyone else shares the next rank"),
        ranks=mark("The rank of seat 1, 2, …, where 1 is best, e.g. 2 1 3; equal ranks are ties"),
        words=_WORDS,
        match=_MATCH,
    )
    async def adjudicate(
        self,
        interaction: Interaction,
        reason: Reason,
        winner: str | None = None,
        ranks: str | None = None,
        words: Words | None = None,
        match: Number | None = None,
    ) -> None:
        found = await organised_match(interaction, match)
        _check_running(found)
        if (winner is None) == (ranks is None):
            raise Refusal(say("Give either the winner or the ranks."), code="winner-or-ranks")
        given = read_ranks(found, ranks) if ranks is not None else by_winner(found, seat_named(found, winner or ""))
        why, person_id = reason_of(found, reason, words), await entered(interaction)

        async def deed() -> Text:
            await self.bot.arena.organiser.adjudicate(found.id, person_id, given, why, found.seq)
            return say("The match is decided.")

        ended = adjudicated(found, person_id, given, why, self.bot.clock.now())
        order = ranked(given)
        text = say("End the match in this order? {order}. {reason} This can't be undone.", order=order, reason=why)
        if found.alone:
            text = (
                say("End the match as a victory? {reason} This can't be undone.", reason=why)
                if given == (1,)
                else say("End the match as a defeat? {reason} This can't be undone.", reason=why)
            )
        text = with_what_follows(text, await self.bot.arena.fixtures.foresee_end(found, ended))
        await ask(self.questions, interaction, found, text, say("Decide", context="button"), deed)

    @app_commands.command(description=mark("End a match without counting it"))
    @app_commands.describe(reason=_REASON, words=_WORDS, match=_MATCH)
    async def void(
        self, interaction: Interaction, reason: Reason, words: Words | None = None, match: Number | None = None
    ) -> None:
        await self.calling_off.begin(interaction, match, reason, words)

    @app_commands.command(description=mark("Correct the result of a finished match; you can undo it"))
    @app_commands.describe(
        what=mark("What to correct"),
        reason=_REASON,
        match=mark("Which match; it must be over"),
        ranks=mark("For another result: the rank of seat 1, 2, …, where 1 is best, e.g. 2 1 3; equal ranks are ties"),
        player=mark("For another result: the winner, together with their team; to excuse: who has the seat now"),
        correction=mark("Which correction to undo; the latest if you leave it out"),
        words=_WORDS,
    )
    async def correct(
        self,
        interaction: Interaction,
        what: What,
        reason: Reason,
        match: Ended,
        ranks: str | None = None,
        player: str | None = None,
        correction: int | None = None,
        words: Words | None = None,
    ) -> None:
        """Correct a result, after asking once more; the match need not be readable."""
        found = await organised_bare(interaction, match)
        seat = None if player is None else seat_named(found, player)
        given = None if ranks is None else read_ranks(found, ranks)
        if seat is not None and what == "another result":
            if given is not None:
                raise Refusal(say("Give either the winner or the ranks."), code="winner-or-ranks")
            given = by_winner(found, seat)
        await self.correcting.begin(
            interaction,
            found,
            what,
            reason_of(found, reason, words),
            ranks=given,
            seat=seat,
            correction=correction,
        )

    @app_commands.command(description=mark("Take back turns: everything from a turn of your choice on"))
    @app_commands.describe(turn=mark("The first turn to take back"), match=_MATCH)
    async def takeback(self, interaction: Interaction, turn: str, match: Number | None = None) -> None:
        found = await organised_match(interaction, match)
        _check_running(found)
        index = next((number for number, each in enumerate(found.history) if str(each.seq) == turn), None)
        if index is None:
            raise HostingError(*NOTHING_TO_TAKE_BACK)
        to, person_id = (found.history[index - 1].seq if index else 0), await entered(interaction)
        events.undo(
            found, to, await self.bot.arena.matches.at(found, to), None, person_id, self.bot.clock.now(), "organiser"
        )

        async def deed() -> Text:
            await self.bot.arena.organiser.back(found.id, person_id, to, found.seq)
            if back.inside:
                return say("The match goes on from there.")
            return say_n("The turn has been taken back.", "The {count} turns have been taken back.", back.turns)

        back = undone(found, to)
        text = back_question(found.history[index], back)
        await ask(self.questions, interaction, found, text, say("Take back"), deed)

    @app_commands.command(
        name="set-position", description=mark("Set up a position, in games without chance; play goes on from there")
    )
    @app_commands.describe(position=mark("In the game's own notation, as /match record writes it"), match=_MATCH)
    async def position(self, interaction: Interaction, position: str, match: Number | None = None) -> None:
        found = await organised_match(interaction, match)
        person_id = await entered(interaction)
        line = events.position(found, position, person_id, self.bot.clock.now()).match.setup.position

        async def deed() -> Text:
            await self.bot.arena.organiser.position(found.id, person_id, line, found.seq)
            return say("The position is set up.")

        text = say(
            "Go on from this position? What was played before no longer counts and can't be restored.\n`{position}`",
            position=code(line),
        )
        await ask(self.questions, interaction, found, text, say("Set up"), deed)

    @app_commands.command(description=mark("What was done to a match besides playing turns, by whom and when"))
    @app_commands.describe(match=_MATCH)
    async def log(self, interaction: Interaction, match: Number | None = None) -> None:
        """Show the audit log of a match, to organisers in it, too, unless it reveals what partners hide (R29)."""
        await require_organiser(interaction)
        found = await server_match(interaction, match)
        if found.silent and not found.over and takes_sides(found, await whoami(interaction)):
            raise HostingError(*OWN_MATCH)
        # That a private answer was a default, its player alone knows until the match is over (`AuditCode.TIME_UP`).
        noted = await self.bot.arena.audit.of_match(found.id)
        entries = [each for each in noted if found.over or not each.detail.get("veiled")]
        if not entries:
            await tell(interaction, say("There's nothing in the log of match {number}.", number=found.id))
            return
        locale = locale_of(interaction)
        accounts = await accounts_of(self.bot, {each.person_id for each in entries})
        texts = [(each.at, entry_text(each, found, accounts)) for each in entries]
        lines = [
            shown(
                say("{when} {what}", when=f"<t:{int(at.timestamp())}:f>", what=what), locale, found.names, found.members
            )
            for at, what in texts[-LINES:]
        ]
        whole = "\n".join(
            plain(say("{time} UTC: {what}", time=f"{at:%Y-%m-%d %H:%M}", what=what), locale, found.names, found.members)
            for at, what in texts
        )
        await reply(
            interaction,
            "\n".join(lines),
            files=[discord.File(io.BytesIO(f"{whole}\n".encode()), f"log-{found.id}.txt")],
        )

    @extend.autocomplete("player")
    async def _with_clock(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        found = await _completing(interaction)
        return [] if found is None else seat_choices(found, current, locale_of(interaction), computers=False)

    @substitute.autocomplete("seat")
    @adjudicate.autocomplete("winner")
    async def _seats(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        found = await _completing(interaction)
        return [] if found is None else seat_choices(found, current, locale_of(interaction))

    @correct.autocomplete("player")
    async def _seats_corrected(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        found = await _completing_bare(interaction)
        return [] if found is None else seat_choices(found, current, locale_of(interaction))

    @correct.autocomplete("correction")
    async def _corrections(self, interaction: Interaction, current: str) -> Choices[int]:
        found = await _completing_bare(interaction)
        return [] if found is None else await correction_choices(interaction, found, current)

    @takeback.autocomplete("turn")
    async def _turns(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        found = await _completing(interaction)
        if found is None:
            return []
        named = [
            (plain(text, locale_of(interaction), found.names), str(seq)) for seq, text in reversed(turns_of(found))
        ]
        return offered(named, current)


def _check_running(match: Match) -> None:
    if match.over:
        raise MatchOver


async def _completing(interaction: Interaction) -> Match | None:
    try:
        return await organised_match(interaction, interaction.namespace.match)
    except ArenaError:
        return None


async def _completing_bare(interaction: Interaction) -> BareMatch | None:
    number = chosen(interaction)
    try:
        return None if number is None else await organised_bare(interaction, number)
    except ArenaError:
        return None
