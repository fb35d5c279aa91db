"""Who knows what (M56 to M60, M68, M78), veils (N8), and positions that look alike."""

from __future__ import annotations

import random

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
from tests.engine.kit import label
from tests.engine.mutants.kit import SETUPS, THREE, TablesLaid, revolt, table, tables_play, told
from tests.volume import many

FULL: TablesLaid = {
    "hand": "ROB ZOM",
    "deck": "WAR ALN ROB",
    "discard": "LYC DEM",
    "freezer": "ZOM TRI",
    "incubator": "BOS",
    "L": "rob",
    "reserve": THREE,
}


def test_what_all_see() -> None:
    """M56: sizes, tops, stacks; K.O. cards too."""
    seen = MUTANTS.view(table(FULL, {}, force={1: 5, 2: 5}), None)
    side = seen.sides[0]
    sizes = (side.hand_size, side.deck_size, side.discard_size, side.freezer_size)
    assert sizes == (2, 3, 2, 2)
    assert (side.discard_top, side.incubator) == ("DEM", "BOS")
    assert [(pile.top, pile.size) for pile in side.piles] == [("TRI", 2), ("RHI", 2), ("ORI", 2)]
    assert [(zone.name, zone.card, zone.down) for zone in side.arena] == [
        ("A", "", False),
        ("L", "ROB", True),
        ("R", "", False),
    ]
    assert seen.force[5] == (1, 2)
    assert seen.score == ((0, (1, 2)),)
    assert (seen.round, seen.first, seen.owner, seen.to_act) == (1, 1, 1, (1,))
    hidden = (side.hand, side.deck, side.discard, side.freezer, side.freezer_values, side.unseen, side.freezer_points)
    assert hidden == (None,) * 7


def test_what_the_owner_sees() -> None:
    """M57 to M60: hand, discard and freezer; of deck and reserve what is in them, not the order."""
    side = MUTANTS.view(table(FULL, {}), 1).sides[0]
    assert (side.hand, side.discard, side.freezer) == (("ROB", "ZOM"), ("LYC", "DEM"), ("ZOM", "TRI"))
    assert (side.deck, side.unseen) == (("ROB", "WAR", "ALN"), ("NOB", "AST", "KRU"))
    assert (side.freezer_values, side.freezer_points) == ((1, 4), 5)
    assert MUTANTS.view(table(FULL, {}), 2).sides[0].hand is None


def test_who_left_sees_what_a_spectator_sees() -> None:
    """M78."""
    state = MUTANTS.forfeit(table(FULL, FULL, {}, force={3: 4, 1: 5, 2: 7}), 2).state
    assert MUTANTS.view(state, 2).sides == MUTANTS.view(state, None).sides


def test_the_draft_is_for_its_holders() -> None:
    """M60, M73."""
    state = MUTANTS.initial(Setup("2"), Chance.from_text("x"))
    drafts = [MUTANTS.view(state, seat).draft for seat in (None, 1, 2)]
    assert [draft.pack if draft else () for draft in drafts] == [None, state.packs[0], state.packs[1]]
    step = MUTANTS.apply(state, {seat: MUTANTS.legal(state, seat)[0] for seat in (1, 2)})
    picked = [event for event in step.events if type(event).__name__ == "Picked"]
    assert [event.audience for event in picked] == [frozenset({1}), frozenset({2})]


def test_at_the_end_everything_is_shown() -> None:
    """M60, M74."""
    state = MUTANTS.forfeit(table(FULL, FULL), 2).state
    assert MUTANTS.view(state, None).sides[0].hand == ("ROB", "ZOM")


def test_a_revolts_freezer_lies_face_up() -> None:
    """M68."""
    state = revolt({"freezer": "ZOM DEV"}, {"deck": "EVH EVH"})
    assert MUTANTS.view(state, None).sides[0].freezer == ("ZOM", "DEV")


