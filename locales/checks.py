"""What is wrong with a translation that a program can see: fields, forms, commands, markup, typography, lengths, terms.

Each problem names the English text, so that it's found in any editor. A term of the glossary that a sentence has to
say in another way is allowed by a translator's comment on the message: `# free: heart`.
"""

from __future__ import annotations

import ast
import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry

from engine.apex.components import ACTION_NAMES, BONUS_NAMES, TRACK_NAMES
from engine.apex.components import NAMES as PEOPLES
from engine.apex.events import SIDE_NAMES
from engine.mutants.components import CARD, DECK, names
from engine.mutants.events import ZONE_NAMES
from engine.mutants.wording import GENE_NAMES
from engine.text import Text
from locales import HERE, grammar
from locales.extract import ROOT, area_of, marked, message

# Typography.

_PROTECTED = re.compile(r"(```.*?```|`[^`]*`|<[^>\s]*>|\]\([^)]*\)|https?://\S+|\{[^{}]*\}|:\w+:)", re.DOTALL)
"""What no rule of typography changes: code, mentions, addresses, fields, codes of emoji."""
_NARROW, _WIDE = "\u202f", "\u00a0"
_SPACES = f"[ {_NARROW}{_WIDE}]*"
_STANDS_FOR = "\uac00"
"""A letter that no translation into these languages has: in the place of what isn't changed, as a number's field."""
_Rules = tuple[tuple[re.Pattern[str], str], ...]
_EVERYWHERE: _Rules = (
    (re.compile(r"(?<=\w)'"), "’"),
    (re.compile(r"\.\.\."), "…"),
    (re.compile(rf"(?<=[\d{_STANDS_FOR}]) %"), f"{_WIDE}%"),
)
_FRENCH: _Rules = (
    *_EVERYWHERE,
    (re.compile(rf"(?<=[^\s;!?(]){_SPACES}(?=[;!?])"), _NARROW),
    (re.compile(rf"(?<=[^\s:(]){_SPACES}:(?=[\s*]|$)"), f"{_WIDE}:"),
    (re.compile(r"(?<=\d) (?=\d{3}\b)"), _NARROW),
    (re.compile(rf"«{_SPACES}"), f"«{_WIDE}"),
    (re.compile(rf"{_SPACES}»"), f"{_WIDE}»"),
)
_GERMAN: _Rules = (
    *_EVERYWHERE,
    (re.compile("“([^”„]*)”"), r"„\1“"),
    (re.compile(r"\b([zduK])\. ?(B|h|a|o)\."), rf"\1.{_WIDE}\2."),
    (re.compile(" - "), " – "),
)
_RULES: Mapping[str, _Rules] = {"fr": _FRENCH, "de": _GERMAN}
_QUOTES = {"fr": re.compile('["“”„]'), "de": re.compile('["”«»]')}
"""Quotation marks that the language doesn't use."""


def typeset(language: str, text: str) -> str:
    """Return a translation with the spaces, quotation marks and signs that its language writes."""
    rules = _RULES.get(language[:2], ())
    for pattern, written in rules:
        text = _apart(text, pattern, written)
    return text


def _apart(text: str, pattern: re.Pattern[str], written: str) -> str:
    """Replace in what isn't protected; a protected part counts as a word beside it."""
    parts = _PROTECTED.split(text)
    done = pattern.sub(written, _STANDS_FOR.join(parts[::2])).split(_STANDS_FOR)
    return "".join(part for pair in zip(done, [*parts[1::2], ""], strict=True) for part in pair)


def _typography(language: str, translation: str) -> Iterator[str]:
    if (better := typeset(language, translation)) != translation:
        yield f"typography: {better!r}"
    quotes = _QUOTES.get(language[:2])
    if quotes is not None and (found := quotes.search(_PROTECTED.sub("", translation))):
        yield f"quotation mark {found[0]}"


# What stays as it is in the English.

_CODE = re.compile(r"```.*?```|`[^`]*`", re.DOTALL)
_COMMAND = re.compile(r"(?<![\w/`<])/[a-z][a-z-]+")
_CODES = re.compile(r"<[@#:t/][^>]*>|https?://[^\s)]+|:\w+:")
_MARKS = re.compile(r"\*\*|__|~~|\|\||(?m:^(?:-# |#{1,3} |> |• ))")
_ENDS = ".?!…:"


def _signs(text: str) -> Iterator[str]:
    """Yield the pictographs of a text."""
    yield from (each for each in text if unicodedata.category(each) == "So" and each != "°")


