from __future__ import annotations

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import record, registry
from engine.__main__ import selfplay
from engine.auto_turns import drawn_turn, only_turn
from engine.chance import Chance, DrawError
from engine.errors import IllegalMoveError, SetupError, TurnError
from engine.game import Mode, Setup
from engine.history import at, moments, part
from engine.outcome import void
from engine.replicants.game import REPLICANTS
from engine.session import Session
from engine.text import ENGLISH
from tests.engine.toys import DUEL
from tests.people import ANY


@pytest.fixture
def session() -> Session:
    return Session.start(DUEL, Setup("2"), Chance.from_text("toy"))


def test_a_turn_is_applied_whole_or_not_at_all(session: Session) -> None:
    for text, code in (("go", "turn-incomplete"), ("go/9", "notation"), ("", "turn-incomplete")):
        with pytest.raises(TurnError) as caught:
            session.play(1, text)
        assert caught.value.code == code
    assert session.entries == ()
    assert [entry.text for entry in session.play(1, "go/end").entries] == ["go", "end"]


def test_an_unfinished_turn_suggests_how_to_go_on(session: Session) -> None:
    with pytest.raises(TurnError) as caught:
        session.play(1, "go")
    assert caught.value.suggestions == ("go/end", "go/stay")


def test_a_turn_may_stop_at_a_barrier_and_go_on_afterwards(session: Session) -> None:
    rolled = session.play(1, "roll")
    assert rolled.to_act == {1}
    assert rolled.last is not None
    done = rolled.play(1, "end")
    assert done.last is not None
    assert done.last.text == "roll/end"
    assert len(done.last.events) == 2


def test_choices_are_sealed_until_all_are_in(session: Session) -> None:
    both = session.play(1, "go/end")
    one = both.play(2, "3")
    assert one.to_act == {1}
    assert one.state == both.state
    assert one.entries == both.entries
    changed = one.play(2, "1")
    done = changed.play(1, "2")
    assert done.view(None) == (2, 1, 2)
    assert [(entry.seat, entry.text) for entry in done.entries[-2:]] == [(1, "2"), (2, "1")]


def test_the_order_of_arrival_makes_no_difference(session: Session) -> None:
    both = session.play(1, "go/end")
    first, second = both.play(1, "2").play(2, "3"), both.play(2, "3").play(1, "2")
    assert first.state == second.state
    assert first.entries == second.entries


def test_giving_up_ends_the_game_once(session: Session) -> None:
    over = session.play(1, "go/end").play(2, "3").forfeit(1)
    assert over.outcome is not None
    assert over.outcome.winners == (2,)
    assert over.to_act == frozenset()
    assert over.entries[-1].forfeit
    with pytest.raises(IllegalMoveError):
        over.forfeit(2)


def test_move_by_move_and_turn_by_turn_come_to_the_same(session: Session) -> None:
    step_by_step = session.move(1, "go").move(1, "end")
    at_once = session.play(1, "go/end")
    assert step_by_step == at_once


def test_a_surrender_is_no_move_that_is_shown() -> None:
    last = Session.start(REPLICANTS, Setup("2"), Chance.from_text("toy")).forfeit(1).last
    assert last is not None
    assert (last.text, last.runs(None, over=True)) == ("F", ())


# A game's history: every position from one replay, and parts of games.


NAMES = ("red", "yellow", "blue", "green")


def duel(*turns: tuple[int, str]) -> Session:
    session = Session.start(DUEL, Setup("2"), Chance.from_text("duel"))
    for seat, text in turns:
        session = session.play(seat, text)
    return session


def random_game(mode: str, seed: str = "history") -> Session:
    return selfplay(registry.get("replicants"), Setup(mode), seed)


@pytest.mark.parametrize("mode", ["2", "teams"])
def test_every_moment_is_the_session_that_was(mode: str) -> None:
    game, turns = registry.get("replicants"), []
    session = Session.start(game, Setup(mode), Chance.from_text(""))
    was = [session]
    for moment in moments(random_game(mode))[1:]:
        assert moment.last is not None
        session = session.play(moment.last.seat, moment.last.text)
        was.append(session)
        turns.append(moment.number)
    whole = was[-1]
    assert turns == list(range(1, len(was)))
    assert [at(whole, moment) for moment in moments(whole)] == was


def test_a_joint_choice_is_one_turn_and_a_barrier_does_not_split_one() -> None:
    session = duel((1, "go/end"), (2, "3"), (1, "1"), (1, "roll"), (1, "stay"))
    found = moments(session)
    assert [(each.number, each.last.text) for each in found if each.last] == [
        (1, "go/end"),
        (2, "1/3"),
        (3, "roll/stay"),
    ]
    assert [event.text().render(ENGLISH) for event in found[2].events_for(None)] == ["1: 1", "2: 3"]
    assert found[-1].state == session.state


