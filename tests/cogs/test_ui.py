"""Views through the eyes of a seat, and positions, are looked at where only what a reader may know comes of them."""

from __future__ import annotations

import ast
import functools
import io
import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.core.bot import Reader
from cogs.core.errors import Refusal
from cogs.core.messages import Accounts
from cogs.core.text import ALT_LIMIT, CHOICE_LIMIT, LAYOUT_LIMIT, MOST_FILES
from cogs.review.viewer import Viewing, content, make_reel
from cogs.ui.boards import CLOSED, WORDS_AFTER, cautions, choices_are_open, choices_text, named, without_words
from cogs.ui.holding import alt_text, galleries, holdings, in_room, in_words
from cogs.ui.lobby import lobby_content
from cogs.ui.pictures import has_hands, summary_of
from cogs.ui.replay import MATCH, ReplayedGame, caption
from engine import registry
from engine.chance import Chance
from engine.errors import TurnError
from engine.events import Event
from engine.game import Setup
from engine.history import moments
from engine.mutants.game import MUTANTS
from engine.registry import games, get
from engine.script import Entry
from engine.seat import Seat
from engine.session import Played, Session
from engine.text import Text, say
from hosting.match.listing import by_urgency
from hosting.match.model import Place
from render.renderer import Held, Shelf
from render.theme import Theme
from store.tables.match_queries import OwnMatch
from tests.cogs import toy
from tests.cogs.apex.party import begin
from tests.cogs.conftest import World
from tests.cogs.playing import message_of, posts
from tests.cogs.twins import told, words
from tests.engine.mutants.kit import table
from tests.engine.parlour.tables import attacked
from tests.render.mutants.scenes import LONGEST, position

ROOT = Path(__file__).parents[2]

OWN = "what the reader's own seat sees, to the reader alone"
MASKED = "a seat's view only where everything may be seen (`ReplayedGame.open`)"
VIEWS = {
    "cogs/review/viewer.py:draw_position": "what was better in a finished game, from the side that the reader picked",
    "cogs/learn/page.py:done_page": "a lesson's own position, to the person who learns",
    "cogs/learn/practice.py:_waiting": "the seat of the person whose board it is, against computers",
    "cogs/play/board.py:_show": f"{OWN}; for everyone, what a spectator sees",
    "cogs/play/builder_view.py:_position": OWN,
    "cogs/play/builder_view.py:preview": OWN,
    "cogs/play/builder_view.py:sealed_picture": OWN,
    "cogs/play/cards.py:_show": OWN,
    "cogs/play/hand.py:_scene": OWN,
    "cogs/ui/holding.py:_shown": OWN,
    "cogs/ui/holding.py:holdings": OWN,
    "cogs/ui/rules.py:_hand": "a hand in a set-up position of the rules, which all may read",
    "cogs/ui/replay.py:view": MASKED,
}
"""Functions that ask for a view of anybody but a spectator, and why they may."""

