"""`/league-manage`: organisers' commands for a league, and their rulings with reasons."""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Mapping
from typing import Literal, TypeAlias, assert_never

import discord
from discord import app_commands

from cogs.core.access import entered, guild_of
from cogs.core.bot import ArenaGroup, Interaction
from cogs.core.errors import Refusal, tell
from cogs.core.messages import Choices, Completed, offered, reply
from cogs.core.text import locale_of, mark, plain, shown
from cogs.league import draft, entering
from cogs.league.control import LeagueControl, custom_id
from cogs.league.entering import BYE
from cogs.league.finding import (
    LEAGUE,
    SEASON,
    AnyLeague,
    LeagueNumber,
    SeasonNumber,
    entry_texts,
    league_of,
    league_text,
    people_of,
    require_organiser,
    season_for,
    season_here,
    season_shown,
    typed_league,
)
from cogs.league.lists import fixture_text
from cogs.league.posts import Choosable, move
from cogs.league.terms_form import read_date, read_points
from cogs.league.wording import closing_lines
from cogs.ui import layout
from cogs.ui.layout import questions_of
from engine import registry
from engine.errors import ArenaError
from engine.game import Json
from engine.text import Quote, Text, members_in, say, without_nul
from hosting.clock import local_time
from hosting.errors import HostingError
from hosting.league.brackets import fixture_round, is_knockout
from hosting.league.errors import (
    CHANGED_MEANWHILE,
    NO_SUCH_FIXTURE,
    SEASON_CLOSED,
    league_not_running,
)
from hosting.league.fixtures import NewRuling
from hosting.league.model import SeasonView, entry_text, fixture_name
from hosting.league.validation import LONGEST_NAME
from store.league.seasons import Decision, DecisionKind, Fixture

# What organisers decide about fixtures and entries: with a reason, announced, and never about their own division.


Taken: TypeAlias = Literal["give points", "forfeit", "play again", "strike"]
"""The decisions about a fixture."""
What: TypeAlias = Literal[Taken, "undo"]
"""What is decided: points for each, that some lose as if they had not come, a new match, that it counts for nothing,
that a decision is taken back, the latest one if none is named."""
Reason: TypeAlias = Literal["no-show", "unfair play", "technical trouble", "by request", "a mistake", "other"]
"""What organisers pick, or say in words of their own beside it."""

# Literals are not extracted for translation.
mark("give points")
mark("forfeit")
mark("play again")
mark("strike")
mark("undo")
mark("no-show")
mark("unfair play")
mark("technical trouble")
mark("by request")
mark("a mistake")
mark("other")

FIXTURES_SEARCHED = 500
"""How many fixtures completion searches, those of the latest rounds; others are found by their number."""

REASONS: dict[Reason, Text] = {
    "no-show": say("A player didn't show up."),
    "unfair play": say("Someone broke the rules or didn't play fair."),
    "technical trouble": say("Technical trouble got in the way."),
    "by request": say("The players asked for it."),
    "a mistake": say("There was a mistake."),
    "other": say("The organisers have their reasons."),
}


_KINDS: Mapping[DecisionKind, Text] = {
    "points": say("points given", context="kind of a decision"),
    "forfeit": say("forfeit", context="kind of a decision"),
    "replay": say("replayed", context="kind of a decision"),
    "strike": say("struck", context="kind of a decision"),
    "postpone": say("postponed", context="kind of a decision"),
    "move": say("moved to another division", context="kind of a decision"),
    "undo": say("undone", context="kind of a decision"),
}


async def _completing(interaction: Interaction) -> SeasonView | None:
    try:
        _, season = await league_of(interaction, typed_league(interaction))
    except ArenaError:
        return None
    return await interaction.client.arena.leagues.view(season.id)


