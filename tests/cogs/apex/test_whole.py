"""Games of APEX by buttons and menus alone, without any notation; and what a spectator sees of them."""

from __future__ import annotations

import hashlib
import random
import re
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord
from simcord.backend.access import can_access_message

from engine import record
from engine.apex.state import Phase, State
from engine.seat import Seat
from hosting.match_terms import Terms
from tests.cogs.apex.party import PLAYERS, Party, Presser, begin, newest
from tests.cogs.conftest import World
from tests.cogs.playing import (
    Shown,
    controls,
    labels,
    leave,
    menu,
    menus,
    message_of,
    more,
    pick,
    posts,
    refreshed,
    said,
    ways,
)
from tests.cogs.twins import difference, look_around, parallel, told, words
from tests.volume import many

VIEWS_LIVE_S = 1000
"""By then private messages have lost their controls; the simulation looks through all that have some."""


async def sit_down(world: World, count: int, **options: object) -> Party:
    """Have people come together for a match as they do: by a command, and then by buttons.

    All but the first read their own boards as text, which is also faster.
    """
    for name in PLAYERS:
        if name not in world.people:
            world.people[name] = world.guild.add_member(world.env.create_user(name))
    names = PLAYERS[:count]
    lobby = message_of(
        await world.open_table(world.ann, world.channel, "apex", players=count, where="here", **options)
    ).message
    for name in names[1:]:
        await world.press(name, lobby, "Join")
        await world.people[name].slash(world.channel, "settings mine", boards="text")
    await world.press("ann", lobby, "Start")
    await world.settle()
    return Party(world, (await world.table()).match_id or 0, names)


class Onlooker:
    """A player who plays not, with all that they are shown."""

    def __init__(self, world: World, name: str) -> None:
        self.world, self.person = world, world.people[name]
        self._seen: dict[int, str] = {}

    async def look(self) -> None:
        """Press what everybody may press under the newest message."""
        status = newest(self.world, ("Choose",))
        for label in ("Cards", "Board", "Record"):
            assert message_of(await self.person.click(await more(self.person, status), label=label)).ephemeral

    async def news(self) -> str:
        """Return all that has come up, or has changed, since the last time, in each channel that they can read."""
        found: list[object] = []
        env = self.world.env
        for channel_id, stored in list(env.backend.messages.items()):
            for number in sorted(stored):
                if not can_access_message(env, channel_id, stored[number], self.person, history=True):
                    continue
                looks = repr(stored[number])
                if self._seen.get(number) != looks:
                    self._seen[number] = looks
                    found += await told(simcord.ResponseMessage(env, stored[number]))
        return words(found)


async def play_on(party: Party, presser: Presser, onlooker: Onlooker | None = None, *, ages: int = 3) -> None:
    """Play so many ages; the onlooker sees none of the choices before all are in, and no hand ever."""
    played = 0, 0
    while not (match := await party.match()).over:
        state = await party.state()
        if state.age > ages:
            return
        if state.phase is Phase.CHOOSE and played != (state.age, state.round):
            played = state.age, state.round
            await party.world.env.advance_time(VIEWS_LIVE_S)
            if onlooker is not None:
                if state.round == 2:
                    await onlooker.look()
                _check_hands(state, await onlooker.news())
        missing = sorted(match.session.to_act - {seat for seat, *_ in match.session.sealed})
        seat = presser.rng.choice(missing)
        shown = await presser.decide(seat, state.phase)
        if state.phase is Phase.CHOOSE and len(missing) > 1:
            (move,) = [move for each, move, _ in (await party.match()).session.sealed if each == seat]
            choice = match.session.game.format(state, seat, move)
            assert f"`{choice}`" in said(shown)
            if onlooker is not None:
                news = await onlooker.news()
                assert not re.search(rf"\b{choice}\b", news)
                _check_hands(state, news)


def _check_hands(state: State, told_all: str) -> None:
    """Check that what was told to everybody holds no hand."""
    assert "Your hand" not in told_all
    # As records write hands: what nobody has seen yet is listed otherwise.
    assert not [side for side in state.sides if len(side.hand) > 1 and ",".join(map(str, side.hand)) in told_all]


