"""Records: what they say, what is checked, and what is wrong with a bad one (N10 to N14)."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from engine import record, registry
from engine.__main__ import main, selfplay
from engine.chance import Chance
from engine.errors import RecordError
from engine.game import Setup
from engine.mutants.game import MUTANTS
from engine.record import read, replay, write
from engine.session import Session

NAMES = ("Ann", "Bob", "Cleo", "Dan")
LEAVING = 30
"""After how many decisions a player leaves, where one does."""


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the game: records name it."""
    others = [game for game in registry.games() if game.info.key != "mutants"]
    monkeypatch.setattr(registry, "_GAMES", (*others, MUTANTS))


def played(setup: Setup, decisions: int = 1_000, *, leaver: int = 0, seed: str = "x") -> Session:
    draw = random.Random(seed)
    session = Session.start(MUTANTS, setup, Chance.from_text(seed))
    for number in range(decisions):
        if not session.to_act:
            break
        if leaver and number == LEAVING:
            session = session.forfeit(leaver)
            continue
        seat = draw.choice(sorted(session.to_act))
        session = session.move(
            seat, MUTANTS.format(session.state, seat, draw.choice(MUTANTS.legal(session.state, seat)))
        )
    return session


READY = Setup("2", (("reserve", "ready"),))
GAME = played(READY)
TEXT = record.write(GAME, NAMES[:2])
UNSEEDED = "".join(line for line in TEXT.splitlines(keepends=True) if not line.startswith("[Seed"))


def body(session: Session) -> list[str]:
    return record.write(session, NAMES[: session.state.rules.seats]).partition("\n\n")[2].splitlines()


def test_tags() -> None:
    """N10."""
    for tag in ('[Game "mutants"]', '[Mode "2"]', '[Options "reserve=ready"]', '[Data "1"]', '[P1 "Ann"]', "[Seed "):
        assert tag in TEXT


@pytest.mark.parametrize(
    ("setup", "head"),
    [
        (Setup("3"), "* MUTANTS players=3 setup=draft"),
        (READY, "* MUTANTS players=2 setup=ready"),
        (Setup("2", (("reserve", "constructed"),)), "* MUTANTS players=2 setup=constructed"),
        (Setup("solo"), "* MUTANTS players=1 setup=solo boss=wizard"),
        (
            Setup("solo", (("boss", "jack"), ("ultra", "yes"), ("limits", "BD"))),
            "* MUTANTS players=1 setup=solo boss=jack ultra limits=BD",
        ),
    ],
)
def test_the_first_line_tells_the_setup_where_no_tag_does(setup: Setup, head: str) -> None:
    """N11."""
    session = played(setup, 12)
    lines = body(session)
    assert lines[0] == head
    untagged = record.read('[Game "mutants"]\n\n' + "\n".join(lines))
    again = record.replay(untagged)
    assert again.entries == session.entries
    lower = record.read("\n".join(['[Game "Mutants"]', "", lines[0].lower(), *lines[1:]]))
    assert lower.setup == untagged.setup
    assert MUTANTS.write_position(again.state) == MUTANTS.write_position(session.state)


def test_lines_of_a_draft() -> None:
    """N11, N13: picks in the order of seats, then decks and reserves seat by seat, then who begins."""
    lines = body(played(Setup("2"), 12))
    kinds = [" ".join(line.split()[: 3 if line.startswith(("* DECK", "* RES")) else 2]) for line in lines]
    picks = [line.split()[0] for line in lines[2:14]]
    assert kinds[:2] == ["* MUTANTS", "* DRAFT"]
    assert picks == ["S1", "S2"] * 6
    assert kinds[14:] == ["* DECK S1", "* RESERVE S1", "* DECK S2", "* RESERVE S2", "* FIRST"]


def test_lines_of_the_end() -> None:
    """N11."""
    last = body(GAME)[-4:]
    assert [line.split()[1] for line in last] == ["RANK", "SCORE", "SCORE", "END"]
    solo = body(played(Setup("solo")))[-1]
    assert solo.startswith("* END DEFEAT HEALTH=")
    assert solo.endswith(" ROUND=5")


