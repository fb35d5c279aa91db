"""No NUL character gets to a column of text: SQLite takes one and PostgreSQL does not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cogs.moderation.correcting import reason_of
from cogs.settings.panel import read_zone, with_digest, with_quiet
from engine import registry
from engine.chance import Chance
from engine.errors import ArenaError, RecordError
from engine.game import Setup
from engine.session import Session
from hosting.clock.time_control import read_clock
from hosting.imports import understood
from hosting.match.model import Person, PlayerSettings
from tests.cogs.conftest import World


def set_up(game: str) -> Callable[[str], object]:
    return lambda text: Session.start(registry.get(game), Setup("2", position=text), Chance.from_text("x"))


def position(game: str) -> str:
    return registry.get(game).write_position(Session.start(registry.get(game), Setup("2"), Chance.from_text("x")).state)


REFUSING: dict[str, tuple[Callable[[str], object], str]] = {
    "zone": (read_zone, "Europe/Paris"),
    "quiet hours": (lambda text: with_quiet(PlayerSettings(), text), "22-7"),
    "digest": (lambda text: with_digest(PlayerSettings(), text), "18:00"),
    "clock": (read_clock, "3d+12h/5d"),
    "record": (understood, "T0..(red.yellow)\nT1..E/2E6/E"),
    **{f"position of {game}": (set_up(game), position(game)) for game in ("replicants", "replica", "apex")},
}


@pytest.mark.parametrize("entry", REFUSING)
def test_what_is_read_is_refused(entry: str) -> None:
    read, text = REFUSING[entry]
    read(text)
    for place in range(len(text) + 1):
        with pytest.raises(ArenaError):
            read(f"{text[:place]}\0{text[place:]}")


def test_a_record_is_refused_with_the_place() -> None:
    with pytest.raises(RecordError) as caught:
        understood("T0..(red.yellow)\nT1..E/\0E6/E")
    assert (caught.value.code, str(caught.value.where)) == ("no-text", "line 2, column 7")


def test_names_lose_it() -> None:
    assert Person(1, "a\0nn\0").name == "ann"


async def test_an_organiser_s_words_lose_it(world: World) -> None:
    match = await world.begin()
    assert str(reason_of(match, "other", "one\0 moment")) == "one moment"