async def finished(party: Party) -> str:
    """Check that a match was played to its end and told so; return its record."""
    match = await party.match()
    state = await party.state()
    assert (state.phase, state.age, state.round) == (Phase.OVER, 3, 5)
    (last,) = [message for message in posts(party.world)[-3:] if "The match is over" in message.content]
    (text,) = [(await file.read()).decode() for file in last.attachments if file.filename.endswith(".record")]
    assert record.replay(record.read(text)).entries == match.session.entries
    return text


async def test_six_people_play_by_menus_alone_and_a_seventh_follows(world: World) -> None:
    gus = world.people["gus"] = world.guild.add_member(world.env.create_user("gus"))
    olaf = world.organiser()
    screen = world.guild.create_text_channel("screen")
    party = await sit_down(world, 6)
    await olaf.slash(screen, "watch match", match=party.match_id)
    await gus.click(await more(gus, posts(world, "More")[-1]), label="Watch with others")
    presser = Presser(party, random.Random(6))
    ages = many(1, 3)
    await play_on(party, presser, Onlooker(world, "gus"), ages=ages)
    assert len(presser.presses[Phase.CHOOSE]) == 6 * 5 * ages
    assert max(presser.presses[Phase.CHOOSE]) <= 4


async def test_three_people_explore_by_menus_alone(world: World) -> None:
    # A74
    party = await sit_down(world, 3, mode="exploration")
    await play_on(party, Presser(party, random.Random(3), idle=0.2), ages=many(1, 3))
    state = await party.state()
    turned = [name for slot, name in enumerate(state.rules.slots) if name[0] != "H" and not state.hidden >> slot & 1]
    said = words([await told(message) for message in posts(world)])
    assert turned
    assert not [name for name in turned if f" explores {name}: " not in said]


async def test_two_people_fight_a_duel_by_menus_alone(world: World) -> None:
    # A70, A71
    party = await sit_down(world, 2)
    presser = Presser(party, random.Random(2), idle=0.2, lost=0.15)
    await play_on(party, presser)
    text = await finished(party)
    assert len(re.findall(r"^\w{3} \d+[WECX]-\d+$", text, re.MULTILINE)) == 30


# Two people play a whole game of APEX; what has to be picked is picked from menus.


async def expanding(world: World) -> tuple[Party, Seat]:
    """Begin a match in which both chose Expansion; return it, and whose turn comes first."""
    party = await begin(world)
    await party.settle_in()
    for seat in (1, 2):
        hand = await party.hand(seat)
        await party.move(seat, f"{hand[-1]}X-{hand[0]}")
    (first,) = (await party.match()).session.to_act
    return party, first


async def test_a_round_by_menus_alone(world: World) -> None:
    reply = await world.open_table(world.ann, world.channel, "apex", where="here")
    lobby = message_of(reply).message
    await world.press("bob", lobby, "Join")
    await world.press("ann", lobby, "Start")
    await world.settle()
    for player, *path in (
        (world.ann, "Minerls: ships 5, production 1", "Home on H2"),
        (world.bob, "Humans: ships 5, influence 1"),
    ):
        shown: Shown = message_of(await player.click(posts(world, "Play")[-1], label="Play"))
        for label in (*path, "Confirm"):
            shown = await pick(player, shown, label)
        await world.settle()
    status = posts(world, "Choose")[-1]
    assert sorted(world.pings(status)) == sorted([world.ann.id, world.bob.id])
    # Of two, each can tell whether the other has chosen.
    assert "Nobody sees what you choose until both of you have." in said(status)
    assert "Nobody sees who" not in said(status)

    for player in (world.ann, world.bob):
        shown = message_of(await player.click(status, label="Choose"))
        assert [file.filename for file in shown.attachments] == ["hand.png"]
        cards = list(menu(shown))
        assert len(cards) == 10  # A70
        assert [each["placeholder"] for each in menus(shown)] == ["Which card do you play?"]
        shown = await pick(player, shown, cards[0])
        assert len([label for label in labels(shown) if label.startswith(("War", "Evol", "Colo", "Expa"))]) == 4
        shown = await pick(player, shown, "Colonisation")
        assert len(menu(shown)) == 9  # A71
        assert [each["placeholder"] for each in menus(shown)] == ["Choose…"]
        discard = next(iter(menu(shown)))
        shown = await pick(player, shown, discard)
        assert f"\n**Your choice:** {cards[0]} › Colonisation › {discard}\n" in said(shown)
        assert "-# In notation: `" in said(shown)
        shown = await pick(player, shown, "Confirm")
        await world.settle()
        if player is world.ann:
            assert "Nobody else sees it until everyone has chosen" in said(shown)
            assert labels(shown) == ["Change my choice"]
            assert "1 of 2 has chosen." in said(posts(world)[-1])
    board = next(message for message in reversed(posts(world)) if message.attachments)
    assert said(board).startswith("**All choices are revealed:**\nann plays Colonisation with card")
    assert "ann plays Colonisation with card" in said(board)
    assert "bob plays Colonisation with card" in said(board)


