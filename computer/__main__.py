"""Computer players on the command line: `python -m computer --help`."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from computer import analysis, calibration, ladder, puzzles, terminal, tuning
from computer.players import GREEDY, RANDOM, SAMPLED, SEARCHED, games, keys, player, required_mode, section
from engine import record
from engine.errors import ArenaError, RecordError
from engine.game import Setup, chosen_options
from engine.registry import get

Commands: TypeAlias = Any
"""What `argparse` has no public name for: the action that commands are added to."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code: 0, or 2 for a wrong call."""
    parser = argparse.ArgumentParser(prog="python -m computer", description="Computer players, without Discord.")
    commands = parser.add_subparsers(title="commands", required=True)
    commands.add_parser("levels", help="list the games and modes that have computer players").set_defaults(run=_levels)
    for add in (_add_ladder, _add_tune, _add_puzzles, _add_play, _add_analyse, _add_calibrate):
        add(commands)
    options = parser.parse_args(arguments)
    try:
        options.run(options)
    except RecordError as error:
        text = f"{error.where}: {error.text}"
    except OSError as error:
        text = f"{error.filename or 'input'}: {error.strerror or error}"
    except ArenaError as error:
        text = str(error)
    except UnicodeDecodeError as error:
        text = f"{options.file} isn't UTF-8 text: can't read byte {error.start}"
    except (KeyError, calibration.TooFewGamesError, ladder.NoResultsError) as error:
        text = error.args[0]
    else:
        return 0
    print(f"error: {text}", file=sys.stderr)
    return 2


# Options of several commands.


def _add_game(command: argparse.ArgumentParser, choices: Sequence[str] | None = None) -> None:
    command.add_argument("game", choices=choices, help="a game's key")
    command.add_argument("--mode", help="a mode's key (default: the game's first)")
    command.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help="an option of the game")


def _setup(options: argparse.Namespace) -> Setup:
    """Return the mode and the options, as given. Raises KeyError, SetupError: computers can't play that."""
    info = get(options.game).info
    mode = options.mode or info.modes[0].key
    if not keys(info.key, mode):
        modes = ", ".join(each.key for each in info.modes if keys(info.key, each.key))
        raise KeyError(f"{info.key} has no computer players for mode {mode}; its modes: {modes}")
    chosen = tuple((key, value) for key, _, value in (each.partition("=") for each in options.option))
    chosen_options(info, mode, dict(chosen))
    return Setup(mode, chosen)


def _add_games(command: argparse.ArgumentParser, games: int = 0) -> None:
    """Add how far games go on in a file, which several processes may do at once."""
    text = f"how many games there are to be in the end (default: {games})"
    command.add_argument("--games", type=_count, default=games, help=text)
    text = "which part of the games this process plays, such as 1/2"
    command.add_argument("--part", type=_part, default=(0, 1), help=text)


def _numbers(options: argparse.Namespace) -> range:
    """Return the numbers of the games to play."""
    first, step = options.part
    return range(first, options.games, step)


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


def _check_read(files: Sequence[Path]) -> None:
    """Raise OSError if one of the files that are only read, all but the first, can't be."""
    for file in files[1:]:
        file.open().close()


# The commands.


def _levels(_options: argparse.Namespace) -> None:
    for game, mode in games():
        print(f"{game} {mode}: {' '.join(keys(game, mode))}")


def _add_ladder(commands: Commands) -> None:
    command = commands.add_parser(
        "ladder",
        help="let two players play each other",
        description="Plays games that the file does not have yet, writes each as it ends, and prints what all in the "
        "file add up to: the first player's share of first places, with its 95 % interval.",
    )
    _add_game(command)
    command.add_argument("one", help=f"the first player: a level, {RANDOM} or {GREEDY}")
    command.add_argument("other", help="its opponent, or opponents")
    _add_games(command, 20)
    text = "the share of their nodes that levels use (default: 1)"
    command.add_argument("--effort", type=_effort, default=1.0, help=text)
    command.add_argument("--out", type=Path, required=True, help="the file of results")
    text = "stop as soon as the games show a share of AIM rather than of LEAST, or the reverse"
    command.add_argument("--between", type=float, nargs=2, metavar=("LEAST", "AIM"), help=text)
    command.set_defaults(run=_ladder)


