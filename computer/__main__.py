"""Computer players on the command line: `python -m computer --help`."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from computer import analysis, calibration, ladder, puzzles, terminal, tuning
from computer.players import GREEDY, RANDOM, SAMPLED, games, keys, numbers, player, section
from engine import record
from engine.errors import ArenaError, RecordError
from engine.game import Setup
from engine.registry import get


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code: 0, or 2 for a wrong call."""
    parser = argparse.ArgumentParser(prog="python -m computer", description="Computer players, without Discord.")
    commands = parser.add_subparsers(title="commands", required=True)

    levels = commands.add_parser("levels", help="list the games and modes that have computer players")
    levels.set_defaults(run=_levels)

    rungs = commands.add_parser(
        "ladder",
        help="let two players play each other",
        description="Plays games that the file does not have yet, writes each as it ends, and prints what all in the "
        "file add up to: the first player's share of first places, with its 95 % interval.",
    )
    rungs.add_argument("game", help="a game's key")
    rungs.add_argument("one", help=f"the first player: a level, {RANDOM} or {GREEDY}")
    rungs.add_argument("other", help="its opponent, or opponents")
    _add_setup(rungs)
    _add_games(rungs, 20)
    rungs.add_argument("--opening", type=_count, default=1, help="random turns of each seat before (default: 1)")
    rungs.add_argument(
        "--effort", type=_effort, default=1.0, help="the share of their nodes that levels use (default: 1)"
    )
    rungs.add_argument("--out", type=Path, required=True, help="the file of results")
    rungs.add_argument(
        "--between",
        type=float,
        nargs=2,
        metavar=("LEAST", "AIM"),
        help="stop as soon as the games show a share of AIM rather than of LEAST, or the reverse",
    )
    rungs.set_defaults(run=_ladder)

    _add_tuning(commands)

    mining = commands.add_parser(
        "puzzles",
        help="mine positions that exactly one idea wins by force",
        description="Plays games of self-play that the file does not have yet, writes what each gives, and prints how "
        "many puzzles of each length there are, those left out that are alike.",
    )
    _add_mining(mining)
    mining.set_defaults(run=_puzzles)

    match = commands.add_parser("play", help="play a game against computer players, in the terminal")
    match.add_argument("game", help="a game's key")
    for name, default, text in (
        ("--level", "1", "the computers' level (default: 1)"),
        ("--seed", "0", "any text; the same seed and the same moves give the same game"),
    ):
        match.add_argument(name, default=default, help=text)
    _add_setup(match)
    match.add_argument("--seat", type=int, default=1, help="the seat of the person (default: 1)")
    match.add_argument("--out", type=Path, help="a file for the record of the game")
    match.set_defaults(run=_play)

    _add_analyses(commands)

    options = parser.parse_args(arguments)
    try:
        code: int = options.run(options)
    except RecordError as error:
        print(f"error: {error.where}: {error.text}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"error: {error.filename or 'input'}: {error.strerror or error}", file=sys.stderr)
        return 2
    except ArenaError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except UnicodeDecodeError as error:
        print(f"error: {options.file} isn't UTF-8 text: can't read byte {error.start}", file=sys.stderr)
        return 2
    except (KeyError, calibration.TooFewGamesError, ladder.NoResultsError) as error:
        print(f"error: {error.args[0]}", file=sys.stderr)
        return 2
    return code


def _add_setup(command: argparse.ArgumentParser) -> None:
    command.add_argument("--mode", help="a mode's key (default: the game's first)")
    command.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help="an option of the game")


