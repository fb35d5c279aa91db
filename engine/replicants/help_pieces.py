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
