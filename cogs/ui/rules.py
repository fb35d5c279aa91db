"""A game's rules: pages with pictures, topics to look up, and how it is played here."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import discord

from cogs.core.access import reader_of
from cogs.core.bot import Interaction, Reader
from cogs.core.components import Persistent
from cogs.core.errors import Refusal
from cogs.core.messages import put_layout, reply_layout
from cogs.core.text import (
    ALT_LIMIT,
    LABEL_LIMIT,
    LAYOUT_LIMIT,
    MESSAGE_LIMIT,
    MOST_OPTIONS,
    OPTION_LIMIT,
    PROMPT_LIMIT,
    TITLE_LIMIT,
    Locale,
    cut,
    locale_of,
    plain,
    shown,
)
from cogs.ui.holding import alt_text, in_room
from cogs.ui.pictures import draw_sheet, in_thread, look_of, overlay_of
from engine.choices import Reach
from engine.errors import SetupError
from engine.game import Game, GameInfo, Point, Scene, Topic
from engine.registry import games, get
from engine.teaching import Staged, staged
from engine.text import Quote, Text, listed, say
from hosting.runtime import LruCache
from locales import translator
from render.canvas import fitted
from render.registry import renderer

# The last pages of every game's rules: how it is played here, and what differs from the printed game.


RULINGS = "rulings"
"""The topic of a game in which its rulings are listed."""


def hosting_pages(info: GameInfo, *, taught: bool) -> tuple[Topic, ...]:
    return (_table(info, taught=taught), _origin(info))


def _table(info: GameInfo, *, taught: bool) -> Topic:
    lesson = Point(say("Try out what you've read: `/learn` gives you positions to play on your own."))
    late = (
        say("If your time runs out, the game's rules say what's played for you.")
        if info.defaults == "all"
        else say("What happens if your time runs out is also part of the terms: normally you lose.")
    )
    end = (
        say("The rules allow a draw, and players can agree on one with `/match end`.")
        if info.draws
        else say("The rules have no draws. A match only ends undecided if all its players agree (`/match end`).")
    )
    return Topic(
        "at-the-table",
        say("At the table: time, draws, taking back turns"),
        (
            Point(
                say(
                    "I ping you when it's your turn, and remind you. Your thinking time was agreed at the "
                    "table; `/match clock` shows it."
                )
            ),
            Point(late),
            Point(end),
            Point(
                say(
                    "`/undo` takes a turn back or asks the others for it, `/match pause` asks for a pause, "
                    "`/match more-time` for more time, `/match leave` for a substitute, and `/resign` gives up."
                )
            ),
            *([lesson] if taught else []),
        ),
    )


def _origin(info: GameInfo) -> Topic:
    what = info.reconstruction()
    made = (
        say("These are the rules in our own words, based on the designer's or publisher's text.")
        if what is None
        else say(
            "These are the rules in our own words. The printed game shows some things only in pictures, which "
            "we didn't have: we made those up to fit. They are **not official** and may differ from your box."
        )
    )
    return Topic(
        "where-it-comes-from",
        say("What we added"),
        (
            Point(made),
            *([] if what is None else [Point(what)]),
            Point(say("Where the rules leave something open, we had to decide. **Rulings** lists every case.")),
        ),
    )


# Pictures of a game's rules: set-up positions, drawn for the reader's palette and language, and kept for the next.


SCENES_CACHED = 96
"""Pictures in the cache: about 100 kB each. All games have some forty pages with one."""

_FENCE = "```\n{}\n```"
_HAND = "hand"
"""The shelf with the hand, in games with several."""


@dataclass(frozen=True, slots=True)
class DrawnScene:
    """A scene as a PNG file with its alt text; or without a file, as text for a message."""

    picture: bytes
    words: str


_cache: LruCache[tuple[object, ...], DrawnScene] = LruCache(SCENES_CACHED)


async def sight_of(game: Game[Any, Any, Any], scene: Scene, reader: Reader) -> DrawnScene:
    """Return a scene for a reader; it is played and drawn in a thread, once for all readers with the same look."""
    key = (game.info.key, scene, reader.theme, reader.text_boards, reader.locale, translator(reader.locale))
    sight = _cache.get(key)
    if sight is None:
        sight = await in_thread(lambda: _sight(game, scene, reader))
        _cache.put(key, sight)
    return sight


def file_of(sight: DrawnScene) -> discord.File:
    return discord.File(io.BytesIO(sight.picture), "scene.png", description=sight.words)


def _sight(game: Game[Any, Any, Any], scene: Scene, reader: Reader) -> DrawnScene:
    staging = staged(game, scene)
    return _hand(staging, scene, reader) if scene.hand else _board(staging, scene, reader)


def _board(staging: Staged, scene: Scene, reader: Reader) -> DrawnScene:
    session = staging.session
    artist, look, view = renderer(session.game.info.key), look_of(reader), session.view(None)
    reach = session.game.reach(session.state, scene.seat, scene.reach) if scene.reach else None
    if reader.text_boards:
        text = _with_reach(artist.text_board(view, look), reach, reader, MESSAGE_LIMIT - len(_FENCE))
        # Names could end the quotation.
        return DrawnScene(b"", _FENCE.format(text.replace("`", "'")))
    overlay = None if reach is None else overlay_of(reach)
    picture = artist.draw(view, staging.events, look, overlay=overlay)
    if scene.share:
        picture = fitted(picture, scene.share)
    return DrawnScene(picture, _with_reach(artist.alt_text(view, staging.events, look), reach, reader, ALT_LIMIT))


def _with_reach(words: str, reach: Reach | None, reader: Reader, limit: int) -> str:
    if reach is None:
        return cut(words, limit)
    text = plain(say("Marked: {moves}.", moves=listed(reach.moves, "comma")), reader.locale)
    return f"{cut(words, limit - len(text) - 1)}\n{text}"


def _hand(staging: Staged, scene: Scene, reader: Reader) -> DrawnScene:
    session = staging.session
    look, view = look_of(reader), session.view(scene.seat)
    artist = renderer(session.game.info.key)
    shelf = next(each for each in artist.shelves(view, look) if each.key == _HAND)
    notice = session.game.info.reconstruction()
    if reader.text_boards:
        (text,) = in_room([shelf], reader, MESSAGE_LIMIT)
        return DrawnScene(b"", "\n".join([*([] if notice is None else [shown(notice, reader.locale)]), text]))
    return DrawnScene(artist.draw_shelf(view, _HAND, look), alt_text(shelf, reader, look.notice(notice)))


# How a page of a game's rules looks: title, words and picture, a line with the numbers of its rules, the ways on.


Control = discord.ui.Button[Any] | discord.ui.Select[Any]

FEW = 2
"""Up to so many points are separate lines; more of them are a list."""
PART_ROOM = 2000
"""Characters of points on a page, about two screens of a phone; the rest goes on the next part."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A page as a reader sees it.

    Attributes:
        data: The version of the game's data for its sheets; empty for the current one.
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
    """A page: its parts, its controls row by row, and the files to which it refers."""

    parts: list[discord.ui.Item[Any]] = field(default_factory=list)
    rows: list[list[Control]] = field(default_factory=list)
    files: list[discord.File] = field(default_factory=list)


