"""Entries of a season: joining, coming late, leaving, byes, alternates and substitutes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.errors import IllegalMoveError
from engine.game import GameInfo
from engine.text import Member, Quote, Text, listed, say
from hosting.consent.agreements import FormerPlayer, NoSuchSeat, PlaysThere
from hosting.consent.substitutes import Substitutes
from hosting.core import Core
from hosting.errors import HostingError
from hosting.league import fixtures, model
from hosting.league.announcements import refresh_post, report, tell, tell_each
from hosting.league.brackets import fixture_round
from hosting.league.errors import (
    NO_SUCH_ENTRY,
    NOT_IN_LEAGUE,
    PLAYS_IN_DIVISION,
    AlternateAlready,
    JoinedAlready,
    NeedsPartner,
    WithdrewBefore,
    bad_bye,
    league_not_running,
)
from hosting.league.fixtures import plays_in, row_for
from hosting.league.ladder import restart_answer_time
from hosting.league.model import SeasonState, SeasonView, entry_text, fixture_name, parted
from hosting.league.pairing.formats import plan, rounds
from hosting.league.schedule import SeasonTimer, changing, entry_of, pending_of
from hosting.league.start import rated
from hosting.league.terms import LeagueTerms
from hosting.league.validation import check_name
from hosting.match.model import Match, MatchOver, NotSeated, Person
from hosting.match.partners import check_invitation
from hosting.match.service import Matches
from hosting.outages import ServerTime
from hosting.outbox import Posting, TextPost, add_posts_about
from hosting.runtime import Games
from store.league import entries, seasons
from store.league import fixtures as stored_fixtures
from store.league.entries import AT_START, JoinedTwice, Player
from store.league.seasons import Absence, Alternate, AlternateStatus, Entry, Fixture, StoredSeason
from store.tables import people
from store.tables.matches import ReplayError
from store.tables.values import Subject

# Entries that organisers enter or take out; their players get a private message.


_ENTERED = say(
    "An organiser has entered you for {league} in <#{channel}>. If you don't want to play, use `/league leave` there."
)
_REMOVED = say("An organiser has removed you from {league} in <#{channel}>.")


async def enter_entry(
    connection: AsyncConnection, season: StoredSeason, entry: Entry, organiser_id: int, now: datetime
) -> Entry:
    """Enter all players of a new entry without asking them, and tell them."""
    for number, person_id in enumerate(entry.players[1:], start=1):
        await entries.put_player(connection, season, Player(entry.id, number, person_id, True, now))
    await _tell(connection, season, entry.players, _ENTERED, organiser_id, now)
    return replace(entry, agreed=True)


async def removable_entry(connection: AsyncConnection, state: SeasonState, entry_id: int, organiser_id: int) -> Entry:
    """Return the entry that an organiser may take out, in a transaction that holds its season.

    Before the start that is any, as nothing was played. After it, an organiser who plays in its division may only
    remove their own.
    """
    found = next(
        (each for each in state.entries if each.id == entry_id and each.left_at is None and each.current), None
    )
    if found is None:
        raise HostingError(*NO_SUCH_ENTRY)
    if state.season.started_at is None:
        return found
    if state.season.status not in ("running", "paused"):
        raise league_not_running(state.season.status)
    players = await entries.players_of(connection, state.season.id)
    if organiser_id not in found.current and organiser_id in plays_in(players, state.entries, {found.division}):
        raise HostingError(*PLAYS_IN_DIVISION)
    return found


async def tell_removed(
    connection: AsyncConnection, season: StoredSeason, entry: Entry, organiser_id: int, now: datetime
) -> None:
    await _tell(connection, season, entry.current, _REMOVED, organiser_id, now)


async def _tell(
    connection: AsyncConnection,
    season: StoredSeason,
    people: Iterable[int],
    text: Text,
    organiser_id: int,
    now: datetime,
) -> None:
    """Send people a private message, but not to the organiser who acts on themselves."""
    league = await seasons.league(connection, season.league_id)
    if league is not None:
        content = TextPost(text.using(league=Quote(league.name), channel=league.channel_id), unbegun=season.guild_id)
        posts = [Posting("private", each, content) for each in people if each != organiser_id]
        await add_posts_about(connection, Subject("league", season.id), posts, now, guild_id=season.guild_id)


# Late entries: where they find a place, and from which round on.
#
# A team becomes an entry once both partners have agreed; until then it is in `SeasonState.pending`.


_LEAGUE_NOT_OPEN = say("Nobody can join this season right now: wait for the next one."), "league-not-open"


async def check_late(connection: AsyncConnection, state: SeasonState, people: Collection[int]) -> tuple[int, int]:
    """Return the division and the first round of late players.

    On a ladder they begin at the bottom. In a Swiss they are paired from the next round on. In a round robin they take
    the number that is free in a division of an odd size, the lowest one first. A round robin at tables of more than two
    has no place for them; and players who withdrew from the season cannot come back.
    """
    terms = state.terms
    if state.season.status != "running" or terms.late_rounds == 0:
        raise HostingError(*_LEAGUE_NOT_OPEN)
    if terms.kind == "ladder":
        return 1, 2
    if terms.kind not in ("swiss", "round-robin") or not state.rounds:
        raise HostingError(*_LEAGUE_NOT_OPEN)
    if {each.person_id for each in await entries.players_of(connection, state.season.id)} & {*people}:
        raise WithdrewBefore
    return _in_swiss(state) if terms.kind == "swiss" else _in_round_robin(state)


async def agree_late(
    connection: AsyncConnection, state: SeasonState, pending: Entry, info: GameInfo, now: datetime
) -> Entry:
    """Enter a late team as its partner agrees, in a transaction that holds the season.

    It comes last, at this moment, so it gets a number of its own.
    """
    await entries.remove(connection, pending.id)
    entry = await place_late(connection, state, replace(pending, id=0, joined_at=now, rev=0), info)
    entry = await entries.add(connection, state.season, entry, agreed=True)
    await seat_late(connection, state, entry, info, now)
    return entry


async def place_late(connection: AsyncConnection, state: SeasonState, entry: Entry, info: GameInfo) -> Entry:
    """Return a late entry with its division, first round and rating. Raises as `check` does."""
    division, from_round = await check_late(connection, state, entry.players)
    (entry,) = await rated(connection, state.season, state.terms, info, [entry])
    return replace(entry, division=division, from_round=from_round)


async def drop_late(connection: AsyncConnection, season: StoredSeason) -> None:
    for each in parted(season, await entries.of_season(connection, season.id))[1]:
        await entries.remove(connection, each.id)


async def seat_late(
    connection: AsyncConnection, state: SeasonState, entry: Entry, info: GameInfo, now: datetime
) -> None:
    """Write the fixtures of a late entry of a round robin; in other formats its rounds bring them."""
    if state.terms.kind == "round-robin":
        seated = replace(state, entries=(*state.entries, entry))
        await stored_fixtures.add(
            connection, state.season, [row_for(each, now) for each in plan(seated.paired(state.round, info))]
        )


def _in_swiss(state: SeasonState) -> tuple[int, int]:
    next_one = max(each.round for each in state.fixtures) + 1
    begun = sum(each.from_round == 1 for each in state.entries)
    if next_one > min(state.terms.late_rounds, rounds(state.terms, begun)):
        raise HostingError(*_LEAGUE_NOT_OPEN)
    return 1, next_one


def _in_round_robin(state: SeasonState) -> tuple[int, int]:
    present = min((each.round for each in state.fixtures if each.open), default=None)
    free = [
        number
        for number in {each.division for each in state.entries}
        if (members := [each.from_round for each in state.entries if each.division == number])
        and len(members) % 2
        and max(members) == 1
    ]
    if state.terms.sides > 2 or present is None or present > state.terms.late_rounds or not free:
        raise HostingError(*_LEAGUE_NOT_OPEN)
    return max(free), max(2, present)


@dataclass(frozen=True, slots=True)
class Joining:
    """A request to take part; `entered_by` is the organiser who enters them, None if they join."""

    person_id: int
    partner_id: int | None = None
    name: str = ""
    entered_by: int | None = None


async def join(connection: AsyncConnection, state: SeasonState, wanted: Joining, games: Games, now: datetime) -> Entry:
    """Write a new entry, in a transaction that holds the season; raises as `Leagues.join` says.

    Of a late team that waits for its partner, the pending entry is returned.
    """
    season, is_late, info = state.season, state.season.status == "running", games(state.terms.game).info
    if season.status == "paused":
        raise HostingError(
            say("This season is paused, so nobody can join: try again when it resumes."), code="league-paused"
        )
    if season.status not in ("open", "running"):
        raise HostingError(*_LEAGUE_NOT_OPEN)
    people = _people(state.terms, wanted)
    pending, mine = pending_of(state, wanted.person_id), entry_of(state, wanted.person_id)
    if pending is not None and wanted.partner_id == pending.players[0]:
        _check_room(state)
        return await agree_late(connection, state, pending, info, now)
    if mine is not None and wanted.partner_id == mine.players[0] and not mine.agreed:
        _check_room(state)
        await entries.put_player(connection, season, Player(mine.id, 1, wanted.person_id, True, now))
        return replace(mine, agreed=True)
    if mine is not None or pending is not None:
        raise JoinedAlready
    entry = Entry(id=0, division=1, players=people, joined_at=now, name=_checked(state, wanted))
    applicant = wanted.entered_by or wanted.person_id
    others = [each for each in people if each != applicant]
    await check_invitation(connection, games, applicant, others, now, words=bool(entry.name))
    if is_late:
        entry = await place_late(connection, state, entry, info)
    try:
        entry = await entries.add(connection, season, entry)
        if wanted.entered_by is not None:
            entry = await enter_entry(connection, season, entry, wanted.entered_by, now)
    except JoinedTwice as error:
        raise JoinedAlready from error
    if is_late and entry.agreed:
        await seat_late(connection, state, entry, info, now)
    return entry


def _people(terms: LeagueTerms, wanted: Joining) -> tuple[int, ...]:
    """Return the players of an entry, the captain first.

    Raises NeedsPartner, HostingError (`no-partners`, `own-partner`).
    """
    if not terms.teams:
        if wanted.partner_id is not None:
            raise HostingError(say("This league isn't for teams: join without a partner."), code="no-partners")
        return (wanted.person_id,)
    if wanted.partner_id is None:
        raise NeedsPartner
    if wanted.partner_id == wanted.person_id:
        raise HostingError(say("A team has two players: name another player as your partner."), code="own-partner")
    return wanted.person_id, wanted.partner_id


def _checked(state: SeasonState, wanted: Joining) -> str:
    """Return the name of a new entry that has a place.

    Raises HostingError (`partner-elsewhere`, `league-full`), as names do.
    """
    entries_now = (*state.entries, *state.pending)
    if wanted.partner_id is not None and any(wanted.partner_id in each.current for each in entries_now):
        raise HostingError(
            say("That player is already in this season: choose another partner."), code="partner-elsewhere"
        )
    _check_room(state)
    named = check_name(wanted.name) if wanted.name.strip() else ""
    if named and any(seasons.key_of(each.name) == seasons.key_of(named) for each in entries_now):
        raise HostingError(
            say("A team in this season already has that name: choose another one."), code="team-name-taken"
        )
    return named


def _check_room(state: SeasonState) -> None:
    if state.full:
        raise HostingError(
            say("This season is full: wait for an entry to leave, or for the next season."), code="league-full"
        )


# Entries that leave a season: an alternate is asked to play on for them, or what is left of them is lost or struck.


_PARTNER_LEFT = say(
    "{league}: your partner has left your team. I'm asking the next alternate to play with you; until one "
    "does, your team won't start any new matches. If you want to leave too, use `/league leave`."
)
_STRUCK = say(
    "**{league}**: {entry} left before half of its matches were over, so none of them counts for anyone: {fixtures}."
)


_STRUCK_ENTRY = "struck:"
"""Begin of the key in `league_jobs` of an entry whose fixtures are struck; its number follows."""
_TEAM_LEFT = say(
    "{league}: your partner has left the season, and there's no alternate to play with you, so your team is "
    "out and has resigned its running matches."
)


async def withdraw(
    connection: AsyncConnection, state: SeasonState, mine: Entry, now: datetime, person_id: int | None = None
) -> Entry:
    """Withdraw the players of an entry, in a transaction that holds the season.

    While alternates wait, the entry stays until all of them were asked; nothing new begins for it meanwhile. One player
    of a team (`person_id`) may then leave alone, and the partner, who stays, is told.
    """
    waiting = await entries.alternates_of(connection, state.season.id)
    staying = tuple(each for each in mine.current if person_id not in (None, each))
    if all(each.over_at is not None for each in waiting):
        await tell_each(connection, state.season, dict.fromkeys(staying, _TEAM_LEFT), now)
        return await leave(connection, state, mine, now)
    await entries.leave(connection, state.season, mine.id, now, person_id)
    for each in state.fixtures:
        if mine.id in each.entries and each.ordered and each.status == "planned":
            await stored_fixtures.save(connection, state.season, each, replace(each, ordered=False))
    await tell_each(connection, state.season, dict.fromkeys(staying, _PARTNER_LEFT), now)
    return replace(mine, current=staying)


async def leave(connection: AsyncConnection, state: SeasonState, mine: Entry, now: datetime) -> Entry:
    """Write that an entry leaves for good; its fixtures that have not begun are settled by the director."""
    left = await entries.save(connection, state.season, replace(mine, left_at=now))
    await refresh_post(connection, state.season, now)
    await report(connection, state.season, "left", now, mine.id)
    await entries.leave(connection, state.season, mine.id, now)
    own = [each for each in state.fixtures if mine.id in each.entries and each.status != "struck"]
    over = sum(each.status == "over" for each in own)
    if state.terms.kind == "round-robin" and state.terms.sides == 2 and 2 * over < len(own):
        await seasons.note_done(connection, state.season, _struck(mine.id), now)
        if gone := [each for each in own if each.status == "over" and not each.is_bye]:
            league = await seasons.league(connection, state.season.league_id)
            text = _STRUCK.using(
                league=Quote("" if league is None else league.name),
                entry=entry_text(mine),
                fixtures=listed(
                    [fixture_name(each, state.entries, fixture_round(state, each)) for each in gone], "comma"
                ),
            )
            await tell(connection, state.season, text, now)
        for each in own:
            if each.status != "running":
                await stored_fixtures.save(
                    connection, state.season, each, fixtures.struck_fixture(each, "withdrawal", now)
                )
    return replace(left, current=())


async def are_struck(connection: AsyncConnection, season: StoredSeason, fixture: Fixture) -> bool:
    """Return whether one of a fixture's entries withdrew so early that none of its fixtures counts."""
    return await seasons.was_done(connection, season, map(_struck, fixture.entries))


