"""The panel of a person's own settings: menus, the dialog of quiet hours, a board as a sample."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal
from zoneinfo import available_timezones

import discord
from discord import app_commands

from cogs.core.access import entered, reader_of, whoami
from cogs.core.bot import ArenaBot, Interaction, Reader
from cogs.core.components import EARLIER, ArenaModal, Item, Persistent
from cogs.core.errors import Refusal
from cogs.core.messages import put_layout
from cogs.core.text import (
    DIALOG_LIMIT,
    LABEL_LIMIT,
    MOST_CHOICES,
    OPTION_LIMIT,
    Locale,
    cut,
    is_typed,
    locale_of,
    plain,
    shown,
)
from cogs.ui.layout import Scene, layout, scene_of
from cogs.ui.lobby import write_minute
from cogs.ui.pictures import draw_board
from engine import registry
from engine.chance import Chance
from engine.game import Setup
from engine.session import Session
from engine.text import Quote, Text, say, shortened
from hosting.clock import Quiet
from hosting.errors import HostingError
from hosting.match.model import Appear, Nudges, PlayerSettings
from hosting.rating import NO_RATINGS_OF_ALL_SERVERS
from hosting.vacations import UTC_NAME
from locales import languages, own_name

# Changes of what a person set for themselves: stored before anybody is told, refused where they would be a sign.


MATCHES_SEARCHED = 1_000
"""How many of a player's running matches are searched for a silent one."""

Change = Callable[[PlayerSettings], PlayerSettings]


async def change_mine(interaction: Interaction, change: Change) -> PlayerSettings:
    bot, person_id = interaction.client, await entered(interaction)
    before = await bot.arena.settings.player(person_id)
    after = change(before)
    if after.all_servers and not before.all_servers and not bot.arena.everywhere:
        raise HostingError(*NO_RATINGS_OF_ALL_SERVERS)
    await _refuse_signs(bot, person_id, before, after)
    settings = await bot.arena.settings.change_player(person_id, change)
    await bot.arena.digests.arrange(person_id)
    return settings


async def _refuse_signs(bot: ArenaBot, person_id: int, before: PlayerSettings, after: PlayerSettings) -> None:
    """Refuse a player of a silent match another appearance: a partner could read it as a sign (R29)."""
    if before.appear == after.appear and (
        before.all_servers == after.all_servers or not await bot.arena.profiles.rated_everywhere(person_id)
    ):
        return  # nothing that others see changes
    played = await bot.arena.lists.of_person(person_id, 0, MATCHES_SEARCHED)
    if any(line.silent for line in played.lines):
        text = say(
            "You're in a silent team match, and your partner could read a change here as a signal. You can "
            "change it once that match is over."
        )
        raise Refusal(text, code="appear-in-silence", rule="R29")


# When and where players want to be disturbed, as they type it and as it is shown.


NEVER = say("never", context="typed: no quiet hours, no daily list")

_HOURS = re.compile(r"([0-9]{1,2})(?:[:.h]([0-9]{2}))?\s*(?:-|–|to|until)\s*([0-9]{1,2})(?:[:.h]([0-9]{2}))?")
_HOUR = re.compile(r"([0-9]{1,2})(?:[:.h]?00)?")
_FIRST = ("UTC", "Europe/London", "Europe/Paris", "Europe/Berlin", "America/New_York", "America/Los_Angeles")


@cache
def zones() -> tuple[str, ...]:
    """Return the names of all time zones, the most used first."""
    known = available_timezones()
    named = sorted(name for name in known if "/" in name and not name.startswith(("Etc/", "posix/", "right/")))
    return (*_FIRST, *(name for name in named if name not in _FIRST))