_SAME: tuple[tuple[str, Callable[[str], Iterable[str]]], ...] = (
    ("code", _CODE.findall),
    ("commands", lambda text: _COMMAND.findall(_CODE.sub("", text))),
    ("codes of Discord", lambda text: _CODES.findall(_CODE.sub("", text))),
    ("markup", lambda text: _MARKS.findall(_CODE.sub("", text))),
    ("signs", _signs),
    ("lines", lambda text: re.findall("\n", text)),
    ("outer spaces", lambda text: [text[: len(text) - len(text.lstrip())] + "|" + text[len(text.rstrip()) :]]),
    ("punctuation at the end", lambda text: [str(text.rstrip("*_`»“”’)\u00a0 ").endswith(tuple(_ENDS)))]),
)


def _kept(english: tuple[str, ...], translation: str) -> Iterator[str]:
    for what, found in _SAME:
        here = Counter(found(translation))
        if here not in [Counter(found(form)) for form in english]:
            yield f"other {what} than the English"


# Lengths.

LIMITS: Mapping[str, int] = {
    "DIALOG_LIMIT": 45,
    "LABEL_LIMIT": 80,
    "OPTION_LIMIT": 100,
    "PROMPT_LIMIT": 150,
    "CHOICE_LIMIT": 100,
    "CHANNEL_LIMIT": 100,
    "EVENT_LIMIT": 100,
    "TITLE_LIMIT": 256,
}
"""How long a text can be that the code cuts to the limit of this name (`cogs.core.text`)."""
BUTTON, DESCRIPTION = 80, 100
NAME = 20
"""The letters of a card's name that a picture has room for."""

Key = tuple[str, str | None]
"""A message: its English, in the form for one, and its context."""


@cache
def lengths() -> Mapping[Key, int]:
    """Return how many characters messages can have, for those of which the code says so."""
    found: dict[Key, int] = {}

    def limit(node: ast.AST, most: int) -> None:
        for key in _said(node):
            found[key] = min(most, found.get(key, most))

    for call in marked():
        said = message(call)
        if said is not None and (call.keyword == "mark" or said.context == "button"):
            limit(call.node, DESCRIPTION if call.keyword == "mark" else BUTTON)
    found |= {(str(name), name.context): NAME for name, _ in names() if name.context == CARD}
    for path in sorted((ROOT / "cogs").rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if "_LIMIT)" not in source:
            continue
        tree = ast.parse(source)
        tables = {
            target.id: node.value
            for node in tree.body
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None
            for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
            if isinstance(target, ast.Name)
        }
        for node in ast.walk(tree):
            match node:
                case ast.Call(func=ast.Name("cut"), args=[words, ast.Name(name)]) if name in LIMITS:
                    limit(words, LIMITS[name])
                    for each in ast.walk(words):
                        if isinstance(each, ast.Name) and each.id in tables:
                            limit(tables[each.id], LIMITS[name])
    return found


def _said(node: ast.AST) -> Iterator[Key]:
    for each in ast.walk(node):
        match each:
            case ast.Call(func=ast.Name("say" | "say_n" | "mark"), args=[ast.Constant(str() as english), *_]):
                contexts = [
                    keyword.value.value
                    for keyword in each.keywords
                    if keyword.arg == "context" and isinstance(keyword.value, ast.Constant)
                ]
                yield english, str(contexts[0]) if contexts else None


def _length(most: int | None, english: tuple[str, ...], translation: str) -> Iterator[str]:
    """A field counts as nothing: what fills it is cut where the whole is."""
    text = re.sub(r"\{[^{}]*\}", "", translation)
    if most is not None and len(text) > most and len(text) > max(map(len, english)):
        yield f"{len(text)} characters, where {most} are shown"


# The glossary: which words say what the games and the program call things.


class Word(NamedTuple):
    """A term of a glossary.

    Attributes:
        english: The term, in each form that the English texts have.
        translation: What it's called; with `held` empty, a recommendation.
        held: Beginnings of words, one of which a translation has if the English has the term.
        where: The areas of the catalogue that this is for (`locales.extract.AREAS`); all if empty.
    """

    english: tuple[str, ...]
    translation: str
    held: tuple[str, ...]
    where: tuple[str, ...]
    source: str


def glossary(language: str) -> tuple[Word, ...]:
    """Return the terms of a language, from the tables of its glossary; none if it has no glossary."""
    path = HERE / f"GLOSSARY.{language}.md"
    if not path.exists():
        return ()
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("|") and len(cells) == 5 and cells[0] != "English" and not set(line) <= set("|-: "):
            english, translation, held, where, source = cells
            found.append(Word(_several(english), translation, _several(held), _several(where), source))
    return tuple(found)


def _several(cell: str) -> tuple[str, ...]:
    return tuple(each.strip() for each in cell.split(",") if each.strip())


def _terms(words: Collection[Word], entry: Entry, english: tuple[str, ...], translation: str) -> Iterator[str]:
    area = area_of([place for place, _ in entry.locations])
    free = {each.removeprefix("free:").strip() for each in entry.user_comments if each.startswith("free:")}
    read, written = _prose(" ".join(english)), _prose(translation)
    for word in words:
        if not word.held or (word.where and area not in word.where) or free & {*word.english}:
            continue
        if _any_of(word.english, whole=True).search(read) and not _any_of(word.held).search(written):
            yield f"“{word.english[0]}” is “{word.translation}” in the glossary"


def _prose(text: str) -> str:
    return re.sub(r"\{[^{}]*\}", " ", _CODE.sub(" ", text))


@cache
def _any_of(words: tuple[str, ...], *, whole: bool = False) -> re.Pattern[str]:
    end = r"\b" if whole else ""
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, words))}){end}", re.IGNORECASE)