async def struck_entries(connection: AsyncConnection, season: StoredSeason) -> frozenset[int]:
    found = await seasons.done(connection, season.id, _STRUCK_ENTRY)
    return frozenset(int(key.removeprefix(_STRUCK_ENTRY)) for key in found)


def _struck(entry_id: int) -> str:
    return f"{_STRUCK_ENTRY}{entry_id}"


# Rounds of a Swiss that an entry sits out, as it asked before they were paired.


@dataclass(eq=False, slots=True)
class Byes:
    """Lets entries sit rounds out."""

    core: Core
    timer: SeasonTimer

    async def ask(
        self, season_id: int, person_id: int, round_: int, *, half: bool, organiser: bool = False
    ) -> Absence | None:
        """Give a player's entry a bye in a round, for half a point or for nothing.

        Both of a team ask, for the same; the partner is told once what the first one wants. The latest request holds.
        Returns what holds now; None while the partner has to ask, too. With `organiser`, an organiser asks and nobody
        else has to.

        Raises:
            NoSuchLeague, HostingError (`not-in-league`, `league-not-running`): As it says.
            HostingError (`bad-bye`): Not in this format, not in this round any more, or no more for half a point.
        """
        now = self.core.clock.now()
        async with changing(self.core.db, self.timer, season_id) as (connection, state):
            mine = _mine(state, person_id, round_)
            if round_ > _last_round(state):
                raise bad_bye("round")
            others = [each for each in state.absences if each.entry == mine.id and each.round != round_]
            if half and sum(each.kind == "half_bye" for each in others) >= state.terms.half_byes:
                raise bad_bye("half")
            asked = Absence(mine.id, round_, "half_bye" if half else "zero_bye", now)
            if asked in [replace(each, asked_at=now) for each in state.absences]:
                return asked
            partners = () if organiser else tuple(each for each in mine.current if each != person_id)
            if await self._agreed(connection, state, asked, person_id, partners):
                await entries.ask(connection, state.season, asked)
                return asked
            return None

    async def _agreed(
        self, connection: AsyncConnection, state: SeasonState, asked: Absence, person_id: int, partners: Collection[int]
    ) -> bool:
        """Return whether all players of an entry want a bye; note that one does, and tell the others once."""
        wish = f"{_wish(asked.entry, asked.round)}{asked.kind}:"
        if await seasons.was_done(connection, state.season, [f"{wish}{each}" for each in partners]) or not partners:
            return True
        await seasons.note_since(connection, state.season, f"{wish}{person_id}", asked.asked_at)
        key = f"sit-out-told:{asked.entry}:{asked.round}:{person_id}"
        if await seasons.note_done(connection, state.season, key, asked.asked_at):
            if asked.kind == "half_bye":
                text = _HALF.using(round=asked.round)
            else:
                text = _NOTHING.using(round=asked.round, choice=say("zero-point bye"))
            await tell_each(connection, state.season, dict.fromkeys(partners, text), asked.asked_at)
        return False

    async def take_back(self, season_id: int, person_id: int, round_: int) -> None:
        """Cancel the bye of a player's entry, or their request; either of a team may.

        Raises NoSuchLeague, HostingError (`not-in-league`, `league-not-running`); HostingError (`bad-bye`): not in this
        format, not in this round any more, or it didn't ask.
        """
        async with changing(self.core.db, self.timer, season_id) as (connection, state):
            mine = _mine(state, person_id, round_)
            wished = await seasons.forget_done(connection, state.season, _wish(mine.id, round_))
            if not await entries.ask_no_more(connection, mine.id, round_) and not wished:
                raise bad_bye("none")


