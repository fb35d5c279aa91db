"""The real bot over the wire: replays and imports keep to Discord's interface, and a finished match has its card."""

from __future__ import annotations

import asyncio

from engine.outcome import draw
from hosting.match.events import Change, rule
from hosting.match.model import Match
from tests.gifs import positions
from tests.wire.double.model import Message
from tests.wire.stage import Stage, answered, secrets


async def some_turns(stage: Stage, count: int) -> None:
    await stage.begin()
    for _ in range(count):
        await stage.table.type(stage.table.any_turn(stage.rng))
    await stage.posted()


async def turned(stage: Stage, message: Message, label: str, expected: str) -> None:
    await stage.bob.press(message, label)
    await stage.double.until(lambda: message.content.startswith(expected))


async def test_paging_filming_and_the_card(stage: Stage) -> None:
    await some_turns(stage, 4)
    opened = await stage.bob.slash(stage.channel, "match replay")
    await answered(opened)
    message = opened.message
    assert message.ephemeral
    for label, expected in (
        ("Last", "**Turn 4 of 4**"),
        ("Back", "**Turn 3 of 4**"),
        ("First", "**The start.**"),
    ):
        await turned(stage, message, label, expected)
        (board,) = message.attachments
        assert board.filename == "board.png"
    before = message.attachments[0].data
    await stage.bob.select(message, "From whose side?", "1")
    await stage.double.until(lambda: message.attachments[0].data != before)
    filmed = await stage.bob.press(message, "Animated picture")
    await answered(filmed)
    assert len(positions(filmed.attachments[0].data)) == 5
    card = await stage.ann.slash(stage.channel, "match replay", form="summary", show="everyone")
    await answered(card)
    assert card.attachments[0].filename == "summary.png"


async def test_a_film_asked_for_twice_at_once_is_made_once(stage: Stage) -> None:
    await some_turns(stage, 3)
    replies = await asyncio.gather(
        *(stage.bob.slash(stage.channel, "match replay", form="animation") for _ in range(3))
    )
    await answered(*replies)
    assert sorted(secrets(replies)) == [
        "Turns 1 to 3.",
        *["Your last one is still being drawn; please wait for it."] * 2,
    ]


async def test_the_end_shows_the_card_below_the_board(stage: Stage) -> None:
    await some_turns(stage, 2)

    async def agree(match: Match) -> Change:
        return rule(match, draw(2), 0, stage.bot.clock.now())

    await stage.bot.arena.matches.change(stage.table.match_id, agree)
    await stage.bot.arena.idle()
    ended = list(stage.channel.messages.values())[-1]
    assert "**The match is over.** The players agreed on a draw." in ended.content
    assert str(ended.embeds[0]["image"]["url"]).endswith("summary.png")
    assert "turns: 2" in ended.embeds[0]["description"]


async def test_a_record_is_pasted_looked_at_and_played_on(stage: Stage) -> None:
    asked = await stage.ann.slash(stage.channel, "match import")
    assert asked.modal is not None
    told = await stage.ann.submit_modal(asked, record="T0..(red.yellow)\nT1..E/2C6/D8-..E/3C1/F2-")
    await answered(told)
    assert "Turns: 2" in told.content
    await stage.ann.press(told.message, "View")
    await stage.double.until(lambda: told.message.content.startswith("**The start.** Turns: 2"))
    opened = await stage.ann.press(told.message, "Open a table from here")
    await answered(opened)
    lobby = opened.messages[-1]
    assert not lobby.ephemeral
    assert "set-up position" in lobby.content
    assert lobby.attachments
    await stage.bob.press(lobby, "Join")
    assert lobby.attachments, "the picture stays when the lobby changes"
    wrong = await stage.ann.slash(stage.channel, "match import", file=("game.txt", b"T0..(red.yellow)\nT1..E/9Z9"))
    await answered(wrong)
    assert wrong.content.startswith("I couldn't import this record because of line 2, column 7: turn 1, seat 1, `9Z9`.")
