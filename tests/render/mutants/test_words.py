"""Boards in words: alt texts and text boards say all that pictures say, in the room there is, in any language."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.events import Event
from engine.mutants.view import MutantsView
from locales.pseudo import Pseudo
from render.mutants.frame import _ASKED, headline
from render.mutants.words import alt_text, text_board
from render.words import ALT_LIMIT, PHONE_COLUMNS, TEXT_LIMIT, Look, columns
from tests.pseudo import english_words
from tests.render.mutants.scenes import DAMAGE, EVERY, HAPPENED, NAMES, attacked, drafting, ended, position

MODES = ("2", "3", "4", "solo")
LONG = ("W" * 32,) * 4
WHOLE = str(EVERY.reconstructed)
CARDS = [card.name_en for card in EVERY.cards.values()] + [boss.name_en for boss in EVERY.bosses.values()]


def views(mode: str) -> list[MutantsView]:
    view = position(mode, eyes=1)
    found = [view, position(mode, full=False), replace(view, prompt=attacked(1, 2)), ended(view), ended(view, ())]
    return [*found, drafting(mode), drafting(mode, eyes=2)] if mode != "solo" else found


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("look", [Look(NAMES), Look(LONG, side=1), Look(LONG, translate=Pseudo())])
def test_words_keep_to_their_limits(mode: str, look: Look) -> None:
    last: tuple[Event, ...] = DAMAGE if mode == "solo" else HAPPENED
    for view in views(mode):
        assert len(alt_text(view, last, look)) <= ALT_LIMIT
        board = text_board(view, look)
        assert len(board) <= TEXT_LIMIT
        assert all(columns(line) <= PHONE_COLUMNS for line in board.splitlines())


@pytest.mark.parametrize("mode", MODES)
def test_all_words_go_through_the_catalogue(mode: str) -> None:
    look = Look(NAMES, translate=Pseudo())
    known = (*CARDS, *NAMES, "Maximil")
    for view in views(mode):
        for text in (alt_text(view, (), look), text_board(view, look), headline(view).render(look.translate, str)):
            assert english_words(text, known) == []


@pytest.mark.parametrize("mode", MODES)
def test_what_is_reconstructed_is_said_first_and_stays(mode: str) -> None:
    for view in views(mode):
        for look in (Look(NAMES), Look(LONG)):
            assert alt_text(view, HAPPENED, look).startswith(f"{WHOLE}. ")
            assert WHOLE in " ".join(text_board(view, look).split())
        published = replace(view, reconstruction=None)
        assert "econstructed" not in alt_text(published) + text_board(published)


@pytest.mark.parametrize("mode", MODES)
def test_an_alt_text_names_everything_on_the_table(mode: str) -> None:
    view = position(mode)
    told = alt_text(view, (), Look(NAMES))
    assert "Round 3 of 5. Eric chooses an action. " in told
    assert "Challenger 6, Fury 12" in told
    for side in view.sides:
        arena = {zone.name: f"{zone.card} K.O." if zone.down else zone.card for zone in side.arena}
        assert f"left {arena['L']}, active {arena['A']}, right {arena['R']}; incubator {side.incubator}; " in told
        tops = ", ".join(f"{pile.top}×{pile.size}" for pile in side.piles)
        assert f"reserve {tops}; hand 6, deck 12, discard 13 ZOM, freezer 3" in told
        assert (f"points {side.points}." in told) == (mode != "solo")


def test_stacks_are_told_from_the_bottom_up() -> None:
    told = alt_text(position("3"), (), Look(NAMES))
    assert "6 Eric under Lucy under Maximiliane." in told
    assert "Score: 22 Eric under Lucy, 23 Maximiliane." in told
    assert " 6 PQR  Challenger" in text_board(position("3"))
    assert "VP 22:PQ 23:R" in text_board(position("3"))


def test_a_text_board_has_what_a_picture_has() -> None:
    view = replace(position("2"), prompt=attacked(2, 1))
    lines = text_board(view, Look(NAMES)).splitlines()
    assert "P*Eric 22" in lines
    assert "  L WRE A(TYR) R BOS" in lines
    assert "  i FAN | EVA2 AUT1 NOB2" in lines
    assert "  h6 d12 x13 ZOM f3" in lines
    assert "4/2 5/2 [6/3] 7/3 8/4" in lines
    assert "Possible: A R" in lines
    assert "Gorthaur the Cruel attacks Lucy:" in lines


def test_a_revolt_is_told_with_the_boss_and_its_power() -> None:
    view = position("solo")
    told = alt_text(view, DAMAGE, Look(NAMES))
    assert (
        "Singularity Wizard: health 31 of 42; left SPA, active HDE, right FAT; deck 5, discard 3; exploited DKM."
        in told
    )
    assert "Special power: when the boss's turn begins: if you dominate the boss: the boss gains 2 force." in told
    assert "6 Eric under Singularity Wizard." in told
    board = text_board(view, Look(NAMES)).splitlines()
    assert "Genes not allowed in the reserve: Necro and Zoomorph." in told
    assert {"B Singularity Wizard 31/42", "  d5 x3 WHD -BD", "  # DKM"} <= set(board)
    assert " 6 PB   Challenger" in board


def test_freezers_are_opened_at_the_end_with_points() -> None:
    view = ended(position("3"))
    assert "freezer ZOM 1, NOB 3, DEV 4, KOL 2; points 22." in alt_text(view, (), Look(NAMES))
    assert "  ZOM 1 · NOB 3 · DEV 4 · KOL 2 =" in text_board(view, Look(NAMES)).splitlines()


def test_a_hand_and_a_pack_are_told_to_their_owner_alone() -> None:
    assert "Your hand: ROB, ZOM, WAR, LYC, DEM, ALN." in alt_text(position("4", eyes=2))
    assert "Your hand" not in alt_text(position("4")) + text_board(position("4"))
    mine, others = drafting(eyes=2), drafting()
    assert "Your pack: ORI, GOR, WAL, KOL, STA, MRV, EVA. Your picks: NOB, DEV." in alt_text(mine)
    assert "Each pack has 7 cards; you pass it to the left." in alt_text(others)
    for card in ("ORI", "NOB", "DEV"):
        assert card not in alt_text(others) + text_board(others)


def test_the_last_turn_is_told_as_far_as_there_is_room() -> None:
    told = alt_text(position("4"), HAPPENED, Look(NAMES))
    assert told.endswith("Round 2 is scored: Zoé +5, Lucy +2, Eric +0.")
    short = alt_text(position("2", full=False), HAPPENED[:3], Look(NAMES))
    assert short.endswith("Eric discards Robot and Warrior.")
    assert "Eric crushes the competition: +2." in short


def test_a_resigned_player_is_named_and_no_longer_told() -> None:
    view = position("3")
    view = replace(view, sides=(view.sides[0], replace(view.sides[1], left=True), view.sides[2]))
    told = alt_text(view, (), Look(NAMES))
    assert "Resigned: Lucy." in told
    assert "Lucy: left" not in told


@pytest.mark.parametrize("look", [Look(NAMES), Look(LONG), Look(LONG, translate=Pseudo(70))])
def test_a_game_that_everybody_has_resigned_is_told_however_long_the_words(look: Look) -> None:
    view = position("2")
    told = alt_text(replace(view, sides=tuple(replace(side, left=True) for side in view.sides)), HAPPENED, look)
    assert told
    assert len(told) <= ALT_LIMIT


@pytest.mark.parametrize("kind", _ASKED)
def test_every_prompt_has_a_headline(kind: str) -> None:
    view = position("2")
    assert view.prompt is not None
    told = str(headline(replace(view, prompt=replace(view.prompt, kind=kind))))
    assert told.startswith("Round 3 of 5. Player 1 ")
    assert told[-1].isalpha()
