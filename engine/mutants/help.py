"""The rules of Mutants for people at the table; the numbers are those of the rules page."""

from __future__ import annotations

from engine.help import Point, Topic
from engine.mutants.help_abilities import (
    ABILITIES,
    ATTACKS,
    COPYING,
    FREEZING,
    GENE_MEANINGS,
    GENES,
    TRANSFORMATION,
)
from engine.mutants.help_message import KNOWLEDGE, MESSAGE, NOTATION, RECORDS
from engine.mutants.help_revolt import BOSS, RECONSTRUCTION, REVOLT
from engine.mutants.help_rulings import RULINGS
from engine.mutants.help_setup import COMPONENTS, CONSTRUCTED, DRAFT, READY, SETUP
from engine.mutants.help_turn import ACTIONS, END, FORCE, ROUNDS, TURN
from engine.mutants.wording import GENE_NAMES
from engine.text import say

_OVERVIEW = Topic(
    "overview",
    say("The game in short"),
    (
        Point(
            say(
                "Two to four players send mutants into their arenas and breed better ones. Every mutant does "
                "something when you deploy it, and again when it leaves."
            ),
            ("M1", "M18", "M21"),
        ),
        Point(
            say(
                "Over five rounds you score points by being ahead on the force track, and by crushing "
                "opponents who fell into the Dread zone. Cards in your freezer add theirs at the end. The most "
                "points win."
            ),
            ("M16", "M19", "M28", "M53"),
        ),
        Point(
            say("A turn is short: crush, move your active mutant to a flank, then deploy, breed or incubate."),
            ("M18",),
        ),
        Point(
            say(
                "Your gene reserve holds the advanced mutants you can breed. It comes from a draft, from a "
                "ready deck, or from your own choice."
            ),
            ("M11", "M12", "M13"),
        ),
        Point(say("Alone you can challenge one of two bosses: the Revolt."), ("M61",)),
        RECONSTRUCTION,
    ),
)

_AID = Topic(
    "aid",
    say("Aid card"),
    (
        Point(
            say(
                "Your turn: 1. crush if you're in Fury and an opponent is in Dread; 2. move your active mutant "
                "to a flank; 3. one action."
            ),
            ("M72", "M18"),
        ),
        Point(say("Deploy: one card from your hand."), ("M72", "M23"), "D ZOM"),
        Point(
            say("Breed: discard two cards with the genes of a reserve top, and deploy it."),
            ("M72", "M24"),
            "B ROB+ZOM>BBB",
        ),
        Point(
            say("Incubate: discard any card; a reserve top goes on your deck when the round ends."),
            ("M72", "M25"),
            "I WAR>TRI",
        ),
        Point(
            say("You score by crushing, by your place on the force track, with abilities, and with your freezer."),
            ("M72", "M19", "M28", "M53"),
        ),
        Point(
            say(
                "End of a round: 1. points for force; 2. round marker; 3. incubated mutants onto decks; 4. draw six; "
                "5. the lowest score on Challenger, the others left of it in ascending order, the last of them first "
                "player."
            ),
            ("M72", "M28", "M29", "M30", "M31", "M32"),
        ),
        Point(
            say("Empty deck when you must draw: freeze a card from your discard, shuffle the rest, go on."),
            ("M72", "M40"),
        ),
        *(
            Point(say("{gene}: {meaning}", gene=GENE_NAMES[letter], meaning=meaning), ("M72", *rules))
            for letter, (meaning, rules) in GENE_MEANINGS.items()
        ),
        Point(
            say("Force: a number of spaces to the right, or lost to the left. Permanent: works while face up."),
            ("M72", "M36", "M37", "M48"),
        ),
        Point(say("The printed aid card isn't in our source; this one is ours."), ("M72",)),
    ),
    sheet=True,
    aid=True,
)

_RECONSTRUCTED = Topic(
    "reconstruction",
    say("What's reconstructed"),
    (
        RECONSTRUCTION,
        Point(
            say(
                "Known from the rulebook: all rules that aren't called ours, the four ready decks, and the "
                "values of the few cards in its examples. Names and genes of most others come from public "
                "descriptions."
            ),
            ("M1", "M3", "M12"),
        ),
        Point(
            say(
                "Each card says which of its fields are known, and which only in part; we made up everything "
                "else on it and balanced it with games between simple programs. Six mutants have names of our "
                "own."
            ),
            ("M1", "M3"),
        ),
        Point(
            say(
                "Made up entirely: the length of the force track and the place of Challenger on it, the red "
                "and black values of the rounds, and almost everything about the bosses."
            ),
            ("M4", "M29", "M62"),
        ),
        Point(
            say(
                "The balance shows that the values make a playable game, not that they resemble the printed "
                "ones. If you own the box, you can correct the data file field by field; matches go on with "
                "the version they began with."
            ),
            ("N10",),
        ),
        Point(
            say(
                "Where the rulebook is silent, we decided; these topics call such a ruling ours, and the "
                "rulings have a list of their own."
            ),
        ),
    ),
)

TOPICS = (
    _OVERVIEW,
    _AID,
    COMPONENTS,
    SETUP,
    DRAFT,
    READY,
    CONSTRUCTED,
    TURN,
    ACTIONS,
    FORCE,
    ROUNDS,
    ABILITIES,
    GENES,
    FREEZING,
    ATTACKS,
    COPYING,
    TRANSFORMATION,
    END,
    REVOLT,
    BOSS,
    KNOWLEDGE,
    NOTATION,
    RECORDS,
    MESSAGE,
    _RECONSTRUCTED,
    RULINGS,
)
"""The help's pages."""
