"""What translators write so that terms of the games decline and agree: forms of a term, and fields that choose.

A translated term can carry tags, such as its gender, and forms, each with a name that the translators give it:

    linke Flanke | f | nach=zur linken Flanke | auf=auf der linken Flanke

A translated sentence then chooses, in the field that the term fills:

    {zone:nach}                          the form with that name
    {zone:f=leere|*=leerer}              words by the tag of what fills the field; `*` is for all others
    {n:one=carte|*=cartes}               words by a number, or by how many parts a list has
    {player:de |d’}                      words by the first sound of what fills the field: a consonant, or a vowel

The last three show only the words, so the field often follows once more: `{player:de |d’}{player}`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from string import Formatter

from engine.text import COUNT, Joint, Listed, Text, Value

OTHERWISE = "*"
"""The tag that stands for all others."""
_BETWEEN = re.compile(r" \| (?=[^`]*(?:`[^`]*`[^`]*)*$)")
"""What parts a term from its tags and forms; not within code."""
_FORM = re.compile(r"(\w+)=(.*)", re.DOTALL)
_TAG = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Piece:
    """Words of a template, and the field after them; `spec` is what stands behind the colon of the field."""

    words: str
    name: str | None
    spec: str

    @property
    def by_sound(self) -> tuple[str, str] | None:
        """Words before a consonant and before a vowel, if the field chooses by that."""
        options = self.spec.split("|")
        return (options[0], options[1]) if len(options) == 2 and not self.by_tag else None

    @property
    def by_tag(self) -> dict[str, str]:
        """Words by tag, if the field chooses by that."""
        matches = [_FORM.fullmatch(option.replace(f"{OTHERWISE}=", "_=", 1)) for option in self.spec.split("|")]
        if not all(matches):
            return {}
        return {OTHERWISE if match[1] == "_" else match[1]: match[2] for match in matches if match}

    @property
    def form(self) -> str | None:
        """The name of the form, if the field asks for one."""
        return self.spec if self.spec and "|" not in self.spec and not self.by_tag else None


@dataclass(frozen=True, slots=True)
class Term:
    """A translation: what is shown, with tags and forms if it's a term of the games.

    Attributes:
        chooses: Whether a field of the translation, in any of its forms, has a spec.
    """

    shown: str
    tags: frozenset[str] = frozenset()
    forms: Mapping[str, str] = field(default_factory=dict)
    chooses: bool = False


@lru_cache(maxsize=16384)
def term(translation: str) -> Term:
    """Read a translation.

    Raises:
        ValueError: A part behind the first is neither a tag nor a form.
    """
    shown, *more = _BETWEEN.split(translation)
    tags, forms = set(), {}
    for part in more:
        if (form := _FORM.fullmatch(part)) is not None:
            forms[form[1]] = form[2]
        elif _TAG.fullmatch(part):
            tags.add(part)
        else:
            raise ValueError(f"{part!r} is neither a tag nor a form")
    chooses = any(piece.spec for each in (shown, *forms.values()) for piece in pieces(each))
    return Term(shown, frozenset(tags), forms, chooses)


@lru_cache(maxsize=16384)
def pieces(template: str) -> tuple[Piece, ...]:
    """Return a template in pieces, each with at most one field."""
    return tuple(Piece(words, name, spec or "") for words, name, spec, _ in Formatter().parse(template))


def vowel_first(words: str) -> bool:
    """Return whether words begin with a vowel; an H counts as none, as it does in the names of people."""
    letter = next((each for each in words if each.isalnum()), "")
    return unicodedata.normalize("NFD", letter.casefold())[:1] in {*"aeiouœæ"}


@dataclass(frozen=True, slots=True)
class Grammar:
    """Fills in a translation whose fields choose.

    Attributes:
        term: The translation of a text, in the plural form for its count.
        plural: The plural category of a number, such as "one" or "other".
        number: A number as the language writes it.
        joined: The parts of a list as one.
    """

    term: Callable[[Text], Term]
    plural: Callable[[int], str]
    number: Callable[[int], str]
    joined: Callable[[Sequence[str], Joint], str]

    def fill(self, text: Text, shown: Callable[[Value | Text], str], form: str = "") -> str:
        """Return a text with its values, in one of its forms; what has no such form is as it's shown elsewhere."""
        values = dict(text.values)
        found = self.term(text)
        filled = ""
        for piece in pieces(found.forms.get(form, found.shown)):
            filled += piece.words
            if piece.name == COUNT and text.plural is not None and not piece.spec:
                filled += self.number(text.count)
            elif piece.name is not None:
                filled += self._field(values[piece.name], piece, shown)
        return filled

    def _field(self, value: Value | Text, piece: Piece, shown: Callable[[Value | Text], str]) -> str:
        if by_tag := piece.by_tag:
            tags = self._tags(value)
            return next((words for tag, words in by_tag.items() if tag in tags), by_tag.get(OTHERWISE, ""))
        if by_sound := piece.by_sound:
            return by_sound[vowel_first(shown(value))]
        return self._shown(value, piece.spec, shown)

    def _shown(self, value: Value | Text, form: str, shown: Callable[[Value | Text], str]) -> str:
        match value:
            case Text() if form:
                return self.fill(value, shown, form)
            case Listed(parts, joint) if form:
                return self.joined([self._shown(part, form, shown) for part in parts], joint)
        return shown(value)

    def _tags(self, value: Value | Text) -> frozenset[str]:
        match value:
            case Text():
                return self.term(value).tags
            case bool():
                return frozenset()
            case int():
                return frozenset({self.plural(value)})
            case Listed(parts):
                amount = frozenset({self.plural(len(parts))})
                return amount | self._tags(parts[0]) if len(parts) == 1 else amount
        return frozenset()


def faults(english: tuple[str, ...], translation: str) -> Iterator[str]:
    """Yield what is wrong with one form of a translation: fields, specs, tags and forms."""
    try:
        found = term(translation)
        parts = [(name, pieces(form)) for name, form in (("", found.shown), *found.forms.items())]
    except ValueError as error:
        yield str(error)
        return
    wanted = [_names(pieces(form)) for form in english]
    for name, form in parts:
        if _names(form) not in wanted:
            yield f"other fields than the English{f' in the form {name}' if name else ''}"
        for piece in form:
            if not piece.spec:
                continue
            if piece.by_tag and next(reversed(piece.by_tag)) != OTHERWISE:
                yield f"{{{piece.name}:{piece.spec}}} doesn't end with {OTHERWISE}="
            if not (piece.by_tag or piece.by_sound or _TAG.fullmatch(piece.spec)):
                yield f"{{{piece.name}:{piece.spec}}} is no form and no choice"


def _names(found: tuple[Piece, ...]) -> set[str]:
    return {piece.name for piece in found if piece.name is not None}