BUILT = "a turn that its own player builds"
ASKED = "what all may know of who is asked what"
STATES = {
    "cogs/learn/puzzle.py:_play": "a puzzle of one person, in which nothing is hidden",
    "cogs/play/answers.py:completions": "only open games have plans",
    "cogs/play/builder.py:_turn": BUILT,
    "cogs/play/builder.py:action_indices": BUILT,
    "cogs/play/builder.py:actions_at": BUILT,
    "cogs/play/builder.py:back": BUILT,
    "cogs/play/builder.py:latest": BUILT,
    "cogs/play/builder.py:origin": BUILT,
    "cogs/play/builder.py:stage": BUILT,
    "cogs/play/builder_presses.py:_items": ASKED,
    "cogs/play/builder_view.py:_below": BUILT,
    "cogs/play/builder_view.py:_closed": BUILT,
    "cogs/play/builder_view.py:_inside": BUILT,
    "cogs/play/builder_view.py:_parts": BUILT,
    "cogs/play/builder_view.py:_position": BUILT,
    "cogs/play/builder_view.py:_unfinished": BUILT,
    "cogs/play/builder_view.py:preview": BUILT,
    "cogs/play/builder_view.py:question_of": BUILT,
    "cogs/play/builder_view.py:sealed_picture": BUILT,
    "cogs/play/builder_view.py:step_of": BUILT,
    "cogs/play/cards.py:_show": "`Game.cards` for the reader's seat",
    "cogs/play/cards.py:_whereabouts": "`Game.whereabouts` for the reader's seat",
    "cogs/play/hand.py:_lines": "`Game.subjects` and `Game.reach` for the reader's seat",
    "cogs/play/hand.py:_reach": "`Game.subjects` and `Game.reach` for the reader's seat",
    "cogs/play/hand.py:_subjects": "`Game.subjects` and `Game.reach` for the reader's seat",
    "cogs/review/viewer.py:can_open": "whether the game was over",
    "cogs/review/viewer.py:can_practise": "whether the game was over",
    "cogs/review/viewer.py:open_from": "hosting refuses positions of games that are not open",
    "cogs/ui/boards.py:playing": ASKED,
    "cogs/ui/pictures.py:summary_of": "`Game.standing`, which all may know",
    "cogs/ui/rules.py:_board": "set-up positions of the rules, which all may read",
    "cogs/ui/boards.py:call": ASKED,
    "cogs/ui/boards.py:cautions": "what a player has sealed, to them alone",
    "cogs/ui/boards.py:played_text": "what a player has sealed, to them alone",
    "cogs/ui/boards.py:question": ASKED,
    "cogs/ui/boards.py:stays_closed": "what a player has sealed, to them alone",
}
"""Functions in which something is made of a whole position, and what."""


@functools.cache
def functions() -> tuple[tuple[str, str, tuple[ast.AST, ...]], ...]:
    """Return file, name and nodes of every function outside the engine and the store."""
    return tuple(
        (path.relative_to(ROOT).as_posix(), function.name, tuple(ast.walk(function)))
        for folder in ("cogs", "hosting", "local", "render")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
    )


def _views(node: ast.AST) -> bool:
    """Return whether a view of a position is asked for that is not a spectator's.

    Those of a `ReplayedGame` have a mask. Those of `Arena.leagues`, or read from a connection, are of a season of a
    league, in which nothing of a position is.
    """
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr != "view":
        return False
    value, seat = node.func.value, node.args[-1] if node.args else None
    masked = isinstance(value, ast.Name) and value.id in ("story", "self")
    season = isinstance(value, ast.Attribute) and value.attr == "leagues"
    season |= bool(node.args) and isinstance(node.args[0], ast.Name) and node.args[0].id == "connection"
    return not masked and not season and not (isinstance(seat, ast.Constant) and seat.value is None)


def test_views_of_seats_are_asked_for_where_they_may_be() -> None:
    found = {f"{path}:{name}" for path, name, nodes in functions() if any(map(_views, nodes))}
    assert found == set(VIEWS)


def test_positions_are_looked_at_where_they_may_be() -> None:
    """A position has all that is hidden in it. Hosting keeps it; what reaches people is made elsewhere."""
    found = {f"{path}:{name}" for path, name, nodes in functions() if any(map(_looks, nodes))}
    assert {path for path in found if not path.startswith("hosting/")} == set(STATES)


