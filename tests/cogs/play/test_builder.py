"""The tree of choices, paging and custom ids of the turn builder, on a toy game."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import discord
import pytest
import simcord

from cogs.core.bot import Reader
from cogs.core.components import Item
from cogs.core.text import CUSTOM_ID_LIMIT, LABEL_LIMIT
from cogs.play import builder
from cogs.play.answers import example, split
from cogs.play.builder import STOP, Draft, DraftError, Stage, Verb, back, decode, draft_of, encode, latest, pick, stage
from cogs.play.builder_view import PROMPT_TEXT, ROWS, Building, _blocks, confirming, content, controls, of_match, pages
from engine.chance import Chance
from engine.choices import Choice
from engine.game import Setup
from engine.mutants.game import MUTANTS
from engine.registry import games, get
from engine.seat import Seat
from engine.session import Session
from engine.text import ENGLISH, Text, say
from hosting.match.model import Match, MatchSeat
from render.theme import Theme
from tests.cogs import toy
from tests.cogs.conftest import World
from tests.cogs.playing import SHORT_GAME, Shown, labels, menu, message_of, posts, refreshed, said, turn_message
from tests.cogs.playing import controls as playing_controls
from tests.cogs.playing import latest as playing_latest
from tests.cogs.playing import pick as playing_pick
from tests.cogs.playing import play as playing_play
from tests.engine.apex.kit import WORKED, play
from tests.engine.apex.kit import session as worked
from tests.hosting.toygame import TallyGame
from tests.volume import many


def _pick(*keys: str, draft: Draft | None = None) -> Stage:
    session = toy.session()
    here = draft or Draft()
    for key in keys:
        here = pick(session, 1, here, key)
    return stage(session, 1, here)


def _keys(here: Stage) -> list[str]:
    return [option.key for option in here.options]


def test_a_forced_action_is_taken_by_itself() -> None:
    here = _pick()
    assert here.draft == Draft(("wind",))
    assert _keys(here) == ["big", "small", "pass"]
    assert not here.ready


def test_a_step_with_alternatives_waits_for_the_person() -> None:
    here = _pick("big")
    assert here.draft.actions == ("wind",)
    assert [choice.key for choice in here.chosen] == ["big"]
    assert len(here.options) == toy.BOXES


def test_options_that_finish_an_action_say_which() -> None:
    assert _pick().written == ("", "", "pass")
    assert _pick("small", "small1").written == ("small1", "small1+", "small1*")


def test_the_last_step_finishes_the_action() -> None:
    here = _pick("big", "big29")
    assert here.draft == Draft(("wind", "big29"))
    assert _keys(here) == ["a", "b", "c"]


def test_the_last_action_makes_the_turn_ready() -> None:
    here = _pick("pass", "c")
    assert here.ready
    assert here.turn.over
    assert here.turn.text == here.draft.text == "wind/pass/c"


def test_a_move_that_is_the_beginning_of_others_can_be_chosen() -> None:
    here = _pick("small", "small1")
    assert _keys(here) == [STOP.key, "+", "*"]
    assert _pick("small", "small1", STOP.key).draft == Draft(("wind", "small1"))
    assert _pick("small", "small1", "*").draft == Draft(("wind", "small1*"))


def test_every_legal_turn_can_be_reached_by_picking() -> None:
    session = toy.session()
    reached = set()
    waiting = [Draft()]
    while waiting:
        here = stage(session, 1, waiting.pop())
        if here.ready:
            reached.add(here.turn.text)
        waiting += [pick(session, 1, here.draft, option.key) for option in here.options]
    middle = session.game.legal((0, 1), 1)
    assert reached == {f"wind/{each}/{stop}" for each in middle for stop in "abc"}


def test_an_unknown_alternative_is_refused() -> None:
    with pytest.raises(DraftError):
        _pick("tiny")


@pytest.mark.parametrize(
    "draft",
    [
        Draft(("wind", "fly")),
        Draft(("wind",), (7,)),
        Draft(("wind", "pass", "a"), (0,)),
        Draft(("wind", "pass", "a", "wind")),
    ],
)
def test_a_draft_that_does_not_fit_is_refused(draft: Draft) -> None:
    with pytest.raises(DraftError):
        stage(toy.session(), 1, draft)


def test_back_undoes_one_decision_and_never_stops_at_a_forced_step() -> None:
    session = toy.session()
    here = _pick("small", "small1", "*", "b").draft
    seen = []
    while here != Draft():
        here = back(session, 1, here)
        seen.append(here)
    assert seen == [
        Draft(("wind", "small1*")),
        Draft(("wind",), (1, 1)),
        Draft(("wind",), (1,)),
        Draft(("wind",)),
        Draft(),
    ]
    assert stage(session, 1, Draft()).draft == Draft(("wind",))


def test_back_after_picking_is_where_one_came_from() -> None:
    session = toy.session()
    rng = random.Random(4)
    for _ in range(50):
        here = stage(session, 1, Draft())
        while not here.ready:
            option = rng.choice(here.options)
            there = stage(session, 1, pick(session, 1, here.draft, option.key))
            assert stage(session, 1, back(session, 1, there.draft)) == here
            here = there


def _through(draft: Draft, number: int = 0, match: int = 7, seq: int = 12) -> tuple[str, Draft]:
    session = toy.session()
    written = encode(session, 1, match, seq, Verb.SHOW, draft, number)
    press = decode(written)
    assert press is not None
    assert (press.match, press.seq, press.verb, press.page) == (match, seq, Verb.SHOW, number)
    return written, draft_of(press, session, 1)


def test_ids_hold_the_whole_draft() -> None:
    for draft in (Draft(), Draft(("wind",)), Draft(("wind",), (0, 29)), Draft(("wind", "small1+", "c"))):
        assert _through(draft, 3)[1] == draft
    assert _through(Draft(("wind",), (0, 29)), 1)[0] == "b:7:12:s1:0.t:wind"


class Wordy(toy.Toy):
    """The same game with notation too long for an id."""

    def legal(self, state: toy.State, seat: Seat) -> tuple[str, ...]:
        return tuple(super().legal(state, seat))

    def format(self, state: toy.State, seat: Seat, move: str) -> str:
        return super().format(state, seat, move) + "~" * 60

    def parse(self, state: toy.State, seat: Seat, text: str) -> str:
        return super().parse(state, seat, text.rstrip("~"))


class Reordered(Wordy):
    """The same again, with its legal moves in another order."""

    def legal(self, state: toy.State, seat: Seat) -> tuple[str, ...]:
        return super().legal(state, seat)[::-1]


def test_a_turn_too_long_for_an_id_is_packed() -> None:
    session = toy.session(Wordy())
    here = stage(session, 1, pick(session, 1, Draft(), "pass")).draft
    assert len(here.text) > CUSTOM_ID_LIMIT
    written = encode(session, 1, 10**18 - 1, 10**8, Verb.CONFIRM, here, 999)
    assert len(written) <= CUSTOM_ID_LIMIT
    press = decode(written)
    assert press is not None
    assert draft_of(press, session, 1) == here


def test_a_packed_turn_is_refused_when_the_moves_have_another_order() -> None:
    session = toy.session(Wordy())
    here = stage(session, 1, pick(session, 1, Draft(), "pass")).draft
    press = decode(encode(session, 1, 7, 12, Verb.CONFIRM, here))
    assert press is not None
    with pytest.raises(DraftError):
        draft_of(press, toy.session(Reordered()), 1)


@pytest.mark.parametrize("text", ["~", "~x", "~zz~00000000"])
def test_a_packed_turn_that_was_never_given_out_is_refused(text: str) -> None:
    press = decode(f"b:7:12:c::{text}")
    assert press is not None
    with pytest.raises(DraftError):
        draft_of(press, toy.session(), 1)


def test_a_draft_with_an_illegal_action_is_not_packed() -> None:
    with pytest.raises(DraftError):
        encode(toy.session(), 1, 7, 12, Verb.SHOW, Draft(("fly" * CUSTOM_ID_LIMIT,)))


@pytest.mark.parametrize("other", ["m:7:12:play", "b:7:12:z::wind", "b:7:12", "b:x:12:s::", "b:7:12:s:A:wind"])
def test_other_ids_are_not_the_builders(other: str) -> None:
    assert decode(other) is None


# What the button says that plays a turn, in every game.


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


class BuilderLabelWordy(toy.Toy):
    """The same game with moves that take many words."""

    def brief(self, _state: toy.State, _seat: int, move: str) -> Text:
        return say("{move} and some words more about it", move=move)


def test_what_has_no_room_is_marked_by_an_ellipsis() -> None:
    label = confirming(_building(toy.session(BuilderLabelWordy()), "wind", "pass", "a"))
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


# Steps of a move that may be taken in any order: cards of a hand that go together.


def asked(kind: str, count: int, hand: int) -> tuple[Session, Seat]:
    """Return a game in which a seat is asked for a number of cards of a hand of some size."""
    for seed in range(200):
        lot, session = random.Random(seed), Session.start(MUTANTS, Setup("2"), Chance.from_text(str(seed)))
        while session.outcome is None:
            seat, ask = min(session.to_act), session.state.ask
            kinds = set(session.state.sides[seat - 1].hand)
            if ask is not None and (ask.kind, ask.count) == (kind, count) and len(kinds) >= hand:
                return session, seat
            move = lot.choice(MUTANTS.legal(session.state, seat))
            session = session.move(seat, MUTANTS.format(session.state, seat, move))
    raise AssertionError(f"no game asks for {kind}")


@pytest.fixture(scope="module")
def cycling() -> tuple[Session, Seat]:
    return asked("cycle", 2, 3)


def test_each_card_can_be_the_first(cycling: tuple[Session, Seat]) -> None:
    session, seat = cycling
    here = stage(session, seat, Draft())
    assert {option.key for option in here.options} == set(session.state.sides[seat - 1].hand)


def test_the_order_does_not_matter(cycling: tuple[Session, Seat]) -> None:
    session, seat = cycling
    one, *_, other = sorted(
        set(session.state.sides[seat - 1].hand), key=session.state.rules.components.order.__getitem__
    )
    texts = set()
    for keys in ((one, other), (other, one)):
        draft = Draft()
        for key in keys:
            draft = pick(session, seat, draft, key)
        here = stage(session, seat, draft)
        texts.add(here.turn.text)
        assert {step.key for step in latest(session, seat, here.draft)} == {one, other}
        before = stage(session, seat, back(session, seat, here.draft))
        assert before.draft.actions == ()
        assert len(before.options) > 1
    assert texts == {f"{one}+{other}"}


def test_ids_of_every_step_lead_back_to_it(cycling: tuple[Session, Seat]) -> None:
    session, seat = cycling
    for option in stage(session, seat, Draft()).options:
        draft = pick(session, seat, Draft(), option.key)
        text = encode(session, seat, 10**17, 10**8, Verb.CHOOSE, draft)
        assert len(text) <= CUSTOM_ID_LIMIT
        press = decode(text)
        assert press is not None
        assert draft_of(press, session, seat) == draft


def test_what_is_bred_leaves_nothing_to_choose_where_one_pair_fits() -> None:
    """Two cards in either order are one way."""
    for seed in range(40):
        lot, session = random.Random(seed), Session.start(MUTANTS, Setup("2"), Chance.from_text(str(seed)))
        while session.outcome is None:
            seat, ask = min(session.to_act), session.state.ask
            texts = [MUTANTS.format(session.state, seat, each) for each in MUTANTS.legal(session.state, seat)]
            if ask is not None and ask.kind == "act" and any(text[0] == "B" for text in texts):
                for option in stage(session, seat, pick(session, seat, Draft(), "B")).options:
                    bred = [text for text in texts if text[0] == "B" and text.endswith(f">{option.key}")]
                    draft = pick(session, seat, pick(session, seat, Draft(), "B"), option.key)
                    actions = stage(session, seat, draft).draft.actions
                    if len(bred) == 1:
                        assert actions[:1] == tuple(bred)
                        return
            session = session.move(seat, lot.choice(texts))
    raise AssertionError("nothing is ever bred in one way")


def test_too_many_cards_are_taken_in_the_order_of_the_game(
    cycling: tuple[Session, Seat], monkeypatch: pytest.MonkeyPatch
) -> None:
    session, seat = cycling
    in_any_order = stage(session, seat, Draft()).options
    monkeypatch.setattr(builder, "MOST_LOOSE", 1)
    builder._tree.cache_clear()
    in_order = stage(session, seat, Draft()).options
    builder._tree.cache_clear()
    assert set(in_order) < set(in_any_order)


# The builder on Discord: a match by buttons alone, late and double presses, a restart in the middle.


def _way(session: Session, seat: Seat, turn: str, names: tuple[str, ...]) -> list[str]:
    """Return the labels to pick for a turn, those included that are taken by themselves."""
    found: list[str] = []
    done, game = "", session.game
    for action in turn.split("/"):
        state = session.preview(seat, done).state
        move = game.parse(state, seat, action)
        found += [
            choice.text.render(ENGLISH, lambda each: names[each - 1]) for choice in game.choices(state, seat, move)
        ]
        done += f"{action}/"
    return found


async def _open(world: World, player: simcord.MemberActor) -> Shown:
    return message_of(await player.click(turn_message(world), label="Play"))


async def _build(world: World, player: simcord.MemberActor, turn: str) -> Shown:
    """Pick a turn from the menus up to the point where it can be confirmed."""
    match = await playing_latest(world)
    (seat,) = match.session.to_act
    message = await _open(world, player)
    for label in _way(match.session, seat, turn, match.names):
        if label in labels(message) or label in menu(message) or "Next page ▶" in labels(message):
            message = await playing_pick(player, message, label)
    return message


async def test_a_whole_match_by_buttons_alone(world: World) -> None:
    await world.begin()
    for number, turn in enumerate(SHORT_GAME):
        player = world.people["ann" if number % 2 == 0 else "bob"]
        message = await _build(world, player, turn)
        assert f"`{turn}`" in said(message)
        await playing_pick(player, message, "Confirm")
        assert said(refreshed(player, message)).startswith(f"Played `{turn}`.")
        assert playing_controls(refreshed(player, message)) == []
    assert (await playing_latest(world)).over


async def test_the_builder_is_private_and_shows_what_the_turn_comes_to(world: World) -> None:
    await world.begin()
    ann = world.ann
    opened = message_of(await ann.click(turn_message(world), label="Play"))
    assert opened.ephemeral
    assert "`E`" in said(opened), "the charge is forced"
    assert labels(opened) == ["2 on D7", "2 on E7", "2 on F8", "3 on D8", "3 on F9", "Cancel"]
    first = await opened.attachments[0].read()
    assert opened.attachments[0].description
    chosen = await playing_pick(ann, opened, "2 on E7")
    assert await chosen.attachments[0].read() != first, "what the piece can do is marked"
    moved = await playing_pick(ann, chosen, "E6")
    assert "`E/2E6`" in said(moved)
    assert "ann moves their 2 from E7 to E6." in said(moved)
    assert "Confirm" not in labels(moved)
    ready = await playing_pick(ann, moved, "Charge the matrix")
    assert "`E/2E6/E`" in said(ready)
    assert {"Confirm", "Back", "Start over", "Cancel"} == set(labels(ready))
    assert (await playing_latest(world)).seq == 0


async def test_back_and_start_over(world: World) -> None:
    await world.begin()
    ann = world.ann
    opened = await _open(world, ann)
    moved = await playing_pick(ann, await playing_pick(ann, opened, "2 on E7"), "E6")
    back = await playing_pick(ann, moved, "Back")
    assert labels(back)[:3] == ["D6", "E6", "F7"]
    assert "`E`" in said(back)
    back = await playing_pick(ann, back, "Back")
    assert labels(back) == labels(opened), "nothing to take back any more"
    ready = await playing_pick(
        ann, await playing_pick(ann, await playing_pick(ann, back, "3 on D8"), "B6"), "Charge the matrix"
    )
    assert "`E/3B6/E`" in said(ready)
    again = await playing_pick(ann, ready, "Start over")
    assert labels(again) == labels(opened)


async def test_cancel_plays_nothing(world: World) -> None:
    await world.begin()
    ann = world.ann
    ready = await _build(world, ann, SHORT_GAME[0])
    gone = await playing_pick(ann, ready, "Cancel")
    assert said(gone) == "Cancelled: nothing was played."
    assert (gone.attachments, playing_controls(gone)) == ([], [])
    assert (await playing_latest(world)).seq == 0


async def test_two_presses_of_confirm_play_one_turn(world: World) -> None:
    await world.begin()
    ann = world.ann
    one = await _build(world, ann, SHORT_GAME[0])
    other = await _build(world, ann, SHORT_GAME[0])
    different = await _build(world, ann, "E/2E6/E")
    await playing_pick(ann, one, "Confirm")
    assert said(refreshed(ann, one)) == "Played `E/2C6/D8-`. Next: bob."
    await playing_pick(ann, other, "Confirm")
    assert said(refreshed(ann, other)) == "Played `E/2C6/D8-`. Next: bob."
    await playing_pick(ann, different, "Confirm")
    assert "so nothing happened" in said(refreshed(ann, different))
    assert (await playing_latest(world)).seq == 1


async def test_a_forged_confirmation_plays_nothing(world: World) -> None:
    await world.begin()

    async def confirmed(text: str) -> str:
        custom_id = f"b:1:0:{Verb.CONFIRM}::{text}"
        forged = await world.forge(custom_id)
        await world.ann.click(forged, custom_id=custom_id)
        return said(world.latest(forged))

    assert "no longer fits" in await confirmed("~zz~00000000")
    assert (await playing_latest(world)).seq == 0
    await playing_play(world, SHORT_GAME[0])
    assert "so nothing happened" in await confirmed("~zz~00000000"), "it is not what was played"
    assert (await playing_latest(world)).seq == 1


async def test_a_press_on_an_old_board_changes_nothing_and_says_so(world: World) -> None:
    await world.begin()
    ann = world.ann
    building = await _open(world, ann)
    confirmable = await _build(world, ann, "E/2E6/E")
    await playing_play(world, *SHORT_GAME[:2])
    for message, label in ((building, "2 on E7"), (confirmable, "Back"), (confirmable, "Confirm")):
        if label in labels(refreshed(ann, message)):
            await ann.click(message, label=label)
        assert "so nothing happened" in said(refreshed(ann, message))
    assert (await playing_latest(world)).seq == 2
    assert (await playing_latest(world)).session.last is not None


async def test_only_whose_turn_it_is_gets_the_builder(world: World) -> None:
    await world.begin()
    waiting = message_of(await world.bob.click(turn_message(world), label="Play"))
    assert waiting.ephemeral
    assert said(waiting) == "It's ann's turn."
    onlooker = message_of(await world.eve.click(turn_message(world), label="Play"))
    assert onlooker.ephemeral
    assert "Only this match's players" in said(onlooker)


async def test_the_builder_survives_a_restart(world: World) -> None:
    await world.begin()
    ann, bob = world.ann, world.bob
    chosen = await playing_pick(ann, await _open(world, ann), "2 on E7")
    await world.restart()
    moved = await playing_pick(ann, chosen, "E6")
    assert "`E/2E6`" in said(moved)
    ready = await playing_pick(
        ann, await playing_pick(ann, await playing_pick(ann, moved, "Rotate"), "2 on E6"), "To the left"
    )
    await world.restart()
    await playing_pick(ann, ready, "Confirm")
    assert said(refreshed(ann, ready)) == "Played `E/2E6/E6-`. Next: bob."
    await world.restart()
    assert message_of(await bob.click(turn_message(world), label="Play")).ephemeral


async def test_move_without_a_turn_opens_the_builder(world: World) -> None:
    await world.begin()
    opened = message_of(await world.ann.slash(world.channel, "move"))
    assert opened.ephemeral
    assert "2 on D7" in labels(opened)


# The builder's message against Discord's limits, through random matches of every mode.


MODES = [(game.info.key, mode.key) for game in games() for mode in game.info.modes]
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


@pytest.mark.parametrize(("length", "prompt"), [(PROMPT_TEXT, "x" * PROMPT_TEXT), (PROMPT_TEXT + 1, "Choose…")])
def test_a_question_that_a_phone_cuts_is_read_above_its_menu_alone(length: int, prompt: str) -> None:
    (block,) = _blocks(_choices(7), str, say("{question}", question="x" * length))
    assert str(block.prompt) == prompt


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
    assert "Or confirm to play it as it is and" in content(building)
    confirm = _button(building, "Confirm")
    press = decode(confirm.custom_id or "")
    assert press is not None
    assert confirm.label == "Confirm: battle in C2"
    assert press.verb is Verb.CONFIRM
    assert draft_of(press, session, 1) == Draft(("C2", "-"))


# `/match plan`: lines are typed with completion, kept from everybody else, and answered at once.


FIRST = "E/2C6/D8-"
THEIRS, MINE = "E/3C1/F2-", "E/3D6/E"


async def test_an_answer_is_played_as_soon_as_its_turn_comes(world: World) -> None:
    await world.begin()
    await playing_play(world, FIRST)
    told = message_of(await world.ann.slash(world.channel, "match plan", add=f" {THEIRS.lower()} ; {MINE}"))
    assert told.ephemeral
    assert f"- `{THEIRS}` → `{MINE}`" in told.content
    answer = message_of(await world.bob.slash(world.channel, "move", turn=THEIRS))
    assert answer.content == f"Played `{THEIRS}`. Next: ann."
    await world.settle()
    match = await playing_latest(world)
    assert (match.seq, match.to_act) == (3, (world.person("bob"),))
    assert [f"`{MINE}`" in each.content for each in posts(world) if each.attachments][-1]
    assert f"{world.bob.mention}: " in turn_message(world).content


async def test_nobody_else_learns_of_a_plan(world: World) -> None:
    await world.begin()
    await playing_play(world, FIRST)
    before = [each.id for each in world.channel.history(viewer=world.bob)]
    await world.ann.slash(world.channel, "match plan", add=f"{THEIRS}; {MINE}")
    shown = message_of(await world.bob.slash(world.channel, "match plan"))
    assert "You have no plan" in shown.content
    assert MINE not in shown.content
    for channel in (world.channel, world.guild.create_text_channel("other")):
        assert await world.bob.autocomplete(channel, "match plan", "remove", "") == []
    others = [each.id for each in world.channel.history(viewer=world.bob) if not each.flags.ephemeral]
    assert others == before


async def test_completion_goes_on_with_the_last_turn_of_the_line(world: World) -> None:
    await world.begin()
    await playing_play(world, FIRST)
    first = await world.ann.autocomplete(world.channel, "match plan", "add", "E/3C1/F")
    assert {"name": THEIRS, "value": THEIRS} in first
    then = await world.ann.autocomplete(world.channel, "match plan", "add", f"{THEIRS}; E/3D6/")
    assert any(each["value"].startswith(f"{THEIRS}; {MINE}") for each in then)
    assert await world.ann.autocomplete(world.channel, "match plan", "add", "nonsense; E") == []
    assert await world.eve.autocomplete(world.channel, "match plan", "add", "") == []


async def test_a_line_that_cannot_be_names_its_turn(world: World) -> None:
    await world.begin()
    await playing_play(world, FIRST)
    told = message_of(await world.ann.slash(world.channel, "match plan", add=f"{THEIRS}; E/9Z9/E"))
    assert told.ephemeral
    assert "Turn 2 of the line" in told.content
    assert "9Z9" in told.content


async def test_lines_are_taken_out_again(world: World) -> None:
    await world.begin()
    await playing_play(world, FIRST)
    await world.ann.slash(world.channel, "match plan", add=f"{THEIRS}; {MINE}")
    (offered,) = await world.ann.autocomplete(world.channel, "match plan", "remove", "")
    told = message_of(await world.ann.slash(world.channel, "match plan", remove=offered["value"]))
    assert "You have no plan" in told.content
    await playing_play(world, THEIRS)
    assert (await playing_latest(world)).to_act == (world.person("ann"),)


async def test_the_example_is_a_line_that_can_be_planned(world: World) -> None:
    await world.begin()
    await playing_play(world, FIRST)
    told = message_of(await world.ann.slash(world.channel, "match plan"))
    example = told.content.split("`")[3]
    assert "→" in message_of(await world.ann.slash(world.channel, "match plan", add=example)).content


def test_the_example_ends_with_the_game() -> None:
    session = Session.start(TallyGame(), Setup("2", position="11+0"), Chance.from_text("plan"))
    assert example(session) == "1"


def test_a_line_is_split_in_time_that_grows_with_its_length_alone() -> None:
    # A pattern that tries every run of spaces from each of them would take minutes here.
    assert split(f"E/2C6/D8-{' ' * 300_000}x;  E ;; ") == [f"E/2C6/D8-{' ' * 300_000}x", "E"]


async def test_nothing_follows_the_turn_that_ends_the_match(world: World) -> None:
    await world.begin()
    await playing_play(world, *SHORT_GAME[:7])
    line = "; ".join(SHORT_GAME[7:])
    assert await world.ann.autocomplete(world.channel, "match plan", "add", line[:-1])
    assert await world.ann.autocomplete(world.channel, "match plan", "add", f"{line}; ") == []
