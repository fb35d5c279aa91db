"""What a Replicant is and can do, for people at the table: charts, energy, moves, arcs, creation."""

from __future__ import annotations

from engine.help import Point, Topic
from engine.replicants.guide import ARCS_SCENE, CREATE_SCENE, THREAT_SCENE
from engine.text import say

CHARTS = Topic(
    "charts",
    say("What each Replicant can do"),
    (
        Point(
            say(
                "Every soul has a chart of the hexes around it, read from the way it is facing: where it may walk, "
                "where it may leap, and where a 5 sends its arcs."
            ),
            ("R7", "R9"),
        ),
        Point(say("A walk is stopped by any Replicant on the way; a leap is not."), ("R8",)),
        Point(say("Moving never changes the way a Replicant faces. Only the third action does."), ("R7", "R20")),
        Point(say("Nobody leaves the arena, and nobody lands on their own side."), ("R7",)),
    ),
    sheet=True,
)

ENERGY = Topic(
    "energy",
    say("Energy and overload"),
    (
        Point(say("Your energy starts at 0. The marks are 0 to 7 and then 9; there is no 8."), ("R12",)),
        Point(
            say(
                "If you have to charge at 9, you overload: you choose one of your own Replicants in the arena, never "
                "the matrix, and it is struck and destroyed. The energy stays at 9, so it happens again next turn "
                "unless you create."
            ),
            ("R13",),
        ),
        Point(say("An overload that leaves you with three Replicants ends the game against you."), ("R22", "R26")),
    ),
)

MOVES = Topic(
    "moves",
    say("Moving and destroying"),
    (
        Point(
            say(
                "Moving onto an enemy destroys it and leaves you on its hex. Any Replicant can destroy any other; "
                "the matrix destroys and is destroyed like the rest."
            ),
            ("R15",),
        ),
        Point(
            say(
                "A hex is under threat where an enemy could move to it, or send arcs to it, on its chart. The English "
                "booklet says through it; the French and the German one say to it, and that is how it is here."
            ),
            ("R16",),
        ),
        Point(
            say(
                "A matrix may not step onto a hex under threat, as the board stands after its step, unless that very "
                "step destroys an enemy and ends the game."
            ),
            ("R16",),
        ),
        Point(
            say("The enemy matrix threatens the hexes around it as well, even those it would not be allowed to enter."),
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
                "A 5 that stays where it is can destroy one or more enemies on its arc hexes. Nothing in between "
                "shields them."
            ),
            ("R9", "R17"),
        ),
        Point(
            say(
                "After that another of your Replicants has to move to a free hex, perhaps one that was just emptied. "
                "If none can, the arcs cannot be fired."
            ),
            ("R17",),
        ),
        Point(
            say("If the arcs themselves end the game, it is over at once and nobody moves afterwards."),
            ("R17",),
        ),
        Point(
            say(
                "Arcs must leave every opponent at least three Replicants in the arena, whatever they strike, a matrix "
                "included."
            ),
            ("R18",),
        ),
        Point(say("One single 5 must reach all the targets, and it cannot be the one that moves."), ("R17",)),
    ),
    scene=ARCS_SCENE,
)

CREATE = Topic(
    "create",
    say("Creating", context="topic of the rules"),
    (
        Point(
            say(
                "Take a soul and a heart from your reserve and pay as much energy as the soul's value. Without the "
                "soul, the heart or the energy you cannot create."
            ),
            ("R19",),
        ),
        Point(
            say("The newcomer goes on a free hex next to your matrix that no enemy threatens, and faces the same way."),
            ("R19",),
        ),
    ),
    scene=CREATE_SCENE,
)
