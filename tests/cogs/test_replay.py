"""`/match replay` and the viewer: paging through a match, the animated picture, the summary card."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cogs.core.text import CUSTOM_ID_LIMIT
from cogs.review.viewer import ViewerId, ViewerVerb, _filming
from engine import record
from engine.outcome import draw
from hosting.match.events import rule, substitute
from render import animation
from tests.cogs.conftest import World
from tests.cogs.playing import SHORT_GAME, controls, labels, latest, menu, message_of, pick, play, posts, refreshed
from tests.gifs import positions

pytestmark = pytest.mark.usefixtures("pictures")

ALWAYS = ["Animated picture", "Practise from here", "Open a table from here"]


def line(message: Any) -> str:
    return str(message.content.splitlines()[0])


async def text_reader(world: World, person_id: int) -> None:
    settings = world.bot.arena.settings
    await settings.change_player(person_id, lambda each: replace(each, text_boards=True))


async def test_a_match_is_paged_through_in_one_private_message(world: World) -> None:
    await world.begin()
    await play(world, *SHORT_GAME)
    shown: Any = message_of(await world.eve.slash(world.channel, "match replay"))
    assert shown.ephemeral
    assert line(shown) == "**The start.** Turns: 9"
    assert labels(shown) == ["Next", "Last", *ALWAYS, "Analyse"]
    first = await shown.attachments[0].read()
    assert shown.attachments[0].description

    for label, expected in (
        ("Next", "**Turn 1 of 9**"),
        ("Next", "**Turn 2 of 9**"),
        ("Back", "**Turn 1 of 9**"),
        ("Last", "**Turn 9 of 9**"),
        ("First", "**The start.** Turns: 9"),
    ):
        before = shown.id
        shown = await pick(world.eve, shown, label)
        assert (shown.id, line(shown)) == (before, expected)
    assert await shown.attachments[0].read() == first

    last = await pick(world.eve, shown, "Last")
    assert labels(last) == ["First", "Back", "Animated picture", "Analyse"], "nobody can play on from the end"
    assert "**ann** plays `E/3D1x`" in last.content
    assert "**The match is over: ann wins.** ann destroyed bob's matrix." in last.content


async def test_the_board_can_be_turned_and_stays_so(world: World) -> None:
    await world.begin()
    await play(world, *SHORT_GAME[:2])
    shown: Any = message_of(await world.ann.slash(world.channel, "match replay", turn=2))
    assert line(shown) == "**Turn 2 of 2**"
    assert list(menu(shown)) == ["Standard view", "From ann's side", "From bob's side"]
    upright = await shown.attachments[0].read()
    shown = await pick(world.ann, shown, "From ann's side")
    turned = await shown.attachments[0].read()
    assert turned != upright
    shown = await pick(world.ann, await pick(world.ann, shown, "Back"), "Next")
    assert await shown.attachments[0].read() == turned
    again = message_of(await world.eve.slash(world.channel, "match replay", turn=2, side=1))
    assert await again.attachments[0].read() == turned
    wrong = message_of(await world.eve.slash(world.channel, "match replay", side=3))
    assert wrong.content == "This match has seats 1 to 2."


async def test_the_viewer_outlives_a_restart_and_follows_the_match(world: World) -> None:
    await world.begin()
    await play(world, *SHORT_GAME[:2])
    shown: Any = message_of(await world.ann.slash(world.channel, "match replay", turn=2))
    assert "Last" in labels(shown), "there may be a later turn by then"
    await play(world, SHORT_GAME[2])
    await world.restart()
    shown = await pick(world.ann, refreshed(world.ann, shown), "Last")
    assert line(shown) == "**Turn 3 of 3**"
    # Turns that were taken back are gone from the viewer, too.
    await world.bot.arena.matches.forfeit((await latest(world)).id, world.person("bob"))
    shown = await pick(world.ann, shown, "Last")
    assert "bob resigned." in shown.content


async def test_text_is_for_those_who_read_boards_as_text(world: World) -> None:
    await world.begin()
    await play(world, *SHORT_GAME)
    await text_reader(world, world.person("ann"))
    shown = message_of(await world.ann.slash(world.channel, "match replay", turn=3))
    assert shown.attachments == []
    assert (shown.embeds[0].description or "").startswith("```\n")
    upright = shown.embeds[0].description
    turned = await pick(world.ann, shown, "From ann's side")
    assert turned.embeds[0].description != upright
    sent = message_of(await world.ann.click(shown, label="All as text"))
    (file,) = sent.attachments
    text = (await file.read()).decode()
    assert file.filename == "replicants-1-boards.txt"
    assert [turn in text for turn in SHORT_GAME] == [True] * len(SHORT_GAME)
    assert "Turn 9. ann: E/3D1x\n" in text
    card = message_of(await world.ann.slash(world.channel, "match replay", form="summary"))
    assert card.attachments == []
    assert card.content.splitlines()[:2] == ["ann wins", "ann destroyed bob's matrix."]


async def test_the_whole_match_is_one_animated_picture(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.begin()
    await play(world, *SHORT_GAME)
    sent = message_of(await world.eve.slash(world.channel, "match replay", form="animation"))
    assert sent.ephemeral
    assert sent.content == "Turns 1 to 9."
    (file,) = sent.attachments
    assert file.filename == "replicants-1.gif"
    assert len(positions(await file.read())) == 10
    assert (file.description or "").startswith("Replicants as an animated picture, turns 1 to 9.")
    assert "ann wins" in (file.description or "")
    monkeypatch.setattr(animation, "MOST_PICTURES", 5)
    shorter = message_of(await world.eve.slash(world.channel, "match replay", form="animation"))
    assert shorter.content == "Turns 1 to 9, 2 in each picture."


async def test_some_turns_for_everybody_from_a_side(world: World) -> None:
    await world.begin()
    await play(world, *SHORT_GAME[:6])
    options = {"from": 3, "to": 5, "side": 2, "show": "everyone"}
    sent = message_of(await world.eve.slash(world.channel, "match replay", form="animation", **options))
    assert not sent.ephemeral
    assert sent.content == "Turns 3 to 5."
    assert len(positions(await sent.attachments[0].read())) == 4
    sides = await world.eve.autocomplete(world.channel, "match replay", "side", "b")
    assert [(each["value"], each["name"]) for each in sides] == [(2, "2: bob")]
    for wrong in ({"from": 7}, {"to": 9}, {"from": 5, "to": 4}):
        refused = message_of(await world.eve.slash(world.channel, "match replay", form="animation", **wrong))
        assert refused.ephemeral
        assert refused.content.startswith("This match has turns 1 to 6")


async def test_one_picture_at_a_time(world: World) -> None:
    await world.begin()
    nothing = message_of(await world.eve.slash(world.channel, "match replay", form="animation"))
    assert nothing.content == "Nothing has been played yet."
    await play(world, *SHORT_GAME[:1])
    _filming.add(world.eve.id)
    try:
        refused = message_of(await world.eve.slash(world.channel, "match replay", form="animation"))
        assert refused.content == "Your last one is still being drawn; please wait for it."
    finally:
        _filming.discard(world.eve.id)
    assert message_of(await world.eve.slash(world.channel, "match replay", form="animation")).attachments
    assert not _filming


async def test_an_agreed_end_has_a_picture_of_its_own(world: World) -> None:
    match = await world.begin()
    await play(world, *SHORT_GAME[:2])

    async def agree(current: Any) -> Any:
        return rule(current, draw(2), world.person("ann"), world.bot.clock.now())

    await world.bot.arena.matches.change(match.id, agree)
    await world.settle()
    sent = message_of(await world.eve.slash(world.channel, "match replay", form="animation"))
    assert len(positions(await sent.attachments[0].read())) == 4
    shown = message_of(await world.eve.slash(world.channel, "match replay", turn=2))
    assert "**The match is over.** The players agreed on a draw." in shown.content
    earlier = message_of(await world.eve.slash(world.channel, "match replay", turn=1))
    assert "over" not in earlier.content
    await text_reader(world, world.person("eve"))
    card = message_of(await world.eve.slash(world.channel, "match replay", form="summary"))
    assert card.content.splitlines()[:2] == ["The match is over", "The players agreed on a draw."]
    text = message_of(await world.eve.slash(world.channel, "match replay", form="animation")).attachments[0]
    assert (await text.read()).decode().endswith("The players agreed on a draw.")


async def test_turns_keep_the_names_of_those_who_played_them(world: World) -> None:
    match = await world.begin()
    await play(world, *SHORT_GAME[:2])

    async def hand_over(current: Any) -> Any:
        cleo = world.named("cleo")
        return substitute(current, 2, cleo, world.person("ann"), world.bot.clock.now())

    await world.bot.arena.matches.change(match.id, hand_over)
    await world.settle()
    await play(world, *SHORT_GAME[2:4])
    told = [
        message_of(await world.eve.slash(world.channel, "match replay", turn=turn)).content.splitlines()[1]
        for turn in (1, 2, 3, 4)
    ]
    assert told == [
        "**ann** plays `E/2C6/D8-`",
        "**bob** plays `E/3C1/F2-`",
        "**ann** plays `E/3D6/E`",
        "**cleo** plays `E/1D1/E3-`",
    ]
    offered = await world.eve.autocomplete(world.channel, "board", "turn", "bob")
    assert [each["name"] for each in offered] == ["2. bob: E/3C1/F2-"]


async def test_the_summary_is_a_picture_with_words(world: World) -> None:
    await world.begin()
    await play(world, *SHORT_GAME)
    shown = message_of(await world.eve.slash(world.channel, "match replay", form="summary"))
    (card,) = shown.attachments
    assert (await card.read()).startswith(b"\x89PNG")
    assert "Replicants in the arena of bob over the match: 6 6 6 6 6 6 5 5 4" in (card.description or "")


async def test_a_table_is_opened_from_the_position_that_is_shown(world: World) -> None:
    await world.begin()
    await play(world, *SHORT_GAME)
    shown = message_of(await world.eve.slash(world.channel, "match replay", turn=4))
    await world.eve.click(shown, label="Open a table from here")
    (lobby,) = [each for each in posts(world, "Join") if "set-up position" in each.content]
    assert "`T3.1.1 | " in lobby.content
    assert lobby.attachments[0].description
    table = await world.table(2)
    assert table.host.person_id == world.person("eve")
    assert table.position.startswith("T3.1.1 | ")


async def test_the_button_replay_opens_the_viewer_of_its_match(world: World) -> None:
    match = await world.begin()
    await play(world, *SHORT_GAME)
    shown = message_of(await world.eve.click(posts(world, "Replay")[-1], label="Replay"))
    assert shown.ephemeral
    assert line(shown) == "**The start.** Turns: 9"
    ids = [ViewerId.parse(each["custom_id"]) for each in controls(shown)]
    assert {found.story for found in ids if found} == {match.id}
    assert len({each["custom_id"] for each in controls(shown)}) == len(ids)


@pytest.mark.parametrize("verb", ViewerVerb)
def test_ids_are_read_back_and_short(verb: ViewerVerb) -> None:
    for each in (ViewerId("m", 1, 0, 0, verb), ViewerId("i", 10**18 - 1, 999_999, 9, verb)):
        assert ViewerId.parse(each.text) == each
        assert len(each.text) <= CUSTOM_ID_LIMIT
    assert ViewerId.parse("v:x1:0:0:f") is None
    assert ViewerId.parse("v:m1:0:0:z") is None


async def test_another_game_is_replayed_alike(world: World) -> None:
    message = message_of(await world.open_table(world.ann, world.channel, "replica", where="here"))
    (lobby,) = posts(world, "Join")
    assert lobby.id == message.id
    await world.bob.click(lobby, label="Join")
    await world.press("ann", lobby, "Start")
    await world.settle()
    match = await latest(world)
    for _ in range(3):
        match = await world.play(match)
    shown = await pick(
        world.eve, message_of(await world.eve.slash(world.channel, "match replay", turn=2)), "From bob's side"
    )
    assert line(shown) == "**Turn 2 of 3**"
    sent = message_of(await world.eve.slash(world.channel, "match replay", form="animation", side=2))
    assert sent.attachments[0].filename == "replica-1.gif"
    card = message_of(await world.eve.slash(world.channel, "match replay", form="summary")).attachments[0]
    assert "Pieces of ann over the match: 12 12 12 12" in (card.description or "")
    part = message_of(await world.eve.slash(world.channel, "match record", **{"from": 2}))
    again = record.replay(record.read((await part.attachments[0].read()).decode()))
    assert again.state == match.session.state