async def complete_zone(_interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    wanted = current.strip().casefold().replace(" ", "_")
    found = [name for name in zones() if wanted in name.casefold()]
    return [app_commands.Choice(name=name, value=name) for name in found[:MOST_CHOICES]]


def read_zone(text: str) -> str:
    """Return the name of a typed time zone. Raises Refusal if there is none of that name."""
    wanted = text.strip().casefold().replace(" ", "_")
    name = next((each for each in zones() if each.casefold() == wanted), None)
    if name is None:
        raise Refusal(
            say("There's no time zone {zone}. Pick one from the list, like Europe/Paris.", zone=Quote(shortened(text))),
            code="no-zone",
        )
    return name


def with_quiet(settings: PlayerSettings, text: str) -> PlayerSettings:
    """Return settings with other quiet hours, like `22-7` or `22:30-07:00`, or none. Raises Refusal."""
    plain = text.strip().casefold()
    if is_typed(plain, NEVER) or plain in ("none", "off"):
        return replace(settings, quiet_from=None, quiet_until=None)
    found = _HOURS.fullmatch(plain)
    try:
        if found is None:
            raise ValueError(plain)
        first, last = _minute(found[1], found[2]), _minute(found[3], found[4])
        Quiet(settings.zone or UTC_NAME, first, last)
    except ValueError as error:
        raise Refusal(
            say(
                "I can't read {text} as quiet hours. Write them like `22-7` or `22:30-07:00`, twelve hours at "
                "most, or `{never}`.",
                text=Quote(shortened(text)),
                never=NEVER,
            ),
            code="no-quiet-hours",
        ) from error
    return replace(settings, quiet_from=first, quiet_until=last)


def with_digest(settings: PlayerSettings, text: str) -> PlayerSettings:
    """Return settings with another hour for the digest, like `8` or `18:00`, or `never`. Raises Refusal."""
    plain = text.strip().casefold()
    if is_typed(plain, NEVER) or plain in ("none", "off"):
        return replace(settings, digest_hour=None)
    found = _HOUR.fullmatch(plain)
    if found is None or int(found[1]) > 23:
        raise Refusal(
            say(
                "I can't read {text} as an hour. Write a number from 0 to 23, or `{never}`.",
                text=Quote(shortened(text)),
                never=NEVER,
            ),
            code="no-hour",
        )
    return replace(settings, digest_hour=int(found[1]))


def quiet_text(settings: PlayerSettings, locale: Locale) -> str:
    if settings.quiet_from is None or settings.quiet_until is None:
        return plain(NEVER, locale)
    return f"{write_minute(settings.quiet_from)}-{write_minute(settings.quiet_until)}"


def disturbing_texts(settings: PlayerSettings) -> list[Text]:
    lines = [say("Time zone: {zone}", zone=settings.zone or UTC_NAME)]
    if settings.quiet_from is not None and settings.quiet_until is not None:
        lines.append(
            say(
                "Quiet hours: {start} to {end}. Nothing disturbs you then, and your clocks pause where the "
                "table allows it, starting with your next turn.",
                start=write_minute(settings.quiet_from),
                end=write_minute(settings.quiet_until),
            )
        )
    if settings.free_weekends:
        lines.append(
            say("Your clocks pause on Saturdays and Sundays where the table allows it, starting with your next turn.")
        )
    if settings.digest_hour is not None:
        lines.append(
            say(
                "Every day at {hour} you get a list of the matches waiting for you, if there are any.",
                hour=write_minute(settings.digest_hour * 60),
            )
        )
    return lines


def _minute(hours: str, minutes: str | None) -> int:
    if int(hours) > 24 or int(minutes or 0) > 59:
        raise ValueError(f"{hours}:{minutes}")
    return (int(hours) * 60 + int(minutes or 0)) % (24 * 60)


TEMPLATE = r"z:(?P<key>[a-z]{1,12})"
TIMES = "times"
"""The key of the button that asks for the hours at which a person may be disturbed."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting that a person picks from a menu.

    Attributes:
        key: In the custom id of its menu; small letters.
        choices: Value and words of each alternative; the words name the setting, too: a closed menu shows nothing else.
        now: Returns the current value.
        put: Sets a value.
    """

    key: str
    choices: tuple[tuple[str, Text], ...]
    now: Callable[[PlayerSettings], str]
    put: Callable[[PlayerSettings, str], PlayerSettings]


def _palette(settings: PlayerSettings, value: str) -> PlayerSettings:
    return replace(settings, palette=value or None)


def _background(settings: PlayerSettings, value: str) -> PlayerSettings:
    return replace(settings, dark={"dark": True, "light": False}.get(value))


def _boards(settings: PlayerSettings, value: str) -> PlayerSettings:
    return replace(settings, text_boards=value == "text")


def _confirms(settings: PlayerSettings, value: str) -> PlayerSettings:
    return replace(settings, confirms=value == "yes")


def _calls(settings: PlayerSettings, value: str) -> PlayerSettings:
    return replace(settings, ping=value == "yes")


def _reminders(settings: PlayerSettings, value: str) -> PlayerSettings:
    known: dict[str, Nudges] = {"channel": "channel", "private": "private", "off": "off"}
    return replace(settings, nudges=known[value])


def _weekends(settings: PlayerSettings, value: str) -> PlayerSettings:
    return replace(settings, free_weekends=value == "paused")


def _appear(settings: PlayerSettings, value: str) -> PlayerSettings:
    known: dict[str, Appear] = {"server": "server", "opponents": "opponents", "nobody": "nobody"}
    return replace(settings, appear=known[value])


def _all_servers(settings: PlayerSettings, value: str) -> PlayerSettings:
    return replace(settings, all_servers=value == "yes")


def _language(settings: PlayerSettings, value: str) -> PlayerSettings:
    return replace(settings, language=value if value in languages() else None)


def _yes(flag: bool) -> Literal["yes", "no"]:
    return "yes" if flag else "no"


LOOKS: tuple[Setting, ...] = (
    Setting(
        "colours",
        (
            ("", say("Colours: same as the server")),
            ("standard", say("Colours: standard")),
            ("safe", say("Colours: colour-blind safe")),
        ),
        lambda mine: mine.palette or "",
        _palette,
    ),
    Setting(
        "background",
        (
            ("", say("Background: same as the server")),
            ("dark", say("Background: dark")),
            ("light", say("Background: light")),
        ),
        lambda mine: {None: "", True: "dark", False: "light"}[mine.dark],
        _background,
    ),
    Setting(
        "boards",
        (("pictures", say("Private boards: pictures")), ("text", say("Private boards: text"))),
        lambda mine: "text" if mine.text_boards else "pictures",
        _boards,
    ),
)
"""How boards look, of which a sample is shown once it is changed: else it would push the menus out of sight."""
_TURNS = (
    Setting(
        "confirms",
        (("no", say("Typed turns: played at once")), ("yes", say("Typed turns: ask me first"))),
        lambda mine: _yes(mine.confirms),
        _confirms,
    ),
    Setting(
        "calls",
        (("yes", say("Mentions: when it's your turn")), ("no", say("Mentions: never"))),
        lambda mine: _yes(mine.ping),
        _calls,
    ),
    Setting(
        "reminders",
        (
            ("channel", say("Reminders: in the channel")),
            ("private", say("Reminders: direct messages")),
            ("off", say("Reminders: none")),
        ),
        lambda mine: mine.nudges,
        _reminders,
    ),
    Setting(
        "weekends",
        (
            ("run", say("Weekends: clocks run")),
            ("paused", say("Weekends: clocks are paused")),
        ),
        lambda mine: "paused" if mine.free_weekends else "run",
        _weekends,
    ),
)
_OTHERS = (
    Setting(
        "appear",
        (
            ("server", say("Profiles: for the server")),
            ("opponents", say("Profiles: for your opponents")),
            ("nobody", say("Profiles: for nobody")),
        ),
        lambda mine: mine.appear,
        _appear,
    ),
)
_EVERYWHERE = Setting(
    "everywhere",
    (("no", say("Ratings across all servers: no")), ("yes", say("Ratings across all servers: yes"))),
    lambda mine: _yes(mine.all_servers),
    _all_servers,
)


def settings_of(mine: PlayerSettings, *, everywhere: bool) -> tuple[Setting, ...]:
    """Return a person's settings with menus; `everywhere` if ratings of all servers are kept."""
    spoken = (_spoken(),) if len(languages()) > 1 else ()
    shared = (_EVERYWHERE,) if everywhere or mine.all_servers else ()
    return (*LOOKS, *spoken, *_TURNS, *_OTHERS, *shared)


def found(mine: PlayerSettings, key: str, value: str, *, everywhere: bool) -> Setting | None:
    """Return the setting with a key, if it has that value, else None."""
    known = {each.key: each for each in settings_of(mine, everywhere=everywhere)}
    setting = known.get(key)
    return setting if setting is not None and value in {each or "server" for each, _ in setting.choices} else None


def menus(mine: PlayerSettings, locale: Locale, *, everywhere: bool) -> Iterator[Item]:
    """Yield the menu of each setting, with its current value, and the button that asks for hours."""
    for setting in settings_of(mine, everywhere=everywhere):
        menu: discord.ui.Select[Any] = discord.ui.Select(
            custom_id=f"z:{setting.key}",
            options=[
                discord.SelectOption(
                    label=cut(plain(words, locale), OPTION_LIMIT),
                    value=value or "server",
                    default=value == setting.now(mine),
                )
                for value, words in setting.choices
            ],
        )
        yield menu
    label = cut(plain(say("Time zone, quiet hours, daily list…"), locale), LABEL_LIMIT)
    yield discord.ui.Button(label=label, custom_id=f"z:{TIMES}")


def text(mine: PlayerSettings, reader: Reader, about: tuple[Text, ...]) -> str:
    """Return the settings without menus, and the lines `about` others."""
    head = say("**Your settings.** Pick another value in a menu: it's saved at once. Only you see this.")
    lines = [head, *disturbing_texts(mine), *about]
    return "\n".join(shown(line, reader.locale) for line in lines)


def _spoken() -> Setting:
    return Setting(
        "language",
        (
            ("", say("Language: same as in Discord")),
            *((each, say("Language: {language}", language=own_name(each))) for each in languages()),
        ),
        lambda mine: mine.language or "",
        _language,
    )


# What the menus of the panel of settings do, and its dialog.


MOST = 40
"""Most characters of a field: the longest name of a time zone has 32."""

_APPEARING: dict[Appear, Text] = {
    "server": say("Everyone in a server can find you in profiles and on leaderboards there."),
    "opponents": say("Only players you've met can find you in profiles and on leaderboards."),
    "nobody": say("Nobody can find you in profiles or on leaderboards. Records of matches still name their players."),
}
_AGREED = say(
    "Your matches also count for ratings across all servers, if all their players agreed before the end. Your "
    "profile and the leaderboards across all servers show these ratings: with your name in servers where I "
    "know it, as “a player” in others. You can withdraw: then nobody sees them any more, and later matches "
    "don't count for them. What has already counted stays, because your opponents' ratings depend on it."
)
_NOT_AGREED = say(
    "Your matches only count for each server's own ratings. If you agree, matches on different servers count "
    "together, and you appear on leaderboards across all servers."
)
_AGREED_FOR_NOTHING = say("You've agreed to ratings across all servers. They're switched off right now.")


class SettingControl(Persistent, template=TEMPLATE):
    """A menu or the button of the panel."""

    async def act(self, interaction: Interaction) -> None:
        key, everywhere = self.fields["key"], interaction.client.arena.everywhere
        if key == TIMES:
            mine = await interaction.client.arena.settings.player(await whoami(interaction))
            await TimesDialog(mine, locale_of(interaction)).open(interaction)
            return
        value = self.picked[0] if self.picked else ""
        mine = await interaction.client.arena.settings.player(await whoami(interaction))
        setting = found(mine, key, value, everywhere=everywhere)
        if setting is None:
            raise Refusal(EARLIER, code="unknown-button")
        put, known = setting.put, {each or "server": each for each, _ in setting.choices}
        await _set(interaction, lambda before: put(before, known[value]), sample=setting in LOOKS)


class TimesDialog(ArenaModal):
    """Asks for the time zone, quiet hours and the hour of the daily list."""

    def __init__(self, mine: PlayerSettings, locale: Locale) -> None:
        super().__init__(title=cut(plain(say("When I may disturb you"), locale), DIALOG_LIMIT))
        hour = plain(NEVER, locale) if mine.digest_hour is None else str(mine.digest_hour)
        self._locale = locale
        self.zone = self._field("zone", say("Your time zone"), say("Like Europe/Paris"), mine.zone or UTC_NAME)
        about = say("Like 22-7, or {never}: nothing disturbs you", never=NEVER)
        self.quiet = self._field("quiet", say("Quiet hours"), about, quiet_text(mine, locale))
        about = say("An hour from 0 to 23, or {never}", never=NEVER)
        self.digest = self._field("digest", say("Daily list of what's waiting"), about, hour)

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        """Set all three, or none if one cannot be read."""

        def change(before: PlayerSettings) -> PlayerSettings:
            zoned = replace(before, zone=read_zone(self.zone.value))
            return with_digest(with_quiet(zoned, self.quiet.value), self.digest.value)

        await _set(interaction, change, sample=False)

    def _field(self, key: str, label: Text, about: Text, now: str) -> discord.ui.TextInput[Any]:
        typed: discord.ui.TextInput[Any] = discord.ui.TextInput(custom_id=key, default=cut(now, MOST), max_length=MOST)
        self.add_item(
            discord.ui.Label(
                text=cut(plain(label, self._locale), DIALOG_LIMIT),
                description=cut(plain(about, self._locale), OPTION_LIMIT),
                component=typed,
            )
        )
        return typed


async def panel(
    interaction: Interaction, mine: PlayerSettings, *, sample: bool
) -> tuple[discord.ui.LayoutView, list[discord.File]]:
    """Return the panel of a person's settings, and its pictures: a board as a `sample`, or none."""
    reader, everywhere = await reader_of(interaction), interaction.client.arena.everywhere
    scene = await _sample(interaction) if sample else Scene()
    items = [SettingControl(item) for item in menus(mine, reader.locale, everywhere=everywhere)]
    return layout(text(mine, reader, _about(mine, everywhere=everywhere)), scene, items), scene.files


async def _set(interaction: Interaction, change: Change, *, sample: bool) -> None:
    mine = await change_mine(interaction, change)
    await interaction.response.defer()
    made, files = await panel(interaction, mine, sample=sample)
    await put_layout(interaction, made, files=files)


async def _sample(interaction: Interaction) -> Scene:
    reader = await reader_of(interaction)
    game = registry.games()[0]
    mode = max(game.info.modes, key=lambda mode: mode.seats)
    start = Session.start(game, Setup(mode.key), Chance.from_text("sample"))
    return scene_of(await draw_board(game.info.key, start.view(None), (), (), reader))


def _about(mine: PlayerSettings, *, everywhere: bool) -> tuple[Text, ...]:
    """Return who finds a person, and what agreeing to ratings of all servers means."""
    shared = _NOT_AGREED if everywhere else None
    if mine.all_servers:
        shared = _AGREED if everywhere else _AGREED_FOR_NOTHING
    lines = (_APPEARING[mine.appear], *(() if shared is None else (shared,)))
    return tuple(say("-# {line}", line=line) for line in lines)
