"""Values that are stored as JSON: dataclasses, read and written by pydantic under the keys that their fields name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, Any, ClassVar, Self, TypeAlias, TypeVar, cast

from pydantic import ConfigDict, GetCoreSchemaHandler, Strict, TypeAdapter, ValidationError
from pydantic_core import CoreSchema, core_schema

from engine.game import Json
from engine.text import Text, dump_text, load_text

T = TypeVar("T")


class Document:
    """Base of dataclasses that are stored as JSON.

    A field is stored under its alias, or its name. An unknown key is ignored; a missing one gets its field's default.
    Values are not converted: "5" is no number, and 1 is not true.

    Attributes:
        sparse: Whether fields with their defaults are left out; fields of nested values are not.
        whole: Whether no key may be missing, even if its field has a default.
    """

    __slots__ = ()
    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(strict=True)
    sparse: ClassVar[bool] = False
    whole: ClassVar[bool] = False

    @classmethod
    def __get_pydantic_core_schema__(cls, source: type[Any], handler: GetCoreSchemaHandler) -> CoreSchema:
        schema = handler(source)
        own = cast("dict[str, Any]", handler.resolve_ref_schema(schema))
        own["strict"] = False  # a strict one takes its instances alone; its fields stay strict
        for each in own["schema"]["fields"] if cls.whole else ():
            if each["schema"]["type"] == "default":
                each["schema"] = each["schema"]["schema"]
        return schema

    def dump(self) -> dict[str, Json]:
        data: dict[str, Json] = _adapters[type(self)].dump_python(
            self, mode="json", by_alias=True, exclude_defaults=self.sparse
        )
        return data

    @classmethod
    def load(cls, data: object) -> Self:
        """Return a value from its stored form. Raises ValueError, which names the key, for anything else."""
        value: Self = read(_adapters[cls], data, cls.__name__)
        return value


class _Adapters(dict[type[Document], TypeAdapter[Any]]):
    """What reads and writes each document; made when it is first needed, as a class names others below it."""

    def __missing__(self, kind: type[Document]) -> TypeAdapter[Any]:
        self[kind] = found = TypeAdapter(kind)
        return found


_adapters = _Adapters()


def read(adapter: TypeAdapter[T], data: object, name: str) -> T:
    """Return a value from its stored form. Raises ValueError, which names the value (`name`) and the key."""
    try:
        return adapter.validate_python(data)
    except ValidationError as error:
        raise ValueError(problem(error, name)) from None  # the error itself quotes what is stored: secret choices, too


def problem(error: ValidationError, name: str) -> str:
    """Return what doesn't fit, each with the path of keys that leads to it, on one line.

    No value is quoted, except times and quiet hours.
    """
    found = error.errors(include_url=False, include_context=False, include_input=False)
    return "; ".join(": ".join([".".join(map(str, (name, *each["loc"]))), each["msg"]]) for each in found)


def _time(data: object) -> datetime:
    if not isinstance(data, str):
        raise ValueError("Input should be a time in ISO 8601")
    return datetime.fromisoformat(data)


def _seconds(data: object) -> timedelta:
    if not isinstance(data, int | float) or isinstance(data, bool):
        raise ValueError("Input should be a number of seconds")
    try:
        return timedelta(seconds=data)
    except OverflowError:
        raise ValueError("Input should be a number of seconds that a duration can hold") from None


def _whole_seconds(duration: timedelta) -> int:
    return round(duration.total_seconds())


@dataclass(frozen=True, slots=True)
class Codec:
    """The conversion of a type that pydantic doesn't know, or converts differently.

    `load` raises ValueError for anything that `dump` has not returned.
    """

    load: Callable[[Any], object]
    dump: Callable[[Any], object]

    def __get_pydantic_core_schema__(self, _source: object, _handler: GetCoreSchemaHandler) -> CoreSchema:
        written = core_schema.plain_serializer_function_ser_schema(self.dump)
        return core_schema.no_info_plain_validator_function(self.load, serialization=written)


TimeField: TypeAlias = Annotated[datetime, Codec(_time, datetime.isoformat)]
"""As ISO 8601 has it, with the offset written as it is."""
SecondsField: TypeAlias = Annotated[timedelta, Codec(_seconds, timedelta.total_seconds)]
WholeSecondsField: TypeAlias = Annotated[timedelta, Codec(_seconds, _whole_seconds)]
TextField: TypeAlias = Annotated[Text, Codec(load_text, dump_text)]
ListField: TypeAlias = Annotated[tuple[T, ...], Strict(strict=False)]
"""A tuple, stored as a list."""
