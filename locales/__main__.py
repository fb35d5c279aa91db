"""Keeps the catalogues: collects every text for people into `arena.pot`, updates the translations, begins a new one.

python -m locales                       the template and every translation, from the code
python -m locales add fr                a translation that does not exist yet: a part for each area, nothing translated
python -m locales check fr [part …]     what is wrong with a translation, or with some of its parts
python -m locales fix fr                the spaces and quotation marks that the language writes
python -m locales split fr              a catalogue in parts, for several translators
python -m locales merge fr              the parts as one catalogue, which people can then choose; `--partial` to try it
python -m locales rulebooks FOLDER      hashes of documents that no translation repeats
"""

from __future__ import annotations

import argparse
import logging
import sys
from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TypeAlias

from babel.core import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from locales import DOMAIN, HERE, SOURCE
from locales.checks import RULEBOOKS, forms, hashes_of, problems, typeset
from locales.extract import AREAS, area_of, extracted

log = logging.getLogger("locales")

PARTS = "parts"
"""The folder of a language whose catalogue is in parts: nobody can choose it yet."""
ALIKE = 0.6
"""From which likeness on, of 1, a new text is taken for a changed one."""
Key: TypeAlias = tuple[object, str | None]
"""A text, in all its forms, and its context."""


def save(catalogue: Catalog, path: Path) -> None:
    """Write a catalogue; a text's place is its file, as line numbers would change with every edit."""
    # Babel writes placeholders for what nobody fills in: a form's first author, addresses and a team.
    catalogue.header_comment = (
        f"# {catalogue.project} in {catalogue.locale.english_name if catalogue.locale else 'English'}."
    )
    catalogue.msgid_bugs_address = catalogue.language_team = catalogue.last_translator = ""
    # Files have places sorted: texts that are read from one stand in the same order as those from the code.
    for message in catalogue:
        message.locations.sort()
    with path.open("wb") as out:
        write_po(out, catalogue, width=120, sort_by_file=True, include_lineno=False)


def load(path: Path, language: str) -> Catalog:
    with path.open("rb") as source:
        return read_po(source, locale=language, domain=DOMAIN)


def place_of(language: str, here: Path = HERE) -> tuple[Locale, Path]:
    """Return a language such as `fr` or `pt_BR`, and the folder of its future catalogue.

    Raises:
        ValueError: Babel knows no such language, or it has a catalogue, or needs none.
    """
    try:
        locale = Locale.parse(language.replace("-", "_"))
    except UnknownLocaleError as error:
        raise ValueError(f"there's no language {language}; use a code such as fr or pt_BR") from error
    place = here / str(locale)
    if str(locale) == SOURCE or files_of(place):
        raise ValueError(f"{locale} already exists")
    return locale, place


def files_of(place: Path) -> list[Path]:
    """Return the files of a language: its catalogue, or the parts of it."""
    return [path for path in (place / f"{DOMAIN}.po", *sorted((place / PARTS).glob("*.po"))) if path.exists()]


def template_of(template: Catalog, area: str) -> Catalog:
    """Return the texts of one area."""
    part = Catalog(project=template.project, version="", copyright_holder=template.copyright_holder, charset="utf-8")
    part.creation_date = template.creation_date
    for message in template:
        if message.id and area_of([place for place, _ in message.locations]) == area:
            part[message.id] = message
    return part


def _begun(locale: Locale, template: Catalog) -> Catalog:
    catalogue = Catalog(
        locale,
        DOMAIN,
        project=template.project,
        version="",
        copyright_holder=template.copyright_holder,
        charset="utf-8",
    )
    catalogue.fuzzy = False
    return catalogue


def add(language: str, template: Catalog, here: Path = HERE) -> Path:
    """Begin the catalogue of a language (see `place_of`) in parts, with nothing translated; return their folder."""
    locale, place = place_of(language, here)
    _parts(_begun(locale, template), template, place)
    return place / PARTS


