"""Abilities in signs: symbols and short words, for cards; `engine.mutants.wording` has them in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import assert_never

from engine.mutants.vocabulary import (
    Ability,
    Attack,
    Copy,
    Cycle,
    Discard,
    Draw,
    Effect,
    Flip,
    Force,
    Freeze,
    Gain,
    Health,
    Ko,
    Points,
    Take,
    Trigger,
    Weakness,
)
from engine.text import Text, say
from render.icons import Icon, bolt, star
from render.mutants import icons
from render.mutants.genes import GENES

_MAY = say("may", context="on a card, before an effect that is optional")
_CONDITIONS: dict[str, Text] = {
    "fury": say("in Fury:", context="on a card, before an effect"),
    "dread": say("in Dread:", context="on a card, before an effect"),
    "dominated": say("if dominated:", context="on a card, before an effect"),
    "dominating": say("if dominating:", context="on a card, before an effect"),
}
_ATTACKED: dict[str, Text] = {
    "dominating": say("those above you:", context="on a card, whom an attack hits"),
    "dominated": say("those below you:", context="on a card, whom an attack hits"),
    "all": say("all:", context="on a card, whom an attack hits"),
    "dread": say("those in Dread:", context="on a card, whom an attack hits"),
    "fury": say("those in Fury:", context="on a card, whom an attack hits"),
}
_YOU = say("you:", context="on a card of a boss, whom an attack hits")
_KOS: dict[str, Text] = {
    "same": say("same zone", context="on a card, which mutant is knocked out"),
    "active": say("active", context="on a card, which mutant is knocked out"),
    "flank": say("a flank", context="on a card, which mutant is knocked out"),
    "one": say("any one", context="on a card, which mutant is knocked out"),
    "all": say("all", context="on a card, which mutant is knocked out"),
    "self": say("this one", context="on a card, which mutant is knocked out"),
}
_FREEZES: dict[str, Text] = {
    "self": say("this one", context="on a card, what is frozen"),
    "hand": say("of hand", context="on a card, what is frozen"),
    "discard": say("of discard", context="on a card, what is frozen"),
    "arena": say("of arena", context="on a card, what is frozen"),
}
_GAINS: dict[str, Text] = {
    "hand": say("to hand", context="on a card, where a gained mutant goes"),
    "deck": say("to deck", context="on a card, where a gained mutant goes"),
    "incubator": say("to incubator", context="on a card, where a gained mutant goes"),
    "discard": say("to discard", context="on a card, where a gained mutant goes"),
    "freezer": say("to freezer", context="on a card, where a gained mutant goes"),
}
_SOURCES: dict[str, Text] = {
    "arena": say("of arena", context="on a card, what is copied"),
    "hand": say("of hand", context="on a card, what is copied"),
    "discard": say("of discard", context="on a card, what is copied"),
    "pool": say("of reserve", context="on a card, what is copied"),
}
_TAKEN = say("from discard", context="on a card, where a card is taken from")
_OCCASIONS: dict[str, Text] = {
    "breed": say("breed", context="on a card, an occasion"),
    "incubate": say("incubate", context="on a card, an occasion"),
    "deploy": say("deploy", context="on a card, an occasion"),
    "parry": say("parry", context="on a card, an occasion"),
    "fury": say("to Fury", context="on a card, an occasion"),
    "round": say("new round", context="on a card, an occasion"),
    "turn": say("its turn", context="on a card, an occasion"),
    "shuffle": say("shuffle", context="on a card, an occasion"),
    "leave": say("one leaves", context="on a card, an occasion"),
    "freeze": say("freeze", context="on a card, an occasion"),
    "cycle": say("cycle", context="on a card, an occasion"),
    "gain": say("gain", context="on a card, an occasion"),
    "ko": say("K.O.", context="on a card, an occasion"),
}
_SYMBOLS: dict[str, Icon] = {
    "breed": icons.helix,
    "incubate": icons.incubator,
    "deploy": icons.deploy,
    "parry": icons.parry,
    "fury": bolt,
    "shuffle": icons.deck,
    "leave": icons.leave,
    "freeze": icons.snowflake,
    "cycle": icons.cycle,
    "gain": icons.gain,
    "ko": icons.ko,
}
KEYWORDS: dict[Icon, str] = {
    icons.cycle: "A",
    icons.draw: "A",
    icons.take: "A",
    icons.snowflake: "B",
    icons.attack: "C",
    icons.ko: "C",
    icons.gain: "D",
    icons.copy: "E",
    icons.transformation: "F",
    icons.parry: "F",
    icons.flip: "F",
    **{icon: gene for gene, icon in GENES.items()},
}
"""The gene whose keyword a symbol stands for, and whose colour it has."""

TRANSFORMATION = say("top of deck", context="on a card, what a transformation becomes")


@dataclass(frozen=True, slots=True)
class Sign:
    """A symbol, a word beside it, or both, on one line of a card.

    Attributes:
        icon: None for a word alone.
        word: A number as it is, a text for the reader's language; empty for a symbol alone.
        fresh: Whether it begins a line: an attack, a condition, and what comes after either.
        inner: Whether it belongs to the attack or the condition before it.
        bound: Whether it stays on one line with the sign after it.
    """

    icon: Icon | None
    word: Text | str = ""
    fresh: bool = False
    inner: bool = False
    bound: bool = False


def ability_signs(ability: Ability, *, boss: bool = False) -> tuple[Sign, ...]:
    """Return the signs of an ability, in order; none without effects. A boss has one opponent: you."""
    signs: list[Sign] = []
    apart = False
    for effect in ability:
        first, *others = _effect(effect)
        if boss and isinstance(effect, Attack) and effect.who == "all" and not effect.condition:
            first = replace(first, word=_YOU)
        group = isinstance(effect, Attack) or bool(effect.condition)
        signs.append(replace(first, fresh=group or apart))
        signs += [replace(each, inner=True) for each in others] if group else others
        apart = group
    return tuple(signs)


def trigger_signs(trigger: Trigger) -> tuple[Sign, ...]:
    """Return on what occasion something happens, and what."""
    return (*occasion_signs(trigger.when), Sign(None, "›"), *ability_signs(trigger.do))


def weakness_signs(weakness: Weakness) -> tuple[Sign, ...]:
    """Return on what occasion a boss's card is exploited, and its damage."""
    damage = Sign(icons.health, f"−{weakness.damage}")
    return (*occasion_signs(weakness.when, weakness.gene), Sign(None, "›"), damage)


