"""`/match plan`: lines are typed with completion, kept from everybody else, and answered at once."""

from __future__ import annotations

from cogs.play.answers import example, split
from engine.chance import Chance
from engine.game import Setup
from engine.session import Session
from tests.cogs.conftest import World
from tests.cogs.playing import SHORT_GAME, latest, message_of, play, posts, status
from tests.hosting.toygame import TallyGame

FIRST = "E/2C6/D8-"
THEIRS, MINE = "E/3C1/F2-", "E/3D6/E"


async def test_an_answer_is_played_as_soon_as_its_turn_comes(world: World) -> None:
    await world.begin()
    await play(world, FIRST)
    told = message_of(await world.ann.slash(world.channel, "match plan", add=f" {THEIRS.lower()} ; {MINE}"))
    assert told.ephemeral
    assert f"- `{THEIRS}` → `{MINE}`" in told.content
    answer = message_of(await world.bob.slash(world.channel, "move", turn=THEIRS))
    assert answer.content == f"Played `{THEIRS}`. Next: ann."
    await world.settle()
    match = await latest(world)
    assert (match.seq, match.to_act) == (3, (world.person("bob"),))
    assert [f"`{MINE}`" in each.content for each in posts(world) if each.attachments][-1]
    assert f"{world.bob.mention}: " in status(world).content


async def test_nobody_else_learns_of_a_plan(world: World) -> None:
    await world.begin()
    await play(world, FIRST)
    before = [each.id for each in world.channel.history(viewer=world.bob)]
    await world.ann.slash(world.channel, "match plan", add=f"{THEIRS}; {MINE}")
    shown = message_of(await world.bob.slash(world.channel, "match plan"))
    assert "You have no plan" in shown.content
    assert MINE not in shown.content
    for channel in (world.channel, world.guild.create_text_channel("other")):
        assert await world.bob.autocomplete(channel, "match plan", "remove", "") == []
    others = [each.id for each in world.channel.history(viewer=world.bob) if not each.flags.ephemeral]
    assert others == before


async def test_completion_goes_on_with_the_last_turn_of_the_line(world: World) -> None:
    await world.begin()
    await play(world, FIRST)
    first = await world.ann.autocomplete(world.channel, "match plan", "add", "E/3C1/F")
    assert {"name": THEIRS, "value": THEIRS} in first
    then = await world.ann.autocomplete(world.channel, "match plan", "add", f"{THEIRS}; E/3D6/")
    assert any(each["value"].startswith(f"{THEIRS}; {MINE}") for each in then)
    assert await world.ann.autocomplete(world.channel, "match plan", "add", "nonsense; E") == []
    assert await world.eve.autocomplete(world.channel, "match plan", "add", "") == []


async def test_a_line_that_cannot_be_names_its_turn(world: World) -> None:
    await world.begin()
    await play(world, FIRST)
    told = message_of(await world.ann.slash(world.channel, "match plan", add=f"{THEIRS}; E/9Z9/E"))
    assert told.ephemeral
    assert "Turn 2 of the line" in told.content
    assert "9Z9" in told.content


async def test_lines_are_taken_out_again(world: World) -> None:
    await world.begin()
    await play(world, FIRST)
    await world.ann.slash(world.channel, "match plan", add=f"{THEIRS}; {MINE}")
    (offered,) = await world.ann.autocomplete(world.channel, "match plan", "remove", "")
    told = message_of(await world.ann.slash(world.channel, "match plan", remove=offered["value"]))
    assert "You have no plan" in told.content
    await play(world, THEIRS)
    assert (await latest(world)).to_act == (world.person("ann"),)


async def test_the_example_is_a_line_that_can_be_planned(world: World) -> None:
    await world.begin()
    await play(world, FIRST)
    told = message_of(await world.ann.slash(world.channel, "match plan"))
    example = told.content.split("`")[3]
    assert "→" in message_of(await world.ann.slash(world.channel, "match plan", add=example)).content


def test_the_example_ends_with_the_game() -> None:
    session = Session.start(TallyGame(), Setup("2", position="11+0"), Chance.from_text("plan"))
    assert example(session) == "1"


def test_a_line_is_split_in_time_that_grows_with_its_length_alone() -> None:
    # A pattern that tries every run of spaces from each of them would take minutes here.
    assert split(f"E/2C6/D8-{' ' * 300_000}x;  E ;; ") == [f"E/2C6/D8-{' ' * 300_000}x", "E"]


async def test_nothing_follows_the_turn_that_ends_the_match(world: World) -> None:
    await world.begin()
    await play(world, *SHORT_GAME[:7])
    line = "; ".join(SHORT_GAME[7:])
    assert await world.ann.autocomplete(world.channel, "match plan", "add", line[:-1])
    assert await world.ann.autocomplete(world.channel, "match plan", "add", f"{line}; ") == []
