"""The message of a table while its players gather: seats, terms and buttons."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

import discord

from cogs.core.bot import Interaction
from cogs.core.components import Persistent
from cogs.core.custom_ids import TABLE_TEMPLATE, TableId
from cogs.core.messages import Accounts
from cogs.core.text import (
    MESSAGE_LIMIT,
    MOST_IN_ROW,
    MOST_ROWS,
    OPTION_LIMIT,
    PROMPT_LIMIT,
    Locale,
    code,
    cut,
    plain,
    shown,
)
from cogs.ui.hashes import lobby_lines
from cogs.ui.rules import RulesButton
from computer import players
from engine import registry
from engine.game import GameInfo, Mode, Option, chosen_options
from engine.seat import Seat
from engine.text import Text, say
from hosting.clock import ClockTerms
from hosting.lobby.model import computers_at, mark_of, terms_at
from hosting.match.model import Table, TableSeat
from hosting.match_terms import LONG, QUICK, TWO_DAYS, Terms
from render.words import team_letter

# What a table agreed on besides the rules, presets and deadlines, in words.


TIMEOUTS: dict[str, Text] = {
    "forfeit": say("A player who runs out of time loses."),
    "random": say("If a player runs out of time, a random legal turn is played for them."),
    "substitute": say("If a player runs out of time, the match is paused and I call for a substitute."),
    "notice": say("If a player runs out of time, the organisers are told; the match goes on."),
}
BY_THE_RULES = say("When a player runs out of time, the rules say what is played.")
BY_THE_RULES_OR: dict[str, Text] = {
    "forfeit": say("When a player runs out of time, the rules say what is played; where they don't, the player loses."),
    "random": say(
        "When a player runs out of time, the rules say what is played; where they don't, a random legal turn is played."
    ),
    "substitute": say(
        "When a player runs out of time, the rules say what is played; where they don't, the match is paused "
        "and I call for a substitute."
    ),
    "notice": say(
        "When a player runs out of time, the rules say what is played; where they don't, the organisers are told, "
        "and the match goes on."
    ),
}
TOGETHER = say("Where everyone chooses in secret, that happens once all players who haven't chosen are out of time.")
UNDO: dict[str, Text] = {
    "free": say("You can take a turn back until another player has moved."),
    "consent": say("You can take a turn back if the others agree."),
    "never": say("Turns can't be taken back."),
}


_AUTOMATIC = say("A player's only legal turn is played automatically.")


def moment(at: datetime) -> str:
    """Return a time as each reader sees it, from now: "in 3 hours"."""
    return discord.utils.format_dt(at, "R")


def write_minute(minute: int) -> str:
    """Return a minute of the day as a clock shows it."""
    return f"{minute // 60:02}:{minute % 60:02}"


def clock_text(clock: ClockTerms) -> Text:
    """Return a clock in one sentence."""
    if clock.kind == "turn":
        return say("Clock: {time} per turn.", time=clock.per_turn)
    return say(
        "Clock: {start} each, {gain} more per turn, {cap} at most.",
        start=clock.start,
        gain=clock.gain,
        cap=clock.cap,
    )


def timeout_texts(terms: Terms, info: GameInfo) -> list[Text]:
    if not info.defaults:
        return [TIMEOUTS[terms.timeout]]
    by_the_rules = BY_THE_RULES if info.defaults == "all" else BY_THE_RULES_OR[terms.timeout]
    return [by_the_rules, TOGETHER] if info.together else [by_the_rules]


def terms_texts(terms: Terms, info: GameInfo, mode: Mode) -> list[Text]:
    """Return the terms of a table, one sentence a line; terms about clocks only with a clock."""
    if mode.alone:
        return [_AUTOMATIC] if terms.automatic else []
    usual = Terms()
    lines: list[Text] = []
    if terms.clock is not None:
        lines += [clock_text(terms.clock), *timeout_texts(terms, info)]
        if terms.weekend:
            lines.append(say("All clocks are paused on Saturdays and Sundays (UTC)."))
        if terms.quiet is not None:
            lines.append(
                say(
                    "All clocks are paused from {start} to {end} ({zone}).",
                    start=write_minute(terms.quiet.start),
                    end=write_minute(terms.quiet.end),
                    zone=terms.quiet.zone,
                )
            )
        if not terms.rests:
            lines.append(say("Clocks run through players' quiet hours and weekends."))
        if not terms.vacation:
            lines.append(say("Clocks run through vacations."))
    if terms.undo != usual.undo:
        lines.append(UNDO[terms.undo])
    if terms.automatic:
        lines.append(_AUTOMATIC)
    if terms.shows_chosen:
        lines.append(say("When several players choose in secret, everyone sees who has chosen."))
    if not terms.pauses:
        lines.append(say("Players can't ask each other for a pause or more time."))
    if not terms.agreed_ends:
        lines.append(say("Players can't agree to end the match."))
    if not terms.rated:
        lines.append(say("This match isn't rated."))
    return lines


# The presets of `/new` and of the dialogs under Terms, in words.


PRESET_TEXTS: Mapping[str, tuple[Text, Text]] = {
    QUICK: (
        say("Quick"),
        say("in one sitting: a bank of 15 minutes, plus 2 a turn, 30 at most; it runs day and night"),
    ),
    TWO_DAYS: (say("Two days"), say("2 days a turn; quiet hours, free weekends and vacations pause it")),
    LONG: (
        say("Long"),
        say("a bank of 7 days, plus 1 a turn, 14 at most; quiet hours, free weekends and vacations pause it"),
    ),
}
"""What each preset is called, and what it means."""

LAST_NAME = say("As last time")

_SEARCHING: Mapping[int, Text] = {
    1: say("level 1: overlooks your answer"),
    2: say("level 2: looks one turn ahead"),
    3: say("level 3: looks several turns ahead"),
    4: say("level 4: looks furthest ahead"),
}
_SAMPLING: Mapping[int, Text] = {
    1: say("level 1: hardly looks ahead"),
    2: say("level 2: tries many ways to go on"),
    3: say("level 3: tries over twice as many"),
}


def levels_of(info: GameInfo, mode: Mode | None = None) -> Mapping[int, Text]:
    """Return what each level of the computer players does in a mode of a game, or in the one with most levels."""
    modes = info.modes if mode is None else (mode,)
    most = max((len(players.keys(info.key, each.key)) for each in modes), default=0)
    texts = _SAMPLING if info.key in players.SAMPLED else _SEARCHING
    return {level: text for level, text in texts.items() if level <= most}


def preset_texts() -> dict[str, Text]:
    """Return each preset with its meaning, in one text."""
    return {
        key: say("{preset}: {meaning}", preset=name, meaning=meaning) for key, (name, meaning) in PRESET_TEXTS.items()
    }


def last_text(last: Table, info: GameInfo) -> Text:
    """Return "as last time" with its meaning, in one text."""
    return say("{preset}: {meaning}", preset=LAST_NAME, meaning=last_meaning(last, info))


def last_meaning(last: Table, info: GameInfo) -> Text:
    """Return the meaning of "as last time": how many played, and by which clock."""
    mode = info.mode(last.mode)
    clock = Terms.load(last.terms).clock
    if mode is None or mode.alone:
        return say("solo, with the same choices as then")
    return say("{mode}, {clock}, and everything else as it was then", mode=mode.name, clock=short_clock(clock))


def short_clock(clock: ClockTerms | None) -> Text:
    """Return a clock in a few words."""
    if clock is None:
        return say("no clock")
    if clock.kind == "turn":
        return say("{time} a turn", time=clock.per_turn)
    return say(
        "a bank of {start}, plus {gain} a turn, {cap} at most", start=clock.start, gain=clock.gain, cap=clock.cap
    )


JOIN, LEAVE, START, CANCEL = "join", "leave", "start", "cancel"
SHUFFLE, SEAT, ACCEPT, DECLINE = "shuffle", "seat", "accept", "decline"
TERMS, LOADOUT, COMPUTER = "terms", "loadout", "computer"
DRAW = "draw"
"""In place of `START` under a table whose seats are drawn."""
REMOVE = "remove"
"""In place of `COMPUTER` at a table that has computers and can't have more."""
REMOVE_COMPUTERS = say("Remove computers", context="button")

