"""A game with all its positions, of a match or an imported record, and options that name one of its turns."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Literal, TypeAlias

from discord import app_commands

from cogs.core.access import chosen, match_for, seen_match, whoami
from cogs.core.bot import ArenaBot, Interaction
from cogs.core.errors import Refusal
from cogs.core.messages import Choices, Completed, offered
from cogs.core.text import locale_of, plain
from engine.errors import ArenaError
from engine.events import Event
from engine.history import Moment, at, moments
from engine.outcome import RULINGS
from engine.seat import Seat
from engine.session import Session
from engine.text import Player, Text, listed, say
from hosting.match.model import Match
from render.registry import renderer

Kind: TypeAlias = Literal["m", "i"]
MATCH: Kind = "m"
IMPORT: Kind = "i"


@dataclass(frozen=True, slots=True)
class FormerPlayer:
    """A player whose seat another person took over, after `entries` moves and resignations of the game."""

    seat: Seat
    name: str
    entries: int


@dataclass(frozen=True, slots=True)
class ReplayedGame:
    """A game with all its positions.

    Attributes:
        kind: `MATCH` or `IMPORT`.
        id: Of the match or the import.
        session: The current position.
        history: The start and the position after each turn.
        names: The current players.
        open: Whether nothing in it is secret any more, so that everybody may see any side's view.
        took: How long it has taken; None if unknown.
        former: Players who left their seats to others, the earliest first.
    """

    kind: Kind
    id: int
    session: Session
    history: tuple[Moment, ...]
    names: tuple[str, ...]
    open: bool = True
    took: timedelta | None = None
    former: tuple[FormerPlayer, ...] = ()

    @property
    def game(self) -> str:
        return self.session.game.info.key

    @property
    def last(self) -> int:
        """The number of the last turn, which is how many there are: in results, replays and charts alike."""
        return self.history[-1].number

    @property
    def played(self) -> bool:
        """Whether anything was played besides resignations."""
        turns = (moment.last for moment in self.history if moment.last is not None)
        return any(not part.forfeit for turn in turns for part in turn.parts)

    def moment(self, number: int) -> Moment:
        """Return the position after a turn; the nearest there is, as turns can have been taken back."""
        return self.history[min(max(number, 0), self.last)]

    def names_at(self, moment: Moment) -> tuple[str, ...]:
        names = list(self.names)
        for was in reversed(self.former):
            if moment.entries <= was.entries:
                names[was.seat - 1] = was.name
        return tuple(names)

    def view(self, moment: Moment, side: Seat | None = None) -> Any:  # noqa: ANN401 - each game has its own type of view
        """Return the public view of a position, or a seat's, once nothing is secret any more."""
        return at(self.session, moment).view(side if self.open else None)

    def events_at(self, moment: Moment, side: Seat | None = None) -> tuple[Event, ...]:
        """Return the public events of the turn before a position, or a seat's, as in `view`."""
        return moment.events_for(side if self.open else None)

    def ended(self, moment: Moment) -> Text | None:
        """Return how the game ended with a turn, or None."""
        outcome = at(self.session, moment).outcome
        if outcome is None:
            return None
        if outcome.termination in RULINGS:
            return say("**The match is over.** {reason}", reason=outcome.reason)
        result = renderer(self.game).headline(self.view(moment))
        return say("**The match is over: {result}.** {reason}", result=result, reason=outcome.reason)


def caption(moment: Moment, *, over: bool) -> Text:
    """Return in one line what was played, as everybody may read it; all of it once the match is `over`."""
    last = moment.last
    if last is None:
        return say("Start", context="position before the first turn")
    runs, surrender = last.runs(None, over=over), last.surrender
    if last.together:
        shown = [text for _, text in runs if isinstance(text, str)]
        return say("Everyone: {choices}", choices=" · ".join(shown)) if shown else _CHOSEN
    texts = [say("{player}: {turn}", player=Player(seat), turn=moves) for seat, moves in runs]
    whole = texts[0] if len(texts) == 1 else say("{turns}", turns=listed(texts, "comma"))
    if surrender is None:
        return whole
    return say("{turn}. {surrender}", turn=whole, surrender=surrender.text()) if texts else surrender.text()


