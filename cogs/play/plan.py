"""`/match plan`: turns that are played at once when the others play what one foresees; answers in advance.

All is private.
"""

from __future__ import annotations

import re

from discord import app_commands

from cogs.core.bot import ArenaCog, Interaction
from cogs.core.choices import offered
from cogs.core.context import running_match, seat_of, whoami
from cogs.core.language import locale_of
from cogs.core.limits import CHOICE_LIMIT, MOST_CHOICES
from cogs.core.replies import reply
from cogs.core.text import code, mark, plain, shown
from cogs.play import prepare
from cogs.ui.completion import BESIDE, not_understood
from engine.errors import ArenaError
from engine.session import Session
from engine.text import say
from engine.turn import complete_turn
from hosting.match.conditional import PlanError, Tree, hypothetical, lines
from hosting.match.model import Match
from hosting.match.prepared import preparations

JOINT = "; "
"""Stands between the turns of a line."""

ALL = "all"
"""Takes out the whole plan."""

_SPLIT = re.compile(r"[;>\n]")


class PlanCog(ArenaCog):
    """Lets players plan ahead."""

    under = "match"

    @app_commands.command(description=mark("Your plan: turns and answers that are played for you; nobody else sees it"))
    @app_commands.describe(
        add=mark("If they play this, you answer that: turns from the next one on, with ; between them"),
        remove=mark("A line of your plan to take out, or all"),
        question=mark("In games that ask you in the turns of others: what to answer in advance"),
        answer=mark("To the question: what is played for you whenever it fits; leave it out to be asked again"),
    )
    async def plan(
        self, interaction: Interaction, add: str = "", remove: str = "", question: str = "", answer: str = ""
    ) -> None:
        """Add a line, take one out or all, store an answer in advance, or show what there is."""
        match = await running_match(interaction)
        await seat_of(interaction, match)
        if question or (not add and not remove and preparations(match)):
            await prepare.answer(interaction, match, question, answer)
            return
        plans, person_id = self.bot.arena.plans, await whoami(interaction)
        tree = await plans.of(match.id, person_id)
        if remove:
            line = "" if remove.strip().casefold() == ALL else remove
            tree = await plans.remove(match.id, person_id, split(line))
        if add:
            tree = await plans.add(match.id, person_id, split(add))
        await self._answer(interaction, match, tree)

    @plan.autocomplete("add")
    async def _complete(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        """Offer how the last turn of the line could go on."""
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
        """Offer the lines of the plan, and all of them."""
        try:
            match = await running_match(interaction)
            tree = await self.bot.arena.plans.of(match.id, await whoami(interaction))
        except ArenaError:
            return []
        texts = [JOINT.join(each) for each in lines(tree)]
        texts += [ALL] if len(texts) > 1 else []
        fitting = [text for text in texts if current.casefold() in text.casefold() and len(text) <= CHOICE_LIMIT]
        return [app_commands.Choice(name=text, value=text) for text in fitting[:MOST_CHOICES]]

    @plan.autocomplete("question")
    async def _questions(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        """Offer what can be answered in advance."""
        try:
            match = await running_match(interaction)
            await seat_of(interaction, match)
        except ArenaError:
            return []
        named = [(plain(each.name, locale_of(interaction)), each.key) for each in preparations(match)]
        return offered(named, current.strip(), by_value=True)

    async def _answer(self, interaction: Interaction, match: Match, tree: Tree) -> None:
        if not match.session.game.info.open:
            raise PlanError(say("In this game turns cannot be planned: not everything is known."), "plan-hidden")
        head = (
            say("Your plan; only you see it, and each answer is played at once when its turn comes:")
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
    """Return the turns of a line as a player typed it. Raises Refusal where words stand beside the notation."""
    notation, beside, rest = line.partition(BESIDE)
    if beside:
        raise not_understood(notation, rest)
    turns = (turn.strip() for turn in _SPLIT.split(line))
    return [turn for turn in turns if turn]


def completions(session: Session, typed: str) -> list[str]:
    """Return lines that go on with a half-typed one.

    Raises:
        PlanError: A turn of it that is followed by another one is illegal or may not be foreseen.
    """
    *before, last = (turn.strip() for turn in _SPLIT.split(typed))
    then = hypothetical(session, [turn for turn in before if turn])
    if len(then.to_act) != 1:
        return []
    (seat,) = then.to_act
    head = "".join(f"{turn}{JOINT}" for turn in before if turn)
    return [f"{head}{turn}" for turn in complete_turn(then.game, then.state, seat, last, MOST_CHOICES)]


def example(session: Session) -> str:
    """Return a line as it might be typed now, as far as that is known."""
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
    """Return a plan as rows of a list, each line on one."""
    return [f"- {' → '.join(f'`{code(turn)}`' for turn in line)}" for line in lines(tree)]
