"""What cards, sectors and civilisations do, in words: for menus, help and sheets."""

from __future__ import annotations

from collections.abc import Sequence

from engine.apex.components import ACTION_NAMES, BONUS_NAMES, TRACK_NAMES, Action, Bonus, Card, Civilisation, Track
from engine.text import Listed, Text, Value, listed, say, say_n

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
"""What a colony on a sector brings, by `Bonus` (A43)."""


TRACK_TEXTS: tuple[Text, ...] = (
    say("Each level gives you one more new ship in each of your expansions."),
    say("Each level gives you one more movement in each of your expansions."),
    say("Each level counts as one more ship for control, wherever you have a ship or a colony."),
    say("Each level counts as one more ship in battles, wherever you have a ship or a colony."),
)
"""What a level brings, by `Track` (A29, A33, A46)."""


def action_list(actions: Sequence[Action]) -> Listed:
    """Return actions as a list, e.g. "portal, production, production"."""
    return listed((ACTION_NAMES[action] for action in actions), "comma")


def card_text(card: Card) -> Text:
    """Return what is special about a card, as one sentence; War and Colonisation are the same on all."""
    values: dict[str, Text | Value] = {
        "card": card.index,
        "track": TRACK_NAMES[card.evolution],
        "actions": action_list(card.expansion),
    }
    if card.circled:
        return say("Card {card} (circled): evolution {track}; expansion {actions}.", **values)
    return say("Card {card}: evolution {track}; expansion {actions}.", **values)


def bonus_text(bonus: Bonus) -> Text:
    """Return what a colony on a sector with a bonus brings, as one sentence."""
    return BONUS_TEXTS[bonus]


def bonus_name(bonus: Bonus) -> Text:
    """Return what a bonus is called."""
    return BONUS_NAMES[bonus]


def civilisation_note(civilisation: Civilisation) -> Text:
    """Return what the levels are good for that a civilisation starts with (A13)."""
    raised = [track for track in Track if civilisation.levels[track]]
    return TRACK_TEXTS[raised[0]] if raised else say("All levels at 0, and many ships.")


def civilisation_label(civilisation: Civilisation) -> Text:
    """Return what a civilisation starts with, as a label (A13)."""
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
    """Return what a civilisation starts with, as one sentence (A13)."""
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
