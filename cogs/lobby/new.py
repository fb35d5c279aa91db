"""The command `/new`, made from what the games say of themselves: one subcommand a game."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypeAlias

import discord
from discord import app_commands

from cogs.core.bot import Interaction
from cogs.core.choices import offered
from cogs.core.context import whoami
from cogs.core.errors import Refusal
from cogs.core.language import locale_of
from cogs.core.limits import CHOICE_LIMIT
from cogs.core.text import mark, plain
from cogs.lobby import game_options, term_options
from cogs.lobby.presets import presets
from engine import registry
from engine.errors import SetupError
from engine.extras import Loadouts
from engine.info import GameInfo, Mode, Setup
from engine.text import listed, say, say_n
from hosting.clock.control import ClockTerms, Terms
from hosting.lobby.agreeing import options_for
from hosting.lobby.errors import NoLastTable
from hosting.match.model import Table, Where

OPPONENTS = 5
"""Players that can be challenged by name, at most: all others at a table of six."""

INDIVIDUAL, TEAMS = "individual", "teams"
CHOOSE, USUAL = "choose", "usual"
"""Have a table for one wait for its player, who presses Start, or have the match begin at once with what is usual."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a host asks for with `/new`.

    Attributes:
        game: Which game.
        mode: How to sit down to it.
        options: The game's own choices.
        where: Where to play; None if it does not matter to them.
        opponents: Those who are challenged, in the order of their seats.
        position: Where the game starts, as it writes positions; empty for its own start.
        terms: What is agreed besides the rules.
        loadout: What a player alone chooses before the start: the name under which they keep it, or the game's
            notation; `CHOOSE` or `USUAL`; empty if nothing is said of it.
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
        """Whether it is played alone and all is said, so that the match begins without a press of Start.

        Where the mode has options, or something is chosen before the start, and nothing is said of either, the table
        waits for its host, who finds them there.
        """
        if not self.mode.alone or self.loadout == CHOOSE:
            return False
        game = registry.get(self.game.key)
        setup = Setup(self.mode.key, self.options, self.game.data_version, self.position)
        open_ = self.game.options_of(self.mode.key) or (isinstance(game, Loadouts) and game.loadout_seats(setup))
        return bool(self.loadout or self.options) or not open_


Open: TypeAlias = Callable[[Interaction, Wish], Awaitable[None]]


def new_group(games: Iterable[GameInfo], opened: Open, choosing: Collection[str] = ()) -> app_commands.Group:
    """Return `/new` with a subcommand for each game.

    Args:
        games: Which games there are.
        opened: Called with what was asked for.
        choosing: The keys of those for which something is chosen in private before the start.
    """
    group = app_commands.Group(name="new", description=mark("Open a table for a game."))
    for game in games:
        alone = any(mode.alone for mode in game.modes)
        group.add_command(_command(game, opened, chooses=alone and game.key in choosing))
    return group


