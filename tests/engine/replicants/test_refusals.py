"""Errors: every reason against a move is found, whatever is typed, and what is suggested is legal."""

from __future__ import annotations

import random
from collections import Counter

from engine.errors import MoveError
from engine.replicants.game import REPLICANTS
from engine.replicants.state import State
from tests.engine.replicants.positions import arrange, crowded, legal_texts, refused, start
from tests.engine.replicants.reference import arena, name_of
from tests.engine.replicants.test_end import contest
from tests.volume import many

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
        "Your 6 on E5 can't walk to G7 over F6, because of the Replicant in its way: Player 2's 2 on F6."
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
        "Forbidden destruction: it would end the game with 4.5 points for you and 5 for Player 3."
    )