def _ladder(options: argparse.Namespace) -> None:
    pairing = ladder.Pairing(options.game, _setup(options), options.one, options.other, options.effort)
    between = tuple(options.between) if options.between else None
    if between is not None and not 0 < between[0] < between[1] < 1:
        raise KeyError("--between has two shares between 0 and 1, the smaller one first")
    for _result in ladder.run(pairing, _numbers(options), options.out, between):
        pass
    print("\n".join(ladder.summary(ladder.read(options.out))))


def _add_tune(commands: Commands) -> None:
    command = commands.add_parser(
        "tune",
        help="tune the weights of an evaluation by self-play",
        description="Plays games of weights moved up and down against each other that the file does not have yet, then "
        f"{tuning.GAMES} games of the tuned weights against those of the data file. --data writes them where they win "
        f"{tuning.KEPT:.0%} or more.",
    )
    _add_game(command)
    command.add_argument("--level", default="1", help="the level that plays (default: 1)")
    command.add_argument("--effort", type=_effort, default=1.0, help="the share of its nodes that it uses (default: 1)")
    command.add_argument("--games", type=_count, default=1000, help="how many games move the weights (default: 1000)")
    text = f"how many games try them in the end (default: {tuning.GAMES}; --data takes no fewer)"
    command.add_argument("--match", type=_count, default=tuning.GAMES, help=text)
    command.add_argument("--out", type=Path, required=True, help="the file of games")
    command.add_argument("--data", type=Path, help="the data file to write weights to that have won")
    command.set_defaults(run=_tune)


def _tune(options: argparse.Namespace) -> None:
    if options.data is not None and options.match < tuning.GAMES:
        raise KeyError(f"--data needs a match of {tuning.GAMES} games")
    work = tuning.Tuning(options.game, _setup(options), options.level, options.effort, options.games)
    *_, values = tuning.tuned(work, options.out)
    for _result in tuning.match(work, values, options.out, options.match):
        pass
    table = tuning.with_values(work.table, values)
    print("weights:", *(f"{value:g}" for value in tuning.values_of(table)))
    played = [each for pairing in (work.steps, work.match) for each in ladder.results_of(pairing, options.out)]
    print("\n".join(ladder.summary(played)))
    if options.data is None:
        return
    if tuning.better(work, options.out, options.match):
        text = options.data.read_text(encoding="utf-8")
        text = tuning.rewritten(text, section(options.game, work.setup.mode), values)
        options.data.write_text(text, encoding="utf-8")
        print(f"{options.data} has them now")
    else:
        print(f"{options.data} stays as it is")


def _add_puzzles(commands: Commands) -> None:
    command = commands.add_parser(
        "puzzles",
        help="mine positions that exactly one idea wins by force",
        description="Plays games of self-play that the file does not have yet, writes what each gives, and prints how "
        "many puzzles of each length there are, those left out that are alike.",
    )
    command.add_argument("game", choices=puzzles.GAMES)
    _add_games(command)
    command.add_argument("--seed", default="arena", help="any text; the same seed gives the same puzzles")
    text = "in place of games, vary puzzles that ship (Replicants, three turns)"
    command.add_argument("--near", action="store_true", help=text)
    command.add_argument("--turns", type=int, choices=puzzles.TURNS, default=3, help="the longest puzzles (default: 3)")
    command.add_argument("--out", type=Path, nargs="+", required=True, help="the file of mining; more are only read")
    command.add_argument("--most", type=_count, default=0, help="the most of each length to choose (default: all)")
    command.add_argument("--data", type=Path, help="write the puzzles to this data file")
    command.set_defaults(run=_puzzles)


def _puzzles(options: argparse.Namespace) -> None:
    _check_read(options.out)
    mining = puzzles.Mining(options.game, options.seed, options.turns, options.near and options.game == "replicants")
    for _found in puzzles.run(mining, _numbers(options), options.out[0]):
        pass
    games = [each for file in options.out for each in puzzles.read(file) if each.game == options.game]
    # By key, whatever the order of files.
    mined = sorted((puzzle for each in games for puzzle in each.puzzles), key=lambda puzzle: puzzle.key)
    chosen = puzzles.chosen([*(puzzles.shipped(options.game) if options.near else ()), *mined], options.most)
    if options.data is not None:
        options.data.write_text(puzzles.write(chosen), encoding="utf-8")
    for turns in puzzles.TURNS:
        found = [each.strength for each in chosen if each.turns == turns]
        strengths = [found.count(strength) for strength in puzzles.STRENGTHS]
        print(f"{options.game}, {turns} turns: {len(found)} puzzles, by strength {strengths}")