async def complete_fixture(interaction: Interaction, current: str) -> Choices[int]:
    """Offer fixtures by players and by number, those of the latest rounds first."""
    view = await _completing(interaction)
    if view is None:
        return []
    names = entry_texts(view)
    people = await interaction.client.arena.people.names(view.league.guild_id, people_of(view.entries))
    found = sorted(view.fixtures, key=lambda each: (-each.round, each.division, each.board, each.id))
    wanted = [each for each in found if str(each.id).startswith(current.strip())] if current.strip().isdecimal() else []
    found = [*wanted, *found[:FIXTURES_SEARCHED]]
    choices = [
        (
            say(
                "{number} · {round} · {fixture}",
                number=each.id,
                round=fixture_round(view, each),
                fixture=fixture_text(each, names, {}, troubled=False),
            ),
            each.id,
        )
        for each in found
    ]
    locale = locale_of(interaction)
    return offered(((plain(text, locale, members=people), number) for text, number in choices), current)


async def complete_side(interaction: Interaction, current: str) -> Choices[int]:
    """Offer the entries of the fixture in the options so far, or all of them."""
    view = await _completing(interaction)
    if view is None:
        return []
    typed = interaction.namespace.fixture
    fixture = next((each for each in view.fixtures if each.id == typed), None)
    entries = [each for each in view.entries if fixture is None or each.id in fixture.entries]
    people = await interaction.client.arena.people.names(view.league.guild_id, people_of(entries))
    return offered(
        [(plain(entry_text(each), locale_of(interaction), members=people), each.id) for each in entries], current
    )


async def complete_decision(interaction: Interaction, current: str) -> Choices[int]:
    """Offer the decisions that can be taken back, the latest first."""
    view = await _completing(interaction)
    if view is None:
        return []
    arena, locale = interaction.client.arena, locale_of(interaction)
    people = await arena.people.names(view.league.guild_id, people_of(view.entries))
    found = reversed(await arena.rulings.in_force(view.season.id))
    return offered([(plain(_decision_text(view, each), locale, members=people), each.id) for each in found], current)


def _decision_text(view: SeasonView, made: Decision) -> Text:
    fixture = next((each for each in view.fixtures if each.id == made.fixture), None)
    if fixture is None:
        moved = next((each for each in view.entries if each.id == made.detail.get("entry")), None)
        return say("{number}: {what}, {about}", number=made.id, what=_KINDS[made.kind], about=entry_text(moved))
    about = fixture_name(fixture, view.entries, fixture_round(view, fixture))
    return say("{number}: {what}, {about}", number=made.id, what=_KINDS[made.kind], about=about)


def reason_of(view: SeasonView, reason: Reason, words: str | None) -> Text:
    """Return an organiser's reason, in their own words if no teams of the league are silent (R29).

    Raises:
        Refusal: Words were given for a league of silent teams.
    """
    if words is None:
        return REASONS[reason]
    mode = registry.get(view.terms.game).info.mode(view.terms.mode)
    if mode is None or mode.silent:
        raise Refusal(
            say(
                "In a silent league, organisers can't write to players in their own words (R29): choose one of "
                "the reasons and leave out `words`."
            ),
            code="silent-words",
        )
    return say("{words}", words=Quote(without_nul(words)))


