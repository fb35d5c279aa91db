"""Completions with words beside the notation, and what people type behind them."""

from __future__ import annotations

import pytest

from cogs.core.errors import Refusal
from cogs.core.text import CHOICE_LIMIT
from cogs.ui.turn_text import BESIDE, named, untangled
from engine.chance import Chance
from engine.errors import TurnError
from engine.events import Event
from engine.game import Setup
from engine.registry import get
from engine.session import Session
from tests.cogs import toy
from tests.cogs.conftest import World
from tests.cogs.playing import message_of

SESSION = Session.start(get("replicants"), Setup("2"), Chance.from_text("completion"))


def _words(event: Event) -> str:
    return str(event.text())


def _chatty(event: Event) -> str:
    return _words(event) * 10


def test_a_completion_shows_its_notation_and_what_the_latest_action_means() -> None:
    names = {value: name for name, value in named(SESSION, 1, SESSION.complete(1, "E/2E6/"), _words)}
    assert names["E/2E6/E6-"] == "E/2E6/E6- · Player 1 rotates their 2 on E6 to the left."
    assert names["E/2E6/E"] == "E/2E6/E · Player 1 charges the matrix to 2."


def test_only_the_latest_action_is_told() -> None:
    ((name, _),) = named(SESSION, 1, ["E/2E6/"], _words)
    assert name == "E/2E6/ · Player 1 moves their 2 from E7 to E6."


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("", ""),
        ("E/2E6/", "E/2E6/"),
        ("E/2E6/ · Player 1 moves their 2 from E7 to E6.", "E/2E6/"),
        ("E/2E6/ · Player 1 moves their 2 from E7 to E6.E6", "E/2E6/E6"),
    ],
)
def test_words_are_taken_out_of_what_is_typed_behind_a_completion(typed: str, meant: str) -> None:
    assert untangled(SESSION, 1, typed, _words) == meant


@pytest.mark.parametrize(
    ("typed", "turn", "place"),
    [
        ("E/2E6/ · Player 1 moves th", "E/2E6/", 10),
        ("E/7A1/ · what", "E/7A1/", 10),
        ("E/2C6/D8- · but only if bob agrees", "E/2C6/D8-", 13),
        ("E/2C6/D8- · ", "E/2C6/D8-", 13),
        ("E/2E6/ · Player 2 moves their 2 from E7 to E6.", "E/2E6/", 10),
    ],
)
def test_other_words_beside_a_turn_are_refused(typed: str, turn: str, place: int) -> None:
    with pytest.raises(Refusal) as caught:
        untangled(SESSION, 1, typed, _words)
    told = str(caught.value.text)
    assert told.startswith("I don't understand ")
    assert f"(from character {place} on)" in told
    assert f"just `{turn}`" in told
    assert untangled(SESSION, 1, typed, _words, half=True) == turn


def test_words_without_a_turn_are_refused_without_advice_on_it() -> None:
    with pytest.raises(Refusal) as caught:
        untangled(SESSION, 1, " · what", _words)
    assert "what" in str(caught.value.text)
    assert "just" not in str(caught.value.text)


def test_words_behind_a_completion_that_was_typed_on_are_refused() -> None:
    typed = "E/2E6/ · Player 1 moves their 2 from E7 to E6.E · what"
    with pytest.raises(TurnError):
        SESSION.play(1, untangled(SESSION, 1, typed, _words))


async def test_nothing_is_played_with_words_beside_it(world: World) -> None:
    match = await world.begin()
    answer = message_of(await world.ann.slash(world.channel, "move", turn="E/2C6/D8- · **or not** @everyone"))
    assert answer.ephemeral
    assert "“\\*\\*or not\\*\\* \\@\u200beveryone”" in answer.content
    assert await world.bot.arena.matches.get(match.id) == match
    planned = message_of(await world.bob.slash(world.channel, "match plan", add="E/2C6/D8- · what; E/3C1/F2-"))
    assert "I don't understand " in planned.content
    assert "no plan" in message_of(await world.bob.slash(world.channel, "match plan")).content


async def test_a_name_that_discord_sends_in_place_of_its_value_is_played(world: World) -> None:
    await world.begin()
    found = await world.ann.autocomplete(world.channel, "move", "turn", "E/2E6/")
    name = next(each["name"] for each in found if each["value"] == "E/2E6/E")
    assert " · " in name
    assert message_of(await world.ann.slash(world.channel, "move", turn=name)).content.startswith("Played `E/2E6/E`.")


def test_every_completion_of_a_turn_survives_being_picked_and_typed_on() -> None:
    for name, value in named(SESSION, 1, SESSION.complete(1, ""), _words):
        assert len(name) <= CHOICE_LIMIT
        assert untangled(SESSION, 1, name, _words) == value
        assert untangled(SESSION, 1, name + "E", _words) == value + "E"


def test_words_without_room_are_left_out() -> None:
    for name, value in named(SESSION, 1, SESSION.complete(1, ""), _chatty):
        assert name == value


def test_a_game_that_tells_nothing_shows_its_notation() -> None:
    session = toy.session()
    assert named(session, 1, ["wind/pass/"], _words) == [("wind/pass/", "wind/pass/")]
    assert BESIDE not in "".join(name for name, _ in named(session, 1, session.complete(1, ""), _words))


def test_turns_too_long_for_a_completion_are_not_offered() -> None:
    assert named(toy.session(), 1, ["x" * (CHOICE_LIMIT + 1)], _words) == []