_BUTTONS: dict[str, tuple[Text, discord.ButtonStyle]] = {
    JOIN: (say("Join", context="button"), discord.ButtonStyle.success),
    LEAVE: (say("Leave", context="button"), discord.ButtonStyle.secondary),
    START: (say("Start", context="button"), discord.ButtonStyle.primary),
    DRAW: (say("Start", context="button"), discord.ButtonStyle.primary),
    SHUFFLE: (say("Shuffle", context="button"), discord.ButtonStyle.secondary),
    CANCEL: (say("Cancel", context="button"), discord.ButtonStyle.danger),
    TERMS: (say("Terms", context="button"), discord.ButtonStyle.secondary),
    LOADOUT: (say("Choose in private"), discord.ButtonStyle.primary),
    COMPUTER: (say("Add computer", context="button"), discord.ButtonStyle.secondary),
    REMOVE: (REMOVE_COMPUTERS, discord.ButtonStyle.secondary),
    ACCEPT: (say("Accept", context="button"), discord.ButtonStyle.success),
    DECLINE: (say("Decline", context="button"), discord.ButtonStyle.danger),
}

PLACES: dict[str, Text] = {
    "here": say("The match is played in this channel."),
    "thread": say("The match is played in a thread of this channel."),
    "channels": say("Each team plays in its own channel, where teammates can't talk to each other."),
}

