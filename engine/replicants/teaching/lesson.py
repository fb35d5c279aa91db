"""The lesson of Replicants: eight tasks of one turn each, on positions of the game for two."""

from __future__ import annotations

from engine.game import Attempt, Hint, Setup, Task
from engine.replicants.attacks import threats_to
from engine.replicants.board import place_of
from engine.replicants.events import Charged, Created, Destroyed, Moved, Rotated
from engine.replicants.state import State
from engine.text import say

_FOUR = 4
_BOTH = 2


def _safe(tried: Attempt) -> bool:
    """Return whether nothing threatens the learner's matrix (R16)."""
    state: State = tried.after
    index, blocked = tried.seat - 1, 0
    for each in state.sides:
        blocked |= each.mask
    return not threats_to(state.rules, state.sides, index, blocked, place_of(state.sides[index].pieces[0]))


def _turned_what_moved(tried: Attempt) -> bool:
    (moved, *_), turned = tried.found(Moved) or (None,), tried.found(Rotated)
    return moved is not None and any(each.hex == moved.target for each in turned)


def _by_move(tried: Attempt) -> bool:
    return any(not each.by_arcs for each in tried.found(Destroyed))


def _struck(tried: Attempt) -> int:
    return sum(each.by_arcs for each in tried.found(Destroyed))


def _at(position: str) -> Setup:
    return Setup("2", position=position)


