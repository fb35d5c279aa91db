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
                "Known to all: arenas, including K.O. cards; incubators; reserve tops and the size of their "
                "piles; the number of cards in each hand, deck, discard and freezer; both tracks; ready decks."
            ),
            ("M56",),
        ),
        Point(
            say("Known to nobody, not even their owner: the order of a deck, and the cards below the reserve tops."),
            ("M57",),
        ),
        Point(
            say(
                "Known to the owner: the hand and the freezer. Everyone saw the cards frozen out of an arena "
                "or gained into a freezer; a card frozen from hand or discard is named only to its owner, as "
                "we decided."
            ),
            ("M58",),
        ),
        Point(
            say(
                "Our rulings for the discard: everyone sees a card as it goes there; later the others see the "
                "top card and the number of cards, and you may look through your own. A card you take out is "
                "named only to you."
            ),
            ("M59",),
        ),
        Point(
            say(
                "Cards discarded together lie in the order of the data file, the last one on top; of equal "
                "cards you take the one nearest the top."
            ),
            ("M59",),
        ),
        Point(
            say(
                "You know the twelve cards of your reserve. The others know a draft or constructed reserve "
                "only as far as they've seen it. Only you know your packs and picks in a draft."
            ),
            ("M60",),
        ),
        Point(
            say(
                "After the match everything may be shown. The published seed lets everyone check every "
                "shuffle, so it gives away all decks and hands of that match."
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
                "A card is its code. You can also type its full name, French or English; case, accents, "
                "spaces, hyphens, apostrophes and $ don't matter. The beginning of a name, four letters or "
                "more, is enough if only one card begins like that. Zones are A, L and R."
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
            say("Several cards, written in the order of the data file; you can type them in any order."),
            ("N4",),
            "ROB+ZOM",
        ),
        Point(
            say("You only need @ and the pile if a card tops several piles and you don't mean the first of them."),
            ("N3", "N4"),
            "TRI@3",
        ),
        Point(
            say("Copy a leave ability if you can copy either half; you must then write which half."),
            ("N4",),
            "ZOM.L",
        ),
        Point(
            say(
                "You can join the texts of one turn with /. A text that would go on past a draw, a shuffle, a "
                "card that's turned up, or a question to another player is refused whole, before any part is "
                "played, so nobody can try out what's hidden."
            ),
            ("N7",),
        ),
        Point(say("Move to the right, then deploy a Zombie."), ("N7",), "R/D ZOM"),
        Point(
            say(
                "Questions come in the order of the rules, one at a time; only the picks of a draft are asked "
                "of everyone at once."
            ),
            ("N9",),
        ),
        Point(
            say(
                "If public facts leave only one answer, I don't ask but play it and say so. If hidden cards "
                "are the only reason there's one answer, I ask as always: an instant answer would give away "
                "your hand."
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
                "Then one line for each decision; the program's lines begin with *: draft, decks and reserves, "
                "first player, rounds, shuffles, ranks, scores and the end."
            ),
            ("N11", "N13"),
        ),
        Point(
            say(
                "With the draws in it, records from elsewhere can be replayed without our seed. The program's "
                "other lines are checked where they stand: a wrong one is an error with its line and the right "
                "value."
            ),
            ("N12",),
        ),
        Point(
            say(
                "A player who left has - on the tracks of later rounds and is missing from ranks, scores and "
                "the end. A match that ends because players left has no scores."
            ),
            ("N13",),
        ),
        Point(
            say(
                "During the match your copy has no seed, ? for cards nobody may know and ?? for other players' "
                "answers you may not know; it can't be replayed."
            ),
            ("N14",),
        ),
        Point(say("Seat 1 resigns; the line stands where it happened."), ("N13", "M54"), "F"),
    ),
)

MESSAGE = Topic(
    "message",
    say("Played by message"),
    (
        Point(
            say(
                "While another player must answer during a turn, only that player's clock runs; the turn still "
                "belongs to its owner."
            ),
            ("M76",),
        ),
        Point(
            say(
                "If you miss a deadline, I play for you: N to the mulligan and every “may”; the left flank; "
                "deploying the first card in your hand; the first cards when you choose cards; the first pile "
                "left for a gain; the first zone (active, left, right) for a K.O., a parry and the like. First "
                "means in the order of the data file."
            ),
            ("M77",),
        ),
        Point(
            say(
                "Everyone learns that I played for you if the answer is public; otherwise only you do until "
                "the end. I only pick for you in a draft once everyone else has picked or is late too. The "
                "Revolt has no deadlines."
            ),
            ("M77",),
        ),
        Point(
            say(
                "A substitute sees what the seat knows: hand, freezer, discard, the twelve cards of the "
                "reserve, its picks and the packs it held. A player who left sees what a spectator sees."
            ),
            ("M78",),
        ),
        Point(
            say(
                "Standing answers, given with `/match plan`, are private and you can change them at any "
                "time: yes or no to the mulligan, an order of zones for parry, K.O. and turning up, an order "
                "of cards for discarding and for an empty deck. I give them at once if they fit; otherwise I "
                "ask you."
            ),
            ("M79",),
        ),
        Point(
            say(
                "No program can hide three things: that you had a standing answer, as it comes at once; who "
                "was asked; and that a clock ran out."
            ),
            ("M79", "N6", "M77"),
        ),
        Point(say("You can keep these rules beside your hand: the aid card is one of the topics."), ("M72",)),
    ),
)
