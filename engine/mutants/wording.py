"""Abilities in words: clauses for sentences of any kind, e.g. "gain 3 force, cycle 1".

A clause speaks to the owner of the ability ("gain 2 force"), that of a boss to its only opponent ("the boss gains 2
force", "you lose 2 force").
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.mutants.abilities import (
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
)
from engine.mutants.components import Boss, Card, boss_name, card_name
from engine.text import Listed, Text, clauses, listed, say, say_n

GENE_NAMES: dict[str, Text] = {
    "A": say("Cyber", context="gene"),
    "B": say("Necro", context="gene"),
    "C": say("Saber", context="gene"),
    "D": say("Zoomorph", context="gene"),
    "E": say("Galactic", context="gene"),
    "F": say("Mythic", context="gene"),
}

_NOTHING = say("nothing", context="an ability without effects")
_CONDITIONS: dict[str, Text] = {
    "fury": say("if you're in Fury: {effect}"),
    "dread": say("if you're in Dread: {effect}"),
    "dominated": say("if an opponent dominates you: {effect}"),
    "dominating": say("if you dominate an opponent: {effect}"),
}
_BOSS_CONDITIONS: dict[str, Text] = {
    "fury": say("if the boss is in Fury: {effect}"),
    "dread": say("if the boss is in Dread: {effect}"),
    "dominated": say("if you dominate the boss: {effect}"),
    "dominating": say("if the boss dominates you: {effect}"),
}
_ATTACKED: dict[str, Text] = {
    "dominating": say("attack those who dominate you: {effects}"),
    "dominated": say("attack those you dominate: {effects}"),
    "all": say("attack all opponents: {effects}"),
    "dread": say("attack those in Dread: {effects}"),
    "fury": say("attack those in Fury: {effects}"),
}
_BOSS_ATTACKED: dict[str, Text] = {
    "dominating": say("the boss attacks you if you dominate it: {effects}"),
    "dominated": say("the boss attacks you if it dominates you: {effects}"),
    "all": say("the boss attacks you: {effects}"),
    "dread": say("the boss attacks you if you're in Dread: {effects}"),
    "fury": say("the boss attacks you if you're in Fury: {effects}"),
}
_KOS: dict[str, Text] = {
    "same": say("K.O. their mutant in the same zone"),
    "active": say("K.O. their active mutant"),
    "flank": say("K.O. one of their flanks"),
    "one": say("K.O. one of their mutants"),
    "all": say("K.O. all their mutants"),
}
_OWN_KOS: dict[str, Text] = {
    "same": say("K.O. your mutant in the same zone"),
    "active": say("K.O. your active mutant"),
    "flank": say("K.O. one of your flanks"),
    "one": say("K.O. one of your mutants"),
    "all": say("K.O. all your mutants"),
    "self": say("K.O. this mutant"),
}
_FREEZES: dict[tuple[str, bool], Text] = {
    ("self", False): say("freeze this mutant"),
    ("self", True): say("you may freeze this mutant"),
    ("hand", False): say("freeze a card from your hand"),
    ("hand", True): say("you may freeze a card from your hand"),
    ("discard", False): say("freeze a card from your discard"),
    ("discard", True): say("you may freeze a card from your discard"),
    ("arena", False): say("freeze another of your mutants"),
    ("arena", True): say("you may freeze another of your mutants"),
}
_GAINS: dict[tuple[str, bool], Text] = {
    ("hand", False): say("take a reserve top into your hand"),
    ("hand", True): say("you may take a reserve top into your hand"),
    ("deck", False): say("put a reserve top on your deck"),
    ("deck", True): say("you may put a reserve top on your deck"),
    ("incubator", False): say("put a reserve top into your incubator"),
    ("incubator", True): say("you may put a reserve top into your incubator"),
    ("discard", False): say("put a reserve top on your discard"),
    ("discard", True): say("you may put a reserve top on your discard"),
    ("freezer", False): say("put a reserve top into your freezer"),
    ("freezer", True): say("you may put a reserve top into your freezer"),
}
_HALVES: dict[str, Text] = {
    "deploy": say("copy the deploy ability of {source}"),
    "leave": say("copy the leave ability of {source}"),
    "either": say("copy the deploy or leave ability of {source}"),
}
_SOURCES: dict[str, Text] = {
    "arena": say("another mutant in your arena", context="what is copied"),
    "hand": say("a card in your hand", context="what is copied"),
    "discard": say("a card in your discard", context="what is copied"),
    "pool": say("a reserve top", context="what is copied"),
}
_OCCASIONS: dict[str, Text] = {
    "freeze": say("you freeze a card", context="after: when"),
    "cycle": say("you cycle", context="after: when"),
    "gain": say("you gain a mutant", context="after: when"),
    "breed": say("you breed", context="after: when"),
    "incubate": say("you incubate", context="after: when"),
    "deploy": say("you deploy another mutant", context="after: when"),
    "ko": say("your attack knocks out a mutant", context="after: when"),
    "parry": say("you parry", context="after: when"),
    "fury": say("you reach Fury by gaining force", context="after: when"),
    "round": say("a round begins", context="after: when"),
    "turn": say("the boss's turn begins", context="after: when"),
    "shuffle": say("the boss's deck is shuffled", context="after: when"),
    "leave": say("one of the boss's cards leaves", context="after: when"),
}
_GENE_OCCASIONS: dict[str, Text] = {
    "freeze": say("you freeze a card with {gene}", context="after: when"),
    "gain": say("you gain a mutant with {gene}", context="after: when"),
    "breed": say("you breed a mutant with {gene}", context="after: when"),
    "incubate": say("you incubate a mutant with {gene}", context="after: when"),
    "deploy": say("you deploy a mutant with {gene}", context="after: when"),
}


_IN_SHORT: dict[str, Text] = {
    "fury": say("in Fury: {effect}", context="on one line"),
    "dread": say("in Dread: {effect}", context="on one line"),
    "dominated": say("if dominated: {effect}", context="on one line"),
    "dominating": say("if dominating: {effect}", context="on one line"),
}
_ATTACKED_SHORT: dict[str, Text] = {
    "dominating": say("those above you: {effects}", context="on one line"),
    "dominated": say("those below you: {effects}", context="on one line"),
    "all": say("opponents: {effects}", context="on one line"),
    "dread": say("those in Dread: {effects}", context="on one line"),
    "fury": say("those in Fury: {effects}", context="on one line"),
}
_KOS_SHORT: dict[str, Text] = {
    "same": say("K.O. the one in the same zone", context="on one line"),
    "active": say("K.O. the active one", context="on one line"),
    "flank": say("K.O. a flank", context="on one line"),
    "one": say("K.O. one", context="on one line"),
    "all": say("K.O. all", context="on one line"),
    "self": say("K.O. this one", context="on one line"),
}
_FREEZES_SHORT: dict[str, Text] = {
    "self": say("freeze this one", context="on one line"),
    "hand": say("freeze from hand", context="on one line"),
    "discard": say("freeze from discard", context="on one line"),
    "arena": say("freeze from arena", context="on one line"),
}
_GAINS_SHORT: dict[str, Text] = {
    "hand": say("reserve top to hand", context="on one line"),
    "deck": say("reserve top to deck", context="on one line"),
    "incubator": say("reserve top to incubator", context="on one line"),
    "discard": say("reserve top to discard", context="on one line"),
    "freezer": say("reserve top to freezer", context="on one line"),
}
_HALVES_SHORT: dict[str, Text] = {
    "deploy": say("copy a deploy {source}", context="on one line"),
    "leave": say("copy a leave {source}", context="on one line"),
    "either": say("copy a deploy or leave {source}", context="on one line"),
}
_SOURCES_SHORT: dict[str, Text] = {
    "arena": say("in your arena", context="on one line"),
    "hand": say("in hand", context="on one line"),
    "discard": say("in your discard", context="on one line"),
    "pool": say("on your reserve", context="on one line"),
}
_KINDS: dict[str, Text] = {
    "basic": say("{name} ({code}), basic mutant, {genes}."),
    "advanced": say("{name} ({code}), advanced mutant, {genes}."),
}
_ARROWS: dict[str, Text] = {
    "L": say("moves to the left", context="a card of a boss"),
    "R": say("moves to the right", context="a card of a boss"),
}
_FIELDS: dict[str, Text] = {
    "name_fr": say("French name", context="field of a card"),
    "name_en": say("English name", context="field of a card"),
    "genes": say("genes", context="field of a card"),
    "arrow": say("arrow", context="field of a card"),
    "boss": say("whose card it is", context="field of a card"),
    "deck": say("ready deck", context="field of a card"),
    "deploy": say("deploy", context="field of a card"),
    "leave": say("leave", context="field of a card"),
    "permanent": say("permanent", context="field of a card"),
    "parry": say("parry", context="field of a card"),
    "transformation": say("transformation", context="field of a card"),
    "freeze": say("freeze value", context="field of a card"),
    "solo_banned": say("banned from the Revolt", context="field of a card"),
}

_BOSS_FIELDS: dict[str, Text] = {
    "name_fr": _FIELDS["name_fr"],
    "name_en": _FIELDS["name_en"],
    "health": say("health", context="field of a boss"),
    "number of cards": say("number of cards", context="field of a boss"),
}


def ability_text(ability: Ability, *, boss: bool = False) -> Text:
    """Return an ability's effects in order, as a clause without capital and full stop; "nothing" without effects.

    `boss` is for a boss's ability, told to its opponent.
    """
    if not ability:
        return _NOTHING
    texts = [effect_text(each, boss=boss) for each in ability]
    return clauses(texts)


def effect_text(effect: Effect, *, boss: bool = False) -> Text:
    text = _boss_effect(effect) if boss else None
    text = text or _effect(effect, boss=boss)
    if not effect.condition:
        return text
    return (_BOSS_CONDITIONS if boss else _CONDITIONS)[effect.condition].using(effect=text)


def trigger_text(trigger: Trigger, *, boss: bool = False) -> Text:
    """Return the occasion and the effects of a permanent or a special power."""
    return say(
        "when {occasion}: {effects}",
        occasion=occasion_text(trigger.when),
        effects=ability_text(trigger.do, boss=boss),
    )


def occasion_text(when: str, gene: str = "") -> Text:
    if gene:
        return _GENE_OCCASIONS[when].using(gene=GENE_NAMES[gene])
    return _OCCASIONS[when]


def _effect(effect: Effect, *, boss: bool) -> Text:  # noqa: PLR0911, PLR0912 - one case for each verb
    match effect:
        case Force(n):
            return say("gain {n} force", n=n) if n > 0 else say("lose {n} force", n=-n)
        case Cycle(n):
            return say("cycle {n}", n=n)
        case Draw(n):
            return say_n("draw {count} card", "draw {count} cards", n)
        case Discard(n):
            return say_n("discard {count} card", "discard {count} cards", n)
        case Freeze(what, may):
            return _FREEZES[what, may]
        case Gain(zone, cost, may):
            if not cost:
                return _GAINS[zone, may]
            return say_n(
                "you may discard {count} card: {effect}",
                "you may discard {count} cards: {effect}",
                cost,
                effect=_GAINS[zone, False],
            )
        case Take(0):
            return say("take a card from your discard into your hand")
        case Take(n):
            return say_n(
                "take a card from your discard into your hand, then discard {count} card",
                "take a card from your discard into your hand, then discard {count} cards",
                n,
            )
        case Attack(who, effects):
            suffered = listed(_suffered(each, boss=boss) for each in effects)
            return (_BOSS_ATTACKED if boss else _ATTACKED)[who].using(effects=suffered)
        case Ko(what):
            return _OWN_KOS[what]
        case Flip():
            return say("turn one of your K.O. mutants face up")
        case Copy(what, source):
            return _HALVES[what].using(source=_SOURCES[source])
        case Points(n):
            return say("gain {n} VP", n=n)
        case Health(n):
            return say("the boss's health rises by {n}", n=n)


def _boss_effect(effect: Effect) -> Text | None:
    """Return a boss's effect if its wording differs from a player's; else None."""
    match effect:
        case Force(n) if n > 0:
            return say("the boss gains {n} force", n=n)
        case Force(n):
            return say("the boss loses {n} force", n=-n)
    return None


def _suffered(effect: Effect, *, boss: bool) -> Text:
    """Return the effects of an attack on each victim: opponents, or you by a boss."""
    match effect:
        case Force(n):
            return say("you lose {n} force", n=-n) if boss else say("they lose {n} force", n=-n)
        case Discard(n) if boss:
            return say_n("you discard {count} card", "you discard {count} cards", n)
        case Discard(n):
            return say_n("they discard {count} card", "they discard {count} cards", n)
        case Ko(what):
            return (_OWN_KOS if boss else _KOS)[what]
    raise AssertionError(f"no attack has {effect!r}")


def genes_text(genes: str) -> Listed:
    """Return the names of genes."""
    return listed(GENE_NAMES[gene] for gene in genes)


def freeze_text(card: Card) -> Text:
    """Return a card's value in the freezer, as a sentence (M41, M52)."""
    if not card.per:
        return say("Freeze value {value}.", value=card.freeze)
    return say("Freeze value {value} for each {gene} in your freezer.", value=card.freeze, gene=GENE_NAMES[card.per])


