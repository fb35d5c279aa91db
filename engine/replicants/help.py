"""The rules of Replicants for people at the table; the numbers are those of the rules page."""

from __future__ import annotations

from engine.help import Point, Topic
from engine.replicants.help_pieces import ARCS, CHARTS, CREATE, ENERGY, MOVES
from engine.replicants.help_rulings import RULINGS
from engine.text import say

_OVERVIEW = Topic(
    "overview",
    say("The game in short"),
    (
        Point(
            say(
                "Each player leads a small group of Replicants around a matrix, their 1. Protect your matrix, "
                "keep more than three Replicants in the arena, and bring an opponent down."
            ),
            ("R6", "R22"),
        ),
        Point(
            say(
                "A Replicant is a soul, which decides how it moves, on a heart, which keeps it running. When it is "
                "destroyed the soul is gone for good, and the heart returns to its owner's reserve."
            ),
            ("R6", "R15"),
        ),
        Point(
            say(
                "A turn is always three actions: charge your matrix, then move or create a Replicant, then charge "
                "again or rotate a Replicant by 60°."
            ),
            ("R11",),
        ),
        Point(
            say(
                "Two players duel, three or four play everyone for themselves and count points, or four play two "
                "against two without a word between partners."
            ),
            ("R22", "R23", "R27", "R28", "R29"),
        ),
    ),
)

_ARENA = Topic(
    "arena",
    say("Arena and start"),
    (
        Point(
            say(
                "Two or three players meet in the round arena of 55 hexes, four in the oval one of 82. A hex is named "
                "by the letter of its column and the number of its line."
            ),
            ("R1", "R2"),
        ),
        Point(
            say(
                "Everyone starts with six Replicants: the matrix, three 2s and two 3s around it. The reserve "
                "holds two 3s, two 4s, two 5s, two 6s and one 7."
            ),
            ("R4", "R6"),
        ),
        Point(
            say("There are three spare hearts at the start with two players, and two with three or four."),
            ("R6",),
        ),
        Point(
            say(
                "The matrices start on E8 and E2 with two players, on E8, H5 and B2 with three, on E8, K8, H2 and B2 "
                "with four. Players act in that order, which is clockwise."
            ),
            ("R3", "R10"),
        ),
    ),
)


_TURN = Topic(
    "turn",
    say("A turn"),
    (
        Point(
            say("First action: charge. Your energy goes up by one mark, and if it stands at 9, you overload instead."),
            ("R11", "R12", "R13"),
        ),
        Point(
            say("Second action: move a Replicant, create one, or fire the arcs of a 5 and then move another one."),
            ("R14",),
        ),
        Point(
            say(
                "Third action: charge once more, or rotate one of your Replicants by 60° to the left or right. At 7 or "
                "9 you cannot charge here and have to rotate one. It may be the one you just moved or created."
            ),
            ("R20",),
        ),
        Point(
            say("All three have to be played. Only a second action that does not exist at all is skipped."),
            ("R11", "R21"),
        ),
    ),
)


_END = Topic(
    "end",
    say("How it ends"),
    (
        Point(
            say(
                "The game is over the moment a matrix is destroyed or a player has only three "
                "Replicants left in the arena, the matrix among them. That player has lost."
            ),
            ("R22", "R23", "R27"),
        ),
        Point(say("With two players the other one wins; in teams, the other team."), ("R22", "R28")),
        Point(
            say(
                "Three or four playing for themselves count points: 1 for each enemy destroyed, 2 for a matrix, and "
                "half a point for ending the game by a destruction. The others are ranked by points."
            ),
            ("R23", "R27"),
        ),
        Point(
            say("Ending it by your own overload brings no half point, and then the best may be level."),
            ("R26",),
        ),
        Point(
            say("You can resign at any time. It counts like being eliminated, and nobody gets half a point for it."),
            ("R30",),
        ),
    ),
)

