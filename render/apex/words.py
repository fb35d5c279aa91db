"""A position in words: alt text, monospaced board, remaining cards, names of things."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TypeAlias

from engine.apex.components import ACTION_NAMES, BONUS_NAMES, NAMES, TRACK_NAMES, Action, Bonus, Card, Track, components
from engine.apex.events import SIDE_NAMES
from engine.apex.view import ApexView, Sector, Side
from engine.events import Event
from engine.seat import Seat
from engine.text import Player, Text, clauses, joined_clauses, say, say_n
from render.apex.frame import hand_of
from render.words import (
    ALT_LIMIT,
    ELLIPSIS,
    PHONE_COLUMNS,
    PLAIN,
    Look,
    Name,
    columns,
    in_columns,
    in_limit,
    in_lines,
    name_in,
    one_line,
    result_text,
    shortened,
)

# Adjacent sectors in few words: star maps look the same from every home, so a part of the lanes defines them all.


def lanes_text(view: ApexView) -> Text:
    """Return the pairs of adjacent sectors (A8): in full, unless all numbers have the same lanes."""
    pattern = _pattern(view.lanes, len(view.sides))
    if pattern:
        return say("Lanes, the same for every number, wrapping round: {lanes}.", lanes=", ".join(pattern))
    return say("Lanes: {lanes}.", lanes=", ".join(f"{one}-{other}" for one, other in view.lanes))


@lru_cache(maxsize=16)
def _pattern(pairs: tuple[tuple[str, str], ...], seats: int) -> tuple[str, ...]:
    """Return the lanes between number 1 and numbers 1 and 2; none if they do not define the whole map."""
    lanes = {frozenset(each) for each in pairs}
    rings = sorted({slot[0] for each in pairs for slot in each}, key="HABCD".index)
    steps = [
        (one, other, step)
        for place, one in enumerate(rings)
        for step, others in ((0, rings[place + 1 :]), (1, rings))
        for other in others
        if frozenset((f"{one}1", f"{other}{1 + step}")) in lanes
    ]
    turned = {
        frozenset((f"{one}{number + 1}", f"{other}{(number + step) % seats + 1}"))
        for one, other, step in steps
        for number in range(seats)
    }
    return tuple(f"{one}1-{other}{1 + step}" for one, other, step in steps) if turned == lanes else ()


# Headings and names: the decision, the winner, the things of the game.


Tell: TypeAlias = Callable[[Text], str]
"""Gives a text in the reader's language."""

LETTERS: dict[str, str] = {"HUM": "H", "DRA": "D", "MIN": "M", "SHE": "S", "NAG": "N", "CIR": "C"}
"""The letter of a civilisation; a seat without one has its number."""

NOTICE = say("Cards, sectors, maps and civilisations are reconstructed: we had the rulebook without its pictures.")


def letter(view: ApexView, seat: Seat) -> str:
    return LETTERS.get(view.sides[seat - 1].civilisation, str(seat))


def civilisation(side: Side) -> Text:
    return NAMES[side.civilisation]


def bonus_name(bonus: str) -> Text:
    return BONUS_NAMES[Bonus[bonus.upper()]]


def round_label(view: ApexView) -> Text:
    return (
        say("Age {age}, round {round}", age=view.age, round=view.round)
        if view.age
        else say("Set-up", context="stage of the game")
    )


def next_text(view: ApexView) -> Text:
    """Return the deciding player and the decision; the view's game is running."""
    if view.phase == "choose":
        return say("Everyone chooses a strategy in secret")  # A17
    player = Player(view.to_act[0]) if view.to_act else Player(1)
    match view.phase:
        case "setup":
            return say("{player}: choose a civilisation", player=player)  # A12
        case "war":
            return say("{player}: war", player=player)
        case "colonise":
            return say("{player}: colonisation", player=player)
        case _:
            return say("{player}: expansion", player=player)