def _add_play(commands: Commands) -> None:
    command = commands.add_parser("play", help="play a game against computer players, in the terminal")
    _add_game(command)
    command.add_argument("--level", default="1", help="the computers' level (default: 1)")
    text = "any text; the same seed and the same moves give the same game"
    command.add_argument("--seed", default="0", help=text)
    command.add_argument("--seat", type=int, default=1, help="the seat of the person (default: 1)")
    command.add_argument("--out", type=Path, help="a file for the record of the game")
    command.set_defaults(run=_play)


def _play(options: argparse.Namespace) -> None:
    game, setup = get(options.game), _setup(options)
    seats = range(1, required_mode(game, setup.mode).seats + 1)
    if options.seat not in seats:
        raise KeyError(f"mode {setup.mode} of {options.game} has no seat {options.seat}, but seats 1 to {len(seats)}")
    opponents = dict.fromkeys(seats, player(options.game, setup.mode, options.level))
    del opponents[options.seat]
    if options.out is not None:
        options.out.open("a").close()  # better now than after the game
    session = terminal.play(game, setup, opponents, options.seed, input, print)
    if options.out is not None:
        names = [f"Level {options.level}" if seat in opponents else "You" for seat in seats]
        options.out.write_text(record.write(session, names), encoding="utf-8")


def _add_analyse(commands: Commands) -> None:
    command = commands.add_parser("analyse", help="say what each turn of a record did to the chances to win")
    command.add_argument("file", type=Path, help="a record")
    command.set_defaults(run=_analyse)


def _analyse(options: argparse.Namespace) -> None:
    session = record.replay(record.read(options.file.read_text(encoding="utf-8")))
    print("\n".join(analysis.report(analysis.analyse(session))))


def _add_calibrate(commands: Commands) -> None:
    command = commands.add_parser(
        "calibrate",
        help="fit the chances to win to self-play",
        description="Plays games of a level against itself that the file does not have yet, writes each as it ends, "
        "fits the chances to them, and prints what came of the chances in games that a fit lacks. Games of APEX and "
        "Mutants are those of playouts, which are quicker played again than read from a file.",
    )
    _add_game(command, (*SEARCHED, *SAMPLED))
    command.add_argument("--level", default="2", help="the level that plays (default: 2)")
    _add_games(command)
    command.add_argument("--out", type=Path, nargs="+", help="the file of games; more are only read")
    command.add_argument("--data", type=Path, help="write the fit to this data file, in place of the one before")
    command.set_defaults(run=_calibrate)


def _calibrate(options: argparse.Namespace) -> None:
    given = _setup(options)
    setup = replace(given, options=tuple(sorted(given.options)))
    if options.game in SAMPLED:
        kind = calibration.Kind(options.game, setup, calibration.PLAYOUTS)
        found = {number: calibration.sampled(kind, number) for number in range(options.games)}
    else:
        if not options.out:
            raise KeyError(f"games of {options.game} need a file: --out")
        _check_read(options.out)
        kind = calibration.Kind(options.game, setup, options.level)
        for _game in calibration.run(kind, _numbers(options), options.out[0]):
            pass
        games = (game for file in options.out for game in calibration.read(file) if game.kind == kind.name)
        found = {game.number: calibration.samples(kind, game) for game in games}
    fitted, tried = calibration.calibrated(kind, found)
    if options.data is not None:
        before = calibration.fits(options.data.read_text(encoding="utf-8")) if options.data.exists() else []
        others = [each for each in before if (each.kind.game, each.kind.setup) != (options.game, setup)]
        options.data.write_text(calibration.written([*others, fitted]), encoding="utf-8")
    print("\n".join(calibration.table(kind, tried)))


if __name__ == "__main__":
    sys.exit(main())
