"""Your hand: all that a player holds, to them alone, no matter whose turn it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import simcord

from cogs.core.text import LAYOUT_LIMIT
from cogs.delivery import cog
from cogs.play import board
from cogs.play import builder_view as building
from cogs.review import viewer
from cogs.ui.pictures import Board, draw_board
from cogs.watch import posts as watching
from engine import registry
from engine.__main__ import main
from engine.errors import NotationError
from engine.events import Event
from engine.game import Step
from engine.registry import get
from engine.seat import Seat
from engine.text import say
from hosting.clock import ClockTerms
from hosting.match_terms import Terms
from render import animation
from store.tables.matches import ReplayError
from tests.cogs.conftest import World, private
from tests.cogs.parlour.conftest import PLAYERS, begin
from tests.cogs.parlour.conftest import Parlour as ConftestParlour
from tests.cogs.playing import (
    Shown,
    controls,
    labels,
    menu,
    message_of,
    parts,
    pick,
    posts,
    refreshed,
    said,
    texts,
    ways,
)
from tests.cogs.seeing import seen_by
from tests.cogs.test_watch import boards, watch
from tests.cogs.twins import difference, look_around, parallel, told, words
from tests.engine.parlour import game
from tests.engine.parlour.table import State
from tests.engine.parlour.table import private as table_private

pytestmark = pytest.mark.usefixtures("parlour")


def galleries(message: Shown) -> list[list[dict[str, Any]]]:
    """Return the pictures of each gallery of a message."""
    return [part["items"] for part in parts(message) if part["type"] == 12]


async def press(world: World, name: str) -> Shown:
    """Have a player press the button under the newest board that has it."""
    board = posts(world, "Your hand")[-1]
    return message_of(await world.people[name].click(board, label="Your hand"))


async def test_a_player_sees_all_that_they_hold(world: World) -> None:
    party = await begin(world, hand="chosen")
    first, _ = await party.attack()
    for seat in (1, 2):
        answer = await press(world, PLAYERS[seat - 1])
        hand = await party.hand(seat)
        assert texts(answer) == [
            "\n".join(["**Your hand: 2 cards**", *(f"-# Card {card}" for card in hand)]),
            "**Set aside: 0 cards**",
        ]
        pictures = galleries(answer)
        assert [[item["media"]["url"].split("/")[-1] for item in items] for items in pictures] == [
            ["hand-1.png", "hand-2.png"],
            ["aside.png"],
        ]
        assert [item["description"] for item in pictures[0]] == [f"Card {card}" for card in hand]
        # Whose turn it is does not matter; who is asked can go on from here.
        assert ("Play" in labels(answer)) is (seat != first)


async def test_nobody_else_sees_it(world: World) -> None:
    await begin(world)
    answer = await press(world, "ann")
    assert answer.ephemeral  # type: ignore[union-attr]
    assert [name for name, person in world.people.items() if seen_by(world, person, answer)] == ["ann"]


async def test_in_a_draft_the_pack_stands_beside_what_was_picked(world: World) -> None:
    party = await begin(world)
    for seat in (1, 2):
        await party.move(seat, str((await party.session()).state.packs[seat - 1][0]))
    state = (await party.session()).state
    (told,) = texts(await press(world, "bob"))
    assert told.splitlines() == [
        "**Your pack: 3 cards**",
        *(f"-# Card {card}" for card in state.packs[1]),
        "**Your hand: 1 card**",
        *(f"-# Card {card}" for card in state.hands[1]),
    ]


async def test_a_spectator_is_told_that_they_have_none(world: World) -> None:
    await begin(world)
    answer = await press(world, "eve")
    assert answer.content == "You aren't in this match, so you have no hand."
    assert answer.ephemeral  # type: ignore[union-attr]


async def test_who_left_holds_nothing(world: World) -> None:
    party = await begin(world, 3)
    await world.bot.arena.matches.forfeit(party.match_id, world.person("bob"))
    await world.settle()
    assert (await press(world, "bob")).content == "You have no cards in this match."


async def test_who_reads_boards_as_text_gets_no_pictures(world: World) -> None:
    await begin(world, hand="chosen")
    await world.ann.slash(world.channel, "settings mine", boards="text")
    answer = await press(world, "ann")
    assert galleries(answer) == []
    assert texts(answer)[0].startswith("**Your hand: 2 cards**")


async def test_it_works_after_a_restart_and_from_an_old_board(world: World) -> None:
    party = await begin(world, hand="chosen")
    board = posts(world, "Your hand")[-1]
    await party.attack()
    shown = await world.as_it_was(board)
    await world.restart()
    answer = message_of(await world.bob.click(shown, label="Your hand"))
    assert [len(each) <= LAYOUT_LIMIT for each in texts(answer)] == [True, True]
    assert f"-# Card {(await party.hand(2))[0]}" in texts(answer)[0]


async def test_games_without_lasting_hands_have_no_such_button(world: World) -> None:
    await world.begin()
    assert not [each for message in posts(world) for each in controls(message) if each.get("label") == "Your hand"]


# Answers inside another player's turn: what the call's button opens for who is asked, and what others are told.


async def test_the_button_says_that_an_answer_is_asked(world: World) -> None:
    party = await begin(world, hand="chosen")
    assert labels(posts(world, "Play")[-1])[:2] == ["Play", "Your hand"]
    await party.attack()
    assert labels(posts(world)[-1])[:2] == ["Answer", "Your hand"]


async def test_who_is_asked_is_told_why_and_who_waits(world: World) -> None:
    party = await begin(world, hand="chosen")
    first, second = await party.attack()
    player, hand = party.player(second), await party.hand(second)
    asked = message_of(await player.click(posts(world, "Answer")[-1], label="Answer"))
    waiting, told, *_ = said(asked).splitlines()
    assert waiting == f"-# It's {PLAYERS[first - 1]}'s turn, and they're waiting for your answer."
    assert told == f"**{PLAYERS[second - 1]} is attacked and may discard a card.**"
    assert asked.ephemeral
    assert ways(asked) == [*(f"Card {card}" for card in hand), "Nothing"]
    # The board stands above, and below it what there is to choose from.
    assert [file.filename for file in asked.attachments] == ["board.png", "hand-1.png", "hand-2.png"]
    assert [part["type"] for part in parts(asked)[:3]] == [12, 12, 10]
    assert [file.description for file in asked.attachments[1:]] == [f"Card {card}" for card in hand]

    here = await pick(player, asked, f"Card {hand[0]}")
    assert (await party.session()).to_act == {second}, "nothing is played until you Confirm"
    await pick(player, here, "Confirm")
    await world.settle()
    assert hand[0] not in await party.hand(second)
    assert (await party.session()).to_act == {first}


async def test_others_who_press_are_told_whose_answer_it_is(world: World) -> None:
    party = await begin(world, hand="chosen")
    first, second = await party.attack()
    answer = message_of(await party.player(first).click(posts(world, "Answer")[-1], label="Answer"))
    assert answer.ephemeral
    assert PLAYERS[second - 1] in said(answer)


async def test_a_pick_is_made_from_a_picture_of_the_pack(world: World) -> None:
    party = await begin(world)
    state = (await party.session()).state
    opened = message_of(await world.ann.click(posts(world, "Choose")[-1], label="Choose"))
    assert [file.filename for file in opened.attachments] == ["pack.png"]
    card = state.packs[0][2]
    here = await pick(world.ann, opened, f"Card {card}")
    assert not (await party.session()).sealed
    here = await pick(world.ann, here, "Confirm")
    assert [file.filename for file in here.attachments] == ["pack.png"]
    assert labels(here) == ["Change my choice"]
    assert f"`{card}`" in said(here)
    assert said(refreshed(world.ann, here)) == said(here)


async def test_boards_as_text_come_with_the_hand_in_words(world: World) -> None:
    party = await begin(world, hand="chosen")
    _, second = await party.attack()
    player = party.player(second)
    await player.slash(world.channel, "settings mine", boards="text")
    asked = message_of(await player.click(posts(world, "Answer")[-1], label="Answer"))
    assert asked.attachments == []
    board, hand, _ = texts(asked)
    assert board.startswith("```")
    assert hand.startswith("**Your hand: 2 cards**")


async def test_an_answer_survives_a_restart_and_a_late_press_changes_nothing(world: World) -> None:
    party = await begin(world, hand="chosen")
    first, second = await party.attack()
    player = party.player(second)
    asked = message_of(await player.click(posts(world, "Answer")[-1], label="Answer"))
    first_seen = asked.message
    await world.restart()
    here = await pick(player, asked, "Nothing")
    await pick(player, here, "Confirm")
    await world.settle()
    assert (await party.session()).to_act == {first}
    late = await world.as_it_was(first_seen)
    answer = message_of(await player.click(late, label="Nothing"))
    assert "so nothing happened" in said(answer)


async def test_what_a_card_draws_is_not_shown_before_it_is_played(world: World) -> None:
    party = await begin(world, hand="chosen")
    seat = await party.first()
    player, hand = party.player(seat), await party.hand(seat)
    here = await pick(player, await _opened(world, player), "Play a card")
    here = await pick(player, here, f"Card {hand[0]}")
    assert "Confirm" in labels(here)
    assert [file.description for file in here.attachments[1:]] == [f"Card {card}" for card in hand]
    await pick(player, here, "Confirm")
    await world.settle()
    assert len(await party.hand(seat)) == 2
    assert set(await party.hand(seat)) != set(hand)


async def _opened(world: World, player: simcord.MemberActor) -> simcord.ResponseMessage:
    return message_of(await player.click(posts(world, "Play")[-1], label="Play"))


# Answers inside the turn of another player: who is called and how, who waits for whom, what one message tells.


DAILY = Terms(clock=ClockTerms("turn", per_turn=timedelta(days=1)))


async def test_the_asked_is_called_and_told_what_is_asked(world: World) -> None:
    party = await begin(world, 3, hand="chosen", terms=DAILY)
    first, second = await party.attack()
    status, asked = posts(world)[-1], party.player(second)
    assert f"<@{asked.id}> is attacked and may discard a card." in status.content
    assert f"After that, {PLAYERS[first - 1]}'s turn goes on." in status.content
    assert "Your answer is due <t:" in status.content
    assert "Turn " not in status.content, "what is asked is said once"
    assert world.pings(status) == [asked.id]
    said = await party.move(second, "-")
    assert f"Played `-`. Next: {PLAYERS[first - 1]}." in said
    status = posts(world)[-1]
    assert f": <@{party.player(first).id}>\n" in status.content
    assert world.pings(status) == [party.player(first).id]


async def test_everybody_can_see_who_waits_for_whom(world: World) -> None:
    party = await begin(world, 3, hand="chosen")
    first, second = (await party.session()).state.order[:2]
    told = f"{PLAYERS[second - 1]} is attacked and may discard a card."
    said = await party.move(first, f"A {second}")
    assert f"Played `A {second}`. {told}" in said
    for name in PLAYERS:
        board = message_of(await world.people[name].slash(world.channel, "board"))
        assert told in board.content
        assert "'s turn" not in board.content
    assert told in await party.move(first, "N")
    await party.move(second, "-")
    board = message_of(await world.eve.slash(world.channel, "board"))
    assert f"It's {PLAYERS[first - 1]}'s turn." in board.content


async def test_a_list_of_matches_does_not_call_an_answer_a_turn(world: World) -> None:
    party = await begin(world, hand="chosen")
    first, second = await party.attack()
    asked = message_of(await party.player(second).slash(world.channel, "matches"))
    assert "**Your decision**, asked <t:" in asked.content
    waits = message_of(await party.player(first).slash(world.channel, "matches"))
    assert f"Waiting for <@{party.player(second).id}>" in waits.content


async def test_reminders_say_what_is_asked(world: World) -> None:
    party = await begin(world, 3, hand="chosen", terms=DAILY)
    _, second = await party.attack()
    before = len(posts(world))
    await world.env.advance_time(13 * 3600)
    await world.settle()
    (reminder,) = posts(world)[before:]
    assert f"<@{party.player(second).id}> is attacked and may discard a card." in reminder.content
    assert "Half the time for that has passed." in reminder.content
    assert "half your time for this turn" not in reminder.content


async def test_a_turn_with_its_answers_is_one_message(world: World) -> None:
    party = await begin(world, hand="chosen")
    start = posts(world)
    first, second = await party.attack()
    asked = posts(world)
    assert len(asked) == len(start) + 1
    assert "is attacked and may discard a card." in asked[-1].content
    await party.move(second, "-")
    answered = posts(world)
    assert len(answered) == len(asked)
    assert answered[-1].id != asked[-1].id
    card = (await party.hand(first))[0]
    await party.move(first, f"K {card}")
    last = posts(world)
    assert len(last) == len(answered)
    one, other = PLAYERS[first - 1], PLAYERS[second - 1]
    assert f"**{one}** plays `A {second}`\n**{other}** plays `-`\n**{one}** sets a card aside" in last[-1].content
    await party.move(second, "P")
    assert len(posts(world)) == len(last) + 1


async def test_a_spectator_of_a_secret_decision_has_nothing_to_decide(world: World) -> None:
    await begin(world)
    shown = message_of(await world.eve.slash(world.channel, "legal"))
    assert shown.ephemeral
    assert said(shown) == "You have nothing to decide right now."


@pytest.mark.parametrize(("terms", "told"), [(Terms(), "."), (DAILY, ", due <t:")])
async def test_a_list_says_until_when_there_is_to_decide(world: World, terms: Terms, told: str) -> None:
    """Whether it is a turn or an answer, only the game knows."""
    party = await begin(world, 2, hand="chosen", terms=terms)
    first = party.player(await party.first())
    listed = message_of(await first.slash(world.channel, "matches")).content
    found = re.search(r"\*\*Your decision\*\*, asked <t:\d+:\w>(.*)", listed)
    assert found is not None, listed
    assert found[1].startswith(told)


# Answers in advance by menus and a dialog: beside what is asked and below one's hand, to one's own eyes alone.


async def test_an_answer_is_typed_into_a_dialog_and_comes_at_once(world: World) -> None:
    party = await begin(world, hand="chosen")
    first, second = (await party.session()).state.order
    player = party.player(second)
    hand = message_of(await player.click(posts(world, "Your hand")[-1], label="Your hand"))
    shown = message_of(await player.click(hand, label="Answer in advance"))
    assert [name for name, person in world.people.items() if seen_by(world, person, shown)] == [PLAYERS[second - 1]]
    assert "**What to discard**: not set, so I'll ask you." in shown.content
    assert menu(shown) == {"What to discard": "discard"}
    before = len(posts(world))
    dialog = await player.select(shown, ["discard"])
    await player.submit_modal(dialog, {"answer": "26 -"})
    await world.settle()
    assert "**What to discard**: `26 -`." in refreshed(player, shown).content
    assert len(posts(world)) == before, "nobody else is told"
    await party.attack()
    assert (await party.session()).to_act == {first}


async def test_it_stands_beside_what_is_asked_and_there_alone(world: World) -> None:
    party = await begin(world, hand="chosen")
    first, second = await party.attack()
    player = party.player(second)
    asked = message_of(await player.click(posts(world, "Answer")[-1], label="Answer"))
    assert "Answer in advance" in labels(asked)
    shown = message_of(await player.click(asked, label="Answer in advance"))
    assert shown.id != asked.id, "the menus of the answer stay as they were"
    await party.move(second, "-")
    keeping = message_of(await party.player(first).click(posts(world, "Play")[-1], label="Play"))
    assert "Answer in advance" not in labels(keeping)


async def test_others_cannot_use_the_menus(world: World) -> None:
    await begin(world, hand="chosen")
    for custom_id, value in (("a:1:", "discard"), ("a:1:discard", "26")):
        forged = await world.forge(custom_id, value)
        answer = message_of(await world.eve.select(forged, [value], custom_id=custom_id))
        assert answer.ephemeral
        assert "**" not in answer.content


async def test_a_menu_of_an_older_release_says_that_there_is_nothing_like_that(world: World) -> None:
    await begin(world, hand="chosen")
    for custom_id, value in (("a:1:wrong", "26"), ("a:1:", "wrong")):
        forged = await world.forge(custom_id, value)
        answer = message_of(await world.ann.select(forged, [value], custom_id=custom_id))
        assert answer.ephemeral
        assert "no question like that to answer in advance" in answer.content


# `/match plan` with answers in advance: what is stored, shown and refused, to one's own eyes alone.


async def test_an_answer_is_stored_and_comes_at_once(world: World) -> None:
    party = await begin(world, hand="chosen")
    first, second = (await party.session()).state.order
    asked = world.people[PLAYERS[second - 1]]
    assert "**What to discard**: not set, so I'll ask you." in private(await asked.slash(world.channel, "match plan"))
    assert await asked.autocomplete(world.channel, "match plan", "question", "disc") == [
        {"name": "What to discard", "value": "discard"}
    ]
    before = len(posts(world))
    said = private(await asked.slash(world.channel, "match plan", question="discard", answer="26 -"))
    assert "**What to discard**: `26 -`. The first of these that is in your hand is discarded." in said
    assert len(posts(world)) == before
    await party.attack()
    assert (await party.session()).to_act == {first}
    assert "not set, so I'll ask" in private(await asked.slash(world.channel, "match plan", question="discard"))


async def test_what_cannot_be_stored_is_refused(world: World) -> None:
    party = await begin(world, hand="chosen")
    said = private(await world.ann.slash(world.channel, "match plan", question="discard", answer="all of it"))
    assert "Cards in the order in which to discard them, or -, as in 3 5 -." in said
    said = private(await world.cleo.slash(world.channel, "match plan"))
    assert "prepare" not in said
    assert await world.cleo.autocomplete(world.channel, "match plan", "question", "") == []
    assert (await party.match()).session.entries == ()


async def test_a_game_without_such_answers_says_so(world: World) -> None:
    await world.begin()
    said = private(await world.ann.slash(world.channel, "match plan", question="discard"))
    assert "This game has no question like that to answer in advance." in said


# Taking back in turns with answers: what players and organisers are asked, offered and told.


async def test_an_answer_is_taken_back_as_a_decision(world: World) -> None:
    party = await begin(world, hand="chosen")
    _, second = await party.attack()
    await party.move(second, "-")
    name = PLAYERS[second - 1]
    await party.player(second).slash(world.channel, "undo")
    await world.settle()
    asked = posts(world)[-1]
    assert f"**{name}** would like to take the match back to before their last decision." in asked.content
    await party.player(3 - second).click(asked, label="Agree")
    await world.settle()
    said = f"**{name}** took the match back to before their last decision; it goes on from there."
    assert any(said in post.content for post in posts(world))
    assert (await party.session()).to_act == {second}


async def test_who_may_take_back_freely_is_told_that_it_was_a_decision(world: World) -> None:
    party = await begin(world, hand="chosen", terms=Terms(undo="free"))
    _, second = await party.attack()
    await party.move(second, "-")
    assert private(await party.player(second).slash(world.channel, "undo")) == "Your last decision has been taken back."
    assert (await party.session()).to_act == {second}


async def test_organisers_see_answers_beside_their_turn(world: World) -> None:
    olaf = world.organiser()
    party = await begin(world, hand="chosen")
    first, second = await party.attack()
    await party.move(second, "-")
    await party.move(first, "N")
    await party.move(second, "P")
    owner, other = PLAYERS[first - 1], PLAYERS[second - 1]
    offered = await olaf.autocomplete(world.channel, "organise takeback", "turn", "")
    assert [each["name"] for each in offered] == [
        f"2. {other}",
        f"1. {owner}, later in the same turn",
        f"1. {other}, later in the same turn",
        f"1. {owner}",
    ]
    question = message_of(await olaf.slash(world.channel, "organise takeback", turn=offered[2]["value"]))
    assert question.content == f"Go back to just before this decision by {other}, in the middle of a turn?"
    await olaf.click(question, label="Take back")
    await world.settle()
    assert refreshed(olaf, question).content == "The match goes on from there."
    assert (await party.session()).to_act == {second}
    log = private(await olaf.slash(world.channel, "organise log"))
    assert f"{olaf.mention} took the match back to the middle of a turn." in log


async def test_choices_that_were_made_at_once_are_not_offered_to_organisers(world: World) -> None:
    olaf = world.organiser()
    party = await begin(world)
    await party.draft()
    await party.attack()
    names = [each["name"] for each in await olaf.autocomplete(world.channel, "organise takeback", "turn", "")]
    assert names == [f"3. {PLAYERS[(await party.first()) - 1]}"], "the draft is behind a barrier"


# Missed deadlines of choices that stay closed: their player is told, and nobody else before the match is over.


async def test_a_default_that_stays_closed_is_its_players_alone(world: World) -> None:
    olaf = world.organiser()
    party = await begin(world, terms=DAILY)
    await party.move(1, str((await party.session()).state.packs[0][0]))
    await world.env.advance_time(25 * 3600)
    await world.settle()
    assert (await party.session()).state.turn == 2
    public = words([await told(message) for message in posts(world)])
    assert "didn't decide in time" not in public
    own = [message.content for message in world.bob.user.dm_channel.history(viewer=world.bob.user)]
    assert any("You didn't decide in time in match 1" in each and "Nobody else is told." in each for each in own)
    assert "nothing in the log" in private(await olaf.slash(world.channel, "organise log", match=1))
    await world.bot.arena.matches.forfeit(party.match_id, world.person("ann"))
    await world.settle()
    assert "bob ran out of time." in private(await olaf.slash(world.channel, "organise log", match=1))


async def test_a_default_that_all_may_read_is_told_to_all(world: World) -> None:
    party = await begin(world, hand="chosen", terms=DAILY)
    first, _ = await party.attack()
    await world.env.advance_time(25 * 3600)
    await world.settle()
    assert (await party.session()).to_act == {first}
    public = words([await told(message) for message in posts(world)])
    assert "didn't decide in time, so I played what the rules say." in public


# A draft whose picks stay closed: what is posted while it goes on, and the proof of all picks at the end.


async def ended(party: ConftestParlour) -> dict[str, str]:
    """Have a player resign; return the files of the message of the end by name."""
    world = party.world
    await world.bot.arena.matches.forfeit(party.match_id, world.person("bob"))
    await world.settle()
    message = posts(world, "Verify")[-1]
    return {
        file.filename: (await file.read()).decode()
        for file in message.attachments
        if not file.filename.endswith(".png")
    }


async def test_picks_stay_closed_while_the_match_goes_on(world: World) -> None:
    party = await begin(world, 3)
    picked = [str((await party.session()).state.packs[seat - 1][0]) for seat in (1, 2, 3)]
    await party.draft()
    public = words([await told(message) for message in posts(world)])
    assert "All 3 have chosen." in public
    assert "Choices that stay hidden are revealed when the match is over" in public
    assert "The choices stay secret until the match is over." in public
    assert "Revealed" not in public
    record = message_of(await world.bob.slash(world.channel, "match record"))
    lines = words([await told(record)]).splitlines()
    assert [f"S1 {picked[0]}" in lines, f"S2 {picked[1]}" in lines, f"S3 {picked[2]}" in lines] == [False, True, False]
    assert lines.count("S1 ??") == lines.count("S3 ??") == 2


async def test_the_end_proves_all_picks(world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    party = await begin(world)
    await party.draft()
    channel = "\n".join(message.content for message in posts(world))
    files = await ended(party)
    assert "Revealed: the choices of 2 decisions" in posts(world, "Verify")[-1].content
    choices = files["choices-1.opened"]
    assert len(re.findall(r"^1:[12]:[12]:[0-9a-f]{32}:\d+ → [0-9a-f]{64}$", choices, re.MULTILINE)) == 4
    record, messages = tmp_path / "record.txt", tmp_path / "messages.txt"
    record.write_text(files["parlour-1.record"], encoding="utf-8")
    messages.write_text(f"{channel}\n\n{choices}", encoding="utf-8")
    assert get("parlour") in registry.games()
    assert main(["verify", str(record), str(messages)]) == 0, capsys.readouterr().out
    line = re.findall(r"^1:1:1:[0-9a-f]{32}:(\d+)", choices, re.MULTILINE)[0]
    messages.write_text(re.sub(rf"(?m)^(1:1:1:[0-9a-f]{{32}}):{line} ", r"\1:99 ", channel + "\n\n" + choices))
    assert main(["verify", str(record), str(messages)]) == 1


async def test_the_button_verify_finds_them(world: World) -> None:
    party = await begin(world)
    await party.draft()
    await ended(party)
    assert "Verify" in labels(posts(world, "Verify")[-1])
    answer = message_of(await world.cleo.click(posts(world, "Verify")[-1], label="Verify"))
    shown = words([await told(answer)])
    assert "Decision 1: all 2 choices fit their hashes and the record." in shown
    assert "Decision 2, revealed:" in shown
    assert "❌" not in shown


async def test_nobody_else_sees_what_was_picked(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    found: list[list[Any]] = []
    own: list[list[Any]] = []
    for place in (0, 1):
        async with parallel(tmp_path / str(place), caplog, ("gus",)) as world:
            world.people["gus"] = world.organiser()
            party = await begin(world)
            for _ in (1, 2):
                for seat, picks in ((1, place), (2, 0)):
                    pack = (await party.session()).state.packs[seat - 1]
                    await party.move(seat, str(pack[picks]))
            await party.move(await party.first(), "P")
            found.append(await look_around(world, "bob", "cleo", "gus"))
            own.append(await look_around(world, "ann"))
    assert difference(found) == ""
    assert difference(own) != ""


# What others see is made from what a spectator may know: the views and the events behind every public picture.


Drawn = list[tuple[Seat | None, list[frozenset[Seat] | None]]]
"""For each picture whose eyes it is drawn for, and the audiences of the events that are marked in it."""


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Drawn:
    """Note what the boards are drawn from that are posted, sent by `/board`, or shown where turns are built."""
    found: Drawn = []

    async def noting(game: str, view: Any, last: Sequence[Event], *args: Any, **others: Any) -> Board:
        found.append((view.viewer, [event.audience for event in last]))
        return await draw_board(game, view, last, *args, **others)

    for module in (cog, watching, board, building):
        monkeypatch.setattr(module, "draw_board", noting)
    return found


async def kept(world: World) -> tuple[ConftestParlour, Seat, int]:
    """Give a match in which a player set aside a card of their hand; return the seat and the card, too."""
    party = await begin(world, hand="chosen")
    first, second = await party.attack()
    await party.move(second, "-")
    card = (await party.hand(first))[0]
    await party.move(first, f"K {card}")
    return party, first, card


async def test_boards_that_all_see_are_drawn_from_what_all_may_know(world: World, drawn: Drawn) -> None:
    lounge = world.guild.create_text_channel("lounge")
    await watch(world, world.organiser(), "server", channel=lounge)
    party, first, _ = await kept(world)
    assert len(drawn) > len(boards(world, lounge)) > 1
    assert {viewer for viewer, _ in drawn} == {None}
    assert {audience for _, audiences in drawn for audience in audiences} == {None}
    session = await party.session()
    assert session.last is not None
    assert frozenset({first}) in {event.audience for event in session.last.events}, "something was to be hidden"


async def test_a_player_who_shows_everyone_the_board_keeps_what_they_hold(world: World, drawn: Drawn) -> None:
    party, first, card = await kept(world)
    drawn.clear()
    answers = [
        message_of(await party.player(first).slash(world.channel, "board", show=show, look="text"))
        for show in ("me", "everyone")
    ]
    assert [viewer for viewer, _ in drawn] == [first, None]
    assert [{frozenset({first})} <= set(audiences) for _, audiences in drawn] == [True, False]
    own, public = (answer.embeds[0].description or "" for answer in answers)
    assert str(card) in own
    assert public != own


async def test_a_film_of_a_running_match_shows_no_side_from_within(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: set[Seat | None] = set()
    told: set[frozenset[Seat] | None] = set()

    def noting(artist: Any, shots: Sequence[Any], look: Any, *, turns: int) -> Any:
        seen.update(shot.view.viewer for shot in shots)
        told.update(event.audience for shot in shots for event in shot.last)
        return real(artist, shots, look, turns=turns)

    real: Callable[..., Any] = animation.film
    monkeypatch.setattr(viewer, "film", noting)
    party, first, _ = await kept(world)
    await party.player(first).slash(world.channel, "match replay", form="animation", side=first)
    assert (seen, told) == ({None}, {None})


async def test_a_turn_is_built_on_a_board_without_the_hands_of_others(world: World, drawn: Drawn) -> None:
    party = await begin(world, hand="chosen")
    first = await party.first()
    await party.move(first, "P")
    drawn.clear()
    await party.player(3 - first).slash(world.channel, "move")
    assert [viewer for viewer, _ in drawn] == [None]
    await party.move(3 - first, "P")
    drawn.clear()
    await party.player(first).slash(world.channel, "move")
    assert [viewer for viewer, _ in drawn] == [None]


async def test_who_is_not_asked_learns_no_legal_move(world: World) -> None:
    party = await begin(world, hand="chosen")
    first = await party.first()
    answers = {
        name: said(message_of(await person.slash(world.channel, "legal")))
        for name, person in (("own", party.player(first)), ("other", party.player(3 - first)), ("eve", world.eve))
    }
    assert answers.pop("own").startswith("Ways to start the turn")
    assert set(answers.values()) == {"You have nothing to decide right now."}


async def test_who_chooses_is_answered_with_their_own_choice(world: World) -> None:
    party = await begin(world, 3)
    packs = (await party.session()).state.packs
    await party.move(1, str(packs[0][0]))
    opened = message_of(await party.player(2).slash(world.channel, "move"))
    assert f"`{packs[0][0]}`" not in said(opened)
    answer = await party.move(2, str(packs[1][1]))
    assert f"Your choice is `{packs[1][1]}`" in answer


# What a table agrees on where the rules say of some decisions what a missed deadline plays, and of others nothing.


async def test_what_happens_where_the_rules_say_nothing_is_the_tables_choice(world: World) -> None:
    told = (await world.lobby(game="parlour", clock="1d", timeout="notice")).content
    assert (
        "When a player runs out of time, the rules say what is played; where they don't, the organisers are told, "
        "and the match goes on." in told
    )
    assert "Where everyone chooses in secret, that happens once all players who haven't chosen are out of time." in told


async def test_without_a_choice_who_runs_out_of_time_loses_where_the_rules_say_nothing(world: World) -> None:
    told = (await world.lobby(game="parlour", clock="1d")).content
    assert "the rules say what is played; where they don't, the player loses." in told


# Answers that their seat alone may read: what everybody else reads in their place, wherever moves are told.


async def private_kept(world: World, place: int = 0) -> tuple[ConftestParlour, int, int]:
    """Give a match in which a player set aside a card of their hand; return the seat and the card, too."""
    party = await begin(world, hand="chosen")
    first, second = await party.attack()
    await party.move(second, "-")
    card = (await party.hand(first))[place]
    said = await party.move(first, f"K {card}")
    assert f"Played `A {second}/K {card}`." in said
    return party, first, card


async def test_everybody_else_reads_a_sentence_in_its_place(world: World) -> None:
    party, first, card = await private_kept(world)
    public = words([await told(message) for message in posts(world)])
    assert re.search(r"\*\*\w+\*\* sets a card aside", public)
    assert f"K {card}" not in public
    for command, options in (("board", {}), ("match replay", {"turn": 1}), ("match record", {})):
        for name in ("ann", "bob", "cleo"):
            answer = message_of(await world.people[name].slash(world.channel, command, **options))
            shown = words([await told(answer)])
            assert (f"K {card}" in shown) is (command == "match record" and world.people[name] is party.player(first))


async def test_before_confirming_a_player_is_told_what_others_will_read(world: World) -> None:
    party = await begin(world, hand="chosen")
    first, second = await party.attack()
    await party.move(second, "-")
    player, card = party.player(first), (await party.hand(first))[0]
    shown: Shown = message_of(await player.click(posts(world, "Play")[-1], label="Play"))
    while "Confirm" not in labels(shown):
        assert "Others see" not in said(shown)
        shown = await pick(
            player, shown, next(way for way in ways(shown) if str(card) in way or "aside" in way.lower())
        )
    assert f"-# Others see “sets a card aside” instead of `K {card}`." in said(shown).splitlines()


async def test_a_channel_that_follows_the_match_reads_the_sentence(world: World) -> None:
    lounge = world.guild.create_text_channel("lounge")
    await world.bot.arena.watches.follow(
        world.guild.id, lounge.id, "server", world.guild.id, quiet=False, person_id=world.person("eve")
    )
    _, _, card = await private_kept(world)
    followed = words([await told(message) for message in world.own(lounge)])
    assert "sets a card aside" in followed
    assert f"K {card}" not in followed


async def test_what_the_answered_part_of_a_turn_was_is_told_with_it(world: World) -> None:
    party, first, _ = await private_kept(world)
    names = ("ann", "bob")
    owner, asked = names[first - 1], names[2 - first]
    found = await world.eve.autocomplete(world.channel, "board", "turn", "")
    assert [each["name"] for each in found] == [
        f"1. {owner}: A {3 - first}, {asked}: -, {owner}: sets a card aside",
        "0. Start",
    ]
    answer = message_of(await world.eve.slash(world.channel, "board"))
    assert f"{owner}: `A {3 - first}`\n{asked}: `-`\n{owner}: sets a card aside" in said(answer)
    assert (await party.match()).session.to_act == {3 - first}


async def test_a_player_who_answers_is_told_what_they_played(world: World) -> None:
    party = await begin(world, hand="chosen")
    _, second = await party.attack()
    assert "Played `-`." in await party.move(second, "-")


async def test_after_the_end_everything_is_readable(world: World) -> None:
    party, _, card = await private_kept(world)
    match = await party.match()
    await party.world.bot.arena.matches.forfeit(match.id, world.person("ann"))
    await world.settle()
    answer = message_of(await world.eve.slash(world.channel, "match replay", turn=1))
    assert f"`K {card}`" in words([await told(answer)])
    record = message_of(await world.eve.slash(world.channel, "match record"))
    assert f"K {card}" in words([await told(record)])


async def test_nobody_else_sees_a_difference(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """In anything that is posted, or answered to players, onlookers and organisers whatever they try."""
    found: list[list[Any]] = []
    own: list[list[Any]] = []
    for place in (0, 1):
        async with parallel(tmp_path / str(place), caplog, ("gus",)) as world:
            world.people["gus"] = world.organiser()
            party, first, _ = await private_kept(world, place)
            mine, other = ("ann", "bob") if first == 1 else ("bob", "ann")
            found.append(await look_around(world, other, "cleo", "gus"))
            own.append(await look_around(world, mine))
            assert (await party.match()).session.to_act == {3 - first}
    assert difference(found) == ""
    assert difference(own) != ""


def test_a_move_that_does_not_replay_is_not_in_the_log() -> None:
    error = NotationError(say("Not a move."), code="notation", given="K 12")
    assert "K 12" not in str(ReplayError(1, 5, error))
    assert "notation" in str(ReplayError(1, 5, error))


async def test_a_match_as_text_boards_has_the_sentence_too(world: World) -> None:
    _, _, card = await private_kept(world)
    await world.eve.slash(world.channel, "settings mine", boards="text")
    reel = words([await told(message_of(await world.eve.slash(world.channel, "match replay", form="animation")))])
    assert re.search(r"Turn 1\. .*sets a card aside", reel)
    assert f"K {card}" not in reel


async def test_who_builds_a_turn_is_not_told_what_others_alone_may_know(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = await begin(world, hand="chosen")
    first, second = (await party.session()).state.order[:2]
    apply = game.Parlour.apply

    def whispering(self: game.Parlour, state: State, moves: Mapping[Seat, str]) -> Step[State]:
        step = apply(self, state, moves)
        secrets = table_private(second, "The other one's secret."), table_private(first, "A word to you.")
        return replace(step, events=(*step.events, *secrets))

    monkeypatch.setattr(game.Parlour, "apply", whispering)
    player = party.player(first)
    shown: Shown = message_of(await player.click(posts(world, "Play")[-1], label="Play"))
    for label in ("Attack", ("ann", "bob")[second - 1]):
        if "Confirm" not in labels(shown):
            shown = await pick(player, shown, label)
    assert "A word to you." in said(shown)
    everything = words([await told(shown)])
    assert "A word to you." in everything.replace(said(shown), ""), "the picture's words have it, too"
    assert "secret" not in everything
