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
                "Where the rulebook says nothing, or can be read in several ways, we decided. Other groups may "
                "play it differently. Values of cards are another matter: see what's reconstructed."
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
        Point(say("The cards you put into a reserve of your own choice limit nobody else."), ("M13",)),
        Point(say("You put all three tops under their piles, or none."), ("M15",)),
        Point(
            say(
                "If you have no card you pass, and you're back in the round if an effect gives you one before it ends."
            ),
            ("M17",),
        ),
        Point(
            say("If your hand becomes empty while your mutant moves, your turn ends. K.O. cards move like all others."),
            ("M20", "M22"),
        ),
        Point(
            say("You can't incubate if your incubator is full or your reserve is empty."),
            ("M25",),
        ),
        Point(say("The next card of a pile is turned up before anything else happens."), ("M26",)),
        Point(
            say(
                "When a round is scored, markers move clockwise from its first player, and choices made while "
                "drawing follow that order too. K.O. mutants stay K.O."
            ),
            ("M28", "M31", "M33"),
        ),
        Point(
            say(
                "Pushing back from Fury isn't an attack and can't be parried; between rounds it starts at the "
                "old first player. A marker that can't move keeps its place in its stack."
            ),
            ("M36", "M37"),
        ),
        Point(
            say(
                "If your deck is empty and there's nothing left to shuffle, you draw nothing more. Everything "
                "that goes into the freezer counts as frozen; freezing out of the arena never resolves the "
                "leave ability."
            ),
            ("M40", "M41", "M42"),
        ),
        Point(
            say(
                "A discard doesn't attack an opponent with an empty hand; you can lose force even on the first "
                "space. If there's a choice of mutants to hit, their owner chooses."
            ),
            ("M43", "M45"),
        ),
        Point(say("If there's no card for a transformation, the zone stays empty."), ("M46",)),
        Point(say("A permanent acts right after the event it names, before the next effect."), ("M48",)),
        Point(
            say(
                "You can only copy a card with the ability in question, and within one resolution the same "
                "ability of a card only once. Everyone sees a card you copy in your hand."
            ),
            ("M50",),
        ),
        Point(say("You pay a cost in full or not at all."), ("M51",)),
        Point(
            say(
                "A player who resigns ranks behind everyone who stays; their cards go to the box and their "
                "markers off the tracks. If only one player is left, that player has won."
            ),
            ("M54",),
        ),
        Point(
            say(
                "Who knows what: cards frozen from hand or discard are named only to their owner; the others "
                "see the top card of a discard and the number of cards; a reserve is known to its owner, and "
                "to the others as far as they've seen it."
            ),
            ("M58", "M59", "M60"),
        ),
        Point(
            say(
                "The Revolt: you may change the tops before the boss's set-up. If the boss empties your hand, "
                "the round ends. A crush raises its health without limit, and then its powers for its turn "
                "act. If it has no card left, it plays none."
            ),
            ("M61", "M63", "M64", "M65"),
        ),
        Point(
            say(
                "A weakness is exploited without its card's leave ability; one event meets every card it fits, "
                "in the order active, left, right, but none that came after it; so any K.O. by your attack "
                "meets every face-up card whose weakness is one. The boss's K.O. cards move, and leave without "
                "their ability. You can combine challenges."
            ),
            ("M66", "M67", "M70"),
        ),
    ),
)
