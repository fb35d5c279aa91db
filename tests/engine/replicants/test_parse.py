"""N1 and N3 to N7: actions and results in the official notation."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine.errors import AmbiguousMoveError, MoveError, NotationError
from engine.outcome import Outcome
from engine.replicants.game import REPLICANTS
from engine.replicants.outcome import points_text, safe_name
from engine.replicants.state import State
from engine.text import say
from engine.turn import complete_turn
from tests.engine.replicants.kit import arrange, crowded, legal_texts, refused, start
from tests.engine.replicants.reference import arena, name_of
from tests.engine.replicants.test_end import contest
from tests.volume import many

AWAY = "1A2:0 2A3:0 3B2:0 3B1:0"

EXAMPLES = {
    "E": start("2"),
    "#C7": arrange("2", "1E8:3 2D8:3 2F8:3 2F9:3 3C7:3", AWAY, when="T5.1.1", energy=(9, 0)),
    "4E7": arrange("2", "1F9:3 2D8:3 2F8:3 4E8:3", AWAY),
    "4G8E7": arrange("2", "1F9:3 2D8:3 2F8:3 4E8:3 4G8:0", AWAY),
    "6H5x": arrange("2", "1F9:3 2D8:3 2F8:3 6H4:0", f"{AWAY} 4H5:3"),
    "xG8.xG7.4E6": arrange("2", "1F9:3 2D8:3 2F8:3 5F6:0 4E7:3", f"{AWAY} 2G8:3 3G7:3"),
    "!6D2": arrange("2", "1E2:0 2E3:0 2F2:0 2D1:0", "1F9:3 2D8:3 2F8:3 2E8:3", energy=(6, 0), reserve=("6", "")),
    "D2-": arrange("2", "1E2:0 2E3:0 2F2:0 6D2:0", AWAY, when="T5.1.3"),
    "D2+": arrange("2", "1E2:0 2E3:0 2F2:0 6D2:0", AWAY, when="T5.1.3"),
    "#H9": arrange("2", "1F8:3 2D8:3 2F9:3 2H9:3", AWAY, when="T15.1.1", energy=(9, 0)),
}
"""Every action that the official notation's text shows, in a position where it is legal."""


def read_and_written(state: State, text: str) -> str:
    return REPLICANTS.format(state, state.seat, REPLICANTS.parse(state, state.seat, text))


@pytest.mark.parametrize("text", EXAMPLES)
def test_n3_to_n5_the_printed_examples_both_ways(text: str) -> None:
    state = EXAMPLES[text]
    assert text in legal_texts(state)
    assert read_and_written(state, text) == text


@pytest.mark.parametrize("action", [1, 3])
def test_n3_n5_the_charge(action: int) -> None:
    state = arrange("2", "1F9:3 2D8:3 2F8:3 4E8:3", AWAY, when=f"T5.1.{action}")
    assert read_and_written(state, "E") == "E"


def test_n4_the_origin_is_written_only_where_two_could_go() -> None:
    both = EXAMPLES["4G8E7"]
    assert {"4G8E7", "4E8E7"} <= set(legal_texts(both))
    assert "4E7" not in legal_texts(both)
    with pytest.raises(AmbiguousMoveError) as caught:
        REPLICANTS.parse(both, 1, "4E7")
    assert caught.value.candidates == ("4E8E7", "4G8E7")
    assert (caught.value.code, caught.value.rule) == ("ambiguous", "N4")
    assert caught.value.suggestions == caught.value.candidates
    assert caught.value.position == REPLICANTS.write_position(both)


def test_n4_only_legal_moves_make_an_origin_necessary() -> None:
    # Facing to the upper right, the 4 on G8 does not reach E7.
    state = arrange("2", "1F9:3 2D8:3 2F8:3 4E8:3 4G8:1", AWAY)
    assert "4E7" in legal_texts(state)
    assert read_and_written(state, "4E8E7") == "4E7"  # N7: a superfluous origin
    assert refused(state, "4G8E7").rule == "R7"


