"""What a position is called in words: how far the game is, who is asked what, who won."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from engine.mutants.components import components
from engine.mutants.events import ZONE_NAMES
from engine.mutants.view import MutantsView, Prompt
from engine.seat import Seat
from engine.text import Player, Text, Value, say
from render.results import result_text

Tell: TypeAlias = Callable[[Text], str]
"""Gives a text in the reader's language."""

BOSS: Seat = 2
"""The seat of the boss in the views and events of a Revolt."""
ROUNDS = 5
PICKS = 6

_ASKED: dict[str, Text] = {
    "mulligan": say("{player} keeps or changes the reserve tops"),
    "flank": say("{player} moves the active mutant"),
    "act": say("{player} chooses an action"),
    "freeze-empty": say("{player} must freeze a card from the discard"),
    "freeze-self": say("{player} may freeze a mutant"),
    "freeze-hand": say("{player} may freeze a card from their hand"),
    "freeze-discard": say("{player} may freeze a card from the discard"),
    "freeze-arena": say("{player} may freeze a mutant"),
    "cycle": say("{player} discards"),
    "discard": say("{player} discards"),
    "offer": say("{player} may pay"),
    "cost": say("{player} pays with cards"),
    "take": say("{player} takes a card from the discard"),
    "take-discard": say("{player} discards"),
    "gain": say("{player} gains a reserve top"),
    "copy": say("{player} chooses what to copy"),
    "ko": say("{player} knocks a mutant out"),
    "flip": say("{player} turns a mutant face up"),
    "parry": say("{player} is attacked and parries"),
}
_PLAIN = ("act", "pick", "flank")
"""Prompts that explain themselves."""


def called(view: MutantsView, seat: Seat) -> Value:
    """Return what to call a seat in a text: a player, or the boss."""
    if view.boss is not None and seat == BOSS:
        return title_of_boss(view)
    return Player(seat)


def title_of_boss(view: MutantsView) -> str:
    """Return what the boss of a Revolt is called; empty elsewhere."""
    return components(view.data).bosses[view.boss.key].name_en if view.boss is not None else ""


def round_label(view: MutantsView) -> Text:
    """Return how far the game is."""
    if view.draft is not None:
        return say("Draft, pick {pick} of {picks}", pick=view.draft.pick, picks=PICKS)
    if not view.round:
        return say("Set-up", context="stage of the game")
    return say("Round {round} of {rounds}", round=view.round, rounds=ROUNDS)


def next_text(view: MutantsView) -> Text:
    """Return who is asked what; the view's game is running."""
    prompt = view.prompt
    if prompt is None:
        return say("Nothing to decide")
    if prompt.kind == "pick":
        return say("Everyone picks a card in secret")  # M11
    return _ASKED[prompt.kind].using(player=Player(prompt.seats[0]))


def why_text(view: MutantsView) -> Text | None:
    """Return why something is asked that does not explain itself, and how large packs are; None elsewhere."""
    prompt = view.prompt
    if view.draft is not None:
        return say("Each pack has {count} cards; you pass it to the left.", count=view.draft.pack_size)
    return None if prompt is None or prompt.kind in _PLAIN else prompt.why


def headline(view: MutantsView) -> Text:
    """Return how far the game is and what comes next, or who won."""
    if view.outcome is not None:
        return result_text(view.outcome)
    return say("{round}. {next}", round=round_label(view), next=next_text(view))


def answers_text(prompt: Prompt) -> tuple[str, ...]:
    """Return the places among which a prompt lets choose, in notation: zones, then piles."""
    return (*prompt.zones, *(f"@{pile}" for pile in prompt.piles))


def zone_text(zone: str) -> Text:
    """Return what a zone is called."""
    return ZONE_NAMES[zone]