def _looks(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "state"


# What hides a secret in what is looked at turn by turn, and in what a player is told of their own sealed choice.


def story(*, over: bool) -> ReplayedGame:
    """Return a match in which seat 1 froze a card of the discard, which nobody else may know."""
    line = MUTANTS.write_position(
        table({"hand": "NOB ROB", "deck": "", "discard": "ZOM WAR"}, {"hand": "LYC DEM", "deck": ""})
    )
    start = Session.start(MUTANTS, Setup("2", (("reserve", "ready"),), position=line), Chance.from_text("story"))
    session = start.play(1, "D NOB/ZOM")
    return ReplayedGame(MATCH, 1, session, moments(session), ("Ann", "Bob"), over)


def test_the_side_of_a_player_shows_nothing_more_while_the_match_runs() -> None:
    """M58: no matter who asks for it, the player included."""
    running, finished = story(over=False), story(over=True)
    for moment in running.history:
        for side in (1, 2):
            assert running.view(moment, side) == running.view(moment, None)
            assert running.events_at(moment, side) == running.events_at(moment, None)
    last = finished.history[-1]
    assert finished.view(last, 1).sides[0].freezer == ("ZOM",)
    assert finished.view(last, None).sides[0].freezer is None
    assert len(finished.events_at(last, 1)) > len(finished.events_at(last, 2)) == len(finished.events_at(last, None))


class Warns:
    """A game that has something to say of every choice."""

    def caution(self, _state: object, _seat: Seat, move: str) -> Text:
        return say("{move} brings nothing.", move=move)


def test_a_player_is_warned_of_their_own_sealed_choice_alone() -> None:
    sealed = ((1, "12W", None), (2, "7E", None))
    match: Any = SimpleNamespace(session=SimpleNamespace(game=Warns(), state=None, sealed=sealed))
    assert [str(each) for each in cautions(match, 2)] == ["⚠️ 7E brings nothing."]
    assert cautions(match, 3) == []


# In which order one should look at one's matches.


NOW = datetime(2026, 1, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)


def own(number: int, *, mine: bool, hours: int | None = None, waited: int = 0, paused: bool = False) -> OwnMatch:
    """Return a match that waits since `waited` hours and is lost in `hours`."""
    due = None if hours is None else NOW + hours * HOUR
    return OwnMatch(number, 1, mine=mine, alone=False, still=paused, due_at=due, moved_at=NOW - waited * HOUR)


@given(st.permutations(range(7)))
def test_what_waits_for_me_and_ends_first_comes_first(order: list[int]) -> None:
    matches = [
        own(1, mine=True, hours=2),
        own(2, mine=True, hours=30),
        own(3, mine=True, waited=50),
        own(4, mine=True, waited=3),
        own(5, mine=False, hours=1),
        own(6, mine=False, waited=90),
        own(7, mine=True, hours=1, paused=True),
    ]
    assert by_urgency([matches[index] for index in order]) == matches


# Which games have hands to draw.


@pytest.mark.parametrize(
    ("game", "held"), [("replicants", False), ("replica", False), ("apex", True), ("mutants", True)]
)
def test_a_game_with_cards_has_hands(game: str, held: bool) -> None:
    assert has_hands(game) is held


# What is told of choices that were revealed together.


OPEN, VEILED = Entry(1, 1, "3W"), Entry(1, 2, "5E", veil=say("chooses in private"))


@pytest.mark.parametrize(
    ("together", "over", "told"),
    [
        ((OPEN, Entry(1, 2, "5E")), False, "**All choices are revealed:** `3W · 5E`"),
        ((OPEN, VEILED), False, "**Revealed:** `3W`. The others stay secret until the match is over."),
        ((OPEN, VEILED), True, "**All choices are revealed:** `3W · 5E`"),
        ((VEILED,), False, str(CLOSED)),
    ],
)
def test_of_choices_together_only_the_open_ones_are_told(together: tuple[Entry, ...], over: bool, told: str) -> None:
    last = Played(2, "5E", (), together, together)
    assert str(choices_text(last, over=over)) == told
    assert choices_are_open(last, over=over) is told.startswith("**All choices")


# Moves are printed in one way, by `Entry.shown` and `Played.runs`, which leave out what their reader may not know.


FOLDERS = ("cogs", "render", "local", "hosting")
PLAYED = {"entry", "last", "played", "part", "earlier", "chosen"}
"""What an entry, or a turn, is called here."""
SECRETS = {"text", "moves"}

ALLOWED = {
    "cogs/learn/practice.py:after": "what a computer plays in secret, of which the places of its moves are written",
    "cogs/learn/page.py:begun": "the turn that the reader has just typed on a board of one person",
    "cogs/learn/lesson.py:_pressed": "a lesson's own position, to the person who learns",
    "cogs/play/builder_view.py:_parts": "what the player themselves is about to play",
    "cogs/play/builder_presses.py:_said": "the seat's own choice, to its player",
    "cogs/play/builder_presses.py:open_builder": "the seat's own choice, to its player",
    "cogs/play/builder_presses.py:_was_played": "compared with a draft",
    "cogs/play/builder.py:_ends": "compared with how a list ends",
    "cogs/play/builder_view.py:_veiled": "what the player themselves is about to play",
    "cogs/play/move.py:move": "what the player themselves typed",
    "cogs/ui/boards.py:_own": "what the player themselves played",
    "cogs/ui/boards.py:choices_are_open": "compared with what may be read",
    "hosting/computers/analyses.py:_mark": "hashed",
    "hosting/computers/analyses.py:_moves": "compared with a record that the player has brought",
    "hosting/match/answers.py:_left": "compared with a plan; only open games have plans",
    "hosting/match/answers.py:_broken": "compared with a plan; only open games have plans",
    "hosting/match/answers.py:_played_out": "the player's own plan; only open games have plans",
    "hosting/match/events.py:_moved": "stored",
    "hosting/match/sealing.py:_sealed": "hashed",
    "hosting/match/sealing.py:_revealed": "hashed",
    "hosting/match/service.py:write_amended": "stored",
    "hosting/match/service.py:write_event": "stored",
}
"""Functions that look at the notation of moves, and why they may."""


def found() -> Iterator[str]:
    """Yield the functions in which the notation of a move is asked for."""
    for path in sorted(each for folder in FOLDERS for each in (ROOT / folder).rglob("*.py")):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) and any(map(_asks, ast.walk(function))):
                yield f"{path.relative_to(ROOT).as_posix()}:{function.name}"


