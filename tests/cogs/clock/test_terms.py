"""Clocks and rests in a lobby: how they are picked, and what is said about what was agreed."""

from __future__ import annotations

from tests.cogs.conftest import World
from tests.cogs.playing import message_of


async def test_the_lobby_shows_what_was_agreed(world: World) -> None:
    message = await world.lobby(
        where="here",
        clock="3d+12h/5d",
        timeout="substitute",
        undo="never",
        automatic=True,
        weekend=True,
        quiet="22:00-7:00",
    )
    for line in (
        "Clock: 3d each, 12h more per turn, 5d at most.",
        "If a player runs out of time, the match is paused and I call for a substitute.",
        "All clocks are paused from 22:00 to 07:00 (UTC).",
        "All clocks are paused on Saturdays and Sundays (UTC).",
        "Turns can't be taken back.",
        "A player's only legal turn is played automatically.",
    ):
        assert line in message.content
    assert "rated" not in message.content
    strict = await world.lobby(where="here", clock="1d", rests=False, rated=False)
    assert "Clocks run through players' quiet hours and weekends." in strict.content
    assert "This match isn't rated." in strict.content


async def test_without_a_clock_the_lobby_speaks_of_none(world: World) -> None:
    message = await world.lobby(where="here", timeout="random")
    assert "Clock" not in message.content
    assert "runs out of time" not in message.content


async def test_clocks_and_quiet_hours_are_completed_and_nothing_else_is_taken(world: World) -> None:
    found = await world.ann.autocomplete(world.channel, "new replicants", "clock", "a bank of 3")
    assert found == [{"name": "a bank of 3 days, plus 12 hours a turn, 5 days at most", "value": "3d+12h/5d"}]
    assert len(await world.ann.autocomplete(world.channel, "new replicants", "clock", "")) > 10
    typed = await world.lobby(where="here", clock=" 2 Days a turn ", quiet="22:00-7:00")
    assert "Clock: 2d per turn." in typed.content
    for wrong in (
        {"clock": "37h"},
        {"clock": "3d", "quiet": "0:00-23:00"},
        {"clock": "@everyone" * 50},
        {"timeout": "what"},
        {"undo": "what"},
        {"where": "what"},
        {"seats": "what"},
    ):
        refused = message_of(await world.ann.slash(world.channel, "new replicants", **wrong))
        assert refused.ephemeral
        assert "` from its list: " in refused.content


async def test_a_clock_of_ones_own(world: World) -> None:
    asked = await world.ann.slash(world.channel, "new replicants", where="here", clock="own", undo="free")
    assert asked.modal is not None
    (field,) = [each["components"][0]["custom_id"] for each in asked.modal["components"]]
    refused = message_of(await world.ann.submit_modal(asked, {field: "a while"}))
    assert refused.ephemeral
    assert "as a clock" in refused.content
    again = await world.ann.slash(world.channel, "new replicants", where="here", clock="own", undo="free")
    (field,) = [each["components"][0]["custom_id"] for each in again.modal["components"]]  # type: ignore[index]
    opened = message_of(await world.ann.submit_modal(again, {field: "36h"}))
    assert not opened.ephemeral
    assert "Clock: 1d12h per turn." in opened.content
    assert "You can take a turn back until another player has moved." in opened.content
