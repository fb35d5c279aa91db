"""`/move`: whole turns in notation, completion, errors, and what comes of a double or late press."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
import simcord

from cogs.play.move import notice
from engine.errors import NotationError, TurnError
from engine.text import say
from hosting.match.model import Match
from hosting.match.service import Matches
from tests.cogs.conftest import World, private, some_turn
from tests.cogs.playing import (
    SHORT_GAME,
    controls,
    labels,
    latest,
    message_of,
    more,
    pick,
    play,
    posts,
    refreshed,
    said,
    turn_message,
)
from tests.cogs.seeing import seen_by


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
    assert f"{world.bob.mention}: " in said(turn_message(world))


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
    assert {item["custom_id"].split(":")[2] for item in controls(turn_message(world))} == {"3"}


async def test_a_first_turn_in_a_game_is_helped_once(world: World) -> None:
    await world.begin()
    first = message_of(await world.ann.click(turn_message(world), label="Play"))
    assert said(first).startswith("👋 Your first turn in Replicants")
    assert "`/learn game:replicants`" in said(first)
    for _ in range(2):
        await world.restart()
        assert "👋" not in said(message_of(await world.ann.click(turn_message(world), label="Play")))
    await play(world, *SHORT_GAME[:2])
    assert "👋" not in said(message_of(await world.ann.slash(world.channel, "move")))
    await world.bot.arena.matches.forfeit((await latest(world)).id, world.person("bob"))
    await world.settle()
    await world.begin()
    assert "👋" not in said(message_of(await world.ann.click(turn_message(world), label="Play")))


@pytest.mark.parametrize("direct", [False, True], ids=["channel", "direct"])
async def test_the_hint_at_a_first_turn_is_private_wherever_it_is_asked(world: World, *, direct: bool) -> None:
    # R29: not even a partner learns that a player plays for the first time
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


# `/resign` and the button Resign.


async def test_resigning_is_confirmed_in_private(world: World) -> None:
    await world.begin()
    asked = message_of(await world.bob.slash(world.channel, "resign"))
    assert asked.ephemeral
    assert labels(asked) == ["Resign", "Play on"]
    assert not (await latest(world)).over
    await world.bob.click(asked, label="Resign")
    await world.settle()
    assert refreshed(world.bob, asked).content == "You've resigned."
    match = await latest(world)
    assert match.over
    assert match.session.outcome is not None
    assert match.session.outcome.winners == (1,)
    assert "**The match is over: ann wins.** bob resigned." in posts(world)[-1].content


async def test_one_may_think_better_of_it(world: World) -> None:
    await world.begin()
    asked = message_of(await world.ann.click(await more(world.ann, turn_message(world)), label="Resign"))
    await world.ann.click(asked, label="Play on")
    kept = refreshed(world.ann, asked)
    assert "nothing has changed" in kept.content
    assert controls(kept) == []
    assert not (await latest(world)).over


async def test_a_question_asked_before_the_board_changed_is_void(world: World) -> None:
    await world.begin()
    asked = message_of(await world.bob.slash(world.channel, "resign"))
    await play(world, *SHORT_GAME[:1])
    await world.bob.click(asked, label="Resign")
    assert "out of date" in refreshed(world.bob, asked).content
    assert not (await latest(world)).over


async def test_two_presses_resign_once(world: World) -> None:
    await world.begin()
    one = message_of(await world.bob.slash(world.channel, "resign"))
    other = message_of(await world.bob.slash(world.channel, "resign"))
    await world.bob.click(one, label="Resign")
    await world.bob.click(other, label="Resign")
    assert "over" in refreshed(world.bob, other).content
    assert (await latest(world)).seq == 1


async def test_the_question_survives_a_restart(world: World) -> None:
    await world.begin()
    asked = message_of(await world.ann.slash(world.channel, "resign"))
    await world.restart()
    await world.ann.click(asked, label="Resign")
    assert (await latest(world)).over


async def test_only_players_resign_and_only_while_it_goes_on(world: World) -> None:
    await world.begin()
    assert "Resign" not in labels(await more(world.eve, turn_message(world)))
    shown = await more(world.ann, turn_message(world))
    (resign,) = [each["custom_id"] for each in controls(shown) if each["label"] == "Resign"]
    onlooker = message_of(await world.eve.click(await world.forge(resign), custom_id=resign))
    assert onlooker.ephemeral
    assert "Only this match's players" in onlooker.content
    await play(world, *SHORT_GAME)
    late = message_of(await world.bob.slash(world.channel, "resign"))
    assert late.ephemeral
    assert "The match in this channel is over." in late.content


async def test_a_match_whose_channel_is_gone_can_be_given_up_elsewhere(world: World) -> None:
    match = await world.begin()
    elsewhere = world.guild.create_text_channel("elsewhere")
    world.env.backend.delete_channel(world.channel.id)
    await world.settle()
    offered = await world.bob.autocomplete(elsewhere, "resign", "match", "rep")
    assert offered == [{"name": "Replicants, 2 players: ann, bob", "value": match.id}]
    assert await world.bob.autocomplete(elsewhere, "resign", "match", "chess") == []
    assert await world.eve.autocomplete(elsewhere, "resign", "match", "") == []
    question = message_of(await world.bob.slash(elsewhere, "resign", match=match.id))
    assert question.ephemeral
    await world.bob.click(question, label="Resign")
    await world.settle()
    assert (await world.bot.arena.matches.get(match.id)).over
    for player, words in ((world.bob, "This match is over."), (world.eve, "There's no such match.")):
        assert words in message_of(await player.slash(elsewhere, "resign", match=match.id)).content
    assert "There's no such match." in message_of(await world.bob.slash(elsewhere, "resign", match=99)).content


async def test_a_resignation_is_told_once_and_plainly(world: World) -> None:
    match = await world.begin()
    await world.bot.arena.matches.forfeit(match.id, world.person("bob"))
    await world.settle()
    (ended,) = [each for each in world.own(world.channel) if "bob resigned." in each.content]
    seen: Any = message_of(await world.eve.slash(world.channel, "board"))
    turned: Any = message_of(await world.eve.slash(world.channel, "match replay", turn=1))
    for content in (ended.content, seen.content, turned.content):
        assert content.count("bob resigned.") == 1
        assert "bob resigns." not in content
        assert "plays" not in content
        assert "`F`" not in content
    choices = await world.eve.autocomplete(world.channel, "match replay", "turn", "")
    assert "1. bob resigns." in [each["name"] for each in choices]
    settings = world.bot.arena.settings
    await settings.change_player(world.person("eve"), lambda each: replace(each, text_boards=True))
    text: Any = message_of(await world.eve.slash(world.channel, "match replay", form="animation"))
    told = (await text.attachments[0].read()).decode()
    assert "Turn 1. bob resigns.\n" in told
    assert told.count("bob resigns.") == 1


async def test_who_runs_out_of_time_does_not_resign(world: World) -> None:
    message = await world.lobby(where="here", players=3, clock="1d")
    await world.press("bob", message, "Join")
    await world.press("cleo", message, "Join")
    await world.press("ann", message, "Start")
    await world.settle()
    (slow,) = (await latest(world)).awaited
    name = (await latest(world)).names[slow - 1]
    await world.env.advance_time(timedelta(days=2).total_seconds())
    await world.settle()
    told = [each.content for each in world.own(world.channel)]
    assert any(f"{name} ran out of time." in each for each in told)
    assert not any("resigns" in each for each in told)
    turned: Any = message_of(await world.eve.slash(world.channel, "match replay", turn=1))
    assert f"{name} ran out of time." in turned.content


# `/move` of a player who wants to be asked: what the turn does is shown in private, and played once confirmed.


TURN = "E/2C6/D8-"
ASKED = "Nothing is played yet: **Confirm** plays this turn"


async def asked(world: World, turn: str = TURN, name: str = "ann") -> simcord.ResponseMessage:
    """Have a player type a turn who wants to be asked; return the answer."""
    await world.people[name].slash(world.channel, "settings mine", typed="confirmed first")
    return message_of(await world.people[name].slash(world.channel, "move", turn=turn))


@pytest.mark.usefixtures("pictures")
async def test_a_typed_turn_is_shown_and_played_once_it_is_confirmed(world: World) -> None:
    await world.begin()
    before = [message.id for message in posts(world)]
    shown = await asked(world, "e / 2c6/ d8–")
    assert shown.ephemeral
    assert [each for each in world.people.values() if seen_by(world, each, shown)] == [world.ann]
    assert said(shown).startswith(ASKED)
    assert "ann moves their 2 from D7 to C6." in said(shown)
    assert f"`{TURN}`" in said(shown)
    assert shown.attachments[0].description
    assert (await latest(world)).seq == 0
    assert [message.id for message in posts(world)] == before
    draft = await world.as_it_was(refreshed(world.ann, shown))
    done = await pick(world.ann, shown, "Confirm")
    assert said(done) == f"Played `{TURN}`. Next: bob."
    # A second press only hears what was played.
    assert said(await pick(world.ann, draft, "Confirm")) == said(done)
    assert (await latest(world)).seq == 1


async def test_it_can_be_changed_and_left(world: World) -> None:
    await world.begin()
    shown = await asked(world)
    back = await pick(world.ann, shown, "Back")
    assert "Confirm" not in labels(back)
    assert "To the right" in labels(back)
    left = await pick(world.ann, await pick(world.ann, back, "To the right"), "Cancel")
    assert said(left) == "Cancelled: nothing was played."
    assert (await latest(world)).seq == 0


async def test_a_position_that_moved_on_is_refused_kindly(world: World) -> None:
    await world.begin()
    shown = await asked(world)
    await world.ann.slash(world.channel, "settings mine", typed="played at once")
    await play(world, "E/2E6/E", "E/3C1/F2-")
    assert "so nothing happened" in said(await pick(world.ann, shown, "Confirm"))
    assert (await latest(world)).seq == 2


@pytest.mark.parametrize(
    ("turn", "expected"), [("E/2E3/E", "isn't legal"), ("E/2E6", "The turn isn't finished after E/2E6")]
)
async def test_what_cannot_be_played_is_told_as_ever(world: World, turn: str, expected: str) -> None:
    await world.begin()
    shown = await asked(world, turn)
    assert expected in said(shown)
    assert "Confirm" not in labels(shown)
    assert (await latest(world)).seq == 0


async def test_who_is_not_to_play_is_not_asked(world: World) -> None:
    await world.begin()
    assert said(await asked(world, name="bob")) == "It's ann's turn."


async def test_in_direct_messages(world: World) -> None:
    await world.begin()
    await world.ann.slash(world.channel, "settings mine", typed="confirmed first")
    shown = message_of(await world.ann.user.slash("move", turn=TURN))
    assert said(shown).startswith(ASKED)
    assert "[Go to the match]" in said(shown)
    (confirm,) = [each["custom_id"] for each in controls(shown) if ":c:" in each["custom_id"]]
    await world.ann.user.click(shown, custom_id=confirm)
    assert said(refreshed(world.ann, shown)).startswith(f"Played `{TURN}`.")
    assert (await latest(world)).seq == 1


async def test_a_choice_in_secret_is_sealed_once_it_is_confirmed(world: World) -> None:
    await world.begin(game="mutants", reserve="draft", players=2)
    (pack, _) = (await latest(world)).session.state.packs
    shown = await asked(world, pack[0])
    assert shown.ephemeral
    assert not (await latest(world)).session.sealed
    await pick(world.ann, shown, "Confirm")
    await world.settle()
    assert [seat for seat, _, _ in (await latest(world)).session.sealed] == [1]


async def test_in_silence_the_partner_sees_nothing_of_it(world: World) -> None:
    # R29
    match = await world.begin_silent()
    (seat,) = match.session.to_act
    player, channel = world.player(match.person_of(seat)), world.place(match.home(seat))
    await player.slash(channel, "settings mine", typed="confirmed first")
    shown = message_of(await player.slash(channel, "move", turn=some_turn(match.session)))
    assert said(shown).startswith(ASKED)
    assert shown.ephemeral
    partners = {world.ann.id: world.cleo, world.cleo.id: world.ann, world.bob.id: world.dan, world.dan.id: world.bob}
    assert shown.id in {each.id for each in channel.history(viewer=player)}
    assert shown.id not in {each.id for each in channel.history(viewer=partners[player.id])}


# Buttons that belong to other games: a press on a forged one is answered, and changes nothing.


@pytest.mark.parametrize(
    ("custom_id", "told"),
    [
        ("m:1:0:hand", "You have no cards in this match."),
        ("m:1:0:prepare", "This game has no question like that to answer in advance."),
    ],
)
async def test_what_the_game_does_not_have_is_refused(world: World, custom_id: str, told: str) -> None:
    await world.begin()
    answer = await world.ann.click(await world.forge(custom_id), label="forged")
    assert private(answer) == told
    assert (await world.bot.arena.matches.get(1)).seq == 0
