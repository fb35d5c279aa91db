"""Six people play APEX and a seventh follows: reveals, calls, spectators, deadlines, surrenders, restarts."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from engine.apex.state import Phase
from hosting import outbox
from hosting.clock import ClockTerms
from hosting.match_terms import Terms
from tests.cogs.apex.party import begin
from tests.cogs.conftest import World
from tests.cogs.playing import labels, message_of, more, pick, posts, refreshed, said, texts, ways
from tests.cogs.twins import told, words

DAY = 86400
ONE_DAY = Terms(clock=ClockTerms("turn", per_turn=timedelta(days=1)))


@pytest.fixture(autouse=True)
def _one_more(world: World) -> None:
    """Gus plays in none of these matches."""
    world.people["gus"] = world.guild.add_member(world.env.create_user("gus"))


async def everything(world: World) -> str:
    """Return all that is posted for everybody, in words."""
    return words([await told(message) for message in posts(world)])


async def test_six_people_play_three_ages_and_a_seventh_follows(world: World) -> None:
    party = await begin(world, 6)
    await party.settle_in()
    for seat in range(1, 7):
        shown = await party.menu(seat)
        shown = await pick(party.player(seat), shown, ways(shown)[0])
        shown = await pick(party.player(seat), shown, "Colonisation" if seat % 2 else "War")
        await pick(party.player(seat), shown, "Confirm")
        await world.settle()
    await party.idle_on()
    while not (await party.match()).over:
        await party.round("WECXCX")
    await world.settle()
    assert (await party.state()).phase is Phase.OVER
    text = await everything(world)
    for name in party.names:
        assert f"{name} plays" in text
    assert "Age 2 begins" in text
    assert "Age 3 begins" in text
    assert text.count("All choices are revealed:") == 15
    assert text.count("-# Revealed: `") == 15
    assert "is dealt" not in text
    assert "gets the cards" not in text
    assert "The match is over" in said(posts(world)[-1])


async def test_the_reveal_is_one_board_and_calls_the_one_who_decides(world: World) -> None:
    # A19, A20
    party = await begin(world, 3)
    await party.settle_in()
    before = len([each for each in posts(world) if each.attachments])
    for seat in (1, 2, 3):
        await party.move(seat, f"{(await party.hand(seat))[0]}X")
    (seat,) = (await party.match()).session.to_act
    boards = [each for each in posts(world) if each.attachments]
    assert len(boards) == before + 1
    for name in party.names:
        assert f"{name} plays Expansion with card" in said(boards[-1])
    assert world.pings(posts(world, "Play")[-1]) == [party.player(seat).id]
    assert posts(world, "Choose") == []
    await party.move(seat, "-")
    (following,) = (await party.match()).session.to_act
    assert following != seat
    assert world.pings(posts(world, "Play")[-1]) == [party.player(following).id]


async def test_onlookers_see_the_public_map_only(world: World) -> None:
    party = await begin(world, 3, exploration=True)
    await party.settle_in()
    await party.seal(1)
    gus = world.people["gus"]
    for command, options in (
        ("board", {}),
        ("board", {"look": "text"}),
        ("match cards", {}),
        ("match record", {}),
        ("match replay", {}),
        ("match replay", {"form": "summary"}),
        ("legal", {}),
        ("matches", {"which": "here"}),
    ):
        answer = message_of(await gus.slash(world.channel, command, **options))
        assert answer.ephemeral
        text = words([await told(answer)])
        assert "Your hand" not in text, command
        assert "dealt 2" not in text, command
    own = message_of(await world.ann.slash(world.channel, "board"))
    assert "Your hand" in (own.attachments[0].description or "")
    shown = message_of(await world.ann.slash(world.channel, "board", show="everyone"))
    assert "Your hand" not in (shown.attachments[0].description or "")
    assert "GALAXY A1=? A2=?" in words([await told(message_of(await world.ann.slash(world.channel, "match record")))])


async def test_a_channel_that_follows_shows_the_public_map(world: World) -> None:
    party = await begin(world, 3)
    await party.settle_in()
    olaf = world.organiser()
    other = world.guild.create_text_channel("screen")
    await olaf.slash(other, "watch match", match=party.match_id)
    await world.settle()
    count = len(other.history())
    await party.seal(1, 2)
    assert len(other.history()) == count
    await party.seal(3)
    new = other.history()[count:]
    text = words([await told(message) for message in new])
    assert "All choices are revealed" in text
    assert "Your hand" not in text


async def test_a_channel_that_follows_opens_nothing_before_the_hashes_stand(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "FIRST_DELAY_S", 60.0)
    party = await begin(world, 3)
    await party.settle_in()
    olaf = world.organiser()
    other = world.guild.create_text_channel("screen")
    await olaf.slash(other, "watch match", match=party.match_id)
    await world.settle()
    await party.seal(1, 2)
    (hashes,) = [each for each in posts(world) if "2 of 3 have chosen." in said(each)]
    path = f"/channels/{world.channel.id}/messages/{hashes.id}"
    world.env.inject_error("PATCH", path, status=503, code=0, times=1)

    def opened() -> list[bool]:
        seen = [*posts(world), *other.history()]
        return [any("All choices are revealed" in said(each) for each in seen), "All 3" in said(world.latest(hashes))]

    await party.move(3, await party.choice(3))
    assert opened() == [False, False]
    await world.env.advance_time(61)
    await world.settle()
    await world.env.advance_time(61)
    await world.settle()
    assert opened() == [True, True]
    assert any("All choices are revealed" in said(each) for each in other.history())


async def test_the_cards_tell_what_a_player_can_know(world: World) -> None:
    party = await begin(world, 4)
    await party.settle_in()
    await party.round("CCCC")
    await world.settle()
    state = await party.state()
    answer = message_of(await world.bob.slash(world.channel, "match cards"))
    assert answer.ephemeral
    (embed,) = answer.embeds
    text = embed.description or ""
    assert f"**Your hand** (5): {', '.join(map(str, state.sides[1].hand))}\n" in text
    assert f"**Played or discarded this age** (4): {', '.join(map(str, state.spent))}" in text
    assert f"**Not dealt this age** (6): {', '.join(map(str, state.undealt))}" in text
    assert "**In the other players' hands** (15)" in text
    assert "a 33% chance of being in any one of 3 hands" in text
    assert answer.attachments[0].description


async def test_deadlines_play_the_defaults_and_tell_it_when_all_is_open(world: World) -> None:
    # A25
    party = await begin(world, 3, terms=ONE_DAY)
    await party.settle_in()
    await party.seal(1, side="C")
    hands = [(await party.hand(seat))[0] for seat in (2, 3)]
    await world.env.advance_time(DAY)
    await world.settle()
    state = await party.state()
    assert (state.age, state.round) == (1, 2)
    text = await everything(world)
    for name, card in zip(("bob", "cleo"), hands, strict=True):
        assert f"{name} plays War with card {card}." in text
        assert f"{name} didn't decide in time, so I played what the rules say." in text
    assert "ann did not decide" not in text


async def test_reminders_call_nobody_by_name_where_others_read(world: World) -> None:
    party = await begin(world, 3, terms=ONE_DAY)
    await party.settle_in()
    await party.seal(2)
    before = [each.id for each in posts(world)]
    await world.env.advance_time(DAY * 0.95)
    await world.settle()
    assert [each.id for each in posts(world)] == before
    reminded = {
        name for name in party.names if world.people[name].user.dm_channel.history(viewer=world.people[name].user)
    }
    assert reminded == {"ann", "cleo"}


async def test_a_player_who_gives_up_is_played_to_the_end(world: World) -> None:
    # A25, A64
    party = await begin(world, 3)
    await party.settle_in()
    asked = message_of(await world.bob.slash(world.channel, "resign"))
    await world.bob.click(asked, label="Resign")
    await world.settle()
    match = await party.match()
    assert not match.over
    assert match.awaited == {1, 3}
    status = posts(world, "Choose")[-1]
    assert sorted(world.pings(status)) == sorted([world.ann.id, world.people["cleo"].id])
    assert f"Everyone chooses a strategy in secret: <@{world.ann.id}>, <@{world.cleo.id}>\n" in status.content
    lowest = (await party.hand(2))[0]
    await party.seal(1, 3)
    assert f"bob plays War with card {lowest}." in await everything(world)
    told_off = await party.move(2, "1W")
    assert said(told_off).startswith("Other players have to decide first.")


async def test_a_restart_loses_no_choice_and_posts_the_reveal_once(world: World) -> None:
    party = await begin(world, 3)
    await party.settle_in()
    shown = await party.move(1, await party.choice(1))
    await world.restart()
    assert len((await party.match()).session.sealed) == 1
    again = message_of(await world.ann.click(shown, label="Change my choice"))
    assert "a new one replaces it" in said(again)
    await party.play(2, await party.choice(2))
    await world.restart()
    await party.play(3, await party.choice(3))  # the process dies before anything of it is posted
    await world.restart()
    text = [said(each) for each in posts(world)]
    assert len([each for each in text if each.startswith("**All choices are revealed:**")]) == 1
    assert len([each for each in text if "-# Revealed: `" in each]) == 1


async def test_a_draft_from_before_the_reveal_changes_nothing(world: World) -> None:
    # A18
    party = await begin(world, 3)
    await party.settle_in()
    shown = await party.menu(1)
    shown = await pick(world.ann, shown, ways(shown)[0])
    shown = await pick(world.ann, shown, "War")
    await party.seal(1, 2, 3, side="C")
    before = await party.match()
    late = await pick(world.ann, shown, "Confirm")
    assert "has changed since" in said(late)
    assert await party.match() == before


async def test_among_three_nobody_sees_who_has_chosen(world: World) -> None:
    party = await begin(world, 3)
    await party.settle_in()
    assert "Nobody sees who has chosen, or what, until everyone has." in said(posts(world)[-1])


async def test_a_table_can_show_who_has_chosen(world: World) -> None:
    party = await begin(world, 3, terms=Terms(shows_chosen=True))
    await party.settle_in()
    await party.seal(2)
    assert "bob has chosen." in said(posts(world)[-1])
    gus = world.people["gus"]
    answer = message_of(await gus.slash(world.channel, "matches", which="here"))
    assert "Everyone chooses, 1 of 3 so far: " in said(answer)


async def test_the_lobby_says_what_is_played(world: World) -> None:
    lobby = await world.lobby(game="apex", players=4, mode="exploration", shows_chosen=True, clock="2d")
    content = lobby.content
    assert "APEX: 4 players" in content
    assert "How the neutral sectors are laid out: face down, to be explored" in content
    assert "When several players choose in secret, everyone sees who has chosen." in content
    assert "once all players who haven't chosen are out of time" in content


@pytest.mark.parametrize("topic", ["overview", "cards", "civilisations", "sectors", "reconstruction", "A25"])
async def test_the_rules_are_explained(world: World, topic: str) -> None:
    answer = message_of(await world.ann.slash(world.channel, "rules", topic=topic, game="apex"))
    assert answer.ephemeral
    assert texts(answer)[0].startswith("### APEX: ")


async def test_nothing_can_be_planned(world: World) -> None:
    party = await begin(world, 3)
    await party.settle_in()
    for command, options in (("match plan", {"add": "3W"}), ("match plan", {}), ("match plan", {"remove": "all"})):
        given: dict[str, Any] = options
        answer = message_of(await world.ann.slash(world.channel, command, **given))
        assert "can't plan turns" in said(answer)


async def test_nothing_is_taken_back_past_a_reveal(world: World) -> None:
    party = await begin(world, 3)
    await party.settle_in()
    answer = message_of(await world.ann.slash(world.channel, "undo"))
    assert "you can only change your choice" in said(answer)
    for seat in (1, 2, 3):
        await party.move(seat, f"{(await party.hand(seat))[0]}X")
    (seat,) = (await party.match()).session.to_act
    others = [each for each in (1, 2, 3) if each != seat]
    for each in (seat, *others):
        answer = message_of(await party.player(each).slash(world.channel, "undo"))
        assert "can't be taken back" in said(answer)


async def test_buttons_suit_the_game(world: World) -> None:
    party = await begin(world, 3)
    turn = posts(world, "Play")[-1]
    assert labels(turn) == ["Play", "Moves", "Rules", "More"]
    gus, ann = world.people["gus"], world.people["ann"]
    assert labels(await more(ann, turn)) == [
        "Board",
        "Your hand",
        "Replay",
        "Record",
        "Cards",
        "Take back",
        "Ask the others",
        "Resign",
    ]
    assert labels(await more(gus, turn)) == ["Board", "Replay", "Record", "Cards", "Watch with others"]
    await party.settle_in()
    status = posts(world, "Choose")[-1]
    assert labels(status)[0] == "Choose"
    pressed = message_of(await world.people["gus"].click(status, label="Choose"))
    assert "Only this match's players can do that" in pressed.content
    cards = message_of(await world.people["gus"].click(await more(world.people["gus"], status), label="Cards"))
    assert cards.ephemeral


async def test_who_reads_boards_as_text_reads_their_hand_as_text(world: World) -> None:
    party = await begin(world, 3)
    await party.settle_in()
    await world.ann.slash(world.channel, "settings mine", boards="text")
    shown = await party.menu(1)
    hand = await party.hand(1)
    assert not shown.attachments
    text = said(shown).replace("\\", "")
    assert all(f"-# Card {card} (evolution" in text for card in hand)
    answer = await party.move(1, await party.choice(1))
    assert not answer.attachments
    assert "card" in texts(answer)[0]
    cards = message_of(await world.ann.slash(world.channel, "match cards"))
    assert not cards.attachments
    assert "**Your hand** (6)\n`" in (cards.embeds[0].description or "")


async def test_the_private_menu_is_seen_by_nobody_else(world: World) -> None:
    party = await begin(world, 3)
    await party.settle_in()
    before = [each.id for each in world.channel.history(viewer=world.bob)]
    shown = await party.menu(1)
    for wanted in (ways(shown)[0], "War", "Back", "Evolution", "Confirm"):
        label = next(each for each in [*ways(shown), *labels(shown)] if each.startswith(wanted))
        shown = await pick(world.ann, shown, label)
        assert refreshed(world.ann, shown).flags.ephemeral
    await world.settle()
    after = [each.id for each in world.channel.history(viewer=world.bob)]
    assert len(after) == len(before) + 1  # how many have chosen


async def test_a_whole_expansion_that_meets_something_hidden_offers_the_part_before_it(world: World) -> None:
    """A75: what is turned up is known before the next action."""
    party = await begin(world, 3, exploration=True)
    await party.settle_in()
    session = (await party.match()).session
    for seat in (1, 2, 3):
        await party.move(seat, f"{max(session.state.sides[seat - 1].hand)}X")
    session = (await party.match()).session
    (seat,) = session.to_act
    texts = [session.game.format(session.state, seat, move) for move in session.game.legal(session.state, seat)]
    hidden = next(text for text in texts if session.preview(seat, text).barrier)
    answer = message_of(await party.player(seat).slash(world.channel, "move", turn=f"{hidden}/PROD H1/-"))
    assert answer.ephemeral
    assert f"The result of {hidden} is hidden" in said(answer)
    assert "See rule A75" in said(answer)
    before = (await party.match()).seq
    await pick(party.player(seat), answer, "Confirm")
    await world.settle()
    now = await party.match()
    assert now.seq == before + 1
    assert now.session.entries[-1].text == hidden