def test_n4_an_origin_in_a_volley_counts_those_who_may_follow() -> None:
    # Both 5s walk to H7, but only the one on F5 reaches F7 with its arcs, so only the other may go.
    state = arrange("2", "1A3:0 2A2:3 5F5:0 5H9:0", "1I7:0 2I6:0 2D3:0 3G9:0 2F7:3")
    assert {"5F5H7", "5H9H7", "xF7.5H7"} <= set(legal_texts(state))
    assert read_and_written(state, "xF7.5H9H7") == "xF7.5H7"
    assert refused(state, "xF7.5F5H7").code == "arcs-same-five"


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("E", ["e", " E ", "e\t"]),
        ("#C7", ["#c7", "# C 7"]),
        ("4E7", ["4e7", "4 E7", "4E8E7", "4e8 e7"]),
        ("4G8E7", ["4g8e7", "4 G8 E7"]),
        ("6H5x", ["6h5x", "6H5X", "6H5", "6H4H5x", "6H5×", "6 h5 ✕"]),
        ("xG8.xG7.4E6", ["XG8.XG7.4E6", "xg7.xg8.4e6", "×G7 . ×G8 . 4E7E6", "x G8.x G7.4 E6"]),
        ("!6D2", ["!6d2", "! 6 D2"]),
        ("D2-", ["d2-", "D2–", "D2—", "D2−", "D2‐", "D2 -"]),
        ("D2+", ["d2+", "D2 +"]),
    ],
)
def test_n7_reading_is_lenient(text: str, typed: list[str]) -> None:
    for each in typed:
        assert read_and_written(EXAMPLES[text], each) == text


@pytest.mark.parametrize(
    ("example", "typed"),
    [
        ("4E7", "4E8E7"),
        ("6H5x", "6H4H5×"),
        ("xG8.xG7.4E6", "xG7.xG8.4E6"),
    ],
)
def test_n7_a_lenient_spelling_is_completed_to_the_canonical_one(example: str, typed: str) -> None:
    assert complete_turn(REPLICANTS, EXAMPLES[example], 1, typed) == [f"{example}/"]
    assert complete_turn(REPLICANTS, EXAMPLES[example], 1, f"{typed}0") == []


def test_n7_an_x_where_nothing_is_captured_is_an_error() -> None:
    error = refused(EXAMPLES["4E7"], "4E7x")
    assert (error.code, error.rule, error.suggestions) == ("nothing-captured", "N7", ("4E7",))


def test_n7_the_x_of_arcs_is_compulsory_and_targets_are_named_once() -> None:
    state = EXAMPLES["xG8.xG7.4E6"]
    for text in ("G8.G7.4E6", "xG8.G7.4E6", "xG8xG7.4E6"):
        error = refused(state, text)
        assert isinstance(error, NotationError)
        assert "xG8.xG7.4E6" in error.suggestions
    error = refused(state, "xG8.xG8.4E6")
    assert (error.code, error.rule) == ("arcs-target-twice", "N7")
    assert isinstance(error, NotationError)


@pytest.mark.parametrize(
    ("text", "code", "rule"),
    [
        ("", "empty", "N4"),
        ("hello", "unreadable", "N4"),
        ("E7", "unreadable", "N4"),
        ("4", "unreadable", "N4"),
        ("4E7=", "unreadable", "N4"),
        ("4G8E7E6", "unreadable", "N4"),
        ("F", "forfeit", "R30"),
        ("8E7", "no-such-soul", "N1"),
        ("0E7", "no-such-soul", "N1"),
        ("!9E7", "no-such-soul", "N1"),
        ("4E9", "no-such-hex", "R7"),
        ("4Z1", "no-such-hex", "R7"),
        ("4E10", "no-such-hex", "R7"),
        ("4A1E7", "no-such-hex", "R2"),
        ("#A1", "no-such-hex", "R2"),
        ("A1+", "no-such-hex", "R2"),
        ("xA1.4E7", "no-such-hex", "R2"),
        ("xG7.4A1", "no-such-hex", "R7"),
        ("xG7.9E7", "no-such-soul", "N1"),
        ("!4J5", "no-such-hex", "R2"),
    ],
)
def test_n1_what_is_no_action_at_all(text: str, code: str, rule: str) -> None:
    error = refused(EXAMPLES["4E7"], text)
    assert isinstance(error, NotationError)
    assert (error.code, error.rule) == (code, rule)
    assert error.suggestions


