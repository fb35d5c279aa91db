"""`/rules` from the beginning: page after page with pictures, in every palette and language, for every reader."""

from __future__ import annotations

import io
import re
import threading
from typing import Any

import discord
import pytest
from PIL import Image

from cogs.core.bot import Reader
from cogs.core.text import (
    ALT_LIMIT,
    CUSTOM_ID_LIMIT,
    LABEL_LIMIT,
    LAYOUT_LIMIT,
    MESSAGE_LIMIT,
    MOST_OPTIONS,
    OPTION_LIMIT,
)
from cogs.ui import rules
from cogs.ui.rules import (
    Layout,
    Opened,
    PageStep,
    TopicMenu,
    first_of,
    guide_of,
    layout_of,
    parts_of,
    rule_of,
)
from engine.game import Topic
from engine.registry import games, get
from engine.teaching import staged
from engine.text import Translate
from locales.pseudo import Pseudo
from render.theme import Palette, Theme
from render.words import WIDTH
from tests.catalogues import REAL, everything_in
from tests.cogs.conftest import World, private
from tests.cogs.mutants.menus import begin
from tests.cogs.playing import Shown, labels, latest, menu, message_of, parts, pick, texts, turn_message
from tests.cogs.seeing import seen_by
from tests.engine.kit import AnyGame
from tests.volume import THOROUGH

EVERY = [(game, page) for game in games() for page in guide_of(game)]
PALETTES = [(palette, dark) for palette in Palette for dark in (True, False)]
PLAIN = Reader(None, Theme())


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    """Pictures that another test had drawn are drawn anew."""
    while len(rules._cache):
        rules._cache.drop()


def opened(game: AnyGame, page: Topic, part: int = 0) -> Opened:
    return Opened(game, "", guide_of(game), game.topics, page, part)


def words(layout: Layout) -> list[str]:
    return [each.content for each in layout.parts if isinstance(each, discord.ui.TextDisplay)]


@pytest.mark.parametrize(("game", "page"), EVERY, ids=[f"{game.info.key}-{page.key}" for game, page in EVERY])
async def test_a_page_has_its_words_its_picture_with_alt_text_and_ways_on(game: AnyGame, page: Topic) -> None:
    layout = await layout_of(opened(game, page), PLAIN)
    told = words(layout)
    assert told[0] == f"### {game.info.name}: {page.title}"
    for point in page.points:
        assert any(str(point.text) in text for text in told)
    guide = list(guide_of(game))
    assert told[-1].startswith(f"-# Page {guide.index(page) + 1} of {len(guide)}")
    assert len(layout.files) == (page.scene is not None or page.sheet)
    for file in layout.files:
        assert 0 < len(file.description or "") <= ALT_LIMIT
    buttons = [item.label for item in layout.rows[0] if isinstance(item, discord.ui.Button)]
    first, last = page == guide[0], page == guide[-1]
    assert buttons == [*(["Back"] if not first else []), *(["Next"] if not last else []), "All topics", "Rulings"]


@pytest.mark.usefixtures("pictures")
@pytest.mark.parametrize(("palette", "dark"), PALETTES)
async def test_the_pictures_wear_the_colours_of_their_reader(palette: Palette, dark: bool) -> None:
    usual, own = Theme(), Theme(palette, dark)
    for game, page in EVERY if THOROUGH or usual == own else [(game, guide_of(game)[0]) for game in games()]:
        if page.scene is None:
            continue
        one = await rules.sight_of(game, page.scene, Reader(None, usual))
        other = await rules.sight_of(game, page.scene, Reader(None, own))
        drawn = Image.open(io.BytesIO(other.picture))
        assert drawn.width == WIDTH
        most = page.scene.share or 2
        assert drawn.height <= most * drawn.width, "it has room on a phone"
        assert page.scene.share or page != guide_of(game)[0], "goal, picture and the way on stand on one screen"
        assert (one.picture == other.picture) is (usual == own)


@pytest.mark.parametrize("language", [Pseudo(), Pseudo(70), *REAL])
async def test_no_page_is_too_long_in_any_language(language: Translate) -> None:
    with everything_in(language):
        for game in games():
            for page in (*guide_of(game), *game.topics):
                reader = Reader("xx", Theme(), text_boards=True)
                for part in range(len(parts_of(page, reader))):
                    layout = await layout_of(opened(game, page, part), reader)
                    assert sum(map(len, words(layout))) <= LAYOUT_LIMIT
                    assert all(words(layout))
                    assert len(layout.rows) <= 2
                    for item in (item for row in layout.rows for item in row):
                        assert len(item.custom_id or "") <= CUSTOM_ID_LIMIT
                        if isinstance(item, discord.ui.Button):
                            assert len(item.label or "") <= LABEL_LIMIT
                            PageStep(item)  # refuses an id that it could not read
                        else:
                            TopicMenu(item)
                            assert 1 <= len(item.options) <= MOST_OPTIONS
                            assert all(len(option.label) <= OPTION_LIMIT for option in item.options)


async def test_readers_of_text_get_positions_as_text() -> None:
    told = Reader(None, Theme(), text_boards=True)
    game = get("replicants")
    layout = await layout_of(opened(game, first_of(game)), told)
    assert layout.files == []
    assert sum("```" in text for text in words(layout)) == 1
    arcs = next(page for page in guide_of(game) if page.key == "how-arcs")
    (board,) = (text for text in words(await layout_of(opened(game, arcs), told)) if "```" in text)
    assert "Marked: 5G6, xD5.…, xF5.…, xD5.xF5.…." in board
    for key in ("apex", "mutants"):
        hand = next(page for page in guide_of(get(key)) if page.key == "how-cards")
        layout = await layout_of(opened(get(key), hand), told)
        assert layout.files == []
        # Lines of cards are long: they are no board, and are broken where a phone ends.
        assert not any("```" in text for text in words(layout))
        (text,) = (text for text in words(layout) if "hand" in text and "econstructed" in text)
        assert 200 < len(text) <= MESSAGE_LIMIT + ALT_LIMIT