def _asks(node: ast.AST) -> bool:
    if not isinstance(node, ast.Attribute) or node.attr not in SECRETS:
        return False
    value = node.value
    name = value.id if isinstance(value, ast.Name) else value.attr if isinstance(value, ast.Attribute) else ""
    return name in PLAYED


def test_the_notation_of_a_move_is_asked_for_where_it_may_be() -> None:
    assert set(found()) == set(ALLOWED)


# What is reconstructed is said where people meet it: in lobbies, at the start, beside hands and cards, in records.


MODES = [
    (game.info.key, mode.key)
    for game in registry.games()
    for mode in game.info.modes
    if game.info.reconstruction() is not None
]


async def start(world: World, key: str, mode: str) -> tuple[str, int]:
    """Gather players and start a match; return what the lobby said, and its number."""
    seats = next(each.seats for each in registry.get(key).info.modes if each.key == mode)
    await world.come(*(names := [f"player {seat}" for seat in range(seats)]))
    host, *others = map(world.named, names)
    tables = world.bot.arena.tables
    table = await tables.open(world.guild.id, world.channel.id, host, key, mode, where="here")
    lobby = lobby_content(table, None, accounts=Accounts())
    for person in others:
        table = await tables.join(table.id, person)
    match = await tables.start(table.id, host.person_id, (Place("board", world.channel.id),))
    await world.settle()
    return lobby, match.id


@pytest.mark.parametrize(("key", "mode"), MODES)
async def test_the_lobby_the_start_and_the_record_say_it(world: World, key: str, mode: str) -> None:
    notice = str(registry.get(key).info.reconstruction())
    lobby, number = await start(world, key, mode)
    assert f"-# {notice}" in lobby.splitlines()
    begun = next(each for each in posts(world) if "begins" in each.content)
    assert f"-# {notice}" in begun.content.splitlines()
    assert (begun.attachments[0].description or "").startswith(f"{notice}. ")
    shown = message_of(await world.eve.slash(world.channel, "match record", match=number))
    assert '[Reconstructed "' in words([await told(shown)])


async def test_a_game_without_reconstructions_says_nothing(world: World) -> None:
    lobby, _ = await start(world, "replica", "2")
    assert posts(world)
    assert "econstruct" not in lobby + words([await told(each) for each in posts(world)])


