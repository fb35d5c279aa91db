"""Keeps the catalogues: collects every text for people into `arena.pot`, updates the translations, begins a new one.

python -m locales            the template and every translation, from the code
python -m locales add fr     a translation that does not exist yet, with nothing translated
"""

from __future__ import annotations

import argparse
import logging
import sys
from collections.abc import Sequence
from pathlib import Path

from babel.core import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from locales import DOMAIN, HERE, SOURCE
from locales.extract import extracted

log = logging.getLogger("locales")


def save(catalogue: Catalog, path: Path) -> None:
    """Write a catalogue; a text's place is its file, as line numbers would change with every edit."""
    with path.open("wb") as out:
        write_po(out, catalogue, width=120, sort_by_file=True, include_lineno=False)


def place_of(language: str, here: Path = HERE) -> tuple[Locale, Path]:
    """Return a language such as `fr` or `pt_BR`, and the file of its future catalogue.

    Raises:
        ValueError: Babel knows no such language, or it has a catalogue, or needs none.
    """
    try:
        locale = Locale.parse(language.replace("-", "_"))
    except UnknownLocaleError as error:
        raise ValueError(f"there's no language {language}; use a code such as fr or pt_BR") from error
    path = here / str(locale) / f"{DOMAIN}.po"
    if str(locale) == SOURCE or path.exists():
        raise ValueError(f"{locale} already exists")
    return locale, path


def add(language: str, template: Catalog, here: Path = HERE) -> Path:
    """Begin the catalogue of a language (see `place_of`), with nothing translated; return its file."""
    locale, path = place_of(language, here)
    catalogue = Catalog(
        locale,
        DOMAIN,
        project=template.project,
        version="",
        copyright_holder=template.copyright_holder,
        charset="utf-8",
    )
    catalogue.fuzzy = False
    catalogue.update(template, no_fuzzy_matching=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    save(catalogue, path)
    return path


def is_translated(message: Message) -> bool:
    """Return whether a text has a translation, in every plural form that the language has."""
    return all(message.string) if isinstance(message.string, list | tuple) else bool(message.string)


def update(template: Catalog, here: Path = HERE) -> None:
    save(template, here / f"{DOMAIN}.pot")
    log.info("%d texts", len(template))
    for path in sorted(here.glob(f"*/{DOMAIN}.po")):
        language = path.parent.name
        with path.open("rb") as source:
            catalogue = read_po(source, locale=language, domain=DOMAIN)
        catalogue.update(template)
        save(catalogue, path)
        missing = sum(not is_translated(message) for message in catalogue if message.id)
        log.info("%s: %d of them to translate", language, missing)


def main(arguments: Sequence[str] | None = None, here: Path = HERE) -> int:
    """Run the command line; return the exit code."""
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    parser = argparse.ArgumentParser(prog="python -m locales", description="Keep the catalogues of texts.")
    commands = parser.add_subparsers(dest="command")
    commands.add_parser("add", help="begin a translation").add_argument("language", help="e.g. fr or pt_BR")
    asked = parser.parse_args(arguments)
    if asked.command is None:
        update(extracted(), here)
        return 0
    try:
        place_of(asked.language, here)  # before the texts are collected, which takes seconds
        template = extracted()
        path = add(asked.language, template, here)
    except ValueError as error:
        log.error("%s", error)
        return 1
    log.info("%s: %d texts to translate", path.relative_to(here.parent), len(template))
    return 0


if __name__ == "__main__":
    sys.exit(main())