def byes_ahead(view: SeasonView, entry_id: int) -> list[tuple[Absence, bool]]:
    """Return an entry's byes in rounds not paired yet, in order, each with whether it holds.

    A bye that the partner has to ask for, too, doesn't hold so far; partners may have asked for different things.
    """
    if view.season.status not in _GOES_ON:
        return []
    paired = max((each.round for each in view.fixtures), default=0)
    agreed = [(each, True) for each in view.absences if each.entry == entry_id]
    settled = {each.round for each, _ in agreed}
    wished: dict[tuple[int, str], tuple[Absence, bool]] = {}
    for key, when in view.done.items():
        found = _WISH.fullmatch(key)
        if found is not None and int(found["entry"]) == entry_id and int(found["round"]) not in settled:
            kind: Literal["half_bye", "zero_bye"] = "half_bye" if found["kind"] == "half_bye" else "zero_bye"
            asked = Absence(entry_id, int(found["round"]), kind, when)
            wished[asked.round, kind] = (asked, False)
    return sorted((each for each in (*agreed, *wished.values()) if each[0].round > paired), key=lambda it: it[0].round)


_HALF = say(
    "{league}: your partner wants your team to sit out round {round} for half a point. It will once you ask "
    "for it too: `/league bye round:{round}`."
)
_NOTHING = say(
    "{league}: your partner wants your team to sit out round {round} for no points. It will once you ask for "
    "it too: `/league bye round:{round} kind:{choice}`."
)


