"""A game in the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from computer import terminal
from computer.__main__ import main
from computer.players import Decision, Player, player
from engine import record
from engine.chance import Chance
from engine.game import Setup
from engine.registry import games, get
from engine.session import Session

GAMES = [pytest.param(game, id=game.info.key) for game in games()]


def answers(*texts: str) -> Callable[[str], str]:
    left: Iterator[str] = iter(texts)

    def ask(_prompt: str) -> str:
        for text in left:
            return text
        raise EOFError

    return ask


@pytest.mark.parametrize("game", GAMES)
def test_a_game_against_computers_goes_on_until_one_quits(game: Any) -> None:
    mode = game.info.modes[0]
    computer = player(game.info.key, mode.key, "1")
    shown: list[str] = []
    setup = Setup(mode.key)
    first = game.legal(Session.start(game, setup, Chance.from_text("x")).state, 1)[0]
    text = game.format(Session.start(game, setup, Chance.from_text("x")).state, 1, first)
    opponents = dict.fromkeys(range(2, mode.seats + 1), computer)
    session = terminal.play(game, setup, opponents, "x", answers("?", "nonsense", text, "quit"), shown.append)
    assert any(text in each for each in shown)
    assert terminal.board(game, Session.start(game, setup, Chance.from_text("x")).state, 1) == shown[1]
    assert session.outcome is None


def test_one_plays_a_turn_of_a_computers_game() -> None:
    computer = player("replica", "2", "1")
    shown: list[str] = []
    session = terminal.play(get("replica"), Setup("2"), {2: computer}, "x", answers("a4-a5"), shown.append)
    assert len(session.entries) == 2
    assert "Player 2 plays." in shown
    start = (
        "8 . . . . p p p k\n7 . . . . p p p p\n6 . . . . . . p p\n5 . . . . . . p p\n"
        "4 P P . . . . . .\n3 P P . . . . . .\n2 P P P P . . . .\n1 K P P P . . . .\n  a b c d e f g h"
    )
    boards = [each for each in shown if each.startswith("8 ")]
    assert boards == [start, terminal.board(get("replica"), session.state, 1)]


def test_what_happened_is_said_once() -> None:
    computer = player("replicants", "2", "1")
    shown: list[str] = []
    terminal.play(get("replicants"), Setup("2"), {2: computer}, "x", answers("E/2E6/E"), shown.append)
    (begin,) = [place for place, each in enumerate(shown) if each == "Player 2 plays."]
    said = [each for each in shown[begin + 1 :] if each.startswith("Player 2")]
    assert len(said) == 3


def test_a_turn_is_typed_action_by_action_and_back_takes_its_beginning_back() -> None:
    shown: list[str] = []
    prompts: list[str] = []
    texts = answers("e", "?", "back", "E", "nonsense", "2E6", "E")

    def ask(prompt: str) -> str:
        prompts.append(prompt)
        return texts(prompt)

    opponents = {2: player("replicants", "2", "1")}
    session = terminal.play(get("replicants"), Setup("2"), opponents, "x", ask, shown.append)
    assert [entry.text for entry in session.entries][:3] == ["E", "2E6", "E"]
    assert prompts[:7] == [f"Player 1> {begun}" for begun in ("", "E/", "E/", "", "E/", "E/", "E/2E6/")]
    assert any("2E6    2 E7 → E6" in each for each in shown)
    # Mistakes and lists don't show the arena again.
    assert sum(each.startswith(" ") and "D8" in each for each in shown) == 2


def test_a_newcomer_is_told_what_to_do_and_sees_the_cards_and_who_wins() -> None:
    shown: list[str] = []
    opponents = {2: player("apex", "2", "1")}
    session = terminal.play(get("apex"), Setup("2"), opponents, "x", answers("?", "MIN@H1", "cards"), shown.append)
    assert shown[0].startswith("APEX: 2 players. You are Player 1.\nType your turn in notation. ? lists")
    assert "MIN@H1  Minerls on H1" in "\n".join(shown)
    (hand,) = [each for each in shown if each.startswith("Your hand: ")]
    assert len(hand.partition("\n")[0].split(", ")) == 10
    assert len(session.entries) == 2


@pytest.mark.parametrize(("seat", "said"), [(1, "You win."), (2, "Player 1 wins.")])
def test_the_end_says_who_wins(seat: int, said: str) -> None:
    turns = ("d2-e3", "h6=K", "e3-f3", "e7-d6", "a2-d2", "h6-f4", "f3xf4")
    shown: list[str] = []
    mine, others = turns[seat - 1 :: 2], iter(turns[2 - seat :: 2])
    opponents: dict[int, Player] = {3 - seat: lambda *_: Decision((next(others),))}
    terminal.play(get("replica"), Setup("2"), opponents, "x", answers(*mine), shown.append)
    assert shown[-1] == said


def test_a_turn_is_taken_back_with_the_answer_to_it() -> None:
    shown: list[str] = []
    opponents = {2: player("replica", "2", "1")}
    texts = answers("back", "a4-a5", "a5-a6", "back", "back", "b4-b5")
    session = terminal.play(get("replica"), Setup("2"), opponents, "x", texts, shown.append)
    assert [entry.text for entry in session.entries][::2] == ["b4-b5"]


def test_the_arena_has_each_hex_once_behind_its_replicant() -> None:
    game = get("replicants")
    state = game.initial(Setup("2"), Chance.from_text("x"))
    text = terminal.board(game, state, None)
    assert text.splitlines()[0].split() == ["a3↓D8", "a3↓F9"]
    assert text.splitlines()[-1] == "b: energy 0, hearts 3, reserve 334455667"
    names = sorted(each[-2:] for each in text.partition("\na: ")[0].split())
    assert names == sorted(state.rules.board.cells)


def test_what_is_hidden_stays_hidden() -> None:
    game = get("apex")
    state = game.initial(Setup(game.info.modes[0].key), Chance.from_text("x"))
    assert terminal.board(game, state, 2).replace("\n", " | ") == game.masked_position(state, 2)


def test_the_command_line_plays(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    ask = answers("a4-a5")
    monkeypatch.setattr("builtins.input", ask)
    out = tmp_path / "record"
    assert main(["play", "replica", "--level", "1", "--out", str(out)]) == 0
    assert "Player 2 plays." in capsys.readouterr().out
    assert main(["analyse", str(out)]) == 0
    assert "a4-a5" in capsys.readouterr().out
    capsys.readouterr()
    for wrong, said in (
        (("replica", "--seat", "3"), "mode 2 of replica has no seat 3, but seats 1 to 2"),
        (("replica", "--level", "9"), "replica has no level 9 for mode 2; it has 1, 2, 3, 4"),
        (("replica", "--out", str(tmp_path / "none" / "record")), f"{tmp_path}/none/record: No such file or directory"),
    ):
        assert main(["play", *wrong]) == 2
        shown = capsys.readouterr()
        assert shown.err == f"error: {said}\n"
        assert not shown.out, "nothing was played"


def test_the_command_line_plays_with_a_games_options(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("builtins.input", answers())
    out = tmp_path / "record"
    assert main(["play", "replica", "--option", "king_power=double", "--out", str(out)]) == 0
    assert ("king_power", "double") in record.read(out.read_text(encoding="utf-8")).setup.options
