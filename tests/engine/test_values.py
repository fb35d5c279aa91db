"""Values made quickly, and values made once, are the values of their dataclasses."""

from __future__ import annotations

import copy
import inspect
import pickle
from dataclasses import FrozenInstanceError, dataclass, field, replace
from typing import Any, Generic, TypeVar

import pytest

from engine.values import ByMask, Interned, quickly_made

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Base:
    seat: int
    audience: tuple[int, ...] | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class Usual(Base):
    card: str = ""
    left: int = 0


@quickly_made
@dataclass(frozen=True, slots=True)
class Quick(Base):
    card: str = ""
    left: int = 0


@quickly_made
@dataclass(frozen=True, slots=True)
class Box(Generic[T]):
    """Something that must not be zero."""

    content: T

    def __post_init__(self) -> None:
        if not self.content:
            raise ValueError("empty")


@dataclass(frozen=True, slots=True)
class Once(Base, metaclass=Interned):
    card: str = ""
    left: int = 0


def test_it_takes_the_arguments_of_its_dataclass() -> None:
    assert inspect.signature(Quick) == inspect.signature(Usual)
    calls: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
        ((1,), {}),
        ((1, "ZOM", 3), {}),
        ((1,), {"left": 2, "audience": (1, 2)}),
        ((), {"seat": 4}),
    ]
    for given, named in calls:
        quick, usual = Quick(*given, **named), Usual(*given, **named)
        assert repr(quick) == repr(usual).replace("Usual", "Quick")
        assert hash(quick) == hash(usual)
        assert type(quick) is Quick
    wrong: Any = Quick
    with pytest.raises(TypeError):
        wrong()
    with pytest.raises(TypeError):
        wrong(1, "ZOM", 3, None)


def test_it_is_frozen_and_compares_by_its_fields() -> None:
    quick = Quick(1, "ZOM")
    with pytest.raises(FrozenInstanceError):
        quick.left = 2  # type: ignore[misc]
    assert quick == Quick(1, "ZOM", 0)
    assert quick != Quick(1, "ZOM", audience=())
    assert replace(quick, left=2) == Quick(1, "ZOM", 2)
    assert copy.copy(quick) == quick


def test_its_own_check_still_runs() -> None:
    assert Box(3) == Box(3)
    with pytest.raises(ValueError, match="empty"):
        Box("")


def test_a_default_that_is_made_anew_is_refused() -> None:
    with pytest.raises(TypeError, match=r"Cards\.cards cannot be set quickly"):

        @quickly_made
        @dataclass(frozen=True, slots=True)
        class Cards:
            cards: list[int] = field(default_factory=list)


def test_an_interned_value_is_made_once_and_otherwise_as_usual() -> None:
    once = Once(1, "ZOM", audience=(2,))
    assert Once(1, "ZOM", audience=(2,)) is once
    assert Once(1, "ZOM") != once
    assert Once(1, "ZOM", 0, audience=(2,)) == once
    assert repr(once) == repr(Usual(1, "ZOM", audience=(2,))).replace("Usual", "Once")
    assert replace(once, left=3).left == 3
    assert once.left == 0
    for copied in (copy.copy(once), copy.deepcopy(once), pickle.loads(pickle.dumps(once))):  # noqa: S301 - its own
        assert copied == once
    with pytest.raises(FrozenInstanceError):
        once.left = 2  # type: ignore[misc]
    wrong: Any = Once
    for _ in range(2):
        with pytest.raises(TypeError):
            wrong(1, "ZOM", 3, None)


def test_what_a_mask_gives_is_the_same_however_many_were_looked_up_before() -> None:
    table, masks = ByMask(int.bit_count), range(1 << 12)
    for mask in (*masks, *masks):
        assert table[mask] == mask.bit_count()
        assert len(table) <= ByMask.KEPT