@pytest.mark.parametrize(
    ("laid", "texts", "text", "veil"),
    [
        ({"hand": "ROB DEM", "deck": "", "discard": "ROB WAR WAR"}, "D ROB", "WAR", "freezes a card from the discard"),
        ({"A": "DEM", "L": "AUT", "R": "rob", "hand": "ZOM ROB"}, "L", "ZOM", "freezes a card from the hand"),
        ({"A": "DEM", "L": "AUT", "R": "rob", "hand": "ZOM ROB"}, "L", "N", "freezes no card from the hand"),
        ({"hand": "NOB ROB", "discard": "ZOM WAR"}, "D NOB", "ZOM", "freezes a card from the discard"),
        ({"hand": "NOB ROB", "discard": "ZOM WAR"}, "D NOB", "N", "freezes no card from the discard"),
        ({"hand": "TAO ROB", "discard": "WAR ZOM"}, "D TAO", "ZOM", "takes a card from the discard"),
        ({"hand": "TAO WAR", "discard": "WAR ZOM"}, "D TAO/ZOM", "ZOM", None),
        ({"hand": "ROB WAR DEM", "deck": "ZOM"}, "D ROB", "ZOM", None),
        ({"A": "ROB", "L": "ZOM", "R": "rob"}, "L", "Y", None),
        ({"hand": "RHI ROB", "reserve": THREE}, "D RHI", "TRI", None),
        ({"hand": "DEM ROB"}, "", "D DEM", None),
    ],
)
def test_which_answers_are_shown_to_their_owner_only(laid: TablesLaid, texts: str, text: str, veil: str | None) -> None:
    """N8."""
    state = tables_play(table(laid, {}), *filter(None, texts.split("/")))
    (seat,) = MUTANTS.to_act(state)
    told_to_others = MUTANTS.veil(state, seat, MUTANTS.parse(state, seat, text))
    assert (str(told_to_others) if told_to_others is not None else None) == veil


def test_in_a_revolt_only_what_is_taken_is_veiled() -> None:
    """N8, M59, M68: frozen cards lie face up there."""
    taking = tables_play(revolt({"hand": "TAO ROB", "discard": "WAR ZOM"}, {"deck": "EVH EVH"}), "D TAO")
    assert str(MUTANTS.veil(taking, 1, MUTANTS.parse(taking, 1, "ZOM"))) == "takes a card from the discard"
    freezing = tables_play(revolt({"hand": "NOB ROB", "discard": "WAR ZOM"}, {"deck": "EVH EVH"}), "D NOB")
    assert MUTANTS.veil(freezing, 1, MUTANTS.parse(freezing, 1, "ZOM")) is None


def test_picks_are_veiled() -> None:
    state = MUTANTS.initial(Setup("2"), Chance.from_text("x"))
    assert str(MUTANTS.veil(state, 1, MUTANTS.legal(state, 1)[0])) == "picks a card"


def test_secret_cards_are_told_to_their_owner_alone() -> None:
    """M58, M59: draws, cards frozen from hand or discard, cards taken."""
    _, events = told(table({"hand": "AND DEM", "deck": "ZOM", "discard": "WAR LYC LYC"}, {}), "D AND", "LYC")
    public = " ".join(str(event.text()) for event in events if event.audience is None)
    assert "Zombie" not in public
    assert "Beast" not in public
    own = " ".join(str(event.text()) for event in events if event.audience == frozenset({1}))
    assert "Beast" in own
    assert "Zombie" in own