def test_what_is_sealed_is_in_no_moment() -> None:
    session = duel((1, "go/end"), (2, "3"))
    assert session.sealed
    last = moments(session)[-1]
    assert last.number == 1
    assert at(session, last).sealed == ()


def test_a_surrender_inside_a_turn_ends_it() -> None:
    session = Session.start(DUEL, Setup("2"), Chance.from_text("duel")).move(1, "go").forfeit(1, late=True)
    (_, only) = moments(session)
    assert only.last is not None
    assert only.last.text == "go/F"
    assert len(only.events_for(None)) == 2
    assert at(session, only) == session


def test_only_those_who_were_late_until_then_are() -> None:
    game = registry.get("replicants")
    session = Session.start(game, Setup("2"), Chance.from_text("")).play(1, "E/2C6/D8-").forfeit(2, late=True)
    start, first, end = moments(session)
    assert at(session, start).late == at(session, first).late == frozenset()
    assert at(session, end).outcome == session.outcome


def test_a_ruling_counts_at_the_last_moment_only() -> None:
    session = Session.start(registry.get("replicants"), Setup("2"), Chance.from_text("")).play(1, "E/2C6/D8-")
    session = session.rule(void(2))
    start, end = moments(session)
    assert at(session, start).outcome is None
    assert at(session, end).outcome == session.ruling


@pytest.mark.parametrize("mode", ["2", "teams"])
def test_a_part_reads_back_and_leads_where_the_game_was(mode: str) -> None:
    whole = random_game(mode)
    every = moments(whole)
    names = NAMES[: 2 if mode == "2" else 4]
    for first, last in ((1, 5), (4, 9), (6, 6), (len(every) - 3, len(every) - 1)):
        text = record.write(part(whole, first, last), names)
        assert ("[Position" in text) is (first > 1)
        again = record.replay(record.read(text))
        assert again.state == every[last].state
        assert again.outcome == at(whole, every[last]).outcome
        assert len(moments(again)) == last - first + 2


def test_a_part_must_exist() -> None:
    whole = random_game("2")
    for first, last in ((0, 3), (4, 3), (1, len(moments(whole)))):
        with pytest.raises(ValueError, match="no turns"):
            part(whole, first, last)


def test_a_game_of_chance_is_not_cut_at_its_beginning() -> None:
    session = duel((1, "go/end"), (2, "3"), (1, "1"))
    assert part(session, 1, 1).entries == session.entries[:2]
    with pytest.raises(SetupError) as caught:
        part(session, 2, 2)
    assert caught.value.code == "no-positions"


# Turns that nobody chooses.


MODES = [
    pytest.param(game.info.key, mode, id=f"{game.info.key}-{mode.key}")
    for game in registry.games()
    for mode in game.info.modes
]


@pytest.mark.parametrize(("key", "mode"), MODES)
def test_drawn_turns_are_whole_and_legal(key: str, mode: Mode) -> None:
    game, chance = registry.get(key), Chance.from_text("luck")
    session = Session.start(game, Setup(mode.key), Chance.from_text("start"))
    for number in range(20):
        if session.outcome is not None:
            break
        seat = min(session.to_act)
        text = drawn_turn(game, session.state, seat, Chance.from_text(f"{chance.commitment}{number}"))
        turn = session.preview(seat, text)
        assert turn.over or turn.barrier
        session = session.play(seat, text)


@given(st.text(ANY, max_size=8))
def test_the_same_chance_draws_the_same_turn(seed: str) -> None:
    game = registry.get("replicants")
    state = Session.start(game, Setup(game.info.modes[0].key), Chance.from_text("start")).state
    first, second = (drawn_turn(game, state, 1, Chance.from_text(seed)) for _ in range(2))
    assert first == second


def test_every_turn_may_be_drawn() -> None:
    state = Session.start(DUEL, Setup("2"), Chance.from_text("start")).state
    assert {drawn_turn(DUEL, state, 1, Chance.from_text(str(seed))) for seed in range(40)} == {
        "go/end",
        "go/stay",
        "roll",
    }


def test_where_there_is_a_choice_no_turn_is_the_only_one() -> None:
    session = Session.start(DUEL, Setup("2"), Chance.from_text("start"))
    assert only_turn(DUEL, session.state, 1) is None
    assert only_turn(DUEL, session.state, 2) is None