LESSON = (
    Task(
        "charge",
        say("Charge"),
        say(
            "A turn has three actions. The first, a charge, happens by itself. Now move any Replicant, then **charge "
            "again** as your third action: you end with 2 energy."
        ),
        Setup("2"),
        lambda tried: len(tried.found(Charged)) == _BOTH,
        say("Move any Replicant, then charge as your third action."),
        say("Two charges a turn fill your matrix fastest. Energy pays for new Replicants."),
        ("R11", "R13", "R20"),
        "E/2E6/E",
        hints=(
            Hint(
                lambda tried: bool(tried.found(Rotated)),
                say("You rotated a Replicant as your third action, so you have only 1 energy. Charge instead."),
            ),
        ),
    ),
    Task(
        "heading",
        say("Move, then rotate"),
        say(
            "The dots on a Replicant show where it can go from the way it faces. Moving never rotates it. Move a "
            "Replicant, then **rotate the same one** to the left or right as your third action."
        ),
        _at(
            "T3.1.1 | e2 h3 r334455667 1E8:3 2D7:3 2E6:3 2F8:3 3D8:3 3F9:3 | "
            "e3 h3 r334455667 1E2:0 2D2:0 2E3:0 2F4:0 3D1:0 3F2:0"
        ),
        _turned_what_moved,
        say("As your third action, rotate the Replicant you just moved, to the left or right."),
        say("Where a Replicant can go depends on the way it faces: rotating it now decides where it can go next."),
        ("R7", "R20"),
        "E/2E5/E5+",
        hints=(
            Hint(
                lambda tried: len(tried.found(Charged)) == _BOTH,
                say("You charged as your third action. This time, rotate the Replicant you moved."),
            ),
        ),
    ),
    Task(
        "leap",
        say("Walk and leap"),
        say(
            "Any Replicant in the way blocks a walk; a leap goes over them. Your 4 on E6 has your own 2s in front of "
            "it and behind it: **leap with the 4**."
        ),
        _at(
            "T6.1.1 | e3 h2 r33455667 1E8:3 2D7:3 2E5:3 2E7:3 3D8:3 3F9:3 4E6:3 | "
            "e5 h3 r334455667 1E2:0 2D2:0 2C2:0 2F4:0 3D1:0 3F2:0"
        ),
        lambda tried: any(each.value == _FOUR for each in tried.found(Moved)),
        say("Choose to move, then the 4 on E6, then one of the hexes beyond the others."),
        say("High values leap and reach far, whatever stands in between."),
        ("R8", "R9"),
        "E/4E4/E",
    ),
    Task(
        "capture",
        say("Capture"),
        say(
            "Move onto an enemy to destroy it: its soul is gone for good. **Destroy an enemy** with one of your moves."
        ),
        _at(
            "T8.1.1 | e4 h2 r33455667 1E8:3 2D7:3 2E5:3 2F8:3 3D8:3 3F9:3 4E6:3 | "
            "e6 h2 r33455667 1E2:0 2D2:0 2C2:0 2D4:0 3D1:0 3F2:0 4F5:0"
        ),
        _by_move,
        say("You didn't destroy anything. Your 4 on E6 and your 2 on E5 can each reach an enemy in one move."),
        say(
            "Any value destroys any other, and your Replicant stays on the hex. The heart goes back to its owner's "
            "reserve; the soul doesn't."
        ),
        ("R15",),
        "E/4D4x/E",
    ),
    Task(
        "create",
        say("Create"),
        say(
            "Instead of moving you can **create a Replicant** next to your matrix: it costs a heart and a soul from "
            "your reserve, and energy equal to its value."
        ),
        _at(
            "T9.1.1 | e4 h2 r33455667 1E8:3 2D6:3 2E5:3 2F7:3 3D7:3 3F9:3 4D4:3 | "
            "e4 h3 r33455667 1E2:0 2D2:0 2C2:0 3D1:0 3F2:0 4F5:0"
        ),
        lambda tried: bool(tried.found(Created)),
        say("As your second action, create a Replicant instead of moving one."),
        say(
            "A new Replicant goes on a free hex next to your matrix that no enemy threatens, and faces the same way "
            "as the matrix."
        ),
        ("R19",),
        "E/!4E7/E",
    ),
    Task(
        "arcs",
        say("Electric arcs"),
        say(
            "A 5 can strike without moving: its arcs destroy enemies on its marked hexes, then another of your "
            "Replicants moves to a free hex. **Destroy two enemies at once** with the arcs of your 5 on E6."
        ),
        _at(
            "T11.1.1 | e2 h2 r33456674 1E8:3 2D7:3 2F8:3 2E7:3 3D8:3 3F9:3 5E6:3 | "
            "e3 h2 r33455667 1E2:0 2D2:0 2C2:0 2F5:0 3D5:0 3F2:0 4E3:0"
        ),
        lambda tried: _struck(tried) == _BOTH,
        say("You didn't fire any arcs. As your second action, choose the arcs, with both enemies as targets."),
        say(
            "Arcs reach over everything, but they must leave each opponent at least three Replicants, and you can "
            "only fire them if another of your Replicants can move after them."
        ),
        ("R17", "R18"),
        "E/xD5.xF5.2C6/E",
        hints=(
            Hint(
                lambda tried: _struck(tried) == 1,
                say("You struck only one of them. Arcs can strike both at once: pick D5 and F5 as targets together."),
            ),
        ),
    ),
    Task(
        "threat",
        say("A threatened matrix"),
        say(
            "The enemy 6 on D6 can leap onto your matrix on E8, and then you'd lose. **End your turn with your "
            "matrix out of danger.** It can't move onto a hex that an enemy threatens."
        ),
        _at(
            "T13.1.1 | e3 h2 r33455667 1E8:3 2D7:3 2F8:3 2E5:3 3C6:3 3F9:3 4D3:3 | "
            "e2 h2 r33445567 1E2:0 2D2:0 2C2:0 2F4:0 3D1:0 3F2:0 6D6:0"
        ),
        _safe,
        say("An enemy can still reach your matrix. Move it out of reach, or destroy the 6 that threatens it."),
        say("Check what each enemy can reach before you end your turn: if you lose your matrix, the game is over."),
        ("R16",),
        "E/2D6x/E",
    ),
    Task(
        "end",
        say("How it ends"),
        say(
            "You win at once when you destroy the enemy matrix or leave your enemy only three Replicants. You can do "
            "either here: **win the game**."
        ),
        _at("T18.1.1 | e5 h3 r3345567 1D7:3 2E4:3 2D5:3 3E6:3 3F9:3 6D3:3 | e2 h5 r33457 1E2:0 2F4:0 2C2:0 3H5:0"),
        lambda tried: tried.won,
        say(
            "You haven't won yet. Destroy the matrix on E2, or any one of the other three: your enemy has only four "
            "Replicants."
        ),
        say(
            "That's the game: guard your matrix, keep more than three Replicants, and strike first. An overload at 9 "
            "energy costs you one of your own Replicants, so spend your energy in time."
        ),
        ("R22", "R13"),
        "E/2F4x",
    ),
)
