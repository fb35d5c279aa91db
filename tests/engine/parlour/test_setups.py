"""What a game starts from: options that belong to some modes, and what is chosen in private before the start."""

from __future__ import annotations

import pytest

from engine import record
from engine.__main__ import main
from engine.errors import RecordError, SetupError
from engine.setups import chosen_options, masked_loadouts
from tests.engine.parlour.game import PARLOUR
from tests.engine.parlour.tables import begin, play

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
        ("2", {"hand": "chosen", "double": "no"}, "option-idle", "nothing without hand=draft", ("hand=draft",)),
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