def _parts(catalogue: Catalog, template: Catalog, place: Path) -> None:
    """Write a catalogue in parts, one for each area that has texts."""
    (place / PARTS).mkdir(parents=True, exist_ok=True)
    for area in AREAS:
        wanted = template_of(template, area)
        if len(wanted):
            part = _begun(catalogue.locale, template)
            for message in catalogue:
                if message.id and wanted.get(message.id, message.context) is not None:
                    part[message.id] = message
            part.update(wanted, no_fuzzy_matching=True)
            save(part, place / PARTS / f"{area}.po")


def split(language: str, template: Catalog, here: Path = HERE) -> Path:
    """Put the catalogue of a language in parts; nobody can choose the language until they are merged."""
    place = here / language
    path = place / f"{DOMAIN}.po"
    catalogue = load(path, language)
    catalogue.update(template)
    _parts(catalogue, template, place)
    path.unlink()
    return place / PARTS


def merge(language: str, template: Catalog, here: Path = HERE, *, partial: bool = False) -> Path:
    """Make one catalogue of the parts, which are gone then; with `partial` they stay, and gaps are English.

    Raises:
        ValueError: There are no parts, or there's something wrong with them.
    """
    place = here / language
    parts = sorted((place / PARTS).glob("*.po"))
    if not parts:
        raise ValueError(f"{language} isn't in parts")
    catalogue = _begun(Locale.parse(language), template)
    for path in parts:
        for message in load(path, language):
            if message.id:
                catalogue[message.id] = message
    catalogue.update(template, no_fuzzy_matching=True)
    if not partial and (found := list(problems(catalogue, language))):
        raise ValueError(f"{language} isn't ready, for {len(found)} reasons, such as {found[0]}")
    save(catalogue, place / f"{DOMAIN}.po")
    if not partial:
        for path in parts:
            path.unlink()
        (place / PARTS).rmdir()
    return place / f"{DOMAIN}.po"


def is_translated(message: Message) -> bool:
    """Return whether a text has a translation, in every plural form that the language has."""
    return all(message.string) if isinstance(message.string, list | tuple) else bool(message.string)


def update(template: Catalog, here: Path = HERE) -> None:
    """Write the template, and bring every translation up to date.

    A part gets its own area. What moved to another area takes its translation along; a text that is back has the one
    that it had. A changed text has that of the text before, marked as fuzzy.
    """
    save(template, here / f"{DOMAIN}.pot")
    log.info("%d texts", len(template))
    for place in sorted({path.parent for path in here.glob(f"*/{DOMAIN}.po")}):
        _updated([place / f"{DOMAIN}.po"], place.name, template, lambda _: template)
    for place in sorted(path.parent for path in here.glob(f"*/{PARTS}")):
        for area in AREAS:
            part = place / PARTS / f"{area}.po"
            if not part.exists() and len(template_of(template, area)):
                save(_begun(Locale.parse(place.name), template), part)
        parts = sorted((place / PARTS).glob("*.po"))
        _updated(parts, place.name, template, lambda path: template_of(template, path.stem))


def _updated(paths: Sequence[Path], language: str, template: Catalog, part: Callable[[Path], Catalog]) -> None:
    """Bring the files of a language up to date, which `part` has the texts of."""
    catalogues = {path: load(path, language) for path in paths}
    known: dict[Key, Message] = {}
    for catalogue in catalogues.values():
        known = {_key(each): each for each in catalogue.obsolete.values() if is_translated(each)} | known
    for catalogue in catalogues.values():
        known |= {_key(each): each for each in catalogue if is_translated(each)}
    wanted = {_key(each) for each in template}
    gone = {key: each for key, each in known.items() if key not in wanted}
    missing = dict[str, int]()
    for path, catalogue in catalogues.items():
        texts = part(path)
        for message in texts:
            if message.id and catalogue.get(message.id, message.context) is None:
                before = known.get(_key(message)) or _guess(message, gone)
                if before is not None:
                    catalogue[message.id] = before
        catalogue.update(texts, no_fuzzy_matching=True)
        catalogue.obsolete = {key: each for key, each in catalogue.obsolete.items() if _key(each) in gone}
        save(catalogue, path)
        missing[path.stem] = sum(not is_translated(each) or each.fuzzy for each in catalogue if each.id)
    by_part = "" if len(missing) == 1 else f": {', '.join(f'{name} {count}' for name, count in missing.items())}"
    log.info("%s: %d of them to translate%s", language, sum(missing.values()), by_part)