def test_n7_a_typing_slip_gets_what_was_meant() -> None:
    assert refused(EXAMPLES["4E7"], "4EE7").suggestions[0] == "4E7"
    assert refused(EXAMPLES["!6D2"], "6!D2").suggestions[0] == "!6D2"


# N6, results


def outcome(code: str, ranks: tuple[int, ...], points: tuple[float, ...] = (), by: int = 1) -> Outcome:
    return Outcome(ranks, say("Because."), code, points, by=by)


THREE = ("Eric", "Lucy", "Paul")
FOUR = ("Eric", "Lucy", "Paul", "Carole")
RESULTS = [
    ("(M.Luc)", outcome("M", (1, 2)), ("Luc", "Eric")),
    ("(R.Luc)", outcome("R", (1, 2)), ("Luc", "Eric")),
    ("(M.Luc.Carole)", outcome("M", (1, 2, 1, 2)), ("Luc", "Eric", "Carole", "Paul")),
    ("(R.Luc.5,5.Emma.4)", outcome("R", (1, 2, 3), (5.5, 4, 1)), ("Luc", "Emma", "Eddy")),
    ("(M.Luc.4,5.Emma.3.Eddy.2)", outcome("M", (1, 2, 3, 4), (4.5, 3, 2, 6)), ("Luc", "Emma", "Eddy", "Eric")),
    ("(M.Luc.4,5.Emma=Eddy.4)", outcome("M", (1, 2, 2, 4), (4.5, 4, 4, 6)), ("Luc", "Emma", "Eddy", "Eric")),
    ("(M.Lucy.4,5.Eric.2)", outcome("M", (2, 1, 3), (2, 4.5, 0), by=2), THREE),
    ("(R.Lucy.3,5.Eric.2)", outcome("R", (2, 1, 3), (2, 3.5, 0), by=2), THREE),
    ("(R.Paul=Eric.5)", outcome("R", (1, 3, 1), (5, 2, 5), by=2), THREE),
    ("(M.Eric.Paul)", outcome("M", (1, 2, 1, 2)), FOUR),
    ("(R.Lucy.Carole)", outcome("R", (2, 1, 2, 1), by=2), FOUR),
    ("(M.Lucy.4,5.Eric.4.Carole.3)", outcome("M", (2, 1, 4, 3), (4, 4.5, 1, 3), by=2), FOUR),
    ("(R.Paul=Eric.5.Carole.4)", outcome("R", (1, 4, 1, 3), (5, 7, 5, 4), by=2), FOUR),
    ("(F.Eric.2.Paul.0)", outcome("F", (1, 3, 2), (2, 3, 0), by=2), THREE),
]


@pytest.mark.parametrize(("text", "result", "names"), RESULTS)
def test_n6_the_printed_results_both_ways(text: str, result: Outcome, names: tuple[str, ...]) -> None:
    assert REPLICANTS.result_text(result, names) == text
    assert REPLICANTS.same_result(text, result, names)


@pytest.mark.parametrize(("text", "result", "names"), RESULTS)
def test_n6_a_wrong_result_is_told_apart(text: str, result: Outcome, names: tuple[str, ...]) -> None:
    for other, *_ in RESULTS:
        said = REPLICANTS.same_result(other, result, names)
        assert said == (other == text)


