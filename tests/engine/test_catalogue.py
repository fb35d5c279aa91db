"""Looking cards up by name: codes, names in any language without regard to accents, beginnings, parts."""

from __future__ import annotations

import pytest

from engine.extras import CatalogueEntry, completed, folded, found
from engine.text import say

PAGE = CatalogueEntry("gene-A", say("Mutants with Cyber"), ("Cyber",), (), ("TRI", "DEM"))
TANK = CatalogueEntry("TRI", say("Tricera-Tank (TRI)"), ("Tricera-Tank", "Tricéra-Tank"), ())
DEMON = CatalogueEntry("DEM", say("Demon (DEM)"), ("Demon", "Démonette"), ())
EVA = CatalogueEntry("EVA", say("Eva Replica (EVA)"), ("Eva Replica", "Réplication d'Eva"), ())
BOSS = CatalogueEntry("BOS", say("Big Bo$$ (BOS)"), ("Big Bo$$",), ())
LORD = CatalogueEntry("INF", say("Hell Lord (INF)"), ("Hell Lord", "Seigneur Infernal"), ())
BLOOD = CatalogueEntry("NOB", say("Lord Blood (NOB)"), ("Lord Blood", "Noble Saigneur"), ())
ENTRIES = (PAGE, TANK, DEMON, EVA, BOSS, LORD, BLOOD)


def test_names_are_compared_without_case_accents_and_signs() -> None:
    assert folded("Tricéra-Tank") == folded("TRICERA TANK") == "triceratank"
    assert folded("Big Bo$$") == "bigbo"
    assert folded("x" * 10_000) == "x" * 100


@pytest.mark.parametrize(
    ("typed", "entries"),
    [
        ("tri", [TANK]),
        ("TRI", [TANK]),
        ("tricera tank", [TANK]),
        ("Tricéra-Tank", [TANK]),
        ("demonette", [DEMON]),
        ("démon", [DEMON]),
        ("replication d'eva", [EVA]),
        ("deva", [EVA]),
        ("big bo$$", [BOSS]),
        ("tank", [TANK]),
        ("cyber", [PAGE]),
        ("gene-a", [PAGE]),
        ("lord", [BLOOD]),
        ("eigneur", [LORD]),
        ("gneur", [LORD, BLOOD]),
        ("nothing of the kind", []),
        ("$$$", []),
        ("", []),
    ],
)
def test_what_a_person_means(typed: str, entries: list[CatalogueEntry]) -> None:
    assert list(found(ENTRIES, typed)) == entries


def test_completion_has_the_best_first_and_everything_for_nothing() -> None:
    assert list(completed(ENTRIES, "")) == list(ENTRIES)
    assert list(completed(ENTRIES, "lord")) == [BLOOD, LORD]
    assert list(completed(ENTRIES, "d")) == [DEMON, EVA, LORD, BLOOD]
    assert list(completed(ENTRIES, "xyz")) == []


def test_titles_are_compared_in_the_language_of_the_reader() -> None:
    titles = {PAGE.title: "Mutants à gène Cyber"}
    assert list(found(ENTRIES, "mutants a gene", lambda title: titles.get(title, ""))) == [PAGE]