async def decide(
    interaction: Interaction,
    number: int | None,
    *,
    what: What,
    fixture: int | None,
    entry: int | None,
    points: str | None,
    reason: Reason,
    words: str | None,
    undone: int | None,
) -> None:
    """Decide about a fixture, after asking once more if that changes a tie.

    Raises NoSuchLeague, Refusal, and the errors of `hosting.league.rulings`.
    """
    await require_organiser(interaction)
    view = await season_for(interaction, number)
    decisions, why = interaction.client.arena.rulings, reason_of(view, reason, words)
    person_id, season = await entered(interaction), view.season.id
    if what == "undo":
        # By its number, which the organiser has seen: if another one takes it back first, no earlier one goes with it.
        holding = await decisions.in_force(season)
        undone = undone or next((each.id for each in reversed(holding)), None)
        deed, seen = NewRuling("undo", undoes=undone), None
        about = next((_decision_text(view, each) for each in holding if each.id == undone), say("a decision"))
        question = say("Undo this decision? {about}. {reason}", about=about, reason=why)
    else:
        found = _found(view, fixture)
        deed, seen = _wanted(found, what, entry, points), found.rev
        about = fixture_name(found, view.entries, fixture_round(view, found))
        question = say("Make this decision? {about}: {what}. {reason}", about=about, what=_KINDS[deed.kind], reason=why)

    async def done() -> Text:
        made = await (
            decisions.undo(season, person_id, deed.undoes, why)
            if deed.kind == "undo"
            else decisions.take(season, person_id, deed, why, seen)
        )
        return _made_text(view, made)

    follows = await decisions.foresee(season, person_id, deed, seen=seen)
    if follows is None:
        await _tell(interaction, view, await done())
        return

    async def carry_out() -> Text:
        if await decisions.foresee(season, person_id, deed, seen=seen) != follows:
            raise HostingError(*CHANGED_MEANWHILE)
        return await done()

    text = say("{question}\n{follows}", question=question, follows=follows)
    names = await interaction.client.arena.people.names(view.league.guild_id, people_of(view.entries))
    label = say("Undo", context="button") if what == "undo" else say("Decide", context="button")
    await questions_of(interaction.client).ask(interaction, text, label, carry_out, require_organiser, members=names)


def _found(view: SeasonView, number: int | None) -> Fixture:
    """Return a fixture by its number.

    Raises Refusal if none is named, HostingError (`no-such-fixture`) if there is none.
    """
    if number is None:
        raise Refusal(say("Pick the fixture from the list of `fixture:`."), code="which-fixture")
    found = next((each for each in view.fixtures if each.id == number), None)
    if found is None:
        raise HostingError(*NO_SUCH_FIXTURE)
    return found


def _wanted(found: Fixture, what: Taken, entry: int | None, points: str | None) -> NewRuling:
    """Return the ruling about a fixture. Raises Refusal if one of its options is missing."""
    match what:
        case "give points":
            given = read_points(points or "")
            if given is None or len(given) != len(found.entries):
                raise Refusal(
                    say(
                        "Give each side's points with `points:`, in the order the fixture lists them, like 1,0 "
                        "or 0.5,0.5."
                    ),
                    code="which-points",
                )
            got: dict[str, Json] = {str(each): points for each, points in zip(found.entries, given, strict=True)}
            return NewRuling("points", found.id, detail={"points": got})
        case "forfeit":
            if entry is None:
                raise Refusal(say("Pick who loses from the list of `entry:`."), code="which-entry")
            return NewRuling("forfeit", found.id, entry, {"absent": [entry]})
        case "play again":
            return NewRuling("replay", found.id)
        case "strike":
            return NewRuling("strike", found.id)
        case _:
            assert_never(what)


async def postpone(
    interaction: Interaction, number: int | None, fixture: int, day: str, reason: Reason, words: str | None
) -> None:
    await require_organiser(interaction)
    view = await season_for(interaction, number)
    wanted = read_date(day, view.terms.zone, interaction.client.clock.now())
    if wanted is None:
        raise Refusal(say("Give the day, like 2026-08-31."), code="which-day")
    why, person_id = reason_of(view, reason, words), await entered(interaction)
    until = local_time(view.terms.zone, wanted, 0)
    made = await interaction.client.arena.rulings.postpone(view.season.id, person_id, fixture, until, why)
    await _tell_decision(interaction, view, made)


async def move_league(
    interaction: Interaction, number: int | None, entry: int, division: int, reason: Reason, words: str | None
) -> None:
    await require_organiser(interaction)
    view = await season_for(interaction, number)
    why, person_id = reason_of(view, reason, words), await entered(interaction)
    made = await interaction.client.arena.rulings.move(view.season.id, person_id, entry, division, why)
    await _tell_decision(interaction, view, made, entry)


async def _tell_decision(interaction: Interaction, view: SeasonView, made: Decision, moved: int | None = None) -> None:
    await _tell(interaction, view, _made_text(view, made, moved))