async def test_a_choice_can_be_changed_until_the_last_is_in(world: World) -> None:
    # A18
    party = await begin(world)
    await party.settle_in()
    first, second = await party.choice(1, "W"), await party.choice(1, "E", 3)
    shown = await party.move(1, first)
    assert f"`{first}`" in said(shown)
    hashes = said(posts(world)[-1])
    again = message_of(await world.ann.click(shown, label="Change my choice"))
    assert f"Your choice is `{first}`; a new one replaces it." in said(again)
    await party.move(1, second)
    assert said(posts(world)[-1]) != hashes
    assert said(posts(world)[-1]).count("\n") == hashes.count("\n")
    await party.seal(2)
    session = (await party.match()).session
    assert [entry.text for entry in session.entries if entry.seat == 1][1] == second
    late = await world.ann.click(refreshed(world.ann, shown), label="Change my choice")
    assert "out of date" in said(message_of(late))


async def test_the_hashes_hold_everybody_to_their_choice(world: World) -> None:
    party = await begin(world)
    await party.settle_in()
    await party.seal(2)
    (message,) = [each for each in posts(world) if "1 of 2 has chosen. Until everyone has" in said(each)]
    (promised,) = re.findall(r"`([0-9a-f]{64})`", said(message))
    await party.seal(1)
    hashes = world.latest(message)
    assert said(hashes).startswith("Both have chosen.")
    (opening,) = [each for each in posts(world) if "-# Revealed:" in said(each)]
    assert f"[the message with the hashes]({message.jump_url})" in said(opening)
    assert opening.id > message.id
    lines = re.findall(r"`([^`]+)` → `([0-9a-f]{64})`", said(opening))
    assert len(lines) == 2
    assert all(hashlib.sha256(text.encode()).hexdigest() == digest for text, digest in lines)
    stood = re.findall(r"`([0-9a-f]{64})`", said(hashes))
    assert stood == sorted(digest for _, digest in lines)
    assert promised in stood
    assert not any(text in said(hashes) for text, _ in lines)


async def test_an_expansion_is_built_step_by_step(world: World) -> None:
    # A45, A56
    party, seat = await expanding(world)
    before = await party.state()
    shown = await party.menu(seat)
    public = [each.id for each in posts(world)]
    assert "**Your Expansion · card " in said(shown)
    assert "What do you do first?" in said(shown)
    while wanted := [label for label in ways(shown) if label != "No action"]:
        shown = await pick(party.player(seat), shown, wanted[-1])
        assert "board.png" in {file.filename for file in shown.attachments}
    assert "Only you see it until you confirm." in said(shown)
    assert [each.id for each in posts(world)] == public
    assert await party.state() == before
    shown = await pick(party.player(seat), shown, "Confirm")
    await world.settle()
    assert said(shown).startswith("Played `")
    entries = (await party.match()).session.entries
    texts = [entry.text for entry in entries if entry.turn == entries[-1].turn]
    assert len(texts) > 1
    assert any(f"`{'/'.join(texts)}`" in said(each) for each in posts(world))


async def test_an_expansion_can_be_ended_at_any_time_with_one_press(world: World) -> None:
    # A45: each action is optional
    party, seat = await expanding(world)
    shown = await party.menu(seat)
    assert "Confirm" not in labels(shown), "to do nothing at all is to be confirmed"
    shown = await pick(party.player(seat), shown, ways(shown)[0])
    while "Confirm" not in labels(shown):
        shown = await pick(party.player(seat), shown, ways(shown)[0])
    assert "Or confirm to play it as it is and skip the rest." in said(shown)
    shown = await pick(party.player(seat), shown, "Confirm")
    await world.settle()
    assert said(shown).startswith("Played `")
    assert "/-`" in said(shown)
    assert "It's your turn again" not in said(shown)


