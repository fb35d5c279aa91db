"""What a turn brings others in private, and what others have sealed, is nowhere in what a player is shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.events import Event
from engine.game import Step
from engine.seat import Seat
from engine.session import Session
from engine.text import Text, say
from tests.engine.parlour.game import Parlour
from tests.engine.parlour.table import State
from tests.engine.parlour.tables import begin, drafted


@dataclass(frozen=True, slots=True)
class Whispered(Event):
    """Somebody is told something in private."""

    def text(self) -> Text:
        return say("Psst.")


class Whispering(Parlour):
    """A game in which each seat is told in private what happens, before chance comes into it."""

    def apply(self, state: State, moves: Mapping[Seat, str]) -> Step[State]:
        step = super().apply(state, moves)
        told = tuple(Whispered(seat, audience=frozenset({seat})) for seat in (1, 2))
        return replace(step, events=(*step.events, *told), barrier=False)


def test_what_others_are_told_in_private_is_not_in_a_preview() -> None:
    session: Session = replace(drafted(), game=Whispering())
    first, second = session.state.order
    text = f"A {second}"
    shown = [event.seat for event in session.preview(first, text).events if isinstance(event, Whispered)]
    assert shown == [first]
    last = session.play(first, text).last
    assert last is not None
    assert [event.seat for event in last.events if isinstance(event, Whispered)] == [1, 2]


def test_marks_of_menus_do_not_change_with_what_others_seal() -> None:
    start = begin("3")
    packs = start.state.packs
    one = start.play(1, str(packs[0][0]))
    other = start.play(1, str(packs[0][1]))
    assert [one.mark(seat) for seat in (2, 3)] == ["", ""]
    assert "" != one.mark(1) != other.mark(1)
    assert one.play(2, str(packs[1][0])).mark(2) == other.play(2, str(packs[1][0])).mark(2)
