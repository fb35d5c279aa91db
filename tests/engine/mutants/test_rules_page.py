"""The rules page: every rule with where it comes from, and tables that agree with the data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from engine.mutants.components import Boss, Card, components
from engine.mutants.wording import ability_text, boss_texts, known_text, occasion_text, trigger_text

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "mutants.md").read_text(encoding="utf-8")
SOURCES = {"stated", "source", "derived", "ruling", "reconstruction", "ours"}
RULES = {f"M{number}" for number in range(1, 80)} | {f"N{number}" for number in range(1, 15)}
BOX = components()


def on_the_page() -> dict[str, str]:
    """Return the rules of the page and what each says of its source."""
    found: dict[str, str] = {}
    for rule, source in re.findall(r"^- \*\*([MN]\d+)\*\* \(([^)]+)\) \S", PAGE, re.MULTILINE):
        assert rule not in found, f"{rule} stands there twice"
        found[rule] = source
    return found


def table(heading: str) -> list[str]:
    """Return the table below a heading of the page, line by line."""
    _, _, rest = PAGE.partition(f"\n### {heading}\n")
    part = re.split(r"^##+ ", rest, maxsplit=1, flags=re.MULTILINE)[0]
    return [line for line in part.splitlines() if line.startswith("|")]


def row(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def names(card: Card) -> str:
    return card.name_en if card.name_en == card.name_fr else f"{card.name_en} / {card.name_fr}"


def value(card: Card) -> str:
    return f"{card.freeze} each {card.per}" if card.per else str(card.freeze)


def abilities(card: Card) -> str:
    boss = card.kind == "boss"
    told = ["Transformation"] if card.transformation else [f"Deploy: {ability_text(card.deploy, boss=boss)}"]
    told.append(f"Leave: {ability_text(card.leave, boss=boss)}")
    told += [f"Permanent: {trigger_text(each)}" for each in card.permanent]
    told += [f"Parry: {ability_text(card.parry)}"] if card.parry else []
    if card.weakness is not None:
        weakness = card.weakness
        told.append(f"Weakness {weakness.damage}: {occasion_text(weakness.when, weakness.gene)}")
    return ". ".join(told) + "."


def known(card: Card) -> str:
    return str(known_text(card)).removesuffix(" The rest is reconstructed.")


def track_rows() -> Iterator[str]:
    yield row("what", "value", "known")
    yield "|---|---|---|"
    for name, found, field in (
        ("spaces of the force track", BOX.track.spaces, "spaces"),
        ("Challenger space, from 0", BOX.track.challenger, "challenger"),
        ("spaces of the Dread zone", BOX.track.dread, "dread"),
    ):
        yield row(name, found, "yes" if field in BOX.track.known else "no")
    for name, values, field in (("red values", BOX.rounds.red, "first"), ("black values", BOX.rounds.black, "middle")):
        yield row(f"{name}, rounds 1 to 5", ", ".join(map(str, values)), "yes" if field in BOX.rounds.known else "no")


def mutant_rows(cards: Iterable[Card]) -> Iterator[str]:
    yield row("code", "name", "genes", "deck", "freeze", "abilities", "known")
    yield "|---|---|---|--:|---|---|---|"
    for card in cards:
        yield row(f"`{card.code}`", names(card), card.genes, card.deck or "", value(card), abilities(card), known(card))


def deck_rows() -> Iterator[str]:
    yield row("deck", "name", "cards, each twice")
    yield "|--:|---|---|"
    for deck in BOX.decks.values():
        yield row(deck.number, f"{deck.name_en} / {deck.name_fr}", " ".join(deck.cards))


def boss_rows() -> Iterator[str]:
    yield row("code", "name", "copies", "arrow", "abilities", "known")
    yield "|---|---|--:|---|---|---|"
    for boss in BOX.bosses.values():
        yield row(f"**{boss.key}**", *boss_cells(boss))
        for card in boss.cards:
            yield row(f"`{card.code}`", names(card), card.copies, card.arrow, abilities(card), known(card))


def boss_cells(boss: Boss) -> Iterator[object]:
    yield f"{boss.name_en} / {boss.name_fr}"
    yield sum(card.copies for card in boss.cards)
    yield ""
    _, *powers = boss_texts(boss)
    yield f"Health {boss.health}. {' '.join(map(str, powers))}"
    yield f"{', '.join(field.replace('_en', '') for field in sorted(boss.known))}"


TABLES = {
    "Track and rounds": list(track_rows()),
    "Basic mutants": list(mutant_rows(BOX.basics)),
    "Advanced mutants": list(mutant_rows(BOX.advanced)),
    "Ready decks": list(deck_rows()),
    "Bosses": list(boss_rows()),
}


def test_the_page_has_every_rule_and_says_where_it_comes_from() -> None:
    page = on_the_page()
    assert set(page) == RULES
    for rule, source in page.items():
        marks = {mark for part in source.split(";") for mark in re.split(r"[,\s]+", part.split(":")[-1].strip())}
        assert marks & SOURCES, rule
        assert marks <= SOURCES | {"inferred", "or"}, rule


@pytest.mark.parametrize("heading", TABLES)
def test_the_tables_agree_with_the_data(heading: str) -> None:
    assert table(heading) == TABLES[heading]


def test_the_page_says_plainly_what_is_reconstructed() -> None:
    said = PAGE.partition("## What is reconstructed")[2].partition("\n## ")[0]
    assert "reconstruction made for\nthis project, not the published values" in said
    assert str(BOX.version) == "1"
    assert f'[Data "{BOX.version}"]' in said
    invented = sum(card.invented for card in BOX.advanced)
    assert (invented, "six names are\ninvented" in said) == (6, True)
