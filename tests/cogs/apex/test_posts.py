"""What a match of APEX posts: one message a decision, eight in a round of six at most, buttons under the newest."""

from __future__ import annotations

import random
from collections import Counter
from unittest.mock import AsyncMock

import discord
import pytest

from cogs.core.custom_ids import MatchId
from cogs.delivery.cog import Poster
from engine.apex.components import components
from engine.apex.state import Phase
from hosting.watches import Watches
from tests.cogs.apex.party import Party, begin
from tests.cogs.conftest import World
from tests.cogs.playing import controls, labels, message_of, posts

MOST = 8
"""Messages of a round with six players: hashes, what was chosen, and six decisions."""


class Wall:
    """Every message for all that ever stood in a channel."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.seen: set[int] = set()

    def there(self) -> list[int]:
        """Note what is there now, and return it."""
        stored = self.world.env.backend.messages[self.world.channel.id].values()
        now = [each.id for each in stored if not each.is_ephemeral]
        self.seen.update(now)
        return now


async def decide(party: Party, lot: random.Random, *, parts: bool) -> None:
    """Have the next player decide something by lot: in parts, or all at once."""
    match = await party.match()
    seat = min(match.session.to_act)
    turns = match.session.complete(seat, "", 25)
    turn = lot.choice(turns).rstrip("/,")
    if not parts and (await party.state()).phase is Phase.EXPAND and turn != "-":
        turn += "/-"
    # By command: what is played past Discord is played in another time than the bot's own.
    await party.move(seat, turn)


async def test_a_round_of_six_posts_at_most_eight_messages(world: World) -> None:
    party, lot = await begin(world, 6), random.Random(4)
    await party.settle_in()
    wall = Wall(world)
    for number in range(2):
        start = set(wall.there())
        begun = (await party.state()).round
        decisions = Counter[int]()
        while (await party.state()).round == begun:
            before = await party.match()
            await decide(party, lot, parts=bool(number))
            wall.there()
            after = await party.match()
            if after.seq > before.seq:
                decisions[after.session.entries[-1].turn] += 1
        posted = len(wall.seen - start)
        # One for the hashes, one for each decision, that of all six included, however many parts it was played in.
        assert posted == 1 + len(decisions) <= MOST
        assert len(set(wall.there()) - start) == posted


async def test_a_round_in_which_all_six_expand_in_parts_posts_eight(world: World) -> None:
    party = await begin(world, 6)
    await party.settle_in()
    wall = Wall(world)
    start = set(wall.there())
    for seat in range(1, 7):
        hand = sorted(await party.hand(seat), key=lambda card: len(components().card(card).expansion))
        await party.move(seat, f"{hand[-1]}X")
    parts = 0
    while (await party.state()).phase is Phase.EXPAND:
        (seat,) = (await party.match()).session.to_act
        choices = (await party.match()).session.complete(seat, "", 25)
        await party.move(seat, choices[-1 if parts % 3 == 2 else 0].rstrip("/"))
        wall.there()
        parts += 1
    assert parts > 6
    assert len(wall.seen - start) == MOST
    assert (await party.state()).round == 2


async def test_only_the_newest_board_has_buttons_and_calls(world: World) -> None:
    party = await begin(world, 3)
    await party.settle_in()
    assert [bool(labels(each)) for each in posts(world)] == [*([False] * (len(posts(world)) - 1)), True]
    newest = posts(world)[-1]
    assert newest.attachments
    assert sorted(world.pings(newest)) == sorted(party.player(seat).id for seat in (1, 2, 3))
    assert "Everyone chooses a strategy in secret: <@" in newest.content
    assert "**cleo** plays" in newest.content


async def expanding(world: World) -> tuple[Party, discord.Message, int]:
    """Have two choose an expansion of several actions; return what asks the first of them, and who it is."""
    party = await begin(world, 2)
    await party.settle_in()
    for seat in (1, 2):
        hand = sorted(await party.hand(seat), key=lambda card: len(components().card(card).expansion))
        await party.move(seat, f"{hand[-1]}X-{hand[0]}")
    asked = posts(world)[-1]
    (seat,) = (await party.match()).session.to_act
    return party, asked, seat


async def part(party: Party, seat: int) -> str:
    """Have somebody play one action of an expansion that goes on after it; return it."""
    text = next(each for each in (await party.match()).session.complete(seat, "", 25) if each.endswith("/"))
    await party.move(seat, text.rstrip("/"))
    assert (await party.match()).session.to_act == {seat}
    return text.rstrip("/")


async def test_a_decision_played_in_parts_is_told_once_and_whole(world: World) -> None:
    party, asked, seat = await expanding(world)
    first = await part(party, seat)
    # Nothing new is posted, and the buttons that there are play on from here.
    shown = posts(world)[-1]
    assert (shown.id, shown.content) == (asked.id, asked.content)
    assert await shown.attachments[0].read() == await asked.attachments[0].read()
    ids = [MatchId.parse(item["custom_id"]) for item in controls(shown)]
    assert {each.seq for each in ids if each is not None} == {(await party.match()).seq}
    menu = message_of(await party.player(seat).click(shown, label="Play"))
    assert "has changed since" not in menu.content
    await party.move(seat, "-")
    board = posts(world)[-1]
    assert board.id != asked.id
    assert f"plays `{first}/-`" in board.content
    assert board.attachments[0].filename.endswith(f"-{(await party.match()).seq}.png")
    assert labels(world.latest(asked)) == []
    assert world.latest(asked).content == asked.content


async def test_after_an_hour_a_part_is_posted_and_goes_with_the_rest(world: World) -> None:
    party, asked, seat = await expanding(world)
    await world.env.advance_time(2 * 60 * 60)
    first = await part(party, seat)
    between = posts(world)[-1]
    assert between.id != asked.id
    assert f"plays `{first}`" in between.content
    assert labels(world.latest(asked)) == []
    await party.move(seat, "-")
    assert f"plays `{first}/-`" in posts(world)[-1].content
    assert between.id not in {each.id for each in posts(world)}
    assert asked.id in {each.id for each in posts(world)}


async def test_followers_are_told_a_whole_decision_once(world: World) -> None:
    party, _, seat = await expanding(world)
    other = world.guild.create_text_channel("following")
    watches: Watches = world.bot.arena.watches
    await watches.follow(world.guild.id, other.id, "match", party.match_id, quiet=False, person_id=world.person("ann"))
    first = await part(party, seat)
    assert world.own(other) == []
    await party.move(seat, "-")
    (shown,) = world.own(other)
    assert f"plays `{first}/-`" in shown.content


async def test_a_pause_is_said_by_the_board_that_stands_and_its_end_by_a_new_one(world: World) -> None:
    party, asked, seat = await expanding(world)
    for command in ("pause", "resume"):
        await party.player(3 - seat).slash(world.channel, "match pause")
        await world.settle()
        await world.press(party.names[seat - 1], posts(world, "Agree")[-1], "Agree")
        await world.settle()
        if command == "pause":
            said = world.latest(asked)
            assert "The match is paused" in said.content
            assert said.content.splitlines()[:3] == asked.content.splitlines()[:3]
            assert labels(said) == labels(asked)
    board = next(each for each in posts(world)[::-1] if each.attachments)
    assert board.id != asked.id
    lines = asked.content.splitlines()
    opening = next(number for number, line in enumerate(lines) if line.startswith("-# Opened"))
    assert board.content.splitlines() == [*lines[:opening], *lines[opening + 3 :]]
    assert world.pings(board) == [party.player(seat).id]
    # What opens the choices stays.
    assert "-# Opened" in world.latest(asked).content
    assert labels(world.latest(asked)) == []


async def test_a_board_that_was_lost_is_posted_anew(world: World) -> None:
    party, asked, seat = await expanding(world)
    world.env.backend.delete_message(asked.channel.id, asked.id)
    first = await part(party, seat)
    assert labels(posts(world)[-1])
    assert f"plays `{first}" in posts(world)[-1].content


async def test_a_board_that_cannot_be_edited_now_is_edited_later(world: World) -> None:
    party, asked, seat = await expanding(world)
    world.env.inject_error("PATCH", f"/channels/{world.channel.id}/messages/{asked.id}", status=503, code=0, times=1)
    await part(party, seat)

    def seqs() -> set[int]:
        found = [MatchId.parse(item["custom_id"]) for item in controls(world.latest(asked))]
        return {each.seq for each in found if each is not None}

    assert seqs() != {(await party.match()).seq}
    await world.env.advance_time(60)
    await world.settle()
    assert seqs() == {(await party.match()).seq}
    assert posts(world)[-1].id == asked.id


async def test_a_board_posted_just_before_a_crash_takes_the_place_of_the_one_above(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = await begin(world, 3)
    monkeypatch.setattr(Poster, "discard", AsyncMock())  # the process dies first
    (seat,) = (await party.match()).session.to_act
    await party.move(seat, (await party.match()).session.complete(seat, "", 1)[0])
    monkeypatch.undo()
    before = [each.id for each in posts(world)]
    assert [bool(labels(each)) for each in posts(world)][-3:] == [True, False, True], "the seed's hash in between"
    async with world.bot.arena.db.write() as connection:
        await connection.exec_driver_sql(
            "UPDATE outbox SET done_at = NULL, message_id = NULL WHERE id = (SELECT max(id) FROM outbox)"
        )
    await world.restart()
    await world.env.advance_time(60)
    await world.settle()
    assert [each.id for each in posts(world)] == before
    assert [bool(labels(each)) for each in posts(world)][-3:] == [False, False, True]


async def test_a_restart_between_decisions_posts_each_once(world: World) -> None:
    party = await begin(world, 2)
    await party.settle_in()
    for seat in (1, 2):
        await party.seal(seat, side="X")
    (seat,) = (await party.match()).session.to_act
    await party.play(seat, "-")  # the process dies before anything of it is posted
    await world.restart()
    match = await party.match()
    boards = [file.filename for each in posts(world) for file in each.attachments]
    assert [name for name, count in Counter(boards).items() if count > 1] == []
    assert f"apex-{match.id}-{match.seq}.png" in boards
    assert [bool(labels(each)) for each in posts(world) if each.attachments][-2:] == [False, True]


async def test_a_player_who_leaves_the_others_to_it_resigns_once(world: World) -> None:
    party = await begin(world, 3)
    await party.settle_in()
    before = {each.id for each in world.own(world.channel)}
    await world.bot.arena.matches.forfeit(party.match_id, (await party.match()).person_of(2))
    await world.settle()
    told = [each.content for each in world.own(world.channel) if each.id not in before]
    assert sum(content.count(f"{party.names[1]} resigns.") for content in told) == 1, told
    assert not any("plays `F`" in content or "gives up" in content for content in told)


async def test_the_seed_is_held_to_by_a_silent_message_below_the_first_buttons_that_nobody_edits(world: World) -> None:
    party = await begin(world, 2)
    await world.settle()
    board, seed = posts(world)[-2:]
    commitment = (await party.match()).session.chance.commitment
    assert "**APEX** begins" in board.content
    assert "Play" in labels(board)
    assert seed.content == f"-# For **Verify** at the end: `1:seed` → `{commitment}`"
    assert seed.flags.silent
    assert commitment not in board.content
    await world.restart()
    await party.settle_in()
    await world.settle()
    assert [each.id for each in posts(world) if commitment in each.content] == [seed.id]
    assert world.latest(seed).edited_at is None