_GOES_ON = ("open", "running", "paused")
_WISH = re.compile(r"sit-out:(?P<entry>\d+):(?P<round>\d+):(?P<kind>\w+):\d+")
"""Keys of notes that a player of a team wants a bye."""


def _wish(entry_id: int, round_: int) -> str:
    return f"sit-out:{entry_id}:{round_}:"


def _mine(state: SeasonState, person_id: int, round_: int) -> Entry:
    """Return the entry of a player that may still have a bye.

    Raises HostingError (`not-in-league`, `league-not-running`, `bad-bye`).
    """
    mine = entry_of(state, person_id)
    if mine is None:
        raise HostingError(*NOT_IN_LEAGUE)
    if state.terms.kind != "swiss":
        raise bad_bye("format")
    paired = max((each.round for each in state.fixtures), default=0)
    if state.season.status not in _GOES_ON:
        raise league_not_running(state.season.status)
    if round_ <= paired:
        raise bad_bye("paired")
    return mine


def _last_round(state: SeasonState) -> int:
    """Return the last round of a Swiss; before the start the last one that it can have."""
    begun = sum(each.from_round == 1 for each in state.entries)
    return rounds(state.terms, state.terms.most if state.season.started_at is None else begun)


# Alternates: asked one by one, in the order of joining, whether they play on for an entry whose player left.
#
# Each has a day. An alternate who declines, or doesn't answer, leaves the queue and may join its end again. Points
# belong to the entry, so what was played before still counts. If one partner of a team leaves, an alternate joins the
# other; if both leave, two alternates take their places.