def test_n6_results_are_read_leniently() -> None:
    tie, names = outcome("R", (1, 4, 1, 3), (5, 7, 5, 4), by=2), FOUR
    for text in ("(R.Eric=Paul.5.Carole.4)", "( r . paul = eric . 5,0 . carole . 4 )", "()", "(R)"):
        assert REPLICANTS.same_result(text, tie, names)
    for text in ("(R.Eric=Paul.5)", "(M)", "(R.Eric=Paul.5,5.Carole.4)", "(R.Eric.5.Paul.5.Carole.4)", "(R.Lucy)"):
        assert not REPLICANTS.same_result(text, tie, names)


def test_n6_teammates_are_read_in_any_order() -> None:
    won = outcome("M", (1, 2, 1, 2))
    assert REPLICANTS.same_result("(M.Paul.Eric)", won, FOUR)
    for text in ("(M.Paul)", "(M.Paul.Lucy)", "(M.Eric.Paul.Lucy)", "(Paul.Eric.M)"):
        assert not REPLICANTS.same_result(text, won, FOUR)


def test_n6_case_counts_where_it_alone_tells_two_players_apart() -> None:
    won, names = outcome("M", (1, 2)), ("Luc", "luc")
    assert REPLICANTS.same_result("(m.Luc)", won, names)
    assert not REPLICANTS.same_result("(M.luc)", won, names)


def test_n6_spaces_in_names_do_not_matter() -> None:
    assert REPLICANTS.same_result("(M.Jean \n Luc)", outcome("M", (1, 2)), ("Jean Luc", "Eric"))


def test_n6_ties_are_written_in_turn_order_after_the_last_player() -> None:
    ranks, points = (1, 1, 1, 4), (5.0, 5.0, 5.0, 1.0)
    written = [REPLICANTS.result_text(outcome("R", ranks, points, by=by), "abcd") for by in (1, 2, 3, 4)]
    assert written == ["(R.b=c=a.5)", "(R.c=a=b.5)", "(R.a=b=c.5)", "(R.a=b=c.5)"]


@pytest.mark.parametrize(("points", "text"), [(0.0, "0"), (4.0, "4"), (4.5, "4,5"), (10.0, "10"), (10.5, "10,5")])
def test_n6_points_have_a_decimal_comma(points: float, text: str) -> None:
    assert points_text(points) == text


@pytest.mark.parametrize(
    ("name", "text"),
    [("Luc", "Luc"), (" Jean  Luc\n", "Jean Luc"), ("a.b,c=d(e)f/g", "a_b_c_d_e_f_g"), ("", "_"), ("..", "__")],
)
def test_n7_names_are_made_safe(name: str, text: str) -> None:
    assert safe_name(name) == text


# Errors: every reason against a move is found, whatever is typed, and what is suggested is legal.


SEEN_OFTEN = {
    "ally",
    "arcs-capture",
    "arcs-empty",
    "arcs-not-free",
    "arcs-not-one",
    "arcs-only",
    "arcs-out-of-reach",
    "arcs-over",
    "arcs-own",
    "arcs-same-five",
    "arcs-target-twice",
    "arcs-unfinished",
    "blocked",
    "charge-full",
    "create-energy",
    "create-far",
    "create-matrix",
    "create-no-heart",
    "create-no-soul",
    "create-occupied",
    "create-threatened",
    "forbidden-destruction",
    "matrix-threatened",
    "no-overload",
    "no-such-hex",
    "no-such-piece",
    "no-such-soul",
    "nothing-captured",
    "out-of-reach",
    "overload",
    "own-piece",
    "rotate-empty",
    "rotate-foreign",
    "skip",
    "strike-foreign",
    "unreadable",
    "wrong-action",
    "wrong-origin",
}


