"""The rules of Replicants to look up, pieces and rulings included; the numbers are those of the rules page."""

from __future__ import annotations

from engine.game import Point, Topic
from engine.replicants.teaching.guide import ARCS_SCENE, CREATE_SCENE, THREAT_SCENE
from engine.text import say

# What a Replicant is and can do, for people at the table: charts, energy, moves, arcs, creation.


CHARTS = Topic(
    "charts",
    say("What each Replicant can do"),
    (
        Point(
            say(
                "Every soul has a chart of the hexes around it, read from the way it faces: where it can walk, where "
                "it can leap, and where a 5 can fire its arcs."
            ),
            ("R7", "R9"),
        ),
        Point(say("Any Replicant in the way blocks a walk, but not a leap."), ("R8",)),
        Point(say("Moving never changes the way a Replicant faces. Only your third action does."), ("R7", "R20")),
        Point(say("A Replicant never leaves the arena and never lands on its own side."), ("R7",)),
    ),
    sheet=True,
)

ENERGY = Topic(
    "energy",
    say("Energy and overload"),
    (
        Point(say("Your energy starts at 0. The marks are 0 to 7 and then 9; there's no 8."), ("R12",)),
        Point(
            say(
                "If you have to charge at 9, you overload: you choose one of your own Replicants in the arena, never "
                "the matrix, and it's destroyed. Your energy stays at 9, so it happens again next turn unless you "
                "create."
            ),
            ("R13",),
        ),
        Point(say("If an overload leaves you with three Replicants, the game ends and you lose."), ("R22", "R26")),
    ),
)

MOVES = Topic(
    "moves",
    say("Moving and destroying"),
    (
        Point(
            say(
                "Move onto an enemy to destroy it and take its hex. Any Replicant can destroy any other; the matrix "
                "destroys and is destroyed like the rest."
            ),
            ("R15",),
        ),
        Point(
            say(
                "A hex is under threat if an enemy's chart lets it move to that hex or fire arcs at it. The English "
                "booklet says through it; the French and German ones say to it, and so do we."
            ),
            ("R16",),
        ),
        Point(
            say(
                "Your matrix can't move onto a hex that's under threat once it has moved, unless that move destroys "
                "an enemy and ends the game."
            ),
            ("R16",),
        ),
        Point(
            say("The enemy matrix also threatens the hexes around it, even those it wouldn't be allowed to enter."),
            ("R16",),
        ),
    ),
    scene=THREAT_SCENE,
)

ARCS = Topic(
    "arcs",
    say("Electric arcs"),
    (
        Point(
            say(
                "A 5 can stay where it is and destroy one or more enemies on its arc hexes. Nothing in between "
                "shields them."
            ),
            ("R9", "R17"),
        ),
        Point(
            say(
                "Then another of your Replicants has to move to a free hex; one you just emptied will do. If none "
                "can, you can't fire the arcs."
            ),
            ("R17",),
        ),
        Point(
            say("If the arcs themselves end the game, it's over at once and nothing moves after them."),
            ("R17",),
        ),
        Point(
            say(
                "Arcs must leave every opponent at least three Replicants in the arena, whatever they strike, even a "
                "matrix."
            ),
            ("R18",),
        ),
        Point(say("A single 5 must reach all the targets, and it can't be the one that moves."), ("R17",)),
    ),
    scene=ARCS_SCENE,
)

CREATE = Topic(
    "create",
    say("Creating", context="topic of the rules"),
    (
        Point(
            say(
                "Take a soul and a heart from your reserve and pay energy equal to the soul's value. Without the "
                "soul, the heart or the energy you can't create."
            ),
            ("R19",),
        ),
        Point(
            say(
                "The new Replicant goes on a free hex next to your matrix that no enemy threatens, and faces the "
                "same way as the matrix."
            ),
            ("R19",),
        ),
    ),
    scene=CREATE_SCENE,
)


# Where the documents of Replicants leave something open, and what Arena decided.


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


