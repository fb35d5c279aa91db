"""The engine on the command line: `python -m engine --help`."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine import record, registry
from engine.chance import Chance, DrawError
from engine.errors import ArenaError, RecordError
from engine.game import Game, Setup, whole
from engine.outcome import Outcome
from engine.perft import divide, perft, sample
from engine.session import Session
from engine.text import ENGLISH
from engine.transcript import read_pasted, split_record
from engine.verify import Verdict, conclusion, verify

_MOST_OF_LINE = 2_000
"""Characters of an error message; it quotes the input, which may be a whole file."""

_VERDICTS = {Verdict.HOLDS: 0, Verdict.FAILS: 1, Verdict.UNCHECKED: 3}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code: 0, 1 if the input is at fault, 2 for a wrong call.

    For `verify`: 1 if something does not hold, 2 for unusable input, 3 if not everything was checked.
    """
    options = _parser().parse_args(arguments)
    try:
        code: int = options.run(options)
    except RecordError as error:
        line = f"{_place(error)}: {_advice(error)}"
    except ArenaError as error:
        line = f"error: {_advice(error)}"
    except DrawError:
        line = f"error: {options.file} has no seed, so what would be drawn behind it is not known"
    except OSError as error:
        line = f"error: {error.filename or 'output'}: {error.strerror}"
    except UnicodeDecodeError as error:
        line = f"error: {options.file} isn't UTF-8 text: can't read byte {error.start}"
    else:
        return code
    _fail(line)
    unusable: int = options.unusable
    return unusable


def selfplay(game: Game[Any, Any, Any], setup: Setup, seed: str) -> Session:
    """Return a random legal game, the same for the same seed on any machine."""
    session = Session.start(game, setup, Chance.from_text(f"deal {seed}"))
    chance = Chance.from_text(f"play {seed}")
    while seats := sorted(session.to_act):
        seat = seats[0]
        moves = game.legal(session.state, seat)
        pick, chance = chance.below(len(moves))
        session = session.move(seat, game.format(session.state, seat, moves[pick]))
    return session


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m engine", description="The rules of Arena's games, without Discord."
    )
    parser.set_defaults(unusable=1)
    commands = parser.add_subparsers(title="commands", required=True)

    games = commands.add_parser("games", help="list the games and their modes")
    games.set_defaults(run=_games)

    legal = commands.add_parser(
        "legal",
        help="list the legal next actions after a record, one a line; behind their seats where several decide at once",
    )
    legal.add_argument("file", help="a record, or - for standard input")
    legal.set_defaults(run=_legal)

    count = commands.add_parser("perft", help="count the sequences of legal actions")
    count.add_argument("game", help="a game's key")
    count.add_argument("--mode", help="a mode's key (default: the record's, or the game's first)")
    _add_options(count)
    count.add_argument("--depth", type=_depth, required=True, help="how many actions deep")
    count.add_argument("--divide", action="store_true", help="one line for each first action")
    count.add_argument("--sample", type=_walks, metavar="N", help="estimate by N random walks instead of counting")
    count.add_argument("--seed", default="0", help="of the walks: any text; the same seed gives the same estimate")
    count.add_argument("--from", dest="file", help="start after this record instead of at the beginning")
    count.set_defaults(run=_perft)

    again = commands.add_parser("replay", help="replay a record and show where it leads")
    again.add_argument("file", help="a record, or - for standard input")
    again.add_argument("--json", action="store_true", help="print JSON")
    again.set_defaults(run=_replay)

    proof = commands.add_parser(
        "verify",
        help="check a record, and messages copied from Discord, against what was promised while it was played",
        description="Exit code: 0 if everything holds, 1 if anything does not, 2 if the input is unusable, 3 if "
        "nothing contradicts itself but not everything was checked.",
    )
    proof.add_argument(
        "file", help="a record, or - for standard input; without files of messages these may follow an empty line"
    )
    proof.add_argument("messages", nargs="*", help="files with copied messages, or - for standard input")
    proof.set_defaults(run=_verify, unusable=2)

    auto = commands.add_parser("selfplay", help="print a random legal game as a record")
    auto.add_argument("game", help="a game's key")
    auto.add_argument("--mode", help="a mode's key (default: the game's first)")
    _add_options(auto)
    auto.add_argument("--seed", default="0", help="any text; the same seed gives the same game")
    auto.set_defaults(run=_selfplay)
    return parser


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--option",
        dest="options",
        metavar="KEY=VALUE",
        type=_option,
        action="append",
        default=[],
        help="one of the game's options, as `games` lists them; may be repeated",
    )