def occasion_signs(when: str, gene: str = "") -> tuple[Sign, ...]:
    """Return an occasion, with the gene that its card must carry."""
    signs = [Sign(_SYMBOLS.get(when), _OCCASIONS[when])]
    if gene:
        signs.append(Sign(GENES[gene]))
    return tuple(signs)


def freeze_sign(value: int, per: str) -> tuple[Sign, ...]:
    """Return a freeze value; a variable one is so much for each symbol of a gene (M52)."""
    return (Sign(icons.snowflake, f"{value}×"), Sign(GENES[per])) if per else (Sign(icons.snowflake, str(value)),)


def _effect(effect: Effect) -> Iterator[Sign]:  # noqa: PLR0912 - one case for each verb
    if effect.condition:
        yield Sign(None, _CONDITIONS[effect.condition])
    match effect:
        case Force(n):
            yield Sign(icons.force, _signed(n))
        case Cycle(n):
            yield Sign(icons.cycle, str(n))
        case Draw(n):
            yield Sign(icons.draw, str(n))
        case Discard(n):
            yield Sign(icons.discard, str(n))
        case Freeze(what, may):
            yield from _may(may)
            yield Sign(icons.snowflake, _FREEZES[what])
        case Gain(zone, cost, may):
            yield from _may(may)
            if cost:
                yield Sign(icons.discard, f"{cost} ›")
            yield Sign(icons.gain, _GAINS[zone])
        case Take(n):
            yield Sign(icons.take, _TAKEN)
            if n:
                yield Sign(icons.discard, str(n))
        case Attack(who, effects):
            yield Sign(icons.attack, _ATTACKED[who])
            for each in effects:
                yield from _effect(each)
        case Ko(what):
            yield Sign(icons.ko, _KOS[what])
        case Flip():
            yield Sign(icons.flip, "1")
        case Copy(what, source):
            yield Sign(icons.copy)
            if what != "leave":
                yield Sign(icons.deploy, _SOURCES[source] if what == "deploy" else "/")
            if what != "deploy":
                yield Sign(icons.leave, _SOURCES[source])
        case Points(n):
            yield Sign(star, _signed(n))
        case Health(n):
            yield Sign(icons.health, _signed(n))
        case _:
            assert_never(effect)


def _may(may: bool) -> tuple[Sign, ...]:
    return (Sign(None, _MAY, bound=True),) if may else ()


def _signed(n: int) -> str:
    return f"+{n}" if n > 0 else f"−{-n}"
