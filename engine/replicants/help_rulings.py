"""Where the documents of Replicants leave something open, and what Arena decided."""

from __future__ import annotations

from engine.help import Point, Topic
from engine.text import say

RULINGS = Topic(
    "rulings",
    say("Rulings", context="topic of the rules"),
    (
        Point(
            say(
                "Where the printed rules say nothing, or can be read in several ways, we decided. Other tables may "
                "play such a case in another way."
            )
        ),
        Point(
            say("Arcs pass over everything, and an overload never strikes the matrix."),
            ("R9", "R13"),
        ),
        Point(
            say(
                "We decided how a matrix is threatened: as the board stands after its step, and by reach alone, so by "
                "an enemy matrix as well that might not go there."
            ),
            ("R16",),
        ),
        Point(
            say(
                "The English booklet says that a move goes through a threatened hex, the French and the German one "
                "that it goes to it. Here it is to it."
            ),
            ("R16",),
        ),
        Point(
            say(
                "We also decided that hexes emptied by arcs are free at once, that the matrix may be the one to move "
                "after arcs, that any 5 which reaches all the targets may be meant, and that arcs which end the game "
                "need no move, while without one all other arcs are not allowed."
            ),
            ("R17",),
        ),
        Point(say("If there is no second action at all, it is skipped."), ("R21",)),
        Point(
            say(
                "Which hexes are safe for a matrix because nobody is allowed to destroy it there we decided in two "
                "details: a 5 that could make it legal by striking more with the same arcs still counts, and creating "
                "has no such relief."
            ),
            ("R25",),
        ),
        Point(
            say("If arcs bring several players down at once, all of them have lost, and it is half a point in all."),
            ("R27",),
        ),
        Point(
            say("Players can resign at any time. It counts like being eliminated, and brings nobody half a point."),
            ("R30",),
        ),
        Point(
            say(
                "In the result we decided that a matrix destroyed and three left at once are written M, and in which "
                "order tied players stand."
            ),
            ("N6",),
        ),
        Point(
            say("What is typed is read leniently; what is recorded is always written in one way."),
            ("N7",),
        ),
    ),
)