ANSWER = timedelta(hours=24)
"""How long an alternate has to answer."""
_NEW_PARTNER = say("{league}: {player} now plays for your team, replacing the partner who left.")
_TOO_FEW_ALTERNATES = say(
    "{league}: there are too few alternates for your team, so it has withdrawn and resigned its matches."
)
_WAIT_ON = say("{league}: the team you were asked to join has withdrawn. You're still an alternate.")


_NOT_ASKED_TO_PLAY = (
    say("You aren't an alternate for this season, or nobody has asked you to take over."),
    "not-asked-to-play",
)


@dataclass(eq=False, slots=True)
class Alternates:
    """The alternates of every season."""

    core: Core
    timer: SeasonTimer

    async def join(self, season_id: int, person_id: int) -> None:
        """Put a person on the list of alternates.

        Raises:
            NoSuchLeague: There is none.
            HostingError (`league-not-running`): It's over, or not published yet.
            JoinedAlready, AlternateAlready: They take part, or wait already.
            WithdrewBefore: They left this season.
        """
        now = self.core.clock.now()
        async with changing(self.core.db, self.timer, season_id) as (connection, state):
            if state.season.status not in ("open", "running", "paused"):
                raise league_not_running(state.season.status)
            if (entry_of(state, person_id) or pending_of(state, person_id)) is not None:
                raise JoinedAlready
            if any(each.person_id == person_id for each in await entries.players_of(connection, season_id)):
                raise WithdrewBefore
            alternates = await entries.alternates_of(connection, season_id)
            if any(each.person_id == person_id and each.over_at is None for each in alternates):
                raise AlternateAlready
            await self.timer.now(connection, state.season)
            await entries.add_alternate(connection, state.season, Alternate(0, person_id, "waiting", now))

    async def leave(self, season_id: int, person_id: int) -> Alternate:
        """Take a person off the list, or decline a place for them.

        Raises NoSuchLeague, HostingError (`not-asked-to-play`).
        """
        async with changing(self.core.db, self.timer, season_id) as (connection, state):
            mine = await _waiting(connection, season_id, person_id)
            await self.timer.now(connection, state.season)
            status: AlternateStatus = "declined" if mine.status == "asked" else "left"
            return await entries.save_alternate(connection, state.season, _over(mine, status, self.core.clock.now()))

    async def take(self, season_id: int, person_id: int) -> Alternate:
        """Give a person who was asked the place in the entry, also in its running matches.

        Raises:
            NoSuchLeague: There is none.
            HostingError (`not-asked-to-play`): Nobody asked them, or another one was asked meanwhile.
            JoinedAlready: They play for another entry now.
        """
        now = self.core.clock.now()
        async with changing(self.core.db, self.timer, season_id) as (connection, state):
            mine = await _waiting(connection, season_id, person_id)
            if mine.status != "asked" or mine.entry is None or state.season.status not in ("running", "paused"):
                raise HostingError(*_NOT_ASKED_TO_PLAY)
            if (entry_of(state, person_id) or pending_of(state, person_id)) is not None:
                raise JoinedAlready
            played = [
                each.number for each in await entries.players_of(connection, season_id) if each.entry == mine.entry
            ]
            number = max(AT_START, max(played) + 1)
            await entries.put_player(connection, state.season, Player(mine.entry, number, person_id, True, now))
            with_them = next(each.current for each in state.entries if each.id == mine.entry)
            text = _NEW_PARTNER.using(player=Member(person_id))
            await tell_each(connection, state.season, dict.fromkeys(with_them, text), now)
            await restart_answer_time(connection, state.season, mine.entry, now)
            await self.timer.now(connection, state.season)
            await report(connection, state.season, "taken", now, mine.entry)
            return await entries.save_alternate(connection, state.season, _over(mine, "took", now))

    async def of_season(self, season_id: int) -> list[Alternate]:
        async with self.core.db.read() as connection:
            alternates = await entries.alternates_of(connection, season_id)
        return [each for each in alternates if each.over_at is None]

    async def forget(self, person_id: int) -> None:
        """Take a person off all lists, as their account is deleted."""
        async with self.core.db.read() as connection:
            season_ids = await entries.alternate_of(connection, person_id)
        for season_id in season_ids:
            await self.leave(season_id, person_id)