async def test_an_expansion_can_be_sent_in_parts(world: World) -> None:
    # A56
    party, seat = await expanding(world)
    action = next(text for text in (await party.match()).session.complete(seat, "") if text.endswith("/"))
    answer = await party.move(seat, action.rstrip("/"))
    assert "It's your turn again." in said(answer)
    assert labels(answer)[0] == "Play"
    shown = message_of(await party.player(seat).click(answer, label="Play"))
    assert labels(shown)
    late = message_of(await party.player(seat).click(answer, label="Play"))
    assert said(late) == said(shown), "until something is played it opens the same"
    stale = answer
    answer = await party.move(seat, "-")
    assert f"`{action}-`" in said(answer)
    refused = message_of(await party.player(seat).click(stale, label="Play"))
    assert "That board is out of date, so nothing happened." in said(refused)


async def test_a_whole_game(world: World) -> None:
    party = await begin(world)
    await party.settle_in()
    for _ in range(15):
        await party.round("CC")
    await world.settle()
    match = await party.match()
    assert match.over
    assert (await party.state()).phase is Phase.OVER
    last = posts(world)[-1]
    assert "The match is over" in last.content
    (file,) = [each for each in last.attachments if each.filename.endswith(".record")]
    text = (await file.read()).decode()
    assert "?" not in text.partition("* GALAXY")[2]
    assert record.replay(record.read(text)).outcome == match.session.outcome

    # Afterwards nothing is a secret: each side's hand can be looked at.
    viewer = message_of(await world.ann.click(last, label="Replay"))
    plain = await pick(world.ann, await pick(world.ann, viewer, "Next"), "Next")
    shown = await pick(world.ann, plain, "From bob's side")
    assert "Your hand" in (shown.attachments[0].description or "")
    assert "Your hand" not in (plain.attachments[0].description or "")


@pytest.mark.parametrize("text", ["31W-1", "1W", "what", "-", "X"])
async def test_what_is_wrong_is_said_in_private_and_changes_nothing(world: World, text: str) -> None:
    party = await begin(world)
    await party.settle_in()
    before, match = [each.id for each in posts(world)], await party.match()
    await party.move(1, text)
    assert [each.id for each in posts(world)] == before
    assert await party.match() == match


async def test_pressing_confirm_twice_seals_once(world: World) -> None:
    party = await begin(world)
    await party.settle_in()
    shown = await party.menu(1)
    for _ in range(3):
        shown = await pick(world.ann, shown, ways(shown)[0])
    assert isinstance(shown, discord.Message)
    draft = await world.as_it_was(shown)
    (custom_id,) = [each["custom_id"] for each in controls(shown) if ":c:" in each["custom_id"]]
    await pick(world.ann, shown, "Confirm")
    await world.settle()
    sealed = (await party.match()).session.sealed
    hashes = [said(each) for each in posts(world) if "hashes for **Verify**" in said(each)]
    await world.ann.click(draft, custom_id=custom_id)
    await world.settle()
    assert (await party.match()).session.sealed == sealed
    assert [said(each) for each in posts(world) if "hashes for **Verify**" in said(each)] == hashes


# Seats of APEX that change hands: who has left one sees nothing of it any more, who has come sees it all.


async def hand_over(party: Party, seat: Seat, name: str) -> Party:
    """Put a player on a seat; return the match with them in it."""
    await party.world.bot.arena.organiser.replace(party.match_id, 0, seat, party.world.named(name))
    await party.world.settle()
    return Party(party.world, party.match_id, (*party.names[: seat - 1], name, *party.names[seat:]))


async def told_to(party: Party, name: str, command: str, **options: Any) -> str:
    return words(
        [await told(message_of(await party.world.people[name].slash(party.world.channel, command, **options)))]
    )