def test_the_only_turn_may_have_several_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    legal = type(DUEL).legal
    monkeypatch.setattr(type(DUEL), "legal", lambda self, state, seat: legal(self, state, seat)[:1])
    session = Session.start(DUEL, Setup("2"), Chance.from_text("start"))
    assert only_turn(DUEL, session.state, 1) == "go/end"
    together = session.play(1, "go/end")
    assert [only_turn(DUEL, together.state, seat) for seat in (1, 2)] == ["1", "1"]


def test_what_follows_from_chance_is_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    legal = type(DUEL).legal
    monkeypatch.setattr(type(DUEL), "legal", lambda self, state, seat: legal(self, state, seat)[1:2])
    session = Session.start(DUEL, Setup("2"), Chance.from_text("start"))
    assert only_turn(DUEL, session.state, 1) == "roll"


def test_the_stream_is_the_same_on_every_machine() -> None:
    chance, drawn = Chance(bytes(range(16))), []
    for count in (6, 52, 1000, 2**63 + 1):
        number, chance = chance.below(count)
        drawn.append(number)
    assert drawn == [3, 22, 907, 4888565676011235881]
    assert "".join(Chance(bytes(range(16))).shuffled("abcdefgh")[0]) == "cagfbhed"


def test_a_draw_is_a_keyed_hash_of_its_number() -> None:
    seed = bytes(range(16))
    word = int.from_bytes(hashlib.blake2b((0).to_bytes(8, "big"), digest_size=8, key=seed).digest(), "big")
    assert Chance(seed).below(1000)[0] == word % 1000


@given(st.binary(min_size=16, max_size=64), st.integers(1, 10**6))
def test_a_draw_stays_in_range_and_moves_on(seed: bytes, count: int) -> None:
    number, after = Chance(seed).below(count)
    assert 0 <= number < count
    assert after.used > 0
    assert after.seed == seed


def test_a_word_that_would_favour_small_numbers_is_drawn_again() -> None:
    # Half of all words would.
    spent = {seed: Chance.from_text(str(seed)).below(2**63 + 1)[1].used for seed in range(20)}
    seed, words = max(spent.items(), key=lambda each: each[1])
    assert words > 1
    chance = Chance.from_text(str(seed))
    assert chance.below(2**63 + 1)[0] == Chance(chance.seed, used=words - 1).below(2**64)[0]


@given(st.binary(min_size=16, max_size=64), st.lists(st.integers(), max_size=30))
def test_a_shuffle_keeps_every_item(seed: bytes, items: list[int]) -> None:
    assert Counter(Chance(seed).shuffled(items)[0]) == Counter(items)


def test_every_order_is_about_equally_likely() -> None:
    orders = Counter(Chance.from_text(str(n)).shuffled("abc")[0] for n in range(6000))
    assert len(orders) == 6
    assert all(850 < count < 1150 for count in orders.values())


def test_the_commitment_is_sha256_of_the_seed() -> None:
    assert Chance(b"x" * 16).commitment == hashlib.sha256(b"x" * 16).hexdigest()


@pytest.mark.parametrize("seed", [b"", b"short", b"x" * 65])
def test_a_seed_has_at_least_128_bits(seed: bytes) -> None:
    with pytest.raises(ValueError, match="a seed has"):
        Chance(seed)


@pytest.mark.parametrize("count", [0, -1, 2**64 + 1])
def test_one_of_nothing_cannot_be_drawn(count: int) -> None:
    with pytest.raises(ValueError, match="cannot draw"):
        Chance(bytes(16)).below(count)


def test_what_a_record_tells_comes_up_again() -> None:
    chance = Chance.scripted([("c", "a"), (4,)])
    order, chance = chance.shuffled("abc")
    number, chance = chance.below(6)
    assert (order, number) == (("c", "a", "b"), 4)
    with pytest.raises(DrawError, match="does not say") as caught:
        chance.below(6)
    assert caught.value.index == 2


@pytest.mark.parametrize("told", [("d",), ("a", "a"), (1,)])
def test_a_record_cannot_tell_of_items_that_are_not_there(told: tuple[str | int, ...]) -> None:
    with pytest.raises(DrawError, match="cannot have been drawn"):
        Chance.scripted([told]).shuffled("abc")


@pytest.mark.parametrize("told", [(6,), (-1,), ("x",), (), (1, 2)])
def test_a_record_cannot_tell_of_numbers_that_are_not_there(told: tuple[str | int, ...]) -> None:
    with pytest.raises(DrawError, match="not a number"):
        Chance.scripted([told]).below(6)
