"""The lesson of Replica: eight tasks of one move each."""

from __future__ import annotations

from engine.game import Attempt, Hint, Setup, Task
from engine.replica.apply import apply_move
from engine.replica.board import SIZE, square_of
from engine.replica.events import Captured, Jumped, Stepped, Transformed
from engine.replica.legal import legal
from engine.replica.state import State
from engine.text import say

_FAR = 5
_SEVERAL = 2


def _gap(one: str, other: str) -> int:
    """Return how far one square is from another, as a king of chess goes."""
    here, there = square_of(one) or 0, square_of(other) or 0
    return max(abs(here // SIZE - there // SIZE), abs(here % SIZE - there % SIZE))


def _far_flip(tried: Attempt) -> bool:
    return any(_gap(each.square, king) >= _FAR for each in tried.found(Transformed) for king in each.seen_from)


def _kings_safe(tried: Attempt) -> bool:
    """Return whether the opponent can capture no king of the learner's in one move (P7)."""
    state: State = tried.after
    replies = (apply_move(state, move).state.end for move in legal(state))
    return all(end is None or end.winner == tried.seat for end in replies)


def _long_jump(tried: Attempt) -> bool:
    return any(len(each.over) >= _SEVERAL for each in tried.found(Jumped))


def _captured(tried: Attempt) -> bool:
    return bool(tried.found(Captured))


def _at(position: str) -> Setup:
    return Setup("2", position=position)


LESSON = (
    Task(
        "step",
        say("Step forward"),
        say(
            "Your pieces start in the corner at a1 and want to reach h8. Forward is up, right or both at once. "
            "**Step with any piece** to the empty square next to it."
        ),
        Setup("2"),
        lambda tried: bool(tried.found(Stepped)),
        say("Choose to move, then a piece at the edge of the group, then a square next to it."),
        say("No piece ever steps back: every move takes your pieces closer to the far corner."),
        ("P3", "P4"),
        "d2-e2",
        hints=(
            Hint(
                lambda tried: bool(tried.found(Transformed)),
                say("You made a piece a king. For now, move one by a single square."),
            ),
            Hint(
                lambda tried: bool(tried.found(Jumped)),
                say("You jumped over your own pieces. Choose a piece at the edge of the group, and go one square."),
            ),
        ),
    ),
    Task(
        "jump",
        say("Jump"),
        say(
            "A piece can also jump straight forward over an unbroken row of friends, to the first square "
            "beyond them. **Jump over at least two** of your own pieces at once."
        ),
        Setup("2"),
        _long_jump,
        say(
            "You didn't jump over two or more. Pieces at the back, like those on a1, a2 and b1, have a row in "
            "front of them."
        ),
        say("Build long rows: a piece behind one crosses it in a single move."),
        ("P4",),
        "b1-b5",
        hints=(
            Hint(
                lambda tried: bool(tried.found(Jumped)),
                say("You jumped over only one piece. Find a piece with two or more of yours in a row in front of it."),
            ),
        ),
    ),
    Task(
        "capture",
        say("Capture"),
        say(
            "A step or jump that ends on an enemy captures it, and your piece takes its place. **Capture** one "
            "of Black's pieces."
        ),
        _at("5ppk/4pppp/6p1/4p2p/1P1P4/PPP3p1/PPP5/KPP5 w - 9"),
        _captured,
        say("You didn't capture anything. Look at the piece on d4: there's an enemy up and to the right of it."),
        say(
            "The player who comes close first is often the one who gets captured, so look before you step up "
            "to an enemy."
        ),
        ("P4",),
        "d4xe5",
    ),
    Task(
        "transform",
        say("Make a king"),
        say(
            "Instead of moving you can flip a piece: it becomes a king too, if one of your kings sees it. Your "
            "king on a1 sees along its row, its column and its diagonal. **Make a second king.**"
        ),
        Setup("2"),
        lambda tried: bool(tried.found(Transformed)),
        say("Choose to make a king, then a piece your king sees."),
        say("More kings means more pieces that can win in the corner, and more that you can't afford to lose."),
        ("P5", "P6"),
        "d1=K",
    ),
    Task(
        "sight",
        say("What a king sees"),
        say(
            "Friends don't block a king's sight, enemies do. **Make a king of a piece that is five or more "
            "squares away** from your king on a1."
        ),
        _at("5ppk/P4ppp/5pp1/p6p/P7/1PP5/PP4P1/KP1P2P1 w - 12"),
        _far_flip,
        say("Choose to make a king, and look along the row of a1: your own pieces don't hide anything."),
        say("A king copies itself far away in one turn, as long as there's no enemy in between."),
        ("P5",),
        "g1=K",
        hints=(
            Hint(
                lambda tried: bool(tried.found(Transformed)),
                say("That one is closer. Look along the row of a1: your own pieces don't hide anything."),
            ),
        ),
    ),
    Task(
        "danger",
        say("A king in danger"),
        say(
            "Black captures towards a1, so the piece on d5 could capture your king on d4, and you'd lose. "
            "**End your turn with none of your kings in danger.**"
        ),
        _at("5ppk/5ppp/6p1/3p3p/P2K4/PP6/PP6/PPP5 w - 14"),
        _kings_safe,
        say("Black can still capture a king. Capture the piece on d5, or move the king where no black piece can land."),
        say("If you lose one king you lose the game, however many you have: each new king must be worth its risk."),
        ("P7",),
        "d4xd5",
    ),
    Task(
        "corner",
        say("Win in the corner"),
        say(
            "You win as soon as one of your kings is in the corner opposite yours: for White that's h8. **Win "
            "with your king.**"
        ),
        _at("4p3/2p3K1/p1k3P1/7p/pp6/PP6/PP6/PPP5 w - 25"),
        lambda tried: tried.won,
        say("You haven't won yet. Your king on g7 needs one move to h8: up and to the right."),
        say("It must be a king: a plain piece on h8 does nothing until one of your kings sees it and you flip it."),
        ("P7",),
        "g7-h8",
    ),
    Task(
        "hunt",
        say("Win by capture"),
        say(
            "The other way to win is to capture any enemy king. Black has two kings. **Capture one of them**, by a "
            "step or by a jump."
        ),
        _at("5ppk/5ppp/6p1/3k3p/2P5/PPP5/PPP5/KPP5 w - 17"),
        lambda tried: tried.won,
        say("You haven't won yet. Black's king on d5 is up and to the right of your piece on c4."),
        say("That's the game: go forward, flip pieces at the right moment, and keep every king out of reach."),
        ("P7",),
        "c4xd5",
    ),
)
