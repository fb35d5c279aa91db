"""What the menus of the panel of settings do, and its dialog."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord

from cogs.core.bot import Interaction
from cogs.core.components import EARLIER, ArenaModal, Persistent
from cogs.core.context import whoami
from cogs.core.errors import Refusal
from cogs.core.language import locale_of
from cogs.core.limits import DIALOG_LIMIT, OPTION_LIMIT
from cogs.core.readers import reader_of
from cogs.core.replies import put_layout
from cogs.core.text import Locale, cut, plain
from cogs.settings.changing import Change, change_mine
from cogs.settings.panel import LOOKS, TEMPLATE, TIMES, found, menus, text
from cogs.settings.quiet import NEVER, quiet_text, read_zone, with_digest, with_quiet
from cogs.ui.layout import Scene, layout, scene_of
from cogs.ui.pictures import draw_board
from engine import registry
from engine.chance import Chance
from engine.info import Setup
from engine.session import Session
from engine.text import Text, say
from hosting.match.model import Appear, PlayerSettings
from hosting.timekeeping.calendars import UTC_NAME

MOST = 40
"""Characters of what is typed: the longest name of a time zone has 32."""

_APPEARING: dict[Appear, Text] = {
    "server": say("Everybody in a server finds you in profiles and on leaderboards there."),
    "opponents": say("Only those you have played find you in profiles and on leaderboards."),
    "nobody": say("Nobody can find you in profiles and on leaderboards. Records of matches still name their players."),
}
_AGREED = say(
    "Your matches count for the ratings of all servers, too, where everybody who plays has agreed before the end. "
    "Leaderboards of all servers and your profile show them: under your name in servers where I know it, as “a player” "
    "in others. You can withdraw: then nobody sees them any more, and later matches do not count for them. What "
    "counted stays counted, as the ratings of your opponents rest on it."
)
_NOT_AGREED = say(
    "Your matches count for the ratings of each server alone. If you agree, matches on different servers "
    "count together, and leaderboards of all servers show you."
)
_AGREED_FOR_NOTHING = say("You agreed to ratings of all servers. I keep none at present.")


class SettingControl(Persistent, template=TEMPLATE):
    """A menu or the button of the panel."""

    async def act(self, interaction: Interaction) -> None:
        """Set what was picked, or ask for hours."""
        key, everywhere = self.fields["key"], interaction.client.arena.everywhere
        if key == TIMES:
            mine = await interaction.client.arena.settings.player(await whoami(interaction))
            await interaction.response.send_modal(TimesDialog(mine, locale_of(interaction)))
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
        hour = NEVER if mine.digest_hour is None else str(mine.digest_hour)
        self._locale = locale
        self.zone = self._asked("zone", say("Your time zone"), say("Like Europe/Paris"), mine.zone or UTC_NAME)
        about = say("Like 22-7, or never: nothing disturbs you")
        self.quiet = self._asked("quiet", say("Quiet hours"), about, quiet_text(mine))
        about = say("An hour from 0 to 23, or never")
        self.digest = self._asked("digest", say("Daily list of what's waiting"), about, hour)

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        """Set all three, or none where one cannot be read."""

        def change(before: PlayerSettings) -> PlayerSettings:
            zoned = replace(before, zone=read_zone(self.zone.value))
            return with_digest(with_quiet(zoned, self.quiet.value), self.digest.value)

        await _set(interaction, change, sample=False)

    def _asked(self, key: str, label: Text, about: Text, now: str) -> discord.ui.TextInput[Any]:
        typed: discord.ui.TextInput[Any] = discord.ui.TextInput(custom_id=key, default=now, max_length=MOST)
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
    """Return the panel of a person's settings, and its pictures: none, or a board as a `sample` of how they look."""
    reader, everywhere = await reader_of(interaction), interaction.client.arena.everywhere
    scene = await _sample(interaction) if sample else Scene()
    items = [SettingControl(item) for item in menus(mine, reader.locale, everywhere=everywhere)]
    return layout(text(mine, reader, _about(mine, everywhere=everywhere)), scene, items), scene.files


async def _set(interaction: Interaction, change: Change, *, sample: bool) -> None:
    """Store a change, then show the panel as it is now in the place of the old one."""
    mine = await change_mine(interaction, change)
    await interaction.response.defer()
    made, files = await panel(interaction, mine, sample=sample)
    await put_layout(interaction, made, files=files)


async def _sample(interaction: Interaction) -> Scene:
    """Return a board as the reader sees boards."""
    reader = await reader_of(interaction)
    game = registry.games()[0]
    mode = max(game.info.modes, key=lambda mode: mode.seats)
    start = Session.start(game, Setup(mode.key), Chance.from_text("sample"))
    return scene_of(await draw_board(game.info.key, start.view(None), (), (), reader))


def _about(mine: PlayerSettings, *, everywhere: bool) -> tuple[Text, ...]:
    """Return who finds a person, and what it means to agree to ratings of all servers."""
    shared = _NOT_AGREED if everywhere else None
    if mine.all_servers:
        shared = _AGREED if everywhere else _AGREED_FOR_NOTHING
    lines = (_APPEARING[mine.appear], *(() if shared is None else (shared,)))
    return tuple(say("-# {line}", line=line) for line in lines)