def states(setup: Setup, count: int) -> list[State]:
    draw, found = random.Random(label(setup)), []
    state = MUTANTS.initial(setup, Chance.from_text(label(setup)))
    while not state.over:
        found.append(state)
        moves = {seat: draw.choice(MUTANTS.legal(state, seat)) for seat in MUTANTS.to_act(state)}
        state = MUTANTS.apply(state, moves).state
    return found[:: len(found) // count + 1]


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_positions_that_look_alike(setup: Setup) -> None:
    """The cards are the same in number and place, and what a seat sees is the same."""
    differing = 0
    for number, state in enumerate(states(setup, many(12, 80))):
        for seat in (None, *range(1, state.rules.seats + 1)):
            other = MUTANTS.alike(state, seat, Chance.from_text(f"{number}"))
            assert MUTANTS.view(other, seat) == MUTANTS.view(state, seat)
            assert [sizes(other, each) for each in range(other.rules.sides)] == [
                sizes(state, each) for each in range(state.rules.sides)
            ]
            differing += other.sides != state.sides
            if state.packs and seat is not None:
                assert other.packs[seat - 1] == state.packs[seat - 1]
    assert differing


def sizes(state: State, at: int) -> list[int]:
    side = state.sides[at]
    return [len(each) for each in (side.hand, side.deck, side.discard, side.freezer, *side.piles)]


def _hands(state: State, eyes: Seat | None, seat: Seat) -> set[tuple[str, ...]]:
    return {MUTANTS.alike(state, eyes, Chance.from_text(str(number))).sides[seat - 1].hand for number in range(30)}


def test_hands_of_others_may_be_others() -> None:
    """Cards of one shuffle lie in hand or deck; those that all saw go there stay."""
    state = table({}, {"hand": "ROB WAR", "deck": "LYC ALN ZOM"})
    assert len(_hands(state, 1, 2)) > 1
    assert len(_hands(state, None, 2)) > 1
    assert _hands(state, 2, 2) == {("ROB", "WAR")}
    gained = tables_play(
        table({}, {"hand": "RHI ROB", "deck": "DEM DEM", "reserve": ("TRI", "", "")}, turn=2), "2:D RHI"
    )
    assert all(
        MUTANTS.alike(gained, 1, Chance.from_text(str(number))).sides[1].deck[0] == "TRI" for number in range(10)
    )


def test_what_was_frozen_out_of_a_hand_may_be_another_card_of_its_shuffle() -> None:
    """M58: to others; its owner knows it."""
    laid = {"A": "DEM", "L": "AUT", "R": "rob", "hand": "ZOM ROB WAR", "deck": "LYC ALN DEM"}
    state = tables_play(table(laid, {}), "L", "ZOM")

    def freezers(eyes: Seat) -> set[tuple[str, ...]]:
        return {MUTANTS.alike(state, eyes, Chance.from_text(str(number))).sides[0].freezer for number in range(20)}

    assert len(freezers(2)) > 1
    assert freezers(1) == {("ZOM",)}


def test_a_hand_that_is_copied_from_has_shown_what_it_can_do() -> None:
    """M50: what can be copied is asked for all to see, so it stays in positions that look alike."""
    state = tables_play(table({"hand": "MRV WAR ROB", "deck": "LYC ALN DEM"}, {}), "D MRV")
    assert _hands(state, 2, 1) == {("ROB", "WAR")}


def test_a_mulligan_leaves_what_was_seen_at_the_bottom() -> None:
    """M15."""
    state, _ = told(MUTANTS.initial(Setup("2", (("reserve", "ready"),)), Chance.from_text("x")), "Y")
    seat = state.first
    for number in range(10):
        other = MUTANTS.alike(state, None, Chance.from_text(str(number)))
        before, after = state.sides[seat - 1].piles, other.sides[seat - 1].piles
        assert [(pile[0], pile[-1]) for pile in before] == [(pile[0], pile[-1]) for pile in after]


# What hides a secret, mask by mask: each of these fails if the engine shows what its reader may not know.


TAKES: TablesLaid = {"hand": "TAO ROB", "discard": "WAR ZOM"}


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
def test_what_moves_unseen_is_named_to_its_seat(laid: TablesLaid, texts: tuple[str, ...], secret: str) -> None:
    """M58, M59: taken from the discard, frozen from there or from the hand."""
    _, events = told(table(laid, {}), *texts)
    assert secret in to_one(events, 1)
    assert secret not in to_all(events)


def veil_of(state: State, text: str) -> Text | None:
    return MUTANTS.veil(state, 1, MUTANTS.parse(state, 1, text))


def test_in_a_revolt_what_is_frozen_lies_face_up_and_what_is_taken_does_not() -> None:
    """M59, M68."""
    taking = tables_play(revolt(TAKES, {"deck": "EVH EVH"}), "D TAO")
    assert str(veil_of(taking, "ZOM")) == "takes a card from the discard"
    freezing = tables_play(revolt({"hand": "NOB ROB", "discard": "ZOM WAR"}, {"deck": "EVH EVH"}), "D NOB")
    assert veil_of(freezing, "ZOM") is None


@pytest.mark.parametrize(
    ("laid", "texts"),
    [
        ({"hand": "TAO ZOM ZOM", "discard": "ZOM ROB"}, ("D TAO", "ZOM")),
        ({"hand": "ROB DEM DEM", "deck": "DEM"}, ("D ROB",)),
        ({"hand": "ROB DEM", "deck": "", "discard": "WAR WAR"}, ("D ROB",)),
    ],
)
def test_an_answer_that_hidden_cards_force_does_not_come_by_itself(laid: TablesLaid, texts: tuple[str, ...]) -> None:
    """N6: it would tell what the hand or the discard has."""
    state = tables_play(table(laid, {}), *texts)
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
    sides: list[TablesLaid] = [
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