def card_texts(card: Card) -> Iterator[Text]:
    """Yield a card's whole description, sentence by sentence, and at last its known fields."""
    yield _title(card)
    boss = card.kind == "boss"
    if card.transformation:
        yield say("Transformation: when deployed, it leaves and is replaced by the top card of your deck.")
    else:
        yield say("Deploy: {effects}.", effects=ability_text(card.deploy, boss=boss))
    yield say("Leave: {effects}.", effects=ability_text(card.leave, boss=boss))
    for trigger in card.permanent:
        yield say("Permanent: {effects}.", effects=trigger_text(trigger))
    if card.parry:
        yield say("Parry: {effects}.", effects=ability_text(card.parry))
    if card.weakness is not None:
        weakness = card.weakness
        yield say(
            "Weakness: when {occasion}, {damage} damage.",
            occasion=occasion_text(weakness.when, weakness.gene),
            damage=weakness.damage,
        )
    if not boss:
        yield freeze_text(card)
    yield known_text(card)


def card_line(card: Card) -> Text:
    """Return a mutant's deploy ability, or else its leave ability, on one line."""
    if card.transformation:
        return say("{card}: becomes the top card of your deck", card=card.code)
    if card.deploy or not card.leave:
        return say("{card}: {effects}", card=card.code, effects=_in_short(card.deploy))
    return say("{card}: leaving, {effects}", card=card.code, effects=_in_short(card.leave))


