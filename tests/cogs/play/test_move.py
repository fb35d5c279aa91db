"""`/move`: whole turns in notation, completion, errors, and what comes of a double or late press."""

from __future__ import annotations

from unittest.mock import patch

import pytest

from cogs.play.move import notice
from engine.errors import NotationError, TurnError
from engine.text import say
from hosting.match.model import Match
from hosting.match.service import Matches
from tests.cogs.conftest import World, some_turn
from tests.cogs.playing import (
    SHORT_GAME,
    controls,
    labels,
    latest,
    message_of,
    play,
    posts,
    said,
    status,
)


async def test_a_whole_match_by_notation(world: World) -> None:
    await world.begin()
    await play(world, *SHORT_GAME)
    match = await latest(world)
    assert match.over
    assert match.seq == len(SHORT_GAME)
    boards = [message for message in posts(world) if message.attachments]
    assert len(boards) == len(SHORT_GAME) + 1, "the start, each turn, and the last turn with the result"
    ended = boards[-1]
    assert "ann wins" in ended.content
    record = next(file for file in ended.attachments if file.filename.endswith(".record"))
    assert "T5..E/3D1x(M.ann)" in (await record.read()).decode()
    assert posts(world, "Play") == []


async def test_the_answer_is_private_and_says_who_is_next(world: World) -> None:
    await world.begin()
    answer = message_of(await world.ann.slash(world.channel, "move", turn=" e / 2c6/ d8–"))
    assert answer.ephemeral
    assert said(answer) == "Played `E/2C6/D8-`. Next: bob."
    assert f"{world.bob.mention}: " in said(status(world))


async def test_the_last_answer_says_how_it_ended(world: World) -> None:
    await world.begin()
    await play(world, *SHORT_GAME[:-1])
    answer = message_of(await world.ann.slash(world.channel, "move", turn=SHORT_GAME[-1]))
    assert said(answer) == "Played `E/3D1x`. ann destroyed bob's matrix."


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("E/9Z9/E", ["`9Z9` isn't legal", "Possible here, for example: `"]),
        ("E/2E4/E", ["`2E4` isn't legal", "Possible here, for example: `"]),
        ("#E7", ["`#E7` isn't legal", "R13", "Possible here, for example: `E`"]),
        ("E/2E6/E6", ["Action 3 isn't", "E6 isn't an action", "Possible here, for example: `"]),
        ("E/2E6/E/E", ["Action 4 isn't", "The turn is over"]),
        ("E/3E9/E", ["`3E9` isn't legal", "R"]),
        (f"E/{'*9*' * 1000}/E", ["Action 2 isn't", "…", "Possible here, for example: `"]),
    ],
)
async def test_an_error_names_the_action_the_rule_and_what_would_be_legal(
    world: World, typed: str, expected: list[str]
) -> None:
    await world.begin()
    before = [message.id for message in posts(world)]
    answer = message_of(await world.ann.slash(world.channel, "move", turn=typed))
    assert answer.ephemeral
    for part in expected:
        assert part in said(answer)
    assert len(said(answer)) < 500
    assert (await latest(world)).seq == 0
    assert [message.id for message in posts(world)] == before


async def test_only_whose_turn_it_is_can_play(world: World) -> None:
    people = world.people
    lost = message_of(await people["ann"].slash(world.channel, "move", turn="E"))
    assert lost.ephemeral
    assert "no match in this channel" in said(lost)
    await world.begin()
    waiting = message_of(await people["bob"].slash(world.channel, "move", turn="E/2C2/E"))
    assert waiting.ephemeral
    assert said(waiting) == "It's ann's turn."
    onlooker = message_of(await people["eve"].slash(world.channel, "move", turn="E/2C6/E"))
    assert onlooker.ephemeral
    assert "Only this match's players" in said(onlooker)
    assert (await latest(world)).seq == 0


async def test_a_turn_that_is_not_finished_goes_on_in_the_builder(world: World) -> None:
    await world.begin()
    answer = message_of(await world.ann.slash(world.channel, "move", turn="E/2E6"))
    assert answer.ephemeral
    assert "The turn isn't finished after E/2E6" in said(answer)
    assert "`E/2E6`" in said(answer)
    assert {"Back", "Start over", "Cancel"} <= set(labels(answer))
    assert (await latest(world)).seq == 0


def test_where_the_game_numbers_no_rules_none_is_named() -> None:
    unfinished = NotationError(say("The turn is not finished."), code="turn-incomplete")
    error = TurnError(unfinished, given="1", index=0, column=0, action="1")
    assert str(notice(error)) == "The turn is not finished."


