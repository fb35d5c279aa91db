"""What organisers do with leagues: drafts and their dialogs, decisions, pauses, the close; and who may not."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime
from importlib import import_module
from typing import Any

import discord
import pytest
import simcord
from sqlalchemy import Table, select

from engine.text import Text, say
from hosting.league.announcements import warn_organisers
from hosting.league.model import SeasonView
from store.league.seasons import Fixture
from tests.cogs.conftest import World, private, take
from tests.cogs.league.playing import begin, drafted, finish, posts, publish, said
from tests.cogs.league.whole import begun
from tests.cogs.playing import labels, menu, message_of
from tests.cogs.test_moderation import confirmed


async def test_a_draft_is_changed_by_dialogs_and_discarded(world: World) -> None:
    boss = world.organiser()
    draft = drafted(await boss.slash(world.channel, "league create", game="replicants", format="swiss", name="Open"))
    assert list(menu(draft)) == [
        "Size, divisions and rounds",
        "Dates and rounds",
        "Unfinished matches",
        "Points, tie-breaks and latecomers",
        "Clock and rules of each match",
        "Announcements",
    ]
    asked = await boss.select(draft, ["size"])
    await boss.submit_modal(asked, {"most": "12", "rounds": "5", "byes": "0"})
    assert "about the same points; 5 rounds." in world.latest(draft).content
    assert "With 12 players: 30 matches, 5 rounds" in world.latest(draft).content
    asked = await boss.select(world.latest(draft), ["size"])
    assert "isn't a whole number" in private(
        await boss.submit_modal(asked, {"most": "many", "rounds": "", "byes": "0"})
    )
    asked = await boss.select(world.latest(draft), ["dates"])
    await boss.submit_modal(
        asked, {"starts": "2099-01-01", "full": ["no"], "ends": "2099-02-28", "zone": "utc", "days": "7"}
    )
    asked = await boss.select(world.latest(draft), ["ending"])
    await boss.submit_modal(asked, {"unfinished": ["half"], "grace": "3"})
    assert "gets half a point" in world.latest(draft).content
    assert "It starts <t:4070908800:f>." in world.latest(draft).content
    assert "⚠️ That's longer than a round of 7d: choose a faster clock" in world.latest(draft).content
    asked = await boss.select(world.latest(draft), ["matches"])
    await boss.submit_modal(
        asked, {"clock": "2h", "timeout": ["random"], "undo": ["never"], "flags": ["rated", "pauses"]}
    )
    for words in (
        "Clock: 2h per turn.",
        "a random legal turn is played",
        "Turns can't be taken back.",
        "run through vacations",
    ):
        assert words in world.latest(draft).content
    assert "A match with 20 turns each takes 3d8h at most." in world.latest(draft).content
    assert "⚠️" not in world.latest(draft).content
    asked = await boss.select(world.latest(draft), ["points"])
    await boss.submit_modal(
        asked, {"points": "3,1", "tiebreaks": "wins, lot", "seeding": ["lot"], "late": "2", "missed": ["60"]}
    )
    assert "Points by place, first to last: 3, 1." in world.latest(draft).content
    assert (
        "For each round they missed, latecomers get half of what first place is worth." in world.latest(draft).content
    )
    assert "at the end of the season gets half of what first place is worth." in world.latest(draft).content
    assert "Tie-breaks: wins, drawing lots." in world.latest(draft).content
    await world.restart()
    await boss.click(world.latest(draft), label="Discard")
    assert "has been called off" in world.latest(draft).content
    assert labels(world.latest(draft)) == []
    await publish(world, boss, name="Open")


async def test_a_league_starts_with_the_last_press_of_join(world: World) -> None:
    boss = world.organiser()
    options = {"game": "replicants", "format": "round-robin", "name": "Open"}
    draft = drafted(await boss.slash(world.channel, "league create", **options))
    asked = await boss.select(draft, ["size"])
    await boss.submit_modal(asked, {"most": "4", "cap": "3", "legs": "1", "division": "", "up": "0"})
    asked = await boss.select(world.latest(draft), ["dates"])
    await boss.submit_modal(asked, {"starts": "", "full": ["yes"], "ends": "", "zone": "UTC", "days": ""})
    assert "It starts as soon as 4 players have joined." in world.latest(draft).content
    await boss.click(world.latest(draft), label="Publish")
    await world.settle()
    assert "It starts as soon as 4 players have joined. Organisers can enter" in world.latest(draft).content
    (post,) = [each for each in world.own(world.channel) if "SHA-256" in each.content]
    assert "It starts as soon as 4 players have joined." in post.content.splitlines()
    for name in ("ann", "bob", "cleo"):
        told = private(await world.press(name, post, "Join"))
        assert "It starts as soon as 4 players have joined. I'll ping you when your first match starts." in told
    mine = private(await world.ann.slash(world.channel, "league mine"))
    assert "hasn't started yet. It starts as soon as 4 players have joined." in mine
    await world.env.advance_time(3600)
    await world.settle()
    assert (await world.bot.arena.leagues.view(1)).season.status == "open"
    await world.press("dan", post, "Join")
    await world.settle()
    view = await world.bot.arena.leagues.view(1)
    assert view.season.status == "running"
    assert len([each for each in view.fixtures if each.status == "running"]) == 6
    assert "is running" in world.latest(post).content


async def test_only_organisers_make_leagues_and_see_drafts(world: World, subtests: pytest.Subtests) -> None:
    boss = world.organiser()
    draft = drafted(await boss.slash(world.channel, "league create", game="replicants", format="ladder", name="Top"))
    assert draft.content.startswith("**Top** is a draft")
    assert "Only organisers" in private(
        await world.ann.slash(world.channel, "league create", game="replicants", format="ladder")
    )
    assert "no league" in private(await world.ann.slash(world.channel, "league standings"))
    assert await world.ann.autocomplete(world.channel, "league join", "league", "") == []
    assert [each["name"] for each in await boss.autocomplete(world.channel, "league join", "league", "")] == ["Top"]
    for name in ("settings", "start", "pause", "resume", "close", "archive"):
        with subtests.test(name):
            assert "Only organisers" in private(await world.ann.slash(world.channel, f"league-manage {name}"))
    for options, words in (
        ({"format": "round-robin", "starts": "2020-01-01"}, "is in the past"),
        ({"format": "swiss", "starts": "2099-02-01", "ends": "2099-01-01"}, "would end before it starts"),
        ({"format": "swiss", "name": "top"}, "already has that name"),
        ({"format": "swiss", "clock": "none"}, "Without a clock"),
        ({"format": "swiss", "mode": "solo"}, "no mode"),
        ({"format": "ladder", "players": 1000, "mode": "3"}, "Tables of three to six"),
    ):
        with subtests.test(**options):
            told = private(await boss.slash(world.channel, "league create", game="replicants", **options))
            assert words in told
            assert "went wrong" not in told


async def test_a_league_in_a_channel_that_one_cannot_see_is_not_there(world: World) -> None:
    boss = world.organiser()
    await publish(world, boss)
    world.deny(world.channel, world.eve.id, "view_channel")
    other = world.guild.create_text_channel("other")
    await world.settle()
    assert "This server has no leagues yet" in private(await world.eve.slash(other, "league standings"))
    assert "no such league" in private(await world.eve.slash(other, "league join", league=1))
    assert "You've joined" in private(await world.ann.slash(other, "league join", league=1))


async def named(world: World, fixture: Fixture) -> list[str]:
    """Return what those who meet in a fixture are called."""
    entries = {each.id: each for each in (await world.bot.arena.leagues.view(1)).entries}
    people = [entries[each].players[0] for each in fixture.entries]
    return [next(name for name, number in world.persons.items() if number == each) for each in people]


async def test_organisers_decide_pause_and_close(world: World) -> None:
    boss = world.organiser()
    post = await begin(world, boss, "ann", "bob", "cleo", "dan", at_once=1)
    assert "is paused" in private(await boss.slash(world.channel, "league-manage pause"))
    assert "is paused" in world.latest(post).content
    table = drafted(await boss.slash(world.channel, "league standings")).attachments[0].description
    assert table is not None
    assert "Paused: no new matches for now" in table
    twice = private(await boss.slash(world.channel, "league-manage pause"))
    assert twice.startswith("This season is paused.")
    assert "has resumed" in private(await boss.slash(world.channel, "league-manage resume"))
    settings = drafted(await boss.slash(world.channel, "league-manage settings"))
    assert "Everyone plays everyone else once." in settings.content
    assert "It started " in settings.content
    assert "It starts " not in settings.content
    await boss.click(settings, label="Post it again")
    await world.settle()
    (again,) = [each for each in posts(world) if "is running" in each.content]
    assert again.id != post.id
    waiting = next(each for each in (await world.bot.arena.leagues.view(1)).fixtures if each.status == "planned")
    offered = await boss.autocomplete(world.channel, "league-manage decide", "fixture", f"{waiting.id} ·")
    assert waiting.id in [each["value"] for each in offered]
    given = {"fixture": waiting.id, "reason": "by request"}
    decide = "league-manage decide"
    assert "each side's points" in private(await boss.slash(world.channel, decide, what="give points", **given))
    told = private(await boss.slash(world.channel, decide, what="give points", points="0,5; ½", **given))
    one, two = await named(world, waiting)
    about = f"{one} – {two} (Round {waiting.round})"
    assert told.startswith(f"Decision 1 on {about} is recorded. I'm announcing it along with the reason.")
    await world.settle()
    (announced,) = said(world, "**Winter**, decision 1: an organiser gave points")
    assert announced.content.endswith(f"for {about}: {one} ½, {two} ½. The players asked for it.")
    offered = await boss.autocomplete(world.channel, decide, "decision", "")
    assert offered == [{"name": f"1: points given, {about}", "value": 1}]
    assert "½" in private(await world.ann.slash(world.channel, "league schedule", only="results"))
    assert "Only organisers" in private(await world.ann.slash(world.channel, decide, what="undo", reason="other"))
    for number in (2, 2**31 - 1):
        refused = await boss.slash(world.channel, decide, what="undo", reason="a mistake", decision=number)
        assert "isn't in effect in this season" in private(refused)
    running = next(each for each in (await world.bot.arena.leagues.view(1)).fixtures if each.status == "running")
    refused = await boss.slash(world.channel, decide, what="strike", fixture=running.id, reason="other")
    assert f"Match {running.match_id} of this fixture is still running" in private(refused)
    assert "Decision 2" in private(await boss.slash(world.channel, decide, what="undo", reason="a mistake"))
    assert "isn't in effect in this season" in private(
        await boss.slash(world.channel, decide, what="undo", reason="a mistake")
    )
    waits = [each for each in (await world.bot.arena.leagues.view(1)).fixtures if each.status == "planned"]
    for fixture in waits[:2]:
        given["fixture"] = fixture.id
        await boss.slash(world.channel, decide, what="give points", points="1,0", **given)
    told = private(await boss.slash(world.channel, decide, what="undo", reason="a mistake", decision=3))
    assert "Decision 5" in told
    await world.settle()
    (announced,) = said(world, "**Winter**, decision 5: decision 3 about")
    holding = await world.bot.arena.rulings.in_force(1)
    assert [each.id for each in holding] == [4], "the one that was named, not the latest"
    assert "isn't closed yet" in private(await boss.slash(world.channel, "league-manage archive"))
    asked = drafted(await boss.slash(world.channel, "league-manage close"))
    assert asked.content == (
        "Close **Winter** for good?\n"
        "5 matches aren't over.\n"
        "Unfinished matches give nobody points.\n"
        "Running matches can go on, but no longer count for the season.\n"
        "Nothing can be corrected after that, and the secret behind its lots is revealed."
    )
    await boss.click(asked, label="Keep it open")
    assert (await world.bot.arena.leagues.view(1)).season.status == "running"
    asked = drafted(await boss.slash(world.channel, "league-manage close"))
    await boss.click(asked, label="Close")
    await world.settle()
    files = drafted(await boss.slash(world.channel, "league-manage export")).attachments
    assert [each.filename for each in files] == ["Winter-1.zip"]
    assert zipfile.ZipFile(io.BytesIO(await files[0].read())).testzip() is None
    assert "archived" in private(await boss.slash(world.channel, "league-manage archive"))
    assert "This server has no leagues yet" in private(await world.ann.slash(world.channel, "league join"))
    await _assert_to_be_looked_at(world)


async def _assert_to_be_looked_at(world: World) -> None:
    """Hold that a league that was put away can be looked at by those who could before."""
    found = await world.ann.autocomplete(world.channel, "league standings", "league", "")
    assert [(each["name"], each["value"]) for each in found] == [("Winter (archived)", 1)]
    assert await world.ann.autocomplete(world.channel, "league join", "league", "") == []
    world.deny(world.channel, world.eve.id, "view_channel")
    world.deny(world.channel, world.ann.id, "view_channel")
    other = world.guild.create_text_channel("other")
    await world.settle()
    for options in ({}, {"league": 1}, {"league": 1, "season": 1}):
        table = drafted(await world.ann.slash(other, "league standings", **options))
        assert "Final table: 1 of 6 matches were finished in time" in (table.attachments[0].description or ""), (
            "she played in it"
        )
        assert "no league" in private(await world.eve.slash(other, "league standings")), "she did not"
    assert "no such league" in private(await world.eve.slash(other, "league schedule", only="results", league=1))


async def test_a_correction_and_its_undo_flow_into_the_league_with_their_reasons(world: World) -> None:
    boss = world.organiser()
    await begin(world, boss, "ann", "bob", "cleo", "dan", at_once=1)
    await finish(world, 1)
    fixture = next(each for each in (await world.bot.arena.leagues.view(1)).fixtures if each.match_id == 1)
    one, two = await named(world, fixture)
    given = {"match": 1, "reason": "a mistake"}
    await confirmed(world, boss, "correct", "Correct", what="another result", player=two, **given)
    (told,) = said(world, "**Winter**, corrected")
    assert told.content == f"**Winter**, corrected: {one} – {two}, 0–1: match 1\nThere was a mistake."
    assert f"{one} – {two}, 0–1: match 1" in private(
        await world.ann.slash(world.channel, "league schedule", only="results")
    )
    given["reason"] = "by request"
    await confirmed(world, boss, "correct", "Undo", what="undo a correction", **given)
    (_, told) = said(world, "**Winter**, corrected")
    assert told.content == f"**Winter**, corrected: {one} – {two}, 1–0: match 1\nThe players asked for it."
    given["reason"] = "unfair play"
    await confirmed(world, boss, "correct", "Correct", what="doesn't count", **given)
    (*_, told) = said(world, "**Winter**, corrected")
    assert told.content.splitlines() == [
        f"**Winter**, corrected: {one} – {two}: struck, counts for nothing",
        "Someone broke the rules or didn't play fair.",
    ]


async def test_a_dialog_that_is_confirmed_as_it_was_shown_changes_nothing(world: World) -> None:
    boss, other = world.organiser(), world.promote(world.ann)
    await boss.slash(world.channel, "settings mine", zone="Pacific/Auckland")
    await other.slash(world.channel, "settings mine", zone="America/Los_Angeles")
    dates = {"starts": "2030-03-28", "ends": "2030-05-30", "round_days": 7}
    await boss.slash(world.channel, "league create", game="replicants", format="swiss", name="Open", **dates)
    made = (await world.bot.arena.leagues.view(1)).terms
    draft = drafted(await other.slash(world.channel, "league-manage settings"))
    assert "Dates are in the time zone Pacific/Auckland." in draft.content
    shown = {"starts": "2030-03-28", "full": ["no"], "ends": "2030-05-30", "zone": "Pacific/Auckland", "days": "7"}
    for typed in (shown, {**shown, "days": "8"}, shown):
        asked = await other.select(world.latest(draft), ["dates"])
        await other.submit_modal(asked, typed)
        terms = (await world.bot.arena.leagues.view(1)).terms
        assert terms == replace(made, round_days=int(str(typed["days"])))
    asked = await other.select(world.latest(draft), ["dates"])
    await other.submit_modal(asked, {**shown, "zone": "europe/berlin"})
    terms = (await world.bot.arena.leagues.view(1)).terms
    assert terms.starts_at == datetime(2030, 3, 27, 23, tzinfo=UTC)
    assert terms.ends_at == datetime(2030, 5, 30, 22, tzinfo=UTC)


def _owner_was_told(world: World) -> list[str]:
    """Return what the server's owner was told in private messages."""
    backend = world.env.backend
    direct = backend.get_dm_channel(backend.get_guild(world.guild.id).owner_id)
    return [each.content for each in backend.messages[direct.id].values()]


