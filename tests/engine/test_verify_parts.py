"""Proofs of a part: matches that go on, that began elsewhere, hashes that were dropped or never opened."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from engine.chance import Chance
from engine.commitments import digest, dropped_mark
from engine.game import Setup
from engine.record import write
from engine.session import Session
from engine.transcript import read_pasted
from engine.verify import Report, Verdict, secret_choices, verify
from tests.engine.honest import MATCH, Papers, hashes, line_of, papers, told

HONEST = papers()
CHOSEN = secret_choices(HONEST.session)
FIRST, SECOND, *_ = CHOSEN
LATER = max(CHOSEN) + 1
"""A decision that the match never came to."""


def check(given: Papers) -> Report:
    return verify(given.record, read_pasted(given.messages))


def said(report: Report, verdict: Verdict) -> str:
    return "\n".join(map(str, report.of(verdict)))


def begun(count: int) -> Session:
    """The match after some of its moves."""
    session = Session.start(HONEST.session.game, HONEST.session.setup, HONEST.session.chance)
    for entry in HONEST.session.entries[:count]:
        session = session.move(entry.seat, entry.text)
    return session


def tagged(session: Session) -> str:
    return write(session, ("Ann", "Bob", "Cleo"), {"Match": str(MATCH), "Commitment": session.chance.commitment})


def test_a_match_that_goes_on_is_no_whole_one() -> None:
    report = check(replace(HONEST, record=tagged(begun(9)), messages=HONEST.messages.splitlines()[0]))
    assert report.verdict is Verdict.UNCHECKED
    assert "the game isn't over where it ends" in said(report, Verdict.UNCHECKED)


def test_a_match_from_a_set_up_position_is_not_proven_by_what_came_before_it() -> None:
    setup = Setup("3", position=HONEST.session.game.write_position(begun(3).state))
    session = Session.start(HONEST.session.game, setup, Chance.from_text("x"))
    report = verify(tagged(session), read_pasted(""))
    assert report.verdict is Verdict.UNCHECKED
    unchecked = said(report, Verdict.UNCHECKED)
    assert "it doesn't have the draws before that" in unchecked
    assert "its decisions are numbered differently" in unchecked


def test_draws_that_are_not_in_the_record_are_counted() -> None:
    deals = re.findall(r"(?m)^\* DEAL .*\n", HONEST.record)
    record = HONEST.record.replace(deals[-1], "")
    report = check(replace(HONEST, record=record))
    assert "1 of 4 draws aren't in the record." in said(report, Verdict.UNCHECKED)
    bare = verify(re.sub(r"(?m)^\* GALAXY .*\n", "", tagged(begun(0))), read_pasted(""))
    assert "1 of 1 draw isn't in the record." in said(bare, Verdict.UNCHECKED)
    assert "comes from the seed" not in said(bare, Verdict.HOLDS)


def test_a_record_without_its_commitment_is_checked_by_the_messages() -> None:
    record = re.sub(r'(?m)^\[Commitment ".*"\]\n', "", HONEST.record)
    report = check(replace(HONEST, record=record))
    assert report.verdict is Verdict.HOLDS
    assert "committed to when the match began" in said(report, Verdict.HOLDS)
    assert "commitment in the record itself" not in said(report, Verdict.HOLDS)


def test_hashes_of_several_matches_are_of_none() -> None:
    record = re.sub(r'(?m)^\[Match ".*"\]\n', "", HONEST.record)
    report = check(replace(HONEST, record=record, messages=HONEST.messages + papers(match=MATCH + 1).messages))
    assert f"several matches: {MATCH}, {MATCH + 1}" in said(report, Verdict.FAILS)


@pytest.mark.parametrize(
    ("seat", "found", "verdict", "words"),
    [
        (2, digest(line_of(MATCH, FIRST, 2, CHOSEN[FIRST][2])), Verdict.FAILS, "said to be dropped, but is revealed"),
        (0, "b" * 64, Verdict.UNCHECKED, "dropped because turns were taken back"),
        (2, "b" * 64, Verdict.FAILS, "the seat was neither handed over nor resigned"),
    ],
    ids=["opened", "taken back", "not handed over"],
)
def test_a_dropped_hash_needs_a_reason(seat: int, found: str, verdict: Verdict, words: str) -> None:
    line = f"-# `{dropped_mark(MATCH, FIRST, seat)}` → `{found}`: dropped unseen."
    report = check(replace(HONEST, messages=f"{HONEST.messages}\n{line}\n"))
    assert report.verdict is verdict
    assert words in said(report, verdict)


@pytest.mark.parametrize(
    ("mark", "verdict", "words"),
    [
        (f"{MATCH}:{LATER} 3/3", Verdict.FAILS, "in the record nobody chooses there"),
        (f"{MATCH}:{LATER} 1/3", Verdict.UNCHECKED, "was never revealed"),
    ],
    ids=["everyone had chosen", "one had chosen"],
)
def test_hashes_of_a_decision_behind_the_last_one(mark: str, verdict: Verdict, words: str) -> None:
    listed = "\n".join(f"-# `{str(number) * 64}`" for number in range(3 if "3/3" in mark else 1))
    report = check(replace(HONEST, messages=f"{HONEST.messages}\n-# `{mark}`: a hash of each.\n{listed}\n"))
    assert report.verdict is verdict
    assert words in said(report, verdict)


def test_loose_hashes_are_those_of_what_was_opened_or_of_nothing() -> None:
    opened = "\n".join(each for each in HONEST.messages.splitlines() if "→" in each)
    loose = [line for line in hashes(MATCH, FIRST, CHOSEN[FIRST]) if re.fullmatch("-# `[0-9a-f]{64}`", line)]
    heading = "-# A hash of each choice (SHA-256):\n"
    more = check(replace(HONEST, messages="\n".join([opened, heading, *loose, f"-# `{'c' * 64}`"])))
    assert "1 hash without the number of its decision wasn't revealed." in said(more, Verdict.UNCHECKED)


def test_what_a_player_was_told_of_a_choice_that_was_dropped_or_never_opened() -> None:
    line = told(MATCH, LATER, 2, "3W")
    never = check(replace(HONEST, messages=f"{HONEST.messages}\n{line}\n"))
    assert f"Decision {LATER}: seat 2 has a private hash, but nothing reveals it." in said(never, Verdict.UNCHECKED)
    found = re.findall("[0-9a-f]{64}", line)[-1]
    gone = f"-# `{dropped_mark(MATCH, LATER, 2)}` → `{found}`: discarded unopened, as seat 2 was handed over."
    dropped = check(replace(HONEST, messages=f"{HONEST.messages}\n{line}\n{gone}\n"))
    assert f"Decision {LATER}: the hash seat 2 got in private was dropped." in said(dropped, Verdict.HOLDS)
    other = check(replace(HONEST, messages=f"{HONEST.messages}\n{told(MATCH, SECOND, 2, '30W')}\n"))
    assert other.verdict is Verdict.FAILS


def test_a_choice_of_one_character_is_read_without_the_arrow_behind_it() -> None:
    salt, digest = "ab" * 16, "cd" * 32
    (opening,) = read_pasted(f"1:2:1:{salt}:7 → {digest}").openings
    assert (opening.choice, opening.digest) == ("7", digest)