async def test_a_turn_begun_while_the_opponent_moved_goes_on_in_the_builder(world: World) -> None:
    await world.begin()
    original = Matches.play

    async def after_ann(matches: Matches, match_id: int, person_id: int, text: str) -> Match:
        await original(matches, match_id, world.person("ann"), "E/2C6/D8-")
        return await original(matches, match_id, person_id, text)

    with patch.object(Matches, "play", after_ann):
        answer = message_of(await world.bob.slash(world.channel, "move", turn="E/3C1"))
    assert {"Back", "Start over", "Cancel"} <= set(labels(answer))
    assert (await latest(world)).seq == 1


async def test_completion_goes_action_by_action(world: World) -> None:
    await world.begin()
    ann = world.ann
    first = await ann.autocomplete(world.channel, "move", "turn", "")
    values = [choice["value"] for choice in first]
    assert values[:3] == ["E/2C6/", "E/2D7D6/", "E/2E7D6/"], "the forced charge is filled in"
    assert len(first) <= 25
    second = await ann.autocomplete(world.channel, "move", "turn", first[0]["name"])
    assert {choice["value"] for choice in second} >= {"E/2C6/E", "E/2C6/D8-", "E/2C6/D8+"}
    assert "E/2C6/D8- · ann rotates their 3 on D8 to the left." in {choice["name"] for choice in second}
    narrowed = await ann.autocomplete(world.channel, "move", "turn", "E/2C6/D8")
    assert [choice["value"] for choice in narrowed] == ["E/2C6/D8-", "E/2C6/D8+"]
    # What was picked is sent as its value; what is typed behind a picked name contains the words.
    played = message_of(await ann.slash(world.channel, "move", turn=first[0]["name"] + "D8-"))
    assert said(played) == "Played `E/2C6/D8-`. Next: bob."


async def test_completion_offers_nothing_to_those_who_cannot_play(world: World) -> None:
    assert await world.ann.autocomplete(world.channel, "move", "turn", "") == []
    await world.begin()
    for name in ("bob", "eve"):
        assert await world.people[name].autocomplete(world.channel, "move", "turn", "E") == []
    assert await world.ann.autocomplete(world.channel, "move", "turn", "E/9/") == []


async def test_the_status_is_replaced_and_boards_stay(world: World) -> None:
    await world.begin()
    await play(world, *SHORT_GAME[:3])
    assert len(posts(world, "Play")) == 1
    assert len([message for message in posts(world) if message.attachments]) == 4
    assert {item["custom_id"].split(":")[2] for item in controls(status(world))} == {"3"}


async def test_a_first_turn_in_a_game_is_helped_once(world: World) -> None:
    await world.begin()
    first = message_of(await world.ann.click(status(world), label="Play"))
    assert said(first).startswith("👋 Your first turn in Replicants")
    assert "`/learn game:replicants`" in said(first)
    for _ in range(2):
        await world.restart()
        assert "👋" not in said(message_of(await world.ann.click(status(world), label="Play")))
    await play(world, *SHORT_GAME[:2])
    assert "👋" not in said(message_of(await world.ann.slash(world.channel, "move")))
    await world.bot.arena.matches.forfeit((await latest(world)).id, world.person("bob"))
    await world.settle()
    await world.begin()
    assert "👋" not in said(message_of(await world.ann.click(status(world), label="Play")))


@pytest.mark.parametrize("direct", [False, True], ids=["channel", "direct"])
async def test_the_hint_at_a_first_turn_is_private_wherever_it_is_asked(world: World, *, direct: bool) -> None:
    # R29: not even a partner learns that somebody plays for the first time
    match = await world.begin_silent()
    person = match.person_of(min(match.session.to_act))
    player, seat = world.player(person), match.seat_of(person)
    assert seat is not None
    channel = world.place(match.home(seat))
    before = {number: len(stored) for number, stored in world.env.backend.messages.items()}
    shown = message_of(await player.user.slash("move") if direct else await player.slash(channel, "move"))
    assert said(shown).startswith("👋 Your first turn in Replicants")
    assert shown.ephemeral
    partners = {world.ann.id: world.cleo, world.cleo.id: world.ann, world.bob.id: world.dan, world.dan.id: world.bob}
    assert "👋" not in "".join(said(it) for it in channel.history(viewer=partners[player.id]))
    private = {player.user.dm_channel.id if direct else channel.id}
    assert all(
        len(stored) == before.get(number, 0)
        for number, stored in world.env.backend.messages.items()
        if number not in private
    )


async def test_who_has_chosen_in_secret_is_past_the_hint(world: World) -> None:
    await world.begin(game="apex", players=2)
    first = message_of(await world.ann.slash(world.channel, "move"))
    assert said(first).startswith("👋 Your first turn in APEX")
    await world.ann.slash(world.channel, "move", turn=some_turn((await latest(world)).session))
    assert "👋" not in said(message_of(await world.ann.slash(world.channel, "move")))
