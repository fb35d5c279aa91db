"""Controls of APEX that nobody was given, and exports brought back: nobody gets behind what is hidden by them."""

from __future__ import annotations

import re
from typing import Any

import pytest

from cogs.play.builder import Draft, Verb, encode
from cogs.review.viewer import ViewerId, ViewerVerb
from engine.session import Session
from tests.cogs.apex.party import Party, begin
from tests.cogs.conftest import World
from tests.cogs.playing import message_of, play, posts
from tests.cogs.twins import told, words


async def forged(world: World, name: str, custom_id: str) -> str:
    """Have somebody press a button with an id that the bot never gave them; return what comes of it."""
    message = await world.forge(custom_id)
    result = await world.people[name].click(message, custom_id=custom_id)
    await world.settle()
    found: list[Any] = [*([result.response] if result.response else []), *result.followups, world.latest(message)]
    await world.latest(message).delete()
    return words([await told(each) for each in found])


async def playing(world: World) -> Party:
    """Return a match in its second round, in which all hold other cards than they were dealt."""
    party = await begin(world, 3)
    await party.settle_in()
    await party.round("CXE")
    await world.settle()
    return party


async def test_the_menu_of_another_seat_is_no_way_to_its_cards(world: World) -> None:
    """A draft belongs to whoever presses it: what they do not hold is in no draft of theirs, whoever else holds it."""
    party = await playing(world)
    match = await party.match()
    held, gone = (await party.hand(1))[0], (await party.state()).spent[0]
    for verb in ("c", "b", "s", "m", "p"):
        answers = [
            re.sub(r"\d+", "#", await forged(world, "bob", f"b:{match.id}:{match.seq}:{verb}::{card}W"))
            for card in (held, gone)
        ]
        assert answers[0] == answers[1]
    assert not (await party.match()).session.sealed
    own = (await party.hand(2))[0]
    confirm = encode(match.session, 2, match.id, match.seq, Verb.CONFIRM, Draft((f"{own}W",)))
    assert "Only this match's players can do that" in await forged(world, "eve", confirm)
    await forged(world, "bob", confirm)
    assert [seat for seat, *_ in (await party.match()).session.sealed] == [2]


@pytest.mark.parametrize("verb", [ViewerVerb.FIRST, ViewerVerb.LAST, ViewerVerb.ANIMATE])
async def test_nobody_looks_through_other_eyes_while_a_match_runs(world: World, verb: ViewerVerb) -> None:
    party = await playing(world)
    match = await party.match()
    for side in range(4):
        seen = await forged(world, "bob", ViewerId("m", match.id, 4, side, verb).text)
        assert ".png" in seen or ".gif" in seen
        assert "Your hand" not in seen


async def test_once_it_is_over_everybody_looks_through_all_eyes(world: World) -> None:
    """What the test above does not find is there to be found."""
    party = await playing(world)
    for seat in (1, 2):
        await world.bot.arena.matches.forfeit(party.match_id, party.person(seat))
    await world.settle()
    assert "Your hand" in await forged(world, "eve", ViewerId("m", party.match_id, 4, 3, ViewerVerb.FIRST).text)


async def test_no_table_is_opened_from_a_position_that_nobody_may_know(world: World) -> None:
    party = await playing(world)
    answer = await forged(world, "bob", ViewerId("m", party.match_id, 4, 0, ViewerVerb.OPEN).text)
    assert "APEX can't start from a position." in answer
    assert not posts(world, "Join")


@pytest.mark.parametrize("name", ["ann", "eve"])
async def test_the_export_of_a_running_match_cannot_be_brought_back(world: World, name: str) -> None:
    party = await playing(world)
    await party.move(1, await party.choice(1))
    for options in ({}, {"from": 1}):
        exported = message_of(await world.people[name].slash(world.channel, "match record", **options))
        data = await exported.attachments[0].read()
        assert b"DRA=?" in data
        answer = message_of(await world.people[name].slash(world.channel, "match import", file=("record.txt", data)))
        assert answer.ephemeral
        assert "what it shows as ? was hidden" in answer.content


async def test_an_older_menu_changes_no_choice(world: World) -> None:
    party = await playing(world)
    match = await party.match()
    first, second = (await party.hand(1))[:2]

    def confirm(session: Session, card: int) -> str:
        return encode(session, 1, match.id, match.seq, Verb.CONFIRM, Draft((f"{card}W",)))

    async def sealed() -> list[str]:
        return [entry.text for _, _, entry in (await party.match()).session.sealed]

    older = confirm(match.session, first)
    await party.move(1, f"{second}W")
    for _ in ("before", "after a restart"):
        assert "so nothing happened" in await forged(world, "ann", older)
        picked = encode(match.session, 1, match.id, match.seq, Verb.RESTART, Draft())
        assert "so nothing happened" in await forged(world, "ann", picked)
        assert await sealed() == [f"{second}W"]
        await world.restart()
    newest = confirm((await party.match()).session, first)
    assert f"Your choice is `{first}W`" in await forged(world, "ann", newest)
    assert await sealed() == [f"{first}W"]
    # A second press of the same button hears what the first one did.
    assert f"Your choice is `{first}W`" in await forged(world, "ann", newest)
    assert await sealed() == [f"{first}W"]


async def test_an_older_menu_of_open_turns_changes_nothing(world: World) -> None:
    match = await world.begin()
    older = encode(match.session, 1, match.id, match.seq, Verb.CONFIRM, Draft(("E", "2C6", "D8-")))
    await play(world, "E/2E6/E")
    before = await world.bot.arena.matches.get(match.id)
    assert "so nothing happened" in await forged(world, "ann", older)
    assert await world.bot.arena.matches.get(match.id) == before
