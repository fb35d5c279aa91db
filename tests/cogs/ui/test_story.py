"""What is told of a turn in one line, and how many turns there are, whatever tells it."""

from __future__ import annotations

import random

import pytest

from cogs.core.delivery import Reader
from cogs.review.viewer import Viewing, content, make_reel
from cogs.ui.pictures import summary_of
from cogs.ui.replay import MATCH, ReplayedGame, caption
from engine.chance import Chance
from engine.game import Setup
from engine.history import moments
from engine.registry import games
from engine.session import Session
from render.theme import Theme
from tests.engine.parlour.tables import attacked


def latest_caption(session: Session) -> str:
    return str(caption(moments(session)[-1], over=False))


def test_a_surrender_is_told_with_what_was_played_before_it_in_the_same_turn() -> None:
    session = attacked("3")
    first, second, _ = session.state.order
    assert latest_caption(session.forfeit(first)) == f"Player {first}: A {second}. Player {first} resigns."
    assert latest_caption(session.forfeit(second)) == f"Player {second} resigns."


def played(key: str, turns: int) -> Session:
    """Return a game after some turns, whose last seat then resigns outside its own turn where the game has such."""
    game = next(game for game in games() if game.info.key == key)
    session, lot = Session.start(game, Setup("2"), Chance.from_text("5")), random.Random(5)
    while len(moments(session)) <= turns:
        seat = min(session.to_act)
        session = session.move(seat, game.format(session.state, seat, lot.choice(game.legal(session.state, seat))))
    others = [seat for seat in (1, 2) if seat not in session.to_act]
    return session.forfeit((others or [2])[0])


@pytest.mark.parametrize("key", ["replicants", "replica", "apex", "mutants"])
async def test_card_chart_and_replay_count_turns_alike(key: str) -> None:
    session = played(key, 6)
    story = ReplayedGame(MATCH, 1, session, moments(session), ("Ann", "Bob"))
    reader, card = Reader(None, Theme()), summary_of(story)
    assert story.last > 5
    assert card.turns == story.last
    assert {len(curve) - 1 for curve in card.curves} <= {story.last}
    assert f"turns: {story.last}" in " ".join(map(str, card.facts()))
    assert f"**Turn {story.last} of {story.last}**" in content(Viewing(story, story.last, None, reader))
    reel = await make_reel(story, 1, story.last, reader)
    assert f"turns 1 to {story.last}." in (reel.file.description or "")
