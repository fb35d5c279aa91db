"""Replicants explained from the beginning, page after page; the numbers are those of the rules page."""

from __future__ import annotations

from engine.game import Point, Scene, Setup, Topic
from engine.replicants.teaching.lesson import LESSON
from engine.teaching import scene_of
from engine.text import say

_TASKS = {task.key: task for task in LESSON}

ARCS_SCENE = scene_of(_TASKS["arcs"], played=False, reach="5E6")
CREATE_SCENE = scene_of(_TASKS["create"])
THREAT_SCENE = scene_of(_TASKS["threat"], played=False, reach="6D6")

GUIDE = (
    Topic(
        "how-to-play",
        say("The goal and your first turn"),
        (
            Point(
                say(
                    "With two players you win when the enemy matrix, the **1**, is destroyed, or your enemy has only "
                    "three Replicants left."
                ),
                ("R22",),
            ),
            Point(
                say(
                    "On your turn your matrix charges, you move or create a Replicant, then you charge again or "
                    "rotate one."
                ),
                ("R11",),
            ),
            Point(
                say(
                    "Your first turn: press **Play**, **2 on E7**, **E6**, **Charge the matrix**, **Confirm**. The "
                    "first charge happens by itself."
                ),
                ("R12", "N2"),
                "E/2E6/E",
            ),
        ),
        scene=scene_of(_TASKS["charge"], share=0.9),
    ),
    Topic(
        "how-the-start",
        say("What's in the arena"),
        (
            Point(
                say(
                    "You start with six Replicants: the matrix, three 2s and two 3s. The white triangle shows which "
                    "way each one faces, the dots where it can go."
                ),
                ("R4", "R6", "R7"),
            ),
            Point(
                say(
                    "Beside each name: the energy, the spare hearts and the souls in reserve, which you can create "
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
                    "Each value moves in its own way, measured from the way it faces. Any Replicant in the way "
                    "blocks a walk; a leap goes over them. Moving never rotates a Replicant."
                ),
                ("R7", "R8"),
            ),
            Point(say("The picture shows where the 4 on E6 can leap, over its own 2."), ("R8", "R9")),
        ),
        scene=scene_of(_TASKS["leap"], played=False, reach="4E6"),
    ),
    Topic(
        "how-charts",
        say("What each value can do"),
        (
            Point(
                say(
                    "High values leap and reach far; only a 5 fires arcs. **Moves** under a board marks it all for you."
                ),
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
                    "As your third action you can rotate any one of your Replicants by 60° instead of charging: left "
                    "is `-`, right is `+`. That decides where it can go next."
                ),
                ("R20",),
            ),
            Point(say("The 2 goes to E5 and rotates to the right."), ("R20", "N5"), "E/2E5/E5+"),
        ),
        scene=scene_of(_TASKS["heading"]),
    ),
    Topic(
        "how-captures",
        say("Destroying"),
        (
            Point(
                say(
                    "Move onto an enemy to destroy it, whatever the two values are. Its soul is out of the game; its "
                    "heart goes back to its owner's reserve."
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
                    "Instead of moving you can create a Replicant. It costs a soul and a heart from your reserve, "
                    "and energy equal to its value. Place it on a free hex next to your matrix that no enemy "
                    "threatens."
                ),
                ("R19",),
            ),
            Point(
                say("4 energy becomes 5, the 4 on E7 costs 4, and the second charge leaves 2."),
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
                    "Each charge moves your energy up one mark: 0 to 7, then 9. At 7 or 9 you can't charge as your "
                    "third action: rotate a Replicant."
                ),
                ("R12", "R20"),
            ),
            Point(
                say(
                    "If you start your turn at 9, you overload instead of charging: you choose one of your own "
                    "Replicants, not the matrix, and lose it. Your energy stays at 9, so create something in time."
                ),
                ("R13", "R20"),
            ),
            Point(say("If an overload leaves you with three Replicants, the game ends."), ("R22", "R26")),
        ),
    ),
    Topic(
        "how-arcs",
        say("Arcs of a 5"),
        (
            Point(
                say(
                    "A 5 can strike without moving: its arcs destroy any of the enemies marked here, over everything "
                    "in between. Then another of your Replicants moves to a free hex."
                ),
                ("R9", "R17"),
            ),
            Point(
                say("The 5 strikes D5 and F5, then the 2 on D7 goes to C6."),
                ("R17", "N4"),
                "E/xD5.xF5.2C6/E",
            ),
            Point(say("Arcs must leave each opponent at least three Replicants."), ("R18",)),
        ),
        scene=ARCS_SCENE,
    ),
    Topic(
        "how-threat",
        say("A hex under threat"),
        (
            Point(
                say(
                    "A hex is under threat if an enemy could move there or fire arcs at it. Your matrix can't move "
                    "onto one, unless that ends the game by destroying an enemy there, and you can't create on one."
                ),
                ("R16", "R19"),
            ),
            Point(
                say(
                    "The picture shows the hexes that Player 2's 6 on D6 reaches. E8 is one of them, so Player 1 has "
                    "to act or lose the matrix."
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
                    "The game ends at once when a matrix is destroyed, or when a player has only three Replicants "
                    "left in the arena, matrix included."
                ),
                ("R22",),
            ),
            Point(say("The 2 destroys the fourth, and Player 1 wins."), ("R22",), "E/2F4x"),
        ),
        scene=scene_of(_TASKS["end"]),
    ),
    Topic(
        "how-three",
        say("Three or four players, no teams"),
        (
            Point(
                say(
                    "The game ends in the same way, and the player who was brought down loses. Points decide among "
                    "the others: 1 for each enemy you destroyed, 2 for a matrix, half a point for ending the game "
                    "that way."
                ),
                ("R23", "R27"),
            ),
            Point(say("You can only end it by destroying something if that makes you the winner."), ("R24",)),
        ),
        scene=Scene(Setup("3")),
    ),
    Topic(
        "how-teams",
        say("Two against two"),
        (
            Point(
                say(
                    "Players 1 and 3 play against 2 and 4 in the oval arena. Partners can't destroy or threaten each "
                    "other. Your team wins when an opponent loses their matrix or has only three Replicants left."
                ),
                ("R2", "R28"),
            ),
            Point(
                say("**Partners stay silent:** they may not communicate in any way during the match."),
                ("R29",),
            ),
        ),
        scene=Scene(Setup("teams")),
    ),
    Topic(
        "how-to-write",
        say("How turns are written"),
        (
            Point(say("You don't need this: **Play** has menus. To type a turn, `/move` completes it."), ("N7",)),
            Point(say("charge, the 4 moves to E7, the one on D2 rotates left"), ("N2", "N4", "N5"), "E/4E7/D2-"),
            Point(say("the 6 destroys the Replicant on H5"), ("N4",), "6H5x"),
            Point(say("create a 6 on D2"), ("N4",), "!6D2"),
            Point(say("arcs strike two hexes, then a 4 moves"), ("N4",), "xG8.xG7.4E6"),
            Point(say("overload: you lose your own Replicant on C7"), ("N3",), "#C7"),
        ),
    ),
)
"""The pages, in the order in which to read them; `/learn` has most of the positions to play."""
