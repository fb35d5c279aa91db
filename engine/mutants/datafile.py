"""Reading a data file: what it says, or an error that names the field with which the game cannot be played."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping

from engine.mutants.box import Boss, Card, Components, Deck, Rounds, Track
from engine.mutants.reading import DataError, Entry
from engine.mutants.vocabulary import GENES, OCCASIONS, POWERS, WEAKNESSES, Force, Points, Weakness, ability, triggers

ADVANCED = 36  # M3
ROUNDS = 5  # M16
DECK_KINDS = 6  # M12
_MOST_PLAYERS = 4
_FORMAT = 1


def read_components(text: str) -> Components:
    """Return what a data file says.

    Raises:
        DataError: It cannot be played with; names the field.
    """
    root = Entry(tomllib.loads(text))
    if root.whole("format") != _FORMAT:
        root.fail("format", f"{_FORMAT} is wanted")
    names = {key: _names(name, f"genes.{key}") for key, name in root.table("genes").pairs()}
    if "".join(names) != GENES:
        root.fail("genes", f"the letters {GENES} are wanted, in this order")
    basics = tuple(_mutant(entry, "basic") for entry in root.tables("basic"))
    advanced = tuple(_mutant(entry, "advanced") for entry in root.tables("advanced"))
    if sorted(card.genes for card in basics) != list(GENES):
        root.fail("basic", f"one mutant of each of the {len(GENES)} genes is wanted (M1)")
    if len(advanced) != ADVANCED:
        root.fail("advanced", f"{ADVANCED} mutants are wanted (M3), not {len(advanced)}")
    read = Components(
        version=root.text("version"),
        reconstruction=root.flag("reconstruction"),
        track=_track(root.table("track")),
        rounds=_rounds(root.table("rounds")),
        genes=names,
        basics=basics,
        advanced=advanced,
        decks=_decks(root, advanced),
        bosses={boss.key: boss for boss in map(_boss, root.tables("boss"))},
    )
    root.done()
    return read


def _track(entry: Entry) -> Track:
    spaces, challenger, dread = entry.whole("spaces", 2), entry.whole("challenger"), entry.whole("dread", 1)
    if challenger >= spaces - 1:
        entry.fail("challenger", "it lies left of Fury (M4)")
    if challenger - (_MOST_PLAYERS - 1) < dread:
        entry.fail("dread", f"nobody of {_MOST_PLAYERS} players starts in the Dread zone (M4)")
    known = frozenset(entry.texts("known"))
    entry.done()
    return Track(spaces, challenger, dread, known)


def _rounds(entry: Entry) -> Rounds:
    red, black = entry.numbers("first"), entry.numbers("middle")
    for key, values in (("first", red), ("middle", black)):
        if len(values) != ROUNDS:
            entry.fail(key, f"a number for each of the {ROUNDS} rounds is wanted (M16)")
    known = frozenset(entry.texts("known"))
    entry.done()
    return Rounds(red, black, known)


def _decks(root: Entry, advanced: tuple[Card, ...]) -> dict[int, Deck]:
    decks = {}
    for number, names in root.table("ready").pairs():
        if not number.isdecimal():
            root.fail(f"ready.{number}", "the key is the deck's number")
        cards = tuple(card.code for card in advanced if card.deck == int(number))
        if len(cards) != DECK_KINDS:
            root.fail(f"ready.{number}", f"{DECK_KINDS} cards are wanted (M12), not {len(cards)}")
        decks[int(number)] = Deck(int(number), *_names(names, f"ready.{number}"), cards)
    if sorted(decks) != list(range(1, _MOST_PLAYERS + 1)):
        root.fail("ready", f"decks 1 to {_MOST_PLAYERS} are wanted (M12)")
    for card in advanced:
        if card.deck and card.deck not in decks:
            raise DataError(f"card {card.code}: deck: there is no ready deck {card.deck}")
    return decks


def _mutant(entry: Entry, kind: str) -> Card:
    code = _code(entry)
    genes = entry.text("genes")
    if len(genes) != (1 if kind == "basic" else 2) or not set(genes) <= set(GENES):
        entry.fail("genes", f"{'one' if kind == 'basic' else 'two'} of the letters {GENES} are wanted, not {genes!r}")
    freeze, per = _freeze_value(entry)
    known, inferred = _known(entry)
    card = Card(
        code=code,
        kind=kind,
        name_fr=entry.text("name_fr"),
        name_en=entry.text("name_en"),
        genes=genes,
        deploy=ability(entry, "deploy"),
        leave=ability(entry, "leave"),
        permanent=triggers(entry, "permanent", OCCASIONS),
        parry=ability(entry, "parry"),
        transformation=entry.flag("transformation"),
        freeze=freeze,
        per=per,
        deck=entry.whole("deck", 1) if entry.has("deck") else 0,
        banned=entry.flag("solo_banned"),
        known=known,
        inferred=inferred,
        invented=entry.flag("invented_name"),
    )
    if card.transformation and card.deploy:
        entry.fail("deploy", "a mutant with a transformation has no deploy ability (M46)")
    for index, each in enumerate(card.permanent):
        if not all(isinstance(effect, Force | Points) for effect in each.do):
            entry.fail(f"permanent[{index}].do", "a permanent only moves force and gains VP, so that it never asks")
    entry.done()
    return card


def _boss(entry: Entry) -> Boss:
    key = entry.text("key")
    entry.prefix = f"boss {key}: "
    known, _ = _known(entry)
    boss = Boss(
        key=key,
        name_fr=entry.text("name_fr"),
        name_en=entry.text("name_en"),
        health=entry.whole("health", 1),
        setup=ability(entry, "setup"),
        power=triggers(entry, "power", POWERS),
        cards=tuple(map(_action, entry.tables("cards"))),
        known=known,
    )
    entry.done()
    return boss


def _action(entry: Entry) -> Card:
    code = _code(entry)
    known, inferred = _known(entry)
    weak = entry.table("weakness")
    gene = weak.text("gene", GENES) if weak.has("gene") else ""
    weakness = Weakness(weak.whole("damage", 1), weak.text("when", WEAKNESSES), gene)
    weak.done()
    card = Card(
        code=code,
        kind="boss",
        name_fr=entry.text("name_fr"),
        name_en=entry.text("name_en"),
        deploy=ability(entry, "deploy"),
        leave=ability(entry, "leave"),
        copies=entry.whole("copies", 1),
        arrow=entry.text("arrow", ("left", "right"))[0].upper(),
        weakness=weakness,
        known=known,
        inferred=inferred,
    )
    entry.done()
    return card


def _code(entry: Entry) -> str:
    code = entry.text("code")
    entry.prefix = f"card {code}: "
    if len(code) != 3 or not (code.isascii() and code.isalpha() and code.isupper()):
        entry.fail("code", "three capital letters are wanted (N1)")
    return code


def _freeze_value(entry: Entry) -> tuple[int, str]:
    value = entry.peek("freeze")
    if not isinstance(value, Mapping):
        return entry.whole("freeze"), ""
    variable = entry.table("freeze")
    found = variable.whole("n", 1), variable.text("per", GENES)
    variable.done()
    return found


def _known(entry: Entry) -> tuple[frozenset[str], frozenset[str]]:
    every = entry.texts("known")
    return (
        frozenset(name for name in every if not name.endswith("*")),
        frozenset(name.removesuffix("*") for name in every if name.endswith("*")),
    )


def _names(text: str, path: str) -> tuple[str, str]:
    french, slash, english = text.partition(" / ")
    if not (french and slash and english):
        raise DataError(f"{path}: a French and an English name are wanted, with / between them")
    return french, english