def _in_short(ability: Ability) -> Text:
    texts = [_short(each) for each in ability] or [_NOTHING]
    return clauses(texts)


def _short(effect: Effect) -> Text:
    text = _short_effect(effect)
    return _IN_SHORT[effect.condition].using(effect=text) if effect.condition else text


def _short_effect(effect: Effect) -> Text:  # noqa: PLR0911 - one case for each verb
    match effect:
        case Force(n):
            return say("{n} force", n=_signed(n))
        case Cycle(n):
            return say("cycle {n}", n=n)
        case Draw(n):
            return say("draw {n}", n=n)
        case Discard(n):
            return say("discard {n}", n=n)
        case Freeze(what, may):
            return _perhaps(_FREEZES_SHORT[what], may=may)
        case Gain(zone, 0, may):
            return _perhaps(_GAINS_SHORT[zone], may=may)
        case Gain(zone, cost):
            return say("may discard {n}: {effect}", n=cost, effect=_GAINS_SHORT[zone])
        case Take(n):
            taken = say("take from discard", context="on one line")
            return say("{effect}, discard {n}", effect=taken, n=n) if n else taken
        case Attack(who, effects):
            return _ATTACKED_SHORT[who].using(effects=listed(map(_short, effects), "comma"))
        case Ko(what):
            return _KOS_SHORT[what]
        case Flip():
            return say("turn a K.O. face up", context="on one line")
        case Copy(what, source):
            return _HALVES_SHORT[what].using(source=_SOURCES_SHORT[source])
        case Points(n):
            return say("{n} VP", n=_signed(n))
        case Health(n):
            return say("boss's health {n}", n=_signed(n))


