"""A proof that proves: an honest match holds, every forgery fails, and a proof about nothing is none."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine import registry
from engine.__main__ import main, selfplay
from engine.chance import Chance
from engine.commitments import digest, dropped_mark
from engine.errors import RecordError
from engine.game import Setup
from engine.record import write
from engine.session import Session
from engine.transcript import read_pasted, split_record
from engine.verify import Report, Verdict, conclusion, secret_choices, verify
from tests.engine.honest import MATCH, Papers, hashes, line_of, opening, papers, told
from tests.volume import many

HONEST = papers()
OTHER = papers("6")
CHOSEN = secret_choices(HONEST.session)
FIRST, SECOND, *_, LAST = CHOSEN


def check(given: Papers) -> Report:
    return verify(given.record, read_pasted(given.messages))


def opened(decision: int, seat: int) -> str:
    return line_of(MATCH, decision, seat, CHOSEN[decision][seat])


def hash_of(decision: int, seat: int) -> str:
    return digest(opened(decision, seat))


def other_side(choice: str) -> str:
    return choice[:-1] + ("E" if choice[-1] != "E" else "W")


def altered_choice(given: Papers, decision: int, seat: int) -> Papers:
    """Return papers in which another choice was opened, with a hash that fits it."""
    line = opened(decision, seat)
    changed = other_side(line)
    return given.said(f"`{line}` → `{digest(line)}`", f"`{changed}` → `{digest(changed)}`")


def with_hash_too(given: Papers, decision: int, seat: int) -> Papers:
    """Return papers in which the message with the hashes was altered alike, so that they agree with each other."""
    line = opened(decision, seat)
    return altered_choice(given, decision, seat).said(f"`{digest(line)}`", f"`{digest(other_side(line))}`")


def without_opening(given: Papers, decision: int, seat: int) -> Papers:
    line = next(each for each in given.messages.splitlines() if opened(decision, seat) in each)
    return given.said(f"{line}\n", "")


def swapped_cards(given: Papers) -> Papers:
    deal = next(each for each in given.record.splitlines() if each.startswith("* DEAL 1 "))
    one, two = re.findall(r"=(\d+),", deal)[:2]
    return given.recorded(deal, deal.replace(f"={one},", "=#,", 1).replace(f"={two},", f"={one},", 1).replace("#", two))


def swapped_sectors(given: Papers) -> Papers:
    line = next(each for each in given.record.splitlines() if each.startswith("* GALAXY "))
    one, two = re.findall(r"=(N\d+)", line)[:2]
    return given.recorded(line, line.replace(one, "#").replace(two, one).replace("#", two))


def without_last_lines(given: Papers) -> Papers:
    return replace(given, record="\n".join(given.record.splitlines()[:-6]) + "\n")


def choice_in_record(given: Papers) -> Papers:
    """Change a side in the last decision, where nothing that follows makes the record illegal."""
    name, choice = re.findall(r"^([A-Z]{3}) (\d+[WECX])$", given.record, re.MULTILINE)[-1]
    return given.recorded(f"\n{name} {choice}\n", f"\n{name} {other_side(choice)}\n")


def other_commitment(given: Papers) -> Papers:
    commitment = hashlib.sha256(bytes(16)).hexdigest()
    return given.tagged(Seed=bytes(16).hex(), Commitment=commitment)


FORGERIES: dict[str, Callable[[Papers], Papers]] = {
    "another seed in the record": lambda it: it.tagged(Seed=bytes(16).hex()),
    "another seed, and a commitment that fits it": other_commitment,
    "another commitment in the record": lambda it: it.tagged(Commitment=hashlib.sha256(bytes(16)).hexdigest()),
    "the seed chosen afterwards": lambda it: it.said(
        HONEST.session.chance.commitment, hashlib.sha256(bytes(16)).hexdigest()
    ),
    "another match altogether under the same number": lambda it: replace(it, record=OTHER.record),
    "two cards swapped in a deal": swapped_cards,
    "two sectors swapped": swapped_sectors,
    "another choice in the record": choice_in_record,
    "the end of the record left out": without_last_lines,
    "another kind of end": lambda it: it.tagged(Termination="forfeit"),
    "another winner": lambda it: it.recorded(
        (line := it.record.splitlines()[-1]), re.sub("WINNER .*", "WINNER XXX", line)
    ),
    "a choice opened as another, with the old hash": lambda it: it.said(
        opened(SECOND, 2), other_side(opened(SECOND, 2))
    ),
    "a choice opened as another, with a new hash": lambda it: altered_choice(it, SECOND, 2),
    "a choice opened as another, and its hash altered too": lambda it: with_hash_too(it, SECOND, 2),
    "another salt": lambda it: it.said(
        opened(SECOND, 2), re.sub("(?<=:)[0-9a-f]{32}(?=:)", "0" * 32, opened(SECOND, 2))
    ),
    "the choices of two seats swapped": lambda it: it.said(f":{SECOND}:1:", "#").said(f":{SECOND}:2:", f":{SECOND}:1:"
    ).said("#", f":{SECOND}:2:"),
    "the opening of another decision": lambda it: it.said(f"{MATCH}:{FIRST}:1:", f"{MATCH}:{SECOND}:1:"),
    "a decision opened that nobody made": lambda it: replace(
        it, messages=it.messages + "\n".join(opening(MATCH, 999, {1: "3W"}))
    ),
    "a seat opened that did not choose": lambda it: replace(
        it, messages=it.messages + "\n".join(opening(MATCH, FIRST, {6: "3W"}))
    ),
    "a choice opened in two ways": lambda it: replace(
        it, messages=it.messages + "\n".join(opening(MATCH, FIRST, {1: other_side(CHOSEN[FIRST][1])}))
    ),
    "the hashes of another match": lambda it: replace(it, messages=papers(match=MATCH + 1).messages),
    "the hashes of another match under this one's number": lambda it: replace(
        it, messages="\n".join(each for each in it.messages.splitlines() if "→" in each)
        + "\n" + "\n".join(each for each in OTHER.messages.splitlines() if "→" not in each)
    ),
    "the hashes of another decision": lambda it: it.said(f"`{MATCH}:{FIRST} 3/3`", f"`{MATCH}:{SECOND} 3/3`"),
    "a hash of all that was never opened": lambda it: it.said(
        f"`{hash_of(FIRST, 1)}`\n", f"`{hashlib.sha256(b'').hexdigest()}`\n"
    ),
    "one hash more than have chosen": lambda it: it.said(
        f"`{hash_of(FIRST, 1)}`\n", f"`{hash_of(FIRST, 1)}`\n-# `{hashlib.sha256(b'').hexdigest()}`\n"
    ),
    "fewer who chose": lambda it: it.said(f"`{MATCH}:{FIRST} 3/3`", f"`{MATCH}:{FIRST} 2/2`"),
    "two messages with the hashes of all": lambda it: replace(
        it, messages=it.messages + "\n" + "\n".join(hashes(MATCH, FIRST, {1: "3W", 2: "4W", 3: "5W"}))
    ),
    "hashes of a decision that nobody made": lambda it: replace(
        it, messages=it.messages + "\n" + "\n".join(hashes(MATCH, 999, {1: "3W"}))
    ),
    "a choice dropped of a seat that its player kept": lambda it: replace(
        it, messages=f"{it.messages}-# `{dropped_mark(MATCH, FIRST, 2)}` → `{hashlib.sha256(b'').hexdigest()}`\n"
    ),
    "a choice dropped and opened": lambda it: replace(
        it, messages=f"{it.messages}-# `{dropped_mark(MATCH, FIRST, 0)}` → `{hash_of(FIRST, 2)}`\n"
    ),
    "another hash than its player was told": lambda it: replace(
        it, messages=f"{it.messages}\n{told(MATCH, FIRST, 2, other_side(CHOSEN[FIRST][2]))}\n"
    ),
    "one hash twice in the place of another": lambda it: it.said(
        f"`{hash_of(FIRST, 1)}`\n", f"`{hash_of(FIRST, 2)}`\n"
    ),
    "a turn more after the end": lambda it: replace(it, record=f"{it.record}{it.record.splitlines()[-2]}\n"),
    "other moves under the same deals": lambda it: it.recorded("MOVE H2>B2 x3", "MOVE H2>B2 x2"),
    "two commitments to the seed": lambda it: replace(
        it, messages=f"-# `{MATCH}:seed` → `{hashlib.sha256(bytes(16)).hexdigest()}`\n{it.messages}"
    ),
    "all papers altered but what a player was told": lambda it: replace(
        with_hash_too(it, LAST, 1),
        messages="\n".join([with_hash_too(it, LAST, 1).messages, told(MATCH, LAST, 1, CHOSEN[LAST][1])]),
    ),
}  # fmt: skip


def test_an_honest_match_holds() -> None:
    assert check(HONEST).verdict is Verdict.HOLDS


@pytest.mark.parametrize("forge", FORGERIES.values(), ids=FORGERIES)
def test_a_forgery_fails(forge: Callable[[Papers], Papers]) -> None:
    forged = forge(HONEST)
    assert (forged.record, forged.messages) != (HONEST.record, HONEST.messages)
    report = check(forged)
    assert report.verdict is Verdict.FAILS, [str(each.text) for each in report.checks]


def bare(text: str) -> str:
    """Return messages as they are copied from what Discord shows."""
    return "\n".join(re.sub("^-# ", "", each).replace("`", "").replace("**", "") for each in text.splitlines())


@pytest.mark.parametrize(
    "copied",
    [
        bare,
        lambda text: re.sub("(?m)^", "> ", text),
        lambda text: text.replace("→", "->"),
        lambda text: re.sub(r"(?m)^(\*\*|All)", r"Arena APP — Today at 12:34\n\1", text),
        lambda text: "\r\n".join(text.splitlines()),
        lambda text: re.sub("[0-9a-f]{64}", lambda found: found[0].upper(), text),
        lambda text: re.sub(r" → `([0-9a-f]{64})`(?!:)", r"\n\1", text),
    ],
    ids=["without marks", "quoted", "arrows", "headings", "line ends", "capitals", "hashes on lines of their own"],
)
def test_messages_are_read_as_they_are_copied(copied: Callable[[str], str]) -> None:
    given = replace(HONEST, messages=copied(HONEST.messages))
    assert given.messages != HONEST.messages
    assert check(given).verdict is Verdict.HOLDS, [str(each) for each in check(given).of(Verdict.UNCHECKED)]


@pytest.mark.parametrize(
    ("left", "complaint"),
    [
        (lambda _: "", "the text that reveals it is missing"),
        (lambda _: "Hello, this was a nice game!", "the text that reveals it is missing"),
        (
            lambda it: without_opening(it, FIRST, 2).messages,
            f"Decision {FIRST}: the text that reveals it is missing for seat 2",
        ),
        (
            lambda it: "\n".join(each for each in it.messages.splitlines() if "→" in each),
            "so we can't check that they were posted first",
        ),
        (lambda it: "\n".join(it.messages.splitlines()[1:]), "The message that began the match is missing"),
        (lambda it: it.said(f"-# `{hash_of(FIRST, 1)}`\n", "").messages, "some hashes are missing from the message"),
        (lambda it: f"{it.messages}\n-# `{'a' * 63}`\n", "looks like a hash but can't be read"),
        (
            lambda it: f"{it.messages}\n-# `{MATCH}:{FIRST} 1/3`: a hash.\n-# `{'a' * 64}`\n",
            "never revealed. Its player must have changed their choice",
        ),
    ],
    ids=["nothing", "words", "one opening", "no hashes", "no seed", "one hash", "damaged", "replaced"],
)
def test_what_is_not_given_is_no_proof(left: Callable[[Papers], str], complaint: str) -> None:
    report = check(replace(HONEST, messages=left(HONEST)))
    assert report.verdict is Verdict.UNCHECKED
    assert any(complaint in str(each) for each in report.of(Verdict.UNCHECKED))


def test_hashes_of_match_0_are_no_proof() -> None:
    """No match has that number; such hashes would fit any."""

    def numbered_0(found: re.Match[str]) -> str:
        return f"`0{found[1]}` → `{digest(f'0{found[1]}')}`"

    lines = rf"`{MATCH}(:\d+:\d+:[0-9a-f]{{32}}:\S+)` → `([0-9a-f]{{64}})`"
    new = {each[2]: digest(f"0{each[1]}") for each in re.finditer(lines, HONEST.messages)}
    messages = re.sub(lines, numbered_0, HONEST.messages)
    messages = re.sub("[0-9a-f]{64}", lambda found: new.get(found[0], found[0]), messages)
    for given in (messages, messages.replace(f"`{MATCH}:", "`0:")):
        assert check(replace(HONEST, messages=given)).verdict is not Verdict.HOLDS


def test_messages_of_earlier_versions_are_checked_by_their_hashes_alone() -> None:
    old = re.sub(r"(?m)^-# `\d+:\d+ 3/3`.*\n", "-# A hash of each choice (SHA-256):\n", HONEST.messages)
    assert check(replace(HONEST, messages=old)).verdict is Verdict.HOLDS
    strange = re.sub(r"(?m)^-# `([0-9a-f]{64})`", lambda found: f"-# `{digest(found[1])}`", old)
    assert check(replace(HONEST, messages=strange)).verdict is Verdict.FAILS


def test_what_a_player_calls_themselves_does_not_spoil_a_proof() -> None:
    named = HONEST.messages.replace("P2: `", f"{MATCH}:{FIRST} 3/3: ~~{MATCH}:{FIRST}:2:dropped~~: `")
    assert named != HONEST.messages
    assert check(replace(HONEST, messages=named)).verdict is Verdict.HOLDS


@pytest.mark.parametrize("name", [f"{MATCH}:{FIRST} 3/3:", f"{MATCH}:{SECOND} 2/2:", f"{MATCH + 1}:{FIRST} 3/3:"])
def test_a_name_that_begins_a_line_as_a_list_does_is_none(name: str) -> None:
    named = HONEST.said(f"-# `{MATCH}:{FIRST} 3/3`", f"-# {name} has chosen.\n-# `{MATCH}:{FIRST} 3/3`")
    assert check(named).verdict is Verdict.HOLDS


@pytest.mark.parametrize("mark", [" (edited)", "(edited)", "\n(edited)", " (modifié)", " (đã chỉnh sửa)"])
def test_what_discord_says_of_edited_messages_spoils_no_proof(mark: str) -> None:
    """It follows the last hash, as the message with the hashes is edited with every choice."""
    edited = re.sub(r"(?m)^-# `([0-9a-f]{64})`(?=\n$)", rf"\1{mark}", HONEST.messages)
    assert edited.count(mark) == len(CHOSEN)
    assert check(replace(HONEST, messages=edited)).verdict is Verdict.HOLDS


def test_the_record_itself_is_no_evidence_of_what_was_committed_to() -> None:
    messages = "\n".join([*HONEST.messages.splitlines()[1:], HONEST.record])
    assert check(replace(HONEST, messages=messages)).verdict is Verdict.UNCHECKED


def test_what_a_record_brings_along_is_no_evidence_beside_messages(tmp_path: Path) -> None:
    commitment, *rest = HONEST.messages.splitlines()
    record, messages = tmp_path / "apex-12.txt", tmp_path / "messages.txt"
    record.write_text(f"{HONEST.record}\n{commitment}\n", encoding="utf-8")
    messages.write_text("\n".join(rest), encoding="utf-8")
    assert main(["verify", str(record), str(messages)]) == 3


def test_a_message_that_was_copied_twice_and_once_in_part_is_no_contradiction() -> None:
    first = "\n".join(hashes(MATCH, FIRST, CHOSEN[FIRST])[:-1])
    report = check(replace(HONEST, messages=f"{HONEST.messages}\n{first}\n\n{HONEST.messages}"))
    assert report.verdict is Verdict.UNCHECKED
    assert [str(each) for each in report.of(Verdict.UNCHECKED)] == [
        f"Decision {FIRST}: some hashes are missing from the message with all of them."
    ]


def test_a_record_without_what_proves_it_is_no_proof() -> None:
    for tags in (r"Seed", r"Seed|Commitment", r"Match"):
        bare_record = re.sub(rf'(?m)^\[(?:{tags}) ".*"\]\n', "", HONEST.record)
        report = check(replace(HONEST, record=bare_record))
        assert report.verdict is Verdict.UNCHECKED, tags


def test_a_hash_that_was_dropped_with_its_seat_is_no_forgery() -> None:
    line = f"-# `{dropped_mark(MATCH, FIRST, 2)}` → `{'b' * 64}`: discarded unseen because seat 2 was handed over."
    early = f"-# `{MATCH}:{FIRST} 1/3`: a hash of each.\n-# `{'b' * 64}`"
    messages = f"{early}\n\n{HONEST.messages}\n{line}\n"
    record = HONEST.record.replace('[Match "', '[Substitutes "seat 2: Bob up to turn 3"]\n[Match "')
    assert check(replace(HONEST, record=record, messages=messages)).verdict is Verdict.HOLDS


def test_what_a_player_was_told_can_be_checked_too() -> None:
    messages = f"{HONEST.messages}\n{told(MATCH, FIRST, 2, CHOSEN[FIRST][2])}\n"
    report = check(replace(HONEST, messages=messages))
    assert report.verdict is Verdict.HOLDS
    assert any("got in private is the one that was revealed" in str(each) for each in report.of(Verdict.HOLDS))


def test_a_record_taken_while_the_match_ran_has_the_commitment_too() -> None:
    early = write(HONEST.session, ("Ann",), {"Commitment": HONEST.session.chance.commitment}, reveal=False)
    messages = "\n".join([early, *HONEST.messages.splitlines()[1:]])
    assert check(replace(HONEST, messages=messages)).verdict is Verdict.HOLDS


def test_in_games_without_chance_and_secrets_there_is_nothing_to_prove() -> None:
    session = selfplay(registry.get("replica"), Setup(registry.get("replica").info.modes[0].key), "1")
    report = verify(write(session, ("Ann", "Bob")), read_pasted(""))
    assert report.verdict is Verdict.HOLDS
    assert "there's nothing more to prove" in str(report.checks[-1].text)
    assert str(conclusion(report)) == "Nothing was secret; every move is legal."


@pytest.mark.parametrize("key", ["replicants", "replica"])
@pytest.mark.parametrize("seed", range(many(3, 40)))
def test_a_whole_game_without_secrets_is_verified(
    key: str, seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = registry.get(key)
    for mode in game.info.modes:
        session = selfplay(game, Setup(mode.key), str(seed))
        text = write(session, ("Ann", "Bob", "Cleo", "Dan")[: mode.seats])
        (tmp_path / "game.txt").write_text(text)
        assert main(["verify", str(tmp_path / "game.txt")]) == 0
        assert capsys.readouterr().out.endswith("\nNothing was secret; every move is legal.\n")
        begun = Session.start(game, session.setup, session.chance).move(
            min(Session.start(game, session.setup, session.chance).to_act), session.entries[0].text
        )
        (tmp_path / "game.txt").write_text(write(begun, ("Ann", "Bob", "Cleo", "Dan")[: mode.seats]))
        assert main(["verify", str(tmp_path / "game.txt")]) == 3, "it goes on"
        capsys.readouterr()


def test_what_is_no_record_is_refused() -> None:
    with pytest.raises(RecordError):
        verify("nothing", read_pasted(""))


def test_a_record_is_told_from_the_messages_around_it() -> None:
    record, around = split_record(f"{HONEST.messages}\n{HONEST.record}\nArena APP\n{OTHER.messages}")
    assert record == HONEST.record
    assert read_pasted(around) == read_pasted(HONEST.messages + OTHER.messages)


@pytest.mark.parametrize(
    ("given", "code", "last"),
    [
        (HONEST, 0, "Everything checks out."),
        (altered_choice(HONEST, SECOND, 2), 1, "This doesn't check out"),
        (replace(HONEST, record="nothing\n"), 2, ""),
        (replace(HONEST, messages=""), 3, "this isn't proof."),
    ],
    ids=["holds", "fails", "unusable", "nothing given"],
)
@pytest.mark.parametrize("apart", [True, False], ids=["two files", "one file"])
def test_the_exit_code_tells_what_came_of_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], given: Papers, code: int, last: str, apart: bool
) -> None:
    record, messages = tmp_path / "apex-12.txt", tmp_path / "messages.txt"
    record.write_text(given.record if apart else f"{given.record}\n{given.messages}", encoding="utf-8")
    messages.write_text(given.messages, encoding="utf-8")
    assert main(["verify", str(record), *([str(messages)] if apart else [])]) == code
    assert last in capsys.readouterr().out


def test_a_file_that_is_not_there_is_unusable_input(tmp_path: Path) -> None:
    assert main(["verify", str(tmp_path / "none.txt")]) == 2
    (tmp_path / "bytes.txt").write_bytes(b"\xff\xfe")
    assert main(["verify", str(tmp_path / "bytes.txt")]) == 2


# Proofs of a part: matches that go on, that began elsewhere, hashes that were dropped or never opened.


VERIFY_PARTS_FIRST, VERIFY_PARTS_SECOND, *_ = CHOSEN
LATER = max(CHOSEN) + 1
"""A decision that the match never came to."""


def verify_parts_check(given: Papers) -> Report:
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
    report = verify_parts_check(replace(HONEST, record=tagged(begun(9)), messages=HONEST.messages.splitlines()[0]))
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
    report = verify_parts_check(replace(HONEST, record=record))
    assert "1 of 4 draws aren't in the record." in said(report, Verdict.UNCHECKED)
    bare = verify(re.sub(r"(?m)^\* GALAXY .*\n", "", tagged(begun(0))), read_pasted(""))
    assert "1 of 1 draw isn't in the record." in said(bare, Verdict.UNCHECKED)
    assert "comes from the seed" not in said(bare, Verdict.HOLDS)


def test_a_record_without_its_commitment_is_checked_by_the_messages() -> None:
    record = re.sub(r'(?m)^\[Commitment ".*"\]\n', "", HONEST.record)
    report = verify_parts_check(replace(HONEST, record=record))
    assert report.verdict is Verdict.HOLDS
    assert "committed to when the match began" in said(report, Verdict.HOLDS)
    assert "commitment in the record itself" not in said(report, Verdict.HOLDS)


def test_hashes_of_several_matches_are_of_none() -> None:
    record = re.sub(r'(?m)^\[Match ".*"\]\n', "", HONEST.record)
    report = verify_parts_check(
        replace(HONEST, record=record, messages=HONEST.messages + papers(match=MATCH + 1).messages)
    )
    assert f"several matches: {MATCH}, {MATCH + 1}" in said(report, Verdict.FAILS)


@pytest.mark.parametrize(
    ("seat", "found", "verdict", "words"),
    [
        (
            2,
            digest(line_of(MATCH, VERIFY_PARTS_FIRST, 2, CHOSEN[VERIFY_PARTS_FIRST][2])),
            Verdict.FAILS,
            "a hash was dropped, but it was revealed",
        ),
        (0, "b" * 64, Verdict.UNCHECKED, "dropped because turns were taken back"),
        (2, "b" * 64, Verdict.FAILS, "the seat neither changed hands nor resigned"),
    ],
    ids=["opened", "taken back", "not handed over"],
)
def test_a_dropped_hash_needs_a_reason(seat: int, found: str, verdict: Verdict, words: str) -> None:
    line = f"-# `{dropped_mark(MATCH, VERIFY_PARTS_FIRST, seat)}` → `{found}`: dropped unseen."
    report = verify_parts_check(replace(HONEST, messages=f"{HONEST.messages}\n{line}\n"))
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
    report = verify_parts_check(
        replace(HONEST, messages=f"{HONEST.messages}\n-# `{mark}`: a hash of each.\n{listed}\n")
    )
    assert report.verdict is verdict
    assert words in said(report, verdict)


def test_loose_hashes_are_those_of_what_was_opened_or_of_nothing() -> None:
    opened = "\n".join(each for each in HONEST.messages.splitlines() if "→" in each)
    loose = [
        line
        for line in hashes(MATCH, VERIFY_PARTS_FIRST, CHOSEN[VERIFY_PARTS_FIRST])
        if re.fullmatch("-# `[0-9a-f]{64}`", line)
    ]
    heading = "-# A hash of each choice (SHA-256):\n"
    more = verify_parts_check(replace(HONEST, messages="\n".join([opened, heading, *loose, f"-# `{'c' * 64}`"])))
    assert "1 hash without the number of its decision wasn't revealed." in said(more, Verdict.UNCHECKED)


def test_what_a_player_was_told_of_a_choice_that_was_dropped_or_never_opened() -> None:
    line = told(MATCH, LATER, 2, "3W")
    never = verify_parts_check(replace(HONEST, messages=f"{HONEST.messages}\n{line}\n"))
    assert f"Decision {LATER}: seat 2 has a private hash, but nothing reveals it." in said(never, Verdict.UNCHECKED)
    found = re.findall("[0-9a-f]{64}", line)[-1]
    gone = f"-# `{dropped_mark(MATCH, LATER, 2)}` → `{found}`: discarded unseen because seat 2 was handed over."
    dropped = verify_parts_check(replace(HONEST, messages=f"{HONEST.messages}\n{line}\n{gone}\n"))
    assert f"Decision {LATER}: the hash seat 2 got in private was dropped." in said(dropped, Verdict.HOLDS)
    other = verify_parts_check(
        replace(HONEST, messages=f"{HONEST.messages}\n{told(MATCH, VERIFY_PARTS_SECOND, 2, '30W')}\n")
    )
    assert other.verdict is Verdict.FAILS


def test_a_choice_of_one_character_is_read_without_the_arrow_behind_it() -> None:
    salt, digest = "ab" * 16, "cd" * 32
    (opening,) = read_pasted(f"1:2:1:{salt}:7 → {digest}").openings
    assert (opening.choice, opening.digest) == ("7", digest)


# The page for suspicious players: every command in it is run, and does what the page says.


ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "secret-choices.md").read_text(encoding="utf-8")
_BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)


def commands() -> Iterator[tuple[str, list[str]]]:
    """Yield the commands of the page with what they are said to print."""
    for block in _BLOCK.findall(PAGE):
        for part in block.split("$ ")[1:]:
            command, *printed = part.splitlines()
            yield command, printed


COMMANDS = list(commands())


def test_there_are_commands_for_seed_choice_and_whole_matches() -> None:
    text = "\n".join(command for command, _ in COMMANDS)
    assert len(COMMANDS) == 5
    for needed in ("engine verify", "sha256sum", "xxd -r -p", "bytes.fromhex"):
        assert needed in text


@pytest.mark.parametrize(("command", "printed"), COMMANDS, ids=[command[:60] for command, _ in COMMANDS])
def test_a_command_of_the_page_prints_what_the_page_says(tmp_path: Path, command: str, printed: list[str]) -> None:
    for tool in ("sha256sum", "xxd"):
        if tool in command and shutil.which(tool) is None:
            pytest.skip(f"there is no {tool} here")
    match = papers()
    (tmp_path / "apex-12.txt").write_text(match.record, encoding="utf-8")
    (tmp_path / "messages.txt").write_text(match.messages, encoding="utf-8")
    (tmp_path / "engine").symlink_to(ROOT / "engine")
    command = re.sub(r"\bpython\b", sys.executable, command)
    done = subprocess.run(["bash", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=True)  # noqa: S607 - our own page
    shown = [line for line in done.stdout.splitlines() if line]
    if "..." in printed:
        gap = printed.index("...")
        assert shown[:gap] == printed[:gap]
        assert shown[gap - len(printed) + 1 :] == printed[gap + 1 :]
    else:
        assert shown == printed


def test_the_page_says_what_the_bot_says() -> None:
    match = papers()
    hashes = [line for line in PAGE.splitlines() if re.fullmatch("[0-9a-f]{64}", line)]
    assert set(hashes) <= set(re.findall("[0-9a-f]{64}", match.messages))
    assert match.session.chance.seed.hex() in PAGE