async def test_trouble_is_told_once_and_to_who_made_the_league_only_as_long_as_they_organise(world: World) -> None:
    boss = world.organiser()
    role = world.guild.roles["organisers"]
    for place, told in (("first", boss.user), ("second", None)):
        channel = world.guild.create_text_channel(place)
        await world.settle()
        given = {"game": "replicants", "format": "round-robin", "name": place, "players": 4, "channel": channel}
        draft = drafted(await boss.slash(world.channel, "league create", **given))
        await boss.click(draft, label="Publish")
        await world.settle()
        if told is None:
            world.env.backend.remove_member_role(world.guild.id, boss.id, role.id)
        world.env.backend.delete_channel(channel.id)
        await world.settle()
        (season,) = [
            season for league, season in await world.bot.arena.leagues.of_guild(world.guild.id) if league.name == place
        ]
        async with world.bot.arena.db.write() as connection:
            await warn_organisers(connection, season, say("Something is stalled."), world.bot.clock.now())
        world.bot.arena.outbox.drain()
        await world.settle()
        words = [each.content for each in boss.user.dm_channel.history(viewer=boss.user)]
        if told is None:
            words = [each for each in words if "first" not in each and "stalled" not in each]
            assert words == []
            words = _owner_was_told(world)
        assert sum("is gone" in each for each in words) == 1
        assert sum("is stalled" in each for each in words) == 1