_OVERVIEW = Topic(
    "overview",
    say("The game in short"),
    (
        Point(
            say(
                "You lead a small group of Replicants around a matrix, your 1. Protect your matrix, keep more than "
                "three Replicants in the arena, and bring an opponent down."
            ),
            ("R6", "R22"),
        ),
        Point(
            say(
                "A Replicant is a soul, which decides how it moves, on a heart, which keeps it running. When it's "
                "destroyed, the soul is gone for good, and the heart returns to its owner's reserve."
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
                "Two players duel; three or four play everyone for themselves, for points; or four play two against "
                "two, and partners stay silent."
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
                "Two or three players use the round arena of 55 hexes, four the oval one of 82. A hex is named by "
                "its column letter and line number."
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
            say("Everyone starts with three spare hearts in a game for two, and with two in a game for three or four."),
            ("R6",),
        ),
        Point(
            say(
                "With two players the matrices start on E8 and E2; with three, on E8, H5 and B2; with four, on E8, "
                "K8, H2 and B2. Players take their turns in that order, clockwise."
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
            say("First action: charge. Your energy goes up one mark; if it's at 9, you overload instead."),
            ("R11", "R12", "R13"),
        ),
        Point(
            say("Second action: move a Replicant, create one, or fire the arcs of a 5 and then move another one."),
            ("R14",),
        ),
        Point(
            say(
                "Third action: charge once more, or rotate one of your Replicants by 60° to the left or right. At 7 "
                "or 9 you can't charge here, so you have to rotate one. It can be the one you just moved or created."
            ),
            ("R20",),
        ),
        Point(
            say("You have to play all three. You only skip the second one if there's nothing you can move or create."),
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
                "The game ends the moment a matrix is destroyed or a player has only three Replicants left in the "
                "arena, matrix included. That player loses."
            ),
            ("R22", "R23", "R27"),
        ),
        Point(say("With two players the other one wins; in teams, the other team."), ("R22", "R28")),
        Point(
            say(
                "With three or four players, each for themselves, you score 1 point for each enemy you destroy, 2 "
                "for a matrix, and half a point for ending the game by destroying something. Points rank everyone "
                "but the loser."
            ),
            ("R23", "R27"),
        ),
        Point(
            say("If your own overload ends the game, nobody gets the half point, so the best players may tie."),
            ("R26",),
        ),
        Point(
            say("You can resign at any time. It counts as being eliminated, and nobody gets half a point for it."),
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
                "With three players, or four each for themselves, you may only end the game by destroying something "
                "if you win by it, with more points than anyone else still in."
            ),
            ("R24",),
        ),
        Point(
            say(
                "Example with three: you have 2 points, Bea has 4, Cem has 5. You may destroy Cem's matrix: 2 + 2 + "
                "0.5 beats Bea's 4. You may not destroy Bea's: with 4.5 you'd make Cem the winner."
            ),
            ("R23", "R24"),
        ),
        Point(
            say(
                "So your matrix may enter a hex that's only threatened by players who wouldn't be allowed to destroy "
                "it there. That doesn't apply to creating."
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
        Point(say("Partners can't destroy each other's Replicants and don't threaten each other."), ("R28",)),
        Point(
            say("Your team wins as soon as an opponent loses their matrix or has only three Replicants left."), ("R28",)
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
                "Write a turn as its three actions with slashes between them. Replicants are the digits 1 to 7; 1 is "
                "the matrix. When you type, capitals, spaces and a missing x after a move don't matter; arcs need "
                "their x."
            ),
            ("N1", "N2", "N4", "N7"),
        ),
        Point(say("a whole turn: charge, the 5 goes to E3, the Replicant on E3 rotates left"), ("N2",), "E/5E3/E3-"),
        Point(say("charge, as the first or the third action"), ("N3", "N5"), "E"),
        Point(say("overload: you lose your own Replicant on C7"), ("N3",), "#C7"),
        Point(say("a 4 moves to E7"), ("N4",), "4E7"),
        Point(say("the 4 on G8 moves to E7, when another 4 could go there too"), ("N4",), "4G8E7"),
        Point(say("a 6 moves to H5 and destroys the Replicant there"), ("N4",), "6H5x"),
        Point(say("a 5 destroys G8 and G7 with arcs, then a 4 moves to E6"), ("N4",), "xG8.xG7.4E6"),
        Point(say("create a 6 on D2"), ("N4",), "!6D2"),
        Point(say("the Replicant on D2 rotates left"), ("N5",), "D2-"),
        Point(say("the Replicant on D2 rotates right"), ("N5",), "D2+"),
        Point(say("you can't move or create anything"), ("R21",), "0"),
        Point(say("the end: Lucy wins by a matrix with 4.5 points, Eric has 4"), ("N6",), "(M.Lucy.4,5.Eric.4)"),
        Point(say("the end: Luc wins because a player has only three Replicants left"), ("N6",), "(R.Luc)"),
    ),
)

_RECONSTRUCTED = Topic(
    "reconstructed",
    say("What's reconstructed"),
    (
        Point(
            say(
                "The printed rules show the souls' charts and the starting position only in pictures, which we "
                "didn't have. The charts, the way the matrices face at the start and where the 2s and 3s stand "
                "around them are our best reading of the text. They may differ from your box."
            ),
            ("R4", "R9"),
        ),
        Point(
            say(
                "They're in one file with a version that every match records, so correcting them never changes an "
                "earlier match."
            ),
            ("R9",),
        ),
        Point(say("Where the rules leave something open, we decided: see the rulings.")),
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
