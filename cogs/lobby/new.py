"""The command `/new`, made from the games' declarations, with options for the game and the terms."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypeAlias

import discord
from discord import app_commands

from cogs.core.access import whoami
from cogs.core.bot import Interaction
from cogs.core.components import ArenaModal
from cogs.core.errors import Refusal
from cogs.core.messages import offered
from cogs.core.text import CHOICE_LIMIT, DIALOG_LIMIT, Locale, cut, locale_of, mark, plain
from cogs.ui.lobby import LAST_NAME, PRESET_TEXTS, last_text, levels_of, preset_texts
from engine import registry
from engine.errors import MoveError, SetupError
from engine.game import Game, GameInfo, Mode, Setup
from engine.text import Text, say, say_n, shortened
from hosting.clock import FISCHER, NONE, ClockTerms, read_clock
from hosting.errors import HostingError
from hosting.lobby.model import NO_LAST_TABLE, options_for
from hosting.match.model import Table, Where
from hosting.match_terms import Terms, preset_terms

# What can be chosen before the start by a single step, such as a ready deck: offered by `/new` for one player.


def presets(info: GameInfo) -> list[tuple[Text, str]]:
    """Return the loadouts that are complete after one step of a game's menus, with their canonical text."""
    game, mode = registry.get(info.key), next((mode for mode in info.modes if mode.alone), None)
    if mode is None:
        return []
    setup = Setup(mode.key, info.opening(mode.key), info.data_version)
    steps = [(choice.text, _whole(game, setup, choice.key)) for choice in game.loadout_choices(setup, 1, "")]
    return [(label, text) for label, text in steps if text is not None]


def _whole(game: Game[Any, Any, Any], setup: Setup, key: str) -> str | None:
    try:
        return game.parse_loadout(setup, 1, game.loadout_step(setup, 1, "", key))
    except MoveError:
        return None


# The clock, or all terms by a preset, as `/new` takes them; everything else is chosen under Terms.


OWN = "own"
"""The choice of a clock typed in a dialog."""

LAST = "last"
"""The choice of the terms that a person's last table had."""

CLOCKS: Mapping[str, Text] = {
    "none": say("no clock"),
    "12h": say("12 hours a turn"),
    "1d": say("1 day a turn"),
    "2d": say("2 days a turn"),
    "3d": say("3 days a turn"),
    "5d": say("5 days a turn"),
    "7d": say("7 days a turn"),
    "14d": say("14 days a turn"),
    "1d+6h/2d": say("a bank of 1 day, plus 6 hours a turn, 2 days at most"),
    FISCHER: say("a bank of 3 days, plus 12 hours a turn, 5 days at most"),
    "7d+1d/14d": say("a bank of 7 days, plus 1 day a turn, 14 days at most"),
}
"""The clocks that are offered, by notation."""

_OWN_NAME = say("custom: I'll ask you")

Complete = Callable[[Interaction, str], Awaitable[list[app_commands.Choice[str]]]]