async def _tell(interaction: Interaction, view: SeasonView, text: Text) -> None:
    names = await interaction.client.arena.people.names(view.league.guild_id, members_in(text))
    await reply(interaction, shown(text, locale_of(interaction), members=names))


def _made_text(view: SeasonView, made: Decision, moved: int | None = None) -> Text:
    fixture = next((each for each in view.fixtures if each.id == made.fixture), None)
    entry = next((each for each in view.entries if each.id == moved), None)
    if fixture is not None:
        about = say(
            "Decision {number} on {fixture} is recorded. I'm announcing it along with the reason.",
            number=made.id,
            fixture=fixture_name(fixture, view.entries, fixture_round(view, fixture)),
        )
    elif entry is not None:
        about = say(
            "Decision {number} on {entry} is recorded. I'm announcing it along with the reason.",
            number=made.id,
            entry=entry_text(entry),
        )
    else:
        about = say("Decision {number} is recorded. I'm announcing it along with the reason.", number=made.id)
    how = say(
        "To undo the latest decision, use `/league-manage decide what:{choice}`; `decision:` picks an earlier one.",
        choice=say("undo"),
    )
    return say("{about}\n{how}", about=about, how=how)


Words = app_commands.Range[str, 1, 200]
_WORDS = mark("Why, in your own words; not in a league of silent teams")


