"""Records that people bring: what is kept, for how long, and what no text can do."""

from __future__ import annotations

from datetime import timedelta

import pytest

from engine import record, registry
from engine.__main__ import selfplay
from engine.errors import RecordError, Where
from engine.game import Setup
from hosting.arena import Arena
from hosting.imports import LIFETIME, MOST_ACTIONS, MOST_BYTES, MOST_IMPORTS, MOST_OF_NAME, understood
from tests.hosting.conftest import ANN, BOB, GUILD, ManualClock
from tests.refusals import refusal

WHOLE = selfplay(registry.get("replicants"), Setup("3"), "import")
TEXT = record.write(WHOLE, ("red", "yellow", "blue"))


async def test_a_record_is_kept_as_it_was_brought(arena: Arena) -> None:
    brought = await arena.imports.add(GUILD, ANN.person_id, TEXT)
    assert (brought.session.state, brought.session.entries) == (WHOLE.state, WHOLE.entries)
    assert brought.names == ("red", "yellow", "blue")
    assert await arena.imports.get(brought.id, ANN.person_id) == brought


async def test_what_is_wrong_is_not_kept(arena: Arena) -> None:
    with pytest.raises(RecordError) as caught:
        await arena.imports.add(GUILD, ANN.person_id, TEXT.replace("E/", "E/E", 3))
    assert caught.value.where.line > 1
    with refusal("no-such-import"):
        await arena.imports.get(1, ANN.person_id)


async def test_old_ones_go(arena: Arena, clock: ManualClock) -> None:
    old = await arena.imports.add(GUILD, ANN.person_id, TEXT)
    await clock.advance((LIFETIME + timedelta(days=1)).total_seconds())
    assert (await arena.imports.get(old.id, ANN.person_id)).names == old.names
    new = await arena.imports.add(GUILD, BOB.person_id, TEXT)
    assert new.id != old.id
    with refusal("no-such-import"):
        await arena.imports.get(old.id, ANN.person_id)


async def test_nobody_fills_the_store(arena: Arena) -> None:
    other = await arena.imports.add(GUILD, BOB.person_id, TEXT)
    texts = [record.write(WHOLE, ("red", "yellow", f"blue{number}")) for number in range(MOST_IMPORTS + 1)]
    brought = [await arena.imports.add(GUILD, ANN.person_id, text) for text in texts]
    with refusal("no-such-import"):
        await arena.imports.get(brought[0].id, ANN.person_id)
    for kept, whose in ((brought[1], ANN), (other, BOB)):
        assert (await arena.imports.get(kept.id, whose.person_id)).id == kept.id


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("x" * (MOST_BYTES + 1), "too-large"),
        ("é" * (MOST_BYTES // 2 + 1), "too-large"),
        ("T0..(a.b)\nT1.." + "E/" * MOST_ACTIONS + "E", "too-many-actions"),
        ("T0..(a.b)\n" + "\n".join(f"T{turn}..E/2C6/D8-..E/2C6" for turn in range(1, 2000)), "too-many-actions"),
    ],
)
def test_what_is_too_long_is_refused(text: str, code: str) -> None:
    with pytest.raises(RecordError) as caught:
        understood(text)
    assert caught.value.code == code


def test_the_first_action_too_many_is_shown_and_none_before_it() -> None:
    most = "T0..(a.b)\nT1.." + "/".join(["E"] * MOST_ACTIONS)
    with pytest.raises(RecordError) as replayed:
        understood(most)
    assert replayed.value.code != "too-many-actions"
    with pytest.raises(RecordError) as caught:
        understood(f"{most}/2C6/D8-")
    error = caught.value
    assert (error.code, error.turn, error.action) == ("too-many-actions", 1, "2C6")
    assert error.where == Where(2, len("T1..") + 2 * MOST_ACTIONS + 1)


def test_names_are_shown_as_far_as_names_go() -> None:
    _, names = understood(f"T0..({'a' * 50_000}.b)\nT1..E/2C6/D8-")
    assert names == ("a" * (MOST_OF_NAME - 1) + "…", "b")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\0" * 60_000,
        "(" * 60_000,
        "[" * 60_000,
        '[Game "' + "\\" * 60_000,
        "T0..(" + "a." * 30_000,
        "T0..(a.b)\n" + "T1..\n" * 12_000,
        "T0..(a.b)\nT1.." + "." * 60_000,
        "T0..(a.b)\nT1..E/" + "x" * 60_000,
        "T0..(a.b)\nT1..E/2C6/D8-" + "(" * 30_000 + ")" * 30_000,
        '[Mode "2"]\n[Position "' + "T1.1.1 | " * 6_000 + '"]\n\nT0..(a.b)',
        "1. a1 " * 10_000,
        "T0..(a.\ud800)\nT1..E/2C6/D8-",
        "{" * 60_000,
        "T0..(a.b)\nT1..E9" + "{}" * 30_000,
    ],
)
def test_hostile_texts_are_refused_like_others(text: str) -> None:
    with pytest.raises(RecordError):
        understood(text)


async def test_a_record_is_for_the_player_who_brought_it(arena: Arena) -> None:
    brought = await arena.imports.add(GUILD, ANN.person_id, TEXT)
    with refusal("no-such-import"):
        await arena.imports.get(brought.id, BOB.person_id)
