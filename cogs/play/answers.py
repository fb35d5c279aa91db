"""`/match plan`: turns that are played at once if the others play as expected, and answers in advance.

All answers are private.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

from cogs.core.access import check_acting, match_for, running_match, seat_of, whoami
from cogs.core.bot import ArenaCog, Interaction
from cogs.core.components import ArenaModal, Persistent
from cogs.core.custom_ids import PREPARE_TEMPLATE
from cogs.core.messages import offered, put, reply
from cogs.core.text import (
    CHOICE_LIMIT,
    DIALOG_LIMIT,
    MESSAGE_LIMIT,
    MOST_CHOICES,
    OPTION_LIMIT,
    PROMPT_LIMIT,
    Locale,
    code,
    cut,
    is_typed,
    locale_of,
    mark,
    plain,
    shown,
)
from cogs.ui.boards import WORDS_AFTER, not_understood
from engine.choices import Preparation
from engine.errors import ArenaError
from engine.session import Session
from engine.text import Text, say
from engine.turn import complete_turn
from hosting.errors import HostingError
from hosting.match.answers import NO_PLANS, Tree, hypothetical, lines, preparations
from hosting.match.model import NOTHING_TO_PREPARE, Match

# Answers in advance by menus: which question, then an answer to pick, or a dialog where there are too many to list.


ASK = "ask"
"""Picked to be asked again: an answer is a text in notation, and none is one in lower case."""
TYPED_LIMIT = 400

_WHAT = say("What do you answer in advance?")
_ASK = say("Ask me each time")


class AdvanceMenu(Persistent, template=PREPARE_TEMPLATE):
    """A menu of the questions that can be answered in advance, or of the answers to one."""

    async def act(self, interaction: Interaction) -> None:
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
            raise HostingError(*NOTHING_TO_PREPARE)
        stored = await arena.prepared.of(match.id, person_id)
        if found.answers:
            content = shown(say("**{name}**: {hint}", name=found.name, hint=found.hint), locale_of(interaction))
            view = _answers(match, found, stored.get(found.key), locale_of(interaction))
            await interaction.response.edit_message(content=content, view=view)
        else:
            dialog = AdvanceDialog(match, found, stored.get(found.key, ""), locale_of(interaction))
            await dialog.open(interaction)


class AdvanceDialog(ArenaModal):
    """Asks for an answer in advance that is too long to be picked."""

    def __init__(self, match: Match, asked: Preparation, own: str, locale: Locale) -> None:
        super().__init__(title=cut(plain(asked.name, locale), DIALOG_LIMIT), guild_id=match.guild_id)
        self._match = match
        self._key = asked.key
        self.text: discord.ui.TextInput[Any] = discord.ui.TextInput(
            default=own or None, required=False, max_length=TYPED_LIMIT, placeholder=asked.example, custom_id="answer"
        )
        label = cut(plain(say("In order; leave it empty if I should ask you"), locale), DIALOG_LIMIT)
        self.add_item(discord.ui.Label(text=label, component=self.text))

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        await check_acting(interaction, await match_for(interaction, self._match.id, direct=True))
        prepared = interaction.client.arena.prepared
        stored = await prepared.put(self._match.id, await whoami(interaction), self._key, self.text.value)
        await _show(interaction, self._match, stored)


def stored_text(match: Match, stored: Mapping[str, str], locale: Locale) -> str:
    lines = [
        say(
            "Your answers in advance; only you see them. Each is played at once when it fits, and that speed "
            "can show the others that you had one ready."
        )
    ]
    lines += [_line(each, stored.get(each.key)) for each in preparations(match)]
    return cut("\n".join(shown(line, locale, match.names) for line in lines), MESSAGE_LIMIT)


def questions(match: Match, locale: Locale) -> discord.ui.View:
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
            "- **{name}**: not set, so I'll ask you. {hint} For example, `{example}`.",
            name=asked.name,
            hint=asked.hint,
            example=asked.example,
        )
    return say("- **{name}**: `{answer}`. {hint}", name=asked.name, hint=asked.hint, answer=code(own))


async def _show(interaction: discord.Interaction[Any], match: Match, stored: Mapping[str, str]) -> None:
    locale = locale_of(interaction)
    await put(interaction, stored_text(match, stored, locale), questions(match, locale))


# Answers for whenever one is asked in the turn of another player, by `/match plan` and a button. All is private.


async def prepare_answer(interaction: Interaction, match: Match, question: str, text: str) -> None:
    """Store an answer, remove one, or show the stored answers with menus to change them."""
    if not preparations(match):
        raise HostingError(*NOTHING_TO_PREPARE)
    prepared, person_id = interaction.client.arena.prepared, await whoami(interaction)
    locale = locale_of(interaction)
    if question:
        stored = await prepared.put(match.id, person_id, question, text)
    else:
        stored = await prepared.of(match.id, person_id)
    await reply(interaction, stored_text(match, stored, locale), view=questions(match, locale))


async def press(interaction: Interaction, match_id: int, _seq: int) -> None:
    """Show the presser's stored answers; an old message will do."""
    match = await match_for(interaction, match_id, direct=True)
    await seat_of(interaction, match)
    await prepare_answer(interaction, match, "", "")


