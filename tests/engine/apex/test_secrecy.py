"""What nobody may learn: hands of others, choices before the reveal, what lies face down, what is still to be drawn."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from engine import record
from engine.apex.events import HandTaken
from engine.apex.game import APEX
from engine.apex.position import masked_position
from engine.chance import Chance, Draw
from engine.errors import MoveError, TurnError
from engine.history import moments
from engine.seat import Seat
from engine.session import Session
from tests.engine.apex.kit import WORKED, body, play, read, session, setup
from tests.engine.kit import alikes
from tests.volume import THOROUGH, many


def test_a9_a_view_has_the_own_hand_and_sizes_of_others() -> None:
    here = session("3", WORKED)
    for seat in (None, 1, 2, 3):
        view = here.view(seat)
        assert [side.seat for side in view.sides if side.hand is not None] == ([seat] if seat else [])
        assert [side.hand_size for side in view.sides] == [3, 3, 3]
        assert here.chance.seed.hex() not in repr(view)


def test_events_of_hands_are_for_their_owners() -> None:
    here = play(session("3"), "P1 HUM@H1", "P2 MIN@H2", "P3 SHE@H3")
    hands = [event for event in here.last.events if isinstance(event, HandTaken)] if here.last else []
    assert [(event.seat, event.audience) for event in hands] == [(seat, frozenset({seat})) for seat in (1, 2, 3)]
    told = moments(here)[-1].events_for(2)
    assert [event.seat for event in told if isinstance(event, HandTaken)] == [2]


@pytest.mark.parametrize("text", ["3W", "5W", "99W", "7W", "7W-3", "?", "22X"])
def test_errors_say_nothing_of_other_hands(text: str) -> None:
    here = session("3", WORKED)
    said = set()
    for state in (here.state, *alikes(APEX, here.state, 2, times=20)):
        try:
            said.add(repr(APEX.parse(state, 2, text)))
        except MoveError as error:
            said.add(f"{error} {vars(error)}")
    assert len(said) == 1


def test_an_error_shows_the_position_without_other_hands() -> None:
    with pytest.raises(TurnError) as caught:
        session("3", WORKED).play(1, "5W")
    assert "h3,23,28" in caught.value.position
    assert caught.value.position.count("h?") == 2


def test_a_record_of_a_running_match_hides_what_its_reader_may_not_know() -> None:
    here = play(session("3", exploration=True), "P1 HUM@H1", "P2 MIN@H2", "P3 SHE@H3")
    sealed = here.play(1, f"{here.state.sides[0].hand[0]}W")
    for reader in (None, 2):
        text = record.write(sealed, ("a", "b", "c"), reveal=False, reader=reader)
        assert "Seed" not in text
        assert "A1=?" in text
        assert "HUM=?" in text
        assert ("MIN=?" in text) is (reader is None)
        assert text == record.write(here, ("a", "b", "c"), reveal=False, reader=reader)
    assert "?" not in record.write(here, ("a", "b", "c"))


def test_the_spectators_view_of_each_moment_is_no_view_of_a_seat() -> None:
    here = play(session("3", WORKED), "HUM 3W", "SHE 7C", "MIN 22X", "HUM H2,C2", "SHE D1", "MIN -")
    for moment in moments(here):
        assert all(side.hand is None for side in APEX.view(moment.state, None).sides)


# Records for readers while the match runs: what is in them, and that nothing hidden has any effect on them.


NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")
MODES = [mode.key for mode in APEX.info.modes]


def copy(here: Session, reader: Seat | None) -> str:
    return record.write(here, NAMES, {"Site": "here"}, reveal=False, reader=reader)


def running(mode: str, *, exploration: bool, seed: str, share: int = many(8, 20)) -> Iterator[Session]:
    """Yield a random match at some moments from its second decision to its middle: so many in a hundred."""
    here, choose = session(mode, exploration=exploration, seed=seed), random.Random(seed)
    while here.view(None).age < 2 or here.view(None).round < 3:
        seat = choose.choice(sorted(here.to_act))
        here = here.move(seat, APEX.format(here.state, seat, choose.choice(APEX.legal(here.state, seat))))
        if choose.random() < share / 100:
            yield here


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("exploration", [False, True], ids=["standard", "exploration"])
def test_a_copy_has_the_readers_hands_and_nothing_else_that_is_hidden(mode: str, *, exploration: bool) -> None:
    for here in running(mode, exploration=exploration, seed=f"copy {mode}"):
        codes = [side.civilisation for side in here.view(None).sides]
        whole = record.write(here, NAMES)
        for reader in (None, *range(1, int(mode) + 1)):
            text = copy(here, reader)
            assert here.chance.seed.hex() not in text
            assert not re.search(r"\[(Seed|Position) ", text)
            for line in re.findall(r"^\* DEAL .*$", text, re.MULTILINE):
                hands = dict(re.findall(r"([A-Z]{3})=(\S+)", line))
                known = {code for code in codes if hands[code] != "?"}
                assert known == ({codes[reader - 1]} if reader else set())
                assert re.search(r" OUT=(-|[\d,]+)$", line)
            view = here.view(reader)
            (galaxy,) = re.findall(r"^\* GALAXY (.*)$", text, re.MULTILINE)
            tiles = dict(each.split("=") for each in galaxy.split())
            assert tiles == {each.slot: each.tile or "?" for each in view.sectors if not each.home}
            assert (
                not set(text.splitlines())
                - set(whole.splitlines())
                - {line for line in text.splitlines() if "?" in line or line.startswith("[Site")}
            )


@pytest.mark.parametrize("mode", MODES)
def test_sealed_choices_are_in_no_copy_not_even_that_someone_has_chosen(mode: str) -> None:
    for here in running(mode, exploration=True, seed=f"sealed {mode}"):
        if here.view(None).phase != "choose" or here.sealed:
            continue
        sealed = here
        for seat in sorted(here.to_act)[:-1]:
            sealed = sealed.move(seat, APEX.format(sealed.state, seat, APEX.legal(sealed.state, seat)[-1]))
            for reader in (None, *range(1, int(mode) + 1)):
                assert copy(sealed, reader) == copy(here, reader)
                assert sealed.view(reader) == here.view(reader)
            assert record.write(sealed, NAMES) == record.write(here, NAMES)


@pytest.mark.parametrize("mode", MODES[1:] if THOROUGH else ("3", "6"))
@pytest.mark.parametrize("exploration", [False, True], ids=["standard", "exploration"])
def test_what_nobody_has_shown_has_no_effect_on_a_copy(mode: str, *, exploration: bool) -> None:
    """Two matches with the same moves, in which other hands and face-down sectors differ."""
    differences = 0
    for here in running(mode, exploration=exploration, seed=f"twins {mode}", share=many(13, 20)):
        if here.view(None).phase == "setup" or here.sealed:
            continue
        whole = record.write(here, NAMES)
        for reader in (None, 1, 2):
            twin = _twin(here, reader, random.Random(f"{mode} {reader}"))
            assert copy(twin, reader) == copy(here, reader)
            assert record.write(twin, NAMES) != whole
            differences += APEX.write_position(twin.state) != APEX.write_position(here.state)
    assert differences > 5


@pytest.mark.parametrize("exploration", [False, True], ids=["standard", "exploration"])
def test_masked_positions_do_not_depend_on_what_is_hidden(*, exploration: bool) -> None:
    for here in running("4", exploration=exploration, seed="masked"):
        for reader in (None, 1, 4):
            text = masked_position(here.state, reader)
            chosen = [side.seat for side in here.view(None).sides if side.civilisation]
            assert text.count("h?") == len([seat for seat in chosen if seat != reader])
            for other in alikes(APEX, here.state, reader):
                assert masked_position(other, reader) == text
                assert APEX.standing(other) == APEX.standing(here.state)
                assert (APEX.turn(other), APEX.to_act(other)) == (APEX.turn(here.state), APEX.to_act(here.state))


def test_a_position_that_a_match_starts_from_is_masked_too() -> None:
    here = play(session("3", WORKED), "HUM 3W", "SHE 7C", "MIN 22X")
    for reader, hand in ((None, ""), (1, "h3,23,28"), (2, "h7,10,16")):
        (line,) = (line for line in copy(here, reader).splitlines() if line.startswith("[Position"))
        assert re.findall(r"h[\d,]+|h\?", line) == [hand if seat == reader else "h?" for seat in (1, 2, 3)]
    assert f'[Position "{WORKED}"]' in record.write(here, NAMES)


def test_sectors_that_have_come_to_light_are_in_a_copy() -> None:
    here = play(session("3", exploration=True), "P1 HUM@H1", "P2 MIN@H2", "P3 SHE@H3")
    assert copy(here, 1).count("=?") == 12 + 2
    start = setup("3", APEX.write_position(here.state), exploration=True)
    assert start.position.count("?") == 12


def _twin(here: Session, reader: Seat | None, choose: random.Random) -> Session:
    """Return a match with the same moves, with unplayed cards of others and unseen sectors exchanged."""
    galaxy, *deals = (drawn.values for drawn in read(body(here), here.setup).script.draws)
    twin = Session.start(
        APEX, here.setup, Chance.scripted([_other_galaxy(here, galaxy, choose), *_other_deals(here, deals, reader)])
    )
    for entry in here.entries:
        twin = twin.move(entry.seat, entry.text)
    assert twin.entries == here.entries
    return twin


def _other_galaxy(here: Session, galaxy: Draw, choose: random.Random) -> Draw:
    down = [place for place, each in enumerate(s for s in here.view(None).sectors if not s.home) if each.face_down]
    shuffled = choose.sample(down, len(down))
    exchange = dict(zip(down, shuffled, strict=True))
    return tuple(galaxy[exchange.get(place, place)] for place in range(len(galaxy)))


def _other_deals(here: Session, deals: list[Draw], reader: Seat | None) -> list[Draw]:
    """Exchange in the last deal the lowest unplayed cards of two hands that were not dealt to the reader."""
    size = here.state.rules.dealt
    *before, last = deals
    spent = set(here.state.spent)
    others = [seat for seat in range(1, here.state.rules.seats + 1) if seat != reader][-2:]
    places = [
        next(place for place in range((seat - 1) * size, seat * size) if last[place] not in spent) for seat in others
    ]
    exchanged = list(last)
    one, two = places
    exchanged[one], exchanged[two] = last[two], last[one]
    return [*before, tuple(exchanged)]
