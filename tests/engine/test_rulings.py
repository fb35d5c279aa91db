"""Ends that people decide: agreed, adjudicated, void; and losing on time."""

from __future__ import annotations

from typing import Any

import pytest

from engine import record, registry
from engine.chance import Chance
from engine.errors import RecordError, TurnError
from engine.game import Game, Setup
from engine.outcome import Outcome, Termination, draw, ruling, void
from engine.replicants.game import REPLICANTS
from engine.session import Session
from tests.engine.toys import DUEL

NAMES = ("red", "yellow")


@pytest.fixture
def session() -> Session:
    start = Session.start(REPLICANTS, Setup("2", (), "1"), Chance.from_text(""))
    return start.play(1, start.complete(1, "")[0]) if start.preview(1, start.complete(1, "")[0]).over else start


def test_a_ruling_ends_the_game_at_once(session: Session) -> None:
    over = session.rule(draw(2))
    assert over.to_act == frozenset()
    assert over.outcome is not None
    assert (over.outcome.ranks, over.outcome.termination) == ((1, 1), Termination.AGREED)
    with pytest.raises(TurnError, match="over") as caught:
        over.play(1, "E")
    assert caught.value.code == "game-over"
    with pytest.raises(ValueError, match="does not end"):
        over.rule(void(2))


def test_what_was_sealed_stays_unknown() -> None:
    sealed = Session.start(DUEL, Setup("2"), Chance.from_text("toy")).play(1, "go/end").play(1, "3")
    assert sealed.sealed
    over = sealed.rule(void(2))
    assert over.sealed == ()
    assert len(over.entries) == 2


@pytest.mark.parametrize("ranks", [(), (2, 3), (1, 3), (0, 1)])
def test_ranks_must_be_ranks(ranks: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="ranks"):
        ruling(Termination.ADJUDICATED, ranks)


def test_a_player_alone_wins_or_loses_by_a_ruling() -> None:
    won, lost = (ruling(Termination.ADJUDICATED, (rank,)) for rank in (1, 2))
    assert (won.winners, won.undecided) == ((1,), False)
    assert (lost.winners, lost.undecided) == ((), False)
    assert void(1).undecided
    with pytest.raises(ValueError, match="ranks"):
        ruling(Termination.ADJUDICATED, (3,))


def test_only_people_rule() -> None:
    for termination in (Termination.RULES, Termination.FORFEIT, Termination.TIME):
        with pytest.raises(ValueError, match="ruling"):
            ruling(termination, (1, 2))
    with pytest.raises(ValueError, match="void"):
        ruling(Termination.VOID, (1, 2))


@pytest.mark.parametrize(
    "end", [draw(2), void(2), ruling(Termination.ADJUDICATED, (2, 1)), ruling(Termination.AGREED, (1, 2))]
)
def test_a_record_keeps_the_ruling(session: Session, end: object) -> None:
    assert isinstance(end, type(draw(2)))
    over = session.rule(end)
    text = record.write(over, NAMES)
    assert f'[Termination "{end.termination}"]' in text
    again = record.replay(record.read(text))
    assert again.outcome is not None
    assert (again.outcome.ranks, again.outcome.termination) == (end.ranks, end.termination)
    assert record.write(again, NAMES) == text


def test_a_record_with_wrong_ranks_is_refused(session: Session) -> None:
    text = record.write(session.rule(draw(2)), NAMES).replace('[Ranks "1 1"]', '[Ranks "1 1 1"]')
    with pytest.raises(RecordError) as caught:
        record.replay(record.read(text))
    assert caught.value.code == "ranks"
    assert caught.value.where.line == text[: text.index("Ranks")].count("\n") + 1


def test_losing_on_time_is_told_from_giving_up(session: Session) -> None:
    gave_up, late = session.forfeit(1), session.forfeit(1, late=True)
    assert gave_up.outcome is not None
    assert late.outcome is not None
    assert (gave_up.outcome.termination, late.outcome.termination) == (Termination.FORFEIT, Termination.TIME)
    assert not str(gave_up.outcome.reason).endswith(" ran out of time.")
    assert str(late.outcome.reason).endswith(" ran out of time.")
    text = record.write(late, NAMES)
    assert '[Termination "time"]' in text
    again = record.replay(record.read(text))
    assert again.outcome == late.outcome


def test_what_cannot_be_taken_back_raises_the_floor(session: Session) -> None:
    start = Session.start(DUEL, Setup("2"), Chance.from_text("toy"))
    assert start.play(1, "go/end").floor == 0
    rolled = start.play(1, "roll")
    assert rolled.floor == 1
    assert rolled.play(1, "end").floor == 1
    revealed = start.play(1, "go/end").play(1, "1").play(2, "2")
    assert revealed.floor == len(revealed.entries) == 4
    three = Session.start(REPLICANTS, Setup("3", (), "1"), Chance.from_text("")).forfeit(2)
    assert three.floor == len(three.entries) == 1
    assert session.floor == 0


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.info.key)
def test_a_view_has_the_result_as_it_stands(game: Game[Any, Any, Any]) -> None:
    """Pictures and headlines are made of views alone: no board of a match that is over calls somebody to play."""
    mode = game.info.modes[0]
    here = Session.start(game, Setup(mode.key), Chance.from_text("over"))
    assert here.view(None).outcome is None
    ended = here.rule(draw(mode.seats))
    assert ended.view(1).outcome == ended.outcome
    assert ended.outcome is not None
    assert ended.outcome.undecided
    late = here
    while late.outcome is None:
        late = late.forfeit(min(late.deciding), late=True)
    assert late.view(None).outcome == late.outcome
    assert not late.outcome.undecided


@pytest.mark.parametrize(
    ("end", "undecided"), [(draw(2), True), (void(2), True), (ruling(Termination.ADJUDICATED, (2, 1)), False)]
)
def test_undecided_is_what_people_ended_and_nobody_won(end: Outcome, undecided: bool) -> None:
    assert end.undecided is undecided
    assert not Outcome((1, 1), end.reason, "").undecided, "shared by the rules of the game"
