"""The command `/new`, made from the games' declarations, with options for the game and the terms."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
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
from cogs.ui.lobby import LAST_NAME, PRESET_TEXTS, last_text, preset_texts
from engine import registry
from engine.errors import MoveError, SetupError
from engine.game import Game, GameInfo, Mode, Option, Setup, chosen_options
from engine.text import Text, listed, say, say_n, shortened
from hosting.clock import FISCHER, NONE, ClockTerms, Quiet, read_clock
from hosting.errors import HostingError
from hosting.lobby.model import NO_LAST_TABLE, options_for
from hosting.match.model import Table, Where
from hosting.match_terms import Terms, preset_terms
from hosting.vacations import UTC_NAME

# The options of a game as `/new` once took them: each key once; what a mode does not have is refused.


def option_keys(info: GameInfo) -> tuple[str, ...]:
    """Return the keys of a game's options, each once, in the order of the command."""
    return tuple(dict.fromkeys(option.key for option in info.options))


def given_options(info: GameInfo, mode: Mode, given: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    found: dict[str, str] = {}
    for key in option_keys(info):
        if given.get(key):
            option = _option(info, mode, key)
            found[key] = given[key] if option is None else _meant(option, str(given[key]))
    chosen_options(info, mode.key, found)
    return tuple(found.items())


def option_fits(info: GameInfo, mode: Mode, given: Mapping[str, Any]) -> bool:
    return all(_option(info, mode, key) is not None for key in option_keys(info) if given.get(key))


def _option(info: GameInfo, mode: Mode, key: str) -> Option | None:
    return next((option for option in info.options_of(mode.key) if option.key == key), None)


def _meant(option: Option, typed: str) -> str:
    """Return the value that was picked or typed by its name; the typed text if there is none."""
    wanted = typed.strip().casefold()
    named = {str(option.label(value)).casefold(): value for value in option.choices}
    return next((value for value in option.choices if value.casefold() == wanted), named.get(wanted, typed))


# What can be chosen before the start by a single step, such as a ready deck: offered by `/new` for one player.


def presets(info: GameInfo, given: Mapping[str, Any]) -> list[tuple[Text, str]]:
    """Return the loadouts that are complete after one step of a game's menus, with their canonical text."""
    game, mode = registry.get(info.key), next((mode for mode in info.modes if mode.alone), None)
    if mode is None:
        return []
    setup = Setup(mode.key, _options(info, mode, given), info.data_version)
    steps = [(choice.text, _whole(game, setup, choice.key)) for choice in game.loadout_choices(setup, 1, "")]
    return [(told, text) for told, text in steps if text is not None]


def _whole(game: Game[Any, Any, Any], setup: Setup, key: str) -> str | None:
    try:
        return game.parse_loadout(setup, 1, game.loadout_step(setup, 1, "", key))
    except MoveError:
        return None


def _options(info: GameInfo, mode: Mode, given: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    offered = {option.key: option for option in info.options_of(mode.key)}
    pairs = {key: str(given[key]) for key, option in offered.items() if given.get(key) in option.choices}
    values = {key: pairs.get(key, option.default) for key, option in offered.items()}
    needs = {key: option.needs for key, option in offered.items() if option.needs is not None}
    return tuple(
        (key, value) for key, value in pairs.items() if key not in needs or values.get(needs[key][0]) == needs[key][1]
    )


# What a table agrees on besides the rules, as `/new` and its dialogs name it: clocks, presets, pauses, seats.


EARLIER: Mapping[str, type] = {
    "where": str,
    "seats": str,
    "timeout": str,
    "undo": str,
    "automatic": bool,
    "quiet": str,
    "weekend": bool,
    "rests": bool,
    "vacation": bool,
    "shows_chosen": bool,
    "rated": bool,
}
"""What `/new` itself asked for in every game before the dialogs under **Terms** did, with types: clients that were not
updated since still send it."""

AMONG_PLAYERS = ("seats", "clock", "timeout", "undo", "quiet", "weekend", "rests", "vacation", "shows_chosen", "rated")
"""Options without a meaning for one player: nobody waits, and nobody is asked."""

OWN = "own"
"""The choice of a clock typed in a dialog."""

LAST = "last"
"""The choice of the terms that a person's last table had."""

JOINED, RANDOM = "joined", "random"

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
QUIET = {
    "20:00-8:00": (20 * 60, 8 * 60),
    "21:00-6:00": (21 * 60, 6 * 60),
    "22:00-7:00": (22 * 60, 7 * 60),
    "23:00-8:00": (23 * 60, 8 * 60),
    "0:00-8:00": (0, 8 * 60),
}
TIMEOUTS: Mapping[str, Text] = {
    "forfeit": say("they lose"),
    "random": say("a random legal turn is played"),
    "substitute": say("I call for a substitute"),
    "notice": say("the organisers are told"),
}
UNDO: Mapping[str, Text] = {
    "free": say("until the next player has moved"),
    "consent": say("if the others agree"),
    "never": say("never"),
}
PLACES: Mapping[Where, Text] = {
    "thread": say("in a thread of this channel"),
    "here": say("right here, in this channel"),
}
SEATS: Mapping[str, Text] = {
    JOINED: say("in the order you join, or as you choose"),
    RANDOM: say("drawn when the match starts"),
}
_NAMED: Mapping[str, Mapping[Any, Text]] = {
    "clock": {
        **{key: name for key, (name, _) in PRESET_TEXTS.items()},
        LAST: LAST_NAME,
        **CLOCKS,
        OWN: say("custom: I'll ask you"),
    },
    "quiet": {hours: say("{hours}", hours=hours) for hours in QUIET},
    "timeout": TIMEOUTS,
    "undo": UNDO,
    "where": PLACES,
    "seats": SEATS,
}

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
        named.append((plain(_NAMED["clock"][OWN], locale), OWN))
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


def _preset_meant(key: str, typed: str, locale: Locale) -> str:
    """Return the value that was picked or typed by its name. Raises SetupError if there is none."""
    wanted = typed.strip().casefold()
    value: str
    for value, name in _NAMED[key].items():
        if wanted in {value.casefold(), str(name).casefold(), plain(name, locale).casefold()}:
            return value
    raise _unknown(key, typed)


def _unknown(key: str, typed: str) -> SetupError:
    reason = say("Pick `{option}` from its list: {value} isn't in it.", option=key, value=shortened(typed) or "-")
    return SetupError(reason, code="unknown-option", given=key, suggestions=tuple(_NAMED.get(key, ())))


def concerns_terms(key: str, info: GameInfo) -> bool:
    if key == "shows_chosen":
        return info.together
    return key != "timeout" or info.defaults != "all"


def picked_term(given: Mapping[str, Any], locale: Locale) -> dict[str, Any]:
    """Return the command's options, with values in place of names."""
    for key, kind in EARLIER.items():
        if given.get(key) is not None and not isinstance(given[key], kind):
            raise _unknown(key, str(given[key]))
    return {
        **given,
        **{key: _preset_meant(key, str(given[key]), locale) for key in _NAMED if given.get(key) is not None},
    }


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


async def read_terms(interaction: Interaction, given: Mapping[str, Any], last: Table | None) -> Terms:
    """Return the terms from the given options, except a custom clock, which is asked for later.

    The defaults are those of the table `last`; None for the usual terms, with the bot's clock.
    """
    clock = given.get("clock") or LAST
    before = Terms(interaction.client.default_clock) if last is None else replace(Terms.load(last.terms), league=None)
    if clock in PRESET_TEXTS:
        before = preset_terms(clock, before)
    elif clock not in (OWN, LAST):
        before = replace(before, clock=read_clock(clock))
    names = {each.name for each in fields(Terms)}
    chosen = {key: given[key] for key in EARLIER if key in names and given.get(key) is not None}
    if "quiet" in chosen:
        chosen["quiet"] = await quiet_of(interaction, chosen["quiet"])
    if given.get("seats") is not None:
        chosen["drawn"] = given["seats"] == RANDOM
    return replace(before, **chosen)


async def quiet_of(interaction: Interaction, hours: str) -> Quiet:
    """Return the hours that a host picked, in their time zone."""
    zone = (await interaction.client.arena.settings.player(await whoami(interaction))).zone
    return Quiet(zone or UTC_NAME, *QUIET[hours])


OPPONENTS = 5
"""Players that can be challenged by name, at most: all others at a table of six."""

INDIVIDUAL, TEAMS = "individual", "teams"
CHOOSE, USUAL = "choose", "usual"
"""Have a table for one wait for its player, who presses Start, or have the match begin at once with what is usual."""


@dataclass(frozen=True, slots=True)
class NewTable:
    """What a host asks for with `/new`.

    Attributes:
        where: None if it does not matter to them.
        opponents: Challenged people, in the order of their seats.
        position: The start position in the game's notation; empty for the standard one.
        loadout: For one player: the name of a saved loadout, or the game's notation; `CHOOSE` or `USUAL`; empty if not
            given.
    """

    game: GameInfo
    mode: Mode
    options: tuple[tuple[str, str], ...] = ()
    where: Where | None = None
    opponents: tuple[discord.Member, ...] = ()
    position: str = ""
    terms: Terms = field(default_factory=Terms)
    loadout: str = ""

    @property
    def at_once(self) -> bool:
        """Whether it is for one player and complete, so that the match begins without a press of Start.

        If the mode has options or loadouts and none is given, the table waits for its host, who finds them there.
        """
        if not self.mode.alone or self.loadout == CHOOSE:
            return False
        game = registry.get(self.game.key)
        setup = Setup(self.mode.key, self.options, self.game.data_version, self.position)
        open_ = self.game.options_of(self.mode.key) or game.loadout_seats(setup)
        return bool(self.loadout or self.options) or not open_


Open: TypeAlias = Callable[[Interaction, NewTable], Awaitable[None]]


def new_group(games: Iterable[GameInfo], opened: Open, choosing: Collection[str] = ()) -> app_commands.Group:
    """Return `/new` with a subcommand for each game."""
    group = app_commands.Group(name="new", description=mark("Open a table for a game."))
    for game in games:
        alone = any(mode.alone for mode in game.modes)
        group.add_command(_command(game, opened, chooses=alone and game.key in choosing))
    return group


def find_mode(info: GameInfo, players: int | None, kind: str | None, *, at_least: int = 1) -> Mode:
    """Return the first mode of a game for so many players (at least `at_least`), `INDIVIDUAL` or `TEAMS`; None for any.

    Raises:
        SetupError: No mode fits.
    """
    if players is not None and players < at_least:
        raise SetupError(
            say_n(
                "With the opponents you named, that makes {count} player, not {players}.",
                "With the opponents you named, that makes {count} players, not {players}.",
                at_least,
                players=players,
            ),
            code="too-many-opponents",
            suggestions=tuple(str(mode.name) for mode in info.modes if mode.seats >= at_least),
        )
    for mode in info.modes:
        right_kind = kind is None or bool(mode.teams) == (kind == TEAMS)
        if right_kind and mode.seats >= at_least and players in (None, mode.seats):
            return mode
    raise SetupError(
        say("{game} has no such mode.", game=info.name),
        code="no-such-mode",
        suggestions=tuple(str(mode.name) for mode in info.modes),
    )


def _command(info: GameInfo, opened: Open, *, chooses: bool) -> app_commands.Command[Any, ..., None]:
    async def callback(interaction: Interaction, **given: Any) -> None:  # noqa: ANN401 — as the options say
        # What the dialogs ask for now counts as before from a client that still shows it as options.
        asked = {**_earlier(info, interaction), **given}
        given = picked_term({key: value for key, value in asked.items() if value is not None}, locale_of(interaction))
        wish = await _wish(interaction, info, given)
        if wish.loadout and not wish.mode.alone:
            raise Refusal(
                say(
                    "Others can see what you enter in a command. Leave out `loadout`, and choose with the "
                    "button under the table."
                ),
                code="loadout-in-public",
            )
        if given.get("clock") == OWN:
            await interaction.response.send_modal(ClockDialog(locale_of(interaction), _asked(wish, opened)))
        else:
            await opened(interaction, wish)

    parameters = [
        inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction),
        *_parameters(info, chooses=chooses),
    ]
    callback.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # where discord.py looks
    described = _descriptions(info)
    if chooses:
        described["loadout"] = mark(
            "For modes for one, which start at once: a saved choice, notation, or the usual setup"
        )
    app_commands.describe(**described)(callback)
    app_commands.choices(**_choices(info))(callback)
    if chooses:
        app_commands.autocomplete(loadout=_complete_loadout(info))(callback)  # type: ignore[arg-type]  # as below
    app_commands.autocomplete(clock=complete_term(info, partial(_alike_so_far, info)))(callback)  # type: ignore[arg-type]  # of this bot's
    described_as = mark("Open a table for this game.") if info.summary is None else str(info.summary)
    return app_commands.Command(name=info.key, description=described_as, callback=callback)


def _earlier(info: GameInfo, interaction: Interaction) -> dict[str, Any]:
    known = {*option_keys(info), *(key for key in EARLIER if concerns_terms(key, info))}
    return {key: value for key, value in iter(interaction.namespace) if key in known}


def _asked(wish: NewTable, opened: Open) -> Callable[[Interaction, ClockTerms | None], Awaitable[None]]:
    async def then(interaction: Interaction, clock: ClockTerms | None) -> None:
        await opened(interaction, replace(wish, terms=replace(wish.terms, clock=clock)))

    return then


def _complete_loadout(info: GameInfo) -> Callable[[Interaction, str], Awaitable[list[app_commands.Choice[str]]]]:
    async def complete(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        kept = await interaction.client.arena.saved_loadouts.of(await whoami(interaction), info.key)
        locale = locale_of(interaction)
        ready = presets(info, dict(iter(interaction.namespace)))
        named = [
            (plain(say("the usual setup, and start at once"), locale), USUAL),
            *((each.name, each.name) for each in kept),
        ]
        named += [(plain(text, locale), chosen) for text, chosen in ready if len(chosen) <= CHOICE_LIMIT]
        return offered(named, current)

    return complete


def _parameters(info: GameInfo, *, chooses: bool) -> list[inspect.Parameter]:
    kinds: dict[str, Any] = {"players": int, "mode": str}
    if not _has_both_kinds(info):
        del kinds["mode"]
    kinds |= dict.fromkeys(_opponent_keys(info), discord.Member)
    kinds |= {"clock": str}
    kinds |= {"loadout": str} if chooses else {}
    return [
        inspect.Parameter(key, inspect.Parameter.KEYWORD_ONLY, annotation=kind | None, default=None)
        for key, kind in kinds.items()
    ]


def _descriptions(info: GameInfo) -> dict[str, str]:
    texts = {"players": mark("How many players")}
    if _has_both_kinds(info):
        texts["mode"] = mark("Everyone for themselves, or in teams")
    texts |= {key: mark("Who to challenge; they can accept or decline") for key in _opponent_keys(info)}
    return texts | {
        "clock": mark("A preset, or the time per turn. The table shows what applies; Terms has everything else")
    }


def _choices(info: GameInfo) -> dict[str, list[app_commands.Choice[str | int | float]]]:
    choice = app_commands.Choice[str | int | float]
    choices = {
        "players": [choice(name=str(count), value=count) for count in sorted({mode.seats for mode in info.modes})]
    }
    if _has_both_kinds(info):
        choices["mode"] = [choice(name=mark("individual"), value=INDIVIDUAL), choice(name=mark("teams"), value=TEAMS)]
    return choices


async def _wish(interaction: Interaction, info: GameInfo, given: Mapping[str, Any]) -> NewTable:
    opponents = tuple(given[key] for key in _opponent_keys(info) if given.get(key) is not None)
    mode, last = _mode(info, given), None
    if given.get("clock") == LAST:
        last = await _last(interaction, info, given, mode)
        mode = mode if _is_named(given) else info.mode(last.mode) or mode
    if mode.alone:
        _check_alone(mode, given)
    opening = info.opening(mode.key) if last is None else ()
    options = given_options(info, mode, {**dict(opening), **given})
    if last is not None:
        options = options_for(info, mode.key, tuple({**dict(last.options), **dict(options)}.items()))
    again = last is not None and isinstance(interaction.channel, discord.TextChannel)  # elsewhere there are no threads
    where = last.where if last is not None and again and last.where in PLACES else None
    return NewTable(
        game=info,
        mode=mode,
        options=options,
        where=given.get("where") or where,
        opponents=opponents,
        terms=await read_terms(interaction, given, last),
        loadout=given.get("loadout") or "",
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
    least = 1 + sum(given.get(key) is not None for key in _opponent_keys(info))
    named = _is_named(given)
    return [each.key for each in info.modes if (each.alone == mode.alone if named else each.seats >= least)]


def _alike_so_far(info: GameInfo, given: Mapping[str, Any]) -> list[str]:
    try:
        return _alike(info, given, _mode(info, given))
    except SetupError:
        return []


def _is_named(given: Mapping[str, Any]) -> bool:
    return given.get("players") is not None or given.get("mode") is not None


def _mode(info: GameInfo, given: Mapping[str, Any]) -> Mode:
    """Return the first fitting mode that has all the options. Raises SetupError."""
    least = 1 + sum(given.get(key) is not None for key in _opponent_keys(info))
    kind = given.get("mode") if _has_both_kinds(info) else None
    first = find_mode(info, given.get("players"), kind, at_least=least)
    if given.get("players") is not None:
        return first
    others = [mode for mode in info.modes if bool(mode.teams) == bool(first.teams) and mode.seats >= least]
    return next((mode for mode in (first, *others) if option_fits(info, mode, given)), first)


def _check_alone(mode: Mode, given: Mapping[str, Any]) -> None:
    """Refuse options that mean nothing for one player. Raises SetupError."""
    idle = [key for key in AMONG_PLAYERS if given.get(key) not in (None, LAST)]
    if idle:
        raise SetupError(
            say(
                "{mode} is for one player and starts at once: leave out {options}.",
                mode=mode.name,
                options=listed(idle, "and"),
            ),
            code="option-alone",
            given=idle[0],
        )


def _has_both_kinds(info: GameInfo) -> bool:
    return len({bool(mode.teams) for mode in info.modes}) == 2


def _opponent_keys(info: GameInfo) -> list[str]:
    most = max(mode.seats for mode in info.modes) - 1
    return [f"opponent{number}" if number > 1 else "opponent" for number in range(1, min(OPPONENTS, most) + 1)]
