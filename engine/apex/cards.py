"""Card effects in words, and the places of an age's cards, as far as a player may know (A9)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.apex.components import (
    ACTION_NAMES,
    BONUS_NAMES,
    TRACK_NAMES,
    Action,
    Bonus,
    Card,
    Civilisation,
    Components,
    Track,
    components,
)
from engine.apex.view import ApexView
from engine.cards import CardList, Pile
from engine.text import Listed, Player, Text, Value, listed, say, say_n

# Effects of cards, sectors and civilisations in words: for menus, help and sheets.


BONUS_TEXTS: tuple[Text, ...] = (
    say("One more portal action in each of your expansions."),
    say("One more movement action in each of your expansions."),
    say("One more production action in each of your expansions."),
    say("One more ambush action in each of your expansions."),
    say("One more conversion action in each of your expansions."),
    say("1 more point at the end of each age."),
    say("Influence +1."),
    say("Armament +1."),
)
"""The effect of a colony on a sector, by `Bonus` (A43)."""


TRACK_TEXTS: tuple[Text, ...] = (
    say("Each level gives you one more new ship in each of your expansions."),
    say("Each level gives you one more movement in each of your expansions."),
    say("Each level counts as one more ship for control, wherever you have a ship or a colony."),
    say("Each level counts as one more ship in battles, wherever you have a ship or a colony."),
)
"""The effect of a level, by `Track` (A29, A33, A46)."""


def action_list(actions: Sequence[Action]) -> Listed:
    return listed((ACTION_NAMES[action] for action in actions), "comma")


def card_text(card: Card) -> Text:
    """Return the special effect of a card as one sentence; War and Colonisation are the same on all."""
    values: dict[str, Text | Value] = {
        "card": card.index,
        "track": TRACK_NAMES[card.evolution],
        "actions": action_list(card.expansion),
    }
    if card.circled:
        return say("Card {card} (circled): evolution {track}; expansion {actions}.", **values)
    return say("Card {card}: evolution {track}; expansion {actions}.", **values)


def bonus_text(bonus: Bonus) -> Text:
    """Return the effect of a colony on a sector with a bonus, as one sentence."""
    return BONUS_TEXTS[bonus]


def bonus_name(bonus: Bonus) -> Text:
    """Return the name of a bonus."""
    return BONUS_NAMES[bonus]


def civilisation_note(civilisation: Civilisation) -> Text:
    """Return the use of a civilisation's starting levels (A13)."""
    raised = [track for track in Track if civilisation.levels[track]]
    return TRACK_TEXTS[raised[0]] if raised else say("All levels at 0, and many ships.")


def civilisation_label(civilisation: Civilisation) -> Text:
    """Return the start of a civilisation as a label (A13)."""
    raised = [track for track in Track if civilisation.levels[track]]
    if not raised:
        return say("{civilisation}: ships {ships}", civilisation=civilisation.name, ships=civilisation.ships)
    (track,) = raised
    return say(
        "{civilisation}: ships {ships}, {track} {level}",
        civilisation=civilisation.name,
        ships=civilisation.ships,
        track=TRACK_NAMES[track],
        level=civilisation.levels[track],
    )


def civilisation_text(civilisation: Civilisation) -> Text:
    """Return the start of a civilisation as one sentence (A13)."""
    raised = [track for track in Track if civilisation.levels[track]]
    if not raised:
        return say_n(
            "{civilisation} ({code}): {count} ship, all levels at 0.",
            "{civilisation} ({code}): {count} ships, all levels at 0.",
            civilisation.ships,
            civilisation=civilisation.name,
            code=civilisation.code,
        )
    (track,) = raised
    return say_n(
        "{civilisation} ({code}): {count} ship, {track} at {level}.",
        "{civilisation} ({code}): {count} ships, {track} at {level}.",
        civilisation.ships,
        civilisation=civilisation.name,
        code=civilisation.code,
        track=TRACK_NAMES[track],
        level=civilisation.levels[track],
    )


def card_list(view: ApexView) -> CardList:
    hand = set() if view.viewer is None else set(view.sides[view.viewer - 1].hand or ())
    gone = {*view.spent, *view.undealt, *view.outside}
    dealt = any(side.hand_size for side in view.sides)
    box = components(view.data)
    every = {card.index for card in box.cards}
    away = every - gone - hand if dealt else set[int]()
    stock = set[int]() if dealt else every - gone
    piles = (
        _pile(say("Your hand"), hand, box),
        _pile(_elsewhere(view), away, box),
        _pile(say("In use, dealt at the start of each age"), stock, box),
        _pile(say("Played or discarded this age"), view.spent),
        _pile(say("Not dealt this age"), view.undealt),
        _pile(say("Left out of the whole game"), view.outside),
    )
    heading = say("Age {age}, round {round}", age=view.age, round=view.round) if view.age else say("Set-up")
    return CardList(heading, tuple(pile for pile in piles if pile.keys), _odds(view, away))


def _elsewhere(view: ApexView) -> Text:
    others = [side.seat for side in view.sides if side.seat != view.viewer]
    if view.viewer is None:
        return say("In the players' hands")
    if len(others) == 1:
        return say("In {player}'s hand", player=Player(others[0]))
    return say("In the other players' hands")


def _pile(title: Text, cards: Iterable[int], box: Components | None = None) -> Pile:
    indices = sorted(cards)
    texts = () if box is None else tuple(_line(box.card(index)) for index in indices)
    return Pile(title, tuple(map(str, indices)), texts)


def _line(card: Card) -> Text:
    return say(
        "evolution {track}; expansion {actions}",
        track=TRACK_NAMES[card.evolution],
        actions=action_list(card.expansion),
    )


def _odds(view: ApexView, away: set[int]) -> tuple[Text, ...]:
    if not away:
        return ()
    box = components(view.data)
    cards = [box.card(index) for index in sorted(away)]
    tracks = _counted((TRACK_NAMES[track], sum(card.evolution is track for card in cards)) for track in Track)
    actions = _counted((ACTION_NAMES[action], sum(action in card.expansion for card in cards)) for action in Action)
    found = [
        say_n(
            "Evolution on the {count} card in hands you can't see: {tracks}.",
            "Evolution on the {count} cards in hands you can't see: {tracks}.",
            len(cards),
            tracks=tracks,
        ),
        say("Among them, the number with each expansion action: {actions}.", actions=actions),
    ]
    sizes = [side.hand_size for side in view.sides if side.seat != view.viewer]
    if len(sizes) > 1:
        share = round(100 * max(sizes) / sum(sizes))
        text = say_n(
            "A card you haven't seen passed on has a {share}% chance of being in the other hand.",
            "A card you haven't seen passed on has a {share}% chance of being in any one of {count} hands.",
            len(sizes),
            share=share,
        )
        found.append(text)
    return tuple(found)


def _counted(counts: Iterable[tuple[Text, int]]) -> Listed:
    return listed((say("{name} {count}", name=name, count=count) for name, count in counts), "comma")
