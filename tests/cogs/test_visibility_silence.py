"""What silent partners see of what the other one does: turns, and nothing else."""

from __future__ import annotations

from tests.cogs.conftest import World
from tests.cogs.playing import Shown, labels, message_of, pick


async def test_silent_partners_see_nothing_of_each_other_but_turns(world: World) -> None:
    # R29
    match = await world.begin_silent()
    team = next(place for place in match.places if place.role == "team:0")
    channel = world.place(team.channel_id)
    before = {each.id for each in channel.history(viewer=world.cleo)}
    (playable,) = [each for each in channel.history(viewer=world.ann) if "Play" in labels(each)]
    for name, options in (
        ("board", {"show": "everyone"}),
        ("move", {"turn": "meet me at seven"}),
        ("legal", {"piece": "hello partner"}),
        ("rules", {"topic": "hello partner"}),
        ("learn", {"game": "replicants", "step": 3}),
        ("match record", {}),
        ("matches", {"which": "here"}),
        ("doctor", {}),
        ("resign", {}),
        ("new replicants", {"players": 3}),
        ("settings block add", {"player": world.cleo}),
        ("settings block list", {}),
        ("seek create", {"game": "replicants", "options": "hello partner"}),
        ("seek create", {"game": "replicants"}),
        ("seek list", {}),
        ("league join", {}),
        ("league mine", {}),
        ("board", {"turn": 0, "show": "everyone"}),
        ("replay animation", {"show": "everyone"}),
        ("replay summary", {"show": "everyone"}),
        ("match import", {"file": ("hello.txt", b"hello partner")}),
    ):
        answer = message_of(await world.ann.slash(channel, name, **options))
        assert answer.ephemeral, name
    viewer = message_of(await world.ann.slash(channel, "replay view"))
    for shown in (viewer, message_of(await world.ann.click(viewer, label="Open a table from here"))):
        assert shown.ephemeral
    opened = message_of(await world.ann.click(playable, label="Play"))
    assert opened.ephemeral
    built: Shown = opened
    for label in ("2 on E7", "E6", "Charge the matrix", "Confirm"):
        assert {each.id for each in channel.history(viewer=world.cleo)} == before
        built = await pick(world.ann, built, label)
    await world.settle()
    new = [each for each in channel.history(viewer=world.cleo) if each.id not in before]
    assert all(each.author.bot and not each.flags.ephemeral for each in new)
    assert any("`E/2E6/E`" in each.content for each in new)
    assert not any(word in each.content for each in new for word in ("meet me", "hello"))