async def test_what_organisers_have_to_see_to_calls_their_role_or_those_who_organise(world: World) -> None:
    boss = world.organiser()
    await publish(world, boss)
    ((_, season),) = await world.bot.arena.leagues.of_guild(world.guild.id)

    async def warn(text: Text) -> discord.Message:
        async with world.bot.arena.db.write() as connection:
            await warn_organisers(connection, season, text, world.bot.clock.now())
        world.bot.arena.outbox.drain()
        await world.settle()
        return world.own(world.channel)[-1]

    assert world.pings(await warn(say("One is stalled."))) == [boss.id]
    role = world.guild.create_role("referees")
    await world.bot.arena.settings.change_server(world.guild.id, lambda each: replace(each, organiser_role_id=role.id))
    assert (await warn(say("Another is stalled."))).content == f"<@&{role.id}>\nAnother is stalled."


async def test_a_decision_is_announced_in_the_organisers_own_words_but_not_to_silent_teams(world: World) -> None:
    boss = world.organiser()
    await begin(world, boss, "ann", "bob", "cleo", "dan", at_once=1)
    waiting = [each for each in (await world.bot.arena.leagues.view(1)).fixtures if each.status == "planned"]
    given = {"reason": "other", "words": "Ask <@1>, *please* @everyone"}
    decide = {"what": "strike", "fixture": waiting[0].id, **given}
    postpone = {"fixture": waiting[1].id, "until": "2099-08-31", **given}
    assert "I'm announcing it" in private(await boss.slash(world.channel, "league-manage decide", **decide))
    assert "I'm announcing it" in private(await boss.slash(world.channel, "league-manage postpone", **postpone))
    await world.settle()
    for told in said(world, "**Winter**, decision"):
        assert "Ask" in told.content
        assert "\\*please\\*" in told.content
        assert world.pings(told) == []


