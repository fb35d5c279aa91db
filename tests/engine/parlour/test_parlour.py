"""Turns in which another seat must answer: whose they are, what they come to, where they may not go on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import pytest

from engine import record
from engine.__main__ import main
from engine.auto_turns import default_turn, only_turn
from engine.chance import Chance
from engine.errors import RecordError, SetupError, TurnError
from engine.events import Event
from engine.game import Step, chosen_options, masked_loadouts
from engine.history import at, moments
from engine.script import Entry
from engine.seat import Seat
from engine.session import Session, shown_together
from engine.text import Player, Text, say
from tests.engine.parlour.game import PARLOUR, Parlour
from tests.engine.parlour.table import State
from tests.engine.parlour.tables import attacked, begin, drafted, play


def wrong(session: Session, seat: int, text: str) -> TurnError:
    with pytest.raises(TurnError) as caught:
        session.play(seat, text)
    return caught.value


def test_a_turn_stays_its_owners_while_another_seat_answers() -> None:
    session = drafted()
    first, second = session.state.order
    before = PARLOUR.turn(session.state)
    session = session.play(first, f"A {second}")
    assert session.to_act == {second}
    assert PARLOUR.owner(session.state) == first
    assert PARLOUR.turn(session.state) == before
    told = PARLOUR.asked(session.state, second)
    assert told is not None
    assert dict(told.values) == {"player": Player(second)}
    assert PARLOUR.asked(session.state, first) is None
    session = play(session, "-")
    assert (session.to_act, PARLOUR.owner(session.state), PARLOUR.turn(session.state)) == (
        frozenset({first}),
        first,
        before,
    )
    session = play(session, "N")
    assert (session.to_act, PARLOUR.owner(session.state), PARLOUR.turn(session.state)) == (
        frozenset({second}),
        second,
        before + 1,
    )


def test_answers_belong_to_the_turn_they_were_asked_in() -> None:
    session = attacked()
    first, second = session.state.order
    session = play(session, "-", "N", "P")
    start, *_, one, two = moments(session)
    assert one.last is not None
    assert two.last is not None
    assert (one.last.seat, one.last.text) == (first, f"A {second}/N")
    assert one.last.runs(None, over=False) == ((first, f"A {second}"), (second, "-"), (first, "N"))
    assert [event.seat for event in one.last.events] == [first, second, first]
    assert (two.last.seat, two.last.text, two.last.runs(None, over=False)) == (second, "P", ((second, "P"),))
    assert session.last == two.last
    assert (start.number, two.number, two.entries) == (0, 4, len(session.entries))
    assert at(session, one).last == one.last


def test_a_turn_goes_on_where_its_owner_left_it() -> None:
    session = attacked()
    first, second = session.state.order
    half = session.last
    assert half is not None
    assert half.runs(None, over=False) == ((first, f"A {second}"),)
    answered = play(session, "-").last
    assert answered is not None
    assert (answered.seat, answered.parts[-1].seat) == (first, second)


def test_nothing_is_played_past_a_prompt_of_another_seat() -> None:
    session = drafted()
    first, second = session.state.order
    error = wrong(session, first, f"A {second}/N")
    assert (error.code, error.rule, error.suggestions) == ("interrupted", "P4", (f"A {second}",))
    assert session.complete(first, f"A {second}/") == []
    assert session.preview(first, f"A {second}").over


def test_what_is_refused_behind_a_barrier_tells_nothing_of_what_is_behind_it() -> None:
    session = drafted()
    first = session.state.seat
    card = session.state.hands[first - 1][0]
    error = wrong(session, first, f"D {card}/P")
    assert error.code == "barrier"
    top = session.state.deck[0]
    assert str(top) not in error.position.split()[7].replace("/", ",").split(",")
    alone = begin("solo")
    assert wrong(alone, 1, "A 0/P").code == wrong(alone, 1, "D 1/P" if 1 in alone.state.hands[0] else "A 0/N").code


def test_a_resignation_of_the_asked_leaves_the_turn_to_its_owner() -> None:
    session = attacked("3")
    first, second, _ = session.state.order
    gone = session.forfeit(second)
    assert (gone.to_act, PARLOUR.owner(gone.state)) == (frozenset({first}), first)
    ended = play(gone, "N")
    turns = [(moment.last.seat, moment.last.text) for moment in moments(ended)[-3:] if moment.last]
    assert turns == [(first, f"A {second}"), (second, "F"), (first, "N")]


def test_a_resignation_of_the_owner_ends_the_turn() -> None:
    session = attacked("3")
    first, second, _ = session.state.order
    gone = session.forfeit(first)
    assert PARLOUR.owner(gone.state) == second
    last = moments(gone)[-1].last
    assert last is not None
    assert (last.seat, last.text) == (first, f"A {second}/F")
    assert last.runs(None, over=False) == ((first, f"A {second}"),)


def test_only_what_public_facts_force_comes_at_once() -> None:
    session = attacked()
    (seat,) = session.to_act
    assert only_turn(PARLOUR, session.state, seat) is None
    while session.state.hands[seat - 1]:
        session = play(session, str(session.state.hands[seat - 1][0]), "N", "P")
        session = play(session, f"A {seat}")
    assert only_turn(PARLOUR, session.state, seat) == "-"


def test_defaults_are_for_some_decisions() -> None:
    session = begin()
    assert PARLOUR.default(session.state, 1) == str(session.state.packs[0][0])
    session = attacked()
    (seat,) = session.to_act
    assert PARLOUR.default(session.state, seat) == "-"
    assert PARLOUR.default(session.state, 3 - seat) is None
    session = play(session, "-", "N")
    (seat,) = session.to_act
    assert PARLOUR.default(session.state, seat) is None


def test_what_a_step_drew_is_told_in_its_order() -> None:
    session = drafted()
    deck, order = session.drawn
    assert (deck, order) == (session.state.deck, session.state.order)
    assert play(session, "P").drawn == ()
    alone = play(begin("solo"), "A 0")
    assert alone.drawn == ((-alone.state.dealer,),)
    again = Session.start(PARLOUR, alone.setup, Chance.scripted([(*alone.state.hands[0], *alone.state.deck), (5,)]))
    assert play(again, "A 0").state.dealer == -5


def test_a_missed_deadline_plays_a_turn_where_the_rules_say_of_what() -> None:
    session = begin()
    assert default_turn(PARLOUR, session.state, 2) == str(session.state.packs[1][0])
    session = attacked()
    (seat,) = session.to_act
    assert default_turn(PARLOUR, session.state, seat) == "-"
    session = play(session, "-")
    assert default_turn(PARLOUR, session.state, 3 - seat) == "N"
    assert default_turn(PARLOUR, play(session, "N").state, seat) is None


# What a game starts from: options that belong to some modes, and what is chosen in private before the start.


INFO = PARLOUR.info
NAMES = ("Ann", "Bob")


def test_a_mode_has_its_own_options() -> None:
    assert [option.key for option in INFO.options_of("2")] == ["hand", "double"]
    assert [option.key for option in INFO.options_of("solo")] == ["dealer"]
    assert INFO.options_of("no such mode") == ()


@pytest.mark.parametrize(
    ("mode", "given", "found"),
    [
        ("2", {}, {"hand": "draft", "double": "no"}),
        ("3", {"double": "yes"}, {"hand": "draft", "double": "yes"}),
        ("2", {"hand": "chosen"}, {"hand": "chosen"}),
        ("solo", {}, {"dealer": "calm"}),
    ],
)
def test_options_that_are_left_out_have_their_default(mode: str, given: dict[str, str], found: dict[str, str]) -> None:
    assert chosen_options(INFO, mode, given) == found


@pytest.mark.parametrize(
    ("mode", "given", "code", "words", "suggestions"),
    [
        ("solo", {"hand": "draft"}, "unknown-option", "is only for 2 players and 3 players, not Alone", ("dealer",)),
        ("2", {"dealer": "calm"}, "unknown-option", "is only for Alone against the dealer, not", ("hand", "double")),
        ("2", {"hand": "chosen", "double": "no"}, "option-idle", "only works with hand=draft", ("hand=draft",)),
        ("2", {"hand": "none"}, "unknown-option", "hand can't be none", ("draft", "chosen")),
        ("2", {"colour": "red"}, "unknown-option", "no option colour", ("hand", "double")),
    ],
)
def test_an_option_of_another_mode_is_refused(
    mode: str, given: dict[str, str], code: str, words: str, suggestions: tuple[str, ...]
) -> None:
    with pytest.raises(SetupError) as caught:
        begin(mode, "seed", (), **given)
    assert (caught.value.code, caught.value.suggestions) == (code, suggestions)
    assert words in str(caught.value.text)


@pytest.mark.parametrize(
    ("options", "code"), [("dealer=calm", "unknown-option"), ("hand=chosen double=yes", "option-idle")]
)
def test_a_record_with_an_option_of_another_mode_is_refused_at_its_tag(options: str, code: str) -> None:
    with pytest.raises(RecordError) as caught:
        record.read(f'[Game "parlour"]\n[Mode "2"]\n[Options "{options}"]\n\n* PARLOUR 2\n')
    assert (caught.value.code, caught.value.where.line, caught.value.where.column) == (code, 3, 11)


def test_without_the_mode_tag_the_start_refuses_it() -> None:
    text = '[Game "parlour"]\n[Options "dealer=calm"]\n\n* PARLOUR 2\n'
    with pytest.raises(RecordError) as caught:
        record.replay(record.read(text))
    assert (caught.value.code, caught.value.where.line) == ("unknown-option", 2)


def test_the_command_line_takes_options_of_a_mode(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["selfplay", "parlour", "--mode", "solo", "--option", "dealer=fierce"]) == 0
    assert '[Options "dealer=fierce"]' in capsys.readouterr().out
    assert main(["selfplay", "parlour", "--mode", "solo", "--option", "hand=draft"]) == 1
    assert "is only for 2 players and 3 players" in capsys.readouterr().err
    assert main(["games"]) == 0
    assert "option dealer (solo): calm, fierce (default calm)" in capsys.readouterr().out


def test_a_seat_without_a_loadout_plays_the_usual_one() -> None:
    session = begin(hand="chosen", loadouts=("", "9+4"))
    assert session.setup.loadouts == ("2+18", "4+9")
    assert session.state.hands == ((2, 18), (4, 9))
    assert begin().setup.loadouts == ()


@pytest.mark.parametrize(
    ("loadouts", "code", "words"),
    [
        (("4+4", ""), "loadout", "Seat 1's loadout: Two different cards"),
        (("", "17+18"), "loadout", "Seat 2's loadout: Two different cards"),
        (("", "seven"), "loadout", "Seat 2's loadout: Two cards look like 4+9"),
    ],
)
def test_a_loadout_that_the_game_forbids_is_refused(loadouts: tuple[str, ...], code: str, words: str) -> None:
    with pytest.raises(SetupError) as caught:
        begin(hand="chosen", loadouts=loadouts)
    assert caught.value.code == code
    assert words in str(caught.value.text)


def test_a_loadout_where_nothing_is_chosen_is_refused() -> None:
    with pytest.raises(SetupError) as caught:
        begin(loadouts=("4+9",))
    assert caught.value.code == "loadout-idle"


def test_loadouts_are_secrets_of_their_seats_until_the_end() -> None:
    session = play(begin(hand="chosen", loadouts=("4+9", "5+11")), "P")
    assert masked_loadouts(session.setup, 2).loadouts == ("??", "5+11")
    for reader, shown in ((None, "* CHOSEN ??,??"), (1, "* CHOSEN 4+9,??"), (2, "* CHOSEN ??,5+11")):
        assert shown in record.write(session, NAMES, reveal=False, reader=reader).splitlines()
    text = record.write(session, NAMES)
    assert "* CHOSEN 4+9,5+11" in text.splitlines()
    again = record.replay(record.read(text))
    assert (again.setup, again.state) == (session.setup, session.state)


def test_a_game_alone_is_won_or_lost() -> None:
    session = begin("solo", dealer="fierce")
    while session.to_act:
        session = play(session, "P")
    outcome = session.outcome
    assert outcome is not None
    assert (outcome.ranks, outcome.winners, str(outcome.against)) == ((2,), (), "the dealer")
    given_up = begin("solo").forfeit(1).outcome
    assert given_up is not None
    assert (given_up.ranks, given_up.by) == ((2,), 1)


# What others read of private moves, and of what was chosen before the start, until the game is over.


def kept() -> tuple[Session, int, int]:
    """Return a game in which a card was set aside, the seat that did, and the card."""
    session = play(attacked(), "-")
    (seat,) = session.to_act
    card = session.state.hands[seat - 1][0]
    return session.play(seat, f"K {card}"), seat, card


def test_an_entry_is_shown_to_its_seat_and_at_the_end() -> None:
    entry = Entry(3, 1, "K 5", veil=say("sets a card aside"))
    assert entry.shown(1, over=False) == "K 5"
    assert entry.shown(None, over=True) == "K 5"
    assert [entry.shown(reader, over=False) for reader in (2, None)] == [say("sets a card aside")] * 2
    assert Entry(3, 1, "P").shown(None, over=False) == "P"


def test_a_private_answer_is_veiled_where_it_is_made() -> None:
    session, seat, card = kept()
    assert [str(entry.veil) for entry in session.entries if entry.veil] == ["picks a card"] * 4 + ["sets a card aside"]
    last = session.last
    assert last is not None
    assert last.runs(seat, over=False)[-1] == (seat, f"K {card}")
    assert last.runs(None, over=True)[-1] == (seat, f"K {card}")
    for reader in (None, 3 - seat):
        assert last.runs(reader, over=False)[-1] == (seat, say("sets a card aside"))


def test_several_moves_of_one_seat_are_told_together() -> None:
    session = play(begin("solo"), "A 0")
    card = session.state.hands[0][0]
    session = play(session, f"K {card}")
    assert session.last is not None
    assert session.last.runs(1, over=False) == ((1, f"A 0/K {card}"),)
    assert session.last.runs(None, over=False) == ((1, "A 0"), (1, say("sets a card aside")))
    parts = session.last.parts
    assert shown_together(parts, 1, over=False) == f"A 0/K {card}"
    assert str(shown_together(parts, None, over=False)) == "A 0, sets a card aside"


def test_choices_of_a_draft_are_veiled_one_by_one() -> None:
    session = begin()
    mine, other = (str(session.state.packs[seat - 1][0]) for seat in (1, 2))
    session = session.move(1, mine).move(2, other)
    assert session.last is not None
    assert session.last.runs(1, over=False) == ((1, mine), (2, say("picks a card")))
    assert session.last.runs(None, over=True) == ((1, mine), (2, other))


def test_a_copy_of_a_running_match_has_marks_for_what_its_reader_may_not_know() -> None:
    session, seat, card = kept()
    own = record.write(session, NAMES, reveal=False, reader=seat)
    assert own.count("??") == 2
    assert f"S{seat} K {card}\n" in own
    others = record.write(session, NAMES, reveal=False)
    assert others.count("??") == 5
    assert f"K {card}" not in others
    assert "?," in others
    assert "??" not in record.write(session, NAMES)


def test_a_copy_with_marks_is_refused_at_the_first_of_them() -> None:
    session, seat, card = kept()
    lines = record.write(session, NAMES).replace(f"K {card}\n", "??\n").splitlines()
    with pytest.raises(RecordError) as caught:
        record.replay(record.read("\n".join(lines)))
    number = lines.index(f"S{seat} ??") + 1
    assert (caught.value.code, caught.value.where.line, caught.value.seat) == ("masked", number, seat)


def test_a_line_that_says_something_else_was_drawn_is_found() -> None:
    lines = record.write(drafted(), NAMES).splitlines()
    number = next(index for index, line in enumerate(lines) if line.startswith("* FIRST"))
    right = lines[number]
    lines[number] = "* FIRST " + ",".join(reversed(right.split()[-1].split(",")))
    with pytest.raises(RecordError) as caught:
        record.replay(record.read("\n".join(lines)))
    assert (caught.value.code, caught.value.where.line) == ("note-wrong", number + 1)
    assert right in caught.value.suggestions


# What a turn brings others in private, and what others have sealed, is nowhere in what a player is shown.


@dataclass(frozen=True, slots=True)
class Whispered(Event):
    """A player is told something in private."""

    def text(self) -> Text:
        return say("Psst.")


class Whispering(Parlour):
    """A game in which each seat is told in private what happens, before chance comes into it."""

    def apply(self, state: State, moves: Mapping[Seat, str]) -> Step[State]:
        step = super().apply(state, moves)
        told = tuple(Whispered(seat, audience=frozenset({seat})) for seat in (1, 2))
        return replace(step, events=(*step.events, *told), barrier=False)


def test_what_others_are_told_in_private_is_not_in_a_preview() -> None:
    session: Session = replace(drafted(), game=Whispering())
    first, second = session.state.order
    text = f"A {second}"
    shown = [event.seat for event in session.preview(first, text).events if isinstance(event, Whispered)]
    assert shown == [first]
    last = session.play(first, text).last
    assert last is not None
    assert [event.seat for event in last.events if isinstance(event, Whispered)] == [1, 2]


def test_marks_of_menus_do_not_change_with_what_others_seal() -> None:
    start = begin("3")
    packs = start.state.packs
    one = start.play(1, str(packs[0][0]))
    other = start.play(1, str(packs[0][1]))
    assert [one.mark(seat) for seat in (2, 3)] == ["", ""]
    assert "" != one.mark(1) != other.mark(1)
    assert one.play(2, str(packs[1][0])).mark(2) == other.play(2, str(packs[1][0])).mark(2)
