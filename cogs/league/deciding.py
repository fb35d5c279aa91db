"""What organisers decide about fixtures and entries: with a reason, announced, and never about their own division."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias, assert_never

from cogs.core.bot import Interaction
from cogs.core.choices import Choices, offered
from cogs.core.context import entered
from cogs.core.errors import Refusal
from cogs.core.language import locale_of
from cogs.core.replies import reply
from cogs.core.text import mark, plain, shown
from cogs.league.fields import read_points
from cogs.league.finding import league_of, require_organiser, season_for, typed_league
from cogs.league.lists import fixture_text
from cogs.league.naming import entry_texts, people_of
from cogs.league.usual import read_date
from cogs.ui.confirmation import questions_of
from engine import registry
from engine.errors import ArenaError
from engine.game import Json
from engine.text import Quote, Text, members_in, say, without_nul
from hosting.clock.calendar import local_time
from hosting.league.brackets import fixture_round
from hosting.league.deciding import Deed
from hosting.league.errors import ChangedMeanwhile, NoSuchFixture
from hosting.league.naming import entry_text, fixture_name
from hosting.league.state import View
from store.league.values import Decision, DecisionKind, Fixture

Taken: TypeAlias = Literal["give points", "forfeit", "play again", "strike"]
"""What is decided about a fixture."""
What: TypeAlias = Literal[Taken, "undo"]
"""What is decided: points for each, that some lose as if they had not come, a new match, that it counts for nothing,
that a decision is taken back, the latest one if none is named."""
Reason: TypeAlias = Literal["did not come", "unfair play", "technical trouble", "by request", "a mistake", "other"]
"""What organisers pick, or say in words of their own beside it."""

# What a Literal holds is not extracted for translation.
mark("give points")
mark("forfeit")
mark("play again")
mark("strike")
mark("undo")
mark("did not come")
mark("unfair play")
mark("technical trouble")
mark("by request")
mark("a mistake")
mark("other")

MOST_LOOKED_AT = 500
"""Fixtures that are looked through for what is typed, those of the latest rounds; others are found by their number."""

REASONS: dict[Reason, Text] = {
    "did not come": say("A player didn't show up."),
    "unfair play": say("The rules or fair play were not kept."),
    "technical trouble": say("Technical trouble came between."),
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
    "undo": say("taken back", context="kind of a decision"),
}


async def _completing(interaction: Interaction) -> View | None:
    """Return the season of the league that stands in the options so far; None if that cannot be said."""
    try:
        _, season = await league_of(interaction, typed_league(interaction))
    except ArenaError:
        return None
    return await interaction.client.arena.leagues.view(season.id)


async def complete_fixture(interaction: Interaction, current: str) -> Choices[int]:
    """Offer fixtures by who plays and by number, those of the latest rounds first."""
    view = await _completing(interaction)
    if view is None:
        return []
    names = entry_texts(view)
    people = await interaction.client.arena.people.names(view.league.guild_id, people_of(view.entries))
    found = sorted(view.fixtures, key=lambda each: (-each.round, each.division, each.board, each.id))
    wanted = [each for each in found if str(each.id).startswith(current.strip())] if current.strip().isdecimal() else []
    found = [*wanted, *found[:MOST_LOOKED_AT]]
    told = [
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
    return offered(((plain(text, locale, members=people), number) for text, number in told), current)


async def complete_side(interaction: Interaction, current: str) -> Choices[int]:
    """Offer the entries of the fixture that stands in the options so far, or all of them."""
    view = await _completing(interaction)
    if view is None:
        return []
    typed = interaction.namespace.fixture
    fixture = next((each for each in view.fixtures if each.id == typed), None)
    there = [each for each in view.entries if fixture is None or each.id in fixture.entries]
    people = await interaction.client.arena.people.names(view.league.guild_id, people_of(there))
    return offered(
        [(plain(entry_text(each), locale_of(interaction), members=people), each.id) for each in there], current
    )


async def complete_decision(interaction: Interaction, current: str) -> Choices[int]:
    """Offer the decisions that can be taken back, the latest first."""
    view = await _completing(interaction)
    if view is None:
        return []
    arena, locale = interaction.client.arena, locale_of(interaction)
    people = await arena.people.names(view.league.guild_id, people_of(view.entries))
    found = reversed(await arena.decisions.in_force(view.season.id))
    return offered([(plain(_decision_text(view, each), locale, members=people), each.id) for each in found], current)


def _decision_text(view: View, made: Decision) -> Text:
    """Return a decision in a few words: its number, what it was, and whom it is about."""
    fixture = next((each for each in view.fixtures if each.id == made.fixture), None)
    if fixture is None:
        moved = next((each for each in view.entries if each.id == made.detail.get("entry")), None)
        return say("{number}: {what}, {about}", number=made.id, what=_KINDS[made.kind], about=entry_text(moved))
    about = fixture_name(fixture, view.entries, fixture_round(view, fixture))
    return say("{number}: {what}, {about}", number=made.id, what=_KINDS[made.kind], about=about)


def reason_of(view: View, reason: Reason, words: str | None) -> Text:
    """Return why an organiser decides something, in their own words where no teams of the league are silent (R29).

    Raises:
        Refusal: Words were given for a league of silent teams.
    """
    if words is None:
        return REASONS[reason]
    mode = registry.get(view.terms.game).info.mode(view.terms.mode)
    if mode is None or mode.silent:
        raise Refusal(
            say("Nobody's own words reach silent partners (R29): choose one of the reasons and leave out `words`."),
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
    """Decide about a fixture, after asking once more where that changes a tie.

    Raises NoSuchLeague, Refusal, and what `hosting.league.decisions` raises.
    """
    await require_organiser(interaction)
    view = await season_for(interaction, number)
    decisions, why = interaction.client.arena.decisions, reason_of(view, reason, words)
    person_id, season = await entered(interaction), view.season.id
    if what == "undo":
        # By its number, which the organiser has seen: if another one takes it back first, no earlier one goes with it.
        holding = await decisions.in_force(season)
        undone = undone or next((each.id for each in reversed(holding)), None)
        deed, seen = Deed("undo", undoes=undone), None
        about = next((_decision_text(view, each) for each in holding if each.id == undone), say("a decision"))
        question = say("Take this decision back? {about}. {reason}", about=about, reason=why)
    else:
        found = _found(view, fixture)
        deed, seen = _wanted(found, what, entry, points), found.rev
        about = fixture_name(found, view.entries, fixture_round(view, found))
        question = say("Decide so? {about}: {what}. {reason}", about=about, what=_KINDS[deed.kind], reason=why)

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

    async def done_as_told() -> Text:
        if await decisions.foresee(season, person_id, deed, seen=seen) != follows:
            raise ChangedMeanwhile
        return await done()

    text = say("{question}\n{follows}", question=question, follows=follows)
    names = await interaction.client.arena.people.names(view.league.guild_id, people_of(view.entries))
    label = say("Take back") if what == "undo" else say("Decide", context="button")
    await questions_of(interaction.client).ask(interaction, text, label, done_as_told, require_organiser, members=names)


def _found(view: View, number: int | None) -> Fixture:
    """Return a fixture by its number. Raises Refusal if none is named, NoSuchFixture if there is none."""
    if number is None:
        raise Refusal(say("Name the fixture with `fixture:`, and pick it from the list."), code="which-fixture")
    found = next((each for each in view.fixtures if each.id == number), None)
    if found is None:
        raise NoSuchFixture
    return found


def _wanted(found: Fixture, what: Taken, entry: int | None, points: str | None) -> Deed:
    """Return what is to be decided about a fixture. Raises Refusal if something that it takes is missing."""
    match what:
        case "give points":
            given = read_points(points or "")
            if given is None or len(given) != len(found.entries):
                raise Refusal(
                    say("Write the points of each by `points:`, in the order of the fixture, like 1,0 or 0.5,0.5."),
                    code="which-points",
                )
            got: dict[str, Json] = {str(each): points for each, points in zip(found.entries, given, strict=True)}
            return Deed("points", found.id, detail={"points": got})
        case "forfeit":
            if entry is None:
                raise Refusal(say("Name who loses with `entry:`, and pick them from the list."), code="which-entry")
            return Deed("forfeit", found.id, entry, {"absent": [entry]})
        case "play again":
            return Deed("replay", found.id)
        case "strike":
            return Deed("strike", found.id)
        case _:
            assert_never(what)


async def postpone(
    interaction: Interaction, number: int | None, fixture: int, day: str, reason: Reason, words: str | None
) -> None:
    """Have a fixture wait until a day."""
    await require_organiser(interaction)
    view = await season_for(interaction, number)
    wanted = read_date(day, view.terms.zone, interaction.client.clock.now())
    if wanted is None:
        raise Refusal(say("Name the day, like 2026-08-31."), code="which-day")
    why, person_id = reason_of(view, reason, words), await entered(interaction)
    until = local_time(view.terms.zone, wanted, 0)
    made = await interaction.client.arena.decisions.postpone(view.season.id, person_id, fixture, until, why)
    await _told(interaction, view, made)


async def move(
    interaction: Interaction, number: int | None, entry: int, division: int, reason: Reason, words: str | None
) -> None:
    """Have an entry start in a division."""
    await require_organiser(interaction)
    view = await season_for(interaction, number)
    why, person_id = reason_of(view, reason, words), await entered(interaction)
    made = await interaction.client.arena.decisions.move(view.season.id, person_id, entry, division, why)
    await _told(interaction, view, made, entry)


async def _told(interaction: Interaction, view: View, made: Decision, moved: int | None = None) -> None:
    """Tell an organiser what they decided, and about whom; `moved` is an entry that was moved."""
    await _tell(interaction, view, _made_text(view, made, moved))


async def _tell(interaction: Interaction, view: View, text: Text) -> None:
    names = await interaction.client.arena.people.names(view.league.guild_id, members_in(text))
    await reply(interaction, shown(text, locale_of(interaction), members=names))


def _made_text(view: View, made: Decision, moved: int | None = None) -> Text:
    """Return what an organiser is told of a decision; `moved` is an entry that was moved by it."""
    fixture = next((each for each in view.fixtures if each.id == made.fixture), None)
    entry = next((each for each in view.entries if each.id == moved), None)
    if fixture is not None:
        about = say(
            "Decision {number} about {fixture} is made, and announced with its reason.",
            number=made.id,
            fixture=fixture_name(fixture, view.entries, fixture_round(view, fixture)),
        )
    elif entry is not None:
        about = say(
            "Decision {number} about {entry} is made, and announced with its reason.",
            number=made.id,
            entry=entry_text(entry),
        )
    else:
        about = say("Decision {number} is made, and announced with its reason.", number=made.id)
    how = say("`/league-manage decide what:undo` takes the latest decision back, or the one that `decision:` names.")
    return say("{about}\n{how}", about=about, how=how)