JOINT = "; "
"""Separates the turns of a line."""

ALL = say("all", context="typed: the whole plan")
"""Takes out the whole plan."""

_SPLIT = re.compile(r"[;>\n]")


class PlanCog(ArenaCog):
    """Lets players plan ahead."""

    under = "match"

    @app_commands.command(description=mark("Your plan: turns and answers that I play for you; only you see it"))
    @app_commands.describe(
        add=mark("Coming turns in order, theirs and yours, with “;” between them: I play yours if they play theirs"),
        remove=mark("A line of your plan to remove, or all"),
        question=mark("In games that ask you things during others' turns: which answers to give in advance"),
        answer=mark("Your answer to the question, played whenever it fits; leave it out to be asked again"),
    )
    async def plan(
        self, interaction: Interaction, add: str = "", remove: str = "", question: str = "", answer: str = ""
    ) -> None:
        match = await running_match(interaction)
        await seat_of(interaction, match)
        if question or (not add and not remove and preparations(match)):
            await prepare_answer(interaction, match, question, answer)
            return
        plans, person_id = self.bot.arena.plans, await whoami(interaction)
        tree = await plans.of(match.id, person_id)
        if remove:
            line = "" if is_typed(remove, ALL) else remove
            tree = await plans.remove(match.id, person_id, split(line))
        if add:
            tree = await plans.add(match.id, person_id, split(add))
        await self._answer(interaction, match, tree)

    @plan.autocomplete("add")
    async def _complete(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        """Offer continuations of the line's last turn."""
        try:
            match = await running_match(interaction)
            await seat_of(interaction, match)
            if not match.session.game.info.open:
                return []
            found = completions(match.session, current)
        except ArenaError:
            return []
        return [app_commands.Choice(name=text, value=text) for text in found if len(text) <= CHOICE_LIMIT]

    @plan.autocomplete("remove")
    async def _complete_removal(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        try:
            match = await running_match(interaction)
            tree = await self.bot.arena.plans.of(match.id, await whoami(interaction))
        except ArenaError:
            return []
        texts = [JOINT.join(each) for each in lines(tree)]
        texts += [plain(ALL, locale_of(interaction))] if len(texts) > 1 else []
        fitting = [text for text in texts if current.casefold() in text.casefold() and len(text) <= CHOICE_LIMIT]
        return [app_commands.Choice(name=text, value=text) for text in fitting[:MOST_CHOICES]]

    @plan.autocomplete("question")
    async def _questions(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        try:
            match = await running_match(interaction)
            await seat_of(interaction, match)
        except ArenaError:
            return []
        named = [(plain(each.name, locale_of(interaction)), each.key) for each in preparations(match)]
        return offered(named, current.strip(), by_value=True)

    async def _answer(self, interaction: Interaction, match: Match, tree: Tree) -> None:
        if not match.session.game.info.open:
            raise HostingError(*NO_PLANS)
        head = (
            say("Your plan; only you see it, and each answer is played as soon as its turn comes:")
            if tree
            else say(
                "You have no plan in this match. `/match plan add:` takes a line like `{line}`: "
                "if they play the first turn, you answer with the second.",
                line=example(match.session),
            )
        )
        text = "\n".join([shown(head, locale_of(interaction)), *_rows(tree)])
        await reply(interaction, text)


def split(line: str) -> list[str]:
    """Return the turns of a typed line. Raises Refusal if there are words beside the notation."""
    notation, beside, rest = line.partition(WORDS_AFTER)
    if beside:
        raise not_understood(notation, rest)
    turns = (turn.strip() for turn in _SPLIT.split(line))
    return [turn for turn in turns if turn]


def completions(session: Session, typed: str) -> list[str]:
    *before, last = (turn.strip() for turn in _SPLIT.split(typed))
    then = hypothetical(session, [turn for turn in before if turn])
    if len(then.to_act) != 1:
        return []
    (seat,) = then.to_act
    head = "".join(f"{turn}{JOINT}" for turn in before if turn)
    return [f"{head}{turn}" for turn in complete_turn(then.game, then.state, seat, last, MOST_CHOICES)]


def example(session: Session) -> str:
    turns: list[str] = []
    for _ in range(2):
        text = ""
        while len(session.to_act) == 1:
            (seat,) = session.to_act
            found = session.complete(seat, text, 1)
            if not found or session.preview(seat, found[0]).over:
                text = found[0] if found else text
                break
            text = found[0]
        if not text or len(session.to_act) != 1:
            break
        turns.append(text)
        session = session.play(min(session.to_act), text)
    return JOINT.join(turns)


def _rows(tree: Tree) -> list[str]:
    return [f"- {' → '.join(f'`{code(turn)}`' for turn in line)}" for line in lines(tree)]
