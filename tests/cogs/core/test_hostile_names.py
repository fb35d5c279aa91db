"""People with hostile names who type hostile words: every command shows them as they are, and they do nothing else."""

from __future__ import annotations

import re
from typing import Any

import pytest

from cogs.core.text import MESSAGE_LIMIT, line
from tests.cogs.conftest import World
from tests.cogs.markdown import read
from tests.cogs.playing import latest, message_of, play, posts
from tests.cogs.seeing import answers
from tests.cogs.test_visibility import COMMANDS, FOR_ORGANISERS, _filled_in

NAMES = {
    "ann": "[**zq** ||a||](https://zq.io)`x",
    "bob": "<@99><#98><t:97:R>:zq: @everyone",
    "cleo": "-# __zq__ \\",
    "dan": "1. ~~zq~~ discord.gg/zq",
    "eve": "> \u202ezq\u200b*_zq_*",
}
TYPED = "[**zq** ||s||](https://zq.io) <@99> <t:97:R> :zq: @everyone `zq` # zq"
ALIVE = re.compile("zq|^(<@99>|<#98>|<t:97:R>|@everyone|@here)$")
SHORTEST = 8
"""So many characters of what was typed are enough to know it by."""


def check(message: Any) -> None:
    """Find nothing in a message that comes of somebody's words but themselves."""
    assert len(message.content) <= MESSAGE_LIMIT
    for text in (message.content, *(embed.description or "" for embed in message.embeds)):
        reading = read(text)
        assert not [leaf for leaf in reading.leaves if ALIVE.search(leaf)], text
        assert "raw invitation" not in reading.marks, text
        rest = reading.plain
        for quoted in reading.code:  # nothing is read there
            rest = rest.replace(quoted, "")
        rest = rest.replace("\u200b", "")
        for name in NAMES.values():
            for shown in (line(name), line(name).replace("`", "'")):
                rest = rest.replace(shown, "")
        for length in range(len(TYPED), SHORTEST - 1, -1):
            for shown in (TYPED[:length], TYPED[:length].replace("`", "'")):
                rest = rest.replace(shown, "")
        assert "zq" not in re.sub(r"\S*zq\S*…", "", rest), text


async def hostile(world: World) -> None:
    for name, nick in NAMES.items():
        world.env.backend.edit_member(world.guild.id, world.people[name].id, {"nick": nick})
    await world.settle()


def _typed(value: Any) -> Any:
    return {"what": TYPED, "Be *nice*": TYPED, "ann": NAMES["ann"], "bob": NAMES["bob"]}.get(value, value)


@pytest.mark.parametrize("game", ["replicants", "apex"])
async def test_names_and_words_do_nothing_in_any_answer(world: World, game: str, subtests: pytest.Subtests) -> None:
    organiser = world.organiser()
    await hostile(world)
    opened = await world.lobby(game=game, where="here")
    await world.press("bob", opened, "Join")
    await world.press("ann", opened, "Start")
    await world.settle()
    for name, cases in COMMANDS.items():
        if name.startswith("new") or name == "settings mine":
            continue
        actor = organiser if name.startswith(FOR_ORGANISERS) else world.ann
        for options, _ in cases:
            given = {key: value if isinstance(value, tuple) else _typed(value) for key, value in options.items()}
            with subtests.test(name, **options):
                for message in answers(await actor.slash(world.channel, name, **_filled_in(world, given))):
                    check(message)
    await world.settle()
    for post in posts(world):
        check(post)


TRIED: list[tuple[str, dict[str, Any]]] = [
    ("move", {"turn": TYPED}),
    ("move", {"turn": f"E/2C6/{TYPED}"}),
    ("move", {"turn": f"E/2C6/D8- · {TYPED}"}),
    ("match plan", {"add": f"{TYPED}; {TYPED}"}),
    ("legal", {"piece": TYPED}),
    ("rules", {"topic": TYPED}),
    ("rules", {"topic": "`"}),
    ("settings vacation", {"first": TYPED}),
    ("settings mine", {"zone": TYPED}),
    ("settings mine", {"quiet": TYPED}),
    ("settings mine", {"digest": TYPED}),
    ("match more-time", {"hours": 2, "player": TYPED}),
    ("match import", {"file": ("game.txt", TYPED.encode())}),
    ("match import", {"file": ("game.txt", f'[Red "{TYPED}"]\nT0..({TYPED}.b)\nT1..{TYPED}'.encode())}),
    ("match import", {"file": ("game.txt", b'[Red "**zq** <@99>"]\nT0..(<@99>zq.**zq**)\nT1..E/2C6/D8-')}),
]


async def test_what_is_typed_does_nothing_in_the_answer(world: World, subtests: pytest.Subtests) -> None:
    match = await world.begin()
    for command, options in TRIED:
        with subtests.test(command, **options):
            reply = message_of(await world.ann.slash(world.channel, command, **options))
            assert reply.ephemeral
            assert len(reply.content) <= MESSAGE_LIMIT
            assert not [leaf for leaf in read(reply.content).leaves if ALIVE.search(leaf)], reply.content
            assert not {"spoiler", "struck", "raw invitation"} & read(reply.content).marks, reply.content
            assert await latest(world) == match


async def test_names_do_nothing_from_the_lobby_to_the_end(world: World) -> None:
    await hostile(world)
    match = await world.begin(where="here")
    await play(world, "E/2C6/D8-")
    asked = message_of(await world.ann.slash(world.channel, "match leave"))
    check(asked)
    check(message_of(await world.ann.click(asked, label="Ask for a substitute")))
    await world.settle()
    await world.people["cleo"].click(posts(world, "Take over this seat")[-1], label="Take over this seat")
    await world.bot.arena.matches.forfeit(match.id, world.person("bob"))
    await world.settle()
    assert (await latest(world)).over
    for post in posts(world):
        check(post)
    looks: tuple[tuple[str, dict[str, str]], ...] = (
        ("board", {}),
        ("match replay", {}),
        ("match replay", {"form": "summary"}),
        ("match record", {}),
        ("matches", {}),
    )
    for name, options in looks:
        for message in answers(await world.eve.slash(world.channel, name, **options)):
            check(message)


async def test_a_name_does_not_end_the_quotation_of_a_text_board(world: World) -> None:
    world.env.backend.edit_member(world.guild.id, world.ann.id, {"nick": "a```**zq** <@99>"})
    await world.settle()
    await world.begin(where="here")
    for message in answers(await world.ann.slash(world.channel, "board", look="text")):
        for embed in message.embeds:
            text = embed.description or ""
            assert read(text).marks <= {"code", "raw call"}
            assert text.count("```") == 2
