"""The guide to every game: what its pages show can be played, what they say of it happens, and its texts are short."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine import record, registry
from engine.apex.state import controller
from engine.chance import Chance
from engine.choices import Reach
from engine.errors import RecordError, TurnError
from engine.game import Attempt, Game, GameInfo, Hint, Mode, Option, Point, Setup, Task, Topic
from engine.outcome import Outcome, Termination, draw, ruling, void
from engine.registry import games, get
from engine.replicants.game import REPLICANTS
from engine.seat import Seat
from engine.session import Session
from engine.teaching import Verdict, begin, judge, read_lesson, read_pages, scene_of, staged, texts_in
from engine.text import ENGLISH, Text, say
from engine.turn import parse_turn
from locales.extract import extracted
from locales.pseudo import Pseudo
from tests.catalogues import REAL
from tests.engine.kit import AnyGame
from tests.engine.toys import DUEL
from tests.volume import many

# Every lesson of every game: its positions can be played, its tasks accept what they should, and its texts fit.


TAUGHT: dict[str, tuple[Task, ...]] = {game.info.key: game.lesson for game in games() if game.lesson}
LESSONS: list[tuple[AnyGame, Task]] = [(get(key), task) for key, tasks in TAUGHT.items() for task in tasks]
SOURCES = Path(__file__).parents[3] / "shared" / "rules" / "sources"
MOST_IN_A_ROW = 7
"""Words that a text and a source may have in common one after the other, by chance and as the language has it."""

each_task = pytest.mark.parametrize(
    ("game", "task"), LESSONS, ids=[f"{game.info.key}-{task.key}" for game, task in LESSONS]
)


def turns(session: Session, seat: Seat, most: int) -> Iterator[str]:
    """Yield whole turns that can be played in a position, by depth, up to a number."""
    game, ways = session.game, [""]
    found = 0
    while ways and found < most:
        text = ways.pop()
        turn = parse_turn(game, session.state, seat, text)
        listed = game.listing(turn.state, seat) if text else None
        if turn.over or turn.barrier or (listed is not None and listed.done):
            found += 1
            yield turn.text
            continue
        onward = game.listing(session.state, seat)
        between = "" if not text else "/" if onward is None else onward.separator
        moves = [game.format(turn.state, seat, move) for move in game.legal(turn.state, seat)]
        ways += [turn.text + between + move for move in reversed(moves)]


def tried(game: AnyGame, task: Task, most: int = many(100, 2000)) -> list[tuple[str, Verdict]]:
    """Return turns of a task's position, taken evenly from all of them, and what comes of each."""
    session = begin(game, task)
    every = list(turns(session, task.seat, 5000))
    step = max(len(every) // most, 1)
    found = []
    for text in every[::step]:
        try:
            found.append((text, judge(task, session, text)))
        except TurnError as error:  # a list that is closed by a move of its own
            assert error.code == "turn-incomplete"
    return found


@cache
def texts(task: Task) -> tuple[Text, ...]:
    return (task.title, task.about, task.hint, task.closing, *(each.text for each in task.hints))


def test_there_are_lessons() -> None:
    assert TAUGHT
    for tasks in TAUGHT.values():
        assert 6 <= len(tasks) <= 10
        assert len({task.key for task in tasks}) == len(tasks)


@each_task
def test_its_answer_does_it(game: AnyGame, task: Task) -> None:
    session = begin(game, task)
    assert session.to_act == {task.seat}
    verdict = judge(task, session, task.answer)
    assert verdict.done
    assert verdict.text is task.closing
    # Once more, and for everyone alike: nothing is drawn anew.
    assert begin(game, task) == session
    assert judge(task, session, task.answer) == verdict


@each_task
def test_some_turns_do_it_and_others_do_not(game: AnyGame, task: Task) -> None:
    found = tried(game, task)
    missed = [verdict for _, verdict in found if not verdict.done]
    assert missed
    # One right answer may be all there is, and then only by the answer itself is it found.
    assert len(missed) < len(found) or judge(task, begin(game, task), task.answer).done
    assert all(verdict.text is not task.closing for verdict in missed)


@each_task
def test_every_hint_is_one_day_given(game: AnyGame, task: Task) -> None:
    given = {id(verdict.text) for _, verdict in tried(game, task, 2000) if not verdict.done}
    assert {id(each.text) for each in task.hints} <= given


@pytest.mark.parametrize("task", [task for _, task in LESSONS], ids=[task.key for _, task in LESSONS])
def test_its_texts_are_short_in_every_language(task: Task) -> None:
    for language in (ENGLISH, *REAL, Pseudo()):
        assert len(task.title.render(language)) <= 60
        for text in texts(task)[1:]:
            assert 20 <= len(text.render(language)) <= 600
    assert task.about.template.count("**") >= 2, "what to do stands out"


@each_task
def test_its_rules_can_be_looked_up(game: AnyGame, task: Task) -> None:
    known = {rule for topic in game.topics for point in topic.points for rule in point.rules}
    assert task.rules[0] in known


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9']+", text.casefold())


def _rows(words: list[str]) -> set[tuple[str, ...]]:
    length = MOST_IN_A_ROW + 1
    return {tuple(words[place : place + length]) for place in range(len(words) - length + 1)}


def test_no_words_of_lessons_are_those_of_the_sources() -> None:
    if not SOURCES.is_dir():
        pytest.skip(f"the sources are not ours to ship: {SOURCES} is not there")
    printed = set().union(*(_rows(_words(path.read_text(encoding="utf-8"))) for path in SOURCES.glob("*.txt")))
    assert printed
    own = {row: str(text) for _, task in LESSONS for text in texts(task) for row in _rows(_words(str(text)))}
    assert {" ".join(row): text for row, text in own.items() if row in printed} == {}


def test_the_first_hint_that_fits_is_given_and_else_that_of_the_task() -> None:
    game, task = LESSONS[0]
    never = Hint(lambda _: False, Text("never"))
    always, later = Hint(lambda _: True, Text("always")), Hint(lambda _: True, Text("later"))
    wrong = next(text for text, verdict in tried(game, task) if not verdict.done)

    def said(*hints: Hint) -> str:
        other = Task(**{name: getattr(task, name) for name in Task.__slots__} | {"hints": hints})
        return str(judge(other, begin(game, task), wrong).text)

    assert said(never) == str(task.hint)
    assert said(never, always, later) == "always"


def test_a_turn_that_wins_is_told_from_one_that_ends_otherwise() -> None:
    game, task = get("replicants"), TAUGHT["replicants"][-1]
    won = judge(task, begin(game, task), task.answer).session
    attempt = Attempt(None, won.state, task.seat, (), (), won.outcome)
    assert attempt.won
    assert not Attempt(None, won.state, 3 - task.seat, (), (), won.outcome).won
    assert not Attempt(None, won.state, task.seat, (), (), None).won


PAGES: list[tuple[AnyGame, Topic]] = [(game, page) for game in games() for page in game.guide]
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
        keys = [page.key for page in (*game.guide, *game.topics)]
        assert len(set(keys)) == len(keys)
        # Two pages on playing here come after them (`cogs.ui.rules`).
        assert 8 <= len(game.guide) <= MOST - 2
        assert len({str(page.title) for page in game.guide}) == len(game.guide)
        first = game.guide[0]
        assert first.scene is not None
        assert first.scene.turn in {point.example for point in first.points}
        # On one screen of a phone, with the way on (`tests/local/test_guide.py` looks).
        assert 0 < first.scene.share < 1
        assert sum(len(str(point.text)) + len(point.example) for point in first.points) <= OPENING


@named
def test_a_page_is_short_and_cites_rules_that_can_be_looked_up(game: AnyGame, page: Topic) -> None:
    assert sum(len(str(point.text)) + len(point.example) for point in page.points) <= ROOM
    assert re.fullmatch(r"[a-z-]{1,40}", page.key)
    for language in (ENGLISH, *REAL, Pseudo()):
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
    pages += [topic for game in games() for topic in game.topics if topic.key == "rulings"]
    own = {row: str(point.text) for page in pages for point in page.points for row in _rows(_words(str(point.text)))}
    assert {" ".join(row): text for row, text in own.items() if row in printed} == {}


@pytest.mark.parametrize("key", [game.info.key for game in games()])
def test_every_ruling_of_the_rules_page_is_listed(key: str) -> None:
    """In the page of the rules each number is marked by where it comes from."""
    game = get(key)
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


# Pages and lessons, read from their files.


LESSON_FILE = """
[[task]]
key = "first"
title = { text = "Play", context = "a verb" }
about = "Make a move."
setup = { mode = "2", options = { speed = "slow" }, position = "a b" }
before = [[2, "x"], [1, "y"]]
done = "moved"
answer = "z"
hint = "You didn't move."
hints = [{ when = "jumped", text = "You jumped." }]
closing = "That's it."
rules = "R1 R2"
"""
PAGES_FILE = """
[[page]]
key = "moves"
title = "Moves"
scene = { task = "first", played = false, share = 0.5 }
points = [
    { rules = "R1", example = "z", text = "You have {count} moves." },
    { insert = "more" },
]

[[page]]
key = "start"
title = "Start"
sheet = true
scene = { setup = { mode = "3" }, before = [[3, "x"]], hand = true }
points = []
"""
CHECKS = {"moved": lambda tried: not tried.texts, "jumped": lambda tried: bool(tried.texts)}


@pytest.fixture
def package(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A package with a lesson and pages, in which one text may stand for another."""
    name = f"taught_{tmp_path.name.replace('-', '_')}"
    old, new = getattr(request, "param", ("", ""))
    folder = tmp_path / name
    folder.mkdir(parents=True)
    (folder / "__init__.py").touch()
    for file, text in (("lesson", LESSON_FILE), ("help", PAGES_FILE)):
        (folder / f"{file}.toml").write_text(text.replace(old, new), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    return name


def read(package: str) -> tuple[Any, ...]:
    lesson = read_lesson(package, CHECKS)
    return lesson, read_pages(package, "help", lesson, values={"count": 2}, inserts={"more": [Point(say("More."))]})


def test_what_a_file_says_of_a_task_and_of_pages(package: str) -> None:
    (task,), (moves, start) = read(package)
    assert (task.title, task.rules, task.seat) == (Text("Play", context="a verb"), ("R1", "R2"), 1)
    assert (task.setup.mode, task.setup.options, task.setup.position) == ("2", (("speed", "slow"),), "a b")
    assert (task.before, task.done, task.hints[0].when) == (((2, "x"), (1, "y")), CHECKS["moved"], CHECKS["jumped"])
    assert [str(point.text) for point in moves.points] == ["You have 2 moves.", "More."]
    assert (moves.points[0].rules, moves.points[0].example, moves.sheet) == (("R1",), "z", False)
    assert (moves.scene.setup, moves.scene.turn, moves.scene.share) == (task.setup, "", 0.5)
    assert (start.scene.setup.mode, start.scene.before, start.scene.hand) == ("3", ((3, "x"),), True)
    assert start.sheet


@pytest.mark.parametrize(
    ("package", "why"),
    [
        (("rules =", "rule ="), TypeError),
        (("sheet =", "sheets ="), TypeError),
        (("moved", "flown"), KeyError),
        (("{count}", "{number}"), KeyError),
        (('insert = "more"', 'insert = "less"'), KeyError),
        (('task = "first"', 'task = "last"'), KeyError),
        (("share =", "size ="), TypeError),
        (("mode =", "modes ="), TypeError),
    ],
    indirect=["package"],
)
def test_what_means_nothing_is_refused(package: str, why: type[Exception]) -> None:
    with pytest.raises(why):
        read(package)


def test_the_texts_of_a_file_are_those_that_it_has_for_people() -> None:
    row = {"key": "first", "title": {"text": "Play", "context": "a verb"}, "points": [{"rules": "R1", "text": "Go."}]}
    assert list(texts_in({"page": [row]})) == [Text("Play", context="a verb"), Text("Go.")]


@pytest.mark.parametrize("game", games(), ids=lambda game: game.info.key)
def test_every_text_of_pages_and_lessons_is_extracted(game: Game[Any, Any, Any]) -> None:
    known = {(each.id if isinstance(each.id, str) else each.id[0], each.context) for each in extracted()}
    pages = (*game.topics, *game.guide)
    shown = [text for page in pages for text in (page.title, *(point.text for point in page.points))]
    for task in game.lesson:
        shown += [task.title, task.about, task.hint, task.closing, *(hint.text for hint in task.hints)]
    assert len(shown) > 50
    assert [text.template for text in shown if (text.template, text.context) not in known] == []


# What can be said of a game without playing it.


INFO = GameInfo(
    "toy",
    "Toy",
    (Mode("2", say("2 players"), 2), Mode("3", say("3 players"), 3)),
    (
        Option("speed", say("Speed"), ("slow", "fast"), "slow", (say("slow"), say("fast"))),
        Option(
            "map", say("Map"), ("old", "new", "odd"), "old", (say("old"), say("new"), say("odd")), apart=("new", "odd")
        ),
        Option("cards", say("Cards"), ("few", "many"), "few", (say("few"), say("many")), ("3",), apart=("many",)),
    ),
)


@pytest.mark.parametrize(
    ("mode", "options", "variant"),
    [
        ("2", (), ""),
        ("2", (("speed", "fast"), ("map", "old")), ""),
        ("2", (("map", "odd"),), "map=odd"),
        ("2", (("cards", "many"), ("map", "new")), "map=new"),
        ("3", (("map", "new"), ("cards", "many")), "cards=many;map=new"),
        ("4", (("map", "new"),), ""),
    ],
)
def test_a_variant_is_what_options_make_another_game(
    mode: str, options: tuple[tuple[str, str], ...], variant: str
) -> None:
    assert INFO.variant(mode, options) == variant


def test_of_our_games_only_exploration_is_another_game() -> None:
    apart = {
        (game.info.key, option.key, value)
        for game in registry.games()
        for option in game.info.options
        for value in option.apart
    }
    assert apart == {("apex", "mode", "exploration")}
    assert all(
        option.default not in option.apart and set(option.apart) <= set(option.choices)
        for game in registry.games()
        for option in game.info.options
    )


# Ends that people decide: agreed, adjudicated, void; and losing on time.


NAMES = ("red", "yellow")


@pytest.fixture
def session() -> Session:
    start = Session.start(REPLICANTS, Setup("2", (), "1"), Chance.from_text(""))
    return start.play(1, start.complete(1, "")[0]) if start.preview(1, start.complete(1, "")[0]).over else start


def test_a_ruling_ends_the_game_at_once(session: Session) -> None:
    over = session.rule(draw(2))
    assert over.to_act == frozenset()
    assert over.outcome is not None
    assert (over.outcome.ranks, over.outcome.termination) == ((1, 1), Termination.AGREED)
    with pytest.raises(TurnError, match="over") as caught:
        over.play(1, "E")
    assert (caught.value.code, caught.value.index, caught.value.column) == ("game-over", 0, 0)
    with pytest.raises(ValueError, match="does not end"):
        over.rule(void(2))


def test_what_was_sealed_stays_unknown() -> None:
    sealed = Session.start(DUEL, Setup("2"), Chance.from_text("toy")).play(1, "go/end").play(1, "3")
    assert sealed.sealed
    over = sealed.rule(void(2))
    assert over.sealed == ()
    assert len(over.entries) == 2


@pytest.mark.parametrize("ranks", [(), (2, 3), (1, 3), (0, 1)])
def test_ranks_must_be_ranks(ranks: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="ranks"):
        ruling(Termination.ADJUDICATED, ranks)


def test_a_player_alone_wins_or_loses_by_a_ruling() -> None:
    won, lost = (ruling(Termination.ADJUDICATED, (rank,)) for rank in (1, 2))
    assert (won.winners, won.undecided) == ((1,), False)
    assert (lost.winners, lost.undecided) == ((), False)
    assert void(1).undecided
    with pytest.raises(ValueError, match="ranks"):
        ruling(Termination.ADJUDICATED, (3,))


def test_only_people_rule() -> None:
    for termination in (Termination.RULES, Termination.FORFEIT, Termination.TIME):
        with pytest.raises(ValueError, match="ruling"):
            ruling(termination, (1, 2))
    with pytest.raises(ValueError, match="void"):
        ruling(Termination.VOID, (1, 2))


@pytest.mark.parametrize(
    "end", [draw(2), void(2), ruling(Termination.ADJUDICATED, (2, 1)), ruling(Termination.AGREED, (1, 2))]
)
def test_a_record_keeps_the_ruling(session: Session, end: object) -> None:
    assert isinstance(end, type(draw(2)))
    over = session.rule(end)
    text = record.write(over, NAMES)
    assert f'[Termination "{end.termination}"]' in text
    again = record.replay(record.read(text))
    assert again.outcome is not None
    assert (again.outcome.ranks, again.outcome.termination) == (end.ranks, end.termination)
    assert record.write(again, NAMES) == text


def test_a_record_with_wrong_ranks_is_refused(session: Session) -> None:
    text = record.write(session.rule(draw(2)), NAMES).replace('[Ranks "1 1"]', '[Ranks "1 1 1"]')
    with pytest.raises(RecordError) as caught:
        record.replay(record.read(text))
    assert caught.value.code == "ranks"
    assert caught.value.where.line == text[: text.index("Ranks")].count("\n") + 1


def test_losing_on_time_is_told_from_giving_up(session: Session) -> None:
    gave_up, late = session.forfeit(1), session.forfeit(1, late=True)
    assert gave_up.outcome is not None
    assert late.outcome is not None
    assert (gave_up.outcome.termination, late.outcome.termination) == (Termination.FORFEIT, Termination.TIME)
    assert not str(gave_up.outcome.reason).endswith(" ran out of time.")
    assert str(late.outcome.reason).endswith(" ran out of time.")
    text = record.write(late, NAMES)
    assert '[Termination "time"]' in text
    again = record.replay(record.read(text))
    assert again.outcome == late.outcome


def test_what_cannot_be_taken_back_raises_the_floor(session: Session) -> None:
    start = Session.start(DUEL, Setup("2"), Chance.from_text("toy"))
    assert start.play(1, "go/end").floor == 0
    rolled = start.play(1, "roll")
    assert rolled.floor == 1
    assert rolled.play(1, "end").floor == 1
    revealed = start.play(1, "go/end").play(1, "1").play(2, "2")
    assert revealed.floor == len(revealed.entries) == 4
    three = Session.start(REPLICANTS, Setup("3", (), "1"), Chance.from_text("")).forfeit(2)
    assert three.floor == len(three.entries) == 1
    assert session.floor == 0


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.info.key)
def test_a_view_has_the_result_as_it_stands(game: Game[Any, Any, Any]) -> None:
    """Pictures and headlines are made of views alone: no board of a match that is over calls a player to play."""
    mode = game.info.modes[0]
    here = Session.start(game, Setup(mode.key), Chance.from_text("over"))
    assert here.view(None).outcome is None
    ended = here.rule(draw(mode.seats))
    assert ended.view(1).outcome == ended.outcome
    assert ended.outcome is not None
    assert ended.outcome.undecided
    late = here
    while late.outcome is None:
        late = late.forfeit(min(late.deciding), late=True)
    assert late.view(None).outcome == late.outcome
    assert not late.outcome.undecided


@pytest.mark.parametrize(
    ("end", "undecided"), [(draw(2), True), (void(2), True), (ruling(Termination.ADJUDICATED, (2, 1)), False)]
)
def test_undecided_is_what_people_ended_and_nobody_won(end: Outcome, undecided: bool) -> None:
    assert end.undecided is undecided
    assert not Outcome((1, 1), end.reason, "").undecided, "shared by the rules of the game"