def headline(view: ApexView) -> Text:
    if view.outcome is not None:
        return result_text(view.outcome)
    return say("{round}. {next}", round=round_label(view), next=next_text(view))


def passing_text(view: ApexView) -> Text:
    """Return the direction of hands after this round (A22, A23, A72)."""
    if view.mode == "2":
        return say("You swap hands after each round")
    if view.passing > 0:
        return say("Hands go left: {order}", order=_order(view, 1))
    return say("Hands go right: {order}", order=_order(view, -1))


def _order(view: ApexView, step: int) -> str:
    seats = [side.seat for side in view.sides][::step]
    return " › ".join(letter(view, seat) for seat in (*seats, seats[0]))


def side_name(side: str) -> Text:
    return SIDE_NAMES[side]


def pawns_text(view: ApexView, sector: Sector) -> str:
    """Return the pawns in a sector: `*3Hc 1D` are three Human ships and a colony, with control, and a ship."""
    return " ".join(
        ("*" if each.seat == sector.controller else "")
        + (str(each.ships) if each.ships else "")
        + letter(view, each.seat)
        + ("c" if each.colony else "")
        for each in sector.pawns
    )


def card_text(view: ApexView, card: int, tell: Tell) -> Text:
    """Return a card's index and its named sides (A6)."""
    what = components(view.data).card(card)
    return say(
        "{card} (evolution {track}, expansion {actions})",
        card=card,
        track=TRACK_NAMES[what.evolution],
        actions="+".join(tell(ACTION_NAMES[action]) for action in what.expansion),
    )


