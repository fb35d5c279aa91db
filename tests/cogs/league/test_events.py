"""Rounds of leagues as events of the server: entered once, kept as the round is, gone with it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import discord
import pytest
import simcord
from simcord.backend.models import ScheduledEvent

from tests.cogs.conftest import World, private, take
from tests.cogs.league.playing import begin, drafted

WEEKLY = {"format": "swiss", "round_days": 7}
PLAYERS = ("ann", "bob", "cleo", "dan")


def _events(world: World) -> list[ScheduledEvent]:
    return list(world.env.backend.get_guild(world.guild.id).scheduled_events.values())


def _told(boss: simcord.MemberActor) -> list[str]:
    return [each.content for each in boss.user.dm_channel.history(viewer=boss.user)]


def _end(event: ScheduledEvent) -> datetime:
    assert event.scheduled_end_time is not None
    return datetime.fromisoformat(event.scheduled_end_time)


async def _manage(world: World, boss: simcord.MemberActor, what: str) -> None:
    await boss.slash(world.channel, f"league-manage {what}")
    await world.settle()


async def test_a_round_is_an_event(world: World, requests: list[tuple[str, str, Any]]) -> None:
    boss = world.organiser()
    draft = drafted(await boss.slash(world.channel, "league create", game="replicants", name="Draft", **WEEKLY))
    assert "Each round is entered as an event of this server." in draft.content
    await boss.click(draft, label="Discard")
    await begin(world, boss, *PLAYERS, **WEEKLY)
    (event,) = _events(world)
    assert (event.name, event.entity_type) == ("Winter · Round 1", discord.EntityType.external.value)
    assert event.description == "2 matches. `/league schedule` shows who plays whom."
    place = f"https://discord.com/channels/{world.guild.id}/{world.channel.id}"
    assert event.entity_metadata == {"location": place}
    (opened,) = (await world.bot.arena.leagues.view(1 + 1)).rounds
    assert opened.ends_at == _end(event)
    assert datetime.fromisoformat(event.scheduled_start_time) > world.clock.now()

    await _manage(world, boss, "pause")
    (event,) = _events(world)
    assert event.description == "The league is paused. The round ends later by as long as that takes."
    await world.env.advance_time(timedelta(days=1).total_seconds())
    await world.restart()
    await _manage(world, boss, "resume")
    (event,) = _events(world)
    assert timedelta(days=1) <= _end(event) - opened.ends_at < timedelta(days=1, minutes=5)
    assert event.description == "2 matches. `/league schedule` shows who plays whom."
    asked = drafted(await boss.slash(world.channel, "league-manage close"))
    await boss.click(asked, label="Close")
    await world.settle()
    assert _events(world) == []
    made = [
        body for method, path, body in requests if (method, path.rpartition("/")[2]) == ("POST", "scheduled-events")
    ]
    assert len(made) == 1


async def test_what_died_before_its_note_is_found_and_what_was_deleted_stays_away(world: World) -> None:
    boss = world.organiser()
    await begin(world, boss, *PLAYERS, **WEEKLY)
    (event,) = _events(world)
    note = f"league-event:{world.guild.id}:1:1"
    assert await world.bot.arena.settings.remembered(note) == str(event.id)
    await world.bot.arena.settings.remember(note, "making")
    await world.restart()
    await _manage(world, boss, "pause")
    assert [each.id for each in _events(world)] == [event.id]
    assert await world.bot.arena.settings.remembered(note) == str(event.id)
    world.env.backend.delete_scheduled_event(world.guild.id, event.id)
    await _manage(world, boss, "resume")
    await _manage(world, boss, "pause")
    assert _events(world) == []


@pytest.mark.parametrize(
    ("refused", "words"), [(False, "I don't have `Create Events`"), (True, "as many as Discord allows")]
)
async def test_where_no_event_can_be_entered_organisers_are_told_once(world: World, refused: bool, words: str) -> None:
    boss = world.organiser()
    if refused:
        for _ in range(2):
            world.env.inject_error("POST", f"/guilds/{world.guild.id}/scheduled-events", status=400, code=30038)
    else:
        take(world, "create_events", "administrator")
        await world.settle()
        draft = drafted(await boss.slash(world.channel, "league create", game="replicants", name="Draft", **WEEKLY))
        assert "Rounds aren't added to this server's events, because I don't have `Create Events`" in draft.content
        assert "➖ Create server events for rounds" in private(await world.ann.slash(world.channel, "doctor"))
        await boss.click(draft, label="Discard")
    await begin(world, boss, *PLAYERS, **WEEKLY)
    assert _events(world) == []
    await _manage(world, boss, "pause")
    told = [each for each in _told(boss) if "to this server's events" in each]
    assert len(told) == 1
    assert words in told[0]
    assert any("Round 1** has begun" in each.content for each in world.own(world.channel)), "all else goes on"


async def test_organisers_switch_events_off(world: World) -> None:
    boss = world.organiser()
    draft = drafted(await boss.slash(world.channel, "league create", game="replicants", name="Winter", **WEEKLY))
    dialog = await boss.select(draft, ["telling"])
    await boss.submit_modal(dialog, {"events": ["no"]})
    assert "event" not in world.latest(draft).content
    assert not (await world.bot.arena.leagues.view(1)).terms.events