async def test_pictures_are_drawn_once_beside_the_event_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    game, drawn = get("replica"), list[threading.Thread]()
    scene = first_of(game).scene
    assert scene is not None
    draw = staged

    def counted(*given: Any) -> Any:
        drawn.append(threading.current_thread())
        return draw(*given)

    monkeypatch.setattr(rules, "staged", counted)
    first = await rules.sight_of(game, scene, PLAIN)
    again = await rules.sight_of(game, scene, Reader(None, Theme()))
    assert again is first
    assert len(drawn) == 1
    assert drawn[0] is not threading.main_thread()
    await rules.sight_of(game, scene, Reader("de", Theme()))
    assert len(drawn) == 2, "another language is drawn anew"


async def test_the_whole_guide_is_read_by_next_and_back(world: World) -> None:
    for game in games():
        shown: Shown = message_of(await world.eve.slash(world.channel, "rules", game=game.info.key))
        titles = [texts(shown)[0]]
        while "Next" in labels(shown):
            shown = await pick(world.eve, shown, "Next")
            titles.append(texts(shown)[0])
            assert [each for each in world.people.values() if seen_by(world, each, shown)] == [world.eve]
        assert titles == [f"### {game.info.name}: {page.title}" for page in guide_of(game)]
        shown = await pick(world.eve, shown, "Back")
        assert texts(shown)[0] == titles[-2]
        shown = await pick(world.eve, shown, "Rulings")
        assert texts(shown)[0] == f"### {game.info.name}: Rulings"
        shown = await pick(world.eve, shown, "From the beginning")
        assert texts(shown)[0] == titles[0]
        assert list(menu(shown)) == [str(page.title) for page in guide_of(game)]


def _named(page: Topic) -> list[str]:
    """Return what a page says that one presses, in order."""
    (said,) = (str(point.text) for point in page.points if "Your first turn: press" in str(point.text))
    return re.findall(r"\*\*([^*]+)\*\*", said)


@pytest.mark.parametrize("key", ["replicants", "replica", "mutants"])
async def test_a_first_turn_is_played_by_what_the_first_page_says(world: World, key: str) -> None:
    page = guide_of(get(key))[0]
    (example,) = (point.example for point in page.points if point.example)
    play, *way = _named(page)
    if key == "mutants":
        await begin(world, reserve="ready")
        assert way.pop() == "No"
        for _ in range(2):  # "whether to change its tops"
            (caller,) = (await latest(world)).to_act
            shown: Shown = message_of(await world.player(caller).click(turn_message(world), label=play))
            for label in ("No", "Confirm"):
                shown = await pick(world.player(caller), shown, label)
            await world.settle()
    else:
        await (world.begin() if key == "replicants" else world.begin(game=key, players=2))
    (caller,) = (await latest(world)).to_act
    player = world.player(caller)
    shown = message_of(await player.click(turn_message(world), label=play))
    assert way[-1] == "Confirm"
    for label in way:
        shown = await pick(player, shown, label)
    await world.settle()
    last = (await latest(world)).session.entries
    assert "/".join(entry.text for entry in last if entry.seat == last[-1].seat and entry.text != "N") == example


async def test_the_first_page_of_apex_says_what_is_asked_first(world: World) -> None:
    await world.begin(game="apex", players=2)
    (caller,) = (await latest(world)).to_act
    shown: Shown = message_of(await world.player(caller).click(turn_message(world), label="Play"))
    assert any(label.startswith("Humans") for label in (*menu(shown), *labels(shown)))
    said = " ".join(str(point.text) for point in guide_of(get("apex"))[0].points)
    assert "First choose a civilisation and a home" in said


@pytest.mark.parametrize("game", games(), ids=lambda game: game.info.key)
async def test_the_rules_that_lessons_name_lead_to_a_page(game: AnyGame) -> None:
    for task in game.lesson:
        page = rule_of(game, task.rules[0])
        assert page is not None
        assert page.points


async def test_the_buttons_open_the_first_page(world: World) -> None:
    table = await world.lobby(game="replica", players=2, where="here")
    shown = message_of(await world.eve.click(table, label="Rules"))
    assert shown.ephemeral
    assert texts(shown)[0] == "### Replica: The goal and your first turn"
    ((picture,),) = (part["items"] for part in parts(shown) if part["type"] == 12)
    assert picture["media"]["url"].endswith("/scene.png")
    await world.press("bob", table, "Join")
    await world.press("ann", table, "Start")
    shown = message_of(await world.eve.click(turn_message(world), label="Rules"))
    assert texts(shown)[0] == "### Replica: The goal and your first turn"
    assert [each for each in world.people.values() if seen_by(world, each, shown)] == [world.eve]


async def test_forged_pages(world: World) -> None:
    forged = await world.forge("r:replicants::at:nowhere:0")
    assert "no such topic" in private(await world.eve.click(forged, label="forged"))
    forged = await world.forge("r:nothing::at:turn:0")
    assert private(await world.eve.click(forged, label="forged"))
    shown = message_of(await world.eve.slash(world.channel, "rules", topic="rulings", game="mutants"))
    forged = await world.forge("r:mutants::at:rulings:99")
    await world.eve.click(forged, label="forged")
    found = next(each for each in world.channel.history(viewer=world.eve) if each.id == forged.id)
    assert texts(found)[-1].startswith("-# Part 2 of 2")
    assert texts(shown)[-1].startswith("-# Part 1 of 2")