def _option(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{text} is not an option such as key=value")
    return key, value


def _depth(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text} is not a number from 0 up")
    return int(text)


def _walks(text: str) -> int:
    if not text.isdecimal() or int(text) < 2:
        raise argparse.ArgumentTypeError(f"{text} is not a number from 2 up")
    return int(text)


def _games(_: argparse.Namespace) -> int:
    for game in registry.games():
        info = game.info
        data = f", {info.data_tag.lower()} {info.data_version}" if info.data_tag else ""
        print(f"{info.key}: {info.name}, rules {info.rules_version}{data}")
        for mode in info.modes:
            print(f"  --mode {mode.key:8} {mode.name}")
        for option in info.options:
            of = f" ({', '.join(option.modes)})" if option.modes else ""
            print(f"  option {option.key}{of}: {', '.join(option.choices)} (default {option.default})")
    return 0


def _legal(options: argparse.Namespace) -> int:
    session = _session(options.file)
    seats = sorted(session.to_act)
    for seat in seats:
        for move in session.game.legal(session.state, seat):
            text = session.game.format(session.state, seat, move)
            print(text if len(seats) == 1 else f"{seat} {text}")
    return 0


def _perft(options: argparse.Namespace) -> int:
    game = registry.get(options.game)
    if options.file is None:
        state = game.initial(_setup(game, options.mode, options.options), Chance.from_text("perft"))
    else:
        session = _session(options.file)
        if session.game is not game:
            return _fail(f"error: {options.file} is a game of {session.game.info.key}")
        if options.mode not in (None, session.setup.mode):
            return _fail(f"error: {options.file} has mode {session.setup.mode}, not {options.mode}")
        if not set(options.options) <= set(session.setup.options):
            return _fail(f"error: {options.file} has its own options")
        state = session.state
    began = time.perf_counter()
    if options.sample is not None:
        found = sample(game, state, options.depth, options.sample, Chance.from_text(f"walk {options.seed}"))
        print(f"about {found.leaves:.4g} ± {found.error:.2g} ({found.walks} walks, {found.ended} ended early)")
        return 0
    if options.divide:
        counts = divide(game, state, options.depth)
        for text, count in counts.items():
            print(f"{text}: {count}")
        total = sum(counts.values())
    else:
        total = perft(game, state, options.depth)
    seconds = time.perf_counter() - began
    print(total)
    print(f"{seconds:.3f} s, {total / max(seconds, 1e-9):,.0f} a second", file=sys.stderr)
    return 0


def _replay(options: argparse.Namespace) -> int:
    read = record.read(_text(options.file))
    session = record.replay(read)
    names, outcome = read.script.names, session.outcome
    position = session.game.write_position(session.state)
    if options.json:
        print(json.dumps(_as_json(session, names, position, outcome), ensure_ascii=False, indent=2))
        return 0
    print(f"position: {position}")
    for seat in sorted(session.to_act):
        print(f"to act: seat {seat} ({names[seat - 1]})")
    if outcome is not None:
        print(f"result: {session.game.result_text(outcome, names)}")
        print(outcome.reason.render(ENGLISH, lambda seat: names[seat - 1]))
    return 0


def _verify(options: argparse.Namespace) -> int:
    recorded, around = split_record(_text(options.file))
    # The record may come from the checked player: messages inside it are no evidence beside copied ones.
    messages = [] if options.messages else [around]
    for file in options.messages:
        options.file = file  # the name in error messages
        messages.append(_text(file))
    report = verify(recorded, read_pasted("\n\n".join(messages)))
    for check in report.checks:
        print(f"{check.verdict.value:9} {' '.join(str(check.text).split())}")
    print(f"\n{conclusion(report)}")
    return _VERDICTS[report.verdict]


def _as_json(session: Session, names: Sequence[str], position: str, outcome: Outcome | None) -> dict[str, Any]:
    return {
        "game": session.game.info.key,
        "mode": session.setup.mode,
        "names": list(names),
        "moves": len(session.entries),
        "position": position,
        "to_act": sorted(session.to_act),
        "outcome": None
        if outcome is None
        else {
            "result": session.game.result_text(outcome, names),
            "code": outcome.code,
            "termination": outcome.termination.value,
            "ranks": list(outcome.ranks),
            "points": list(outcome.points),
            "reason": outcome.reason.render(ENGLISH, lambda seat: names[seat - 1]),
        },
    }


def _selfplay(options: argparse.Namespace) -> int:
    game = registry.get(options.game)
    session = selfplay(game, _setup(game, options.mode, options.options), options.seed)
    mode = game.info.mode(session.setup.mode)
    names = [f"Player {seat}" for seat in range(1, 1 + (mode.seats if mode else 0))]
    sys.stdout.write(record.write(session, names))
    return 0


def _session(file: str) -> Session:
    return record.replay(record.read(_text(file)))


def _setup(game: Game[Any, Any, Any], mode: str | None, options: Sequence[tuple[str, str]]) -> Setup:
    return whole(game, Setup(mode or game.info.modes[0].key, tuple(options)))


def _text(file: str) -> str:
    return sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")


def _fail(line: str) -> int:
    line = " ".join(line.split())
    print(line if len(line) <= _MOST_OF_LINE else f"{line[: _MOST_OF_LINE - 1]}…", file=sys.stderr)
    return 1


def _place(error: RecordError) -> str:
    place = [str(error.where)]
    if error.turn:
        place.append(f"turn {error.turn}")
    if error.seat:
        place.append(f"seat {error.seat}")
    if error.action:
        place.append(f"action {error.action}")
    if error.rule:
        place.append(f"rule {error.rule}")
    return ", ".join(place)


def _advice(error: ArenaError) -> str:
    return f"{error.text} Possible: {', '.join(error.suggestions)}" if error.suggestions else str(error.text)


if __name__ == "__main__":
    sys.exit(main())