async def attend(connection: AsyncConnection, outages: ServerTime, state: SeasonState, now: datetime) -> bool:
    """Do one thing that is due for entries whose players left, in a transaction that holds the season.

    Returns whether there was one. Time that the bot was away doesn't shorten an alternate's day to answer.
    """
    alternates = await entries.alternates_of(connection, state.season.id)
    if not alternates:
        return False
    players = await entries.players_of(connection, state.season.id)
    playing = {each.person_id for each in players if each.agreed and each.until is None}
    for each in alternates:
        if each.over_at is None and each.person_id in playing:  # they came to play for another entry
            await entries.save_alternate(connection, state.season, _over(each, "left", now))
            return True
        if each.status == "asked" and _is_late(each, outages, now):
            await entries.save_alternate(connection, state.season, _over(each, "declined", now))
            return True
    asked = Counter(each.entry for each in alternates if each.status == "asked")
    for entry, places in (await entries.vacancies(connection, state.season.id, state.terms.players)).items():
        if asked[entry] < places:
            left = [each for each in players if each.entry == entry and each.until is not None]
            await _go_on(connection, state, entry, alternates, now, left)
            return True
    return False


async def dismiss(connection: AsyncConnection, season: StoredSeason, now: datetime) -> None:
    for each in await entries.alternates_of(connection, season.id):
        if each.over_at is None:
            await entries.save_alternate(connection, season, _over(each, "left", now))
    for entry in await entries.load(connection, list(await entries.vacancies(connection, season.id, 1))):
        await entries.save(connection, season, replace(entry, left_at=now))


