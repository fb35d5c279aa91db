"""What a person may have meant, and which rule a refusal is about."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import registry
from engine.chance import Chance
from engine.errors import MOST_SIMILAR, ArenaError, RecordError, similar
from engine.game import Setup
from engine.session import Session
from tests.volume import many

TEXTS = ("4G8E7", "4E7", "MOVE B1>A1 x6", "6H5x")
ROOT = Path(__file__).parents[2]
GAMES = ("apex", "mutants", "replica", "replicants")
OF_MOVES = {"Fault": 1, "NotationError": None, "IllegalMoveError": None, "AmbiguousMoveError": None}
"""What refuses a move, and which of its arguments without a name is the rule."""

ABOUT: dict[str, dict[str, set[str]]] = {
    "apex": {
        "ambiguous": {"'A52' if converts else 'A51'"},
        "battle-twice": {"A31"},
        "card-left-out": {"A10"},
        "civilisation-taken": {"A12"},
        "code_": {"rule"},
        "colony-there": {"A42"},
        "count": {"A49", "A56"},
        "discard": {"A71"},
        "discard-missing": {"A71"},
        "discard-same": {"A71"},
        "game-over": {"A64"},
        "gone": {"A64"},
        "home-slot": {"A42"},
        "home-taken": {"A12"},
        "no-action-left": {"A45"},
        "no-colony": {"A50"},
        "no-enemy": {"A31"},
        "no-ships": {"rule"},
        "no-such-card": {"A6"},
        "no-such-civilisation": {"A2"},
        "no-such-home": {"A12"},
        "no-such-slot": {"A8"},
        "no-supply": {"A53"},
        "not-adjacent": {"A48"},
        "not-controlled": {"A42"},
        "not-in-hand": {"A17"},
        "not-present": {"A31"},
        "not-to-act": {"rule"},
        "notation": {"'A71' if state.phase is Phase.CHOOSE and state.rules.seats == 2 else RULES[state.phase]"},
        "same-slot": {"rule"},
    },
    "mutants": {
        "ambiguous": {"N1", "N4"},
        "banned": {"M61"},
        "code": {"M13"},
        "compulsory": {"_COMPULSORY.get(kind, 'M34')"},
        "copy": {"M50"},
        "count": {"M13", "rule"},
        "fault.code": {"fault.rule"},
        "game-over": {"'M61' if state.rules.solo else 'M53'", "M54"},
        "genes": {"M24"},
        "gone": {"M54"},
        "incubator-full": {"M25"},
        "limited": {"M70"},
        "no-such-card": {"M13", "N1"},
        "no-such-step": {"M13"},
        "not-advanced": {"M13"},
        "not-in-discard": {"rule"},
        "not-in-hand": {"rule"},
        "not-in-pack": {"M11"},
        "not-on-top": {"rule"},
        "not-to-act": {"_TURNS.get(state.ask.kind, 'N9')"},
        "notation": {"written_by(kind)"},
        "prepared": {"M79"},
        "reserve-empty": {"rule"},
        "too-long": {"N2"},
        "too-many": {"M13"},
        "zone": {"RULES[kind]"},
    },
    "replica": {
        "ambiguous": {"P10"},
        "backward-empty": {"P9"},
        "backward-piece": {"P9"},
        "empty": {"P10"},
        "error.code": {"error.rule"},
        "foreign-piece": {"P1"},
        "forfeit": {"P10"},
        "game-over": {"P10", "P7"},
        "king-moved": {"P9"},
        "no-line": {"P3"},
        "no-sight": {"P5"},
        "no-such-piece": {"P4"},
        "no-such-square": {"P1"},
        "not-forward": {"P3"},
        "not-to-act": {"P1"},
        "nothing-captured": {"P4"},
        "only-kings": {"P9"},
        "other-king": {"P9"},
        "own-piece": {"P4"},
        "pass": {"P1", "P9"},
        "same-square": {"P4"},
        "sight-blocked": {"P5"},
        "sight-forward": {"P5"},
        "too-far": {"P4"},
        "transform-empty": {"P5"},
        "transform-foreign": {"P5"},
        "transform-king": {"P5"},
        "transform-late": {"P9"},
        "unreachable": {"P4"},
        "unreadable": {"P10"},
    },
    "replicants": {
        "ally": {"R28"},
        "ambiguous": {"N4"},
        "arcs-below-three": {"R18"},
        "arcs-capture": {"R17"},
        "arcs-empty": {"R17"},
        "arcs-no-five": {"R17"},
        "arcs-nobody-moves": {"R17"},
        "arcs-not-free": {"R17"},
        "arcs-not-one": {"R17"},
        "arcs-only": {"R17"},
        "arcs-out-of-reach": {"R17"},
        "arcs-over": {"R17"},
        "arcs-own": {"R17"},
        "arcs-same-five": {"R17"},
        "arcs-target-twice": {"N7"},
        "arcs-unfinished": {"R17"},
        "blocked": {"R8"},
        "charge-full": {"R20"},
        "create-energy": {"R19"},
        "create-far": {"R19"},
        "create-matrix": {"R19"},
        "create-no-heart": {"R19"},
        "create-no-soul": {"R19"},
        "create-occupied": {"R19"},
        "create-threatened": {"R19"},
        "empty": {"N2"},
        "error.code": {"_WRITTEN[state.action] if error.rule == 'N2' else error.rule"},
        "fault.code": {"R19"},
        "forbidden-destruction": {"R24"},
        "forfeit": {"R30"},
        "found.code": {"found.rule"},
        "game-over": {"R22", "R30"},
        "matrix-threatened": {"R16"},
        "nearest.code": {"nearest.rule"},
        "no-overload": {"R13"},
        "no-such-hex": {"rule"},
        "no-such-piece": {"R14"},
        "no-such-soul": {"N1"},
        "not-to-act": {"R10"},
        "nothing-captured": {"N7"},
        "out-of-reach": {"R7"},
        "overload": {"R13"},
        "own-piece": {"R7"},
        "rotate-empty": {"R20"},
        "rotate-foreign": {"R20"},
        "skip": {"R21"},
        "strike-foreign": {"R13"},
        "strike-matrix": {"R13"},
        "turns": {"N2"},
        "unreadable": {"N2"},
        "wrong-action": {"R11", "R13"},
        "wrong-origin": {"N4"},
    },
}
"""Of each game: what is refused, by its code, and which rules that is about; names stand for what a call passes on."""


def test_what_is_written_alike_comes_first_whatever_case_and_spaces() -> None:
    assert similar(TEXTS, "4 e8")[0] == "4E7"
    assert similar(TEXTS, "move b1 > a1 x5") == ("MOVE B1>A1 x6",)


def test_where_nothing_is_alike_the_first_moves_are_offered() -> None:
    many_texts = tuple(f"E{number}" for number in range(99))
    assert similar(many_texts, "?") == many_texts[:MOST_SIMILAR]


def test_a_very_long_text_is_compared_by_its_beginning() -> None:
    assert similar(TEXTS, "q" * 1_000_000) == TEXTS


def refusals(game: str) -> Iterator[tuple[str, str]]:
    """Yield the code and the rule of every place where a game refuses a move, as its source has them."""
    for path in sorted((ROOT / "engine" / game).glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id not in OF_MOVES:
                continue
            named = {each.arg: each.value for each in node.keywords}
            code = node.args[0] if node.func.id == "Fault" else named.get("code", ast.Constant("ambiguous"))
            rule = node.args[1] if node.func.id == "Fault" else named.get("rule")
            yield (
                str(code.value) if isinstance(code, ast.Constant) else ast.unparse(code),
                "" if rule is None else str(rule.value) if isinstance(rule, ast.Constant) else ast.unparse(rule),
            )


def numbers(game: str) -> set[str]:
    """Return the numbers of the rules on a game's page."""
    found: set[str] = set()
    page = (ROOT / "docs" / f"{game}.md").read_text()
    for head in re.findall(r"(?m)^- \*\*([^*]+)\*\*", page):
        for first, last in re.findall(r"([A-Z]\d+)(?:–([A-Z]\d+))?", head):
            letter, low = first[0], int(first[1:])
            found |= {f"{letter}{number}" for number in range(low, int(last[1:] if last else low) + 1)}
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_of_a_move_names_the_rule_that_it_is_about(game: str) -> None:
    found: dict[str, set[str]] = {}
    for code, rule in refusals(game):
        found.setdefault(code, set()).add(rule)
    assert found == ABOUT[game]


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_that_a_refusal_names_is_on_the_page_of_the_game(game: str) -> None:
    rules = {number for each in ABOUT[game].values() for rule in each for number in re.findall(r"\b[A-Z]\d+\b", rule)}
    info = registry.get(game).info.turn_rules
    rules |= {each for each in (info.order, info.content, info.hidden, info.end, info.record) if each}
    assert rules <= numbers(game)


