"""What the private message says in which a turn is built by picking."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cogs.core.limits import MESSAGE_LIMIT
from cogs.core.text import cut, fitting
from cogs.play.builder.layout import Building, pages, question_of, step_of
from cogs.play.builder.state import Stage, latest
from cogs.ui.played import warned
from engine.choices import Choice, Question
from engine.extras import Cautious, asked, owner
from engine.text import Player, Text, say
from engine.turn import listing

_MORE = say("More will happen in this turn: `/match replay` tells all of it once it is played.")

SMALL = "-# "
"""Before a line that is shown in small letters."""


def content(building: Building, *notices: Text, room: int = MESSAGE_LIMIT) -> str:
    """Return the text of the message, `notices` first; of very much that happens as much is told as has `room`."""
    above, below = ([building.shown(line) for line in part] for part in (_above(building, notices), _below(building)))
    told = [building.shown(event.text()) for event in building.stage.turn.events]
    left = room - sum(len(line) + 1 for line in (*above, *below)) - len(SMALL)
    events = fitting(told, left, building.shown(_MORE))
    # In one paragraph: lines of their own would push the picture above out of sight on a phone.
    happened = [SMALL + events.replace("\n", " ")] if events else []
    return cut("\n".join([*above, *happened, *below]), room)


def _above(building: Building, notices: Sequence[Text]) -> Iterator[Text]:
    """Yield what comes before all that the finished moves bring about."""
    question = question_of(building)
    yield from notices
    yield from _inside(building, told=question is not None)
    if question is not None:
        yield say("**{heading}**", heading=question.heading)
        if not building.stage.ready:
            yield from question.about


def _below(building: Building) -> Iterator[Text]:
    """Yield what is chosen, and what there is to do now."""
    here, secret, question = building.stage, len(building.match.session.deciding) > 1, question_of(building)
    # What comes of it is not known before it is played: then at least what was picked is said in words.
    untold = here.ready and (secret or here.turn.barrier) and not _closed(building)
    steps = latest(building.match.session, building.seat, here.draft) if untold else here.chosen
    if secret and here.ready:
        yield say("**Your choice:** {choice}", choice=_way(steps))
    elif untold and steps:
        yield _way(steps)
    if here.ready and here.turn.moves and isinstance(building.match.session.game, Cautious):
        game, state = building.match.session.game, building.match.session.state
        caution = game.caution(state, building.seat, here.turn.moves[-1]) if len(here.turn.moves) == 1 else None
        if caution is not None:
            yield warned(caution)
    yield _next(here, question, _step(building), secret=secret, unfinished=_unfinished(building))
    yield from _notes(building)
    if not secret:
        yield from _veiled(here)
    if here.turn.text:
        yield say("-# In notation: `{turn}`", turn=here.turn.text)


def _inside(building: Building, *, told: bool) -> Iterator[Text]:
    """Yield who waits for an answer inside their turn, and what is asked; `told` if the game's question says that."""
    session, seat = building.match.session, building.seat
    asking = asked(session.game, session.state, seat)
    if asking is None:
        return
    whose = owner(session.game, session.state)
    if whose is not None and whose != seat:
        yield say("-# It is the turn of {player}, who waits for your answer.", player=Player(whose))
    if not told:
        yield say("**{question}**", question=asking)


def _closed(building: Building) -> bool:
    """Return whether the last thing in a list of several was only to end it."""
    listed = listing(building.match.session.game, building.match.session.state, building.seat)
    actions = building.stage.draft.actions
    return listed is not None and len(actions) > 1 and actions[-1] == listed.close


def _notes(building: Building) -> Iterator[Text]:
    """Yield what there is to know of the alternatives that are buttons: those in menus have it beside them."""
    sheets = pages(building)
    for block in sheets[min(building.page, len(sheets) - 1)]:
        for option in block.options:
            if option.note is not None and not block.menu:
                yield say("-# **{option}** – {note}", option=option.text, note=option.note)


def _veiled(here: Stage) -> Iterator[Text]:
    """Yield what others read in place of what is private in a turn that can be played."""
    for entry in here.turn.entries if here.ready else ():
        if entry.veil is not None:
            yield say("-# In place of `{move}` others read: {deed}.", move=entry.text, deed=entry.veil)


def _unfinished(building: Building) -> bool:
    """Return whether a list of several stops at what comes to light: whatever is left of it comes after that."""
    here, session = building.stage, building.match.session
    listed = listing(session.game, here.turn.state, building.seat)
    return listed is not None and here.turn.barrier and here.draft.actions[-1] != listed.close


def _next(here: Stage, question: Question | None, step: Text, *, secret: bool, unfinished: bool) -> Text:
    """Return what there is to do now."""
    if here.ready and secret and here.turn.entries[-1].veil is not None:
        return say(
            "Confirm to seal it: nobody else sees it until the match is over. You can change it until all have chosen."
        )
    if here.ready and secret:
        return say("Confirm to seal it: nobody else sees it until all have chosen.")
    if here.ready and unfinished:
        return say("Confirm to play it: what it uncovers all see then, and you go on with what is left of your turn.")
    if here.ready:
        return say("-# Only you see it until you confirm it.")
    ask = step if question is None else question.ask
    if here.end is not None and here.draft.actions:
        return say("{question} Or confirm to play it as it stands, and leave the rest.", question=ask)
    return ask


def _step(building: Building) -> Text:
    """Return what is chosen next, where the game asks nothing else, behind what is chosen already."""
    here, ask = building.stage, step_of(building)
    return say("{steps} › {question}", steps=_way(here.chosen), question=ask) if here.chosen else ask


def _way(steps: Sequence[Choice]) -> Text:
    """Return steps in a row."""
    way, *others = (choice.text for choice in steps)
    for step in others:
        way = say("{steps} › {step}", steps=way, step=step)
    return way