async def press_all(player: simcord.MemberActor, message: Shown) -> str:
    """Press whatever a private message still offers, one after the other; return all that comes of it."""
    assert isinstance(message, simcord.ResponseMessage), "others do not change as they are edited"
    seen: list[Any] = []
    for item in controls(message):
        if item not in controls(message) or item.get("disabled"):
            continue
        if item["type"] == 3:
            result = await player.select(message, [item["options"][0]["value"]], custom_id=item["custom_id"])
        else:
            result = await player.click(message, custom_id=item["custom_id"])
        seen += [await told(each) for each in (*([result.response] if result.response else []), *result.followups)]
        seen += await told(message)
    return words(seen)


def as_record(hand: tuple[int, ...]) -> str:
    return ",".join(map(str, hand))


def as_list(hand: tuple[int, ...]) -> str:
    return f"({len(hand)}): {', '.join(map(str, hand))}"


async def test_who_has_left_sees_neither_the_hand_nor_the_choice_of_who_came(world: World) -> None:
    party = await begin(world, 3)
    await party.settle_in()
    menu = await party.menu(1)
    sealed = await party.move(1, await party.choice(1))
    party = await hand_over(party, 1, "dan")
    for seat in (1, 2, 3):
        await party.play(seat, await party.choice(seat, "C"))
    await party.idle_on()
    await world.settle()
    hand = await party.hand(1)
    answer = await party.move(1, await party.choice(1, "X", 2))
    assert "Your choice is `" in said(answer)

    looked = words(await look_around(party.world, "ann"))
    pressed = await press_all(world.ann, menu) + await press_all(world.ann, sealed)

    assert "Your hand" not in looked
    for text in (looked, pressed):
        assert "Your hand, Age 1, round 2" not in text  # that of round 1 was theirs
        assert f"{hand[2]}X" not in text
        assert as_list(hand) not in text
    assert "Only this match's players can do that" in looked
    assert as_list(hand) in await told_to(party, "dan", "match cards")


async def test_who_has_left_cannot_tell_what_was_chosen_in_their_place(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    found = []
    for side, place in (("W", 0), ("X", 1)):
        async with parallel(tmp_path / side, caplog) as world:
            party = await begin(world, 3)
            await party.settle_in()
            await party.menu(1)
            party = await hand_over(party, 1, "dan")
            await party.move(1, await party.choice(1, side, place))
            found.append(await look_around(party.world, "ann"))
    assert difference(found) == ""


async def test_a_spectator_who_takes_over_a_seat_leaves_the_spectators(world: World) -> None:
    party = await begin(world, 3)
    await party.settle_in()
    await world.dan.click(await more(world.dan, posts(world, "More")[-1]), label="Watch with others")
    await world.settle()
    (thread,) = world.channel.threads
    assert world.dan.id in world.env.backend.get_channel(thread.id).thread_members
    assert "Your hand" not in await told_to(party, "dan", "match cards")
    hand = await party.hand(2)

    party = await hand_over(party, 2, "dan")

    assert world.dan.id not in world.env.backend.get_channel(thread.id).thread_members
    assert as_list(hand) in await told_to(party, "dan", "match cards")
    assert "Watch with others" not in labels(await more(world.dan, posts(world, "More")[-1]))
    assert world.dan.id not in world.env.backend.get_channel(thread.id).thread_members
    assert "Your choice is" in said(await party.move(2, await party.choice(2)))


async def test_who_comes_back_has_the_seat_as_it_is_by_then(world: World) -> None:
    party = await begin(world, 3)
    await party.settle_in()
    old = await party.menu(1)
    dealt = await party.hand(1)
    party = await hand_over(party, 1, "dan")
    between = await party.menu(1)
    for seat in (1, 2, 3):
        await party.play(seat, await party.choice(seat, "C"))
    await party.idle_on()
    await world.settle()

    party = await hand_over(party, 1, "ann")

    hand = await party.hand(1)
    assert hand != dealt
    assert as_list(hand) in await told_to(party, "ann", "match cards")
    # What they were dealt before they left, and all that the seat was passed since, is in their copy of the record.
    own = await told_to(party, "ann", "match record")
    assert f"={as_record(dealt)}" in own
    answered = await press_all(world.ann, old) + await press_all(world.dan, between)
    assert not (await party.match()).session.sealed
    assert "Your choice is" not in answered
    for text in (await told_to(party, "dan", "match cards"), await told_to(party, "dan", "match record"), answered):
        assert as_list(hand) not in text
        assert as_record(dealt) not in text
    assert "Your choice is" in said(await party.move(1, await party.choice(1)))


async def test_who_knows_one_hand_gets_no_other_one(world: World) -> None:
    party = await begin(world, 3)
    await party.settle_in()
    party = await hand_over(party, 1, "dan")
    await _organised(world)
    answer = await told_to(party, "olaf", "organise substitute", seat="bob", player=world.ann)
    assert "ann has already played in this match and can't take this seat." in answer
    assert (await party.match()).names == ("dan", "bob", "cleo")


async def _organised(world: World) -> simcord.MemberActor:
    world.people["olaf"] = world.organiser()
    return world.people["olaf"]


@pytest.mark.parametrize("way", ["organiser", "call"])
async def test_who_takes_over_a_seat_cannot_tell_what_was_sealed_on_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, way: str
) -> None:
    """An organiser who sits down there, too: two worlds that differ in the choice alone look the same to them."""
    found = []
    for side, place in (("W", 0), ("X", 1)):
        async with parallel(tmp_path / side, caplog) as world:
            olaf = await _organised(world)
            party = await begin(world, 3)
            await party.settle_in()
            await party.move(2, await party.choice(2, side, place))
            if way == "organiser":
                asked = message_of(await olaf.slash(world.channel, "organise substitute", seat="bob", player=olaf))
                await olaf.click(asked, label="Replace")
            else:
                await leave(world.bob, world.channel)
                await world.settle()
                call = posts(world, "Take over this seat")[-1]
                await olaf.click(message_of(await olaf.click(call, label="Take over this seat")), label="Take over")
            await world.settle()
            assert (await party.match()).person_of(2) == await world.bot.arena.people.find(olaf.id)
            assert "0 of 3 have chosen." in words([await told(message) for message in posts(world)])
            menu = message_of(await olaf.slash(world.channel, "move"))
            found.append([await told(menu), await look_around(party.world, "olaf")])
            assert "Your hand" in words(found[-1])
    assert difference(found) == ""