@pytest.mark.parametrize("count", [2, 3, 6])
async def test_hands_cards_and_text_boards_say_it(world: World, count: int) -> None:
    party = await begin(world, count)
    await party.settle_in()
    for look in ("pictures", "text"):
        await world.ann.slash(world.channel, "settings mine", boards=look)
        for shown in (
            await party.menu(1),
            message_of(await world.ann.slash(world.channel, "match cards")),
            message_of(await world.ann.slash(world.channel, "board")),
        ):
            assert "econstructed: cards" in words([await told(shown)]).replace("\n  ", " ")
            # Not every client reads small print in an embed.
            assert not any("-# " in (embed.description or "") for embed in shown.embeds)


# What is told of a turn in one line, and how many turns there are, whatever tells it.


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


# Completions with words beside the notation, and what people type behind them.


SESSION = Session.start(get("replicants"), Setup("2"), Chance.from_text("completion"))


def _words(event: Event) -> str:
    return str(event.text())


def _chatty(event: Event) -> str:
    return _words(event) * 10


def test_a_completion_shows_its_notation_and_what_the_latest_action_means() -> None:
    names = {value: name for name, value in named(SESSION, 1, SESSION.complete(1, "E/2E6/"), _words)}
    assert names["E/2E6/E6-"] == "E/2E6/E6- · Player 1 rotates their 2 on E6 to the left."
    assert names["E/2E6/E"] == "E/2E6/E · Player 1 charges the matrix to 2."


def test_only_the_latest_action_is_told() -> None:
    ((name, _),) = named(SESSION, 1, ["E/2E6/"], _words)
    assert name == "E/2E6/ · Player 1 moves their 2 from E7 to E6."


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("", ""),
        ("E/2E6/", "E/2E6/"),
        ("E/2E6/ · Player 1 moves their 2 from E7 to E6.", "E/2E6/"),
        ("E/2E6/ · Player 1 moves their 2 from E7 to E6.E6", "E/2E6/E6"),
    ],
)
def test_words_are_taken_out_of_what_is_typed_behind_a_completion(typed: str, meant: str) -> None:
    assert without_words(SESSION, 1, typed, _words) == meant


@pytest.mark.parametrize(
    ("typed", "turn", "place"),
    [
        ("E/2E6/ · Player 1 moves th", "E/2E6/", 10),
        ("E/7A1/ · what", "E/7A1/", 10),
        ("E/2C6/D8- · but only if bob agrees", "E/2C6/D8-", 13),
        ("E/2C6/D8- · ", "E/2C6/D8-", 13),
        ("E/2E6/ · Player 2 moves their 2 from E7 to E6.", "E/2E6/", 10),
    ],
)
def test_other_words_beside_a_turn_are_refused(typed: str, turn: str, place: int) -> None:
    with pytest.raises(Refusal) as caught:
        without_words(SESSION, 1, typed, _words)
    told = str(caught.value.text)
    assert told.startswith("I don't understand ")
    assert f"(from character {place} on)" in told
    assert f"just `{turn}`" in told
    assert without_words(SESSION, 1, typed, _words, half=True) == turn


def test_words_without_a_turn_are_refused_without_advice_on_it() -> None:
    with pytest.raises(Refusal) as caught:
        without_words(SESSION, 1, " · what", _words)
    assert "what" in str(caught.value.text)
    assert "just" not in str(caught.value.text)


def test_words_behind_a_completion_that_was_typed_on_are_refused() -> None:
    typed = "E/2E6/ · Player 1 moves their 2 from E7 to E6.E · what"
    with pytest.raises(TurnError):
        SESSION.play(1, without_words(SESSION, 1, typed, _words))


async def test_nothing_is_played_with_words_beside_it(world: World) -> None:
    match = await world.begin()
    answer = message_of(await world.ann.slash(world.channel, "move", turn="E/2C6/D8- · **or not** @everyone"))
    assert answer.ephemeral
    assert "“\\*\\*or not\\*\\* \\@\u200beveryone”" in answer.content
    assert await world.bot.arena.matches.get(match.id) == match
    planned = message_of(await world.bob.slash(world.channel, "match plan", add="E/2C6/D8- · what; E/3C1/F2-"))
    assert "I don't understand " in planned.content
    assert "no plan" in message_of(await world.bob.slash(world.channel, "match plan")).content