POSITION_LIMIT = 500
"""Characters shown of a position; a picture shows all of it."""


class LobbyControl(Persistent, template=TABLE_TEMPLATE):
    """A button or menu of a lobby; its handler is `ArenaBot.table_press`."""

    async def act(self, interaction: Interaction) -> None:
        await interaction.client.table_press(interaction, TableId.found(self.fields), self.picked)


def mode_of(table: Table) -> Mode:
    """Return the mode of a table."""
    mode = registry.get(table.game).info.mode(table.mode)
    if mode is None:
        raise AssertionError(f"table {table.id} has a mode that its game does not have: {table.mode}")
    return mode


def options_of(table: Table) -> list[tuple[Option, str]]:
    """Return the options that count at a table, with their values: chosen ones, and all that not every mode has."""
    info, chosen = registry.get(table.game).info, dict(table.options)
    counting = chosen_options(info, table.mode, chosen)
    return [
        (option, counting[option.key])
        for option in info.options_of(table.mode)
        if option.key in counting and (option.key in chosen or option.modes)
    ]


def adjustable(table: Table) -> list[tuple[Option, str]]:
    """Return the options that count at a table and that its host can change, with their values."""
    info = registry.get(table.game).info
    counting = chosen_options(info, table.mode, dict(table.options))
    return [(option, counting[option.key]) for option in info.options_of(table.mode) if option.key in counting]


def seat_label(mode: Mode, seat: Seat) -> Text:
    """Return the name of a seat, with its team where there are teams."""
    team = mode.team_of(seat)
    if team is None:
        return say("Seat {seat}", seat=seat)
    return say("Seat {seat}, team {team}", seat=seat, team=team_letter(team))


