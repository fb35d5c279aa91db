"""What hides a secret, mask by mask: each of these fails if the engine shows what its reader may not know."""

from __future__ import annotations

import pytest

from engine import record
from engine.auto_turns import only_turn
from engine.chance import Chance
from engine.errors import TurnError
from engine.events import Event
from engine.game import Setup
from engine.mutants.components import title
from engine.mutants.game import MUTANTS
from engine.mutants.parse import ambiguous_card, ambiguous_copy
from engine.mutants.state import State
from engine.seat import Seat
from engine.session import Session
from engine.text import Text
from tests.engine.mutants.tables import THREE, Laid, play, revolt, table, told

TAKES: Laid = {"hand": "TAO ROB", "discard": "WAR ZOM"}


def to_all(events: list[Event]) -> str:
    return " ".join(str(event.text()) for event in events if event.audience is None)


def to_one(events: list[Event], seat: Seat) -> str:
    return " ".join(str(event.text()) for event in events if event.audience == frozenset({seat}))


def drafting(picks: int) -> tuple[State, list[Event]]:
    """Return a draft of two in which each has picked the first card of so many packs, with what happened last."""
    state, events = MUTANTS.initial(Setup("2"), Chance.from_text("masks")), list[Event]()
    for _ in range(picks):
        step = MUTANTS.apply(state, {seat: MUTANTS.legal(state, seat)[0] for seat in (1, 2)})
        state, events = step.state, list(step.events)
    return state, events


def test_picks_are_seen_by_their_seat() -> None:
    """M60."""
    state, _ = drafting(2)
    drafts = [MUTANTS.view(state, reader).draft for reader in (None, 1, 2)]
    assert [draft.picks if draft else () for draft in drafts] == [None, state.picks[0], state.picks[1]]


def test_a_position_in_a_draft_has_the_pack_of_its_reader() -> None:
    """M60."""
    state, _ = drafting(1)
    for reader in (1, 2):
        pack, own = "+".join(state.packs[reader - 1]), "+".join(state.picks[reader - 1])
        assert f"pack {pack} own {own}" in MUTANTS.masked_position(state, reader)
    assert "pack ? own ?" in MUTANTS.masked_position(state, None)


def test_which_cards_a_reserve_has_is_told_to_its_seat() -> None:
    """M60, M73."""
    state, events = drafting(6)
    shown = {code for side in state.sides for code in (pile[0] for pile in side.piles)}
    for seat, picks in enumerate(state.picks, 1):
        assert all(str(title(code)) in to_one(events, seat) for code in picks)
        assert not [code for code in set(picks) - shown if str(title(code)) in to_all(events)]


def test_a_freezer_is_shown_in_the_order_of_the_data_file() -> None:
    """M58: in which order its cards came is nobody's business when it is opened."""
    side = MUTANTS.view(table({"freezer": "TRI WAR ZOM"}, {}), 1).sides[0]
    assert side.freezer == ("ZOM", "WAR", "TRI")


@pytest.mark.parametrize(
    ("laid", "texts", "secret"),
    [
        (TAKES, ("D TAO", "ZOM"), "Zombie"),
        ({"hand": "NOB ROB", "discard": "ZOM WAR"}, ("D NOB", "ZOM"), "Zombie"),
        ({"A": "DEM", "L": "AUT", "R": "rob", "hand": "ZOM ROB"}, ("L", "ZOM"), "Zombie"),
    ],
)
def test_what_moves_unseen_is_named_to_its_seat(laid: Laid, texts: tuple[str, ...], secret: str) -> None:
    """M58, M59: taken from the discard, frozen from there or from the hand."""
    _, events = told(table(laid, {}), *texts)
    assert secret in to_one(events, 1)
    assert secret not in to_all(events)


def veil_of(state: State, text: str) -> Text | None:
    return MUTANTS.veil(state, 1, MUTANTS.parse(state, 1, text))


def test_in_a_revolt_what_is_frozen_lies_face_up_and_what_is_taken_does_not() -> None:
    """M59, M68."""
    taking = play(revolt(TAKES, {"deck": "EVH EVH"}), "D TAO")
    assert str(veil_of(taking, "ZOM")) == "takes a card from the discard"
    freezing = play(revolt({"hand": "NOB ROB", "discard": "ZOM WAR"}, {"deck": "EVH EVH"}), "D NOB")
    assert veil_of(freezing, "ZOM") is None


