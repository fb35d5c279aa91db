"""The builder's message against Discord's limits, through random matches of every mode."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import discord
import pytest

from cogs.core.components import Item
from cogs.core.delivery import Reader
from cogs.play.builder import Draft, Verb, back, decode, draft_of, pick, stage
from cogs.play.builder_view import Building, content, controls, of_match, pages
from engine.chance import Chance
from engine.choices import Choice
from engine.game import Setup
from engine.registry import games, get
from engine.session import Session
from engine.text import say
from hosting.match.model import Match, MatchSeat
from render.theme import Theme
from tests.cogs import toy
from tests.engine.apex.positions import WORKED, play
from tests.engine.apex.positions import session as worked
from tests.volume import many

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
    drafts: set[Draft] = set()
    for item in items:
        rows.setdefault(item.row, []).append(item)
        press = decode(item.custom_id or "")
        assert press is not None
        assert building.begin.split(".")[0] == f"b:{press.match}:{press.seq}"
        drafts.add(draft_of(press, building.match.session, building.seat))
    for draft in drafts:
        stage(building.match.session, building.seat, draft)
    assert len(rows) <= 5
    for row in rows.values():
        if any(isinstance(item, discord.ui.Select) for item in row):
            assert len(row) == 1
        assert len(row) <= 5
    for item in items:
        if isinstance(item, discord.ui.Button):
            assert not item.disabled, "what cannot be pressed is not shown"
            assert 1 <= len(item.label or "") <= 80
        else:
            assert 1 <= len(item.options) <= 25
            assert all(1 <= len(each.label) <= 100 and 1 <= len(each.value) <= 100 for each in item.options)
            assert len({each.value for each in item.options}) == len(item.options)
    assert 1 <= len(content(building)) <= 2000


def _check_all(building: Building) -> None:
    """Check every page, and that all alternatives can be picked, each in one place."""
    session, seat, here = building.match.session, building.seat, building.stage
    found: list[Draft] = []
    for number in range(len(pages(building))):
        shown = replace(building, page=number)
        _check(shown)
        for item in controls(shown):
            press = decode(item.custom_id or "")
            assert press is not None
            if isinstance(item, discord.ui.Select):
                assert draft_of(press, session, seat) == here.draft
                found += [pick(session, seat, here.draft, option.value) for option in item.options]
            elif press.verb is Verb.PICK:
                found.append(draft_of(press, session, seat))
    every = [here.picked(option) for option in here.options]
    if here.ended is not None and not here.draft.actions:
        every.append(here.ended)
    assert len(found) == len(every)
    assert set(found) == set(every)


@pytest.mark.parametrize(("key", "mode"), MODES)
def test_every_stage_of_random_turns_fits_discord(key: str, mode: str) -> None:
    rng = random.Random(mode)
    session = Session.start(get(key), Setup(mode), Chance.from_text("view"))
    stages, most = itertools.count(), 0
    for seq in range(120):
        if not session.to_act:
            break
        seat = min(session.to_act)
        match = _match(session, 10**6 + seq)
        here = stage(session, seat, Draft())
        while not here.ready:
            # Some stages of the whole match, and the longest.
            if next(stages) % many(4, 1) == 0 or len(here.options) > most:
                _check_all(of_match(match, seat, here, 0, READER))
            most = max(most, len(here.options))
            there = stage(session, seat, pick(session, seat, here.draft, rng.choice(here.options).key))
            before = stage(session, seat, back(session, seat, there.draft))
            # Cards that go together are kept in one order, whatever the order in which they were picked.
            assert before == here or (any(each.loose for each in here.options) and not before.ready)
            here = there
        _check(of_match(match, seat, here, 0, READER))
        session = session.play(seat, here.draft.text)


def test_the_words_of_a_turn_stand_beside_its_notation() -> None:
    session = Session.start(games()[0], Setup("2"), Chance.from_text("view"))
    here = stage(session, 1, Draft(("E", "2E6")))
    text = content(of_match(_match(session, 0), 1, here, 0, READER))
    assert "moves their 2 from E7 to E6." in text
    assert text.endswith("-# In notation: `E/2E6`")


def _shown(options: Sequence[Choice], number: int = 0) -> list[Item]:
    """Return what stands above the lowest row where there are these alternatives."""
    session = toy.session()
    here = replace(stage(session, 1, Draft()), options=tuple(options), written=("",) * len(options))
    return [item for item in controls(of_match(_match(session, 0), 1, here, number, READER)) if item.row != 4]


def _choices(count: int, text: str = "some words", group: str = "") -> list[Choice]:
    return [
        Choice(f"{group}{place}", say(f"{text} {place}"), group=say(group) if group else None) for place in range(count)
    ]


def test_a_long_menu_is_parted_and_shown_as_a_whole() -> None:
    first, second = _shown(_choices(30))
    assert isinstance(first, discord.ui.Select)
    assert isinstance(second, discord.ui.Select)
    assert (len(first.options), len(second.options)) == (25, 5)
    assert first.placeholder == "Choose… some words 0 … some words 24"


def test_each_kind_of_alternative_has_a_menu() -> None:
    shown = _shown([*_choices(3, group="Near", text="x" * 50), *_choices(7, group="Far")])
    assert [(item.placeholder, len(item.options)) for item in shown if isinstance(item, discord.ui.Select)] == [
        ("Near", 3),
        ("Far", 7),
    ]


@pytest.mark.parametrize(("number", "expected"), [(0, ["Next page ▶"]), (1, ["◀ Previous page"])])
def test_the_pages_of_very_many_alternatives_are_turned(number: int, expected: list[str]) -> None:
    *menus, button = _shown(_choices(110), number)
    assert isinstance(button, discord.ui.Button)
    assert [button.label] == expected
    assert [item.row for item in menus] == list(range(len(menus)))
    assert sum(len(item.options) for item in menus if isinstance(item, discord.ui.Select)) == (75, 35)[number]


@pytest.mark.parametrize(("count", "text", "buttons"), [(5, "x", 5), (15, "x", 15), (16, "x", 0), (6, "x" * 7, 0)])
def test_some_alternatives_or_short_ones_are_buttons(count: int, text: str, buttons: int) -> None:
    shown = _shown([Choice(str(place), say(text)) for place in range(count)])
    assert len([item for item in shown if isinstance(item, discord.ui.Button)]) == buttons


def _told(options: Sequence[Choice]) -> tuple[str, list[str | None]]:
    """Return the message where there are these alternatives, and what stands below the options of menus."""
    session = toy.session()
    here = replace(stage(session, 1, Draft()), options=tuple(options), written=("",) * len(options))
    building = of_match(_match(session, 0), 1, here, 0, READER)
    menus = [item for item in controls(building) if isinstance(item, discord.ui.Select)]
    return content(building), [option.description for item in menus for option in item.options]


def test_what_is_good_to_know_stands_beside_each_alternative() -> None:
    few = [Choice(str(place), say("Go"), say(f"note {place}")) for place in range(2)]
    text, below = _told(few)
    assert "-# **Go** – note 0\n-# **Go** – note 1" in text
    assert below == []
    many = [Choice(str(place), say("Go"), say(f"note {place}")) for place in range(6)]
    text, below = _told(many)
    assert "note" not in text
    assert below == [f"note {place}" for place in range(6)]


def _button(building: Building, label: str) -> discord.ui.Button[discord.ui.View]:
    buttons = [item for item in controls(building) if isinstance(item, discord.ui.Button)]
    return next(item for item in buttons if str(item.label).split(":")[0] == label)


def test_a_turn_that_is_a_list_ends_with_one_press() -> None:
    session = play(worked("3", WORKED), "HUM 3W", "SHE 7C", "MIN 22X")
    match, here = _match(session, 0), stage(session, 1, Draft())
    nothing = decode(_button(of_match(match, 1, here, 0, READER), "No battle").custom_id or "")
    assert nothing is not None
    assert nothing.verb is Verb.PICK, "to do nothing at all is to be confirmed"
    fought = stage(session, 1, pick(session, 1, here.draft, "C2"))
    assert [option.key for option in fought.options] == ["H2"]
    building = of_match(match, 1, fought, 0, READER)
    assert "Or confirm to play it as it is, and" in content(building)
    confirm = _button(building, "Confirm")
    press = decode(confirm.custom_id or "")
    assert press is not None
    assert confirm.label == "Confirm: battle in C2"
    assert press.verb is Verb.CONFIRM
    assert draft_of(press, session, 1) == Draft(("C2", "-"))
