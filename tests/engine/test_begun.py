"""What was chosen before the start, compared with copied messages."""

from __future__ import annotations

import pytest

from engine import registry
from engine.chance import Chance
from engine.commitments import digest, loadout_line, loadout_mark, usual_mark
from engine.game import Setup
from engine.record import write
from engine.session import Session
from engine.transcript import read_pasted
from engine.verify import Verdict, verify
from tests.grove import GROVE

SALT = "0123456789abcdef" * 2
OPENED = loadout_line(7, 1, SALT, "xxy")
HASH = digest(OPENED)
HELD = f"{loadout_mark(7, 1)} → {HASH}"
USUAL = usual_mark(7, 2)


@pytest.fixture(autouse=True)
def among_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_GAMES", (*registry.games(), GROVE))


def told(*lines: str, loadouts: tuple[str, str] = ("xxy", "uvw")) -> list[tuple[Verdict, str]]:
    """Return what is said of the start of a match of two that one of them gave up."""
    session = Session.start(GROVE, Setup("2", loadouts=loadouts), Chance.from_text("a grove")).forfeit(2)
    report = verify(write(session, ("Ann", "Bob")), read_pasted("\n".join(lines)))
    return [
        (each.verdict, text) for each in report.checks if "the start" in (text := str(each.text)) or "table" in text
    ]


def test_a_choice_that_fits_hash_and_record_holds_and_so_does_the_usual() -> None:
    assert told(f"> -# `{HELD}`", f"-# Ann: `{OPENED}` → `{HASH}`", f"-# `{USUAL}`: nothing was chosen") == [
        (Verdict.HOLDS, "Before the start, seat 1: the choice fits its hash and the record."),
        (Verdict.HOLDS, "Before the start, seat 2: they chose nothing and played the usual setup."),
    ]


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ((HELD, f"{OPENED} → {HASH[::-1]}", USUAL), "xxy, doesn't fit its hash"),
        ((HELD, f"{OPENED[:-1]}w", USUAL), "xxw was revealed, but the record has xxy"),
        ((HELD, OPENED, OPENED.replace("0", "1"), USUAL), "revealed twice"),
        ((HELD, OPENED, usual_mark(7, 1), USUAL), "seat 1 chose nothing before the start"),
        ((HELD, OPENED, USUAL.replace("7:", "8:")), "from several tables: 7, 8"),
    ],
)
def test_what_does_not_fit_fails(lines: tuple[str, ...], fault: str) -> None:
    failed = [text for verdict, text in told(*lines) if verdict is Verdict.FAILS]
    assert len(failed) == 1
    assert fault in failed[0]


def test_who_is_said_to_have_chosen_nothing_played_the_usual() -> None:
    assert (
        Verdict.FAILS,
        "The messages say that seat 2 chose nothing before the start, but it didn't play the usual setup.",
    ) in told(HELD, OPENED, USUAL, loadouts=("xxy", "uvy"))


@pytest.mark.parametrize(
    ("lines", "missing"),
    [
        ((OPENED, USUAL), "seat 1: the message with the hash of the choice is missing"),
        ((HELD, USUAL), "seat 1: the text that reveals the choice is missing"),
        ((HELD, OPENED), "seat 2: the text that reveals the choice is missing"),
        ((HELD, f"{loadout_mark(7, 1)} → {'a' * 64}", OPENED, USUAL), "seat 1: 1 hash was posted and never revealed"),
        ((HELD, OPENED, USUAL, f"{loadout_mark(7, 2)} → {'a' * 64}"), "seat 2: 1 hash was posted"),
    ],
)
def test_what_is_not_given_is_not_taken_for_granted(lines: tuple[str, ...], missing: str) -> None:
    found = told(*lines)
    assert Verdict.FAILS not in {verdict for verdict, _ in found}
    assert any(verdict is Verdict.UNCHECKED and missing in text for verdict, text in found)


def test_a_line_of_a_match_is_not_taken_for_one_of_a_table() -> None:
    pasted = read_pasted(f"Ann: 7:1:1:{SALT}:uvw → {HASH}\nBob: 7:1:{SALT}:uvw → {HASH}")
    assert [(each.match, each.decision, each.choice) for each in pasted.openings] == [(7, 1, "uvw")]
    assert [(each.table, each.seat, each.choice, each.digest) for each in pasted.begun] == [(7, 1, "uvw", HASH)]


def test_a_player_called_like_a_mark_proves_nothing() -> None:
    pasted = read_pasted(f"7:1:usual: 7:1:{SALT}:uvw → {HASH}")
    assert (len(pasted.begun), pasted.usual) == (1, ())
