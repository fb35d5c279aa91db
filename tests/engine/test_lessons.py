"""Every lesson of every game: its positions can be played, its tasks accept what they should, and its texts fit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from engine.errors import TurnError
from engine.extras import Explained, Taught
from engine.learning import Verdict, begin, judge
from engine.registry import games, get
from engine.seat import Seat
from engine.session import Session
from engine.teaching import Attempt, Hint, Task
from engine.text import ENGLISH, Text
from engine.turn import listing, parse_turn
from locales.pseudo import Pseudo
from tests.engine.kit import AnyGame
from tests.volume import many

TAUGHT: dict[str, tuple[Task, ...]] = {game.info.key: game.lesson for game in games() if isinstance(game, Taught)}
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
        listed = listing(game, turn.state, seat) if text else None
        if turn.over or turn.barrier or (listed is not None and listed.done):
            found += 1
            yield turn.text
            continue
        onward = listing(game, session.state, seat)
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
    for language in (ENGLISH, Pseudo()):
        assert len(task.title.render(language)) <= 60
        for text in texts(task)[1:]:
            assert 20 <= len(text.render(language)) <= 600
    assert task.about.template.count("**") >= 2, "what to do stands out"


@each_task
def test_its_rules_can_be_looked_up(game: AnyGame, task: Task) -> None:
    assert isinstance(game, Explained)
    known = {rule for topic in game.topics for point in topic.points for rule in point.rules}
    assert task.rules[0] in known


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9']+", text.casefold())


def _rows(words: list[str]) -> set[tuple[str, ...]]:
    length = MOST_IN_A_ROW + 1
    return {tuple(words[place : place + length]) for place in range(len(words) - length + 1)}


def test_no_words_are_those_of_the_sources() -> None:
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
