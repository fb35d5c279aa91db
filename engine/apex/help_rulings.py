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
                "Where the rulebook says nothing, or can be read in several ways, we decided. Other groups may "
                "play it differently. What's printed on cards and maps is another matter: see what's "
                "reconstructed."
            )
        ),
        Point(say("Points never run out, and you can place destroyed pawns again."), ("A1", "A5")),
        Point(
            say("Civilisations have three-letter codes; until they have one, players are called P1 to P6."),
            ("A2",),
        ),
        Point(
            say("Everything is public except hands, secret choices, and sectors that lie face down in exploration."),
            ("A9", "A74"),
        ),
        Point(say("Drawn sectors are laid out at random, before civilisations are chosen."), ("A11",)),
        Point(
            say(
                "Seat 1 stands for the youngest player and chooses first. You choose civilisation and home "
                "together; nobody starts with a colony besides their home."
            ),
            ("A12", "A14"),
        ),
        Point(
            say("You can change a secret choice until the last one is in. Only the final one is recorded."),
            ("A18",),
        ),
        Point(say("You may choose a side even if it will do nothing."), ("A21",)),
        Point(say("You decide the details of your side when its turn comes, knowing what came before."), ("A20",)),
        Point(say("Left is the next seat. After the fifth round no hands are passed."), ("A22", "A23")),
        Point(
            say(
                "If you're late or have left, I play your lowest card on its War side, with two players "
                "discarding the next lowest; no battle, no colony, no action; and the first civilisation and "
                "home still free."
            ),
            ("A25",),
        ),
        Point(say("Control is worked out whenever it matters. You can't have it without a pawn there."), ("A30",)),
        Point(say("You name all the battles of a War at once, in order."), ("A32",)),
        Point(
            say("Armament counts for everyone in a battle, no matter who started it, and any winner gets the point."),
            ("A33", "A38"),
        ),
        Point(
            say(
                "The winner keeps all their pawns if the difference is as large as their number; a colony is "
                "among those that stay."
            ),
            ("A35",),
        ),
        Point(say("You can never colonise a home."), ("A42",)),
        Point(
            say("The bonus goes to the colony's owner, no matter who controls the sector, and equal bonuses add up."),
            ("A44",),
        ),
        Point(
            say(
                "A level of production or movement gives you one such action. How many you have is fixed when "
                "your Expansion begins."
            ),
            ("A46",),
        ),
        Point(say("Moving any number means at least one ship, and you may leave a sector empty."), ("A49",)),
        Point(say("To produce you need a colony of yours, not control."), ("A50",)),
        Point(say("With all 20 ships on the map you can't choose production or conversion."), ("A53",)),
        Point(
            say("You're only asked when there's something to choose; an Expansion goes on until you stop."),
            ("A55", "A56"),
        ),
        Point(
            say("If there's a tie, ships and colonies on the map count; after that, the victory is shared."),
            ("A62", "A63"),
        ),
        Point(
            say(
                "A game always lasts fifteen rounds, unless all but one player resign. Players who resigned "
                "rank behind everyone else."
            ),
            ("A64",),
        ),
        Point(
            say("With two players the discard is part of the secret choice and shown with it."),
            ("A73",),
        ),
        Point(say("In exploration a sector is turned up for everyone, before the next action."), ("A75",)),
    ),
)
