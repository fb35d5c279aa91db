"""Replicants explained from the beginning, page after page; the numbers are those of the rules page."""

from __future__ import annotations

from engine.help import Point, Scene, Topic
from engine.info import Setup
from engine.replicants.lesson import LESSON
from engine.scenes import scene_of
from engine.text import say

_TASKS = {task.key: task for task in LESSON}

ARCS_SCENE = scene_of(_TASKS["arcs"], played=False, reach="5E6")
CREATE_SCENE = scene_of(_TASKS["create"])
THREAT_SCENE = scene_of(_TASKS["threat"], played=False, reach="6D6")

GUIDE = (
    Topic(
        "how-to-play",
        say("The goal and a first turn"),
        (
            Point(
                say(
                    "With two players you win when the enemy matrix, the **1**, is destroyed, or only three enemies "
                    "are left."
                ),
                ("R22",),
            ),
            Point(
                say("A turn: your matrix charges, you move or create a Replicant, and you charge again or turn one."),
                ("R11",),
            ),
            Point(
                say(
                    "A first turn: press **Play**, **2 on E7**, **E6**, **Charge the matrix**, **Confirm**. The first "
                    "charge is made for you."
                ),
                ("R12", "N2"),
                "E/2E6/E",
            ),
        ),
        scene=scene_of(_TASKS["charge"], share=0.9),
    ),
    Topic(
        "how-the-start",
        say("What stands in the arena"),
        (
            Point(
                say(
                    "Each player starts with six Replicants: the matrix, three 2s and two 3s. The white triangle shows "
                    "which way each faces, the dots where it can go."
                ),
                ("R4", "R6", "R7"),
            ),
            Point(
                say(
                    "Beside each name: the energy, the spare hearts, and the values in reserve (souls), to be created "
                    "later."
                ),
                ("R6", "R12"),
            ),
        ),
        scene=Scene(Setup("2")),
    ),
    Topic(
        "how-moves",
        say("Moving: walks and leaps"),
        (
            Point(
                say(
                    "Every value has hexes of its own to go to, counted from where it faces. A walk stops at any "
                    "Replicant in the way, a leap goes over them. Moving never rotates a Replicant."
                ),
                ("R7", "R8"),
            ),
            Point(say("In the picture: where the 4 on E6 can leap, over its own 2."), ("R8", "R9")),
        ),
        scene=scene_of(_TASKS["leap"], played=False, reach="4E6"),
    ),
    Topic(
        "how-charts",
        say("What each value can do"),
        (
            Point(
                say("High values leap and reach far; only a 5 sends arcs. **Moves** under a board marks it for you."),
            ),
        ),
        sheet=True,
    ),
    Topic(
        "how-turning",
        say("Rotating"),
        (
            Point(
                say(
                    "As third action you may rotate any one of your Replicants by 60° instead of charging: left is "
                    "`-`, right is `+`. That decides where it can go next."
                ),
                ("R20",),
            ),
            Point(say("The 2 goes to E5 and is rotated to the right."), ("R20", "N5"), "E/2E5/E5+"),
        ),
        scene=scene_of(_TASKS["heading"]),
    ),
    Topic(
        "how-captures",
        say("Destroying"),
        (
            Point(
                say(
                    "Move onto an enemy and it is destroyed, whatever the two values are. Its soul is out of the game, "
                    "its heart goes back to its owner's reserve."
                ),
                ("R15",),
            ),
            Point(say("The 4 leaps to D4 and destroys the 2 there."), ("R15", "N4"), "E/4D4x/E"),
        ),
        scene=scene_of(_TASKS["capture"]),
    ),
    Topic(
        "how-creation",
        say("Energy and creation"),
        (
            Point(
                say(
                    "Instead of moving you may create: it takes a soul and a heart from the reserve, and as much "
                    "energy as its value. It stands on a free hex next to the matrix that no enemy threatens."
                ),
                ("R19",),
            ),
            Point(
                say("Energy 4 becomes 5, the 4 on E7 costs 4, and with the second charge 2 are left."),
                ("R12", "R19", "N4"),
                "E/!4E7/E",
            ),
        ),
        scene=CREATE_SCENE,
    ),
    Topic(
        "how-overload",
        say("Too much energy"),
        (
            Point(
                say(
                    "Each charge is one mark: 0 to 7, and then 9. At 7 or 9 you cannot charge "
                    "as third action: rotate a Replicant."
                ),
                ("R12", "R20"),
            ),
            Point(
                say(
                    "If your turn begins at 9 you overload instead of charging: you pick one of your own Replicants, "
                    "not the matrix, and lose it. The energy stays at 9, so create something in time."
                ),
                ("R13", "R20"),
            ),
            Point(say("An overload that leaves you with three Replicants ends the game."), ("R22", "R26")),
        ),
    ),
    Topic(
        "how-arcs",
        say("Arcs of a 5"),
        (
            Point(
                say(
                    "A 5 may strike from where it stands: its arcs destroy any of the enemies marked here, over "
                    "everything in between. Then another of your Replicants moves to a free hex."
                ),
                ("R9", "R17"),
            ),
            Point(
                say("The 5 strikes D5 and F5, then the 2 on D7 goes to C6."),
                ("R17", "N4"),
                "E/xD5.xF5.2C6/E",
            ),
            Point(say("Arcs must leave each opponent three Replicants."), ("R18",)),
        ),
        scene=ARCS_SCENE,
    ),
    Topic(
        "how-threat",
        say("A hex under threat"),
        (
            Point(
                say(
                    "A hex is under threat if an enemy could move or send arcs to it. Your matrix may not step onto "
                    "one, unless it ends the game by destroying an enemy there, and nothing is created on one."
                ),
                ("R16", "R19"),
            ),
            Point(
                say(
                    "In the picture: the hexes that Player 2's 6 on D6 reaches. E8 with the matrix is one of them, so "
                    "Player 1 has to act, or loses it."
                ),
                ("R16",),
            ),
        ),
        scene=THREAT_SCENE,
    ),
    Topic(
        "how-it-ends",
        say("How it ends"),
        (
            Point(
                say(
                    "The game is over at once when a matrix is destroyed, or when a player has only three Replicants "
                    "in the arena, the matrix among them."
                ),
                ("R22",),
            ),
            Point(say("The 2 destroys the fourth, and Player 1 wins."), ("R22",), "E/2F4x"),
        ),
        scene=scene_of(_TASKS["end"]),
    ),
    Topic(
        "how-three",
        say("Three or four, each alone"),
        (
            Point(
                say(
                    "It ends in the same way, and who was brought down has lost. Among the others points decide: 1 for "
                    "each enemy destroyed, 2 for a matrix, half a point for ending the game by it."
                ),
                ("R23", "R27"),
            ),
            Point(say("You may end it by destroying something only if you win by that."), ("R24",)),
        ),
        scene=Scene(Setup("3")),
    ),
    Topic(
        "how-teams",
        say("Two against two"),
        (
            Point(
                say(
                    "Players 1 and 3 play against 2 and 4 in the oval arena. Partners cannot destroy or threaten each "
                    "other. Your team wins when one opponent loses the matrix or has only three left."
                ),
                ("R2", "R28"),
            ),
            Point(
                say("**Partners are silent:** during the match they may not communicate in any way."),
                ("R29",),
            ),
        ),
        scene=Scene(Setup("teams")),
    ),
    Topic(
        "how-to-write",
        say("How turns are written"),
        (
            Point(say("You never need it: **Play** has menus. To type a turn, `/move` completes it."), ("N7",)),
            Point(say("charge, the 4 moves to E7, rotate the one on D2 left"), ("N2", "N4", "N5"), "E/4E7/D2-"),
            Point(say("the 6 destroys what stands on H5"), ("N4",), "6H5x"),
            Point(say("a 6 is created on D2"), ("N4",), "!6D2"),
            Point(say("arcs strike two hexes, then a 4 moves"), ("N4",), "xG8.xG7.4E6"),
            Point(say("overload: your own on C7 is struck"), ("N3",), "#C7"),
        ),
    ),
)
"""The pages, in the order in which to read them; `/learn` has most of the positions to play."""