async def _go_on(
    connection: AsyncConnection,
    state: SeasonState,
    entry_id: int,
    alternates: list[Alternate],
    now: datetime,
    left: Sequence[Player],
) -> None:
    """Ask the next alternate about an entry that players have `left`; if there is none, it leaves for good."""
    waiting = [each for each in alternates if each.status == "waiting"]
    if not waiting:
        whole = await model.load(connection, state.season.id)
        if whole is not None:
            mine = next(each for each in whole.entries if each.id == entry_id)
            await leave(connection, whole, mine, now)
            await tell_each(connection, state.season, dict.fromkeys(mine.current, _TOO_FEW_ALTERNATES), now)
            await _ask_no_more(connection, state.season, entry_id, alternates, now)
        return
    league = await seasons.league(connection, state.season.league_id)
    first = waiting[0]
    if league is None or not await seasons.note_done(connection, state.season, f"alternate:{first.id}:{entry_id}", now):
        return
    due = now + ANSWER
    asked = replace(first, status="asked", entry=entry_id, asked_at=now, due_at=due)
    await entries.save_alternate(connection, state.season, asked)
    name, stamp = Quote(league.name), int(due.timestamp())
    gone = (
        Member(max(left, key=lambda each: (each.until or each.since, each.number)).person_id)
        if left
        else say("a player")
    )
    text = say(
        "**{league}**: {player} left, and the next alternate has until <t:{at}:f> to take over the place.",
        league=name,
        player=gone,
        at=stamp,
    )
    own = say(
        "**{league}**: {player} left, and you're the next alternate. To take over the place, use `/league "
        "join` by <t:{at}:f>; after that I'll ask the next one.",
        league=name,
        player=gone,
        at=stamp,
    )
    await tell(connection, state.season, text, now, {first.person_id: own})


