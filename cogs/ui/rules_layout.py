"""How a page of a game's rules looks: title, words and picture, a line with the numbers of its rules, the ways on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import discord

from cogs.core.limits import LABEL_LIMIT, LAYOUT_LIMIT, MOST_OPTIONS, OPTION_LIMIT, PROMPT_LIMIT, TITLE_LIMIT
from cogs.core.reader import Reader
from cogs.core.text import cut, plain, shown
from cogs.ui.pictures import draw_sheet
from cogs.ui.rules_hosting import RULINGS
from cogs.ui.scenes import file_of, sight_of
from engine.game import Game
from engine.help import Point, Topic
from engine.text import Text, listed, say

Control = discord.ui.Button[Any] | discord.ui.Select[Any]

FEW = 2
"""Points that stand one below the other as they are; more of them are a list."""
PART_ROOM = 2000
"""Characters of points on a page, about two screens of a phone; the rest goes on the next part."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A page that somebody looks at.

    Attributes:
        game: Whose rules.
        data: The version of the game's data that its sheets are of; empty for the current one.
        guide: The pages to read from the beginning.
        topics: What can be looked up.
        topic: The page: one of these, or one that was put together for a question.
        part: Which part of it, from 0; the last for one beyond it.
    """

    game: Game[Any, Any, Any]
    data: str
    guide: Sequence[Topic]
    topics: Sequence[Topic]
    topic: Topic
    part: int = 0


@dataclass(frozen=True, slots=True)
class Layout:
    """A page: what it consists of, its controls row by row, and the files to which it refers."""

    parts: list[discord.ui.Item[Any]] = field(default_factory=list)
    rows: list[list[Control]] = field(default_factory=list)
    files: list[discord.File] = field(default_factory=list)


async def layout_of(opened: Opened, reader: Reader) -> Layout:
    """Return a page of rules.

    Raises:
        LookupError: There is no such version of the game's data.
    """
    topic, locale = opened.topic, reader.locale
    parts = parts_of(topic, reader)
    at = min(opened.part, len(parts) - 1)
    points = parts[at]
    title = say("### {game}: {topic}", game=opened.game.info.name, topic=topic.title)
    head, foot = cut(shown(title, locale), TITLE_LIMIT), _foot(opened, points, at, len(parts), reader)
    made = Layout()
    seen, board = await _picture(opened, reader, made.files) if at == 0 else (None, "")
    # Where a position is shown, the words from the first example on speak of it, and stand below it.
    split = next((place for place, point in enumerate(points) if point.example), len(points))
    above, below = (points[:split], points[split:]) if topic.scene is not None else (points, ())
    room = LAYOUT_LIMIT - len(head) - len(foot) - len(board)
    for item in (head, body(above, reader), board, seen, body(below, reader), foot):
        if isinstance(item, str) and item:
            words = item if item in (head, foot, board) else cut(item, room)
            room -= 0 if item in (head, foot, board) else len(words)
            made.parts.append(discord.ui.TextDisplay(words))
        elif isinstance(item, discord.ui.Item):
            made.parts.append(item)
    ways = list(_ways(opened, at, len(parts), reader))
    made.rows.extend([*([ways] if ways else []), [_menu(opened, reader)]])
    return made


def body(points: Sequence[Point], reader: Reader) -> str:
    """Return points, a line each."""
    several = len(points) > FEW and not any(point.example for point in points)
    return "\n".join(_line(point, reader, listed=several) for point in points)


def _line(point: Point, reader: Reader, *, listed: bool) -> str:
    text = shown(point.text, reader.locale)
    if point.example:
        return f"`{point.example}`  {text}"
    return f"• {text}" if listed else text


def parts_of(topic: Topic, reader: Reader) -> list[tuple[Point, ...]]:
    """Return a topic's points in parts that fit on a page each; one part at least.

    A page that was put together for a question has no key by which its other parts could be found: it is one part.
    """
    if not topic.key:
        return [topic.points]
    parts: list[list[Point]] = [[]]
    room = PART_ROOM
    for point in topic.points:
        length = len(_line(point, reader, listed=True)) + 1
        if length > room and parts[-1]:
            parts.append([])
            room = PART_ROOM
        parts[-1].append(point)
        room -= length
    return [tuple(part) for part in parts]


def _foot(opened: Opened, points: Sequence[Point], at: int, parts: int, reader: Reader) -> str:
    """Return the small line with the numbers of the rules, and where in the whole one is."""
    numbers = list(dict.fromkeys(number for point in points for number in point.rules))
    told: list[Text] = []
    if opened.topic in opened.guide:
        place = list(opened.guide).index(opened.topic)
        told.append(say("Page {page} of {last}", page=place + 1, last=len(opened.guide)))
    elif parts > 1:
        told.append(say("Part {part} of {last}", part=at + 1, last=parts))
    if numbers:
        told.append(say("Rules {numbers}", numbers=listed(numbers, "comma")))
    if not told:
        return ""
    return cut("-# " + " · ".join(shown(each, reader.locale) for each in told), LAYOUT_LIMIT // 4)


async def _picture(
    opened: Opened, reader: Reader, files: list[discord.File]
) -> tuple[discord.ui.Item[Any] | None, str]:
    """Return the picture of a page, which is added to the files, or the same as text; neither where there is none."""
    topic = opened.topic
    if topic.scene is not None:
        sight = await sight_of(opened.game, topic.scene, reader)
        if not sight.picture:
            return None, sight.words
        files.append(file_of(sight))
    elif topic.sheet:
        files.append(await draw_sheet(opened.game.info.key, reader, opened.data))
    if not files:
        return None, ""
    item = discord.MediaGalleryItem(f"attachment://{files[-1].filename}", description=files[-1].description)
    return discord.ui.MediaGallery(item), ""


def _ways(opened: Opened, at: int, parts: int, reader: Reader) -> Iterator[Control]:
    """Yield the buttons that lead on: the page before and behind, in the guide or in a long topic; and the rulings."""
    topic, guide = opened.topic, list(opened.guide)
    if topic in guide:
        place = guide.index(topic)
        steps = [(guide[near].key, 0) if 0 <= near < len(guide) else None for near in (place - 1, place + 1)]
    else:
        steps = [(topic.key, near) if topic.key and 0 <= near < parts else None for near in (at - 1, at + 1)]
    for step, label, style in zip(
        steps,
        (say("Back"), say("Next")),
        (discord.ButtonStyle.secondary, discord.ButtonStyle.primary),
        strict=True,
    ):
        if step is not None:
            yield _button(opened, *step, label, reader, style)
    if guide and topic not in guide:
        yield _button(opened, guide[0].key, 0, say("From the beginning"), reader)
    if topic in guide and opened.topics:
        yield _button(opened, opened.topics[0].key, 0, say("All topics"), reader)
    if topic.key != RULINGS and any(each.key == RULINGS for each in opened.topics):
        yield _button(opened, RULINGS, 0, say("Rulings", context="button"), reader)


def _button(
    opened: Opened,
    key: str,
    part: int,
    label: Text,
    reader: Reader,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> Control:
    return discord.ui.Button(
        label=cut(plain(label, reader.locale), LABEL_LIMIT),
        style=style,
        custom_id=f"r:{opened.game.info.key}:{opened.data}:at:{key}:{part}",
    )


def _menu(opened: Opened, reader: Reader) -> Control:
    """Return the menu of all pages of the guide, or beside it of the topics.

    What is picked is not marked: the title says it, and Discord keeps showing what was picked before.
    """
    reading = opened.topic in opened.guide
    pages = opened.guide if reading else [topic for topic in opened.topics if topic.key != RULINGS]
    prompt = say("Jump to a page") if reading else say("Look up another topic")
    return discord.ui.Select(
        custom_id=f"r:{opened.game.info.key}:{opened.data}",
        options=[
            discord.SelectOption(label=cut(plain(each.title, reader.locale), OPTION_LIMIT), value=each.key)
            for each in pages[:MOST_OPTIONS]
        ],
        placeholder=cut(plain(prompt, reader.locale), PROMPT_LIMIT),
    )