def lobby_content(
    table: Table,
    locale: Locale,
    *,
    accounts: Accounts,
    warnings: Sequence[Text] = (),
    channel_id: int | None = None,
    choosing: Collection[Seat] = (),
    place: Text | None = None,
    computers: bool = False,
) -> str:
    """Return the lobby's text.

    Args:
        table: The table.
        locale: The server's.
        accounts: Of players and invited people.
        warnings: For everybody before they start, one line each.
        channel_id: Where the match is played, once it has started.
        choosing: The seats whose players choose a loadout.
        place: Where the match is played, if not where the table says.
        computers: Whether there are computer players.
    """
    info = registry.get(table.game).info
    mode, terms = mode_of(table), terms_at(table)
    about = [info.about] if info.about is not None and table.status == "open" else []
    lines = [
        say("## {game}: {mode}", game=info.name, mode=mode.name),
        *about,
        *(line for seat in table.seats for line in _seat_lines(seat, table, mode, choosing, accounts)),
        *(say("{option}: {value}", option=each.name, value=each.label(value)) for each, value in options_of(table)),
    ]
    if (notice := info.reconstruction()) is not None:
        lines.append(say("-# {notice}", notice=notice))
    if table.position:
        position = code(cut(table.position, POSITION_LIMIT))
        lines.append(say("The match starts from a set-up position: `{position}`", position=position))
    lines += terms_texts(terms, info, mode)
    if table.lapsed:
        lines.append(say("Nobody started the match in time, so this table has expired. `/new` opens another."))
    elif table.status == "cancelled":
        lines.append(say("This table was cancelled."))
    elif table.status == "started" and place is not None:
        lines.append(place)
    elif table.status == "started" and mode.alone:
        where = say("here") if channel_id is None else f"<#{channel_id}>"
        lines.append(say("Your solo match has started: {channel}", channel=where))
    elif table.status == "started":
        lines.append(
            say("The match has started.")
            if channel_id is None
            else say("The match has started: {channel}", channel=f"<#{channel_id}>")
        )
    else:
        lines += [say("-# {note}", note=option.note) for option, _ in adjustable(table) if option.note is not None]
        lines.append(PLACES[table.where] if place is None else place)
        if mode.alone:
            lines.append(say("-# You're playing alone: set options with **Terms**, then press **Start**."))
        if not all(seat.taken for seat in table.seats):
            lines.append(say("-# **Start** appears once all seats are taken and everyone has accepted."))
            if _persons(table) == 1 and takes_computers(table, computers=computers):
                lines.append(say("-# Nobody there? **Add computer** under **Terms** lets you play at once."))
        if info.uses_chance and not choosing:
            lines.append(say("-# The picture is an example: the real setup is drawn when the match starts."))
        if terms.drawn:
            lines.append(say("Seats are drawn when the match starts."))
        lines.extend(say("⚠️ {warning}", warning=warning) for warning in warnings)
    return cut("\n".join(shown(line, locale) for line in lines), MESSAGE_LIMIT)


def lobby_view(
    table: Table, locale: Locale, *, ready: bool, choosing: bool = False, computers: bool = False
) -> discord.ui.View:
    """Return the lobby's usable controls, in as few rows as a phone has room for; none once it is closed.

    `ready` if the match can start; `choosing` if players choose loadouts; `computers`: whether there are any.
    """
    view = discord.ui.View(timeout=None)
    if table.status != "open":
        return view
    free, drawn = [seat for seat in table.seats if seat.free], Terms.load(table.terms).drawn
    buttons: list[discord.ui.DynamicItem[Any]] = [
        _button(table, action, locale)
        for action in _actions(table, free=bool(free), drawn=drawn, ready=ready, choosing=choosing, computers=computers)
    ]
    if registry.get(table.game).topics:
        buttons.insert(-1, RulesButton.of(table.game, locale))
    menu = bool(free) and not drawn and len(table.seats) > 1
    rows = packed(buttons, MOST_ROWS - menu)
    for row, found in enumerate(rows):
        for each in found:
            each.row = row
            view.add_item(each)
    if menu:
        view.add_item(_seat_menu(table, free, locale, row=len(rows)))
    return view