async def test_a_name_that_discord_sends_in_place_of_its_value_is_played(world: World) -> None:
    await world.begin()
    found = await world.ann.autocomplete(world.channel, "move", "turn", "E/2E6/")
    name = next(each["name"] for each in found if each["value"] == "E/2E6/E")
    assert " · " in name
    assert message_of(await world.ann.slash(world.channel, "move", turn=name)).content.startswith("Played `E/2E6/E`.")


def test_every_completion_of_a_turn_survives_being_picked_and_typed_on() -> None:
    for name, value in named(SESSION, 1, SESSION.complete(1, ""), _words):
        assert len(name) <= CHOICE_LIMIT
        assert without_words(SESSION, 1, name, _words) == value
        assert without_words(SESSION, 1, name + "E", _words) == value + "E"


def test_words_without_room_are_left_out() -> None:
    for name, value in named(SESSION, 1, SESSION.complete(1, ""), _chatty):
        assert name == value


def test_a_game_that_tells_nothing_shows_its_notation() -> None:
    session = toy.session()
    assert named(session, 1, ["wind/pass/"], _words) == [("wind/pass/", "wind/pass/")]
    assert WORDS_AFTER not in "".join(name for name, _ in named(session, 1, session.complete(1, ""), _words))


def test_turns_too_long_for_a_completion_are_not_offered() -> None:
    assert named(toy.session(), 1, ["x" * (CHOICE_LIMIT + 1)], _words) == []


# What a player holds in words: every card is named, and told with all that it does as far as there is room.


READER = Reader(None, Theme())


def held(name: str, count: int, does: int = 250) -> Shelf:
    """Return a shelf with so many cards, each of which does so much in words."""
    brief = tuple(f"{name} {number}" for number in range(count))
    cards = tuple(f"{each} {'does ' * (does // 5)}" for each in brief)
    return Shelf(name, (Held(say("{name}", name=name), cards, brief=brief),), (say("What it is for."),))


@pytest.mark.parametrize(("hand", "discard"), [(6, 3), (9, 9), (14, 30)])
def test_every_card_is_named_however_many_there_are(hand: int, discard: int) -> None:
    shelves = [held("hand", hand), held("tops", 4), held("discard", discard)]
    texts = in_room(shelves, READER, LAYOUT_LIMIT)
    assert sum(map(len, texts)) <= LAYOUT_LIMIT
    for shelf, text in zip(shelves, texts, strict=True):
        lines = text.splitlines()
        assert [line.removeprefix("-# ").split(" does")[0] for line in lines[1:-1]] == list(shelf.places[0].brief)
        assert lines[-1] == "What it is for."
    whole = [line.count("does") == 50 for text in texts for line in text.splitlines()[1:-1]]
    assert whole == sorted(whole, reverse=True), "the first cards are told with all that they do"
    assert whole[: min(hand, 8)] == [True] * min(hand, 8)


def test_what_has_room_is_told_whole() -> None:
    shelves = [held("hand", 6), held("tops", 3)]
    assert in_room(shelves, READER, LAYOUT_LIMIT) == [in_words(shelf, READER) for shelf in shelves]


def test_where_not_even_all_names_have_room_the_last_are_cut() -> None:
    texts = in_room([held("hand", 6), held("tops", 3)], READER, 120)
    assert sum(map(len, texts)) <= 120
    assert "hand 5" in texts[0]
    assert "tops 2" not in texts[1]


@pytest.mark.parametrize("count", [9, 12, 24])
def test_the_words_of_a_picture_name_each_card(count: int) -> None:
    text = alt_text(held("pack", count), READER, "Reconstructed.")
    assert len(text) <= ALT_LIMIT
    assert text.startswith("Reconstructed.\n")
    assert [f"pack {number}" in text for number in range(count)] == [True] * count


