"""APEX explained from the beginning, page after page; the numbers are those of the rules page."""

from __future__ import annotations

from engine.apex.teaching.lesson import LESSON
from engine.game import Point, Scene, Setup, Topic
from engine.teaching import scene_of
from engine.text import say

_TASKS = {task.key: task for task in LESSON}
_FIRST = Setup(
    "2",
    position=(
        "A1.1 choose | N07 N16 N04 N22 N10 N13 N19 N17 | out - spent - | - | "
        "HUM@H1 v0 e0/0/1/0 h4,7,8,12,16,20,22,23,25,26 H1:5 | DRA@H2 v0 e0/1/0/0 h1,3,6,10,13,15,18,19,28,29 H2:6"
    ),
)
_FOUR = ((1, "HUM@H1"), (2, "MIN@H2"), (3, "SHE@H3"), (4, "NAG@H4"))

GUIDE = (
    Topic(
        "how-to-play",
        say("The goal and your first turn"),
        (
            Point(
                say(
                    "After each of three ages, every sector you control is worth a **point**; winning a battle "
                    "gives you one at once. The most points win."
                ),
                ("A15", "A60"),
            ),
            Point(
                say(
                    "First choose a civilisation and a home: press **Play** when I call you. Each round, everyone "
                    "secretly chooses a card and one of its sides."
                ),
                ("A12", "A17"),
            ),
            Point(
                say("Player 1 has chosen card 25, Expansion: a new ship at home, and three ships go to B1."),
                ("A48",),
                "PROD H1/MOVE H1>B1 x3",
            ),
        ),
        scene=Scene(_FIRST, ((2, "1E-3"), (1, "25X-4")), 1, "PROD H1/MOVE H1>B1 x3", share=0.85),
    ),
    Topic(
        "how-cards",
        say("Your cards"),
        (
            Point(
                say(
                    "Every card has four sides. War (W) and Colonisation (C) are the same on all cards; "
                    "Evolution (E) names a track, Expansion (X) its actions."
                ),
                ("A6",),
            ),
            Point(
                say(
                    "If several players choose the same side, the lowest card goes first. After each round you "
                    "pass your hand to the next player, in the second age to the one before; two players swap "
                    "hands."
                ),
                ("A19", "A22", "A72"),
            ),
        ),
        scene=Scene(_FIRST, hand=True),
    ),
    Topic(
        "how-the-start",
        say("The galaxy"),
        (
            Point(
                say(
                    "Four sectors per player are drawn and laid out between the homes. The symbol on a sector "
                    "is the bonus a colony there gives you."
                ),
                ("A11", "A43"),
            ),
            Point(
                say(
                    "Your ships start at home. Your home counts as a colony that can't be destroyed, so nobody "
                    "is ever out of the game."
                ),
                ("A4", "A13"),
            ),
        ),
        scene=Scene(_FIRST),
    ),
    Topic(
        "how-expansion",
        say("Expansion"),
        (
            Point(
                say(
                    "You get the actions on the card, one more for each level of production and movement, and "
                    "those from your colonies. Use as many as you like, in any order."
                ),
                ("A45", "A46"),
            ),
            Point(
                say(
                    "Movement: ships go to an adjacent sector. Portal: to any sector. Production: a new ship "
                    "at one of your colonies. Ambush: you destroy an enemy ship where you have a ship or "
                    "colony. Conversion, in a sector you control: an enemy ship becomes yours."
                ),
                ("A47", "A48", "A50", "A51", "A52"),
            ),
            Point(say("Player 1 converts the enemy ship on C1."), ("A52",), "CONV C1/-"),
        ),
        scene=scene_of(_TASKS["convert"]),
    ),
    Topic(
        "how-control",
        say("Control"),
        (
            Point(
                say(
                    "The player with the most ships and colonies in a sector, plus influence, controls it. If "
                    "there's a tie, nobody does. Ships pass each other in peace."
                ),
                ("A26", "A27", "A29"),
            ),
            Point(
                say("Three ships and influence 1 make 4 on C1, against two ships."),
                ("A27",),
                "MOVE B1>C1 x3/PROD H1",
            ),
        ),
        scene=scene_of(_TASKS["control"]),
    ),
    Topic(
        "how-colonies",
        say("Colonisation"),
        (
            Point(
                say(
                    "Put one of your three colonies on a sector you control that has none. It counts as a "
                    "ship, never moves, and gives you the sector's bonus."
                ),
                ("A42", "A43"),
            ),
            Point(say("A colony on A1 gives you one more production in every Expansion."), ("A42", "A43"), "A1"),
        ),
        scene=scene_of(_TASKS["colonise"]),
    ),
    Topic(
        "how-evolution",
        say("Evolution"),
        (
            Point(
                say(
                    "The track on the card rises by one, to 5 at most: production and movement give you more "
                    "actions in your Expansions, influence counts for control, armament in battles."
                ),
                ("A7", "A41", "A46"),
            ),
            Point(say("Card 8 raises Player 1's armament to 1."), ("A41",), "8E-4"),
        ),
        scene=scene_of(_TASKS["evolve"]),
    ),
    Topic(
        "how-war",
        say("War"),
        (
            Point(
                say(
                    "Choose which sectors you fight in, or none. Everyone there adds up their ships, colonies "
                    "and armament. A single highest total wins a point and keeps as many as it was ahead by; "
                    "the others there are destroyed."
                ),
                ("A31", "A33", "A34", "A35", "A38"),
            ),
            Point(
                say("On C1 it's 3 + 1 against 2 + 1: Player 1 wins and keeps one ship."),
                ("A33", "A35"),
                "C1",
            ),
        ),
        scene=scene_of(_TASKS["war"]),
    ),
    Topic(
        "how-it-ends",
        say("Points and the end"),
        (
            Point(
                say(
                    "After each age: 1 point for each sector you control, and 1 for each colony on a victory "
                    "sector. After the third age the most points win; if there's a tie, the most ships and "
                    "colonies."
                ),
                ("A60", "A61", "A62"),
            ),
            Point(
                say("The last move: Player 1 controls four sectors and wins 13 to 12."),
                ("A60", "A62"),
                "MOVE B1>C1 x3/-",
            ),
        ),
        scene=scene_of(_TASKS["end"]),
    ),
    Topic(
        "how-many",
        say("More players, and exploration"),
        (
            Point(
                say(
                    "Three to six players use larger maps and don't discard an extra card. You get six cards "
                    "at the start of an age, five with six players."
                ),
                ("A11", "A16", "A71"),
            ),
            Point(
                say("With exploration, sectors lie face down until ships first move there."),
                ("A74",),
            ),
        ),
        scene=Scene(Setup("4"), _FOUR),
    ),
    Topic(
        "how-to-write",
        say("How choices are written"),
        (
            Point(say("You don't need this: **Play** has menus. If you type, `/move` completes it for you."), ("A56",)),
            Point(say("the Humans, with their home on H1"), ("A12",), "HUM@H1"),
            Point(say("card 3, its War side"), ("A17",), "3W"),
            Point(say("with two players: card 12, Evolution, and 7 discarded"), ("A71",), "12E-7"),
            Point(say("battles on H2, then on C2"), ("A32",), "H2,C2"),
            Point(
                say("six ships move on, one is built, and that's all"),
                ("A48", "A50", "A56"),
                "MOVE B1>A1 x6/PROD H1/-",
            ),
            Point(say("nothing, or nothing more"), ("A31", "A42", "A56"), "-"),
        ),
    ),
)
"""The pages, in the order in which to read them; `/learn` has most of the positions to play."""
