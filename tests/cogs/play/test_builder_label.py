"""What the button says that plays a turn, in every game."""

from __future__ import annotations

from datetime import UTC, datetime

import discord
import pytest

from cogs.core.delivery import Reader
from cogs.core.text import LABEL_LIMIT
from cogs.play.builder import Draft, stage
from cogs.play.builder_view import ROWS, Building, confirming, controls, of_match
from engine.chance import Chance
from engine.game import Setup
from engine.registry import get
from engine.session import Session
from engine.text import Text, say
from hosting.match.model import Match, MatchSeat
from render.theme import Theme
from tests.cogs import toy
from tests.engine.apex.positions import WORKED, play
from tests.engine.apex.positions import session as worked

READER = Reader(None, Theme())


def _building(session: Session, *actions: str) -> Building:
    seat = min(session.deciding)
    mode = session.game.info.mode(session.setup.mode)
    assert mode is not None
    match = Match(
        id=1,
        guild_id=1,
        channel_id=2,
        game=session.game.info.key,
        setup=session.setup,
        seats=tuple(MatchSeat(each, 10 + each, f"Player_{each}") for each in range(1, mode.seats + 1)),
        places=(),
        status="running",
        seq=0,
        session=session,
        started_at=datetime(2026, 1, 1, tzinfo=UTC),
        ended_at=None,
        organiser_id=11,
    )
    return of_match(match, seat, stage(session, seat, Draft(actions)), 0, READER)


def _begun(game: str, mode: str = "2") -> Session:
    return Session.start(get(game), Setup(mode), Chance.from_text("view"))


@pytest.mark.parametrize(
    ("game", "actions", "expected"),
    [
        ("replicants", "E/2E6/E", "Confirm: charge, 2 E7 → E6, charge"),
        ("replicants", "E/3B6/D7-", "Confirm: charge, 3 D8 → B6, rotate D7 left"),
        ("replica", "d2-e2", "Confirm: d2 → e2"),
        ("replica", "b1=K", "Confirm: make b1 a king"),
    ],
)
def test_a_turn_in_few_words(game: str, actions: str, expected: str) -> None:
    assert confirming(_building(_begun(game), *actions.split("/"))) == expected


def test_what_only_ends_a_list_is_left_out_unless_it_is_all() -> None:
    war = play(worked("3", WORKED), "HUM 3W", "SHE 7C", "MIN 22X")
    assert confirming(_building(war, "C2", "-")) == "Confirm: battle in C2"
    assert confirming(_building(war, "-")) == "Confirm: no battle"


@pytest.mark.parametrize("game", ["apex", "mutants"])
def test_a_choice_in_secret_says_what_it_is(game: str) -> None:
    session, seat = _begun(game), 1
    while not session.deciding >= {1, 2}:
        actor = min(session.to_act)
        session = session.play(
            actor, session.game.format(session.state, actor, session.game.legal(session.state, actor)[0])
        )
    move = session.game.legal(session.state, seat)[0]
    label = confirming(_building(session, session.game.format(session.state, seat, move)))
    assert label.startswith("Confirm: ")
    assert "…" not in label


class Wordy(toy.Toy):
    """The same game with moves that take many words."""

    def brief(self, _state: toy.State, _seat: int, move: str) -> Text:
        return say("{move} and some words more about it", move=move)


def test_what_has_no_room_is_marked_by_an_ellipsis() -> None:
    label = confirming(_building(toy.session(Wordy()), "wind", "pass", "a"))
    assert LABEL_LIMIT - 1 <= len(label) <= LABEL_LIMIT
    assert label.startswith("Confirm: wind and some words more about it, pass and some")
    assert label.endswith("…")


def _last(building: Building) -> list[str]:
    """Return the labels of the lowest row, without what a turn is said to be."""
    buttons = [item for item in controls(building) if isinstance(item, discord.ui.Button) and item.row == ROWS]
    return [str(button.label).split(":")[0] for button in buttons]


def test_what_cannot_be_pressed_is_not_shown() -> None:
    session = _begun("replicants")
    assert _last(_building(session)) == ["Cancel"], "there is nothing to take back, and nothing to confirm"
    assert _last(_building(session, "E", "2E6")) == ["Back", "Start over", "Cancel"]
    assert _last(_building(session, "E", "2E6", "E")) == ["Confirm", "Back", "Start over", "Cancel"]