async def layout_of(opened: Opened, reader: Reader) -> Layout:
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
    """Return a topic's points in parts that fit on a page each; at least one part.

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
    numbers = list(dict.fromkeys(number for point in points for number in point.rules))
    texts: list[Text] = []
    if opened.topic in opened.guide:
        place = list(opened.guide).index(opened.topic)
        texts.append(say("Page {page} of {last}", page=place + 1, last=len(opened.guide)))
    elif parts > 1:
        texts.append(say("Part {part} of {last}", part=at + 1, last=parts))
    if numbers:
        texts.append(say("Rules {numbers}", numbers=listed(numbers, "comma")))
    if not texts:
        return ""
    return cut("-# " + " · ".join(shown(each, reader.locale) for each in texts), LAYOUT_LIMIT // 4)


async def _picture(
    opened: Opened, reader: Reader, files: list[discord.File]
) -> tuple[discord.ui.Item[Any] | None, str]:
    """Return the picture of a page, adding it to the files, or its text; neither where there is none."""
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
    """Yield the buttons to other pages: before and behind, in the guide or in a long topic; and the rulings."""
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
    # The current page is not marked: the title says it, and Discord keeps showing the last pick.
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


AnyGame = Game[Any, Any, Any]

SHORTEST_WORD = 3
"""Shorter words are not searched: they are everywhere."""
MENTIONS_ROOM = 3000
"""Characters of a page of points with some words in them."""
POINT_EXTRA = 10
"""Characters of a point besides its text and example at most."""

_GAME, _DATA = r"(?P<game>[a-z0-9_-]{1,32})", r"(?P<data>[^:]{0,60})"


class TopicMenu(Persistent, template=rf"r:{_GAME}:{_DATA}"):
    """The menu under a page of rules: of the topics, or of the pages of the guide."""

    async def act(self, interaction: Interaction) -> None:
        game = get(self.fields["game"])
        await _turn(interaction, game, find(interaction, game, "".join(self.picked)), self.fields["data"])


class PageStep(Persistent, template=rf"r:{_GAME}:{_DATA}:at:(?P<key>[A-Za-z0-9-]{{1,40}}):(?P<part>\d{{1,2}})"):
    """A button under a page of rules that leads to another one, or to another part of a long one."""

    async def act(self, interaction: Interaction) -> None:
        game = get(self.fields["game"])
        topic = find(interaction, game, self.fields["key"])
        await _turn(interaction, game, topic, self.fields["data"], int(self.fields["part"]))


class RulesMenu(Persistent, template=r"f:rules"):
    """The menu of games under the help: opens the rules of one."""

    @classmethod
    def of_all_games(cls, locale: Locale) -> RulesMenu:
        menu: discord.ui.Select[Any] = discord.ui.Select(
            custom_id="f:rules",
            options=[
                discord.SelectOption(label=cut(game.info.name, OPTION_LIMIT), value=game.info.key) for game in games()
            ],
            placeholder=cut(plain(say("Read how a game is played"), locale), PROMPT_LIMIT),
        )
        return cls(menu)

    async def act(self, interaction: Interaction) -> None:
        # In a message of its own: the help stays.
        await open_rules(interaction, get("".join(self.picked)))


class RulesButton(Persistent, template=r"f:of:(?P<game>[a-z0-9_-]{1,32})"):
    """The button Rules: opens a game's rules for the person who presses."""

    @classmethod
    def of(cls, game: str, locale: Locale, *, row: int | None = None) -> RulesButton:
        return cls.button(f"f:of:{game}", say("Rules", context="button"), locale, row=row)

    async def act(self, interaction: Interaction) -> None:
        await open_rules(interaction, get(self.fields["game"]))