def list_text(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


@dataclass(frozen=True, slots=True)
class _Trial:
    """The length of a description: last events from `first` on, players at length, sides of cards, lanes, choices.

    Choices are in words (`words`) or by the letters of notation.
    """

    names: int = 32
    first: int = 0
    at_length: bool = False
    sides: bool = True
    lanes: bool = True
    words: bool = True


def alt_text(view: ApexView, last: Sequence[Event] = (), look: Look = PLAIN) -> str:
    """Return the position in words, enough to play by, in at most `ALT_LIMIT` characters.

    The sentence on reconstructed values comes first, and stays. If there is too little room, players are reduced to
    numbers, then names are shortened and the sides of cards left out, which the hand's own text has, then the last turn
    loses its beginning, then lanes, which never change, are left out. The round's choices stay in words until nothing
    else can be left out.
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
        text = (
            f"{letter(view, each.seat)} {each.card}{_of(each.side, trial, tell)}"
            + (f" (-{each.discard})" if each.discard else "")
            + ("" if each.done else "*")
            for each in view.strategies
        )
        yield say(
            "This round's strategies, with a star for those still to come: {strategies}.", strategies=", ".join(text)
        )
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
    return f" {tell(side_name(side))}" if trial.words else side


def _hand(view: ApexView, trial: _Trial, tell: Tell) -> Iterator[Text]:
    if hand := hand_of(view):
        cards = clauses(card_text(view, card, tell) for card in hand) if trial.sides else list_text(hand)
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
        places = [
            f"{each.slot} {tell(bonus_name(each.bonus))} {pawns_text(view, each)}"
            if each.bonus
            else f"{each.slot} {pawns_text(view, each)}"
            for each in settled
        ]
        sectors = joined_clauses(places, tell)
        yield say("Ships by sector, c for a colony, a star for control: {sectors}.", sectors=sectors)
    free: dict[str, list[str]] = {}
    for each in view.sectors:
        if not each.pawns and not each.home and not each.face_down:
            free.setdefault(each.bonus, []).append(each.slot)
    if free:
        texts = (f"{tell(bonus_name(bonus))} {' '.join(slots)}" for bonus, slots in free.items())
        yield say("Empty: {sectors}.", sectors=", ".join(texts))
    homes = [each.slot for each in view.sectors if each.home and each.owner is None]
    if homes:
        yield say("Free homes: {homes}.", homes=", ".join(homes))
    hidden = [each.slot for each in view.sectors if each.face_down]
    if hidden:
        yield say("Face down: {sectors}.", sectors=" ".join(hidden))


def _turned(home: str) -> Iterator[Text]:
    if home not in ("", "H1"):
        yield say("The picture is rotated: {home} is at the bottom.", home=home)


# A position in monospaced characters.


_NAME = 10
_BONUS = 14
"""The widest column of bonuses; no supported language needs more."""


def text_board(view: ApexView, look: Look = PLAIN) -> str:
    """Return sectors, players and lanes in rows of at most `PHONE_COLUMNS` columns.

    `A1 portal *3Hc 1D` is a sector with the bonus portal, with three Human ships and a colony, which control it, and
    one Dragonite ship. A face-down sector has a `?` for its bonus.
    """
    name = look.called(name_in(_NAME))

    def tell(text: Text) -> str:
        return text.render(look.translate, name)

    def lines(*texts: Text, most: int = 3) -> list[str]:
        return [line for text in texts for line in in_lines(tell(text), PHONE_COLUMNS, most)]

    first = (look.side or 1) - 1
    order = (*view.sides[first:], *view.sides[:first])
    legend = say(
        "* controls, c colony. Players: points, production / movement / influence / armament, ships on the map, ships "
        "in supply, colonies in supply"
    )
    room = max((columns(_bonus(view, each, tell)) for each in view.sectors), default=0)
    parts = [
        lines(headline(view)),
        lines(view.reconstruction) if view.reconstruction is not None else [],
        [line for each in _round(view, look.side) for line in _whole(_row(view, each, tell, room))],
        [in_columns(_player(view, each, name), PHONE_COLUMNS).rstrip() for each in order],
        lines(*_hand_lines(view, tell), most=2),
        lines(*_doing(view, tell), most=4),
        lines(legend, most=5),
        lines(lanes_text(view), most=6),
    ]
    return in_limit(parts)


def _round(view: ApexView, side: Seat | None) -> list[Sector]:
    """Return the sectors ring by ring, each from the reader's home on."""
    home = view.sides[side - 1].home if side is not None else ""
    first = int(home[1:]) if home else 1
    rings = "HABDC"
    return sorted(
        view.sectors,
        key=lambda each: (rings.index(each.slot[0]), (int(each.slot[1:]) - first) % len(view.sides)),
    )


def _whole(row: str) -> list[str]:
    """Return a row as one line, or as several if it is wider than a telephone: nothing is cut."""
    return [row.rstrip()] if columns(row) <= PHONE_COLUMNS else in_lines(row, PHONE_COLUMNS)


def _bonus(view: ApexView, sector: Sector, tell: Tell) -> str:
    if sector.home:
        return letter(view, sector.owner) if sector.owner is not None else ""
    return "?" if sector.face_down else tell(bonus_name(sector.bonus))


def _row(view: ApexView, sector: Sector, tell: Tell, room: int) -> str:
    return f"{sector.slot} {in_columns(_bonus(view, sector, tell), min(room, _BONUS))} {pawns_text(view, sector)}"


def _player(view: ApexView, side: Side, called: Name) -> str:
    levels = "/".join(map(str, (*side.levels[:2], side.influence, side.armament)))
    name = called(side.seat)
    head = f"{letter(view, side.seat)} {in_columns(name, _NAME)} {side.points:>2}"
    return f"{head} {levels} {side.ships} {side.supply} {side.colonies_left}"


def _hand_lines(view: ApexView, tell: Tell) -> Iterator[Text]:
    for card in hand_of(view):
        yield card_text(view, card, tell)


def _doing(view: ApexView, tell: Tell) -> Iterator[Text]:
    if gone := [letter(view, each.seat) for each in view.sides if each.left]:
        yield say("Resigned: {players}", players=", ".join(gone))
    if view.strategies:
        text = ", ".join(
            f"{letter(view, each.seat)} {each.card}{each.side}"
            + (f"-{each.discard}" if each.discard else "")
            + ("" if each.done else "*")
            for each in view.strategies
        )
        yield say("Strategies (* = still to come): {strategies}", strategies=text)
    if any(view.actions):
        left = (f"{count} {tell(name)}" for count, name in zip(view.actions, ACTION_NAMES, strict=True) if count)
        yield say("Actions left: {actions}", actions=", ".join(left))


# The remaining cards of an age, as far as a player may know (A9), and the odds for one hand.


@dataclass(frozen=True, slots=True)
class Odds:
    """The number of cards with some property in other hands.

    `percent` is the rounded chance that one of those hands has at least one, without further knowledge.
    """

    count: int
    percent: int


@dataclass(frozen=True, slots=True)
class Deck:
    """The places of the cards.

    Attributes:
        gone: Played, discarded, not dealt or left out of the game, ascending.
        mine: In the viewer's hand, ascending.
        unseen: In other hands, ascending.
        stock: In use, but in no hand: before the first age and after the last, ascending.
        size: The number of cards in one of those hands.
        tracks: By `engine.apex.components.Track`.
        actions: By `engine.apex.components.Action`.
    """

    gone: tuple[int, ...]
    mine: tuple[int, ...]
    unseen: tuple[int, ...]
    stock: tuple[int, ...]
    size: int
    tracks: tuple[Odds, ...]
    actions: tuple[Odds, ...]


def deck_of(view: ApexView) -> Deck:
    """Return the places of the cards; a view does not have the hands that its viewer saw and passed on."""
    mine = hand_of(view)
    size = max((each.hand_size for each in view.sides if each.seat != view.viewer), default=0)
    gone = {*view.spent, *view.undealt, *view.outside}
    rest = [card for card in components(view.data).cards if card.index not in gone and card.index not in mine]
    unseen = rest if size else []

    def odds(has: Callable[[Card], bool]) -> Odds:
        count = sum(map(has, unseen))
        without = math.comb(len(unseen) - count, size) / math.comb(len(unseen), size) if unseen else 1
        # Rounding must not turn a chance into a certainty.
        return Odds(count, min(round(100 * (1 - without)), 100 if without == 0 else 99))

    return Deck(
        tuple(sorted(gone)),
        mine,
        tuple(card.index for card in unseen),
        () if size else tuple(card.index for card in rest),
        size,
        tuple(odds(lambda card, track=track: card.evolution is track) for track in Track),  # type: ignore[misc]
        tuple(odds(lambda card, action=action: action in card.expansion) for action in Action),  # type: ignore[misc]
    )


def cards_text(view: ApexView, look: Look = PLAIN) -> str:
    """Return the places of an age's cards, in words, in at most `ALT_LIMIT` characters."""
    tell = look.text_of

    def odds(names: tuple[Text, ...], every: tuple[Odds, ...]) -> str:
        parts = (
            say("{name} {count} ({percent}%)", name=name, count=each.count, percent=each.percent)
            for name, each in zip(names, every, strict=True)
        )
        return look.translate.joined([tell(part) for part in parts], "comma")

    deck, nothing = deck_of(view), tell(say("none", context="no cards"))
    parts = [
        say("In use, dealt at the start of each age: {cards}.", cards=list_text(deck.stock))
        if deck.stock
        else say("In other hands: {cards}.", cards=list_text(deck.unseen) or nothing),
        say("Played, discarded or not dealt this age, or left out: {cards}.", cards=list_text(deck.gone) or nothing),
    ]
    if deck.mine:
        parts.insert(0, say("In your hand: {cards}.", cards=list_text(deck.mine)))
    if deck.unseen:
        parts += [
            say("How many are in other hands, and how likely one hand of {count} has one:", count=deck.size),
            say("Evolution: {odds}.", odds=odds(TRACK_NAMES, deck.tracks)),
            say("Expansion: {odds}.", odds=odds(ACTION_NAMES, deck.actions)),
        ]
    whole = look.notice(view.reconstruction) + " ".join(map(tell, parts))
    return shortened(whole)
