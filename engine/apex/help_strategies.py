"""The four strategies of APEX for people at the table."""

from __future__ import annotations

from engine.help import Point, Topic
from engine.text import say

WAR = Topic(
    "war",
    say("War", context="strategy"),
    (
        Point(
            say(
                "You may start one battle in each sector with a pawn of yours (a ship or a colony) and an "
                "enemy pawn, in the order you choose, or none at all. Home colonies are pawns here."
            ),
            ("A31", "A32"),
        ),
        Point(
            say(
                "Everyone there takes part with their pawns in the sector plus their armament, whether they "
                "attacked or not. Armament is the level of the track plus 1 for each colony on an armament "
                "sector."
            ),
            ("A33",),
        ),
        Point(
            say(
                "The single highest score wins and gets 1 point; everyone else's pawns there are destroyed. "
                "The winner keeps as many pawns as the difference to the next best score; ships are destroyed "
                "first."
            ),
            ("A34", "A35", "A38"),
        ),
        Point(say("If the highest score is a tie, all pawns in the sector are destroyed."), ("A36",)),
        Point(
            say("Home colonies are never destroyed. When another colony is, its bonus is gone at once."), ("A37", "A39")
        ),
        Point(say("Battles in H2, then in C2."), ("A32",), "H2,C2"),
        Point(say("No battle."), ("A31",), "-"),
    ),
)

EVOLUTION = Topic(
    "evolution",
    say("Evolution", context="strategy"),
    (
        Point(say("The track named on the card rises by 1, to 5 at most. There's nothing to decide."), ("A7", "A41")),
        Point(
            say(
                "Each level of production or movement gives you one more such action in your expansions. "
                "Influence counts for control, armament in battles."
            ),
            ("A29", "A33", "A46"),
        ),
    ),
)

COLONISATION = Topic(
    "colonisation",
    say("Colonisation", context="strategy"),
    (
        Point(
            say(
                "Place one of your three colonies on a neutral sector you control that has no colony. It "
                "counts as a pawn, never moves, and gives you the sector's bonus no matter who controls it."
            ),
            ("A42", "A43", "A44"),
        ),
        Point(say("A colony in D1."), ("A42",), "D1"),
        Point(say("No colony."), ("A42",), "-"),
    ),
)

EXPANSION = Topic(
    "expansion",
    say("Expansion", context="strategy"),
    (
        Point(
            say(
                "Carry out the actions on the card, one for each level of production and movement, and those "
                "from your colonies, in any order. Each is optional. How many you have is fixed when your "
                "expansion begins."
            ),
            ("A45", "A46"),
        ),
        Point(
            say("Portal: any number of ships from one sector to any other. Movement: to an adjacent one."),
            ("A47", "A48", "A49"),
        ),
        Point(say("Production: a new ship in a sector with a colony of yours, home included."), ("A50",)),
        Point(say("Ambush: destroy an enemy ship where you have a pawn."), ("A51",)),
        Point(
            say("Conversion: destroy an enemy ship in a sector you control and place one of yours there."),
            ("A52",),
        ),
        Point(say("With all 20 ships on the map you can't produce or convert."), ("A53",)),
        Point(
            say(
                "You can send the actions one by one or all in one line. The expansion ends with - or when "
                "there's nothing left you can do."
            ),
            ("A56",),
        ),
        Point(say("Move six ships from B1 to A1; without a number they all go."), ("A48",), "MOVE B1>A1 x6"),
        Point(say("Four ships through a portal."), ("A47",), "PORT H1>C2 x4"),
        Point(say("Two new ships in H1."), ("A50",), "PROD H1 x2"),
        Point(say("Ambush one of the Sherais' ships in A1."), ("A51",), "AMB A1 SHE"),
        Point(
            say("Convert; you can leave out the civilisation if only one opponent has ships there."),
            ("A52",),
            "CONV A1 SHE",
        ),
        Point(say("A whole expansion."), ("A45",), "MOVE B1>A1 x6/PROD H1/-"),
    ),
)