def typed(state: State, legal: list[str], draw: random.Random) -> str:
    """Return something well formed that a person might type here."""
    places = [name_of(where) for where in arena(state.rules.mode.key)]
    taken = [piece.hex for piece in REPLICANTS.view(state, None).pieces]

    def where() -> str:
        return draw.choice(taken if draw.random() < 0.6 else places)

    def go() -> str:
        origin = where() if draw.random() < 0.3 else ""
        return f"{draw.randint(1, 7)}{origin}{where()}{draw.choice(['', 'x'])}"

    volleys = [text for text in legal if text.startswith("x")]
    kind = draw.randrange(6)
    if kind == 0:
        return f"!{draw.randint(1, 7)}{where()}"
    if kind == 1:
        return ".".join(f"x{where()}" for _ in range(draw.randint(1, 3))) + draw.choice(["", f".{go()}"])
    if kind == 2 and volleys:
        targets = [part for part in draw.choice(volleys).split(".") if part.startswith("x")]
        extra = [f"x{where()}"] if draw.random() < 0.3 else []
        return ".".join([*targets, *extra]) + draw.choice(["", f".{go()}", f".{go()}"])
    if kind == 3:
        return draw.choice(["E", "0", f"#{where()}", f"{where()}+", f"{where()}-", "4Z9", "9E8", "E7", "4"])
    return go()


def test_every_refusal_has_a_reason_a_rule_and_legal_suggestions() -> None:
    draw = random.Random("refusals")
    codes: Counter[str] = Counter()
    for _ in range(many(150, 300)):
        mode = draw.choice(["2", "3", "4", "teams"])
        state = start(mode, crowded(mode, draw))
        legal = legal_texts(state)
        for _ in range(25):
            text = typed(state, legal, draw)
            try:
                move = REPLICANTS.parse(state, state.seat, text)
            except MoveError as error:
                codes[error.code] += 1
                assert error.rule
                assert error.given == text
                assert error.position == REPLICANTS.write_position(state)
                assert 0 < len(error.suggestions) <= max(10, len(getattr(error, "candidates", ())))
                assert set(error.suggestions) <= set(legal)
                assert str(error.text)
            else:
                assert REPLICANTS.format(state, state.seat, move) in legal
    assert set(codes) >= SEEN_OFTEN


def test_whose_turn_it_is_and_whether_the_game_is_over() -> None:
    state = start("2")
    for seat, over, code in ((2, False, "not-to-act"), (1, True, "game-over"), (2, True, "game-over")):
        shown = REPLICANTS.forfeit(state, 1).state if over else state
        try:
            REPLICANTS.parse(shown, seat, "E")
        except MoveError as error:
            assert (error.code, error.suggestions) == (code, ())
            assert error.position == REPLICANTS.write_position(shown)
        else:
            raise AssertionError("a move out of turn was accepted")


def test_the_replicant_in_the_way_is_named() -> None:
    state = arrange("2", "1A3:0 3A2:3 3B1:3 6E5:0", "1I7:0 2I8:0 2H8:0 2F6:0")
    assert str(refused(state, "6G7").text) == (
        "Your 6 on E5 can't walk over F6 to G7: the Replicant in the way is Player 2's 2 on F6."
    )


def test_a_5_that_would_walk_onto_its_arcs_is_told_to_fire() -> None:
    state = arrange("2", "1D7:3 2D8:3 2F9:3 5E5:0", "1A2:0 2A3:0 2B2:0 3A4:0 2E7:0 3F7:0")
    error = refused(state, "5E7x")
    assert (error.code, error.rule) == ("arcs-only", "R17")
    assert str(error.text) == "Your 5 on E5 only reaches E7 with arcs; it can't move there."
    assert all(text.startswith("xE7.") for text in error.suggestions)
    empty = refused(state, "5D5")  # an arc hex too, with nobody to strike on it
    assert empty.code == "arcs-only"
    assert not any(text.startswith("x") for text in empty.suggestions)


def test_suggestions_go_to_the_nearest_hexes_first() -> None:
    state = arrange("2", "1A3:0 3A2:3 3B1:3 7E5:0", "1I7:0 2I8:0 2H8:0 2G9:0")
    assert refused(state, "7E8").suggestions[:2] == ("7E7", "7E6")
    assert refused(state, "7B3").suggestions[0] == "7C3"


def test_the_points_that_forbid_a_destruction_are_told() -> None:
    assert str(refused(contest(), "7G7x").text) == (
        "You can't make this destruction: it would end the game with 4.5 points for you and 5 for Player 3."
    )