@pytest.mark.parametrize(
    ("count", "galleried"),
    [(1, [1]), (2, [2]), (3, [2, 1]), (4, [2, 2]), (5, [5]), (6, [6]), (7, [5, 2]), (8, [8]), (9, [9]), (10, [5, 5])],
)
def test_galleries_are_of_such_sizes_that_squares_stay_whole(count: int, galleried: list[int]) -> None:
    files = [discord.File(io.BytesIO(b"-"), f"hand-{number}.png", description=f"{number}") for number in range(count)]
    parts = list(galleries(files))
    assert [len(part.items) for part in parts if isinstance(part, discord.ui.MediaGallery)] == galleried
    shown = [item for part in parts if isinstance(part, discord.ui.MediaGallery) for item in part.items]
    assert [item.media.url for item in shown] == [f"attachment://{file.filename}" for file in files]
    assert [item.description for item in shown] == [file.description for file in files]


def dealt(count: int) -> Any:
    """Return a match of Mutants whose first player has so many cards in the hand, and some everywhere else."""
    view = position("2", eyes=1)
    mine = replace(view.sides[0], hand=LONGEST[:count])
    session = SimpleNamespace(game=MUTANTS, view=lambda _: replace(view, sides=(mine, *view.sides[1:])))
    return SimpleNamespace(game="mutants", setup=Setup("2"), names=("Ann", "Bob"), session=session)


@pytest.mark.parametrize(("count", "tiles"), [(5, 5), (6, 6), (10, 10), (11, 0)])
async def test_each_card_of_the_hand_has_a_picture_and_stands_on_a_line(count: int, tiles: int) -> None:
    scene = await holdings(dealt(count), 1, READER).hand()
    names, shown = [file.filename for file in scene.files], [f"hand-{number + 1}.png" for number in range(tiles)]
    assert names == (shown or ["hand.png"])
    items = [item for part in scene.parts if isinstance(part, discord.ui.MediaGallery) for item in part.items]
    assert [item.media.url for item in items] == [f"attachment://{name}" for name in names]
    for code, item in zip(LONGEST[:tiles], items, strict=False):
        words = item.description or ""
        assert words.startswith("Reconstructed: ")
        assert [other for other in LONGEST if f"({other})" in words] == [code]
        assert "Deploy: " in words
        assert len(words) < ALT_LIMIT
    assert isinstance(scene.parts[0], discord.ui.MediaGallery), "the hand comes first"
    told, notice = (part.content for part in scene.parts if isinstance(part, discord.ui.TextDisplay))
    lines = told.splitlines()
    assert lines[0] == f"**Your hand: {count} cards**"
    assert [line.split("\\:")[0] for line in lines[1 : count + 1]] == [f"-# {code}" for code in LONGEST[:count]]
    assert max(map(len, lines[1 : count + 1])) < 60
    assert notice.startswith("-# Reconstructed: ")


async def test_everything_else_stands_in_another_message_that_has_room_for_it() -> None:
    scene = await holdings(dealt(6), 1, READER).rest()
    names = [file.filename for file in scene.files]
    assert names[0] == "tops.png"
    assert len(set(names)) == len(names) <= MOST_FILES
    parts = [part.content for part in scene.parts if isinstance(part, discord.ui.TextDisplay)]
    assert [
        place for place in ("Your reserve tops", "below the tops", "discard") if place not in "\n".join(parts)
    ] == []
    assert "Your hand" not in "\n".join(parts)
    assert sum(map(len, parts)) <= LAYOUT_LIMIT


async def test_who_reads_boards_as_text_has_words_alone() -> None:
    found = holdings(dealt(6), 1, replace(READER, text_boards=True))
    for scene, first in ((await found.hand(), "**Your hand: 6 cards**"), (await found.rest(), "**In your reserve")):
        assert scene.files == []
        assert all(isinstance(part, discord.ui.TextDisplay) for part in scene.parts)
        words = "\n".join(part.content for part in scene.parts if isinstance(part, discord.ui.TextDisplay))
        assert words.startswith(first)
        assert "Deploy\\: " in words or "reserve" in words


async def test_who_holds_nothing_is_shown_nothing() -> None:
    match = dealt(6)
    match.session.view = lambda _: position("2")
    assert (await holdings(match, 1, READER).hand()).parts == []
