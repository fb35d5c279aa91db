"""The panel of a person's own settings: what is set now, a board as a sample, and a menu for each setting."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

import discord

from cogs.core.components import Item
from cogs.core.limits import LABEL_LIMIT, OPTION_LIMIT
from cogs.core.reader import Reader
from cogs.core.text import Locale, cut, plain, shown
from cogs.settings.quiet import disturbing_texts
from engine.text import Text, say
from hosting.match.model import Appear, Nudges, PlayerSettings
from locales import languages, own_name

TEMPLATE = r"z:(?P<key>[a-z]{1,12})"
TIMES = "times"
"""The key of the button that asks for the hours at which a person may be disturbed."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Something that a person sets by picking from a menu.

    Attributes:
        key: In the custom id of its menu; small letters.
        choices: Value and words of each alternative; the words say what is set, too: a closed menu shows
            nothing else.
        now: The value at present.
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
            ("", say("Colours: as the server")),
            ("standard", say("Colours: standard")),
            ("safe", say("Colours: colour-blind safe")),
        ),
        lambda mine: mine.palette or "",
        _palette,
    ),
    Setting(
        "background",
        (
            ("", say("Background: as the server")),
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
        (("yes", say("Mentions: when it is your turn")), ("no", say("Mentions: never"))),
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
    (("no", say("Ratings of all servers: no")), ("yes", say("Ratings of all servers: yes"))),
    lambda mine: _yes(mine.all_servers),
    _all_servers,
)


def settings_of(mine: PlayerSettings, *, everywhere: bool) -> tuple[Setting, ...]:
    """Return what a person can set by menus; `everywhere` if ratings of all servers are kept."""
    spoken = (_spoken(),) if len(languages()) > 1 else ()
    shared = (_EVERYWHERE,) if everywhere or mine.all_servers else ()
    return (*LOOKS, *spoken, *_TURNS, *_OTHERS, *shared)


def found(mine: PlayerSettings, key: str, value: str, *, everywhere: bool) -> Setting | None:
    """Return the setting of a key which has that value; None where there is none."""
    known = {each.key: each for each in settings_of(mine, everywhere=everywhere)}
    setting = known.get(key)
    return setting if setting is not None and value in {each or "server" for each, _ in setting.choices} else None


def menus(mine: PlayerSettings, locale: Locale, *, everywhere: bool) -> Iterator[Item]:
    """Yield the menu of each setting, with what is set now, and the button that asks for hours."""
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
    """Return what no menu says of the settings, and `about` others."""
    head = say("**Your settings.** Pick another value in a menu: it's saved at once. Only you see this.")
    lines = [head, *disturbing_texts(mine), *about]
    return "\n".join(shown(line, reader.locale) for line in lines)


def _spoken() -> Setting:
    return Setting(
        "language",
        (
            ("", say("Language: as in Discord")),
            *((each, say("Language: {language}", language=own_name(each))) for each in languages()),
        ),
        lambda mine: mine.language or "",
        _language,
    )