async def open_rules(interaction: Interaction, game: AnyGame, data: str = "", topic: Topic | None = None) -> None:
    """Show a person a page of a game's rules, by default the first, in a private message, before any other answer.

    `data` is the version of the game's data; empty for the current one.

    Raises:
        Refusal: The game has no rules to show.
    """
    shown = first_of(game) if topic is None else topic
    await interaction.response.defer(ephemeral=True, thinking=True)
    layout, files = await _page(interaction, game, shown, data)
    await reply_layout(interaction, layout, files=files)


async def _turn(interaction: Interaction, game: AnyGame, topic: Topic, data: str, part: int = 0) -> None:
    await interaction.response.defer()
    try:
        layout, files = await _page(interaction, game, topic, data, part)
    except LookupError:  # data of a version that has gone, or that never was
        text = say("I've been updated since these rules were shown: please use `/rules` again.")
        raise Refusal(text, code="other-rules") from None
    await put_layout(interaction, layout, files=files)


async def _page(
    interaction: Interaction, game: AnyGame, topic: Topic, data: str, part: int = 0
) -> tuple[discord.ui.LayoutView, list[discord.File]]:
    opened = Opened(game, data, guide_of(game), game.topics, topic, part)
    layout = await layout_of(opened, await reader_of(interaction))
    view = discord.ui.LayoutView(timeout=None)
    for item in layout.parts:
        view.add_item(item)
    for row in layout.rows:
        view.add_item(discord.ui.ActionRow[Any](*(_control(item) for item in row)))
    return view, layout.files


