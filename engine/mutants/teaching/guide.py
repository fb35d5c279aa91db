"""Mutants explained from the beginning, page after page; the numbers are those of the rules page."""

from __future__ import annotations

from engine.game import Point, Scene, Setup, Topic
from engine.mutants.teaching.lesson import LESSON
from engine.teaching import scene_of
from engine.text import say

_TASKS = {task.key: task for task in LESSON}
_READY = Setup("2", (("reserve", "ready"), ("decks", "12")))
_KEPT = ((1, "N"), (2, "N"))

GUIDE = (
    Topic(
        "how-to-play",
        say("The goal and your first turn"),
        (
            Point(
                say(
                    "The player ahead on the **force track**, the row at the top, scores points after each of "
                    "five rounds. The most points win."
                ),
                ("M16", "M28"),
            ),
            Point(
                say(
                    "On your turn your active mutant moves aside, and you **deploy** a card, or breed or incubate one."
                ),
                ("M18", "M20"),
            ),
            Point(
                say(
                    "Your first turn: press **Play**, **Deploy**, **Zombie**, **Confirm**. I may ask for your reserve "
                    "before: take any cards, then **No**."
                ),
                ("M11",),
                "D ZOM",
            ),
        ),
        scene=scene_of(_TASKS["deploy"], share=0.85),
    ),
    Topic(
        "how-cards",
        say("Your hand, and what a card says"),
        (
            Point(
                say(
                    "A card shows its genes at the top, what it does when it comes (arrow down) and when it "
                    "leaves (arrow up), and its freezer points beside the snowflake."
                ),
                ("M1", "M41"),
            ),
            Point(say("You start with one of each of the six basic mutants in hand and six in your deck."), ("M7",)),
        ),
        scene=Scene(_READY, _KEPT, hand=True),
    ),
    Topic(
        "how-leaving",
        say("Moving aside and leaving"),
        (
            Point(
                say(
                    "Your turn begins with the mutant in the middle: it moves to the left or right flank. If "
                    "both are full, the mutant whose place it takes leaves and does what's beside its arrow up."
                ),
                ("M20", "M21"),
            ),
            Point(
                say("The Beast leaves the left flank and gains 2 force; the Alien takes its place; a Demon comes."),
                ("M20", "M21", "M23"),
                "L/D DEM",
            ),
        ),
        scene=scene_of(_TASKS["leave"]),
    ),
    Topic(
        "how-breeding",
        say("Breeding"),
        (
            Point(
                say(
                    "Your gene reserve is below your arena: three mutants with two genes each. Discard two "
                    "cards that have both genes between them, and the mutant comes at once."
                ),
                ("M2", "M24"),
            ),
            Point(
                say("A Robot and a Warrior breed Captain Wrenchfury, who gains 3 force."),
                ("M24", "N2"),
                "B ROB+WAR>WRE",
            ),
        ),
        scene=scene_of(_TASKS["breed"]),
    ),
    Topic(
        "how-incubation",
        say("Incubating"),
        (
            Point(
                say(
                    "Discard any one card and put a reserve mutant into your incubator. When the round ends it "
                    "goes on top of your deck, so you draw it."
                ),
                ("M25", "M30", "M31"),
            ),
            Point(say("The Demon is discarded for Krunk."), ("M25", "N2"), "I DEM>KRU"),
        ),
        scene=scene_of(_TASKS["incubate"]),
    ),
    Topic(
        "how-force",
        say("Force, Fury and Dread"),
        (
            Point(
                say(
                    "You're ahead if you're nearer to the right end of the track, or came last to the same "
                    "space. The last space is Fury, the first three are Dread."
                ),
                ("M4", "M5", "M38"),
            ),
            Point(
                say(
                    "If you start your turn on Fury while an opponent is in Dread, you crush them and score "
                    "the round's black value at once."
                ),
                ("M19",),
            ),
            Point(say("The Zombie's 2 force take Player 1 to Fury, with Player 2 in Dread."), ("M36",), "L/D ZOM"),
        ),
        scene=scene_of(_TASKS["fury"]),
    ),
    Topic(
        "how-attacks",
        say("Attacks and K.O."),
        (
            Point(
                say(
                    "Some mutants attack. A mutant that's K.O. is turned face down and does nothing, but stays "
                    "in its place. A shield is a parry: it fends off an attack."
                ),
                ("M43", "M44", "M45"),
            ),
            Point(
                say("A Warrior leaves, and the Zombie on the same flank of the enemy, who's ahead, is K.O."),
                ("M43", "M45"),
                "L/D ZOM",
            ),
        ),
        scene=scene_of(_TASKS["ko"]),
    ),
    Topic(
        "how-freezing",
        say("Freezing"),
        (
            Point(
                say(
                    "A frozen card is out of the game, and scores its snowflake at the end. If you must draw "
                    "and your deck is empty, you freeze a card from your discard and shuffle the others."
                ),
                ("M40", "M41", "M53"),
            ),
            Point(
                say("The Zombie leaves, and Player 1 says yes to freezing it; then a Warrior comes."),
                ("M42", "N5"),
                "R/Y/D WAR",
            ),
        ),
        scene=scene_of(_TASKS["freeze"]),
    ),
    Topic(
        "how-rounds",
        say("The end of a round"),
        (
            Point(
                say(
                    "When all hands are empty, the player furthest ahead scores the red value, the last one "
                    "nothing, and the others the black value. Then everyone draws six cards; the mutants stay."
                ),
                ("M16", "M28", "M31", "M33"),
            ),
            Point(
                say(
                    "Force starts anew: the player with the fewest points is ahead, and the one with the most "
                    "begins the round."
                ),
                ("M32",),
            ),
            Point(say("The last card of round 1: Player 1 gets ahead and scores 4."), ("M28",), "L/D ALN"),
        ),
        scene=scene_of(_TASKS["round"]),
    ),
    Topic(
        "how-it-ends",
        say("How it ends"),
        (
            Point(
                say(
                    "After the fifth round the freezers are added, and the most points win. If there's a tie, "
                    "fewer freezer points win, then being ahead on the track."
                ),
                ("M53",),
            ),
            Point(
                say("Player 1 freezes a Zombie, scores 8 for being ahead, and wins 18 to 17."),
                ("M53",),
                "L/Y/D WAR",
            ),
        ),
        scene=scene_of(_TASKS["end"]),
    ),
    Topic(
        "how-reserves",
        say("Where your reserve comes from"),
        (
            Point(say("Ready decks: six mutants, twice each. Best for a first game."), ("M12", "M71")),
            Point(say("Draft: nine cards each; keep one, pass the rest, six times; you get two of each."), ("M11",)),
            Point(say("Your own choice: twelve cards before the start, at most two of each."), ("M13",)),
            Point(
                say("They make three piles of four. You may put the three tops under their piles once."),
                ("M14", "M15"),
            ),
        ),
    ),
    Topic(
        "how-revolt",
        say("Alone: the Revolt"),
        (
            Point(
                say(
                    "You against a boss: each point you gain lowers its health. At 0 you win; if it has any "
                    "left after five rounds, you lose."
                ),
                ("M61",),
            ),
        ),
        scene=Scene(Setup("solo"), ((1, "N"),)),
    ),
    Topic(
        "how-signs",
        say("The aid card: all symbols"),
        (Point(say("**Aid card** under your hand and beside each decision shows it again."), ("M72",)),),
        sheet=True,
    ),
    Topic(
        "how-to-write",
        say("How turns are written"),
        (
            Point(say("You don't need this: **Play** has menus. To type a turn, `/move` completes it."), ("N2",)),
            Point(say("deploy a Robot"), ("M23", "N2"), "D ROB"),
            Point(say("discard two and breed"), ("M24", "N2"), "B ROB+ZOM>BBB"),
            Point(say("discard one and incubate"), ("M25", "N2"), "I WAR>TRI"),
            Point(say("the active mutant to the left, then deploy"), ("N7",), "L/D DEM"),
            Point(say("yes, when I ask; no is `N`"), ("N5",), "Y"),
        ),
    ),
)
"""The pages, in the order in which to read them; `/learn` has most of the positions to play."""
