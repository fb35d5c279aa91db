"""A position in words, so that it can be played without seeing the picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from engine.apex.components import ACTION_NAMES
from engine.apex.view import ApexView, Side
from engine.events import Event
from engine.text import Player, Text, say, say_n
from render.apex.frame import hand_of
from render.apex.lanes import lanes_text
from render.apex.wording import (
    Tell,
    bonus_name,
    card_text,
    civilisation,
    headline,
    letter,
    list_text,
    pawns_text,
    side_name,
)
from render.look import PLAIN, Look
from render.results import result_text
from render.words import ALT_LIMIT, ELLIPSIS, one_line


@dataclass(frozen=True, slots=True)
class _Trial:
    """How much is told: of the last events those from `first` on, players at length, sides of cards, lanes, choices.

    Choices are told in words (`words`) or by the letters of notation.
    """

    names: int = 32
    first: int = 0
    at_length: bool = False
    sides: bool = True
    lanes: bool = True
    words: bool = True


def alt_text(view: ApexView, last: Sequence[Event] = (), look: Look = PLAIN) -> str:
    """Return the position in words, enough to play by, in at most `ALT_LIMIT` characters.

    What is reconstructed comes first, and stays. Where there is too little room, players are told in numbers, then
    names are shortened and the sides of cards left out, which the hand's own text has, then the last turn is told from
    its end on, then lanes, which never change, are left out. What each player chose in the round stays in words until
    nothing else is left to leave out.
    """
    events = [event.text() for event in last]
    home = view.sides[look.side - 1].home if look.side is not None else ""
    first, text = look.notice(view.reconstruction), ""
    for trial in _trials(len(events)):
        name = look.called(partial(one_line, limit=trial.names))

        def tell(part: Text, name: partial[str] = name) -> str:  # type: ignore[assignment]
            return part.render(look.translate, name)

        parts = [*_position(view, trial, tell), *_turned(home), *events[trial.first :]]
        text = first + " ".join(map(tell, parts))
        if len(text) <= ALT_LIMIT:
            return text
    return text[: ALT_LIMIT - 1] + ELLIPSIS


def _trials(events: int) -> Iterator[_Trial]:
    yield _Trial(at_length=True)
    yield _Trial()
    yield _Trial(names=16)
    yield _Trial(names=16, sides=False)
    for first in range(events):
        yield _Trial(names=8, sides=False, first=first)
    yield _Trial(names=8, sides=False, first=events, lanes=False)
    yield _Trial(names=8, sides=False, first=events, lanes=False, words=False)


def _position(view: ApexView, trial: _Trial, tell: Tell) -> Iterator[Text]:
    if view.outcome is not None:
        yield say("Game over: {result}. {reason}", result=result_text(view.outcome), reason=view.outcome.reason)
    else:
        yield say("{headline}.", headline=headline(view))
    yield from _hand(view, trial, tell)
    if view.strategies:
        told = (
            f"{letter(view, each.seat)} {each.card}{_of(each.side, trial, tell)}"
            + (f" (-{each.discard})" if each.discard else "")
            + ("" if each.done else "*")
            for each in view.strategies
        )
        yield say("Strategies of the round, a star for those to come: {strategies}.", strategies=", ".join(told))
    if any(view.actions):
        left = (f"{count} {tell(name)}" for count, name in zip(view.actions, ACTION_NAMES, strict=True) if count)
        yield say("Actions left: {actions}.", actions=", ".join(left))
    yield from _players(view, trial, tell)
    if gone := [letter(view, each.seat) for each in view.sides if each.left]:
        yield say("Resigned: {players}.", players=", ".join(gone))
    yield from _sectors(view, tell)
    if trial.lanes:
        yield lanes_text(view)


def _of(side: str, trial: _Trial, tell: Tell) -> str:
    """Return which side of a card was chosen: its name, or where there is too little room its letter."""
    return f" {tell(side_name(side))}" if trial.words else side


def _hand(view: ApexView, trial: _Trial, tell: Tell) -> Iterator[Text]:
    if hand := hand_of(view):
        cards = "; ".join(tell(card_text(view, card, tell)) for card in hand) if trial.sides else list_text(hand)
        yield say("Your hand: {cards}.", cards=cards)


def _players(view: ApexView, trial: _Trial, tell: Tell) -> Iterator[Text]:
    if not trial.at_length:
        yield say(
            "Players: points; production/movement/influence/armament; ships, in supply, colonies in supply; cards: "
            "{players}.",
            players=". ".join(tell(_numbers(view, each)) for each in view.sides),
        )
        return
    for each in view.sides:
        yield _at_length(view, each)


def _at_length(view: ApexView, side: Side) -> Text:
    if not side.civilisation:
        return say("{player} has no civilisation yet.", player=Player(side.seat))
    return say_n(
        "{letter}, {player}, {civilisation}: {count} point, production {production}, movement {movement}, "
        "influence {influence}, armament {armament}; ships on the map {ships}, in supply {supply}; colonies in supply "
        "{colonies}; cards {cards}.",
        "{letter}, {player}, {civilisation}: {count} points, production {production}, movement {movement}, "
        "influence {influence}, armament {armament}; ships on the map {ships}, in supply {supply}; colonies in supply "
        "{colonies}; cards {cards}.",
        side.points,
        letter=letter(view, side.seat),
        player=Player(side.seat),
        civilisation=civilisation(side),
        production=side.levels[0],
        movement=side.levels[1],
        influence=side.influence,
        armament=side.armament,
        ships=side.ships,
        supply=side.supply,
        colonies=side.colonies_left,
        cards=side.hand_size,
    )


def _numbers(view: ApexView, side: Side) -> Text:
    return say(
        "{letter} {player} {points}; {levels}; {ships}, {supply}, {colonies}; {cards}",
        letter=letter(view, side.seat),
        player=Player(side.seat),
        points=side.points,
        levels="/".join(map(str, (*side.levels[:2], side.influence, side.armament))),
        ships=side.ships,
        supply=side.supply,
        colonies=side.colonies_left,
        cards=side.hand_size,
    )


def _sectors(view: ApexView, tell: Tell) -> Iterator[Text]:
    settled = [each for each in view.sectors if each.pawns]
    if settled:
        told = (
            f"{each.slot} {tell(bonus_name(each.bonus))} {pawns_text(view, each)}"
            if each.bonus
            else f"{each.slot} {pawns_text(view, each)}"
            for each in settled
        )
        yield say("Ships by sector, c for a colony, a star for control: {sectors}.", sectors="; ".join(told))
    free: dict[str, list[str]] = {}
    for each in view.sectors:
        if not each.pawns and not each.home and not each.face_down:
            free.setdefault(each.bonus, []).append(each.slot)
    if free:
        told = (f"{tell(bonus_name(bonus))} {' '.join(slots)}" for bonus, slots in free.items())
        yield say("Empty: {sectors}.", sectors=", ".join(told))
    homes = [each.slot for each in view.sectors if each.home and each.owner is None]
    if homes:
        yield say("Free homes: {homes}.", homes=", ".join(homes))
    hidden = [each.slot for each in view.sectors if each.face_down]
    if hidden:
        yield say("Face down: {sectors}.", sectors=" ".join(hidden))


def _turned(home: str) -> Iterator[Text]:
    if home not in ("", "H1"):
        yield say("The picture is rotated: {home} is at the bottom.", home=home)
