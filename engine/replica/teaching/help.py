"""The rules of Replica to look up, rulings included; the numbers are those of docs/replica.md."""

from __future__ import annotations

from engine.game import Point, Topic
from engine.text import say

# Where the designer's text on Replica leaves something open, and what Arena decided.


RULINGS = Topic(
    "rulings",
    say("Rulings", context="topic of the rules"),
    (
        Point(
            say(
                "Where the designer's text says nothing, or can be read in several ways, we decided. Other "
                "groups may play it differently."
            )
        ),
        Point(say("White begins in the corner at a1, Black in the one at h8."), ("P2",)),
        Point(
            say(
                "Kings see in all eight directions. With the option sight = forward you can choose the "
                "narrower reading."
            ),
            ("P5",),
        ),
        Point(say("A piece in the opposite corner wins when you flip it there."), ("P7",)),
        Point(
            say(
                "House rules: at most one at a table. With all kings, any number of kings moves, each once; "
                "with twice, only one king does; backward captures go in the three directions opposite to "
                "forward. You close a turn that could go on."
            ),
            ("P9", "P10"),
        ),
        Point(say("The notation is ours, and if you resign you lose, at any time."), ("P10",)),
    ),
)


_OVERVIEW = Topic(
    "overview",
    say("The game in short"),
    (
        Point(
            say(
                "Two armies march at each other from opposite corners of a chessboard. Each has twelve pieces, "
                "and one of them starts as a king; any other can become one too."
            ),
            ("P1", "P2"),
        ),
        Point(
            say("You win with a king in the opposite corner, or by capturing one of your opponent's kings."), ("P7",)
        ),
        Point(
            say("White begins. A turn is one move: a step, a jump, or a transform. You can't pass."),
            ("P1", "P4", "P5"),
        ),
        Point(say("The game always ends, and never in a draw."), ("P8",)),
    ),
)

_BOARD = Topic(
    "board",
    say("Board and start"),
    (
        Point(
            say("White's king starts on a1, its other pieces on b1, c1, d1, a2, b2, c2, d2, a3, b3, a4 and b4."),
            ("P2",),
        ),
        Point(
            say("Black's king starts on h8, its other pieces on g8, f8, e8, h7, g7, f7, e7, h6, g6, h5 and g5."),
            ("P2",),
        ),
        Point(
            say(
                "Forward is towards the enemy's corner: for White north, east and north-east, for Black south, "
                "west and south-west. Pieces go no other way, except kings that capture backwards under a "
                "house rule."
            ),
            ("P3", "P9"),
        ),
    ),
)

_MOVES = Topic(
    "moves",
    say("Steps, jumps and captures"),
    (
        Point(say("A step takes a piece one square forward."), ("P4",)),
        Point(
            say(
                "A jump takes a piece straight forward over one or more friends in an unbroken row, to the "
                "first square beyond them. It can't stop earlier, and if the row goes on to the edge there's "
                "no jump."
            ),
            ("P4",),
        ),
        Point(say("An enemy on the square where a step or jump ends is captured and leaves the game."), ("P4",)),
        Point(
            say(
                "Kings step, jump and capture like all other pieces, and can be jumped over. You can agree on "
                "a house rule that lets them capture backwards too."
            ),
            ("P4", "P6", "P9"),
        ),
    ),
)

_TRANSFORM = Topic(
    "transform",
    say("Making kings"),
    (
        Point(say("Instead of moving, you can flip one of your pieces that one of your kings sees."), ("P5",)),
        Point(
            say(
                "A king sees along its rank, file and diagonals, past any number of friends and free squares. "
                "Enemies block its sight."
            ),
            ("P5",),
        ),
        Point(
            say("With the option sight = forward, kings see only in the three directions that are forward."), ("P5",)
        ),
        Point(say("You can have any number of kings, and none ever turns back."), ("P6",)),
    ),
)

_END = Topic(
    "end",
    say("Winning", context="topic of the rules"),
    (
        Point(say("A king in the opposite corner wins: h8 for White, a1 for Black."), ("P7",)),
        Point(say("A piece already in that corner also wins if you flip it there."), ("P7",)),
        Point(say("You win at once if you capture a king, however many are left."), ("P7",)),
        Point(say("Every king you make is one more to guard."), ("P6", "P7")),
    ),
)

_HOUSE = Topic(
    "house-rules",
    say("House rules for kings"),
    (
        Point(say("You can agree on one of these with the option king_power. Normally there's none."), ("P9",)),
        Point(
            say(
                "All kings (all_kings): a turn is one move of another piece, or a transform, or moves of as many of "
                "your kings as you like, each once, in any order."
            ),
            ("P9",),
        ),
        Point(say("Twice (double): a king that has moved may move a second time in the same turn."), ("P9",)),
        Point(
            say(
                "Backward (backward_capture): kings may also capture in the three directions towards their own "
                "corner, by step or jump. Without a capture they still only go forward."
            ),
            ("P9",),
        ),
        Point(
            say("If your turn could go on, end it when you've done enough; when no king can go on, it ends by itself."),
            ("P9", "P10"),
        ),
    ),
)

_NOTATION = Topic(
    "notation",
    say("Writing moves"),
    (
        Point(say("A step or jump to a free square."), ("P10",), "b2-c3"),
        Point(say("A capture."), ("P10",), "b2xc3"),
        Point(say("The piece on a3 becomes a king."), ("P5", "P10"), "a3=K"),
        Point(say("Two kings, or one king twice, move in one turn, under a house rule."), ("P9", "P10"), "a1-b2/c3-d4"),
        Point(say("One king moves, and you end the turn although it could go on."), ("P9", "P10"), "a1-b2/-"),
        Point(
            say(
                "Capitals, spaces, a missing sign between the squares and a missing x don't matter. The target "
                "alone is enough if only one piece can go there."
            ),
            ("P10",),
        ),
    ),
)

TOPICS = (_OVERVIEW, _BOARD, _MOVES, _TRANSFORM, _END, _HOUSE, _NOTATION, RULINGS)
