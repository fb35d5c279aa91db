"""A position can be played from its words: alt text, text board, hand, cards, sheet."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.apex.components import components
from engine.apex.events import Moved
from engine.apex.game import APEX
from engine.apex.view import ApexView, Sector
from engine.chance import Chance
from engine.game import Setup
from engine.session import Session
from locales.pseudo import Pseudo
from render.apex.hand import hand_text
from render.apex.renderer import ApexRenderer
from render.apex.words import deck_of, letter, side_name
from render.words import ALT_LIMIT, PHONE_COLUMNS, TEXT_LIMIT, Look, columns
from tests.catalogues import english_words
from tests.render.apex.scenes import MODES, NAMES, crowded, ended, game, start
from tests.volume import many

ARTIST = ApexRenderer()

Found = dict[str, tuple[dict[str, tuple[int, bool]], str]]


def pawns_of(view: ApexView, sector: Sector) -> tuple[dict[str, tuple[int, bool]], str]:
    """Who has how many ships and whether a colony in a sector, by letter, and who controls it."""
    found = {letter(view, each.seat): (each.ships, each.colony) for each in sector.pawns}
    return found, letter(view, sector.controller) if sector.controller else ""


def read_pawns(text: str) -> tuple[dict[str, tuple[int, bool]], str]:
    """The same out of `*3Hc 1D`."""
    found, controller = {}, ""
    for star, ships, sign, colony in re.findall(r"(\*?)(\d*)([HDMSNC])(c?)", text):
        found[sign] = (int(ships or 0), bool(colony))
        controller = sign if star else controller
    return found, controller


def read_board(board: str) -> Found:
    """The sectors of a text board."""
    rows = [line for line in board.splitlines() if re.match(r"[HABCD]\d( |$)", line)]
    return {row[:2]: read_pawns(row[9:]) for row in rows}


def read_alt(text: str) -> Found:
    """The sectors with pawns of an alt text."""
    told = re.search(r"Ships by sector, c for a colony, a star for control: (.*?)\. ", text + " ")
    parts = told[1].split("; ") if told else []
    return {part[:2]: read_pawns(" ".join(re.findall(r"\*?\d*[HDMSNC]c?(?=\s|$)", part[2:]))) for part in parts}


def test_the_text_board_of_the_start() -> None:  # A8, A11
    board = ARTIST.text_board(start("2"), Look(NAMES))
    assert board.splitlines()[:4] == [
        "Set-up. Eric: choose a",
        "  civilisation",
        "Reconstructed: cards, sectors,",
        "  maps, civilisations",
    ]
    assert "1 Eric        0 0/0/0/0 0 20 3" in board
    assert "Lanes, the same for every" in board


@pytest.mark.parametrize("mode", MODES)
def test_positions_can_be_read_back_from_the_words_through_whole_games(mode: str) -> None:
    names = ["W" * 32, "`x`\n" * 20, "田中" * 9]
    for view, last in game(mode, "shown")[:: many(3, 1)]:
        settled = {each.slot: pawns_of(view, each) for each in view.sectors if each.pawns}
        for side in (None, 2):
            text = ARTIST.alt_text(view, last, Look(names, side=side))
            assert len(text) <= ALT_LIMIT
            assert read_alt(text) == settled
            board = ARTIST.text_board(view, Look(names, side=side))
            assert {slot: found for slot, found in read_board(board).items() if found[0]} == settled
            assert len(board) <= TEXT_LIMIT
            assert max(map(columns, board.splitlines())) <= PHONE_COLUMNS
            assert "`" not in board


@pytest.mark.parametrize("mode", MODES)
def test_the_fullest_maps_are_told_whole(mode: str) -> None:
    last = [Moved(1, origin="H1", target="A1", count=19, portal=True)] * 12
    for seed in range(5):
        view = crowded(mode, seed)
        settled = {each.slot: pawns_of(view, each) for each in view.sectors if each.pawns}
        text = ARTIST.alt_text(view, last, Look(["W" * 99] * 6, side=2))
        assert len(text) <= ALT_LIMIT
        assert read_alt(text) == settled
        board = ARTIST.text_board(view, Look(["W" * 99] * 6))
        assert len(board) <= TEXT_LIMIT
        assert {slot for slot, found in read_board(board).items() if found[0]} == set(settled)


@pytest.mark.parametrize("mode", MODES)
def test_text_boards_write_every_word_in_full(mode: str) -> None:
    for view in (crowded(mode), game(mode, "shown")[0][0]):
        board = ARTIST.text_board(view, Look(NAMES))
        for sector in view.sectors:
            (row,) = [line for line in board.splitlines() if line.split()[0] == sector.slot]
            if sector.bonus:
                assert row.split()[1] == sector.bonus
        # Names alone are cut.
        assert board.replace(f"{NAMES[4][:9]}…", "").count("…") == 0


@pytest.mark.parametrize("mode", MODES)
def test_numbers_of_ships_on_the_map_and_in_supply_are_told(mode: str) -> None:
    view = crowded(mode)
    for side in view.sides:
        assert re.search(rf" {side.ships} {side.supply} {side.colonies_left}$", ARTIST.text_board(view), re.MULTILINE)
        told = rf"(; {side.ships}, {side.supply}, {side.colonies_left};|map {side.ships}, in supply {side.supply};)"
        assert re.search(told, ARTIST.alt_text(view))


@pytest.mark.parametrize("mode", MODES)
def test_lanes_are_told_by_those_of_one_number(mode: str) -> None:  # A8
    view = crowded(mode)
    told = re.search(r"round:(.*?)\.", ARTIST.text_board(view).replace("\n", " "))
    assert told is not None
    lanes = set()
    for one, first, other, second in re.findall(r"([HABCD])(\d)-([HABCD])(\d)", told[1]):
        for number in range(len(view.sides)):
            ends = [(int(each) - 1 + number) % len(view.sides) + 1 for each in (first, second)]
            lanes.add(frozenset((f"{one}{ends[0]}", f"{other}{ends[1]}")))
    assert lanes == {frozenset(each) for each in view.lanes}


def test_lanes_that_are_not_alike_are_told_one_by_one() -> None:
    view = replace(crowded("2"), lanes=(("H1", "B1"), ("B1", "C2")))
    assert "Lanes: H1-B1, B1-C2." in ARTIST.text_board(view)


def test_sectors_are_told_with_what_they_bring_and_face_down_ones_are_named() -> None:  # A43, A74
    for view, _ in (game("3", "shown", exploring=True)[0], game("3", "shown")[0]):
        text = ARTIST.alt_text(view)
        for sector in view.sectors:
            if sector.face_down:
                assert re.search(rf"Face down: [^.]*\b{sector.slot}\b", text)
            elif sector.bonus:
                assert re.search(rf"{sector.bonus} [A-D0-9 ]*\b{sector.slot}\b", text)
        assert ("Face down" in text) == view.exploration


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("seat", [1, 2])
def test_a_hand_is_told_to_its_holder_only(mode: str, seat: int) -> None:  # A9
    mine = next(view for view, _ in game(mode, "shown", eyes=seat) if view.phase == "choose" and view.age == 2)
    held = mine.sides[seat - 1].hand or ()
    public = replace(mine, viewer=None, sides=tuple(replace(each, hand=None) for each in mine.sides))
    for told in (ARTIST.alt_text, ARTIST.text_board):
        assert told(mine) != told(public)
        assert "hand:" not in told(public)
    text = hand_text(mine)
    assert [int(card) for card in re.findall(r"(\d+) \(evolution", text)] == list(held)
    assert hand_text(public) == "No cards in hand."
    assert str(held)[1:-1].rstrip(",") in ARTIST.cards_text(mine)
    assert "In your hand" not in ARTIST.cards_text(public)


@pytest.mark.parametrize("mode", MODES)
def test_whatever_a_view_holds_of_other_hands_is_not_told(mode: str) -> None:
    view, last = game(mode, "shown", eyes=1)[-9]
    leaking = replace(
        view, sides=tuple(each if each.seat == 1 else replace(each, hand=(7, 8, 28)) for each in view.sides)
    )
    assert ARTIST.alt_text(view, last) == ARTIST.alt_text(leaking, last)
    assert ARTIST.text_board(view) == ARTIST.text_board(leaking)
    assert hand_text(view) == hand_text(leaking)
    assert ARTIST.cards_text(view) == ARTIST.cards_text(leaking)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("eyes", [None, 1])
def test_every_card_is_somewhere_and_odds_are_those_of_drawing_blindly(mode: str, eyes: int | None) -> None:
    for view, _ in game(mode, "shown", eyes=eyes):
        deck = deck_of(view)
        assert sorted((*deck.gone, *deck.mine, *deck.unseen, *deck.stock)) == list(range(1, 31))
        others = [each.hand_size for each in view.sides if each.seat != eyes]
        assert len(deck.unseen) == (sum(others) if view.age else 0)
        assert sum(each.count for each in deck.tracks) == len(deck.unseen)
        for track, odds in enumerate(deck.tracks):
            cards = [components().card(card) for card in deck.unseen]
            assert odds.count == sum(card.evolution == track for card in cards)
            assert (odds.percent == 0) == (odds.count == 0)
            certain = odds.count > 0 and deck.size > len(deck.unseen) - odds.count
            assert (odds.percent == 100) == certain


def test_the_end_is_told() -> None:
    view = ended(crowded("3"), (2,))
    told = ARTIST.alt_text(view, look=Look(NAMES)).removeprefix("Reconstructed: cards, sectors, maps, civilisations. ")
    assert told.startswith("Game over: Lucy wins. After three ages Lucy has the most")
    assert ARTIST.text_board(view, Look(NAMES)).startswith("Lucy wins\n")
    assert str(ARTIST.headline(view)) == "Player 2 wins"
    assert str(ARTIST.headline(ended(view, (1, 3)))) == "Player 1 and Player 3 win"
    assert str(ARTIST.headline(ended(view, (1, 2, 3)))) == "Player 1, Player 2 and Player 3 win"
    assert str(ARTIST.headline(ended(crowded("4"), (1, 2, 3, 4)))) == "4 players share the victory"


def test_each_decision_has_a_headline() -> None:  # A17, A55
    lines = {view.phase: str(ARTIST.headline(view)) for view, _ in game("4", "shown")}
    assert lines["choose"].endswith(". Everyone chooses a strategy in secret")
    assert {"choose", "war", "colonise", "expand", "over"} <= set(lines)
    assert len(set(lines.values())) == len(lines)


def test_who_gave_up_is_told() -> None:  # A64
    view = crowded("4")
    gone = replace(view, sides=tuple(replace(each, left=each.seat in (2, 3)) for each in view.sides))
    signs = f"Resigned: {letter(view, 2)}, {letter(view, 3)}"
    for told in (ARTIST.alt_text, ARTIST.text_board):
        assert signs in told(gone)
        assert "Resigned" not in told(view)
    assert ARTIST.draw(gone) != ARTIST.draw(view)


def test_a_turned_picture_is_said_to_be_turned() -> None:
    view = crowded("4")
    homes = {each.seat: each.home for each in view.sides}
    for seat, home in homes.items():
        assert (f"rotated: {home} is at the bottom" in ARTIST.alt_text(view, look=Look(side=seat))) == (home != "H1")


def test_the_sheet_tells_every_card_and_that_it_is_a_reconstruction() -> None:
    text = ARTIST.sheet_text()
    assert text.startswith("Cards, sectors, maps and civilisations are reconstructed")
    assert len(text) < ALT_LIMIT
    for name in ("Humans", "Dragonites", "Minerls", "Sherais", "Nagaritakas", "Cireades"):
        assert f"{name}: ships " in text
    evolution = text[text.index("by Evolution") : text.index("By Expansion")]
    assert sorted(map(int, re.findall(r"\d+", evolution))) == list(range(1, 31))


def test_long_words_of_another_language_are_cut_but_never_too_long() -> None:
    view = next(view for view, _ in game("2", "shown", eyes=1) if view.phase == "choose")
    for told in (ARTIST.alt_text, hand_text, ARTIST.cards_text):
        assert len(told(view, look=Look(translate=Pseudo(60)))) == ALT_LIMIT
    assert len(ARTIST.sheet_text(look=Look(translate=Pseudo(60)))) == ALT_LIMIT
    board = ARTIST.text_board(view, Look(translate=Pseudo(60)))
    assert max(map(columns, board.splitlines())) <= PHONE_COLUMNS
    assert len(board) <= TEXT_LIMIT


def test_words_are_translated() -> None:
    for told in (ARTIST.alt_text, ARTIST.text_board, hand_text, ARTIST.cards_text):
        text = told(crowded("3"), look=Look(translate=Pseudo()))
        assert "«" in text
        assert english_words(text) == []


@settings(max_examples=many(12, 25))
@given(
    mode=st.sampled_from(MODES), seed=st.integers(0, 10**6), exploring=st.booleans(), eyes=st.sampled_from((None, 1, 2))
)
def test_every_position_of_random_games_is_told_within_the_limits(
    mode: str, seed: int, exploring: bool, eyes: int | None
) -> None:
    shown = game(mode, f"any {seed}", exploring=exploring, eyes=eyes)
    assert all(one != other for one, other in pairwise(view for view, _ in shown))
    for view, last in shown[:: max(1, len(shown) // 8)]:
        assert len(ARTIST.alt_text(view, last, Look(NAMES, side=eyes))) <= ALT_LIMIT
        board = ARTIST.text_board(view, Look(NAMES, side=eyes))
        assert len(board) <= TEXT_LIMIT
        assert max(map(columns, board.splitlines())) <= PHONE_COLUMNS
        assert len(hand_text(view)) <= ALT_LIMIT
        assert len(ARTIST.cards_text(view)) <= ALT_LIMIT


@pytest.mark.parametrize("seed", range(6))
def test_all_six_choices_of_the_opening_are_told_in_words(seed: int) -> None:
    names = ["Bartholomew", "Alexandra", "Christopher", "Maximilian", "Konstantin", "Anastasia"]
    session = Session.start(APEX, Setup("6", (), APEX.info.data_version), Chance.from_text(f"opening {seed}"))
    lot = random.Random(seed)
    while session.last is None or not session.last.together:
        seat, state = min(session.to_act), session.state
        session = session.move(seat, APEX.format(state, seat, lot.choice(APEX.legal(state, seat))))
    view, last = session.view(None), [each for each in session.last.events if each.audience is None]
    text = ARTIST.alt_text(view, last, Look(names))
    assert text.startswith("Reconstructed: cards, sectors, maps, civilisations. ")
    assert len(text) <= ALT_LIMIT
    assert len(view.strategies) == 6
    for each in view.strategies:
        assert f"{letter(view, each.seat)} {each.card} {side_name(each.side)}" in text
