"""Section 11: what is read and what is written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.apex.game import APEX
from engine.apex.notation import spread
from engine.apex.state import State
from engine.errors import AmbiguousMoveError, MoveError, NotationError
from engine.session import Session
from engine.turn import onward, parse_turn
from tests.engine.apex.kit import WORKED, play, position, session
from tests.volume import many

SIDES = ("HUM@H1 v0 e0/0/0/0 H1:5 A1:1", "MIN@H2 v0 e0/0/0/0 A1:2 H1:1", "SHE@H3 v0 e0/0/0/0 B1:1")


def setting_up() -> Session:
    return session("3")


def choosing() -> Session:
    return session("3", WORKED)


def fighting() -> Session:
    return session("3", position("1:3W 2:7W 3:8W", *SIDES))


def colonising() -> Session:
    return session("3", position("1:3C 2:7C 3:8C", "HUM@H1 v0 e0/0/0/0 A1:1 B1:1", *SIDES[1:]).replace("A1:2 H1", "H1"))


def expanding() -> Session:
    return session("3", position("1:3X 2:7X 3:8X", *SIDES, phase="expand 1 1/1/2/2/2"))


@pytest.mark.parametrize(
    ("start", "typed", "canonical"),
    [
        (setting_up, "hum@h3", "HUM@H3"),
        (setting_up, " Hum @ H 3 ", "HUM@H3"),
        (setting_up, "she", "SHE@H1"),
        (choosing, "3w", "3W"),
        (choosing, "03 W", "3W"),
        (choosing, "023X", "23X"),
        (fighting, "a1", "A1"),
        (fighting, "–", "-"),
        (colonising, "a 1", "A1"),
        (colonising, "-", "-"),
        (expanding, "move h1>a1", "MOVE H1>A1 x5"),
        (expanding, "MOVEH1>A1X2", "MOVE H1>A1 x2"),
        (expanding, "Movement h1 → a1 × 02", "MOVE H1>A1 x2"),
        (expanding, "move h1->a1 x 2", "MOVE H1>A1 x2"),
        (expanding, "port h1 > c2", "PORT H1>C2 x5"),
        (expanding, "portal h1>c2 x1", "PORT H1>C2 x1"),
        (expanding, "prod h1", "PROD H1"),
        (expanding, "produce H1 x1", "PROD H1"),
        (expanding, "amb a1", "AMB A1 MIN"),
        (expanding, "ambush A1 min", "AMB A1 MIN"),
        (expanding, "conv h1", "CONV H1 MIN"),
        (expanding, "convert h1 MIN x1", "CONV H1 MIN"),
        (expanding, "—", "-"),
    ],
)
def test_reading_is_lenient_and_writing_canonical(start: object, typed: str, canonical: str) -> None:
    assert callable(start)
    state = start().state
    move = APEX.parse(state, 1, typed)
    assert APEX.format(state, 1, move) == canonical
    assert APEX.parse(state, 1, canonical) == move


def test_two_players_name_the_discard() -> None:
    here = play(session("2"), "P1 HUM@H1", "P2 MIN@H2")
    one, two, *_ = here.state.sides[0].hand
    move = APEX.parse(here.state, 1, f" 0{one} e - {two}")
    assert APEX.format(here.state, 1, move) == f"{one}E-{two}"


@pytest.mark.parametrize(
    ("start", "typed", "code"),
    [
        (setting_up, "3W", "notation"),
        (setting_up, "XYZ@H1", "no-such-civilisation"),
        (setting_up, "HUM@A1", "no-such-home"),
        (setting_up, "HUM@H4", "no-such-home"),
        (choosing, "HUM", "notation"),
        (choosing, "3", "notation"),
        (choosing, "31W", "no-such-card"),
        (choosing, "0W", "no-such-card"),
        (choosing, "3Z", "notation"),
        (fighting, "MOVE H1>A1", "notation"),
        (fighting, "Z1", "no-such-slot"),
        (colonising, "PROD H1", "notation"),
        (expanding, "H1", "notation"),
        (expanding, "3W", "notation"),
        (expanding, "MOVE H1", "notation"),
        (expanding, "MOVE H1>Z9", "no-such-slot"),
        (expanding, "PROD Z9", "no-such-slot"),
        (expanding, "AMB Z9", "no-such-slot"),
    ],
)
def test_what_cannot_be_read_is_explained(start: object, typed: str, code: str) -> None:
    assert callable(start)
    state = start().state
    with pytest.raises(NotationError) as caught:
        APEX.parse(state, 1, typed)
    error = caught.value
    assert (error.code, error.given) == (code, typed)
    assert error.position
    legal = {APEX.format(state, 1, move) for move in APEX.legal(state, 1)}
    assert error.suggestions
    assert set(error.suggestions) <= legal


def test_a_card_left_out_is_told_from_one_that_is_not_in_hand() -> None:
    codes = {}
    for text in ("2W", "7W"):
        with pytest.raises(Exception, match=r"[Cc]ard") as caught:
            APEX.parse(choosing().state, 1, text)
        codes[text] = getattr(caught.value, "code", "")
    assert codes == {"2W": "card-left-out", "7W": "not-in-hand"}


def test_an_action_for_several_opponents_is_ambiguous() -> None:
    sides = (SIDES[0], SIDES[1], "SHE@H3 v0 e0/0/0/0 A1:1")
    here = session("3", position("1:3X 2:7X 3:8X", *sides, phase="expand 1 0/0/0/2/0"))
    with pytest.raises(AmbiguousMoveError) as caught:
        APEX.parse(here.state, 1, "AMB A1")
    assert caught.value.candidates == ("AMB A1 MIN", "AMB A1 SHE")
    with pytest.raises(NotationError):
        APEX.parse(here.state, 1, "AMB A1 XX")


@pytest.mark.parametrize(
    ("typed", "written", "entries"),
    [
        ("a1", "A1", ["A1", "-"]),
        ("a1,h1", "A1,H1", ["A1", "H1", "-"]),
        ("A1 / H1 / -", "A1,H1", ["A1", "H1", "-"]),
        ("A1,", "A1", ["A1", "-"]),
        ("A1,-", "A1", ["A1", "-"]),
        ("-", "-", ["-"]),
    ],
)
def test_a_war_that_is_typed_is_the_whole_war(typed: str, written: str, entries: list[str]) -> None:
    done = fighting().play(1, typed)
    assert done.last is not None
    assert done.last.text == written
    assert [entry.text for entry in done.entries] == entries


def test_half_a_war_can_be_gone_on_with() -> None:
    here = fighting()
    assert here.complete(1, "") == ["H1,", "A1,", "-"]
    assert here.complete(1, "a1,") == ["A1,H1", "A1"]
    assert here.complete(1, "a1/h") == ["A1,H1"]
    assert not here.preview(1, "A1").over


def test_half_an_expansion_can_be_gone_on_with() -> None:
    here = expanding()
    assert here.complete(1, "prod")[0] == "PROD H1/"
    assert here.complete(1, "prod h1 x2/amb a")[0] == "PROD H1/PROD H1/AMB A1 MIN/"
    one = session("3", position("1:3X 2:7X 3:8X", *SIDES, phase="expand 1 0/0/1/0/0"))
    assert one.complete(1, "") == ["PROD H1", "-"]
    assert one.complete(1, "PROD H1/") == ["PROD H1/-"]
    turn = parse_turn(APEX, one.state, 1, "PROD H1")
    assert (turn.over, turn.barrier, onward(APEX, turn, 1)) == (False, False, "")
    assert one.play(1, "PROD H1").entries == one.play(1, "PROD H1/-").entries


def test_an_expansion_in_parts_is_one_turn() -> None:
    done = expanding().play(1, "prod h1").play(1, "amb a1/prod h1").play(1, "-")
    assert done.last is not None
    assert done.last.text == "PROD H1/AMB A1 MIN/PROD H1/-"
    assert len({entry.turn for entry in done.entries}) == 1


@settings(max_examples=many(100, 200))
@given(mode=st.sampled_from("23456"), seed=st.integers(0, 5), at=st.integers(0, 300), free=st.randoms())
def test_whatever_the_grammar_allows_is_read(mode: str, seed: int, at: int, free: Random) -> None:
    """A legal move, its parts left out that may be, in any case, with any spaces and zeros."""
    states = decisions(mode, seed)
    state = states[at % len(states)]
    seat = free.choice(sorted(APEX.to_act(state)))
    move = free.choice(APEX.legal(state, seat))
    text = APEX.format(state, seat, move)
    for shorter in shortened(text):
        try:
            if APEX.parse(state, seat, shorter) == move and free.random() < 0.7:
                text = shorter
        except AmbiguousMoveError as error:
            assert text in error.candidates
    tokens = re.findall(r"[A-Z]+@?|\d+|\S", text) if text != "-" else ["-"]
    written = "".join(token + " " * free.randrange(3) for token in spelt(tokens, free))
    assert APEX.parse(state, seat, written) == move, written


@cache
def decisions(mode: str, seed: int) -> list[State]:
    here, choose, found = session(mode, seed=str(seed)), Random(seed), []
    while here.to_act and here.view(None).age < 3:
        seat = min(here.to_act)
        if not here.sealed:
            found.append(here.state)
        here = here.move(seat, APEX.format(here.state, seat, choose.choice(APEX.legal(here.state, seat))))
    return found


def shortened(text: str) -> list[str]:
    """Return a canonical text without its count, its civilisation or its home slot, where it has one."""
    found = [re.sub(r" x\d+$", "", text), re.sub(r"@H\d$", "", text)]
    if text.startswith(("AMB", "CONV")):
        found.append(text.rsplit(" ", 1)[0])
    return found


def spelt(tokens: list[str], free: Random) -> Iterator[str]:
    for place, token in enumerate(tokens):
        if token.isdecimal() and (place == 0 or tokens[place - 1] == "-"):
            yield "0" * free.randrange(2) + token  # a card
        else:
            yield free.choice((token, token.lower(), token.upper(), token.title()))


def test_a_line_too_long_for_an_action_is_none_of_several() -> None:
    assert spread("PROD H1 x02") == ("PROD H1", "PROD H1")
    long = f"PROD H1 x{'0' * 80}2"
    assert spread(long) == (long,)


# Moves that are refused for their count, or as nobody may make one any more.


def refusals_expanding() -> Session:
    return session("3", position("1:3X 2:7X 3:8X", *SIDES, phase="expand 1 1/1/2/2/2"))


def refused(here: Session, seat: int, text: str) -> MoveError:
    with pytest.raises(MoveError) as caught:
        APEX.parse(here.state, seat, text)
    return caught.value


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("PROD H1 x0", "count", "A count must be at least 1."),
        ("PROD H1 x2", "count", "That's 2 actions; write just one."),
        ("AMB A1 MIN x0", "count", "A count must be at least 1."),
        ("CONV A1 MIN x2", "count", "That's 2 actions; write just one."),
        ("PROD Z9", "no-such-slot", "This map has no sector Z9."),
        ("AMB Z9 MIN", "no-such-slot", "This map has no sector Z9."),
    ],
)
def test_a45_one_action_at_a_time(text: str, code: str, words: str) -> None:
    error = refused(refusals_expanding(), 1, text)
    assert (error.code, str(error.text)) == (code, words)


def test_a64_nobody_moves_after_the_end_or_after_resigning() -> None:
    one_left = refusals_expanding().forfeit(2).forfeit(3)
    assert one_left.outcome is not None
    error = refused(one_left, 1, "-")
    assert (error.code, error.rule) == ("game-over", "A64")
    gone = refused(refusals_expanding().forfeit(2), 2, "-")
    assert (gone.code, gone.rule) == ("gone", "A64")
    assert gone.suggestions == ()
