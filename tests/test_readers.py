"""Any text whatever is read or refused by a declared error; `python -m tests.fuzz` looks for texts that are neither."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from tests.readers import changed, readers
from tests.volume import many

READERS = {reader.name: reader for reader in readers()}


@pytest.mark.parametrize("name", READERS)
def test_what_was_found_is_read_or_refused(name: str) -> None:
    reader = READERS[name]
    for case, text in reader.found():
        try:
            reader.tried(text)
        except Exception as error:
            raise AssertionError(f"{name}/{case}: {text[:200]!r}") from error


@pytest.mark.parametrize("name", READERS)
def test_what_a_reader_is_for_is_read(name: str) -> None:
    reader = READERS[name]
    seeds = reader.seeds()
    assert seeds
    seeds = seeds[:: len(seeds) // many(8, 10_000) + 1]
    assert [text for text in seeds if reader.tried(text) is not None and not name.startswith("move")] == []


@pytest.mark.parametrize("name", READERS)
def test_its_own_texts_changed_anywhere_are_read_or_refused(name: str) -> None:
    reader = READERS[name]

    @settings(max_examples=many(10, 500), database=None, derandomize=True)
    @given(changed(reader.seeds()))
    def tried(text: str) -> None:
        reader.tried(text)

    tried()