async def test_silent_teams_are_told_in_none_of_an_organisers_own_words(world: World) -> None:
    boss = world.organiser()
    post = await publish(world, boss, mode="teams")
    await world.ann.slash(world.channel, "league join", partner=world.people["bob"])
    await world.press("bob", world.latest(post), "Join")
    (entry,) = (await world.bot.arena.leagues.view(1)).entries
    given = {"reason": "other", "words": "Attack at dawn"}
    for command, options in (
        ("move", {"entry": entry.id, "division": 1}),
        ("decide", {"what": "undo"}),
        ("postpone", {"fixture": 1, "until": "2099-08-31"}),
    ):
        refused = private(await boss.slash(world.channel, f"league-manage {command}", **options, **given))
        assert "in their own words (R29)" in refused
    assert not said(world, "dawn")


async def test_what_is_decided_or_corrected_says_before_what_becomes_of_a_tie(world: World) -> None:
    boss = world.organiser()
    await begin(world, boss, "ann", "bob", "cleo", game="replica", format="double-knockout", players=4)
    await finish(world, 1)
    arena = world.bot.arena

    async def view() -> SeasonView:
        return await arena.leagues.view(1)

    async def running() -> Fixture:
        (found,) = [each for each in (await view()).fixtures if each.status == "running"]
        return found

    async def decided(what: str, label: str = "Decide", **options: object) -> list[str]:
        """Decide by pressing the button; return the lines of the question that say what becomes of the tie."""
        given = {"what": what, "reason": "other", **options}
        question = drafted(await boss.slash(world.channel, "league-manage decide", **given))
        assert labels(question) == [label, "Leave it"], question.content
        await boss.click(question, label=label)
        await world.settle()
        assert "I'm announcing it" in world.latest(question).content
        return question.content.splitlines()[1:]

    for _ in range(2):
        await finish(world, (await running()).match_id or 0)
    final = await running()
    assert final.stage == "final"
    winners = [each for each in (await view()).fixtures if each.stage == "winners"]
    (upper,) = [side.entry for side in winners[-1].sides if side.advances]
    best = final.entries.index(upper)
    about = {"reason": "other", "match": final.match_id}
    for command, options, follows in (
        ("adjudicate", {"winner": str(2 - best)}, "The final has to be played again: a second final starts."),
        ("void", {}, "That doesn't decide the tie, so another match starts."),
    ):
        asked = message_of(await boss.slash(world.channel, f"organise {command}", **about, **options))
        assert asked.content.splitlines()[1:] == [follows]
        await boss.click(asked, label="Leave it")
    asked_so = await confirmed(world, boss, "adjudicate", "Decide", winner=str(best + 1), **about)
    assert asked_so.splitlines()[1:] == [f"Champion: {(await named(world, final))[best]}."]
    assert (await view()).season.status == "ended"
    later = " The season closes that much later."
    told = await decided("forfeit", fixture=final.id, entry=upper)
    assert told == ["The final has to be played again: a second final starts." + later]
    assert (await view()).season.status == "running"
    assert (await running()).stage == "final"
    # Once the second final is there, the first stays.
    undo = drafted(await boss.slash(world.channel, "league-manage decide", what="undo", reason="a mistake"))
    assert undo.content.splitlines()[1:] == ["The second final already depends on this tie, so it stays."]
    await boss.click(undo, label="Leave it")
    assert world.latest(undo).content == "Nothing has changed."
    again = await running()
    await finish(world, again.match_id or 0)
    names = await named(world, again)
    assert await decided("give points", points="1,0.5", fixture=again.id) == [f"The title stays with {names[0]}."]
    assert await decided("give points", points="0,1", fixture=again.id) == [f"Champion now: {names[1]}."]
    strike = {"what": "strike", "reason": "other", "fixture": again.id}
    stale = drafted(await boss.slash(world.channel, "league-manage decide", **strike))
    assert await decided("undo", "Undo") == [f"Champion now: {names[0]}."]
    assert "has changed" in private(await boss.click(stale, label="Decide"))
    assert await decided("strike", fixture=again.id) == ["The tie is open again, so another match starts." + later]
    assert (await running()).round == again.round