def _actions(table: Table, *, free: bool, drawn: bool, ready: bool, choosing: bool, computers: bool) -> list[str]:
    sitting = _persons(table)
    more = takes_computers(table, computers=computers)
    shown_now = {
        JOIN: free,
        ACCEPT: any(seat.invited for seat in table.seats),
        DECLINE: any(seat.invited for seat in table.seats),
        LEAVE: sitting > 1,  # to leave a table at which one sits alone is to cancel it
        DRAW if drawn else START: ready,
        LOADOUT: choosing,
        SHUFFLE: drawn and len(table.seats) > 1,
        TERMS: sitting == 1,
        COMPUTER: sitting > 1 and more,  # for a host alone it's under Terms, as the next
        REMOVE: sitting > 1 and not more and bool(computers_at(table)),
        CANCEL: True,
    }
    return [action for action, now in shown_now.items() if now]


def takes_computers(table: Table, *, computers: bool) -> bool:
    """Return whether computer players can be added to a table; `computers`: whether there are any."""
    return (
        computers
        and any(seat.free for seat in table.seats)
        and bool(levels_of(registry.get(table.game).info, mode_of(table)))
    )


def _persons(table: Table) -> int:
    """Return how many people sit at a table."""
    return sum(seat.taken and seat.computer is None for seat in table.seats)


_ROOM, _FRAME, _LETTER, _GAP = 302, 25, 7.5, 8
"""What a row of buttons has room for on a phone 390 pixels wide, and what a button takes without its label, for each
letter of it, and to the next one: in pixels, measured on the local page."""


def packed(buttons: Sequence[discord.ui.DynamicItem[Any]], most: int) -> list[list[discord.ui.DynamicItem[Any]]]:
    """Return buttons in so many rows at most, in their order: as many in each as fit on a phone, if that is enough."""
    rows: list[list[discord.ui.DynamicItem[Any]]] = []
    left = 0.0
    for button in buttons:
        label = button.item.label if isinstance(button.item, discord.ui.Button) else None
        wide = _FRAME + _LETTER * len(label or "")
        if not rows or left < wide or len(rows[-1]) == MOST_IN_ROW:
            rows.append([])
            left = _ROOM
        rows[-1].append(button)
        left -= wide + _GAP
    if len(rows) > most:  # Discord's apps wrap a row that is too wide for them
        return [[*buttons[start : start + MOST_IN_ROW]] for start in range(0, len(buttons), MOST_IN_ROW)]
    return rows


def _seat_lines(
    seat: TableSeat, table: Table, mode: Mode, choosing: Collection[Seat], accounts: Accounts
) -> list[Text]:
    first = _seat(seat, table, mode, accounts)
    return [first, *lobby_lines(table, seat.seat, choosing)] if seat.taken else [first]


def _seat(seat: TableSeat, table: Table, mode: Mode, accounts: Accounts) -> Text:
    label = seat_label(mode, seat.seat)
    if seat.person_id is None:
        return say("{seat}: free", seat=label)
    player = accounts.mention(seat.person_id)
    if seat.invited:
        return say("{seat}: {player} is invited", seat=label, player=player)
    if table.status == "open" and seat.person_id == table.host.person_id:
        return say("{seat}: {player} (host)", seat=label, player=player)
    return say("{seat}: {player}", seat=label, player=player)


def _button(table: Table, action: str, locale: Locale) -> LobbyControl:
    text, style = _BUTTONS[action]
    return LobbyControl.button(TableId(table.id, table.rev, action, mark_of(table)).text, text, locale, style)


def _seat_menu(table: Table, free: Sequence[TableSeat], locale: Locale, *, row: int) -> LobbyControl:
    mode = mode_of(table)
    menu: discord.ui.Select[Any] = discord.ui.Select(
        custom_id=TableId(table.id, table.rev, SEAT, mark_of(table)).text,
        placeholder=cut(plain(say("Choose a free seat"), locale), PROMPT_LIMIT),
        options=[
            discord.SelectOption(
                label=cut(plain(seat_label(mode, seat.seat), locale), OPTION_LIMIT), value=str(seat.seat)
            )
            for seat in free
        ],
        row=row,
    )
    return LobbyControl(menu)