def _control(item: discord.ui.Button[Any] | discord.ui.Select[Any]) -> Persistent:
    return TopicMenu(item) if isinstance(item, discord.ui.Select) else PageStep(item)


def guide_of(game: AnyGame) -> tuple[Topic, ...]:
    """Return the pages that explain a game from the beginning, the last ones on playing it here; may be empty."""
    if not game.guide:
        return ()
    return (*game.guide, *hosting_pages(game.info, taught=bool(game.lesson)))


def pages_of(game: AnyGame) -> tuple[Topic, ...]:
    """Return all that a person can ask for by key or title, each title once: topics before pages of the guide."""
    return tuple({str(each.title): each for each in (*guide_of(game), *game.topics)}.values())


def first_of(game: AnyGame) -> Topic:
    pages = guide_of(game) or game.topics
    if not pages:
        raise Refusal(say("{game} has no rules to show here.", game=game.info.name), code="no-rules")
    return pages[0]


def rule_of(game: AnyGame, number: str) -> Topic | None:
    """Return all points about the rule with a number, as a page of its own, or None."""
    number = number.strip().upper()
    found = [topic for topic in game.topics if any(number in point.rules for point in topic.points)]
    if not found:
        return None
    sheet = any(topic.sheet for topic in found)
    shown = [topic.scene for topic in (*found, *guide_of(game)) if topic.scene is not None and number in topic.rules]
    return Topic(
        number,
        say("Rule {number}", number=number),
        tuple(point for topic in found for point in topic.points if number in point.rules),
        sheet=sheet,
        scene=None if sheet else next(iter(shown), None),
    )


def _mentions(game: AnyGame, words: str, locale: Locale) -> Topic | None:
    """Return the points that contain some words, as many as fit on a page, as a page of its own, or None."""
    wanted, room = words.strip().casefold(), MENTIONS_ROOM
    found: list[Point] = []
    if len(wanted) < SHORTEST_WORD:
        return None
    for point in (point for topic in game.topics for point in topic.points):
        text = plain(point.text, locale)
        if wanted in f"{point.example} {text}".casefold():
            room -= len(text) + len(point.example) + POINT_EXTRA
            if room < 0:
                break
            found.append(point)
    title: Text = say("“{words}”", words=Quote(cut(words.strip(), OPTION_LIMIT)))
    return Topic("", title, tuple(found)) if found else None


def find(interaction: Interaction, game: AnyGame, wanted: str) -> Topic:
    """Return the page with a key or title, a rule by number, or the points with the words; by default the first page.

    Raises:
        SetupError: Nothing has these words in it.
    """
    first, locale = first_of(game), locale_of(interaction)
    if not wanted:
        return first
    for topic in (*game.topics, *guide_of(game)):
        if wanted.casefold() in (topic.key, plain(topic.title, locale).casefold()):
            return topic
    if (rule := rule_of(game, wanted)) is not None:
        return rule
    if (mentions := _mentions(game, wanted, locale)) is not None:
        return mentions
    raise SetupError(
        say("{game}'s rules have no such topic.", game=game.info.name),
        code="unknown-topic",
        given=wanted,
        suggestions=tuple(plain(topic.title, locale) for topic in pages_of(game)),
    )