def complete_term(info: GameInfo, alike: Callable[[Mapping[str, Any]], Sequence[str]]) -> Complete:
    """Return the completion of a game's option `clock`: presets in words first, then clocks."""

    async def complete(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        locale = locale_of(interaction)
        named = [(plain(text, locale), key) for key, text in preset_texts().items()]
        modes = alike(dict(iter(interaction.namespace)))
        last = await interaction.client.arena.tables.last_of(await whoami(interaction), info.key, modes)
        if last is not None:
            named.append((plain(last_text(last, info), locale), LAST))
        named += [(plain(name, locale), value) for value, name in CLOCKS.items()]
        named.append((plain(_OWN_NAME, locale), OWN))
        return offered(named, current, by_value=True)

    return complete


async def complete_clock(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Offer clocks, without presets and the dialog."""
    locale = locale_of(interaction)
    return offered([(plain(name, locale), value) for value, name in CLOCKS.items()], current, by_value=True)


async def complete_needed_clock(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Offer the same clocks, without "no clock"."""
    locale = locale_of(interaction)
    found = [(plain(name, locale), value) for value, name in CLOCKS.items() if value != NONE]
    return offered(found, current, by_value=True)


def clock_meant(typed: str, locale: Locale) -> str:
    """Return the option `clock` that was picked or typed by its name. Raises SetupError if there is none."""
    wanted = typed.strip().casefold()
    named = {key: name for key, (name, _) in PRESET_TEXTS.items()} | {LAST: LAST_NAME, **CLOCKS, OWN: _OWN_NAME}
    for value, name in named.items():
        if wanted in {value.casefold(), str(name).casefold(), plain(name, locale).casefold()}:
            return value
    raise SetupError(
        say("Pick `{option}` from its list: {value} isn't in it.", option="clock", value=shortened(typed) or "-"),
        code="unknown-option",
        given="clock",
        suggestions=tuple(plain(name, locale) for name in named.values()),
    )


class ClockDialog(ArenaModal):
    """Asks for a custom clock: its text shows nowhere but as the clock that it means."""

    def __init__(self, locale: Locale, then: Callable[[Interaction, ClockTerms | None], Awaitable[None]]) -> None:
        super().__init__(title=cut(plain(say("Your own clock"), locale), DIALOG_LIMIT))
        self._then = then
        self.text: discord.ui.TextInput[Any] = discord.ui.TextInput(
            label=cut(plain(say("Time per turn, or bank+increment/cap"), locale), DIALOG_LIMIT),
            custom_id="clock",
            placeholder=f"36h, 3d12h, {FISCHER}",
            max_length=40,
        )
        self.add_item(self.text)

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        await self._then(interaction, read_clock(self.text.value))


def read_terms(clock: str, default: ClockTerms | None, last: Table | None) -> Terms:
    """Return the terms by the option `clock`, except a custom clock, which is asked for later.

    The defaults are those of the table `last`; None for the usual terms, with the clock `default`.
    """
    before = Terms(default) if last is None else replace(Terms.load(last.terms), league=None)
    if clock in PRESET_TEXTS:
        return preset_terms(clock, before)
    return before if clock in (OWN, LAST) else replace(before, clock=read_clock(clock))


COMPUTER, COMPUTERS = "computer", "computers"
"""Options: how strong the computer players are, and how many there are."""

OPPONENTS = 5
"""Players that can be challenged by name, at most: all others at a table of six."""

INDIVIDUAL, TEAMS = "individual", "teams"
USUAL = "usual"
"""What is usual is played, and the match of a table for one begins at once."""


@dataclass(frozen=True, slots=True)
class NewTable:
    """What a host asks for with `/new`.

    Attributes:
        where: None if it does not matter to them.
        opponents: Challenged people, in the order of their seats.
        position: The start position in the game's notation; empty for the standard one.
        loadout: For one person: the name of a saved loadout, the game's notation, or `USUAL`; empty if not given.
        computers: The levels of computer players, who take the seats after those of the opponents.
    """

    game: GameInfo
    mode: Mode
    options: tuple[tuple[str, str], ...] = ()
    where: Where | None = None
    opponents: tuple[discord.Member, ...] = ()
    position: str = ""
    terms: Terms = field(default_factory=Terms)
    loadout: str = ""
    computers: tuple[int, ...] = ()

    @property
    def for_one(self) -> bool:
        """Whether one person plays, alone or against computers."""
        return self.mode.alone or len(self.computers) == self.mode.seats - 1

    @property
    def at_once(self) -> bool:
        """Whether it is for one person and complete, so that the match begins without a press of Start.

        If a mode for one has options or loadouts and none is given, the table waits for its host, who finds them there;
        so it does against computers, if there is something to choose in private.
        """
        if not self.for_one:
            return False
        game = registry.get(self.game.key)
        setup = Setup(self.mode.key, self.options, self.game.data_version, self.position)
        private = bool(game.loadout_seats(setup))
        if not self.mode.alone:
            return bool(self.loadout) or not private
        return bool(self.loadout or self.options) or not (private or self.game.options_of(self.mode.key))


Open: TypeAlias = Callable[[Interaction, NewTable], Awaitable[None]]


def new_group(
    games: Iterable[GameInfo], opened: Open, choosing: Collection[str] = (), *, computers: bool = True
) -> app_commands.Group:
    """Return `/new` with a subcommand for each game; `computers`: whether there are computer players."""
    group = app_commands.Group(name="new", description=mark("Open a table for a game."))
    for game in games:
        alone = any(mode.alone for mode in game.modes)
        levels = levels_of(game) if computers else {}
        group.add_command(_command(game, opened, chooses=alone and game.key in choosing, levels=levels))
    return group


def find_mode(
    info: GameInfo, players: int | None, kind: str | None, *, at_least: int = 1, locale: Locale = None
) -> Mode:
    """Return the first mode of a game for so many players (at least `at_least`), `INDIVIDUAL` or `TEAMS`; None for any.

    What is possible instead is named in the locale.

    Raises:
        SetupError: No mode fits.
    """
    most = players or max(mode.seats for mode in info.modes)
    if most < at_least:
        raise SetupError(
            say_n(
                "You and your opponents make {count} player, but there's room for {most}.",
                "You and your opponents make {count} players, but there's room for {most}.",
                at_least,
                most=most,
            ),
            code="too-many-opponents",
            suggestions=tuple(
                plain(mode.name, locale) for mode in info.modes if players is None or mode.seats >= at_least
            ),
        )
    for mode in info.modes:
        right_kind = kind is None or bool(mode.teams) == (kind == TEAMS)
        if right_kind and mode.seats >= at_least and players in (None, mode.seats):
            return mode
    raise SetupError(
        say("{game} has no such mode.", game=info.name),
        code="no-such-mode",
        suggestions=tuple(plain(mode.name, locale) for mode in info.modes),
    )


def _command(
    info: GameInfo, opened: Open, *, chooses: bool, levels: Mapping[int, Text]
) -> app_commands.Command[Any, ..., None]:
    async def callback(interaction: Interaction, **given: Any) -> None:  # noqa: ANN401 — as the options say
        if given.get("clock") is not None:
            given["clock"] = clock_meant(given["clock"], locale_of(interaction))
        wish = await _wish(interaction, info, given)
        if wish.loadout and not wish.for_one:
            raise Refusal(
                say(
                    "Others can see what you enter in a command. Leave out `loadout`, and choose with the "
                    "button under the table."
                ),
                code="loadout-in-public",
            )
        if given.get("clock") == OWN:
            await ClockDialog(locale_of(interaction), _asked(wish, opened)).open(interaction)
        else:
            await opened(interaction, wish)

    parameters = [
        inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction),
        *_parameters(info, chooses=chooses, levels=levels),
    ]
    callback.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # where discord.py looks
    described = _descriptions(info, levels=levels)
    if chooses:
        described["loadout"] = mark(
            "For modes for one, which start at once: a saved choice, notation, or the usual setup"
        )
    app_commands.describe(**described)(callback)
    app_commands.choices(**_choices(info, levels=levels))(callback)
    if chooses:
        app_commands.autocomplete(loadout=_complete_loadout(info))(callback)  # type: ignore[arg-type]  # as below
    app_commands.autocomplete(clock=complete_term(info, partial(_alike_so_far, info)))(callback)  # type: ignore[arg-type]  # of this bot's
    described_as = mark("Open a table for this game.") if info.summary is None else str(info.summary)
    return app_commands.Command(name=info.key, description=described_as, callback=callback)


def _asked(wish: NewTable, opened: Open) -> Callable[[Interaction, ClockTerms | None], Awaitable[None]]:
    async def then(interaction: Interaction, clock: ClockTerms | None) -> None:
        await opened(interaction, replace(wish, terms=replace(wish.terms, clock=clock)))

    return then


def _complete_loadout(info: GameInfo) -> Callable[[Interaction, str], Awaitable[list[app_commands.Choice[str]]]]:
    async def complete(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        saved = await interaction.client.arena.saved_loadouts.of(await whoami(interaction), info.key)
        locale = locale_of(interaction)
        ready = presets(info)
        named = [
            (plain(say("the usual setup, and start at once"), locale), USUAL),
            *((each.name, each.name) for each in saved),
        ]
        named += [(plain(text, locale), chosen) for text, chosen in ready if len(chosen) <= CHOICE_LIMIT]
        return offered(named, current)

    return complete


def _parameters(info: GameInfo, *, chooses: bool, levels: Mapping[int, Text]) -> list[inspect.Parameter]:
    kinds: dict[str, Any] = {"players": int, "mode": str}
    if not _has_both_kinds(info):
        del kinds["mode"]
    if levels:
        kinds[COMPUTER] = int
    if levels and _most(info) > 1:
        kinds[COMPUTERS] = int
    kinds |= dict.fromkeys(_opponent_keys(info), discord.Member)
    kinds |= {"clock": str}
    kinds |= {"loadout": str} if chooses else {}
    return [
        inspect.Parameter(key, inspect.Parameter.KEYWORD_ONLY, annotation=kind | None, default=None)
        for key, kind in kinds.items()
    ]


def _descriptions(info: GameInfo, *, levels: Mapping[int, Text]) -> dict[str, str]:
    texts = {"players": mark("How many players")}
    if levels:
        texts[COMPUTER] = mark("Play against the computer, and how strong it is; the match isn't rated")
    if levels and _most(info) > 1:
        texts[COMPUTERS] = mark("How many computer players; without it, they take all seats that are left")
    if _has_both_kinds(info):
        texts["mode"] = mark("Everyone for themselves, or in teams")
    texts |= {key: mark("Who to challenge; they can accept or decline") for key in _opponent_keys(info)}
    return texts | {
        "clock": mark("A preset, or the time per turn. The table shows what applies; Terms has everything else")
    }


def _choices(info: GameInfo, *, levels: Mapping[int, Text]) -> dict[str, list[app_commands.Choice[str | int | float]]]:
    choice = app_commands.Choice[str | int | float]
    choices = {
        "players": [choice(name=str(count), value=count) for count in sorted({mode.seats for mode in info.modes})]
    }
    if levels:
        choices[COMPUTER] = [choice(name=str(text), value=level) for level, text in levels.items()]
    if levels and _most(info) > 1:
        choices[COMPUTERS] = [choice(name=str(count), value=count) for count in range(1, _most(info) + 1)]
    if _has_both_kinds(info):
        choices["mode"] = [choice(name=mark("individual"), value=INDIVIDUAL), choice(name=mark("teams"), value=TEAMS)]
    return choices


async def _wish(interaction: Interaction, info: GameInfo, given: Mapping[str, Any]) -> NewTable:
    opponents = tuple(given[key] for key in _opponent_keys(info) if given.get(key) is not None)
    mode, last = _mode(info, given, locale_of(interaction)), None
    if given.get("clock") == LAST:
        last = await _last(interaction, info, given, mode)
        mode = mode if _is_named(given) else info.mode(last.mode) or mode
    if mode.alone:
        _check_alone(mode, given)
    options = info.opening(mode.key) if last is None else options_for(info, mode.key, last.options)
    terms = read_terms(given.get("clock") or LAST, interaction.client.default_clock, last)
    computers = _computers(mode, given)
    if len(computers) == mode.seats - 1 and given.get("clock") is None:
        terms = replace(terms, clock=None)  # nobody waits
    again = last is not None and isinstance(interaction.channel, discord.TextChannel)  # elsewhere there are no threads
    where = last.where if last is not None and again and last.where != "channels" else None
    return NewTable(
        game=info,
        mode=mode,
        options=options,
        where=where,
        opponents=opponents,
        terms=terms,
        loadout=given.get("loadout") or "",
        computers=computers,
    )


async def _last(interaction: Interaction, info: GameInfo, given: Mapping[str, Any], mode: Mode) -> Table:
    """Return the host's newest table for a game like the new one. Raises HostingError (`no-last-table`)."""
    modes = _alike(info, given, mode)
    last = await interaction.client.arena.tables.last_of(await whoami(interaction), info.key, modes)
    if last is None:
        raise HostingError(*NO_LAST_TABLE)
    return last


def _alike(info: GameInfo, given: Mapping[str, Any], mode: Mode) -> list[str]:
    """Return the modes in which a last table counts: the given one, or all for one player or for several."""
    least = _least(info, given)
    named = _is_named(given)
    return [each.key for each in info.modes if (each.alone == mode.alone if named else each.seats >= least)]


def _alike_so_far(info: GameInfo, given: Mapping[str, Any]) -> list[str]:
    try:
        return _alike(info, given, _mode(info, given))
    except SetupError:
        return []


def _is_named(given: Mapping[str, Any]) -> bool:
    return given.get("players") is not None or given.get("mode") is not None


def _mode(info: GameInfo, given: Mapping[str, Any], locale: Locale = None) -> Mode:
    """Return the first fitting mode. Raises SetupError."""
    least = _least(info, given)
    kind = given.get("mode") if _has_both_kinds(info) else None
    return find_mode(info, given.get("players"), kind, at_least=least, locale=locale)


def _least(info: GameInfo, given: Mapping[str, Any]) -> int:
    """Return how many play at least: the host, the named opponents, and the computers."""
    computers = given.get(COMPUTERS) or int(given.get(COMPUTER) is not None)
    return 1 + computers + sum(given.get(key) is not None for key in _opponent_keys(info))


def _computers(mode: Mode, given: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the levels of the computers: as many as are asked for, or else on all seats that are left."""
    level, wanted = given.get(COMPUTER), given.get(COMPUTERS)
    if level is None and wanted is None:
        return ()
    opponents = sum(value is not None for key, value in given.items() if key.startswith("opponent"))
    left = mode.seats - 1 - opponents
    return (level or 1,) * (left if wanted is None else min(wanted, left))


def _most(info: GameInfo) -> int:
    """Return how many computers can play at most: on all seats but one."""
    return max((mode.seats for mode in info.modes if levels_of(info, mode)), default=1) - 1


def _check_alone(mode: Mode, given: Mapping[str, Any]) -> None:
    """Refuse a clock where nobody waits. Raises SetupError."""
    if given.get("clock") not in (None, LAST):
        raise SetupError(
            say("{mode} is for one player and starts at once: leave out `clock`.", mode=mode.name),
            code="option-alone",
            given="clock",
        )


def _has_both_kinds(info: GameInfo) -> bool:
    return len({bool(mode.teams) for mode in info.modes}) == 2


def _opponent_keys(info: GameInfo) -> list[str]:
    most = max(mode.seats for mode in info.modes) - 1
    return [f"opponent{number}" if number > 1 else "opponent" for number in range(1, min(OPPONENTS, most) + 1)]