@pytest.mark.parametrize(
    ("laid", "texts"),
    [
        ({"hand": "TAO ZOM ZOM", "discard": "ZOM ROB"}, ("D TAO", "ZOM")),
        ({"hand": "ROB DEM DEM", "deck": "DEM"}, ("D ROB",)),
        ({"hand": "ROB DEM", "deck": "", "discard": "WAR WAR"}, ("D ROB",)),
    ],
)
def test_an_answer_that_hidden_cards_force_does_not_come_by_itself(laid: Laid, texts: tuple[str, ...]) -> None:
    """N6: it would tell what the hand or the discard has."""
    state = play(table(laid, {}), *texts)
    (seat,) = MUTANTS.to_act(state)
    assert len(MUTANTS.legal(state, seat)) == 1
    assert only_turn(MUTANTS, state, seat) is None


def copy_for(state: State, reader: Seat | None, **options: str) -> str:
    """Return the copy of a running match, begun from a position, that a reader gets."""
    setup = Setup(str(len(state.sides)), tuple(options.items()), position=MUTANTS.write_position(state))
    session = Session.start(MUTANTS, setup, Chance.from_text("a secret"))
    return record.write(session, [], reveal=False, reader=reader)


def test_a_copy_of_a_running_match_has_no_seed() -> None:
    """N14: with it anybody could work out what will be drawn."""
    chance = Chance.from_text("a secret")
    session = Session.start(MUTANTS, Setup("2"), chance)
    assert chance.seed.hex() not in record.write(session, [], reveal=False, reader=1)
    assert chance.seed.hex() in record.write(session, [])


def test_a_copy_that_starts_from_a_position_has_what_its_reader_may_know_of_it() -> None:
    """M57, M58."""
    state = table({"hand": "ROB ZOM", "deck": "WAR ALN"}, {"hand": "LYC DEM", "deck": "ALN"})
    copies = [copy_for(state, reader, reserve="ready") for reader in (None, 1, 2)]
    assert ["h=ROB+ZOM" in copy for copy in copies] == [False, True, False]
    assert ["h=LYC+DEM" in copy for copy in copies] == [False, False, True]
    assert not [copy for copy in copies if "d=" in copy or "WAR" in copy]


def test_charts_do_not_count_freezers_that_are_closed() -> None:
    """M58: the summary of a running match has them, for everybody."""
    assert MUTANTS.standing(table({"freezer": "TRI ZOM", "points": 3}, {})).values == (3.0, 0.0)


def test_who_left_is_told_no_more_of_cards_than_a_spectator() -> None:
    """M78."""
    laid = {"hand": "ROB ZOM", "deck": "WAR ALN ROB", "discard": "LYC DEM", "freezer": "ZOM", "reserve": THREE}
    state = MUTANTS.forfeit(table(laid, laid, {}, force={3: 4, 1: 5, 2: 7}), 2).state
    assert MUTANTS.cards(state, 2) == MUTANTS.cards(state, None)
    for code in ("ROB", "WAR", "LYC", "ZOM", "NOB"):
        assert MUTANTS.whereabouts(state, 2, code) == MUTANTS.whereabouts(state, None, code)


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("text", ["?", "D ?", "D MRV", "D RO", "B DEM+ROB>TRI", "D ROB/D DEM", "D RHI", ""])
def test_the_position_in_an_error_is_the_askers(seat: Seat, text: str) -> None:
    """M57, M58: whether the text cannot be read, is against the rules, names too little, or is not finished."""
    sides: list[Laid] = [
        {"hand": "ROB DEM RHI", "deck": "WAR", "freezer": "WAR", "reserve": ("TRI", "BOS", "")},
        {"hand": "ZOM LYC RHI", "deck": "ALN", "freezer": "ALN", "reserve": ("TRI", "BOS", "")},
    ]
    state = table(*sides, turn=seat)
    line = MUTANTS.write_position(state)
    session = Session.start(MUTANTS, Setup("2", (("reserve", "ready"),), position=line), Chance.from_text("error"))
    with pytest.raises(TurnError) as caught:
        session.play(seat, text)
    parts = caught.value.position.split(" | ")
    own, other = (next(part for part in parts if part.startswith(f"S{each} ")) for each in (seat, 3 - seat))
    assert f"h={'+'.join(state.sides[seat - 1].hand)}" in own
    assert " h3 " in other
    assert other.endswith(" f1")


def test_the_position_in_an_error_of_a_text_with_two_meanings_is_the_askers() -> None:
    """M57, M58."""
    state = table({"hand": "ROB DEM", "deck": "WAR"}, {"hand": "ZOM LYC", "deck": "ALN"}, turn=2)
    cards = [state.rules.components.card(code) for code in ("ZOM", "LYC")]
    for error in (
        ambiguous_card(state, 2, "zo", "D zo", cards),
        ambiguous_copy(state, 2, "L", MUTANTS.legal(state, 2)[:2]),
    ):
        assert "h=ZOM+LYC" in error.position
        assert "ROB" not in error.position