@app_commands.default_permissions(manage_guild=True)
class LeagueManageCog(ArenaGroup, group_name="league-manage", group_description=mark("For organisers: run leagues")):
    """Organisers' commands."""

    @app_commands.command(description=mark("All terms of a league; you can change them until a player joins"))
    @app_commands.describe(league=LEAGUE, channel=mark("Another channel or forum for its announcements and matches"))
    async def settings(
        self, interaction: Interaction, league: LeagueNumber | None = None, channel: Choosable | None = None
    ) -> None:
        await require_organiser(interaction)
        view = await season_for(interaction, league, following=True)
        if channel is None:
            await draft.show(interaction, view)
        else:
            await move(interaction, view, channel)

    @app_commands.command(
        description=mark("Start a league now with the players who have joined, or open the next season of a closed one")
    )
    @app_commands.describe(league=LEAGUE)
    async def start(self, interaction: Interaction, league: LeagueNumber | None = None) -> None:
        await require_organiser(interaction)
        view = await season_for(interaction, league, following=True)
        if view.season.closed_at is not None or (view.season.status == "draft" and view.season.number > 1):
            await draft.open_next(interaction, view)
        else:
            await entering.start(interaction, view)

    @app_commands.command(description=mark("Pause a league: no new matches start, but running ones go on"))
    @app_commands.describe(league=LEAGUE)
    async def pause(self, interaction: Interaction, league: LeagueNumber | None = None) -> None:
        await require_organiser(interaction)
        view = await season_for(interaction, league)
        await self.bot.arena.leagues.pause(view.season.id)
        await tell(
            interaction,
            say(
                "**{league}** is paused: no new matches will start. Clocks of running matches keep running.",
                league=league_text(view),
            ),
            say("Use `/league-manage resume` to end the pause. It extends the round, but not the season."),
        )

    @app_commands.command(description=mark("Resume a paused league"))
    @app_commands.describe(league=LEAGUE)
    async def resume(self, interaction: Interaction, league: LeagueNumber | None = None) -> None:
        await require_organiser(interaction)
        view = await season_for(interaction, league)
        await self.bot.arena.leagues.resume(view.season.id)
        await tell(interaction, say("**{league}** has resumed.", league=league_text(view)))

    @app_commands.command(description=mark("End a league's season and close it for good; you'll be asked to confirm"))
    @app_commands.describe(league=LEAGUE)
    async def close(self, interaction: Interaction, league: LeagueNumber | None = None) -> None:
        await require_organiser(interaction)
        view = await season_for(interaction, league)
        if view.season.closed_at is not None:
            raise HostingError(*SEASON_CLOSED)
        if view.season.started_at is None:
            raise league_not_running(view.season.status)
        left = sum(each.open and not each.is_bye for each in view.fixtures)
        question = say("Close **{league}** for good?", league=league_text(view))
        ended, first = (
            view.season.ended_at is not None,
            [row for row in await self.bot.arena.leagues.rows(view) if row.place == 1],
        )
        undecided = is_knockout(view.terms) and len(first) > 1
        for line in closing_lines(view.terms, left, ended=ended, undecided=undecided):
            question = say("{question}\n{line}", question=question, line=line)
        await layout.ask_to_confirm(
            interaction,
            question,
            LeagueControl,
            (custom_id(view.season.id, "close"), say("Close", context="button")),
            (custom_id(view.season.id, "keep"), say("Keep it open", context="button")),
        )

    @app_commands.command(description=mark("Archive a league whose season is closed; its name can then be used again"))
    @app_commands.describe(league=LEAGUE)
    async def archive(self, interaction: Interaction, league: LeagueNumber | None = None) -> None:
        await require_organiser(interaction)
        view = await season_for(interaction, league)
        if view.season.closed_at is None:
            raise Refusal(say("Its season isn't closed yet: use `/league-manage close` first."), code="not-closed")
        latest = await season_for(interaction, league, following=True)
        if latest.season.id != view.season.id:
            await self.bot.arena.leagues.cancel(latest.season.id)  # a draft that nobody else sees
        await self.bot.arena.leagues.archive(view.league.id)
        await tell(interaction, say("**{league}** has been archived.", league=league_text(view)))

    @app_commands.command(description=mark("Decide a fixture; the decision is announced with its reason"))
    @app_commands.describe(
        what=mark("Your decision; undo cancels an earlier one"),
        reason=mark("The reason, which is announced too"),
        words=_WORDS,
        fixture=mark("Which fixture"),
        entry=mark("For a forfeit: who loses"),
        points=mark("For points: each side's, in the order the fixture lists them, like 1,0"),
        decision=mark("For undo: the decision's number; the latest if you leave it out"),
        league=LEAGUE,
    )
    async def decide(
        self,
        interaction: Interaction,
        *,
        what: What,
        reason: Reason,
        words: Words | None = None,
        fixture: app_commands.Transform[int, Completed(complete_fixture)] | None = None,
        entry: app_commands.Transform[int, Completed(complete_side)] | None = None,
        points: app_commands.Range[str, 1, 100] | None = None,
        decision: app_commands.Transform[int, Completed(complete_decision, most=2**31 - 1)] | None = None,
        league: LeagueNumber | None = None,
    ) -> None:
        await decide(
            interaction,
            league,
            what=what,
            fixture=fixture,
            entry=entry,
            points=points,
            reason=reason,
            words=words,
            undone=decision,
        )

    @app_commands.command(description=mark("Postpone a fixture that hasn't started"))
    @app_commands.describe(
        fixture=mark("Which fixture"),
        until=mark("The first day it can be played, like 2026-08-31"),
        reason=mark("The reason, which is announced too"),
        words=_WORDS,
        league=LEAGUE,
    )
    async def postpone(
        self,
        interaction: Interaction,
        fixture: app_commands.Transform[int, Completed(complete_fixture)],
        until: str,
        reason: Reason,
        words: Words | None = None,
        league: LeagueNumber | None = None,
    ) -> None:
        await postpone(interaction, league, fixture, until, reason, words)

    @app_commands.command(description=mark("Move an entry to another division, before the start"))
    @app_commands.describe(
        entry=mark("Which entry"),
        division=mark("Which division to move it to"),
        reason=mark("The reason, which is announced too"),
        words=_WORDS,
        league=LEAGUE,
    )
    async def move(
        self,
        interaction: Interaction,
        entry: app_commands.Transform[int, Completed(complete_side)],
        division: app_commands.Range[int, 1, 1000],
        reason: Reason,
        words: Words | None = None,
        league: LeagueNumber | None = None,
    ) -> None:
        await move_league(interaction, league, entry, division, reason, words)

    @app_commands.command(description=mark("Enter a player or team in a league; I'll tell them"))
    @app_commands.describe(
        player=mark("Which player"),
        partner=mark("Your partner, in a league for teams of two"),
        name=mark("The team's name; its players' names if you leave it out"),
        league=LEAGUE,
    )
    async def add(
        self,
        interaction: Interaction,
        player: discord.Member,
        partner: discord.Member | None = None,
        name: app_commands.Range[str, 1, LONGEST_NAME] | None = None,
        league: LeagueNumber | None = None,
    ) -> None:
        await entering.add_entry(interaction, league, player, partner, name or "")

    @app_commands.command(description=mark("Remove an entry from a league; after the start, that withdraws it"))
    @app_commands.describe(
        entry=mark("Which entry"),
        sure=mark("After the start: yes, withdraw it for good"),
        league=LEAGUE,
    )
    async def remove(
        self,
        interaction: Interaction,
        entry: app_commands.Transform[int, Completed(complete_side)],
        sure: bool = False,
        league: LeagueNumber | None = None,
    ) -> None:
        await entering.remove_entry(interaction, league, entry, sure=sure)

    @app_commands.command(description=mark("Give a player a bye in a Swiss round that isn't paired yet"))
    @app_commands.describe(
        entry=mark("Which entry"),
        number=mark("Which round"),
        kind=BYE,
        league=LEAGUE,
    )
    @app_commands.rename(number="round")
    async def bye(
        self,
        interaction: Interaction,
        *,
        entry: app_commands.Transform[int, Completed(complete_side)],
        number: app_commands.Range[int, 1, 1000],
        kind: entering.Kind = "half-point bye",
        league: LeagueNumber | None = None,
    ) -> None:
        await entering.give_bye(interaction, league, entry, number, kind)

    @app_commands.command(
        description=mark("List a league's alternates, who can take over if a player leaves; or add one")
    )
    @app_commands.describe(player=mark("Who to add"), league=LEAGUE)
    async def alternate(
        self, interaction: Interaction, player: discord.Member | None = None, league: LeagueNumber | None = None
    ) -> None:
        await entering.enter_alternate(interaction, league, player)

    @app_commands.command(
        description=mark("Download a season as a ZIP file, from which anyone can recompute its table")
    )
    @app_commands.describe(league=LEAGUE, season=SEASON)
    async def export(
        self, interaction: Interaction, league: AnyLeague | None = None, season: SeasonNumber | None = None
    ) -> None:
        await require_organiser(interaction)
        view = await season_shown(interaction, league, season)
        await interaction.response.defer(ephemeral=True, thinking=True)
        data = await self.bot.arena.season_files.make(view.season.id)
        most = guild_of(interaction).filesize_limit
        if len(data) > most:
            raise Refusal(
                say(
                    "This season's file is {size} MiB, but Discord only accepts {most} MiB here. Boost the "
                    "server to raise that limit, then export it again.",
                    size=-(-len(data) // 2**20),
                    most=most // 2**20,
                ),
                code="too-large",
            )
        file = discord.File(io.BytesIO(data), f"{file_name(view)}.zip")
        text = say("**{league}**: everything public about this season.", league=league_text(view))
        await reply(interaction, shown(text, locale_of(interaction)), files=[file])


def file_name(view: SeasonView) -> str:
    """Return the name of a season's file: the league's name in plain letters, and the number of the season."""
    plain = re.sub(r"[^0-9A-Za-z]+", "-", unicodedata.normalize("NFKD", view.league.name)).strip("-")
    return f"{plain or 'league'}-{view.season.number}"


async def pressed_close(interaction: Interaction, season_id: int, _picked: tuple[str, ...], /) -> None:
    await require_organiser(interaction)
    view = await season_here(interaction, season_id)
    await interaction.client.arena.leagues.close(season_id)
    await layout.close_question(interaction, say("{league} is closed.", league=league_text(view)))


async def pressed_keep(interaction: Interaction, season_id: int, _picked: tuple[str, ...], /) -> None:
    await require_organiser(interaction)
    await season_here(interaction, season_id)
    await layout.close_question(interaction, say("The season stays open."))