# What cannot be done in a league is answered in private, in one sentence that says what to do; nothing is changed.


TABLES = [each for each in vars(import_module("store.schema.leagues")).values() if isinstance(each, Table)]
"""All that is stored of leagues."""
FOUR = ("ann", "bob", "cleo", "dan")


async def stored(world: World) -> list[Any]:
    assert {"leagues", "seasons", "entries", "entry_players", "fixtures"} <= {each.name for each in TABLES}
    async with world.bot.arena.db.read() as connection:
        return [list(await connection.execute(select(each))) for each in TABLES]


async def refused(
    world: World, do: Callable[..., Awaitable[simcord.InteractionResult]], *asked: object, **given: object
) -> str:
    """Return the sentence with which something is refused; nothing is changed, and nobody else sees anything.

    Args:
        world: Where.
        do: What a member does, such as `slash` or `click`.
        asked: Of that.
        given: Of that.
    """
    before, shown = await stored(world), [each.id for each in world.own(world.channel)]
    text = private(await do(*asked, **given))
    await world.settle()
    assert await stored(world) == before
    assert [each.id for each in world.own(world.channel)] == shown
    assert "went wrong" not in text
    assert text.endswith((".", "`"))
    return text


async def test_what_no_league_can_be(world: World, subtests: pytest.Subtests) -> None:
    boss = world.organiser()
    for options, words in (
        ({"format": "round-robin", "players": 3}, "This format needs at least 4 entries: let that many join."),
        ({"format": "double-knockout", "players": 600}, "one table with at most 512 entries: let fewer join."),
        ({"format": "swiss", "starts": "2020-01-01"}, "The start is in the past: choose a later day."),
        ({"format": "swiss", "starts": "2030-02-01", "ends": "2030-01-01"}, "choose a later last day."),
        ({"format": "swiss", "ends": "2026-02-30"}, "I can't read 2026-02-30 as a day. Write it like"),
        ({"format": "swiss", "ends": "9999-12-31"}, "Give a day within the next 100 years."),
        ({"format": "swiss", "clock": "none"}, "choose one, e.g. 3d."),
        ({"format": "ladder", "mode": "3"}, "choose one of these, or tables of two."),
        ({"format": "swiss", "name": "\u200b"}, "Choose a name of 1 to 60 characters."),
        ({"format": "round-robin", "players": 20, "ends": "2026-01-03"}, "or let fewer join."),
        ({"format": "swiss", "mode": "teams", "players": 64, "ends": "2026-01-03"}, "or let fewer join."),
        ({"format": "swiss", "round_days": 7, "ends": "2026-01-20"}, "Let it end later, make rounds shorter"),
    ):
        with subtests.test(**options):
            told = await refused(world, boss.slash, world.channel, "league create", game="replicants", **options)
            assert words in told
    warned = drafted(
        await boss.slash(world.channel, "league create", game="replicants", format="swiss", round_days=2, clock="3d")
    )
    assert "⚠️ That's longer than a round of 2d" in warned.content, "a slow clock is no reason to refuse"
    assert "Publish" in labels(warned)