# Sentences of the rulebooks: none of eight words or more is repeated. Their text is not here, only hashes of it.

RUN = 8
_DIGEST = 5
RULEBOOKS = HERE / "rulebooks.bin"


def runs(text: str) -> Iterator[bytes]:
    """Yield a hash of each run of eight words within the sentences of a text."""
    plain = unicodedata.normalize("NFKD", re.sub(r"\{[^{}]*\}|`[^`]*`", ".", text)).casefold()
    plain = "".join(each for each in plain if not unicodedata.combining(each))
    for sentence in re.split(r"[.!?;:•»«()\n]+(?:\s|$)", plain):
        words = re.findall(r"[^\W_]+", sentence)
        for start in range(len(words) - RUN + 1):
            yield hashlib.blake2b(" ".join(words[start : start + RUN]).encode(), digest_size=_DIGEST).digest()


def hashes_of(folder: Path) -> bytes:
    """Return the hashes of the documents in a folder, as `RULEBOOKS` has them; lines of a page run on."""
    texts = (path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.txt")))
    return b"".join(sorted({run for text in texts for run in runs(re.sub(r"-?\s*\n\s*", " ", text))}))


@cache
def _rulebooks() -> frozenset[bytes]:
    data = RULEBOOKS.read_bytes() if RULEBOOKS.exists() else b""
    return frozenset(data[start : start + _DIGEST] for start in range(0, len(data), _DIGEST))


def repeated(text: str) -> Iterator[str]:
    if not _rulebooks().isdisjoint(runs(text)):
        yield "eight words as a rulebook has them"


# People are written of without telling their gender, and no form stands for two.

_GENDERED: Mapping[str, re.Pattern[str]] = {
    "fr": re.compile(
        r"\w(?:\((?:e|s|es|ne|le|trice|euse)\)|[·•]\w)|\b(?:le/la|la/le|un/une|il/elle|il ou elle)\b", re.IGNORECASE
    ),
    "de": re.compile(
        r"\w(?:\((?:in|innen|r|n|e)\)|[*_:]in(?:nen)?\b|In(?:nen)?\b)|\b(?:der/die|die/der|er/sie|er oder sie)\b"
    ),
}


def _gendered(language: str, translation: str) -> Iterator[str]:
    pattern = _GENDERED.get(language)
    found = pattern.search(_prose(translation)) if pattern is not None else None
    if found is not None:
        yield f"{found[0]!r} tells two genders: say it of anybody"


# What stays English by mistake.

_NAMES = frozenset({CARD, DECK})
"""Contexts of what is a name, as the box prints it."""
_A_WORD = re.compile(r"[^\W\d_]{3,}")


def _english(entry: Entry, english: tuple[str, ...], shown: str) -> Iterator[str]:
    """A translator's comment `# same` says that a word is the same in both languages."""
    words = _PROTECTED.sub(" ", _COMMAND.sub(" ", shown))
    if shown in english and entry.context not in _NAMES and _A_WORD.search(words) and "same" not in entry.user_comments:
        yield "is the English; where both languages say so, the comment is `# same`"


# A whole catalogue.


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with the translation of a text."""

    english: str
    context: str | None
    what: str

    def __str__(self) -> str:
        return f"{self.english!r}{f' ({self.context})' if self.context else ''}: {self.what}"


def forms(message: str | Iterable[str] | None) -> tuple[str, ...]:
    """Return a text of a catalogue in all its plural forms."""
    return (message,) if isinstance(message, str) else tuple(message or ())


def problems(
    catalogue: Catalog, language: str, *, whole: bool = True, words: Collection[Word] | None = None
) -> Iterator[Problem]:
    """Yield what is wrong with a catalogue; with `whole`, also what isn't translated, or only guessed."""
    words = glossary(language) if words is None else words
    limits = lengths()
    for entry in catalogue:
        english = forms(entry.id)
        if not entry.id:
            continue
        key = (english[0], entry.context)
        if whole and entry.fuzzy:
            yield Problem(*key, "the English has changed")
        for translation in forms(entry.string):
            if not translation:
                if whole:
                    yield Problem(*key, "isn't translated")
                continue
            found = list(grammar.faults(english, translation))
            if not found:
                shown = grammar.term(translation).shown
                checks = (
                    _kept(english, shown),
                    _typography(language, translation),
                    _length(limits.get(key), english, shown),
                    _terms(words, entry, english, translation),
                    repeated(shown),
                    _gendered(language, shown),
                    _english(entry, english, shown),
                )
                found = [problem for each in checks for problem in each]
            yield from (Problem(*key, each) for each in found)
    yield from _uneven(catalogue)
    yield from _unfilled(catalogue)


def _uneven(catalogue: Catalog) -> Iterator[Problem]:
    """Yield forms that no term has, and terms of one kind, that is of one context, which have not the same forms."""
    terms: dict[str | None, dict[Key, set[str]]] = {}
    asked: dict[str, Key] = {}
    for entry in catalogue:
        key = (forms(entry.id)[:1] or ("",))[0], entry.context
        for translation in filter(None, forms(entry.string) if entry.id else ()):
            if any(grammar.faults(forms(entry.id), translation)):
                continue
            found = grammar.term(translation)
            terms.setdefault(entry.context, {}).setdefault(key, set()).update(found.forms)
            for form in (found.shown, *found.forms.values()):
                asked |= {piece.form: key for piece in grammar.pieces(form) if piece.form is not None}
    known = {form for kind in terms.values() for each in kind.values() for form in each}
    yield from (Problem(*key, f"no term has the form {form}") for form, key in asked.items() if form not in known)
    for context, kind in terms.items():
        wanted = set[str]().union(*kind.values()) if context is not None else set[str]()
        for key, has in kind.items():
            if wanted - has:
                yield Problem(*key, f"lacks the forms of its kind: {', '.join(sorted(wanted - has))}")


def _unfilled(catalogue: Catalog) -> Iterator[Problem]:
    """Yield terms without a form that a sentence asks for in a place where they stand."""
    for english, places in SLOTS.items():
        sentence = catalogue.get(english)
        for translation in forms(sentence.string) if sentence is not None else ():
            for piece in grammar.pieces(translation):
                for name in places.get(piece.name or "", ()) if piece.form is not None else ():
                    entry = catalogue.get(name.template, name.context)
                    for said in filter(None, forms(entry.string) if entry is not None else ()):
                        if piece.form not in grammar.term(said).forms:
                            yield Problem(
                                name.template, name.context, f"lacks the form {piece.form}, which {english!r} asks for"
                            )


_ZONES, _GENES = tuple(ZONE_NAMES.values()), tuple(GENE_NAMES.values())
_CARDS = tuple(dict.fromkeys(name for name, _ in names() if name.context == CARD))
_SIDES, _PEOPLES = tuple(SIDE_NAMES.values()), tuple(PEOPLES.values())
SLOTS: Mapping[str, Mapping[str, tuple[Text, ...]]] = {
    "{player}'s {card} moves to the {zone}.": {"card": _CARDS, "zone": _ZONES},
    "{player}'s {card} on the {zone} is K.O.!": {"card": _CARDS, "zone": _ZONES},
    "To the {zone}": {"zone": _ZONES},
    "{player} deploys {card}.": {"card": _CARDS},
    "{player} freezes {card}.": {"card": _CARDS},
    "The incubated {card} goes on top of {player}'s deck.": {"card": _CARDS},
    "{card} isn't in your hand.": {"card": _CARDS},
    "{card} has {gene}, which this challenge rules out.": {"card": _CARDS, "gene": _GENES},
    "Freeze value {value} for each {gene} in your freezer.": {"gene": _GENES},
    "{player} leads the {civilisation} from {home}.": {"civilisation": _PEOPLES},
    "{player} plays {side} with card {card}.": {"side": _SIDES},
    "{player}'s {side} has no effect: {reason} ({rule}).": {"side": _SIDES},
    "{player} does nothing with {side}.": {"side": _SIDES},
    "{player} evolves: {track} rises to {level}.": {"track": TRACK_NAMES},
    "{player}'s Evolution has no effect: {track} is already at level 5 ({rule}).": {"track": TRACK_NAMES},
    "You have no {action} action left in this expansion.": {"action": ACTION_NAMES},
    "{player} places a colony on {slot} ({bonus}).": {"bonus": BONUS_NAMES},
}
"""Sentences in which terms of games stand: which terms fill which field. Every one of them is tried."""
