"""What can be said of a game without playing it: its modes, its options, and what one of its games starts from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from engine.seat import Seat
from engine.text import Text


@dataclass(frozen=True, slots=True)
class Mode:
    """One way to sit down to a game.

    Attributes:
        key: As written in records, e.g. `"teams"`.
        name: For people.
        seats: How many players; 1 for a game against the game itself.
        teams: The seats of each team; empty where everyone plays alone.
        silent: Whether the rules forbid teammates to communicate.
    """

    key: str
    name: Text
    seats: int
    teams: tuple[tuple[Seat, ...], ...] = ()
    silent: bool = False

    @property
    def alone(self) -> bool:
        """Whether one player plays against the game itself."""
        return self.seats == 1

    def team_of(self, seat: Seat) -> int | None:
        """Return the index of the seat's team in `teams`, or None where everyone plays alone."""
        return next((index for index, team in enumerate(self.teams) if seat in team), None)


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that a table makes before the game.

    Attributes:
        key: As in commands and records.
        name: What it decides, for people; at most 100 characters.
        choices: Its values as written in records.
        default: One of them.
        labels: The values for people, in the same order.
        modes: Keys of the modes that have it; empty for all. Options of one key may differ from mode to mode.
        needs: The key and the value of another option without which it means nothing; None if it needs nothing.
        note: What is good to know before it is chosen, as whole sentences; a lobby says it while it can be changed.
        apart: Values that make it another game, in which players have another rating.
        opening: The value with which a new table opens where its host chooses none; empty for the default.
    """

    key: str
    name: Text
    choices: tuple[str, ...]
    default: str
    labels: tuple[Text, ...]
    modes: tuple[str, ...] = ()
    needs: tuple[str, str] | None = None
    note: Text | None = None
    apart: tuple[str, ...] = ()
    opening: str = ""

    def label(self, value: str) -> Text:
        """Return what a value is called."""
        return self.labels[self.choices.index(value)]


@dataclass(frozen=True, slots=True)
class TurnRules:
    """Numbers of the rules that errors cite which are the same in every game; empty where there is none.

    Attributes:
        order: Who acts when.
        content: What a turn consists of.
        hidden: That what was hidden comes to light before the next decision.
        end: When the game is over.
        record: How a record of it is written.
    """

    order: str = ""
    content: str = ""
    hidden: str = ""
    end: str = ""
    record: str = ""


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What can be said of a game without playing it.

    Attributes:
        key: As in commands and records, e.g. `"replicants"`.
        name: The title, the same in every language.
        modes: In the order in which to offer them; the first is the default.
        options: What a table can choose besides the mode; `options_of` tells those of one mode.
        rules_version: Counted up whenever the rules as implemented change; games begun before go on under theirs.
        data_tag: The record tag that names the version of the game's data file, e.g. `"Charts"`; empty for a game
            that has none.
        data_version: The version used for new games; empty for a game that has no data file.
        name_tags: The record tags with the names of seat 1, 2, …, for a game whose notation has no place for them.
        uses_chance: Whether anything is drawn at random, so that records carry a seed.
        open: Whether everybody always sees everything, so that turns can be planned ahead.
        draws: Whether the rules leave a draw, so that players can agree on one.
        together: Whether several choose at once at times, each in secret until all have.
        defaults: Whether the rules say of all decisions, of some, or of none what is played for a player who runs out
            of time (`Game.default` tells it of each). Where they say nothing, a table agrees on something.
        turn_rules: Which rules order its turns.
        by_decision: Whether a round consists of many short decisions by one player after the other: then one message
            tells each, shows where it led, and calls the player who decides next.
        reconstructed: What of each version of the data file is not the published one, None for one that is: every
            version that new games may use is named. What shows any of it says so (`reconstruction`).
        summary: The title, what it is and how many play, in one line of at most 100 characters.
        about: What one does in it and how long it takes, in two or three sentences for those who do not know it.
    """

    key: str
    name: str
    modes: tuple[Mode, ...]
    options: tuple[Option, ...] = ()
    rules_version: int = 1
    data_tag: str = "Data"
    data_version: str = "1"
    name_tags: tuple[str, ...] = ()
    uses_chance: bool = False
    open: bool = True
    draws: bool = False
    together: bool = False
    defaults: Literal["", "some", "all"] = ""
    turn_rules: TurnRules = TurnRules()
    by_decision: bool = False
    reconstructed: tuple[tuple[str, Text | None], ...] = ()
    summary: Text | None = None
    about: Text | None = None

    def reconstruction(self, data: str = "") -> Text | None:
        """Return what of a version of the data is reconstructed, in a few words; empty is the current version."""
        return dict(self.reconstructed).get(data or self.data_version)

    def mode(self, key: str) -> Mode | None:
        """Return the mode with this key, or None."""
        return next((mode for mode in self.modes if mode.key == key), None)

    def options_of(self, mode: str) -> tuple[Option, ...]:
        """Return the options of a mode, in the order in which to offer them; none for a mode that does not exist."""
        known = self.mode(mode) is not None
        return tuple(each for each in self.options if known and (not each.modes or mode in each.modes))

    def opening(self, mode: str) -> tuple[tuple[str, str], ...]:
        """Return the options with which a new table of a mode opens, as pairs of key and value; mostly none."""
        return tuple((each.key, each.opening) for each in self.options_of(mode) if each.opening)

    def variant(self, mode: str, options: Sequence[tuple[str, str]]) -> str:
        """Return what of the options makes it another game (`Option.apart`), as "key=value;…" by key; mostly nothing.

        Args:
            mode: A key of `modes`.
            options: Pairs of option key and value; what is left out has its default.
        """
        chosen = dict(options)
        return ";".join(
            f"{each.key}={chosen[each.key]}"
            for each in sorted(self.options_of(mode), key=lambda each: each.key)
            if chosen.get(each.key) in each.apart
        )


@dataclass(frozen=True, slots=True)
class Setup:
    """What a game starts from; every field is written in the record.

    Attributes:
        mode: A key of `GameInfo.modes`.
        options: Pairs of option key and value; options left out have their default.
        data: Version of the game's data file; empty for the current one.
        position: A set-up position as the game writes it; empty for the game's own start.
        rules: Version of the rules as implemented (`GameInfo.rules_version`); 0 for the current one.
        loadouts: What seat 1, 2, … chose before the start (`engine.extras.Loadouts`), in canonical notation, empty for
            a seat that chooses nothing; no texts at all where nobody does. Secrets of their seats until the end.
    """

    mode: str
    options: tuple[tuple[str, str], ...] = ()
    data: str = ""
    position: str = ""
    rules: int = 0
    loadouts: tuple[str, ...] = field(default=(), repr=False)  # it must not get into a log