SIZE = {"most": "20", "cap": "3", "legs": "1", "division": "", "up": "0"}
DATES: dict[str, Any] = {"starts": "", "full": ["no"], "ends": "", "zone": "UTC", "days": ""}
ENDING: dict[str, Any] = {"unfinished": ["none"], "grace": "7"}
POINTS: dict[str, Any] = {"points": "", "tiebreaks": "wins, lot", "seeding": ["lot"], "late": "0"}


async def test_what_no_term_can_be(world: World, subtests: pytest.Subtests) -> None:
    boss = world.organiser()
    draft = drafted(await boss.slash(world.channel, "league create", game="replicants", format="round-robin"))
    for page, usual, key, typed, words in (
        ("size", SIZE, "most", "99999", "set the size of divisions, or let fewer join."),
        ("size", SIZE, "most", "9" * 99, "isn't a whole number: write one like 3."),
        ("size", SIZE, "cap", "21", "Choose how many matches each entry plays at a time: 1 to 20."),
        ("size", SIZE, "legs", "3", "Choose how often any two entries meet: 1 to 2 times."),
        ("size", SIZE, "division", "3", "Choose 4 to 20 entries per division"),
        ("size", SIZE, "up", "2", "set the size of divisions, or promote nobody."),
        ("size", {**SIZE, "division": "4"}, "up", "2", "promote fewer."),
        ("dates", DATES, "days", "91", "Choose 1 to 90 days for a round, or leave them out."),
        ("dates", DATES, "zone", "Europe/Atlantis", "Pick one from the list, like Europe/Paris."),
        ("ending", ENDING, "grace", "31", "Organisers can have 0 to 30 days to decide after the end."),
        ("points", POINTS, "points", "1,3", "Give points by place from highest to lowest"),
        ("points", POINTS, "points", "0", "First place can be worth 1 to 1000 points."),
        ("points", POINTS, "tiebreaks", "wins", "each once, ending with `lot`."),
        ("points", POINTS, "tiebreaks", "luck", "luck isn't a tie-break here: choose from"),
    ):
        with subtests.test(key=key, typed=typed[:9]):
            asked = await boss.select(world.latest(draft), [page])
            told = await refused(world, boss.submit_modal, asked, {**usual, key: typed})
            assert words in told


