"""Where the rulebook of Mutants leaves something open, and what Arena decided."""

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
                "such a case in another way. Values of cards are another matter: see what is reconstructed."
            )
        ),
        Point(
            say("A gain of 0 points moves no marker. At the start the first player's marker is the lowest."),
            ("M6", "M10"),
        ),
        Point(
            say(
                "Shuffled cards go seat by seat: in the draft the first nine to seat 1, in a reserve the first four to "
                "pile 1."
            ),
            ("M11", "M14"),
        ),
        Point(say("Ready decks are drawn, a different one for each seat, unless the host assigns them."), ("M12",)),
        Point(say("What one player puts into a reserve of their own choice limits nobody else."), ("M13",)),
        Point(say("Tops are changed all three or none."), ("M15",)),
        Point(
            say("A player without a card passes, and is back in the round if an effect gives them one before it ends."),
            ("M17",),
        ),
        Point(
            say("A hand that became empty while the mutant moved ends the turn. K.O. cards move like all others."),
            ("M20", "M22"),
        ),
        Point(
            say("A full incubator, or an empty reserve, forbids incubating."),
            ("M25",),
        ),
        Point(say("The next card of a pile is turned up before anything else happens."), ("M26",)),
        Point(
            say(
                "When a round is scored, markers move clockwise from its first player, and choices on drawing are made "
                "in that order, too. K.O. mutants stay K.O."
            ),
            ("M28", "M31", "M33"),
        ),
        Point(
            say(
                "Pushing back from Fury is no attack and cannot be parried; between rounds it goes from the old first "
                "player. A marker that cannot move keeps its place in its stack."
            ),
            ("M36", "M37"),
        ),
        Point(
            say(
                "With an empty deck and nothing left to shuffle, nothing more is drawn. Whatever comes into the "
                "freezer counts as frozen; freezing out of the arena never resolves the leave ability."
            ),
            ("M40", "M41", "M42"),
        ),
        Point(
            say(
                "An opponent with an empty hand is not attacked by a discard; losing force is possible even on the "
                "first space. Where there is a choice which mutant is hit, its owner makes it."
            ),
            ("M43", "M45"),
        ),
        Point(say("A transformation without a card to come leaves the zone empty."), ("M46",)),
        Point(say("A permanent acts right after what it waits for, before the next effect."), ("M48",)),
        Point(
            say(
                "Only a card with the ability in question can be copied, and within one resolution the same ability of "
                "a card once. A card of the hand that is copied is shown to all."
            ),
            ("M50",),
        ),
        Point(say("A cost is paid in full or not at all."), ("M51",)),
        Point(
            say(
                "A player who resigns ranks behind all who stay; their cards go to the box and their markers off "
                "the tracks. "
                "With one player left, that player has won."
            ),
            ("M54",),
        ),
        Point(
            say(
                "Who knows what: cards frozen from hand or discard are named to their owner only; of a discard the "
                "others see the top card and the count; a reserve is known to its owner, and to others as it is seen."
            ),
            ("M58", "M59", "M60"),
        ),
        Point(
            say(
                "The Revolt: the tops are changed before the boss's set-up. A hand that the boss empties ends the "
                "round. A crush lifts its health without limit, and then its powers of a turn act. With no card left "
                "it plays none."
            ),
            ("M61", "M63", "M64", "M65"),
        ),
        Point(
            say(
                "A weakness goes without its card's leave ability; one event meets every card that it fits, in the "
                "order active, left, right, but none that came after it; so any K.O. by your attack meets every "
                "face-up card whose weakness is one. K.O. cards of the boss move, and leave without their ability. "
                "Challenges can be combined."
            ),
            ("M66", "M67", "M70"),
        ),
    ),
)
