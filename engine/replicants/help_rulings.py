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
                "Where the printed rules say nothing, or can be read in several ways, we decided. Other groups may "
                "play it differently."
            )
        ),
        Point(
            say("Arcs pass over everything, and an overload never strikes the matrix."),
            ("R9", "R13"),
        ),
        Point(
            say(
                "We decided how a matrix is threatened: as the board is after its move, and by reach alone, so even "
                "by an enemy matrix that couldn't move there."
            ),
            ("R16",),
        ),
        Point(
            say(
                "The English booklet says that a move goes through a threatened hex; the French and German ones say "
                "that it goes to it. We use to it."
            ),
            ("R16",),
        ),
        Point(
            say(
                "We also decided that hexes emptied by arcs are free at once, that the matrix can be the one to move "
                "after arcs, that any 5 that reaches all the targets will do, and that arcs that end the game need "
                "no move, while all other arcs do."
            ),
            ("R17",),
        ),
        Point(say("If there's no second action you can play, you skip it."), ("R21",)),
        Point(
            say(
                "A hex can be safe for a matrix because nobody is allowed to destroy it there. We decided two "
                "details: a 5 still threatens it if striking more with the same arcs would make that legal, and none "
                "of this applies to creating."
            ),
            ("R25",),
        ),
        Point(
            say("If arcs bring several players down at once, all of them lose, and that's one half point in all."),
            ("R27",),
        ),
        Point(
            say("You can resign at any time. It counts as being eliminated, and nobody gets half a point."),
            ("R30",),
        ),
        Point(
            say(
                "In the result, a matrix destroyed and three left at once are written M; we decided that, and the "
                "order of tied players."
            ),
            ("N6",),
        ),
        Point(
            say("You can type an action in several ways; the record always writes it in one."),
            ("N7",),
        ),
    ),
)
