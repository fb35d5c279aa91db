"""The private menus of APEX: every legal move can be picked, in few presses, and nothing is asked that is no choice."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime

import discord

from cogs.core.bot import Reader
from cogs.play.builder import Draft, Stage, Verb, decode, draft_of, pick, stage
from cogs.play.builder_view import Building, content, controls, of_match, pages
from engine.apex.choices import subjects
from engine.apex.game import APEX
from engine.apex.moves import Close, Move, Ship
from engine.apex.state import Phase
from engine.chance import Chance
from engine.game import Setup
from engine.seat import Seat
from engine.session import Session
from hosting.match.model import Match, MatchSeat
from render.theme import Theme
from tests.cogs.apex.party import begin
from tests.cogs.conftest import World
from tests.cogs.playing import labels, menu, message_of, more, posts, said, texts
from tests.cogs.playing import pick as playing_pick
from tests.engine.apex.kit import TILES, WORKED, play, position, session

READER = Reader(None, Theme())
MOST = {Phase.SETUP: 2, Phase.CHOOSE: 3, Phase.WAR: 1, Phase.COLONISE: 1, Phase.EXPAND: 2}
"""How many presses a single move takes at most; ships that go through a portal take one more."""


def building(session: Session, seat: Seat, here: Stage, page: int = 0) -> Building:
    seats = tuple(MatchSeat(each, each, f"Player {each}") for each in range(1, int(session.setup.mode) + 1))
    start = datetime(2026, 1, 1, tzinfo=UTC)
    match = Match(1, 2, 3, "apex", session.setup, seats, (), "running", 0, session, start, None, 1)
    return of_match(match, seat, here, page, READER)


def pressed(session: Session, seat: Seat, here: Stage) -> Iterator[tuple[Draft, int]]:
    """Yield the drafts that one press leads to, and what it takes to get there: pages are turned by presses too."""
    for page in range(len(pages(building(session, seat, here)))):
        for item in controls(building(session, seat, here, page)):
            press = decode(item.custom_id or "")
            assert press is not None
            draft = draft_of(press, session, seat)
            if isinstance(item, discord.ui.Select):
                for option in item.options:
                    yield pick(session, seat, draft, option.value), page + 1
            elif not item.disabled and press.verb in ({Verb.PICK} if here.ready else {Verb.PICK, Verb.CONFIRM}):
                yield draft, page + 1


def reached(session: Session, seat: Seat) -> dict[str, int]:
    """Return the single moves that can be picked now, in notation, and how many presses each takes."""
    found: dict[str, int] = {}
    waiting = [(stage(session, seat, Draft()), 0)]
    done = len(waiting[0][0].draft.actions)
    while waiting:
        here, count = waiting.pop()
        for draft, presses in pressed(session, seat, here):
            there = stage(session, seat, draft)
            if len(there.draft.actions) > done:
                text = there.draft.actions[done]
                found[text] = min(count + presses, found.get(text, count + presses))
            else:
                waiting.append((there, count + presses))
    return found


def most(move: Move) -> int:
    return 3 if isinstance(move, Ship) and move.portal else 2 if isinstance(move, Ship) else 1


def test_every_move_of_random_games_can_be_picked() -> None:
    rng = random.Random(4)
    for mode in ("2", "6"):
        now = Session.start(APEX, Setup(mode), Chance.from_text(f"menus {mode}"))
        seen = dict.fromkeys(MOST, 0)
        while now.to_act and min(seen.values()) < 5:
            seat, phase = min(now.to_act), now.state.phase
            moves = APEX.legal(now.state, seat)
            seen[phase] += len(moves) > 1
            if len(moves) > 1 and seen[phase] <= 10:
                found = reached(now, seat)
                assert set(found) == {APEX.format(now.state, seat, move) for move in moves}
                for move in moves:
                    allowed = most(move) if phase is Phase.EXPAND else MOST[phase]
                    assert found[APEX.format(now.state, seat, move)] <= allowed
            wanted = [move for move in moves if not isinstance(move, Close)] or moves
            now = now.move(seat, APEX.format(now.state, seat, rng.choice(wanted)))
        assert all(seen.values()), "every kind of decision has come"


def expansion(actions: str, own: str, *others: str, mode: str = "3") -> Session:
    """Return an expansion of the Humans with actions such as `"1/0/2/0/0"`."""
    civs = ("SHE", "MIN", "NAG")[: int(mode) - 1]
    rest = [f"{civ}@H{place} v0 e0/0/0/0 H{place}:1" for place, civ in enumerate(civs, 2)][len(others) :]
    plays = " ".join(f"{seat}:{card}X" for seat, card in zip(range(1, int(mode) + 1), (3, 7, 8, 14), strict=False))
    return session(mode, position(plays, own, *others, *rest, phase=f"expand 1 {actions}", mode=mode))


def test_every_move_of_ships_that_are_everywhere_can_be_picked() -> None:
    """More lanes than a message has room for: pages are turned, and nothing is lost."""
    slots = "A1 A2 B1 B2 B3 C1 C2 D1 D2 D3"
    own = " ".join(f"{slot}:1" for slot in slots.split())
    now = expansion("1/2/3/1/1", f"HUM@H1 v0 e0/0/3/0 {own}", "SHE@H2 v0 e0/0/0/0 A1:2 A2:2 B1:1 C1:1", mode="4")
    here = stage(now, 1, Draft())
    assert len(pages(building(now, 1, here))) > 1
    found = reached(now, 1)
    assert set(found) == {APEX.format(now.state, 1, move) for move in APEX.legal(now.state, 1)}
    assert {"CONV A1 SHE", "AMB B1 SHE", "PROD H1", "PORT D3>D4 x1", "-"} <= set(found)


def test_a_movement_takes_one_menu_for_both_sectors_and_one_press_for_all_ships() -> None:
    # A48
    now = expansion("0/1/0/0/0", "HUM@H1 v0 e0/0/0/0 H1:4 A1:1")
    here = stage(now, 1, Draft())
    assert [option.key for option in here.options[:2]] == ["MOVE H1>A1", "MOVE H1>A3"]
    there = stage(now, 1, pick(now, 1, here.draft, "MOVE H1>A1"))
    assert [str(option.text) for option in there.options] == ["All 4", "3", "2", "1"]
    alone = next(option.key for option in here.options if option.key.startswith("MOVE A1>"))
    assert stage(now, 1, pick(now, 1, here.draft, alone)).ready, "one ship leaves no choice, nor does what follows"


def test_doing_nothing_is_confirmed_and_ending_early_takes_one_press() -> None:
    # A45
    now = expansion("0/2/0/0/0", "HUM@H1 v0 e0/0/0/0 H1:4")
    here = stage(now, 1, Draft())
    assert here.end is not None
    assert here.ended is not None
    assert str(here.end.text) == "No action"
    assert stage(now, 1, here.ended).ready
    begun = stage(now, 1, Draft(("MOVE H1>A1 x4",)))
    assert begun.options
    assert begun.ended == Draft(("MOVE H1>A1 x4", "-"))
    assert now.play(1, begun.ended.text).state.strategy.seat != 1


def test_what_is_uncovered_is_confirmed_first_and_what_is_left_is_not_lost() -> None:
    # A75
    own = ("HUM@H1 v0 e0/0/0/0 H1:5", "MIN@H2 v0 e0/0/0/0 H2:5", "SHE@H3 v0 e0/0/0/0 H3:5")
    tiles = " ".join(f"{tile}?" for tile in TILES.split())
    text = position("1:3X 2:7E 3:8E", *own, phase="expand 1 0/1/1/0/0", step=2, tiles=tiles)
    now = session("3", text, exploration=True)
    uncovered = content(building(now, 1, stage(now, 1, Draft(("PROD H1", "MOVE H1>A1 x2")))))
    assert "you carry on with your turn" in uncovered
    for actions in (("PROD H1", "-"), ("-",)):
        ended = content(building(now, 1, stage(now, 1, Draft(actions))))
        assert "Only you see it until you confirm." in ended


def test_a_player_who_fights_sees_how_it_would_end() -> None:
    # A32: a battle has no chance in it
    now = play(session("3", WORKED), "HUM 3W", "SHE 7C", "MIN 22X")
    here = stage(now, 1, Draft())
    assert [str(option.text) for option in here.options] == ["H2: you win, 7 to 6", "C2: you win, 5 to 4"]
    assert [str(option.note) for option in here.options] == [
        "1 point · you keep 1 of 3 ships · Player 2 loses ships: 2",
        "1 point · you keep 1 of 1 ship · Player 2 loses ships: 1",
    ]


# Your hand in APEX: behind More and below the cards of a match, card by card, to its player alone.


async def test_a_player_sees_the_hand_card_by_card_from_both_places(world: World) -> None:
    party = await begin(world, 3)
    await party.settle_in()
    hand = await party.hand(2)
    status = posts(world, "Choose")[-1]
    menu = await more(world.bob, status)
    cards = message_of(await world.bob.slash(world.channel, "match cards"))
    for below in (menu, cards):
        shown = message_of(await world.bob.click(below, label="Your hand"))
        assert shown.ephemeral
        (file,) = shown.attachments
        assert file.filename == "hand.png"
        words = file.description or ""
        assert [f" {card} (evolution " in words for card in hand] == [True] * 6
        assert f"**Your hand: {len(hand)} cards**" in said(shown)
        assert "Hands go left" in texts(shown)[-2]
        assert labels(shown) == ["Play"]


async def test_who_does_not_play_has_no_hand_to_see(world: World) -> None:
    party = await begin(world, 3)
    await party.settle_in()
    gus = world.people["gus"] = world.guild.add_member(world.env.create_user("gus"))
    assert labels(message_of(await gus.slash(world.channel, "match cards"))) == []
    assert "Your hand" not in labels(await more(gus, posts(world, "Choose")[-1]))


async def test_before_cards_are_dealt_there_is_none(world: World) -> None:
    await begin(world, 3)
    menu = await more(world.ann, posts(world, "Play")[-1])
    assert said(message_of(await world.ann.click(menu, label="Your hand"))) == "You have no cards in this match."


async def test_what_is_chosen_is_marked_on_its_card_and_told(world: World) -> None:
    party = await begin(world, 3)
    await party.settle_in()
    turn = await party.choice(1, "C")
    answer = await party.move(1, turn)
    hand, number = await party.hand(1), int(turn[:-1])
    (file,) = answer.attachments
    told = (file.description or "").split("; ")
    assert [": chosen, Colonisation" in words for words in told] == [card == number for card in hand]


# `/legal` in APEX: where ships could go and where there could be battles, for the person who asks, to them alone.


async def test_ships_are_shown_with_where_they_could_go(world: World) -> None:
    party = await begin(world, 3)
    await party.settle_in()
    before = [each.id for each in posts(world)]
    state = await party.state()
    home = state.rules.slots[state.sides[0].home]
    status = posts(world, "Moves")[-1]
    opened = message_of(await world.ann.click(status, label="Moves"))
    assert opened.ephemeral
    assert "Pick ships to see where they can go, or a battle to see where you can fight." in said(opened)
    plain = await opened.attachments[0].read()
    own = next(iter(menu(opened)))
    assert own == f"ann in {home}, ships: {state.sides[0].ships[state.sides[0].home]}"
    shown = await playing_pick(world.ann, opened, own)
    assert f"`MOVE {home}>" in said(shown)
    near = [state.rules.slots[slot] for slot in state.rules.near[state.sides[0].home]]
    assert all(f"\n{slot}: " in said(shown) for slot in near)
    assert await shown.attachments[0].read() != plain
    assert [each.id for each in posts(world)] == before


async def test_everybody_is_shown_the_same_and_no_hand(world: World) -> None:
    # A9
    party = await begin(world, 3)
    await party.settle_in()
    await party.seal(1)
    key = subjects(await party.state(), 1)[0].key
    gus = world.people["gus"] = world.guild.add_member(world.env.create_user("gus"))
    answers = [message_of(await each.slash(world.channel, "legal", piece=key)) for each in (world.ann, world.bob, gus)]
    assert all(each.ephemeral for each in answers)
    assert len({said(each) for each in answers}) == 1
    assert not any("Your hand" in (each.attachments[0].description or "") for each in answers)


async def test_before_there_are_ships_there_is_nothing_to_pick(world: World) -> None:
    await begin(world, 3)
    opened = message_of(await world.ann.slash(world.channel, "legal"))
    assert "Pick ships" not in said(opened)
    assert "Ways to start the turn" in said(opened)
    assert menu(opened) == {}


async def test_who_chooses_from_a_hand_sees_it_card_by_card(world: World) -> None:
    party = await begin(world, 3)
    await party.settle_in()
    shown = message_of(await world.ann.slash(world.channel, "legal"))
    hand = await party.hand(1)
    (file,) = shown.attachments
    assert file.filename == "hand.png"
    words = file.description or ""
    assert [f" {card} (evolution " in words for card in hand] == [True] * len(hand)
    assert words.startswith("Reconstructed: ")
    gus = world.people["gus"] = world.guild.add_member(world.env.create_user("gus"))
    watching = message_of(await gus.slash(world.channel, "legal"))
    assert [file.filename for file in watching.attachments] == ["board.png"]