WORDS: tuple[str, ...] = (
    "",
    "-",
    "Y",
    "N",
    "L",
    "A",
    "E",
    "F",
    "D ZOM",
    "B ROB+ZOM>BBB",
    "I ZOM>TRI",
    "4E7",
    "xG8.4E6",
    "#C7",
    "!6D2",
)
WORDS += ("D2+", "b2-c3", "a3=K", "z9-z8", "h8-a1", "HUM@H1", "12E-7", "3W", "B1,H2", "MOVE B1>A1 x2", "PROD H1 x2")
WORDS += ("AMB A1", "CONV A1 SHE", "PORT H1>H1", "ROB+ZOM", "{never closed", "?!", "x" * 200)


@settings(max_examples=many(40, 1500), derandomize=True)
@given(st.sampled_from(GAMES), st.data())
def test_whatever_is_refused_in_play_names_a_rule_of_the_game(key: str, data: st.DataObject) -> None:
    game, rules = registry.get(key), numbers(key)
    mode = data.draw(st.sampled_from([each.key for each in game.info.modes]))
    session = Session.start(game, Setup(mode), Chance.from_text(str(data.draw(st.integers(0, 99)))))
    found = game.info.mode(mode)
    assert found is not None
    seats = list(range(1, found.seats + 1))
    for _ in range(data.draw(st.integers(0, 12))):
        if not session.to_act:
            break
        seat = min(session.to_act)
        moves = game.legal(session.state, seat)
        session = session.move(seat, game.format(session.state, seat, data.draw(st.sampled_from(list(moves)))))
    if data.draw(st.booleans()) and session.outcome is None:
        session = session.forfeit(data.draw(st.sampled_from(seats)))
    for word in WORDS:
        for seat in seats:
            for way in (session.move, session.play):
                try:
                    way(seat, word)
                except ArenaError as error:
                    assert error.rule in rules, (error, error.code)


@pytest.mark.parametrize("key", ["apex", "mutants"])
def test_a_move_behind_the_end_of_a_record_names_the_rule_of_the_end(key: str) -> None:
    from engine.record import read, replay, write

    game = registry.get(key)
    session = Session.start(game, Setup("2"), Chance.from_text("end")).forfeit(1)
    assert session.outcome is not None
    again = Session.start(game, session.setup, session.chance)
    seat = max(again.to_act)
    text = game.format(again.state, seat, game.legal(again.state, seat)[0])
    whole = write(session, ("Ann", "Bob"))
    line = f"{'P' if key == 'apex' else 'S'}{seat} {text}"
    with pytest.raises(RecordError) as caught:
        replay(read(f"{whole}{line}\n"))
    assert caught.value.rule == game.info.turn_rules.end
