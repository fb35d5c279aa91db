"""Playthroughs: a random game of each mode written out for reading, kept beside the tests and compared with every run.

`python -m tests.engine.playthrough` writes them anew after an intended change; review the difference before you commit.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.chance import Chance
from engine.game import Game, Mode, Setup
from engine.session import Session
from tests.engine.kits import KITS

DATA = Path(__file__).parent.parent / "data"
SEED = "playthrough"


def path(game: Game[Any, Any, Any], mode: Mode) -> Path:
    return DATA / game.info.key / f"playthrough-{mode.key}.txt"


def lines(game: Game[Any, Any, Any], mode: Mode) -> Iterator[str]:
    """Yield a whole random game: positions, how many moves are legal and which, what was played, what happened."""
    session = Session.start(game, Setup(mode.key), Chance.from_text(f"deal {SEED}"))
    chance = Chance.from_text(f"play {SEED}")
    info = game.info
    data = f", {info.data_tag} {info.data_version}" if info.data_tag else ""
    yield f"# {info.name}, {mode.name}, rules {info.rules_version}{data}"
    while seats := sorted(session.to_act):
        seat = seats[0]
        moves = game.legal(session.state, seat)
        texts = [game.format(session.state, seat, move) for move in moves]
        yield ""
        yield f"position  {game.write_position(session.state)}"
        yield f"to act    {', '.join(map(str, seats))}"
        yield f"legal     {len(texts)}: {' '.join(texts[:12])}{' …' if len(texts) > 12 else ''}"
        pick, chance = chance.below(len(moves))
        way = " > ".join(str(choice.text) for choice in game.choices(session.state, seat, moves[pick]))
        yield f"plays     {texts[pick]}   ({way})"
        before = session.last.events if session.last is not None and session.last.seat == seat else ()
        session = session.move(seat, texts[pick])
        if session.last is not None and not session.sealed:
            events = session.last.events
            fresh = events[len(before) :] if events[: len(before)] == before else events
            yield from (f"happens   {event.text()}" for event in fresh)
    outcome = session.outcome
    assert outcome is not None
    names = [f"P{seat}" for seat in range(1, mode.seats + 1)]
    yield ""
    yield f"position  {game.write_position(session.state)}"
    result = game.result_text(outcome, names)
    yield f"outcome   {result} ranks {outcome.ranks} points {outcome.points}: {outcome.reason}"


def main() -> int:
    for game in (kit.game for kit in KITS):
        for mode in game.info.modes:
            target = path(game, mode)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text("\n".join(lines(game, mode)) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