async def test_the_table_is_told_what_a_new_player_sees_before_anybody_confirms(world: World) -> None:
    olaf = await _organised(world)
    party = await begin(world, 3)
    await party.settle_in()
    passes = "The new player sees everything the seat sees, including its hand. If the seat has made a secret"

    asked = message_of(await olaf.slash(world.channel, "organise substitute", seat="bob", player=olaf))
    await world.settle()
    (notice,) = [each for each in posts(world) if "is about to replace" in said(each)]
    assert said(notice).startswith(f"An organiser is about to replace bob with **olaf**. {passes}")
    assert passes in said(asked)
    assert (await party.match()).names == party.names
    await olaf.click(asked, label="Replace")
    await world.settle()
    (done,) = [each for each in posts(world) if "plays on for bob" in said(each)]
    assert notice.id < done.id

    question = message_of(await world.ann.slash(world.channel, "match leave"))
    assert passes in said(question)
    await world.ann.click(question, label="Ask for a substitute")
    await world.settle()
    call = posts(world, "Take over this seat")[-1]
    assert passes in said(call)
    assert passes in said(message_of(await world.people["dan"].click(call, label="Take over this seat")))


async def test_in_a_game_without_secrets_nothing_of_it_is_said(world: World) -> None:
    olaf = await _organised(world)
    await world.begin()
    await olaf.slash(world.channel, "organise substitute", seat="bob", player=world.people["dan"])
    await leave(world.ann, world.channel)
    await world.settle()
    assert not [
        each for each in posts(world) if "including its hand" in said(each) or "is about to replace" in said(each)
    ]


async def test_a_call_by_the_clock_tells_it_too_and_drops_the_choice(world: World) -> None:
    """A substitute is sought for a player who left the server: that is announced like any other handover."""
    party = await begin(world, 3, terms=Terms(timeout="substitute"))
    await party.settle_in()
    await party.seal(2)
    await world.bot.arena.absences.miss(party.match_id, world.person("bob"))
    await world.settle()
    call = posts(world, "Take over this seat")[-1]
    assert "including its hand" in said(call)
    dan = world.people["dan"]
    await dan.click(message_of(await dan.click(call, label="Take over this seat")), label="Take over")
    await world.settle()
    match = await party.match()
    assert (match.person_of(2), match.session.sealed, match.paused) == (world.person("dan"), (), None)
