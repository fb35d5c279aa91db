"""`/match plan`: turns that are played at once when the others play what one foresees. Everything here is private."""

from __future__ import annotations

import re

from discord import app_commands

from cogs.core.bot import ArenaGroup, Interaction
from cogs.core.context import running_match, seat_of, whoami
from cogs.core.language import locale_of
from cogs.core.limits import CHOICE_LIMIT, MOST_CHOICES
from cogs.core.replies import reply
from cogs.core.text import code, mark, shown
from cogs.ui.completion import BESIDE, not_understood
from engine.errors import ArenaError
from engine.session import Session
from engine.text import say
from engine.turn import complete_turn
from hosting.match.conditional import PlanError, Tree, hypothetical, lines
from hosting.match.model import Match

JOINT = "; "
"""Stands between the turns of a line."""

_SPLIT = re.compile(r"[;>\n]")


class PlanCog(ArenaGroup, group_name="plan", group_description=mark("Turns to be played at once if…")):
    """Lets players plan ahead."""

    under = "match"

    @app_commands.command(name="add", description=mark("If they play this, you answer that"))
    @app_commands.describe(line=mark("Turns from the next one on, your answer last, with ; between them"))
    async def add(self, interaction: Interaction, line: str) -> None:
        """Add a line to the plan."""
        match = await running_match(interaction)
        await seat_of(interaction, match)
        tree = await self.bot.arena.plans.add(match.id, await whoami(interaction), split(line))
        await self._answer(interaction, match, tree)

    @app_commands.command(name="show", description=mark("Your plan in this match; nobody else sees it"))
    async def show(self, interaction: Interaction) -> None:
        """Show the plan."""
        match = await running_match(interaction)
        await seat_of(interaction, match)
        await self._answer(interaction, match, await self.bot.arena.plans.of(match.id, await whoami(interaction)))

    @app_commands.command(name="remove", description=mark("Take a line out of your plan, or all of it"))
    @app_commands.describe(line=mark("Which line; leave it out for all of them"))
    async def remove(self, interaction: Interaction, line: str = "") -> None:
        """Take out a line, or everything."""
        match = await running_match(interaction)
        await seat_of(interaction, match)
        tree = await self.bot.arena.plans.remove(match.id, await whoami(interaction), split(line))
        await self._answer(interaction, match, tree)

    @add.autocomplete("line")
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

    @remove.autocomplete("line")
    async def _complete_removal(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        """Offer the lines of the plan."""
        try:
            match = await running_match(interaction)
            tree = await self.bot.arena.plans.of(match.id, await whoami(interaction))
        except ArenaError:
            return []
        texts = [JOINT.join(each) for each in lines(tree)]
        fitting = [text for text in texts if current.casefold() in text.casefold() and len(text) <= CHOICE_LIMIT]
        return [app_commands.Choice(name=text, value=text) for text in fitting[:MOST_CHOICES]]

    async def _answer(self, interaction: Interaction, match: Match, tree: Tree) -> None:
        if not match.session.game.info.open:
            raise PlanError(say("In this game turns cannot be planned: not everything is known."), "plan-hidden")
        head = (
            say("Your plan; only you see it, and each answer is played at once when its turn comes:")
            if tree
            else say(
                "You have no plan in this match. `/match plan add` takes a line like `{line}`: "
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