_CHOSEN = say("Everyone has chosen in secret")


async def replayed_game_of(bot: ArenaBot, match: Match) -> ReplayedGame:
    """Return a match as everybody may see it: while it runs, its players see no more of it here."""
    history = await asyncio.to_thread(moments, match.session)
    took = (match.ended_at or bot.clock.now()) - match.started_at
    former = tuple(FormerPlayer(each.seat, each.name, _entries_before(match, each.until)) for each in match.former)
    return ReplayedGame(MATCH, match.id, match.session, history, match.names, match.over, took, former)


def _entries_before(match: Match, seq: int) -> int:
    return next((passed.entries for passed in reversed(match.history) if passed.seq < seq), 0)


async def find_replayed_game(interaction: Interaction, kind: str, story_id: int) -> ReplayedGame:
    """Return the game of a viewer's control.

    Raises:
        NoSuchMatch, HostingError (`no-such-import`): It does not exist, or no longer.
    """
    arena = interaction.client.arena
    if kind == MATCH:
        match = await match_for(interaction, story_id)
        return await replayed_game_of(interaction.client, match)
    brought = await arena.imports.get(story_id, await whoami(interaction))
    history = await asyncio.to_thread(moments, brought.session)
    return ReplayedGame(IMPORT, brought.id, brought.session, history, brought.names)


def check_turns(story: ReplayedGame, first: int | None, last: int | None) -> tuple[int, int]:
    """Return the first and the last turn, by default the game's.

    Raises:
        Refusal: There are no such turns.
    """
    begin, end = 1 if first is None else first, story.last if last is None else last
    if story.last == 0:
        raise Refusal(say("Nothing has been played yet."), code="no-turns")
    if not 1 <= begin <= end <= story.last:
        raise Refusal(
            say("This match has turns 1 to {last}, and `from` can't be after `to`.", last=story.last),
            code="no-such-turns",
        )
    return begin, end


def check_side(story: ReplayedGame, side: int | None) -> Seat | None:
    """Return a seat from whose side the board can be seen.

    Raises:
        Refusal: There is no such seat.
    """
    if side is not None and not 1 <= side <= len(story.names):
        raise Refusal(say("This match has seats 1 to {last}.", last=len(story.names)), code="no-such-seat")
    return side


# Options that mean a turn or a seat of the match in the channel, or of one that was chosen: what there is to pick.


async def complete_turn(interaction: Interaction, typed: str) -> Choices[int]:
    """Return the turns whose number, player or notation contains the typed text; the latest ones without any."""
    try:
        story = await replayed_game_of(interaction.client, await seen_match(interaction, chosen(interaction)))
    except ArenaError:
        return []
    wanted = typed.strip().casefold()
    found = [(name, number) for number, name in _turns(interaction, story) if wanted in name.casefold()]
    # Who types 1 means turn 1 more likely than turn 31.
    found.sort(key=lambda each: (not str(each[1]).startswith(wanted), -each[1] if not wanted else each[1]))
    return offered(found, wanted)


async def complete_side(interaction: Interaction, typed: str) -> Choices[int]:
    try:
        match = await seen_match(interaction, chosen(interaction))
    except ArenaError:
        return []
    named = [
        (plain(say("{seat}: {player}", seat=seat, player=Player(seat)), locale_of(interaction), match.names), seat)
        for seat in range(1, len(match.names) + 1)
    ]
    return offered(named, typed.strip())


TurnNumber: TypeAlias = app_commands.Transform[int, Completed(complete_turn, least=0, most=100_000)]
"""A turn, 0 for the start."""
PlayedTurn: TypeAlias = app_commands.Transform[int, Completed(complete_turn, most=100_000)]
Side: TypeAlias = app_commands.Transform[int, Completed(complete_side, most=9)]


def _turns(interaction: Interaction, story: ReplayedGame) -> Sequence[tuple[int, str]]:
    return [
        (
            moment.number,
            plain(
                say("{number}. {turn}", number=moment.number, turn=caption(moment, over=story.open)),
                locale_of(interaction),
                story.names_at(moment),
            ),
        )
        for moment in story.history
    ]
