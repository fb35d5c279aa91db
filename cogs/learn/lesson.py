"""`/learn`: lessons and boards to practise on, and the buttons of a lesson."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import discord
from discord import app_commands

from cogs.core.access import reader_of, whoami
from cogs.core.bot import ArenaCog, Interaction
from cogs.core.components import EARLIER, Persistent
from cogs.core.errors import Refusal, explain_turn, holds
from cogs.core.messages import put_layout, reply_layout
from cogs.core.text import Locale, locale_of, mark
from cogs.learn.page import (
    TEMPLATE,
    LessonStep,
    LessonVerb,
    Page,
    Press,
    TurnForm,
    begun,
    decode,
    done_page,
    games_page,
    lesson_step_of,
    step_page,
    taught,
)
from cogs.learn.practice import TEMPLATE as TEMPLATE_OF_PRACTICE
from cogs.learn.practice import PracticeControl, picker
from cogs.play.builder import Draft, DraftError, Verb
from cogs.play.builder_view import ROWS
from cogs.ui.layout import layout
from cogs.ui.rules import find, open_rules
from engine.errors import TurnError
from engine.registry import games, get, name_of
from engine.teaching import judge
from engine.text import Text, say

# What the buttons and menus of a lesson do. Everything is private, and nothing but how far one is is kept.


_UNFIT = say("This menu no longer fits the lesson. Here's the lesson as it is now.")


class LessonControl(Persistent, template=TEMPLATE):
    """A button or menu of a lesson."""

    async def act(self, interaction: Interaction) -> None:
        press = decode(TEMPLATE, LessonVerb, self.custom_id)
        if press is None:
            raise Refusal(EARLIER, code="unknown-button")
        await _pressed(interaction, press, self.picked[0] if self.picked else "")


class TurnDialog(TurnForm):
    """Asks for a turn in notation."""

    def __init__(self, lesson: LessonStep, locale: Locale) -> None:
        super().__init__(locale)
        self._game, self._step = lesson.game, lesson.step

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        await interaction.response.defer()
        await _play(interaction, lesson_step_of(interaction, self._game, self._step), self.typed)


async def open_lesson(interaction: Interaction, game: str, step: int | None = None) -> None:
    """Answer with the person's step of a lesson, or with a given one, from 0."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    if step is not None:
        lesson = lesson_step_of(interaction, game, step)
        person = await interaction.client.arena.people.know(interaction.user.id)
        await interaction.client.arena.lessons.go(person, game, step)
    else:
        lesson = await _current_step(interaction, game)
    page = await step_page(lesson, await reader_of(interaction), Draft())
    await reply_layout(interaction, _layout(page), files=page.scene.files)


async def open_games(interaction: Interaction) -> None:
    page = await _games(interaction)
    await reply_layout(interaction, _layout(page))


async def _pressed(interaction: Interaction, press: Press, key: str) -> None:
    if press.verb is LessonVerb.GAMES:
        await _put(interaction, await _games(interaction))
        return
    if press.verb is LessonVerb.ON:
        await interaction.response.defer()
        await _show(interaction, await _current_step(interaction, press.board["game"]), Draft())
        return
    lesson = lesson_step_of(interaction, press.board["game"], int(press.board["step"]))
    if press.verb is LessonVerb.TYPE:
        await TurnDialog(lesson, locale_of(interaction)).open(interaction)
        return
    if press.verb is LessonVerb.RULES:
        game = get(lesson.game)
        await open_rules(interaction, game, topic=find(interaction, game, lesson.task.rules[0]))
        return
    await interaction.response.defer()
    try:
        if press.verb is LessonVerb.ANSWER:
            answer = lesson.session.preview(lesson.task.seat, lesson.task.answer)
            draft = Draft(tuple(entry.text for entry in answer.entries))
        else:
            draft = press.draft(lesson.session, lesson.task.seat, key)
        if press.verb is Verb.CONFIRM:
            await _play(interaction, lesson, draft.text)
            return
        await _show(interaction, lesson, draft, page=press.page if press.verb is Verb.SHOW else 0)
    except DraftError:
        await _show(interaction, lesson, Draft(), [_UNFIT])


async def _play(interaction: Interaction, lesson: LessonStep, text: str) -> None:
    try:
        verdict = judge(lesson.task, lesson.session, text)
    except TurnError as error:
        reasons = [*explain_turn(error, name_of(lesson.game)), say("💡 {hint}", hint=lesson.task.hint)]
        await _show(interaction, lesson, begun(lesson.session, lesson.task.seat, text, error), reasons)
        return
    if not verdict.done:
        # As it is written, not as it was typed: that could hold anything in a comment.
        turn = lesson.session.preview(lesson.task.seat, text).text
        await _show(interaction, lesson, Draft(), [say("❌ `{turn}`: not quite. {hint}", turn=turn, hint=verdict.text)])
        return
    person = await interaction.client.arena.people.know(interaction.user.id)
    await interaction.client.arena.lessons.advance(person, lesson.game, lesson.step)
    holds(interaction, verdict.text, names=lesson.names)
    computers = interaction.client.arena.core.computers_offered
    await _put(interaction, await done_page(lesson, await reader_of(interaction), verdict, computers=computers))


async def _current_step(interaction: Interaction, game: str) -> LessonStep:
    """Return the person's step; the first one again, after the last."""
    places = await interaction.client.arena.lessons.of(await whoami(interaction))
    step = places.get(game, 0)
    if step < taught().get(game, 0):
        return lesson_step_of(interaction, game, step)
    lesson = lesson_step_of(interaction, game, 0)
    await interaction.client.arena.lessons.go(await whoami(interaction), game, 0)
    return lesson


async def _games(interaction: Interaction) -> Page:
    places = await interaction.client.arena.lessons.of(await whoami(interaction))
    page = games_page(places, taught(), locale_of(interaction))
    return replace(page, items=(*page.items, picker(locale_of(interaction), ROWS)))


async def _show(
    interaction: Interaction, lesson: LessonStep, draft: Draft, notices: Sequence[Text] = (), *, page: int = 0
) -> None:
    await _put(interaction, await step_page(lesson, await reader_of(interaction), draft, page, notices))


async def _put(interaction: Interaction, page: Page) -> None:
    await put_layout(interaction, _layout(page), files=page.scene.files)


def _layout(page: Page) -> discord.ui.LayoutView:
    items: list[Persistent] = []
    for item in page.items:
        practised = TEMPLATE_OF_PRACTICE.fullmatch(item.custom_id or "") is not None
        items.append(PracticeControl(item) if practised else LessonControl(item))
    return layout(page.content, page.scene, items)


MOST_STEPS = 25


class LearnCog(ArenaCog):
    """Teaches games, in servers and in direct messages."""

    @app_commands.command(description=mark("Learn a game step by step; only you see it"))
    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.describe(
        game=mark("Which game; you continue where you left off"),
        step=mark("Which step to start with; leave it out to continue where you left off"),
    )
    @app_commands.choices(
        game=[
            app_commands.Choice(name=game.info.name, value=game.info.key)
            for game in games()
            if game.info.key in taught()
        ]
    )
    async def learn(
        self, interaction: Interaction, game: str = "", step: app_commands.Range[int, 1, MOST_STEPS] | None = None
    ) -> None:
        if not game:
            await open_games(interaction)
            return
        await open_lesson(interaction, game, None if step is None else step - 1)