def _setup(options: argparse.Namespace) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return the mode and the options, as given."""
    chosen = tuple((key, value) for key, _, value in (each.partition("=") for each in options.option))
    return options.mode or get(options.game).info.modes[0].key, chosen


def _add_games(command: argparse.ArgumentParser, games: int = 0) -> None:
    """Add how far games go on in a file, which several processes may do at once."""
    text = f"how many games there are to be in the end (default: {games})"
    command.add_argument("--games", type=_count, default=games, help=text)
    text = "which part of the games this process plays, such as 1/2"
    command.add_argument("--part", type=_part, default=(0, 1), help=text)


def _part(text: str) -> tuple[int, int]:
    """Return the number of the first game to play, and from one to the next."""
    part, _, parts = text.partition("/")
    if not (part.isdecimal() and parts.isdecimal() and 1 <= int(part) <= int(parts)):
        raise argparse.ArgumentTypeError(f"{text} is not a part such as 1/2")
    return int(part) - 1, int(parts)


def _count(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text} is not a number from 0 up")
    return int(text)


def _effort(text: str) -> float:
    try:
        effort = float(text)
    except ValueError:
        effort = 0.0
    if not 0 < effort < math.inf:
        raise argparse.ArgumentTypeError(f"{text} is not a share above 0")
    return effort


def _add_analyses(commands: Any) -> None:  # noqa: ANN401 - argparse has no public name for its type
    review = commands.add_parser("analyse", help="say what each turn of a record did to the chances to win")
    review.add_argument("file", type=Path, help="a record")
    review.set_defaults(run=_analyse)

    fitting = commands.add_parser(
        "calibrate",
        help="fit the chances to win to self-play",
        description="Plays games of a level against itself that the file does not have yet, writes each as it ends, "
        "fits the chances to two thirds of them, and prints what came of the chances in the others. Games of APEX and "
        "Mutants are those of playouts, which are quicker played again than read from a file.",
    )
    fitting.add_argument("game", choices=(*analysis.SEARCHED, *SAMPLED))
    _add_setup(fitting)
    fitting.add_argument("--level", default="2", help="the level that plays (default: 2)")
    _add_games(fitting)
    fitting.add_argument("--out", type=Path, nargs="+", help="the file of games; more are only read")
    fitting.add_argument("--data", type=Path, help="write the fit to this data file, in place of the one before")
    fitting.set_defaults(run=_calibrate)


def _add_tuning(commands: Any) -> None:  # noqa: ANN401 - as `_add_analyses`
    search = commands.add_parser(
        "tune",
        help="tune the weights of an evaluation by self-play",
        description="Plays games of weights moved up and down against each other that the file does not have yet, then "
        f"{tuning.GAMES} games of the tuned weights against those of the data file. --data writes them where they win "
        f"{tuning.KEPT:.0%} or more.",
    )
    search.add_argument("game", help="a game's key")
    _add_setup(search)
    search.add_argument("--level", default="1", help="the level that plays (default: 1)")
    search.add_argument("--effort", type=_effort, default=1.0, help="the share of its nodes that it uses (default: 1)")
    search.add_argument("--games", type=_count, default=1000, help="how many games move the weights (default: 1000)")
    search.add_argument(
        "--match",
        type=_count,
        default=tuning.GAMES,
        help=f"how many games try them afterwards (default: {tuning.GAMES}; --data takes no fewer)",
    )
    search.add_argument("--out", type=Path, required=True, help="the file of games")
    search.add_argument("--data", type=Path, help="the data file to write weights to that have won")
    search.set_defaults(run=_tune)


def _levels(_options: argparse.Namespace) -> int:
    for game, mode in games():
        print(f"{game} {mode}: {' '.join(keys(game, mode))}")
    return 0


def _ladder(options: argparse.Namespace) -> int:
    both = options.one, options.other
    pairing = ladder.Pairing(options.game, *_setup(options), *both, options.opening, options.effort)
    between = tuple(options.between) if options.between else None
    if between is not None and not 0 < between[0] < between[1] < 1:
        raise KeyError("--between has two shares between 0 and 1, the smaller one first")
    first, step = options.part
    for _result in ladder.run(pairing, options.games, options.out, first, step, between):
        pass
    print("\n".join(ladder.summary(ladder.read(options.out))))
    return 0


def _tune(options: argparse.Namespace) -> int:
    if options.data is not None and options.match < tuning.GAMES:
        raise KeyError(f"--data needs a match of {tuning.GAMES} games")
    mode, chosen = _setup(options)
    work = tuning.Tuning(options.game, mode, chosen, options.level, options.effort, options.games)
    *_, values = tuning.tuned(work, options.out)
    for _result in tuning.match(work, values, options.out, options.match):
        pass
    table = tuning.with_values(numbers(options.game, mode), values)
    print("weights:", *(f"{value:g}" for value in tuning.values_of(table)))
    names = work.steps.name, work.match.name
    print("\n".join(ladder.summary([each for each in ladder.read(options.out) if each.pairing in names])))
    if options.data is not None and tuning.better(work, options.out, options.match):
        text = tuning.rewritten(options.data.read_text(encoding="utf-8"), section(options.game, mode), values)
        options.data.write_text(text, encoding="utf-8")
        print(f"{options.data} has them now")
    elif options.data is not None:
        print(f"{options.data} stays as it is")
    return 0


def _add_mining(mining: argparse.ArgumentParser) -> None:
    mining.add_argument("game", choices=puzzles.GAMES)
    _add_games(mining)
    mining.add_argument("--seed", default="arena", help="any text; the same seed gives the same puzzles")
    mining.add_argument(
        "--near", action="store_true", help="in place of games, vary puzzles that ship (Replicants, three turns)"
    )
    mining.add_argument("--turns", type=int, choices=puzzles.TURNS, default=3, help="the longest puzzles (default: 3)")
    mining.add_argument("--out", type=Path, nargs="+", required=True, help="the file of mining; more are only read")
    mining.add_argument("--most", type=_count, default=0, help="the most of each length to choose (default: all)")
    mining.add_argument("--data", type=Path, help="write the puzzles to this data file")


def _puzzles(options: argparse.Namespace) -> int:
    mining = puzzles.Mining(options.game, options.seed, options.turns, options.near and options.game == "replicants")
    for _found in puzzles.run(mining, options.games, options.out[0], *options.part):
        pass
    mined = [each for file in options.out for found in puzzles.read(file, options.game).values() for each in found]
    mined.sort(key=lambda each: each.key)  # whatever the order of files
    chosen = puzzles.chosen([*(puzzles.shipped(options.game) if options.near else ()), *mined], options.most)
    if options.data is not None:
        options.data.write_text(puzzles.write(chosen), encoding="utf-8")
    for turns in puzzles.TURNS:
        strengths = [
            sum(each.turns == turns and each.strength == strength for each in chosen) for strength in puzzles.STRENGTHS
        ]
        print(f"{options.game}, {turns} turns: {sum(strengths)} puzzles, by strength {strengths}")
    return 0


def _play(options: argparse.Namespace) -> int:
    game, setup = get(options.game), Setup(*_setup(options))
    mode = game.info.mode(setup.mode)
    if mode is None or not keys(game.info.key, mode.key):
        modes = ", ".join(each.key for each in game.info.modes if keys(game.info.key, each.key))
        raise KeyError(f"{options.game} has no computer players for mode {options.mode}; its modes: {modes}")
    if not 1 <= options.seat <= mode.seats:
        raise KeyError(f"mode {mode.key} of {options.game} has no seat {options.seat}, but seats 1 to {mode.seats}")
    computer = player(game.info.key, mode.key, options.level)
    opponents = {seat: computer for seat in range(1, mode.seats + 1) if seat != options.seat}
    if options.out is not None:
        options.out.open("a").close()  # better now than after the game
    session = terminal.play(game, setup, opponents, options.seed, input, print)
    if options.out is not None:
        names = [f"Level {options.level}" if seat in opponents else "You" for seat in range(1, mode.seats + 1)]
        options.out.write_text(record.write(session, names), encoding="utf-8")
    return 0


def _analyse(options: argparse.Namespace) -> int:
    session = record.replay(record.read(options.file.read_text(encoding="utf-8")))
    print("\n".join(analysis.report(analysis.analyse(session))))
    return 0


def _calibrate(options: argparse.Namespace) -> int:
    mode, given = _setup(options)
    chosen = tuple(sorted(given))
    if options.game in SAMPLED:
        kind = calibration.Kind(options.game, mode, chosen, calibration.PLAYOUTS)
        found = {number: calibration.sampled(kind, number) for number in range(options.games)}
    else:
        if not options.out:
            raise KeyError(f"games of {options.game} need a file: --out")
        kind = calibration.Kind(options.game, mode, chosen, options.level)
        for _game in calibration.run(kind, options.games, options.out[0], *options.part):
            pass
        games = (game for file in options.out for game in calibration.read(file) if game.kind == kind.name)
        found = {game.number: calibration.samples(kind, game) for game in games}
    fitted, tried = calibration.calibrated(kind, found)
    if options.data is not None:
        before = calibration.fits(options.data.read_text(encoding="utf-8")) if options.data.exists() else []
        others = [
            each for each in before if (each.kind.game, each.kind.mode, each.kind.options) != (kind.game, mode, chosen)
        ]
        options.data.write_text(calibration.written([*others, fitted]), encoding="utf-8")
    print("\n".join(calibration.table(kind, tried)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
