"""Replica explained from the beginning, page after page; the numbers are those of docs/replica.md."""

from __future__ import annotations

from engine.game import Point, Scene, Setup, Topic
from engine.replica.teaching.lesson import LESSON
from engine.teaching import scene_of
from engine.text import say

_TASKS = {task.key: task for task in LESSON}

GUIDE = (
    Topic(
        "how-to-play",
        say("The goal and your first turn"),
        (
            Point(
                say(
                    "You win with a **king** in the far corner (h8 for White, a1 for Black), or by capturing any enemy "
                    "king."
                ),
                ("P7",),
            ),
            Point(
                say("On your turn, step or jump with a piece towards that corner, or make it a king. White begins."),
                ("P1", "P3", "P5"),
            ),
            Point(
                say("Your first turn: press **Play**, **Move**, **Piece on d2**, **e2**, **Confirm**."),
                ("P4", "P10"),
                "d2-e2",
            ),
        ),
        scene=scene_of(_TASKS["step"], share=0.9),
    ),
    Topic(
        "how-steps",
        say("Three ways forward"),
        (
            Point(
                say(
                    "Forward is up, right or both at once for White; down, left or both for Black. A step goes "
                    "one square forward; no piece goes back."
                ),
                ("P3", "P4"),
            ),
            Point(
                say(
                    "The picture shows where the piece on d2 can go. The small triangles on every piece point "
                    "the same ways."
                ),
                ("P3",),
            ),
        ),
        scene=scene_of(_TASKS["step"], played=False, reach="d2"),
    ),
    Topic(
        "how-jumps",
        say("Jumps"),
        (
            Point(
                say(
                    "A piece can jump straight forward over an unbroken row of friends, however many, and "
                    "lands on the first square beyond them."
                ),
                ("P4",),
            ),
            Point(say("The piece on b1 jumps over three friends, to b5."), ("P4",), "b1-b5"),
        ),
        scene=scene_of(_TASKS["jump"]),
    ),
    Topic(
        "how-captures",
        say("Captures"),
        (
            Point(
                say("A step or jump that ends on an enemy captures it. There's no other way to capture."),
                ("P4",),
            ),
            Point(say("The piece on d4 takes the one on e5."), ("P4",), "d4xe5"),
        ),
        scene=scene_of(_TASKS["capture"]),
    ),
    Topic(
        "how-kings",
        say("Making a king"),
        (
            Point(
                say(
                    "Instead of moving you can flip a piece that one of your kings sees: it's a king from then "
                    "on. You can have any number of kings."
                ),
                ("P5", "P6"),
            ),
            Point(say("The king on a1 sees d1, so the piece there becomes a king."), ("P5",), "d1=K"),
        ),
        scene=scene_of(_TASKS["transform"]),
    ),
    Topic(
        "how-sight",
        say("What a king sees"),
        (
            Point(
                say(
                    "A king sees along its row, its column and its diagonals, in both directions and over "
                    "friends. The first enemy in the way blocks its sight."
                ),
                ("P5",),
            ),
            Point(
                say(
                    "The picture shows every piece that the king on a1 could make a king, as far as g1, and "
                    "where it can jump itself."
                ),
                ("P5", "P6"),
            ),
        ),
        scene=scene_of(_TASKS["sight"], played=False, reach="a1"),
    ),
    Topic(
        "how-danger",
        say("Kings in danger"),
        (
            Point(
                say(
                    "If you lose one king you lose the game, however many you have. Nobody has to warn you: "
                    "check what the enemy can reach before you end your turn."
                ),
                ("P7",),
            ),
            Point(
                say("White's king captures the piece that could have taken it, and no other black piece reaches d5."),
                ("P6", "P7"),
                "d4xd5",
            ),
        ),
        scene=scene_of(_TASKS["danger"]),
    ),
    Topic(
        "how-it-ends",
        say("How it ends"),
        (
            Point(
                say(
                    "You win at once with a king in the far corner, by flipping a piece that stands there, or "
                    "by capturing a king."
                ),
                ("P7",),
            ),
            Point(say("White's king reaches h8 and wins."), ("P7",), "g7-h8"),
            Point(say("There's always a move, every game ends, and there are no draws."), ("P8",)),
        ),
        scene=scene_of(_TASKS["corner"]),
    ),
    Topic(
        "how-the-start",
        say("The start, and house rules"),
        (
            Point(say("Each side has a king in its corner and eleven pieces around it."), ("P1", "P2")),
            Point(
                say(
                    "The designer suggests house rules that make kings stronger, and you can agree on one: all "
                    "kings may move in one turn, a king may move twice, or kings may also capture backwards."
                ),
                ("P9",),
            ),
            Point(say("The table's message says what you agreed on. Normally there's no such rule."), ("P9",)),
        ),
        scene=Scene(Setup("2")),
    ),
    Topic(
        "how-to-write",
        say("How moves are written"),
        (
            Point(say("You don't need this: **Play** has menus. To type a move, `/move` completes it."), ("P10",)),
            Point(say("a step or a jump to a free square"), ("P10",), "b2-c3"),
            Point(say("a capture"), ("P10",), "b2xc3"),
            Point(say("the piece on a3 becomes a king"), ("P10",), "a3=K"),
        ),
    ),
)
"""The pages, in the order in which to read them; `/learn` has the same positions to play."""