def test_who_left_is_missing() -> None:
    """N13."""
    session = played(Setup("3", (("reserve", "ready"),)), leaver=2)
    lines = body(session)
    place = lines.index("S2 F")
    rounds = [line for line in lines[place:] if line.startswith("* ROUND")]
    assert all(",-," in line.split("force=")[1].split()[0] for line in rounds)
    assert not any("S2" in line for line in lines[place + 1 :] if line.startswith(("* RANK", "* SCORE", "* END")))
    ended = body(played(READY, leaver=1))
    assert ended[-2] == "S1 F"
    assert ended[-1].startswith("* END S2=")
    assert ended[-1].endswith(" RANK S2")
    assert not any(line.startswith("* SCORE") for line in ended)


def test_a_record_without_our_seed_replays() -> None:
    """N12."""
    again = record.replay(record.read(UNSEEDED))
    assert again.entries == GAME.entries
    assert again.outcome == GAME.outcome


def test_who_begins_is_drawn_among_those_who_stayed_in_the_draft() -> None:
    """N12, M54, M8: also where the record tells it, without the seed."""
    firsts = set()
    for seed in ("1", "2", "3"):
        session = Session.start(MUTANTS, Setup("3"), Chance.from_text(seed)).forfeit(1)
        while session.state.packs:
            seat = min(session.to_act)
            session = session.move(seat, session.state.packs[seat - 1][0])
        text = record.write(session, NAMES[:3])
        told = "\n".join(line for line in text.splitlines() if not line.startswith("[Seed"))
        assert record.replay(record.read(told)).state.first == session.state.first
        with pytest.raises(RecordError) as caught:
            record.replay(record.read(told.replace(f"* FIRST S{session.state.first}", "* FIRST S1")))
        assert (caught.value.code, caught.value.rule) == ("draw", "M8")
        firsts.add(session.state.first)
    assert firsts == {2, 3}


def wrong(text: str, old: str, new: str) -> RecordError:
    assert old in text, old
    with pytest.raises(RecordError) as caught:
        record.replay(record.read(text.replace(old, new, 1)))
    return caught.value


def line_of(start: str) -> str:
    return next(line for line in TEXT.splitlines() if line.startswith(start))


@pytest.mark.parametrize(
    "start",
    ["* READY", "* DECK S1", "* RESERVE S2", "* FIRST", "* ROUND 2", "* RANK 1", "* SHUFFLE", "* SCORE", "* END"],
)
def test_every_line_of_the_program_is_checked_where_it_stands(start: str) -> None:
    """N12: with the seed, a wrong one is an error with its line and the right value."""
    right = line_of(start)
    words = right.split(" ")
    other = " ".join([*words[:-1], ",".join(reversed(words[-1].split(","))) if "," in words[-1] else words[-1] + "9"])
    if start == "* FIRST":
        other = "* FIRST S2" if right.endswith("S1") else "* FIRST S1"
    error = wrong(TEXT, right, other)
    assert TEXT.splitlines()[error.where.line - 1] == right
    assert right in error.suggestions or error.code == "draw"


def _kind(line: str) -> str:
    """Return which line of the program it is, e.g. `"* DECK BOSS"` or `"* END"`."""
    words = line.split()
    return " ".join(words[: 3 if words[1] in ("DECK", "RESERVE", "SHUFFLE") else 2])