def find_mode(info: GameInfo, players: int | None, kind: str | None, *, at_least: int = 1) -> Mode:
    """Return the first mode of a game that fits.

    Args:
        info: The game.
        players: How many; None for any number.
        kind: `INDIVIDUAL` or `TEAMS`; None for either.
        at_least: How many are already known to want to play.

    Raises:
        SetupError: No mode does.
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
        say("{game} is not played like that.", game=info.name),
        code="no-such-mode",
        suggestions=tuple(str(mode.name) for mode in info.modes),
    )


def _command(info: GameInfo, opened: Open, *, chooses: bool) -> app_commands.Command[Any, ..., None]:
    async def callback(interaction: Interaction, **given: Any) -> None:  # noqa: ANN401 — as the options say
        # What the dialogs ask for now counts as before from a client that still shows it as options.
        asked = {**_earlier(info, interaction), **given}
        given = term_options.picked(
            {key: value for key, value in asked.items() if value is not None}, locale_of(interaction)
        )
        wish = await _wish(interaction, info, given)
        if wish.loadout and not wish.mode.alone:
            raise Refusal(
                say(
                    "Others can look up what a command was given. Leave `loadout` out, and choose with the button "
                    "under the table."
                ),
                code="loadout-in-public",
            )
        if given.get("clock") == term_options.OWN:
            await interaction.response.send_modal(
                term_options.ClockDialog(locale_of(interaction), _asked(wish, opened))
            )
        else:
            await opened(interaction, wish)

    parameters = [
        inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction),
        *_parameters(info, chooses=chooses),
    ]
    callback.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # where discord.py looks
    described = _descriptions(info)
    if chooses:
        described["loadout"] = mark("For one player, who starts at once: a saved choice, notation, or the usual setup")
    app_commands.describe(**described)(callback)
    app_commands.choices(**_choices(info))(callback)
    if chooses:
        app_commands.autocomplete(loadout=_complete_loadout(info))(callback)  # type: ignore[arg-type]  # as below
    app_commands.autocomplete(clock=term_options.completion(info, partial(_alike_so_far, info)))(callback)  # type: ignore[arg-type]  # of this bot's
    described_as = mark("Open a table for this game.") if info.summary is None else str(info.summary)
    return app_commands.Command(name=info.key, description=described_as, callback=callback)


def _earlier(info: GameInfo, interaction: Interaction) -> dict[str, Any]:
    known = {*game_options.keys(info), *(key for key in term_options.EARLIER if term_options.concerns(key, info))}
    return {key: value for key, value in iter(interaction.namespace) if key in known}


def _asked(wish: Wish, opened: Open) -> Callable[[Interaction, ClockTerms | None], Awaitable[None]]:
    """Return what opens the table once it is known what clock is wanted."""

    async def then(interaction: Interaction, clock: ClockTerms | None) -> None:
        await opened(interaction, replace(wish, terms=replace(wish.terms, clock=clock)))

    return then


def _complete_loadout(info: GameInfo) -> Callable[[Interaction, str], Awaitable[list[app_commands.Choice[str]]]]:
    async def complete(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        kept = await interaction.client.arena.kept_loadouts.of(await whoami(interaction), info.key)
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
    texts |= {key: mark("Whom to challenge; they can accept or decline") for key in _opponent_keys(info)}
    return texts | {"clock": mark("A preset, or time for each turn. The table says which holds; Terms has all else")}


def _choices(info: GameInfo) -> dict[str, list[app_commands.Choice[str | int | float]]]:
    choice = app_commands.Choice[str | int | float]
    choices = {
        "players": [choice(name=str(count), value=count) for count in sorted({mode.seats for mode in info.modes})]
    }
    if _has_both_kinds(info):
        choices["mode"] = [choice(name=mark("individual"), value=INDIVIDUAL), choice(name=mark("teams"), value=TEAMS)]
    return choices


async def _wish(interaction: Interaction, info: GameInfo, given: Mapping[str, Any]) -> Wish:
    opponents = tuple(given[key] for key in _opponent_keys(info) if given.get(key) is not None)
    mode, last = _mode(info, given), None
    if given.get("clock") == term_options.LAST:
        last = await _last(interaction, info, given, mode)
        mode = mode if _is_named(given) else info.mode(last.mode) or mode
    if mode.alone:
        _check_alone(mode, given)
    opening = info.opening(mode.key) if last is None else ()
    options = game_options.given_options(info, mode, {**dict(opening), **given})
    if last is not None:
        options = options_for(info, mode.key, tuple({**dict(last.options), **dict(options)}.items()))
    again = last is not None and isinstance(interaction.channel, discord.TextChannel)  # elsewhere there are no threads
    where = last.where if last is not None and again and last.where in term_options.PLACES else None
    return Wish(
        game=info,
        mode=mode,
        options=options,
        where=given.get("where") or where,
        opponents=opponents,
        terms=await term_options.read_terms(interaction, given, last),
        loadout=given.get("loadout") or "",
    )


async def _last(interaction: Interaction, info: GameInfo, given: Mapping[str, Any], mode: Mode) -> Table:
    """Return the newest table of the host for a game that was like the one that is asked for. Raises NoLastTable."""
    modes = _alike(info, given, mode)
    last = await interaction.client.arena.tables.last_of(await whoami(interaction), info.key, modes)
    if last is None:
        raise NoLastTable
    return last


def _alike(info: GameInfo, given: Mapping[str, Any], mode: Mode) -> list[str]:
    """Return the modes of which a last table counts: where it is said how to play, those alone or with others alike."""
    least = 1 + sum(given.get(key) is not None for key in _opponent_keys(info))
    named = _is_named(given)
    return [each.key for each in info.modes if (each.alone == mode.alone if named else each.seats >= least)]


def _alike_so_far(info: GameInfo, given: Mapping[str, Any]) -> list[str]:
    try:
        return _alike(info, given, _mode(info, given))
    except SetupError:
        return []


def _is_named(given: Mapping[str, Any]) -> bool:
    """Return whether it is said how many play, or in teams."""
    return given.get("players") is not None or given.get("mode") is not None


def _mode(info: GameInfo, given: Mapping[str, Any]) -> Mode:
    """Return the mode that is meant: of those that fit, the first that has all the options. Raises SetupError."""
    least = 1 + sum(given.get(key) is not None for key in _opponent_keys(info))
    kind = given.get("mode") if _has_both_kinds(info) else None
    first = find_mode(info, given.get("players"), kind, at_least=least)
    if given.get("players") is not None:
        return first
    others = [mode for mode in info.modes if bool(mode.teams) == bool(first.teams) and mode.seats >= least]
    return next((mode for mode in (first, *others) if game_options.fits(info, mode, given)), first)


def _check_alone(mode: Mode, given: Mapping[str, Any]) -> None:
    """Refuse what means nothing where one plays alone. Raises SetupError."""
    idle = [key for key in term_options.AMONG_PLAYERS if given.get(key) not in (None, term_options.LAST)]
    if idle:
        raise SetupError(
            say(
                "{mode} is played alone, and nobody waits for you there: leave out {options}.",
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
