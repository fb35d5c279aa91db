"""Who knows what, the notation, records, and what is different by message, for people at the table."""

from __future__ import annotations

from engine.help import Point, Topic
from engine.text import say

KNOWLEDGE = Topic(
    "knowledge",
    say("Who knows what"),
    (
        Point(
            say(
                "Known to all: arenas, also what K.O. cards are; incubators; reserve tops and how large their piles "
                "are; how many cards each hand, deck, discard and freezer has; both tracks; ready decks."
            ),
            ("M56",),
        ),
        Point(
            say("Known to nobody, not even their owner: the order of a deck, and what lies below the reserve tops."),
            ("M57",),
        ),
        Point(
            say(
                "Known to the owner: the hand and the freezer. All saw which card was frozen out of an arena or gained "
                "into a freezer; a card frozen from hand or discard is named to its owner only, as we decided."
            ),
            ("M58",),
        ),
        Point(
            say(
                "Our rulings for the discard: cards are shown as they go there; afterwards others see the top card "
                "and the number, and the owner may look through it. A card taken out of it is named to its owner only."
            ),
            ("M59",),
        ),
        Point(
            say(
                "Cards discarded together lie in the order of the data file, the last one on top; of equal cards the "
                "one nearest the top is taken."
            ),
            ("M59",),
        ),
        Point(
            say(
                "An owner knows the twelve cards of the reserve. Others know a draft or constructed reserve only as "
                "far as it was seen. Packs and picks of a draft are known to their holder."
            ),
            ("M60",),
        ),
        Point(
            say(
                "When the match is over everything may be shown. The published seed lets everyone check every shuffle, "
                "and so gives away all decks and hands of that match."
            ),
            ("M60",),
        ),
        Point(say("Lists and odds for a seat use only what that seat knows."), ("M73",)),
    ),
)

NOTATION = Topic(
    "notation",
    say("Notation"),
    (
        Point(
            say(
                "A card is its code. Full names are read as well, French or English, without regard to case, accents, "
                "spaces, hyphens, apostrophes and $; so is the beginning of a name, of four letters or more, if only "
                "one card begins like that. Zones are A, L and R."
            ),
            ("N1",),
        ),
        Point(say("One text answers one decision."), ("N2", "N8")),
        Point(say("Deploy a Zombie."), ("N2",), "D ZOM"),
        Point(say("Discard a Zombie and a Tricera-Tank and breed The Original."), ("N2",), "B ZOM+TRI>ORI"),
        Point(say("Discard a Robot and incubate the top of pile 2."), ("N2", "N3"), "I ROB>RHI@2"),
        Point(say("Move to the right flank, or name the right flank."), ("N2", "N8"), "R"),
        Point(say("Yes to a “may” that leaves nothing to choose; N is no to any “may”."), ("N5",), "Y"),
        Point(
            say("Several cards, in the order of the data file when they are written; read in any order."),
            ("N4",),
            "ROB+ZOM",
        ),
        Point(
            say("@ and the pile are written only if a card tops several piles and not the first of them is meant."),
            ("N3", "N4"),
            "TRI@3",
        ),
        Point(
            say("Copy a leave ability where either half can be copied; the half is then always written."),
            ("N4",),
            "ZOM.L",
        ),
        Point(
            say(
                "Texts of one turn can be joined by /. A text that would go on behind a draw, a shuffle, a card that "
                "is turned up, or a question to another player is refused whole, before anything of it is done, so "
                "that nobody can try out what is hidden."
            ),
            ("N7",),
        ),
        Point(say("Move to the right, then deploy a Zombie."), ("N7",), "R/D ZOM"),
        Point(
            say("Questions come in the order of the rules, one at a time; only picks of a draft are asked of all."),
            ("N9",),
        ),
        Point(
            say(
                "What public facts leave one answer for is not asked but done and told. If hidden cards are the only "
                "reason why there is one answer, you are asked like always: an answer at once would tell your hand."
            ),
            ("N6",),
        ),
    ),
)

RECORDS = Topic(
    "records",
    say("Records", context="topic of the rules"),
    (
        Point(say("A record has tags with the game, mode, options, version of the data and names."), ("N10",)),
        Point(
            say(
                "Then one line for each decision; lines of the program begin with *: draft, decks and reserves, first "
                "player, rounds, shuffles, ranks, scores and the end."
            ),
            ("N11", "N13"),
        ),
        Point(
            say(
                "The draws in it let records from elsewhere be replayed without our seed. All other lines of the "
                "program are checked where they stand: a wrong one is an error with its line and the right value."
            ),
            ("N12",),
        ),
        Point(
            say(
                "A player who left has - in the tracks of later rounds and is missing in ranks, scores and the "
                "end. A match "
                "that ends by leaving has no scores."
            ),
            ("N13",),
        ),
        Point(
            say(
                "While the match runs your copy has no seed, ? for cards that nobody may know and ?? for answers of "
                "others that you may not; it cannot be replayed."
            ),
            ("N14",),
        ),
        Point(say("Seat 1 resigns; it stands where it happened."), ("N13", "M54"), "F"),
    ),
)

MESSAGE = Topic(
    "message",
    say("Played by message"),
    (
        Point(
            say(
                "While another player must answer in a turn, the clock of that player runs and no other one; the turn "
                "stays its owner's."
            ),
            ("M76",),
        ),
        Point(
            say(
                "A missed deadline is played for: N to the mulligan and every “may”; the left flank; deploying the "
                "first card of the hand; the first cards where cards are chosen; the first pile left for a gain; the "
                "first zone, active, left, right, for a K.O., a parry and the like. First means in the order of the "
                "data file."
            ),
            ("M77",),
        ),
        Point(
            say(
                "That it was played for is told to all where the answer is public, else to its owner until the end. "
                "A pick of a draft is played for only when all others have picked or are late too. The Revolt has no "
                "deadlines."
            ),
            ("M77",),
        ),
        Point(
            say(
                "A substitute sees what the seat knows: hand, freezer, discard, the twelve cards of the reserve, its "
                "picks and the packs that it held. A player who left sees what a spectator sees."
            ),
            ("M78",),
        ),
        Point(
            say(
                "Standing answers, given with `/match plan`, are private and can be changed at any time: yes or no "
                "to the mulligan, an order of zones for parry, K.O. and turning up, an order of cards for discarding "
                "and for an empty deck. They are given at once if they fit; else you are asked."
            ),
            ("M79",),
        ),
        Point(
            say(
                "No program can hide three things: that a standing answer stood, as it comes at once; who was asked; "
                "and that a clock ran out."
            ),
            ("M79", "N6", "M77"),
        ),
        Point(say("You can keep these rules beside your hand: the aid card is one of the topics."), ("M72",)),
    ),
)
