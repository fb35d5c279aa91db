"""Answers in advance by menus: which question, then an answer to pick, or a dialog where there are too many to list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord

from cogs.core.access import check_acting, match_for
from cogs.core.bot import Interaction
from cogs.core.components import ArenaModal, Persistent
from cogs.core.context import whoami
from cogs.core.custom_ids import PREPARE_TEMPLATE
from cogs.core.language import locale_of
from cogs.core.limits import DIALOG_LIMIT, MESSAGE_LIMIT, OPTION_LIMIT, PROMPT_LIMIT
from cogs.core.replies import put
from cogs.core.text import Locale, code, cut, plain, shown
from engine.choices import Preparation
from engine.text import Text, say
from hosting.match.errors import NothingToPrepare
from hosting.match.model import Match
from hosting.match.prepared import preparations

ASK = "ask"
"""Picked to be asked again: an answer is a text in notation, and none is one in lower case."""
TYPED_LIMIT = 400

_WHAT = say("What do you answer in advance?")
_ASK = say("Ask me each time")


class AdvanceMenu(Persistent, template=PREPARE_TEMPLATE):
    """A menu of the questions that can be answered in advance, or of the answers to one."""

    async def act(self, interaction: Interaction) -> None:
        """Show the answers to the question that was picked, or store the answer."""
        match = await match_for(interaction, int(self.fields["match"]), direct=True)
        await check_acting(interaction, match)
        picked, key = (self.picked or ("",))[0], self.fields["key"]
        arena, person_id = interaction.client.arena, await whoami(interaction)
        if key:
            stored = await arena.prepared.put(match.id, person_id, key, "" if picked == ASK else picked)
            await _show(interaction, match, stored)
            return
        found = next((each for each in preparations(match) if each.key == picked), None)
        if found is None:
            raise NothingToPrepare
        stored = await arena.prepared.of(match.id, person_id)
        if found.answers:
            content = shown(say("**{name}**: {hint}", name=found.name, hint=found.hint), locale_of(interaction))
            view = _answers(match, found, stored.get(found.key), locale_of(interaction))
            await interaction.response.edit_message(content=content, view=view)
        else:
            dialog = AdvanceDialog(match, found, stored.get(found.key, ""), locale_of(interaction))
            await interaction.response.send_modal(dialog)


class AdvanceDialog(ArenaModal):
    """Asks for an answer in advance that is too long to be picked."""

    def __init__(self, match: Match, asked: Preparation, own: str, locale: Locale) -> None:
        super().__init__(title=cut(plain(asked.name, locale), DIALOG_LIMIT))
        self._match = match
        self._key = asked.key
        self.text: discord.ui.TextInput[Any] = discord.ui.TextInput(
            default=own or None, required=False, max_length=TYPED_LIMIT, placeholder=asked.example, custom_id="answer"
        )
        label = cut(plain(say("In order; leave it empty to be asked then"), locale), DIALOG_LIMIT)
        self.add_item(discord.ui.Label(text=label, component=self.text))

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        """Store what was typed."""
        await check_acting(interaction, await match_for(interaction, self._match.id, direct=True))
        prepared = interaction.client.arena.prepared
        stored = await prepared.put(self._match.id, await whoami(interaction), self._key, self.text.value)
        await _show(interaction, self._match, stored)


def stored_text(match: Match, stored: Mapping[str, str], locale: Locale) -> str:
    """Return what a player has stored, and what else there is."""
    lines = [
        say(
            "What you have answered in advance; only you see it. It is played at once where it fits, and others may "
            "tell from the time that it stood."
        )
    ]
    lines += [_line(each, stored.get(each.key)) for each in preparations(match)]
    return cut("\n".join(shown(line, locale, match.names) for line in lines), MESSAGE_LIMIT)


def questions(match: Match, locale: Locale) -> discord.ui.View:
    """Return the menu of what can be answered in advance."""
    options = [
        discord.SelectOption(
            label=cut(plain(each.name, locale), OPTION_LIMIT),
            value=each.key,
            description=cut(plain(each.hint, locale), OPTION_LIMIT),
        )
        for each in preparations(match)
    ]
    return _menu(match, "", _WHAT, options, locale)


def _answers(match: Match, asked: Preparation, own: str | None, locale: Locale) -> discord.ui.View:
    options = [
        discord.SelectOption(label=cut(plain(each.text, locale), OPTION_LIMIT), value=each.key, default=each.key == own)
        for each in asked.answers
    ]
    options.append(discord.SelectOption(label=cut(plain(_ASK, locale), OPTION_LIMIT), value=ASK, default=own is None))
    return _menu(match, asked.key, asked.name, options, locale)


def _menu(match: Match, key: str, prompt: Text, options: list[discord.SelectOption], locale: Locale) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    placeholder = cut(plain(prompt, locale), PROMPT_LIMIT)
    select: discord.ui.Select[Any] = discord.ui.Select(
        custom_id=f"a:{match.id}:{key}", placeholder=placeholder, options=options
    )
    view.add_item(AdvanceMenu(select))
    return view


def _line(asked: Preparation, own: str | None) -> Text:
    if own is None:
        return say(
            "- **{name}**: nothing, so you are asked. {hint} For example `{example}`.",
            name=asked.name,
            hint=asked.hint,
            example=asked.example,
        )
    return say("- **{name}**: `{answer}`. {hint}", name=asked.name, hint=asked.hint, answer=code(own))


async def _show(interaction: discord.Interaction[Any], match: Match, stored: Mapping[str, str]) -> None:
    """Put what is stored, and the menu of questions, in the place of what was pressed."""
    locale = locale_of(interaction)
    await put(interaction, stored_text(match, stored, locale), questions(match, locale))
