"""What the index page lists."""

from typing import Any

import simcord

from local.server import Json, Reads, find_channel, mark_read, may_see, may_write, overview
from local.world import World, simulated
from tests.local.sample import SampleBot


def _rows(listing: Json) -> dict[str, Json]:
    rows = [
        row for group in listing["groups"] for channel in group["channels"] for row in (channel, *channel["threads"])
    ]
    return {row["name"]: row for row in (*rows, *listing["direct"])}


def _names(world: World, ids: list[str]) -> list[str]:
    return [name for name, player in world.players.items() if str(player.id) in ids]


def _people(listing: Json) -> dict[str, Any]:
    return {person["name"]: (person["unread"], person["pings"]) for person in listing["players"]}


def _channel(world: World, name: str) -> simcord.ChannelHandle:
    return world.guild.channels[name]


async def test_channels_stand_in_their_categories() -> None:
    async with simulated(SampleBot) as world:
        listing = overview(world, Reads(), world.players["Ann"])
        assert [(group["name"], [row["name"] for row in group["channels"]]) for group in listing["groups"]] == [
            ("", ["lobby", "lounge"]),
            ("Tables", ["table-1", "table-2", "table-3"]),
        ]
        assert [row["kind"] for row in listing["groups"][0]["channels"]] == ["text", "voice"]
        assert [person["name"] for person in listing["players"] if person["owner"]] == ["Olga"]


async def test_channels_the_bot_makes_appear_with_those_who_see_and_write() -> None:
    async with simulated(SampleBot) as world:
        await world.players["Ann"].slash(world.channel, "teams", ally=world.players["Dan"])
        listing = overview(world, Reads(), world.players["Ann"])
        assert [group["name"] for group in listing["groups"]] == ["", "Tables", "Match 1"]
        rows = _rows(listing)
        assert _names(world, rows["board"]["visible"]) == list(world.players)
        assert _names(world, rows["team-red"]["visible"]) == ["Ann", "Dan", "Olga"]
        assert _names(world, rows["team-red"]["writable"]) == ["Olga"]
        assert rows["spectators"]["kind"] == "thread"
        assert rows["spectators"] in rows["lobby"]["threads"]
        assert rows["board"]["topic"] == "The board"
        team = _channel(world, "team-red")
        assert [name for name, player in world.players.items() if may_see(world, team, player)] == [
            "Ann",
            "Dan",
            "Olga",
        ]
        assert not may_write(world, team, world.players["Ann"])


async def test_an_archived_thread_is_closed() -> None:
    async with simulated(SampleBot) as world:
        await world.players["Ann"].slash(world.channel, "teams", ally=world.players["Dan"])
        thread = world.channel.threads[0]
        assert not _rows(overview(world, Reads(), world.players["Ann"]))["spectators"]["closed"]
        world.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": True})
        assert _rows(overview(world, Reads(), world.players["Ann"]))["spectators"]["closed"]


async def test_news_count_until_they_are_read() -> None:
    async with simulated(SampleBot) as world:
        reads = Reads()
        ann, dan, eve = (world.players[name] for name in ("Ann", "Dan", "Eve"))
        await ann.slash(world.channel, "teams", ally=dan)
        rows = _rows(overview(world, reads, dan))
        assert (rows["team-red"]["unread"], rows["team-red"]["pings"]) == (1, 1)
        assert rows["lobby"]["unread"] == 2
        people = _people(overview(world, reads, dan))
        assert people["Dan"] == (3, 1)
        assert people["Eve"] == (2, 0)
        mark_read(world, reads, _channel(world, "team-red"), dan)
        rows = _rows(overview(world, reads, dan))
        assert (rows["team-red"]["unread"], rows["team-red"]["pings"]) == (0, 0)
        assert _people(overview(world, reads, eve))["Dan"] == (2, 0)
        assert _rows(overview(world, reads, eve))["team-red"]["unread"] == 0


async def test_ones_own_words_and_private_answers_to_others_are_no_news() -> None:
    async with simulated(SampleBot) as world:
        ann, bob = world.players["Ann"], world.players["Bob"]
        await bob.send(world.channel, "hello")
        await bob.slash(world.channel, "whisper")
        listing = overview(world, Reads(), ann)
        assert _rows(listing)["lobby"]["unread"] == 1
        assert _rows(overview(world, Reads(), bob))["lobby"]["unread"] == 1


async def test_everybody_is_pinged_by_a_ping_to_all() -> None:
    async with simulated(SampleBot) as world:
        await world.owner.send(world.channel, "@everyone come")
        assert _people(overview(world, Reads(), world.owner))["Eve"] == (1, 1)


async def test_private_conversations_belong_to_one_player() -> None:
    async with simulated(SampleBot) as world:
        eve = world.players["Eve"]
        await eve.slash(world.channel, "whisper")
        listing = overview(world, Reads(), world.players["Ann"])
        assert [row["name"] for row in listing["direct"]] == ["Eve"]
        assert _names(world, listing["direct"][0]["visible"]) == ["Eve"]
        assert listing["direct"][0]["writable"] == [str(eve.id)]
        assert listing["direct"][0]["unread"] == 0
        assert overview(world, Reads(), eve)["direct"][0]["unread"] == 1


async def test_who_is_in_a_voice_channel() -> None:
    async with simulated(SampleBot) as world:
        await world.players["Cleo"].join_voice(_channel(world, "lounge"))
        rows = _rows(overview(world, Reads(), world.players["Ann"]))
        assert _names(world, rows["lounge"]["present"]) == ["Cleo"]
        assert rows["lobby"]["present"] == []


async def test_what_does_not_exist_is_not_found() -> None:
    async with simulated(SampleBot) as world:
        assert find_channel(world, 1) is None