@pytest.mark.parametrize(
    ("setup", "leaver", "seeded"),
    [(Setup("3"), 2, True), (Setup("solo", (("boss", "jack"), ("ultra", "yes"))), 0, False)],
    ids=["draft", "revolt without its seed"],
)
def test_every_kind_of_line_of_every_form_is_checked(setup: Setup, leaver: int, seeded: bool) -> None:
    """N11 to N13: one word of a line changed, a line twice, a line that there is not; what a line misses is told."""
    session = played(setup, leaver=leaver)
    text = record.write(session, NAMES[: session.state.rules.seats])
    lines = text.splitlines()
    if not seeded:
        lines = [line for line in lines if not line.startswith("[Seed")]
    kinds = {_kind(line): number for number, line in enumerate(lines) if line.startswith("*")}
    expected = "DRAFT FIRST ROUND RANK SCORE END" if leaver else "ROUND END"
    assert {line.split()[1] for line in kinds} == {*expected.split(), "MUTANTS", "DECK", "RESERVE", "SHUFFLE"}
    for kind, number in kinds.items():
        digit = next((at for at in reversed(range(len(lines[number]))) if lines[number][at].isdigit()), None)
        line = lines[number] if digit is None else f"{lines[number][:digit]}9{lines[number][digit + 1 :]}"
        codes = kind.split()[1] in ("DRAFT", "DECK", "RESERVE", "SHUFFLE")
        others = [lines[number][:-3] + "XXX" if codes else line if line != lines[number] else f"{line} 1"]
        others += [lines[number].replace(kind, "* NOTHING")]
        for other in others:
            changed = [*lines[:number], other, *lines[number + 1 :]]
            with pytest.raises(RecordError) as caught:
                record.replay(record.read("\n".join(changed)))
            # Without the seed a draw that is missing is missed where the next one does not fit.
            missed = not seeded and other.startswith("* NOTHING") and (codes or kind == "* FIRST")
            assert caught.value.where.line == number + 1 or missed, (kind, other, str(caught.value))
        if not codes and kind != "* FIRST":
            twice = [*lines[: number + 1], lines[number], *lines[number + 1 :]]
            with pytest.raises(RecordError) as caught:
                record.replay(record.read("\n".join(twice)))
            assert caught.value.where.line == number + 2


@pytest.mark.parametrize(
    ("start", "change"),
    [
        ("* DECK S1", lambda line: line.replace("ZOM", "ROB")),
        ("* DECK S1", lambda line: line.removesuffix(line[-4:])),
        ("* RESERVE S1", lambda line: line + ",TRI"),
        ("* RESERVE S1", lambda line: line[:-3] + "XXX"),
        ("* READY", lambda _: "* READY 3,3"),
        ("* READY", lambda _: "* READY 4"),
        ("* READY", lambda _: "* READY 4,2,1"),
        ("* SHUFFLE", lambda line: line + ",ROB"),
    ],
)
def test_draws_that_cannot_be(start: str, change: object) -> None:
    """N12: other cards, no twins."""
    assert callable(change)
    right = line_of(start)
    error = wrong(UNSEEDED, right, change(right))
    assert error.code == "draw"
    assert UNSEEDED.splitlines()[error.where.line - 1] == right


@pytest.mark.parametrize(
    ("start", "other", "code"),
    [
        ("* FIRST", "* FIRST S3", "draw"),
        ("* FIRST", "* FIRST nobody", "draw"),
        ("* DECK S1", "* DECK S1 robots", "draw"),
        ("* DECK S1", "* DECK S1 ?", "masked"),
        ("* READY", "* READY one,two", "draw"),
        ("S1 D", "S3 D ROB", "no-such-player"),
        ("S1 D", "ROB", "line"),
        ("S1 D", "S1 D XXX", "no-such-card"),
        ("S1 D", "S1 ??", "masked"),
        ("* MUTANTS", "* MUTANTS players=3 setup=ready", "note-wrong"),
    ],
)
def test_lines_that_are_wrong(start: str, other: str, code: str) -> None:
    """N11 to N14."""
    right = line_of(start)
    error = wrong(TEXT, f"{right}\n", f"{other}\n")
    assert error.code == code
    assert TEXT.splitlines()[error.where.line - 1] == right


def test_nothing_tells_what_was_drawn() -> None:
    """N12."""
    error = wrong(UNSEEDED, line_of("* DECK S2") + "\n", "")
    assert error.code in ("draw", "draw-missing")


CONSTRUCTED = record.write(played(Setup("2", (("reserve", "constructed"),)), 8), NAMES[:2])


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("S1 AND+AND", "S2 AND+AND", "loadout"),
        ("S1 AND+AND", "S1 AND+ROB", "not-advanced"),
        ("S1 AND+AND+", "S1 AND+", "count"),
    ],
)
def test_reserves_that_are_wrong(old: str, new: str, code: str) -> None:
    """M13, N11: the error names the line of the reserve."""
    error = wrong(CONSTRUCTED, old, new)
    assert error.code == code
    assert CONSTRUCTED.splitlines()[error.where.line - 1].startswith(old)


