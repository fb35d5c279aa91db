"""The guide to every game: what its pages show can be played, what they say of it happens, and its texts are short."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.apex.state import controller
from engine.choices import Reach
from engine.extras import Explained, Guided, Reaching
from engine.learning import scene_of, staged
from engine.registry import games, get
from engine.teaching import Topic
from engine.text import ENGLISH
from locales.pseudo import Pseudo
from tests.engine.kit import AnyGame
from tests.engine.test_lessons import SOURCES, TAUGHT, _rows, _words

PAGES: list[tuple[AnyGame, Topic]] = [
    (game, page) for game in games() if isinstance(game, Guided) for page in game.guide
]
PLAYED = [(game, page) for game, page in PAGES if page.scene is not None and page.scene.turn]
DOCS = Path(__file__).parents[2] / "docs"
MOST = 25
OPENING = 380
"""Characters of the first page of a guide."""
ROOM = 700
"""Characters of a page: it stands beside its picture on a phone."""

HAPPENS: dict[tuple[str, str], tuple[str, ...]] = {
    ("replicants", "how-to-play"): (
        "Player 1 moves their 2 from E7 to E6.",
        "Player 1 charges the matrix to 2.",
    ),
    ("replicants", "how-turning"): ("Player 1 rotates their 2 on E5 to the right.",),
    ("replicants", "how-captures"): ("Player 1 moves their 4 from E6 to D4.", "Player 1 destroys Player 2's 2 on D4."),
    ("replicants", "how-creation"): (
        "Player 1 charges the matrix to 5.",
        "Player 1 creates a 4 on E7.",
        "Player 1 charges the matrix to 2.",
    ),
    ("replicants", "how-it-ends"): ("Player 1 destroys Player 2's 2 on F4.",),
    ("replica", "how-to-play"): ("Player 1 moves a piece from d2 to e2.",),
    ("replica", "how-jumps"): ("Player 1 jumps with a piece from b1 to b5, over b2, b3, b4.",),
    ("replica", "how-captures"): ("Player 1 captures Player 2's piece on e5.",),
    ("replica", "how-kings"): ("Player 1 makes the piece on d1 a king.",),
    ("replica", "how-danger"): ("Player 1 captures Player 2's piece on d5.",),
    ("replica", "how-it-ends"): ("Player 1 has a king in the opposite corner, h8.",),
    ("apex", "how-to-play"): ("Player 1 produces a ship in H1.", "Player 1 moves ships from H1 to B1: 3."),
    ("apex", "how-expansion"): ("Player 1 converts Player 2's ship in C1.",),
    ("apex", "how-control"): ("Player 1 moves ships from B1 to C1: 3.",),
    ("apex", "how-colonies"): ("Player 1 places a colony on A1 (production).",),
    ("apex", "how-evolution"): ("Player 1 evolves: armament rises to 1.",),
    ("apex", "how-war"): (
        "Player 1 fights in C1: Player 1 4 - Player 2 3; Player 1 wins and gets 1 point. Ships left there: 1.",
    ),
    ("apex", "how-it-ends"): (
        "Player 1 scores 4 for sectors and 0 for colonies: 13 in all.",
        "Player 2 scores 2 for sectors and 0 for colonies: 12 in all.",
    ),
    ("mutants", "how-to-play"): ("Player 1 deploys Zombie.", "Player 1 gains 2 force."),
    ("mutants", "how-leaving"): (
        "Player 1's Beast leaves the arena.",
        "Player 1 gains 2 force.",
        "Player 1's Alien moves to the left flank.",
        "Player 1 deploys Demon.",
    ),
    ("mutants", "how-breeding"): ("Player 1 breeds Captain Wrenchfury.", "Player 1 gains 3 force."),
    ("mutants", "how-incubation"): ("Player 1 discards Demon.", "Player 1 incubates Krunk."),
    ("mutants", "how-force"): ("Player 1 deploys Zombie.", "Player 1 gains 2 force."),
    ("mutants", "how-attacks"): (
        "Player 1's Warrior leaves the arena.",
        "Player 2's Zombie on the left flank is K.O.!",
    ),
    ("mutants", "how-freezing"): ("Player 1 freezes Zombie.", "Player 1 deploys Warrior."),
    ("mutants", "how-rounds"): ("Round 1 is scored: Player 1 +4, Player 2 +0.",),
    ("mutants", "how-it-ends"): (
        "Player 1 freezes Zombie.",
        "Round 5 is scored: Player 1 +8, Player 2 +0.",
        "Player 1's freezer holds Zombie 1, Alien 1: 2, 18 in all.",
    ),
}
"""What the words of a page say of the turn in its picture, as the game tells it."""

named = pytest.mark.parametrize(("game", "page"), PAGES, ids=[f"{game.info.key}-{page.key}" for game, page in PAGES])


def test_every_game_has_a_guide_with_keys_of_its_own() -> None:
    for game in games():
        assert isinstance(game, Guided)
        assert isinstance(game, Explained)
        keys = [page.key for page in (*game.guide, *game.topics)]
        assert len(set(keys)) == len(keys)
        # Two pages on playing here come after them (`cogs.ui.rules`).
        assert 8 <= len(game.guide) <= MOST - 2
        assert len({str(page.title) for page in game.guide}) == len(game.guide)
        first = game.guide[0]
        assert first.scene is not None
        assert first.scene.turn in {point.example for point in first.points}
        # On one screen of a phone, with the way on (`tests/local/test_rules.py` looks).
        assert 0 < first.scene.share < 1
        assert sum(len(str(point.text)) + len(point.example) for point in first.points) <= OPENING


@named
def test_a_page_is_short_and_cites_rules_that_can_be_looked_up(game: AnyGame, page: Topic) -> None:
    assert isinstance(game, Explained)
    assert sum(len(str(point.text)) + len(point.example) for point in page.points) <= ROOM
    assert re.fullmatch(r"[a-z-]{1,40}", page.key)
    for language in (ENGLISH, Pseudo()):
        assert len(page.title.render(language)) <= 60
    assert set(page.rules) <= {number for topic in game.topics for number in topic.rules}
    for point in page.points:
        assert point.rules or not point.example
        assert point.example or str(point.text).endswith(".")


@named
def test_its_examples_are_what_is_played(game: AnyGame, page: Topic) -> None:
    scene = page.scene
    if scene is None:
        return
    there = staged(game, scene)
    assert staged(game, scene) == there, "nothing is drawn anew"
    own = [text for seat, text in scene.before if seat == scene.seat]
    for example in (point.example for point in page.points if point.example):
        if scene.turn:
            assert example in (*own, scene.turn)
        else:  # a picture of what can be done: it can be
            there.session.play(scene.seat, example)


def test_what_a_page_says_happens() -> None:
    assert {(game.info.key, page.key) for game, page in PLAYED} == set(HAPPENS)
    for game, page in PLAYED:
        assert page.scene is not None
        told = [str(event.text()) for event in staged(game, page.scene).events]
        assert [text for text in HAPPENS[game.info.key, page.key] if text not in told] == [], told


def _reach(key: str, page: str) -> Reach:
    game = get(key)
    assert isinstance(game, Guided)
    assert isinstance(game, Reaching)
    (scene,) = (each.scene for each in game.guide if each.key == page)
    assert scene is not None
    found = game.reach(staged(game, scene).session.state, scene.seat, scene.reach)
    assert found is not None
    return found


def test_what_pieces_can_do_in_the_pictures_is_what_stands_below() -> None:
    reached = {page: _reach("replicants", page) for page in ("how-moves", "how-arcs", "how-threat")}
    assert "E4" in reached["how-moves"].leaps
    assert reached["how-arcs"].arcs == {"D5", "F5"}
    assert "E8" in reached["how-threat"].captures
    assert _reach("replica", "how-steps").walks == {"d3", "e2", "e3"}
    assert "g1" in _reach("replica", "how-sight").flips


def test_the_sides_of_a_first_turn_stand_as_the_pages_say() -> None:
    apex = get("apex")
    assert isinstance(apex, Guided)
    first = apex.guide[0].scene
    assert first is not None
    state = staged(apex, first).session.state
    assert controller(state, state.rules.slots.index("B1")) == 1, "B1 is theirs"
    (mutants,) = (page.scene for game, page in PAGES if (game.info.key, page.key) == ("mutants", "how-to-play"))
    assert mutants is not None
    led = staged(get("mutants"), mutants).session.state
    assert led.line[-1] == 1, "Player 1 leads"
    assert led.spaces == (7, 6)


def test_a_lesson_lends_its_position_with_or_without_its_answer() -> None:
    task = TAUGHT["replica"][0]
    assert staged(get("replica"), scene_of(task)).events
    assert staged(get("replica"), scene_of(task, played=False)).events == ()


def test_no_words_are_those_of_the_sources() -> None:
    if not SOURCES.is_dir():
        pytest.skip(f"the sources are not ours to ship: {SOURCES} is not there")
    printed = set().union(*(_rows(_words(path.read_text(encoding="utf-8"))) for path in SOURCES.glob("*.txt")))
    pages = [page for _, page in PAGES]
    pages += [
        topic for game in games() if isinstance(game, Explained) for topic in game.topics if topic.key == "rulings"
    ]
    own = {row: str(point.text) for page in pages for point in page.points for row in _rows(_words(str(point.text)))}
    assert {" ".join(row): text for row, text in own.items() if row in printed} == {}


@pytest.mark.parametrize("key", [game.info.key for game in games()])
def test_every_ruling_of_the_rules_page_is_listed(key: str) -> None:
    """In the page of the rules each number is marked by where it comes from."""
    game = get(key)
    assert isinstance(game, Explained)
    (rulings,) = (topic for topic in game.topics if topic.key == "rulings")
    marked = re.findall(
        r"^- \*\*([A-Z]\d+)(?:[–,] ?([A-Z]\d+))?\*\* \(([^)]*)\)", (DOCS / f"{key}.md").read_text(), re.MULTILINE
    )
    found = [(first, last or first) for first, last, origin in marked if "ruling" in origin]
    assert len(found) >= 5
    listed = set(rulings.rules)
    for first, last in found:
        numbers = {f"{first[0]}{number}" for number in range(int(first[1:]), int(last[1:]) + 1)}
        assert numbers & listed, (first, last)
