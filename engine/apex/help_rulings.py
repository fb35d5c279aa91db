"""Where the rulebook of APEX leaves something open, and what Arena decided."""

from __future__ import annotations

from engine.help import Point, Topic
from engine.text import say

RULINGS = Topic(
    "rulings",
    say("Rulings", context="topic of the rules"),
    (
        Point(
            say(
                "Where the rulebook says nothing, or can be read in several ways, we decided. Other tables may play "
                "such a case in another way. What is printed on cards and maps is another matter: see what is "
                "reconstructed."
            )
        ),
        Point(say("There are always enough points to take, and destroyed pawns can be placed again."), ("A1", "A5")),
        Point(
            say("Civilisations have codes of three letters; before they have one, players are called P1 to P6."),
            ("A2",),
        ),
        Point(
            say("Everything is public but hands, secret choices, and the sectors that lie face down in exploration."),
            ("A9", "A74"),
        ),
        Point(say("Drawn sectors are laid out at random, before civilisations are chosen."), ("A11",)),
        Point(
            say(
                "Seat 1 stands for the youngest player, who chooses first. One decision gives civilisation and home; "
                "nobody begins with a colony besides the home."
            ),
            ("A12", "A14"),
        ),
        Point(
            say("A secret choice can be replaced until the last one is in. Only the final one is recorded."),
            ("A18",),
        ),
        Point(say("A side may be chosen although it will do nothing."), ("A21",)),
        Point(say("You decide the details of your side when its turn comes, knowing what came before."), ("A20",)),
        Point(say("Left is the next seat. After the fifth round nothing is passed."), ("A22", "A23")),
        Point(
            say(
                "What is played for players who are late or left: the lowest card on its War side, with two players "
                "throwing the next lowest away; no battle, no colony, no action; the first civilisation and home left."
            ),
            ("A25",),
        ),
        Point(say("Control is looked at whenever it matters. Without a pawn there nobody has it."), ("A30",)),
        Point(say("All battles of a War are named at once, in order."), ("A32",)),
        Point(
            say("Armament counts for all in a battle, no matter who began it, and any winner gets the point."),
            ("A33", "A38"),
        ),
        Point(
            say(
                "A winner keeps all pawns if the difference is as large as their number; the colony is among those "
                "that stay."
            ),
            ("A35",),
        ),
        Point(say("Homes can never be colonised."), ("A42",)),
        Point(
            say("The bonus goes to the colony's owner, no matter who controls the sector, and equal ones add up."),
            ("A44",),
        ),
        Point(
            say(
                "A level of production or movement is one such action. How many there are is fixed when the Expansion "
                "begins."
            ),
            ("A46",),
        ),
        Point(say("Moving any number means one ship at least, and a sector may be left empty."), ("A49",)),
        Point(say("Producing needs a colony of yours, not control."), ("A50",)),
        Point(say("With all 20 ships on the map neither production nor conversion can be chosen."), ("A53",)),
        Point(
            say("You are asked only where there is something to choose; an Expansion goes on until you stop."),
            ("A55", "A56"),
        ),
        Point(say("In a tie ships and colonies on the map count, and then the victory is shared."), ("A62", "A63")),
        Point(
            say(
                "It always lasts fifteen rounds, unless all but one resign. Players who resigned rank behind all "
                "others."
            ),
            ("A64",),
        ),
        Point(
            say("With two players the card thrown away is part of the secret choice and shown with it."),
            ("A73",),
        ),
        Point(say("In exploration a sector is turned up for all, before the next action."), ("A75",)),
    ),
)