async def test_who_cannot_join(world: World, subtests: pytest.Subtests) -> None:
    boss = world.organiser()
    post = await publish(world, boss, mode="teams")
    join = "league join"
    with subtests.test("a team of one"):
        told = await refused(world, world.ann.slash, world.channel, join)
        assert "name your partner with `partner:`" in told
        told = await refused(world, world.ann.slash, world.channel, join, partner=world.ann)
        assert told == "A team has two players: name another player as your partner."
    await world.ann.slash(world.channel, join, partner=world.bob)
    await world.press("bob", post, "Join")
    with subtests.test("a partner who is elsewhere"):
        told = await refused(world, world.cleo.slash, world.channel, join, partner=world.bob)
        assert told == "That player is already in this season: choose another partner."
    with subtests.test("joining twice"):
        told = await refused(world, world.ann.slash, world.channel, join, partner=world.dan)
        assert "leave it first to join again." in told
    with subtests.test("too few"):
        told = await refused(world, boss.click, world.latest(post), label="Start (organisers)")
        assert "needs at least 4" in told
    with subtests.test("a missing permission"):
        take(world, "manage_channels")
        told = await refused(world, boss.click, world.latest(post), label="Start (organisers)")
        assert "Manage Channels" in told


async def test_who_deletes_themselves_has_withdrawn(world: World) -> None:
    season = await begun(world, FOUR, game="replica", format="swiss", clock="1d")
    asked = drafted(await world.dan.slash(world.channel, "data", request="deletion"))
    await world.dan.click(asked, label="Resign the match and delete everything")
    await world.settle()
    gone = next(each for each in (await season.view()).entries if world.person("dan") in each.players)
    assert gone.left_at is not None
    assert said(world, "deleted player left this season.")
    assert sum(": match " in each.content for each in season.own()) == 1, "the match that was resigned is over"


