"""Whatever is typed where something secret is chosen or stored: a private sentence, no ping, nothing changed."""

from __future__ import annotations

import pytest

from tests.cogs.conftest import World, private
from tests.cogs.parlour.conftest import begin
from tests.cogs.playing import message_of, posts

TEXTS = (
    " ",
    "\0",
    "\N{RIGHT-TO-LEFT OVERRIDE}5",
    "@everyone <@1> `5` **5**",
    "```\n5\n```",
    "😀" * 3000,
    "5 " * 3000,
    "9" * 6000,
    "٣ ５ ²",
    "K 5/K 6/N",
    "??",
    "F",
)


@pytest.mark.usefixtures("parlour")
async def test_what_is_typed_as_an_answer_in_advance(world: World) -> None:
    party = await begin(world, hand="chosen")
    before = len(posts(world))
    for text in TEXTS:
        for what in ("discard", text[:100] or "x"):
            told = private(await world.ann.slash(world.channel, "match plan", question=what, answer=text))
            assert len(told) <= 2000
            assert "@everyone <@1>" not in told
    assert len(posts(world)) == before
    assert set(await world.bot.arena.prepared.of(party.match_id, world.person("ann"))) <= {"discard"}


@pytest.mark.usefixtures("parlour")
async def test_what_is_typed_by_who_is_asked(world: World) -> None:
    party = await begin(world, hand="chosen")
    _, second = await party.attack()
    before, match = len(posts(world)), await party.match()
    for text in TEXTS[1:]:
        if text != "F":
            told = message_of(await party.player(second).slash(world.channel, "move", turn=text))
            assert told.ephemeral
            assert len(told.content) <= 2000
    assert len(posts(world)) == before
    assert (await party.match()).session == match.session


@pytest.mark.usefixtures("grove")
async def test_what_is_typed_before_the_start(world: World) -> None:
    for text in TEXTS[1:]:
        answer = message_of(
            await world.open_table(world.ann, world.channel, "grove", players=1, where="here", loadout=text)
        )
        assert answer.ephemeral, text
        assert len(answer.content) <= 2000
    for text in TEXTS:
        told = private(await world.ann.slash(world.channel, "settings loadouts", game="grove", rename=text, name="x"))
        assert len(told) <= 2000
        told = private(await world.ann.slash(world.channel, "settings loadouts", game=text[:100] or "x", delete=text))
        assert len(told) <= 2000
    assert posts(world) == []
