"""What a match of APEX posts: one message a decision, eight in a round of six at most, buttons under the newest."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import discord
import pytest

from cogs.core.bot import ArenaBot
from cogs.core.custom_ids import MatchId
from cogs.core.messages import Accounts
from cogs.core.text import MESSAGE_LIMIT, shown
from cogs.ui.boards import ended_content
from cogs.ui.hashes import hashes_content, opened_aside, opening_content
from engine.__main__ import main
from engine.apex.components import components
from engine.apex.state import Phase
from engine.commitments import digest
from engine.transcript import read_pasted
from hosting.watches import Watches
from store.tables import outbox
from store.tables.values import Subject
from tests.cogs.apex.party import Party, begin
from tests.cogs.apex.test_hostile import forged
from tests.cogs.conftest import World, private
from tests.cogs.playing import controls, labels, message_of, posts
from tests.cogs.twins import told, words
from tests.engine.apex.kit import play, position, session

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
    """Have a player play one action of an expansion that goes on after it; return it."""
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


async def test_a_pause_is_said_by_the_board_that_stands_and_its_end_by_a_line_below(world: World) -> None:
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
    (line,) = posts(world, "Play")
    assert not line.attachments
    assert line.content.splitlines()[0] in asked.content
    assert world.pings(line) == [party.player(seat).id]
    # What opens the choices stays.
    assert world.latest(asked).content == asked.content
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
    monkeypatch.setattr(ArenaBot, "retire", Mock())  # the process dies first
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


# What is said of hashes: openings are whole however long names are, and nothing opened stands beside the hashes.


async def opened(world: World, names: tuple[str, ...] = ()) -> Party:
    party = await begin(world, 6)
    await party.settle_in()
    if names:
        match = await party.match()
        seats = tuple(replace(seat, name=name) for seat, name in zip(match.seats, names, strict=True))
        world.bot.arena.matches._cache.put(match.id, replace(match, seats=seats))
    await world.settle()
    await party.seal(*range(1, 7))
    return party


async def test_six_long_names_leave_room_for_what_opens_their_choices(world: World) -> None:
    names = tuple(f"*_{number}_*" * 5 + "~~" for number in range(1, 7))
    await opened(world, names)
    (opening,) = [each for each in posts(world) if "-# Revealed:" in each.content]
    assert len(opening.content) <= MESSAGE_LIMIT
    read = read_pasted(opening.content)
    assert [each.seat for each in read.openings] == [1, 2, 3, 4, 5, 6]
    assert all(
        each.digest == digest(f"{each.match}:{each.decision}:{each.seat}:{each.salt}:{each.choice}")
        for each in read.openings
    )
    (hashes,) = [each for each in posts(world) if "All 6 have chosen." in each.content]
    (listed,) = read_pasted(hashes.content).lists
    assert listed.final
    assert sorted(each.digest for each in read.openings) == list(listed.digests)


async def test_a_choice_of_six_is_two_messages(world: World) -> None:
    """One for the hashes and one for the board that opens them: the rest of a round is decisions."""
    party = await begin(world, 6)
    await party.settle_in()
    await world.settle()
    before = {each.id for each in posts(world)}
    await party.seal(*range(1, 7))
    new = [each for each in posts(world) if each.id not in before]
    assert ["All 6 have chosen." in each.content for each in new] == [True, False]
    assert ["-# Revealed:" in each.content for each in new] == [False, True]


async def test_nothing_that_opens_a_choice_stands_beside_the_hashes(world: World) -> None:
    party = await opened(world)
    match = await party.match()
    sealing = (await world.bot.arena.commitments.opened(await world.bot.arena.matches.get(match.id)))[0]
    shown = hashes_content(match, sealing, "en")
    for each in sealing.opened:
        assert each.salt.hex() not in shown
        assert f":{each.text}" not in shown
    assert "I couldn't post its hashes here beforehand" in opening_content(match, sealing, "en", None)
    assert re.search(
        r"\[the message with the hashes\]\(https://x\)", opening_content(match, sealing, "en", "https://x")
    )


async def test_the_beginning_commits_to_the_seed(world: World) -> None:
    party = await begin(world, 3)
    await world.settle()
    match = await party.match()
    (start,) = [each for each in posts(world) if ":seed`" in each.content]
    assert read_pasted(start.content).seeds == ((match.id, match.session.chance.commitment),)
    assert match.session.chance.seed.hex() not in str([await told(each) for each in posts(world)])


async def test_a_match_of_an_earlier_version_goes_on(world: World) -> None:
    """It left its message in other words, and what was to open it in the outbox."""
    party = await begin(world, 3)
    await party.settle_in()
    await party.seal(1, 2)
    (old,) = [each for each in posts(world) if "2 of 3 have chosen." in each.content]
    live = await world.bot.get_partial_messageable(world.channel.id).fetch_message(old.id)
    await live.edit(content="2 of 3 have chosen.\n-# Hashes for **Verify**.")
    await party.seal(3)
    match = await party.match()
    (sealing,) = await world.bot.arena.commitments.opened(await world.bot.arena.matches.get(match.id))
    payload = {"decision": sealing.decision}
    async with world.bot.arena.db.write() as connection:
        now = world.bot.clock.now()
        about = Subject.of_match(match.id)
        await outbox.add(connection, about, match.seq, [("sealed", world.channel.id, payload)], now)
    world.bot.arena.outbox.drain()
    await world.settle()
    assert world.latest(old).content.startswith("All 3 have chosen.")
    assert [each.id for each in posts(world) if "hashes for **Verify**" in each.content] == [old.id]
    assert len([each for each in posts(world) if "-# Revealed:" in each.content]) == 1
    await party.idle_on()
    await party.seal(1)
    assert (await party.match()).session.sealed


def hashes(world: World) -> list[discord.Message]:
    """Return the messages with hashes, the oldest first."""
    return [each for each in posts(world) if re.search("3 ha(s|ve) chosen", each.content)]


async def die_before_noting(world: World) -> None:
    """Have the bot die before it noted what became of the latest post of hashes, and start again."""
    async with world.bot.arena.db.write() as connection:
        await connection.exec_driver_sql(
            "UPDATE outbox SET done_at = NULL, message_id = NULL "
            "WHERE id = (SELECT max(id) FROM outbox WHERE kind = 'sealed')"
        )
    await world.restart()
    await world.env.advance_time(60)
    await world.settle()


@pytest.mark.parametrize("left", ["whole", "outdated", "deleted"])
async def test_hashes_posted_before_a_crash_are_found_again(world: World, left: str) -> None:
    party = await begin(world, 3)
    await party.settle_in()
    await party.seal(1)
    (message,) = hashes(world)
    if left == "deleted":
        world.env.backend.delete_message(world.channel.id, message.id)
    elif left == "outdated":
        # Another choice was sealed in between.
        stored = world.env.backend.get_message(world.channel.id, message.id)
        stored.content = stored.content.replace("1 of 3", "0 of 3")
    edits = len(
        [each for each in world.env.http_requests if each.method == "PATCH" and each.path.endswith(str(message.id))]
    )
    await die_before_noting(world)
    (found,) = hashes(world)
    assert (found.id == message.id) is (left != "deleted")
    assert found.content == message.content
    again = [each for each in world.env.http_requests if each.method == "PATCH" and each.path.endswith(str(message.id))]
    assert len(again) - edits == (left == "outdated")


async def test_hashes_that_someone_deleted_are_posted_anew(world: World) -> None:
    party = await begin(world, 3)
    await party.settle_in()
    await party.seal(1)
    (message,) = hashes(world)
    world.env.backend.delete_message(world.channel.id, message.id)
    await party.seal(2)
    (found,) = hashes(world)
    assert found.id != message.id
    assert found.content.startswith("2 of 3 have chosen.")


async def test_hashes_that_the_bot_may_not_read_are_edited_again(world: World) -> None:
    party = await begin(world, 3)
    await party.settle_in()
    await party.seal(1, 2)
    (message,) = hashes(world)
    stored = world.env.backend.get_message(world.channel.id, message.id)
    stored.content = "?"
    world.env.inject_error(
        "GET", f"/channels/{world.channel.id}/messages/{message.id}", status=403, code=50013, times=9
    )
    await die_before_noting(world)
    assert [each.id for each in hashes(world)] == [message.id]
    assert world.latest(message).content == message.content


async def test_hashes_of_choices_that_are_gone_say_why(world: World) -> None:
    party = await begin(world, 4)
    await party.settle_in()
    await party.seal(1)
    (message,) = [each for each in posts(world) if "1 of 4 has chosen." in each.content]
    await world.bot.arena.matches.forfeit(party.match_id, world.person("ann"))
    await world.settle()
    assert "discarded unseen because ann resigned." in world.latest(message).content
    match = await party.match()
    (dropped,) = re.findall(r"`1:(\d+):1:dropped`", world.latest(message).content)
    sealing, _ = await world.bot.arena.commitments.posted(match, int(dropped), world.channel.id)
    back = replace(sealing, dropped=tuple(replace(each, cause="taken-back") for each in sealing.dropped))
    assert "discarded unseen because turns were taken back." in hashes_content(match, back, "en")


def test_the_line_at_the_end_is_read_as_no_proof() -> None:
    match: Any = SimpleNamespace(id=1, names=())
    for link in (None, "https://x"):
        line = shown(opened_aside(match, 45, link), "en")
        assert "**Verify**" in line
        assert ("https://x" in line) is (link is not None)
        found = read_pasted(line)
        assert (found.lists, found.openings, found.unread) == ((), (), ())


# A player who doubts a match of APEX can check it: with the button, and with what they copy from the channel.


async def played(world: World, players: int = 3, rounds: int = 2) -> Party:
    """Play some rounds; the last player but one is left over."""
    party = await begin(world, players)
    await party.settle_in()
    await world.settle()
    for _ in range(rounds):
        await party.seal(1)
        await party.move(1, await party.choice(1, "C", 1))  # a player changes their mind
        await party.seal(*range(2, players + 1), side="C")
        await party.idle_on()
        await world.settle()
    return party


async def ended(party: Party) -> discord.Message:
    """Have all but one give up; return the message of the end."""
    while not (await party.match()).over:
        (seat, *_) = sorted((await party.match()).session.game.to_act((await party.match()).session.state))
        await party.world.bot.arena.matches.forfeit(party.match_id, (await party.match()).person_of(seat))
    await party.world.settle()
    return posts(party.world, "Verify")[-1]


async def record_of(message: discord.Message) -> str:
    (file,) = [each for each in message.attachments if each.filename.startswith("apex-") and "record" in each.filename]
    return (await file.read()).decode()


def copied(messages: Sequence[discord.Message]) -> str:
    """Return messages as a player copies them who marks all of a channel."""
    return "\n".join(f"Arena APP — 12:34\n{message.content}\n" for message in messages)


def verified(path: Path, record: str, messages: str) -> int:
    (path / "record.txt").write_text(record, encoding="utf-8")
    (path / "messages.txt").write_text(messages, encoding="utf-8")
    return main(["verify", str(path / "record.txt"), str(path / "messages.txt")])


async def test_what_was_posted_proves_the_match(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    party = await played(world)
    record = await record_of(await ended(party))
    channel = copied(posts(world))
    assert verified(tmp_path, record, channel) == 0, capsys.readouterr().out
    assert "2 draws" in capsys.readouterr().out
    assert verified(tmp_path, record, channel.replace("`", "").replace("-# ", "")) == 0
    line = re.findall(r"`(\d+:\d+:2:[0-9a-f]{32}:\d+C)`", channel)[0]
    assert verified(tmp_path, record, channel.replace(line, f"{line[:-1]}W")) == 1
    assert verified(tmp_path, record, "") == 3


async def test_a_seat_that_changed_hands_does_not_look_like_a_forgery(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    party = await played(world, rounds=1)
    await party.seal(2)
    before = copied(posts(world))
    await world.bot.arena.substitutes.replace(party.match_id, 2, world.named("dan"), world.person("eve"))
    await world.settle()
    await world.bot.arena.matches.play(party.match_id, world.person("dan"), await party.choice(2, "C"))
    await party.seal(1, 3, side="C")
    await party.idle_on()
    await world.settle()
    record = await record_of(await ended(party))
    assert verified(tmp_path, record, f"{before}\n{copied(posts(world))}") == 0, capsys.readouterr().out
    assert "seat 2 changed hands or resigned, so its choice was dropped" in capsys.readouterr().out


async def test_a_match_that_ends_while_some_still_choose_does_not_look_like_a_forgery(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    party = await played(world, rounds=1)
    await party.seal(3)
    before = copied(posts(world))
    for seat in (1, 2):
        await world.bot.arena.matches.forfeit(party.match_id, (await party.match()).person_of(seat))
    await world.settle()
    record = await record_of(posts(world, "Verify")[-1])
    assert verified(tmp_path, record, before) == 3, capsys.readouterr().out
    assert verified(tmp_path, record, copied(posts(world))) == 0, capsys.readouterr().out
    assert "the match ended before everyone had chosen" in capsys.readouterr().out
    assert verified(tmp_path, record, f"{before}\n{copied(posts(world))}") == 0


async def test_the_button_tells_in_private_what_holds(world: World) -> None:
    party = await played(world)
    last = await ended(party)
    assert labels(last) == ["Rematch", "New table", "Replay", "Analyse", "Verify"]
    before = [each.id for each in posts(world)]
    answer = message_of(await world.people["fay"].click(last, label="Verify"))
    assert answer.ephemeral
    assert "✅ Decision 4: all 3 choices fit their hashes and the record." in answer.content
    assert "❔" not in answer.content
    assert "-# I can't check the message with the hash of the seed for you: compare it" in answer.content
    assert "❌" not in answer.content
    assert "This can't prove that what I have stored is what I showed you during the match" in answer.content
    assert "python -m engine verify" in answer.content
    assert [each.id for each in posts(world)] == before
    text = words([await told(answer)])
    for message in posts(world):
        if "hashes for **Verify**" in message.content or "-# Revealed:" in message.content:
            assert message.jump_url in text


async def test_what_the_end_opens_is_behind_verify_and_proves_the_match(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    party = await begin(world, 2)
    await party.settle_in()
    while not (match := await party.match()).over:
        seat = min(match.session.to_act - {sealed for sealed, *_ in match.session.sealed})
        turn = min(match.session.complete(seat, ""), key=len)
        await world.bot.arena.matches.play(match.id, match.person_of(seat), turn)
    await world.settle()
    last = posts(world, "Verify")[-1]
    (line,) = [each for each in last.content.splitlines() if "Revealed: " in each]
    assert re.fullmatch(
        r"-# Revealed: `1:\d+`\. \*\*Verify\*\* has the salts for \[its hashes\]\(https://\S+\)\.", line
    )
    assert not re.search("[0-9a-f]{32}", last.content)
    record, channel = await record_of(last), copied(posts(world))
    answer = message_of(await world.people["fay"].click(last, label="Verify"))
    assert answer.ephemeral
    assert "❌" not in answer.content
    assert "The third file reveals the last choices" in answer.content
    third = answer.attachments[-1]
    assert third.filename == "choices-1.opened"
    opened = (await third.read()).decode()
    assert len(opened.splitlines()) == 2
    assert verified(tmp_path, record, channel) == 3, "the last choices are not opened in any message"
    capsys.readouterr()
    assert verified(tmp_path, record, f"{channel}\n{opened}") == 0, capsys.readouterr().out
    altered = opened.replace("C", "W") if "C" in opened else opened.replace("W", "C")
    assert verified(tmp_path, record, f"{channel}\n{altered}") == 1


async def test_the_button_finds_what_was_altered(world: World) -> None:
    party = await played(world)
    last = await ended(party)
    async with world.bot.arena.db.write() as connection:
        await connection.exec_driver_sql("UPDATE commitments SET text = '29X' WHERE decision = 4 AND seat = 2")
    answer = message_of(await world.ann.click(last, label="Verify"))
    assert re.search(r"❌ Decision 4, seat 2: 29X was revealed, but the record has \d+C\.", answer.content)


async def test_a_running_match_is_not_verified(world: World) -> None:
    party = await played(world, rounds=1)
    answer = await forged(world, "ann", f"m:{party.match_id}:0:verify")
    assert "You can verify a match when it's over" in answer
    assert "Seed" not in answer


async def test_nobody_verifies_a_match_that_they_may_not_look_at(world: World) -> None:
    party = await played(world, rounds=1)
    await ended(party)
    custom_id = f"m:{party.match_id}:0:verify"
    message = await world.forge(custom_id, channel=world.guild.create_text_channel("other"))
    world.deny(world.channel, world.people["fay"].id, "view_channel")
    refused = private(await world.people["fay"].click(message, custom_id=custom_id))
    assert "There's no such match" in refused


def test_the_result_says_what_broke_a_tie() -> None:
    """A62."""
    sides = ("HUM@H1 v19 e0/0/0/0 H2:1", "MIN@H2 v5 e0/0/0/0 A1:2", "SHE@H3 v5 e0/0/0/0 A2:1")
    over = play(session("3", position("1:3W 2:7E 3:8E", *sides, number=5, age=3)), "HUM -")
    match: Any = SimpleNamespace(game="apex", names=("ann", "bob", "cleo"), person_of=int)
    assert over.outcome is not None
    text = ended_content(match, over, over.outcome, None, mentioned=Accounts())
    assert text.splitlines()[-3:] == [
        "1\\. ann · points: 20",
        "2\\. bob · points: 7 · pawns: 2",
        "3\\. cleo · points: 7 · pawns: 1",
    ]