async def test_nothing_of_a_closed_season_is_decided(world: World, subtests: pytest.Subtests) -> None:
    season = await begun(world, FOUR, game="replica", format="swiss", clock="1d")
    fixture = (await season.view()).fixtures[0].id
    await season.close()
    boss, channel, why = season.boss, world.channel, {"reason": "by request"}
    deeds: dict[str, dict[str, object]] = {
        "decide": {"what": "give points", "fixture": fixture, "points": "1 0", **why},
        "postpone": {"fixture": fixture, "until": "2030-01-01", **why},
        "move": {"entry": 1, "division": 1, **why},
        "close": {},
        "pause": {},
        "resume": {},
        "remove": {"entry": 1, "sure": True},
        "bye": {"entry": 1, "round": 2},
    }
    for name, options in deeds.items():
        with subtests.test(name):
            told = await refused(world, boss.slash, channel, f"league-manage {name}", **options)
            assert told.startswith(("This season is closed", "This season is over.", "This season isn't paused"))
    assert await refused(world, world.ann.slash, channel, "league leave") == "This season is over."


async def asked_to_close(world: World, boss: simcord.MemberActor, league: int) -> list[str]:
    """Return what an organiser is asked before a close."""
    asked = await boss.slash(world.channel, "league-manage close", league=league)
    return private(asked).splitlines()[1:-1]


async def test_before_a_close_it_is_said_what_the_season_comes_to(world: World) -> None:
    champion = "There won't be a champion: more than one entry is still in."
    over = "All its matches are over."
    boss = world.organiser()
    await begin(world, boss, "ann", "bob", "cleo", "dan", format="knockout")
    assert champion in await asked_to_close(world, boss, 1)
    for number in (1, 2):
        await finish(world, number)
    assert champion in await asked_to_close(world, boss, 1), "the final is being played"
    await finish(world, 3)
    assert await asked_to_close(world, boss, 1) == [over]
    await world.bot.arena.leagues.close(1)
    swiss = {"name": "Swiss", "format": "swiss", "players": 4}
    draft = drafted(await boss.slash(world.channel, "league create", game="replicants", **swiss))
    await boss.click(draft, label="Publish")
    await world.settle()
    for name in ("ann", "bob", "cleo", "dan"):
        await world.as_bot(world.bot.arena.leagues.join(2, world.person(name)))
    await world.as_bot(world.bot.arena.leagues.start(2))
    await world.as_bot(world.bot.arena.leagues.pause(2))
    for number in (4, 5):
        await finish(world, number)
    assert await asked_to_close(world, boss, 2) == ["No match is open, and no further round will be played."]