def _perhaps(effect: Text, *, may: bool) -> Text:
    return say("may {effect}", effect=effect, context="on one line") if may else effect


def _signed(n: int) -> str:
    return f"+{n}" if n > 0 else f"−{-n}"


def boss_texts(boss: Boss) -> Iterator[Text]:
    """Yield a boss's name and health, its set-up, and its special power."""
    yield say("{boss}: health {health}", boss=boss_name(boss.name_en), health=boss.health)
    yield say("Set-up: {effects}.", effects=ability_text(boss.setup, boss=True))
    powers = [trigger_text(each, boss=True) for each in boss.power]
    power = clauses(powers)
    yield say("Special power: {effects}.", effects=power)


def boss_known_text(boss: Boss) -> Text:
    known = listed(name for field, name in _BOSS_FIELDS.items() if field in boss.known)
    if not known.parts:
        return say("It's all reconstructed.")
    return say("Known: {known}. The rest is reconstructed.", known=known)


def known_text(card: Card) -> Text:
    known = _known_fields(card)
    return say("Its name is made up. {known}", known=known) if card.invented else known


def _known_fields(card: Card) -> Text:
    known, partly = (
        listed(name for field, name in _FIELDS.items() if field in fields) for fields in (card.known, card.inferred)
    )
    if known.parts and partly.parts:
        return say("Known: {known}; partly known: {partly}. The rest is reconstructed.", known=known, partly=partly)
    if known.parts:
        return say("Known: {known}. The rest is reconstructed.", known=known)
    if partly.parts:
        return say("Partly known: {partly}. The rest is reconstructed.", partly=partly)
    return say("It's all reconstructed.")


def _title(card: Card) -> Text:
    if card.kind == "boss":
        arrow = _ARROWS[card.arrow]
        return say("{name} ({code}), boss card, {arrow}.", name=card_name(card), code=card.code, arrow=arrow)
    template = _KINDS[card.kind]
    return template.using(name=card_name(card), code=card.code, genes=genes_text(card.genes))