_FORBIDDEN = Topic(
    "forbidden",
    say("Forbidden destruction"),
    (
        Point(
            say(
                "With three players, or four each for themselves, you may end the game by a destruction only if you "
                "win by it, with more points than anyone else still in."
            ),
            ("R24",),
        ),
        Point(
            say(
                "Example with three: you have 2 points, Bea has 4, Cem has 5. You may destroy Cem's matrix: "
                "2 + 2 + 0.5 beats Bea's 4. You may not destroy Bea's: 4.5 would make Cem the winner."
            ),
            ("R23", "R24"),
        ),
        Point(
            say(
                "A matrix may therefore enter a hex that is only threatened by players who would not be allowed to "
                "destroy it there. Creating has no such relief."
            ),
            ("R25",),
        ),
    ),
)

_TEAMS = Topic(
    "teams",
    say("Two against two"),
    (
        Point(say("Players 1 and 3 play against players 2 and 4."), ("R28",)),
        Point(say("Partners cannot destroy each other's Replicants and do not threaten each other."), ("R28",)),
        Point(
            say("Your team wins as soon as one opponent loses the matrix or has only three Replicants left."), ("R28",)
        ),
        Point(
            say(
                "Partners may not communicate during the match, by any means. They have to understand each other from "
                "the moves on the board."
            ),
            ("R29",),
        ),
    ),
)

_NOTATION = Topic(
    "notation",
    say("Notation", context="topic of the rules"),
    (
        Point(
            say(
                "A turn is its three actions with a slash between them. Replicants are the digits 1 to 7, and 1 is "
                "the matrix. When you type, capitals, spaces and a missing x of a capture do not matter; the x of arcs "
                "is needed."
            ),
            ("N1", "N2", "N4", "N7"),
        ),
        Point(say("a whole turn: charge, the 5 goes to E3, the Replicant on E3 rotates left"), ("N2",), "E/5E3/E3-"),
        Point(say("charge, as the first or the third action"), ("N3", "N5"), "E"),
        Point(say("overload: your own Replicant on C7 is struck"), ("N3",), "#C7"),
        Point(say("a 4 moves to E7"), ("N4",), "4E7"),
        Point(say("the 4 on G8 moves to E7, when another 4 could go there too"), ("N4",), "4G8E7"),
        Point(say("a 6 moves to H5 and destroys what stood there"), ("N4",), "6H5x"),
        Point(say("a 5 destroys G8 and G7 by arcs, then a 4 moves to E6"), ("N4",), "xG8.xG7.4E6"),
        Point(say("a 6 is created on D2"), ("N4",), "!6D2"),
        Point(say("the Replicant on D2 rotates left"), ("N5",), "D2-"),
        Point(say("the Replicant on D2 rotates right"), ("N5",), "D2+"),
        Point(say("nothing can be moved or created"), ("R21",), "0"),
        Point(say("the end: Lucy wins by a matrix with 4.5 points, Eric has 4"), ("N6",), "(M.Lucy.4,5.Eric.4)"),
        Point(say("the end: Luc wins because a player has only three Replicants left"), ("N6",), "(R.Luc)"),
    ),
)

_RECONSTRUCTED = Topic(
    "reconstructed",
    say("What is reconstructed"),
    (
        Point(
            say(
                "The printed rules show the souls' charts and the first set-up as pictures, which were not available "
                "here. The charts are our best reading of what the text says about them, and so are the way "
                "the matrices face at the start and where the 2s and 3s stand around them. They may differ from "
                "your box."
            ),
            ("R4", "R9"),
        ),
        Point(
            say(
                "They are kept in one file with a version that every match records, so correcting them never changes "
                "a match that was played before."
            ),
            ("R9",),
        ),
        Point(say("What the rules leave open, and we decided, is another matter: see the rulings.")),
    ),
)

TOPICS: tuple[Topic, ...] = (
    _OVERVIEW,
    _ARENA,
    CHARTS,
    _TURN,
    ENERGY,
    MOVES,
    ARCS,
    CREATE,
    _END,
    _FORBIDDEN,
    _TEAMS,
    _NOTATION,
    _RECONSTRUCTED,
    RULINGS,
)
"""In the order in which to read them."""