def _key(message: Message) -> Key:
    return message.id, message.context


def _guess(message: Message, gone: dict[Key, Message]) -> Message | None:
    """Return the translation of a text that is gone and that this one reads like, to be looked at; it's used once."""
    english = forms(message.id)
    likely = {
        forms(each.id)[0]: key
        for key, each in gone.items()
        if len(forms(each.id)) == len(english) and each.context == message.context
    }
    for close in get_close_matches(english[0], likely, 1, ALIKE):
        old = gone.pop(likely[close])
        return Message(message.id, old.string, context=message.context, flags={"fuzzy"}, previous_id=old.id)
    return None


def fix(language: str, here: Path = HERE) -> int:
    """Set every translation as its language is written; return how many were changed."""
    changed = 0
    for path in files_of(here / language):
        catalogue = load(path, language)
        for message in catalogue:
            if message.id and message.string:
                written = tuple(typeset(language, form) for form in forms(message.string))
                changed += written != forms(message.string)
                message.string = written[0] if isinstance(message.string, str) else written
        save(catalogue, path)
    return changed


def check(language: str, parts: Sequence[str] = (), here: Path = HERE, *, whole: bool = True) -> Iterator[str]:
    """Yield what is wrong with a language, or with some of its parts; forms are looked up in all of them.

    With `whole`, what isn't translated is wrong, too.
    """
    every = _begun(Locale.parse(language), Catalog())
    chosen = set[tuple[object, object]]()
    for path in files_of(here / language):
        for message in load(path, language):
            if message.id:
                every[message.id] = message
                if not parts or path.stem in parts:
                    chosen.add((forms(message.id)[0], message.context))
    found = problems(every, language, whole=whole)
    yield from (str(each) for each in found if (each.english, each.context) in chosen)


def main(arguments: Sequence[str] | None = None, here: Path = HERE) -> int:
    """Run the command line; return the exit code."""
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    parser = argparse.ArgumentParser(prog="python -m locales", description="Keep the catalogues of texts.")
    commands = parser.add_subparsers(dest="command")
    for name, text in (
        ("add", "begin a translation"),
        ("check", "say what is wrong with a translation"),
        ("fix", "set spaces and quotation marks as the language does"),
        ("split", "put a catalogue in parts"),
        ("merge", "make one catalogue of the parts"),
    ):
        command = commands.add_parser(name, help=text)
        command.add_argument("language", help="e.g. fr or pt_BR")
        if name == "check":
            command.add_argument("parts", nargs="*", help="e.g. mutants")
        if name == "merge":
            command.add_argument("--partial", action="store_true", help="to try it: gaps are English")
    commands.add_parser("rulebooks", help="hash documents").add_argument("folder", type=Path)
    asked = parser.parse_args(arguments)
    try:
        return _run(asked, here)
    except (ValueError, OSError) as error:
        log.error("%s", error)
        return 1


def _run(asked: argparse.Namespace, here: Path) -> int:
    match asked.command:
        case None:
            update(extracted(), here)
        case "add":
            place_of(asked.language, here)  # before the texts are collected, which takes seconds
            template = extracted()
            path = add(asked.language, template, here)
            log.info("%s: %d texts to translate", path.relative_to(here.parent), len(template))
        case "check":
            found = list(check(asked.language, asked.parts, here))
            for each in found:
                log.info("%s", each)
            return 1 if found else 0
        case "fix":
            log.info("%d changed", fix(asked.language, here))
        case "split":
            log.info("%s", split(asked.language, extracted(), here).relative_to(here.parent))
        case "merge":
            path = merge(asked.language, extracted(), here, partial=asked.partial)
            log.info("%s", path.relative_to(here.parent))
        case _:
            RULEBOOKS.write_bytes(hashes_of(asked.folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
