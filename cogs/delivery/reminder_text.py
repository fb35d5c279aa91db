"""Reminders and digests as messages."""

from __future__ import annotations

from cogs.core.limits import MESSAGE_LIMIT
from cogs.core.text import Locale, cut, shown
from cogs.ui.asked import question
from cogs.ui.terms import moment
from engine.seat import Seat
from engine.text import Player, Text, say
from hosting.match.model import Match
from hosting.outbox.posts import Stage
from render.registry import renderer

_ANSWERS: dict[Stage, tuple[Text, ...]] = {
    "turn": (),
    "half": (say("Half of the time for that has passed."),),
    "end": (say("The time for that is nearly up. This is the last reminder."),),
    "idle": (say("The others are waiting for the answer."),),
    "last": (say("The others are waiting for the answer. This is the last reminder."),),
}
"""What a reminder adds for a player who is asked in the turn of another."""


def reminder_content(
    match: Match,
    seat: Seat,
    stage: Stage,
    locale: Locale,
    *,
    mention: str | None,
    link: str,
    season: Text | None = None,
) -> str:
    """Return a reminder: the game, what is expected, until when, and where.

    Args:
        match: As it stands now; it waits for the seat.
        seat: Whose turn it is.
        stage: Which reminder.
        locale: The reader's.
        mention: How to call the player; None to name them.
        link: Address of where to play.
        season: Where the match stands in its season; None if it is of none.
    """
    values = {"player": Player(seat) if mention is None else mention, "game": match.session.game.info.name}
    asked = question(match.session, seat, mention)
    texts: dict[Stage, Text] = {
        "turn": say("{player}, it is your turn in {game}.", **values),
        "half": say("{player}, half of your time for this turn in {game} has passed.", **values),
        "end": say("{player}, your time for this turn in {game} is nearly up. This is the last reminder.", **values),
        "idle": say("{player}, the others in {game} are waiting for your turn.", **values),
        "last": say("{player}, the others in {game} are waiting for your turn. This is the last reminder.", **values),
        "told": say("{player} was reminded for the last time that it is their turn in {game}.", **values),
    }
    lines = [texts[stage]] if asked is None or stage == "told" else [asked, *_ANSWERS[stage]]
    due = match.clock.due(seat) if match.clock is not None else None
    if season is not None:
        lines.append(season)
    if stage != "told":
        lines.append(renderer(match.game).headline(match.session.view(None)))
    if due is not None:
        lines.append(say("The time is up {when}.", when=moment(due)))
    elif match.clock is None and stage in ("last", "told"):
        lines.append(
            say(
                "There will be no more reminders. `/match end` asks to end the match, `/organise` looks for a "
                "substitute."
            )
        )
    if stage != "told":
        lines.append(say("[To the match]({link})", link=link))
    return cut("\n".join(shown(line, locale, match.names) for line in lines), MESSAGE_LIMIT)
