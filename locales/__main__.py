"""`python -m locales` collects every text for people into `arena.pot` and updates the translations from it."""

from __future__ import annotations

import datetime as dt
import logging
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from locales import DOMAIN, HERE, SOURCE, languages

log = logging.getLogger("locales")

PACKAGES = ("engine", "render", "hosting", "cogs", "local")
KEYWORDS = {"say": (1,), "mark": (1,)}
LONG_AGO = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
"""A date that does not change, so that the file changes only when a text does."""


def extracted(root: Path = HERE.parent) -> Catalog:
    """Return every first argument of `say` and `mark` in the project, with the files where it stands."""
    catalogue = Catalog(
        project="Arena", version="", copyright_holder="the Arena authors", charset="utf-8", creation_date=LONG_AGO
    )
    for package in PACKAGES:
        found = extract_from_dir(root / package, [("**.py", "python")], keywords=KEYWORDS)
        for file, _line, message, comments, context in sorted(found, key=lambda each: each[:2]):
            catalogue.add(message, locations=[(f"{package}/{file}", 0)], auto_comments=comments, context=context)
    return catalogue


def save(catalogue: Catalog, path: Path) -> None:
    """Write a catalogue; a text's place is its file, as line numbers would change with every edit."""
    with path.open("wb") as out:
        write_po(out, catalogue, width=120, sort_by_file=True, include_lineno=False)


def main() -> int:
    """Write the template and every translation; return the exit code."""
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    template = extracted()
    save(template, HERE / f"{DOMAIN}.pot")
    log.info("%d texts", len(template))
    for language in languages():
        path = HERE / language / f"{DOMAIN}.po"
        if language == SOURCE and not path.exists():
            continue
        with path.open("rb") as source:
            catalogue = read_po(source, locale=language, domain=DOMAIN)
        catalogue.update(template)
        save(catalogue, path)
        missing = sum(not message.string for message in catalogue if message.id)
        log.info("%s: %d of them to translate", language, missing)
    return 0


if __name__ == "__main__":
    sys.exit(main())