async def _ask_no_more(
    connection: AsyncConnection, season: StoredSeason, entry_id: int, alternates: list[Alternate], now: datetime
) -> None:
    """Put alternates who were asked about an entry back on the list, as it has left meanwhile."""
    for each in alternates:
        if each.status == "asked" and each.entry == entry_id:
            again = replace(each, status="waiting", entry=None, asked_at=None, due_at=None)
            await entries.save_alternate(connection, season, again)
            await tell_each(connection, season, {each.person_id: _WAIT_ON}, now)


async def _waiting(connection: AsyncConnection, season_id: int, person_id: int) -> Alternate:
    alternates = await entries.alternates_of(connection, season_id)
    found = next((each for each in alternates if each.person_id == person_id and each.over_at is None), None)
    if found is None:
        raise HostingError(*_NOT_ASKED_TO_PLAY)
    return found


def _over(alternate: Alternate, status: AlternateStatus, now: datetime) -> Alternate:
    return replace(alternate, status=status, over_at=now)


def _is_late(alternate: Alternate, outages: ServerTime, now: datetime) -> bool:
    if alternate.due_at is None or alternate.asked_at is None:
        return False
    return alternate.due_at + outages.between(alternate.asked_at, now) <= now


# Matches of entries whose players changed: an alternate takes the seat, and who left for good resigns.


@dataclass(eq=False, slots=True)
class Handover:
    """Gives the seats of running matches to the entries' present players."""

    core: Core
    matches: Matches
    substitutes: Substitutes

    async def hand_over(self, state: SeasonState) -> None:
        """Hand over or resign the seats of players who left, in the running matches of a season.

        `state` has at least the fixtures that aren't over and their entries.
        """
        changed = {each.id for each in state.entries if each.id in state.gone or each.current not in ((), each.players)}
        found = [each for each in state.fixtures if each.status == "running" and changed & {*each.entries}]
        if not found:
            return
        async with self.core.db.read() as connection:
            players = await entries.players_of(connection, state.season.id)
            now = [each.person_id for each in players if each.until is None]
            names = await people.names(connection, state.season.guild_id, now)
        current = {each.id: None if each.id in state.gone else each.current for each in state.entries}
        former = {each.person_id: each.entry for each in players if each.until is not None and each.entry in changed}
        for fixture in found:
            await self._hand_over_match(fixture, former, current, names)

    async def _hand_over_match(
        self,
        fixture: Fixture,
        former: Mapping[int, int],
        current: Mapping[int, tuple[int, ...] | None],
        names: Mapping[int, str],
    ) -> None:
        """Do that in one match.

        `former`: the entry of each person who left one; `current`: the players of each entry now, None for one that
        left.
        """
        if fixture.match_id is None:
            return
        try:
            match = await self.matches.get(fixture.match_id)
        except ReplayError:
            return  # it is stalled, and decided as such
        seated = {each.person_id for each in match.seats}
        for seat in match.seats:
            entry = former.get(seat.person_id)
            if entry is None or entry not in fixture.entries:
                continue
            people = current[entry]
            new = next((each for each in people or () if each not in seated), None)
            if new is None and people is not None:
                continue  # of a team one is there, and an alternate may come for the other
            if new is None or not await self._replace(match, seat.seat, Person(new, names.get(new, ""))):
                await self._resign(match, seat.person_id)
            else:
                seated.add(new)

    async def _replace(self, match: Match, seat: int, person: Person) -> bool:
        """Put an alternate on a seat; return whether they could sit there, or the match is over anyway."""
        try:
            await self.substitutes.hand_on(match.id, seat, person)
        except (FormerPlayer, PlaysThere, NoSuchSeat):
            return False
        except MatchOver:
            return True
        return True

    async def _resign(self, match: Match, person_id: int) -> None:
        with suppress(MatchOver, NotSeated, IllegalMoveError):
            await self.matches.forfeit(match.id, person_id)
