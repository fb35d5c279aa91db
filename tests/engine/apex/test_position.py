"""Set-up positions: what is written is read, and what cannot be is refused."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import record
from engine.__main__ import selfplay
from engine.apex import events as happened
from engine.apex.game import APEX
from engine.apex.position import masked_position
from engine.apex.state import Phase, State, controller, pawns
from engine.chance import Chance
from engine.errors import RecordError, SetupError, Where
from engine.events import Event
from engine.game import Setup
from engine.session import Session
from engine.text import shortened
from tests.engine.apex.kit import EXPLORATION, WORKED, body, play, position, read, replayed, session, state
from tests.volume import many

WAR = position("1:3W 2:7E 3:8E", "HUM@H1 v0 e0/0/0/2 A1:2", "MIN@H2 v0 e0/0/0/0 A1:1c", "SHE@H3 v0 e0/0/0/1 H3:2")


@pytest.mark.parametrize("text", [WORKED, WAR, WAR.replace("war 1", "war 1 fought A1,B2 begun left 3")])
def test_what_is_read_is_written(text: str) -> None:
    assert APEX.write_position(state("3", text)) == text


def test_face_down_sectors_are_marked() -> None:
    text = APEX.write_position(session("3", exploration=True).state)
    assert text.count("?") == 12
    assert APEX.write_position(state("3", text, exploration=True)) == text
    assert "N" not in masked_position(state("3", text, exploration=True), None).split("|")[1]


def test_a_dump_keeps_what_is_still_to_be_drawn() -> None:
    told = Chance.scripted([("N01", 3), (1,)])
    for chance in (Chance.from_text("x"), told):
        here = APEX.initial(Setup("3", EXPLORATION, position=WORKED), chance)
        again = APEX.load(json.loads(json.dumps(APEX.dump(here))))
        assert again == here
        assert again.chance == chance


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("A2.4 choose", "A2.4", "position-when"),
        ("A2.4 choose", "A2.4 think", "position-when"),
        ("A2.4 choose", "A2.4 choose 1", "position-moment"),
        ("A2.4 choose", "A0.4 choose", "position-moment"),
        ("A2.4 choose", "A0.0 choose", "position-moment"),
        ("A2.4 choose", "A2.4 setup 1", "position-moment"),
        ("A2.4 choose", "A2.4 war", "position-moment"),
        ("A2.4 choose", "A2.4 war 4", "position-moment"),
        ("A2.4 choose", "A2.4 over", "position-moment"),
        ("A2.4 choose", "A2.4 choose left 1,2", "position-moment"),
        ("A2.4 choose", "A2.4 choose left 5", "position-moment"),
        ("A2.4 choose", "A2.4 choose fought A1", "position-moment"),
        ("A2.4 choose", "A2.4 war 1", "position-hand"),
        ("A2.4 choose", "A2.3 choose", "position-hand"),
        ("N07 N19", "N07 N07", "position-galaxy"),
        ("N07 N19", "N19", "position-galaxy"),
        ("N07 N19", "N25 N19", "position-tile"),
        ("N07 N19", "N07? N19", "position-hidden"),
        ("out 1,4 spent", "left 1,4 spent", "position-cards"),
        ("out 1,4 spent", "out 1 spent", "position-cards"),
        ("out 1,4 spent", "out 1,2 spent", "position-cards"),
        ("out 1,4 spent", "out 1,3 spent", "position-cards"),
        ("29 | - |", "29 | 1:3W |", "position-plays"),
        ("29 | - |", "29 | 1:6W step 1 |", "position-plays"),
        ("29 | - |", "29 | 1:8W 2:6W 3:12W step 3 |", "position-plays"),
        ("HUM@H3", "XYZ@H3", "position-civ"),
        ("HUM@H3", "HUM@H2", "position-home"),
        ("HUM@H3", "HUM@H9", "position-slot"),
        ("HUM@H3", "SHE@H3", "position-home"),
        ("HUM@H3 v2", "HUM@H3", "position-side"),
        ("H3:2", "H3:16", "position-ships"),
        ("H3:2", "Z3:2", "position-slot"),
        ("H3:2", "H3:2c", "position-colonies"),
        ("H3:2", "A1:2c", "position-colonies"),
        ("H3:2", "B3:1c C3:1c D3:1c", "position-colonies"),
        ("e1/0/1/4 h3", "e6/0/1/4 h3", "position-levels"),
        ("HUM@H3 v2 e1/0/1/4 h3,23,28 H2:3 H3:2 A2:1c C2:1", "-", "position-setup"),
        ("| - |", "|", "position-parts"),
    ],
)
def test_what_cannot_be_is_refused(old: str, new: str, code: str) -> None:
    assert old in WORKED
    with pytest.raises(SetupError) as caught:
        state("3", WORKED.replace(old, new, 1))
    assert caught.value.code == code


def test_no_plays_are_a_dash_or_nothing() -> None:
    assert state("3", WORKED.replace("| - |", "| |")) == state("3", WORKED)


def test_pawns_do_not_lie_on_face_down_sectors() -> None:
    with pytest.raises(SetupError) as caught:
        state("3", WORKED.replace("N07 ", "N07? "), exploration=True)
    assert (caught.value.code, caught.value.rule) == ("position-hidden", "A74")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("A1.1 war 1", f"A1.1 expand 1 {'9' * 5_000}/0/0/0/0"),
        ("out ", f"out {'9' * 5_000},"),
        ("spent 3", f"spent {'1' * 5_000}"),
        (" h", f" h{'7' * 5_000},"),
        ("step 0", f"step {'0' * 5_000}"),
        ("1:3W", f"1:{'3' * 5_000}W"),
        ("1:3W", "1:²W"),
        ("v0", "v٠"),
    ],
)
def test_numbers_of_any_length_and_script_are_refused(old: str, new: str) -> None:
    """Python itself reads no number of more than 4,300 digits, and knows digits of other scripts."""
    assert old in WAR, old
    with pytest.raises(SetupError):
        state("3", WAR.replace(old, new, 1))


# What holds in every position of every game.


modes = st.sampled_from(["2", "3", "4", "5", "6"])
seeds = st.integers(0, 10**6)


def game(mode: str, seed: int, *, exploration: bool = False) -> Iterator[tuple[State, tuple[Event, ...]]]:
    """Yield every position of a random game and what led to it."""
    choose = random.Random(seed)
    options = (("mode", "exploration"),) if exploration else ()
    state = APEX.initial(Setup(mode, options), Chance.from_text(str(seed)))
    yield state, ()
    while APEX.outcome(state) is None:
        moves = {seat: choose.choice(APEX.legal(state, seat)) for seat in sorted(APEX.to_act(state))}
        step = APEX.apply(state, moves)
        state = step.state
        yield state, step.events


@settings(max_examples=many(13, 40))
@given(mode=modes, seed=seeds, exploration=st.booleans())
def test_pawns_cards_and_levels_stay_within_bounds(mode: str, seed: int, exploration: bool) -> None:
    for current, _ in game(mode, seed, exploration=exploration):
        colonies = [slot for side in current.sides for slot in side.colonies]
        assert len(set(colonies)) == len(colonies)
        for side in current.sides:
            assert sum(side.ships) <= 20  # A53
            assert min(side.ships) >= 0
            assert len(side.colonies) <= 3  # A42
            assert all(0 <= level <= 5 for level in side.levels)  # A41
        cards = [*current.undealt, *current.spent, *(card for side in current.sides for card in side.hand)]
        if current.age and current.phase is not Phase.OVER:
            assert sorted(cards) == list(current.rules.deck)
        for slot in range(len(current.rules.slots)):
            holder = controller(current, slot)
            assert holder is None or pawns(current.sides[holder - 1], slot)  # A30
            if current.hidden >> slot & 1:
                assert not any(pawns(side, slot) for side in current.sides)  # A74


@settings(max_examples=many(13, 40))
@given(mode=modes, seed=seeds)
def test_points_add_up(mode: str, seed: int) -> None:
    points = [0] * int(mode)
    for current, events in game(mode, seed):
        for event in events:
            if isinstance(event, happened.Battle) and event.winner is not None:
                points[event.winner - 1] += 1
            if isinstance(event, happened.Scored):
                points[(event.seat or 0) - 1] += event.sectors + event.bonus
                assert points[(event.seat or 0) - 1] == event.points
        assert points == [side.points for side in current.sides]


@settings(max_examples=many(10, 30))
@given(mode=modes, seed=seeds, order=st.randoms(use_true_random=False))
def test_the_order_of_arrival_has_no_effect(mode: str, seed: int, order: random.Random) -> None:
    """Two games with the same choices that arrive, and are changed, in different orders."""
    options = Setup(mode)
    one = two = Session.start(APEX, options, Chance.from_text(str(seed)))
    choose = random.Random(seed)
    while one.to_act and one.view(None).age < 2:
        seats = sorted(one.to_act)
        texts = {seat: APEX.format(one.state, seat, choose.choice(APEX.legal(one.state, seat))) for seat in seats}
        shuffled = list(seats)
        order.shuffle(shuffled)
        for seat in seats:
            one = one.move(seat, texts[seat])
        if len(seats) > 1:
            first = shuffled[0]
            two = two.move(first, APEX.format(two.state, first, APEX.legal(two.state, first)[-1]))
        for seat in shuffled:
            two = two.move(seat, texts[seat])
        assert (one.state, one.entries, one.last) == (two.state, two.entries, two.last)


@settings(max_examples=many(10, 30))
@given(mode=modes, seed=seeds)
def test_the_same_moves_with_other_names_come_to_the_same(mode: str, seed: int) -> None:
    """Who sits where at the table has no effect on a battle or on control: only pawns and levels have."""
    for current, _ in list(game(mode, seed))[::9]:
        for slot in range(len(current.rules.slots)):
            turned = current.but(sides=current.sides[::-1])
            one, two = controller(current, slot), controller(turned, slot)
            assert one == (None if two is None else len(current.sides) + 1 - two)


@settings(max_examples=many(8, 25))
@given(mode=modes, seed=seeds, exploration=st.booleans())
def test_every_game_ends_after_fifteen_rounds(mode: str, seed: int, exploration: bool) -> None:
    states = [state for state, _ in game(mode, seed, exploration=exploration)]
    assert (states[-1].age, states[-1].round) == (3, 5)
    outcome = APEX.outcome(states[-1])
    assert outcome is not None
    assert 1 in outcome.ranks
    assert outcome.points == tuple(side.points for side in states[-1].sides)


# Records (section 11): ours, and those made elsewhere without our seed.


MODES = [mode.key for mode in APEX.info.modes]
START = """\
* APEX players=3 mode=standard
* GALAXY A1=N07 A2=N19 A3=N01 B1=N13 B2=N16 B3=N02 C1=N03 C2=N20 C3=N04 D1=N17 D2=N05 D3=N10
P1 HUM@H3
P2 SHE@H2
P3 MIN@H1
* DEAL 1 HUM=1,3,6,8,12,13 SHE=7,10,16,18,19,20 MIN=15,22,23,25,26,28 OUT=4,29
HUM 3X
SHE 18X
MIN 22X
HUM PORT H3>H1 x1/-
SHE PROD H2/PORT H2>C1/-
MIN -
"""


def failing(text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        replayed(text)
    return caught.value


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("options", [(), EXPLORATION], ids=["standard", "exploration"])
def test_a_whole_game_is_read_without_seed_and_tags(mode: str, options: tuple[tuple[str, str], ...]) -> None:
    ours = selfplay(APEX, Setup(mode, options), "1")
    text = body(ours)
    again = replayed(text)
    assert again.entries == ours.entries
    assert again.outcome == ours.outcome
    assert APEX.write_position(again.state) == APEX.write_position(ours.state)
    assert body(again) == text


def test_a_record_made_elsewhere() -> None:
    here = replayed(START)
    assert body(here) == START.replace("PORT H2>C1/", "PORT H2>C1 x5/")
    assert [here.view(seat).sides[seat - 1].hand_size for seat in (1, 2, 3)] == [5, 5, 5]
    assert here.view(None).sector("A1").tile == "N07"


def test_reading_is_lenient() -> None:
    text = (
        START.replace("* APEX", "*apex")
        .replace("HUM 3X", "  hum   03 x")
        .replace("HUM PORT H3>H1 x1/-", "hum port h3>h1 x1")
    )
    text = text.replace("SHE PROD H2/PORT H2>C1/-", "SHE PROD H2\n\nSHE PORT H2>C1\n").replace("A1=N07", "a1 = n7")
    text = text.replace("HUM=1,3,6,8,12,13 SHE=7,10,16,18,19,20", "SHE=20,10,16,18,19,7 HUM=01, 3,6,8,12,13").replace(
        " OUT=4,29", ""
    )
    with_out = text.replace("MIN=15,22,23,25,26,28", "MIN=15,22,23,25,26,28 OUT=29,4")
    assert replayed(with_out).entries == replayed(START).entries


def test_counts_in_a_line_are_several_actions() -> None:
    text = (
        START.replace("HUM 3X", "HUM 8E")
        .replace("HUM PORT H3>H1 x1/-\n", "")
        .replace("SHE 18X", "SHE 7X")
        .replace("MIN 22X", "MIN 26X")
    )
    lines = text.splitlines()[:-2]
    here = replayed("\n".join([*lines, "SHE -", "MIN PROD H1 x2/PORT H1>C1/-"]))
    texts = [entry.text for entry in here.entries if entry.seat == 3]
    assert texts[-4:] == ["PROD H1", "PROD H1", "PORT H1>C1 x7", "-"]


def test_sealed_choices_leave_no_line() -> None:
    here = play(session("3", seed="1"), "P1 HUM@H1", "P2 MIN@H2", "P3 SHE@H3")
    sealed = here.play(1, f"{here.state.sides[0].hand[0]}W")
    assert body(sealed) == body(here)
    assert (
        replayed(START.split("HUM 3X", maxsplit=1)[0] + "HUM ??\n").entries
        == replayed(START.split("HUM 3X", maxsplit=1)[0]).entries
    )


@pytest.mark.parametrize("line", ["* SCORE 1 ", "* SCORE 3 ", "* END "])
def test_a_wrong_score_or_end_is_an_error_with_its_line_and_the_right_one(line: str) -> None:
    text = body(selfplay(APEX, Setup("3"), "5"))
    lines = text.splitlines()
    number = next(index for index, each in enumerate(lines) if each.startswith(line))
    right = lines[number]
    lines[number] = right.replace("=", "=1", 1)
    error = failing("\n".join(lines))
    assert (error.code, error.where) == ("note-wrong", Where(number + 1))
    assert error.suggestions[0] == right


def test_a_wrong_winner_is_an_error() -> None:
    text = body(selfplay(APEX, Setup("3"), "5"))
    winner = text.rsplit("WINNER ", maxsplit=1)[1].strip()
    other = next(code for code in ("HUM", "DRA", "MIN") if code != winner)
    assert failing(text.replace(f"WINNER {winner}", f"WINNER {other}")).code == "note-wrong"


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("A1=N07", "A1=N99", "draw", 2),
        ("A1=N07", "A1=N19", "draw", 2),
        ("A1=N07 ", "", "galaxy", 2),
        ("A1=N07", "A1=?", "masked", 2),
        ("HUM=1,3,6,8,12,13", "HUM=1,3,6,8,12", "deal", 6),
        ("HUM=1,3,6,8,12,13", "HUM=1,3,6,8,12,2", "draw", 6),
        ("HUM=1,3,6,8,12,13", "HUM=1,3,6,8,12,7", "draw", 6),
        ("HUM=1,3,6,8,12,13", "HUM=?", "masked", 6),
        ("players=3", "players=9", "no-record", 1),
        ("* APEX players=3 mode=standard\n", "", "no-record", 1),
        ("P1 HUM@H3", "P4 HUM@H3", "no-such-player", 3),
        ("P1 HUM@H3", "P1 HUM@H4", "no-such-home", 3),
        ("P1 HUM@H3", "nonsense", "line", 3),
        ("HUM 3X", "HUM 4X", "not-in-hand", 7),
        ("HUM 3X", "DRA 3X", "no-such-player", 7),
        ("HUM PORT H3>H1 x1/-", "HUM PORT H3>H1 x9/-", "count", 10),
        ("HUM PORT H3>H1 x1/-\n", "", "not-to-act", 10),
        ("MIN -\n", "MIN -\n* SCORE 1 HUM=1 SHE=1 MIN=1\n", "note-wrong", 13),
        ("* DEAL 1 HUM=1,3,6,8,12,13 SHE=7,10,16,18,19,20 MIN=15,22,23,25,26,28 OUT=4,29\n", "", "draw-missing", 2),
    ],
)
def test_what_is_wrong_is_located(old: str, new: str, code: str, line: int) -> None:
    assert old in START
    error = failing(START.replace(old, new))
    assert (error.code, error.where.line) == (code, line), str(error)


def test_what_is_not_apex_is_refused() -> None:
    for text in ("T0..(red.yellow)\nT1..E", "1. b2-c3 g7-f6", "", "\n\n"):
        with pytest.raises(RecordError):
            read(text)


def test_a_game_after_its_end_is_an_error() -> None:
    text = body(selfplay(APEX, Setup("2"), "1"))
    lines = text.splitlines()
    assert failing("\n".join([*lines, "HUM 3W-4"])).code == "game-over"


@pytest.mark.parametrize(
    ("moves", "written"), [(["H2"], "HUM H2,"), (["H2", "C2"], "HUM H2,C2,"), (["H2", "-"], "HUM H2")]
)
def test_a_war_that_goes_on_is_marked(moves: list[str], written: str) -> None:
    here = play(session("3", WORKED), "HUM 3W", "SHE 7C", "MIN 22X")
    for text in moves:
        here = here.move(1, text)
    text = body(here)
    assert text.splitlines()[-1] == written
    assert replayed(text, Setup("3", position=WORKED)).entries == here.entries


def test_surrenders_in_the_middle_of_everything() -> None:
    here = play(session("4"), "P1 SHE@H3").forfeit(3)
    here = play(here, "P2 MIN@H1")
    assert [side.civilisation for side in here.view(None).sides] == ["SHE", "MIN", "HUM", ""]
    here = play(here, "P4 DRA@H4")
    here = here.play(1, f"{here.state.sides[0].hand[0]}X").play(2, f"{here.state.sides[1].hand[0]}X")
    here = here.play(4, f"{here.state.sides[3].hand[0]}X")
    acting = min(here.to_act)
    code = here.view(None).sides[acting - 1].civilisation
    first = next(APEX.format(here.state, acting, move) for move in APEX.legal(here.state, acting))
    here = here.move(acting, first).forfeit(acting)
    text = body(here)
    assert f"{code} {first}\n{code} F\n" in text
    again = replayed(text, Setup("4"))
    assert again.entries == here.entries
    assert APEX.write_position(again.state) == APEX.write_position(here.state)


def test_a_concession_ends_the_record() -> None:
    here = session("3", WORKED).forfeit(1).forfeit(2)
    text = body(here)
    assert text.splitlines()[-3:] == ["HUM F", "SHE F", "* END HUM=2 SHE=3 MIN=2 WINNER MIN"]
    assert replayed(text, Setup("3", position=WORKED)).outcome == here.outcome


def test_a_position_that_a_record_starts_from() -> None:
    here = play(session("3", WORKED), "HUM 3W", "SHE 7C", "MIN 22X", "HUM H2,C2", "SHE D1", "MIN MOVE B1>A1/-")
    text = body(here)
    assert "DEAL" not in text
    assert replayed(text, Setup("3", position=WORKED)).entries == here.entries


def test_tags_name_the_players() -> None:
    text = record.write(session("2"), ("Lucy", "Max"))
    assert '[P1 "Lucy"]' in text
    assert '[P2 "Max"]' in text
    assert "[P3" not in text
    assert '[Data "1"]' in text


ROUND = """\
HUM 3W
SHE 7C
MIN 22X
HUM H2,C2
SHE D1
MIN MOVE B1>A1 x6/PORT H1>C2 x4/CONV A1 SHE/PROD H1/-
"""


def test_the_worked_round_of_the_rules_page_as_a_record() -> None:
    here = replayed(ROUND, Setup("3", position=WORKED))
    assert body(here).split("\n", 2)[2] == ROUND
    parts = "MIN move b1>a1\nMIN port h1 > c2\nMIN conv a1\nMIN prod h1\n"
    assert (
        replayed(ROUND.replace(ROUND.splitlines()[-1] + "\n", parts), Setup("3", position=WORKED)).state == here.state
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("* GALAXY A1=", "* GALAXY A1=N99 "),
        ("* DEAL 1 ", "* DEAL 2 "),
        ("* DEAL 2 ", "* DEAL 1 "),
        ("players=3", "players=4"),
        ("* SCORE 2 ", "* SCORE 2 HUM=1 "),
    ],
)
def test_lines_of_a_record_with_a_seed_are_checked_as_well(old: str, new: str) -> None:
    """The seed decides what was drawn; a line that says otherwise is wrong."""
    whole = record.write(selfplay(APEX, Setup("3"), "9"), ("a", "b", "c"))
    lines = whole.splitlines()
    number = next(index for index, line in enumerate(lines, 1) if old in line)
    right, begin = lines[number - 1], lines.index("") + 2
    tags = dict(line[1:-2].split(' "') for line in lines[: begin - 2])
    setup, script = APEX.read_script(
        "\n".join([*lines[begin - 1 : number - 1], right.replace(old, new, 1), *lines[number:]]), begin, Setup("3")
    )
    with pytest.raises(RecordError) as caught:
        record.replay(record.Record(APEX, setup, script, {"Seed": tags["Seed"]}))
    assert (caught.value.code, caught.value.where.line) == ("note-wrong", number)
    assert right in caught.value.suggestions
    wrong = shortened(right.replace(old, new, 1))
    assert str(caught.value.text) == f"The record says {wrong}, but the moves don't lead to that."


def test_a_deal_that_says_something_else_than_the_seed() -> None:
    here = selfplay(APEX, Setup("3"), "9")
    lines = body(here).splitlines()
    number = next(index for index, line in enumerate(lines, 1) if line.startswith("* DEAL 3"))
    right = lines[number - 1]
    first, second = (word.split("=")[1] for word in right.split()[3:5])
    lines[number - 1] = right.replace(first, "?", 1).replace(second, first, 1).replace("?", second, 1)
    setup, script = APEX.read_script("\n".join(lines), 1, Setup("3"))
    with pytest.raises(RecordError) as caught:
        record.replay(record.Record(APEX, setup, script, {"Seed": here.chance.seed.hex()}))
    assert (caught.value.code, caught.value.where, caught.value.suggestions[-1]) == ("note-wrong", Where(number), right)


def test_the_last_expansion_of_an_age_left_open_where_nothing_tells_the_next_deal() -> None:
    """Closing it by itself (A56) would deal the cards of the next age, and nobody says which."""
    for seed in range(40):
        lines = body(selfplay(APEX, Setup("2"), f"{seed}")).splitlines()
        deal = next(index for index, line in enumerate(lines) if line.startswith("* DEAL 2"))
        last = next(index for index in reversed(range(deal)) if not lines[index].startswith("*"))
        if not lines[last].endswith("/-"):
            continue
        lines[last] = lines[last].removesuffix("/-")
        try:
            assert not replayed("\n".join(lines[: last + 1])).outcome  # more could be done: it stays open
        except RecordError as error:
            assert error.code == "draw-missing"
            return
    raise AssertionError("no game ends an age like that")
