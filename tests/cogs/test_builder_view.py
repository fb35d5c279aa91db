"""The builder's message against Discord's limits, through random matches of every mode."""

from __future__ import annotations

import random
from datetime import UTC, datetime

import discord
import pytest

from cogs.ui.builder import Draft, back, page, pages, pick, stage
from cogs.ui.builder_ids import decode, draft_of
from cogs.ui.builder_view import Building, Item, content, controls
from cogs.ui.reader import Reader
from engine.chance import Chance
from engine.game import Setup
from engine.registry import games, get
from engine.session import Session
from hosting.model import Match, MatchSeat
from render.theme import Theme
from tests.cogs import toy

MODES = [(game.info.key, mode.key) for game in games() for mode in game.info.modes]
READER = Reader(None, Theme())
FAR = 9_999_999_999
"""A match's number long after ours."""


def _match(session: Session, seq: int) -> Match:
    mode = session.game.info.mode(session.setup.mode)
    assert mode is not None
    return Match(
        id=FAR,
        guild_id=1,
        channel_id=2,
        game=session.game.info.key,
        setup=session.setup,
        seats=tuple(MatchSeat(seat, 10 + seat, f"Player_{seat}" + "x" * 24) for seat in range(1, mode.seats + 1)),
        places=(),
        status="running",
        seq=seq,
        session=session,
        started_at=datetime(2026, 1, 1, tzinfo=UTC),
        ended_at=None,
        organiser_id=11,
    )


def _check(building: Building) -> None:
    items = list(controls(building))
    ids = [item.custom_id or "" for item in items]
    assert len(set(ids)) == len(ids)
    assert all(1 <= len(each) <= 100 for each in ids)
    rows: dict[int | None, list[Item]] = {}
    for item in items:
        rows.setdefault(item.row, []).append(item)
        press = decode(item.custom_id or "")
        assert press is not None
        assert (press.match, press.seq) == (FAR, building.match.seq)
        stage(building.match.session, building.seat, draft_of(press, building.match.session, building.seat))
    assert len(rows) <= 5
    for row in rows.values():
        if any(isinstance(item, discord.ui.Select) for item in row):
            assert len(row) == 1
        assert len(row) <= 5
    for item in items:
        if isinstance(item, discord.ui.Button):
            assert 1 <= len(item.label or "") <= 80
        else:
            assert 1 <= len(item.options) <= 25
            assert all(1 <= len(each.label) <= 100 and 1 <= len(each.value) <= 100 for each in item.options)
            assert len({each.value for each in item.options}) == len(item.options)
    assert 1 <= len(content(building)) <= 2000


@pytest.mark.parametrize(("key", "mode"), MODES)
def test_every_stage_of_random_turns_fits_discord(key: str, mode: str) -> None:
    rng = random.Random(mode)
    session = Session.start(get(key), Setup(mode), Chance.from_text("view"))
    for seq in range(120):
        if not session.to_act:
            break
        seat = min(session.to_act)
        match = _match(session, 10**6 + seq)
        here = stage(session, seat, Draft())
        while not here.ready:
            for number in range(pages(here.options)):
                building = Building(match, seat, here, number, READER)
                _check(building)
                for item in controls(building):
                    if isinstance(item, discord.ui.Select):
                        assert [each.value for each in item.options] == [
                            option.key for option in page(here.options, number)
                        ]
            there = stage(session, seat, pick(session, seat, here.draft, rng.choice(here.options).key))
            assert stage(session, seat, back(session, seat, there.draft)) == here
            here = there
        _check(Building(match, seat, here, 0, READER))
        session = session.play(seat, here.draft.text)


def test_the_words_of_a_turn_stand_beside_its_notation() -> None:
    session = Session.start(games()[0], Setup("2"), Chance.from_text("view"))
    here = stage(session, 1, Draft(("E", "2E6")))
    text = content(Building(_match(session, 0), 1, here, 0, READER))
    assert "**Your turn so far:** `E/2E6`" in text
    assert "moves their 2 from E7 to E6." in text


@pytest.mark.parametrize(("number", "expected"), [(0, "Next page ▶"), (1, "◀ Previous page")])
def test_the_pages_of_a_long_menu_are_turned(number: int, expected: str) -> None:
    session = toy.session()
    here = stage(session, 1, pick(session, 1, Draft(), "big"))
    items = controls(Building(_match(session, 0), 1, here, number, READER))
    buttons = [item.label for item in items if isinstance(item, discord.ui.Button)]
    assert buttons == [expected, "Confirm", "Back", "Start over", "Cancel"]