def test_copies_while_the_match_runs() -> None:
    """N14: no seed, ? for what was drawn, ?? for answers shown to others only; it cannot be replayed."""
    session = played(Setup("2"), 60)
    for reader in (None, 1, 2):
        text = record.write(session, NAMES[:2], reveal=False, reader=reader)
        assert "[Seed" not in text
        assert "* DRAFT ?\n" in text
        assert "* DECK S1 ?\n" in text
        assert text.count("S1 ??") >= (0 if reader == 1 else 6)
        assert ("S2 ??" in text) is (reader != 2)
        with pytest.raises(RecordError):
            record.replay(record.read(text))


# -- The decks that are assigned, and lines of the program where they stand (N12)


def _assigned(decks: str) -> Session:
    return selfplay(MUTANTS, Setup(str(len(decks)), (("reserve", "ready"), ("decks", decks))), decks)


@pytest.mark.parametrize("decks", ["42", "13", "214", "3142"])
def test_a_line_of_assigned_decks_that_fits_is_accepted(decks: str) -> None:
    names = ("Ann", "Bob", "Cleo", "Dan")[: len(decks)]
    for text in (write(_assigned(decks), names), re.sub(r"(?m)^\[Seed .*\n", "", write(_assigned(decks), names))):
        head = re.search(r"(?m)^\* MUTANTS .*\n", text)
        assert head is not None
        line = f"* READY {','.join(decks)}\n"
        again = replay(read(text[: head.end()] + line + text[head.end() :]))
        assert MUTANTS.write_position(again.state) == MUTANTS.write_position(_assigned(decks).state)
        others = f"* READY {','.join(reversed(decks))}\n"
        with pytest.raises(RecordError) as caught:
            replay(read(text[: head.end()] + others + text[head.end() :]))
        assert (caught.value.code, caught.value.rule, caught.value.suggestions) == ("draw", "M12", (line.strip(),))
        with pytest.raises(RecordError) as late:
            replay(read(text + line))
        assert (late.value.code, late.value.rule) == ("draw", "N12")


@pytest.mark.parametrize("key", ["apex", "mutants"])
@pytest.mark.parametrize("seeded", [True, False])
def test_a_wrong_line_is_told_before_an_illegal_move_behind_it(key: str, seeded: bool) -> None:
    text = write(selfplay(registry.get(key), Setup("2"), "lines"), ("Ann", "Bob"))
    if not seeded:
        text = re.sub(r"(?m)^\[Seed .*\n", "", text)
    lines = text.splitlines()
    told = [
        at for at, line in enumerate(lines) if line.startswith(("* ROUND", "* RANK", "* SCORE", "* FOUGHT", "* WAR"))
    ]
    assert told
    last = max(at for at, line in enumerate(lines) if not line.startswith(("*", "[")))
    for at in told:
        if at > last:
            continue
        changed = [*lines]
        changed[at] = re.sub(r"\d+(?!.*\d)", "77", changed[at])
        changed[last] = f"{changed[last].split()[0]} {'B ROB+ROB>ZOM' if key == 'mutants' else '99W-98'}"
        with pytest.raises(RecordError) as caught:
            replay(read("\n".join(changed) + "\n"))
        assert (caught.value.code, caught.value.where.line) == ("note-wrong", at + 1)


@pytest.mark.parametrize("reserve", ["draft", "ready", "constructed"])
@pytest.mark.parametrize("mode", ["2", "3", "4", "solo"])
def test_a_record_of_nothing_but_tags_has_its_first_decision(
    mode: str, reserve: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = () if mode == "solo" else (("reserve", reserve),)
    session = Session.start(MUTANTS, Setup(mode, options), Chance.from_text("tags"))
    tags = "".join(f"{line}\n" for line in write(session, ()).splitlines() if line.startswith("["))
    (tmp_path / "game.txt").write_text(tags)
    assert main(["legal", str(tmp_path / "game.txt")]) == 0
    seats = sorted(session.to_act)
    wanted = [
        text if len(seats) == 1 else f"{seat} {text}"
        for seat in seats
        for text in (MUTANTS.format(session.state, seat, each) for each in MUTANTS.legal(session.state, seat))
    ]
    assert capsys.readouterr().out.splitlines() == wanted
