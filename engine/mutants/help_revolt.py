"""The Revolt, one player against a boss, for people at the table."""

from __future__ import annotations

from collections.abc import Iterator

from engine.help import Point, Topic
from engine.mutants.box import Boss
from engine.mutants.components import components
from engine.mutants.rules import MOST_LIMITS, ULTRA
from engine.mutants.wording import boss_texts
from engine.text import listed, say

_BOX = components()
_BANNED = listed(card.name_en for card in _BOX.advanced if card.banned)

RECONSTRUCTION = Point(
    say(
        "The rulebook came without its pictures. Most abilities and values of cards, both bosses with their cards, the "
        "force track and the points of rounds are a reconstruction made for this project: these are not the published "
        "values."
    )
)


def _boss(boss: Boss) -> Iterator[Point]:
    name, *others = boss_texts(boss)
    yield Point(say("{name}, {count} cards.", name=name, count=sum(card.copies for card in boss.cards)), ("M62",))
    yield from (Point(text, ("M62",)) for text in others)


REVOLT = Topic(
    "revolt",
    say("The Revolt", context="topic of the rules"),
    (
        Point(
            say(
                "You alone against a boss. There is no score: every point that you gain lowers the boss's health at "
                "once. At 0 you win immediately; if it is above 0 after the fifth round, you have lost."
            ),
            ("M61",),
        ),
        Point(
            say(
                "You bring a constructed reserve, without the {banned}. Hand, deck and mulligan are as usual and, as "
                "we decided, come first. You stand on Challenger, the boss one space left of you.",
                banned=_BANNED,
            ),
            ("M61",),
        ),
        Point(
            say(
                "Then the boss's cards are shuffled, its health is set, its set-up is resolved, and its special power "
                "works from then on."
            ),
            ("M62",),
        ),
        Point(
            say(
                "The boss takes the first turn of each round; then you take turns. Once your last card is played the "
                "round is over at once, without another turn of the boss. We decided the same for a hand that the "
                "boss empties."
            ),
            ("M63",),
        ),
        Point(
            say(
                "A card that you freeze lies face up in your freezer and lowers health at once by its value at that "
                "moment, itself counted. Nothing is counted again at the end."
            ),
            ("M68",),
        ),
        Point(
            say(
                "When a round ends, health falls by the red value if you are ahead of the boss. Then come the round "
                "marker, your incubated mutant, six cards, and the markers: you on Challenger, the boss one to the "
                "left. It follows from the rules on stacks that on one space the upper marker is ahead."
            ),
            ("M69",),
        ),
        Point(
            say(
                "Challenges: an ultra-resistant boss has {ultra} more health. A limited reserve has no advanced "
                "mutant with a gene that you name; basic mutants stay. We decided that all can be combined, with "
                "{most} genes at most, as four would leave too few cards.",
                ultra=ULTRA,
                most=MOST_LIMITS,
            ),
            ("M70",),
        ),
        Point(
            say(
                "The end tells victory, or which boss still stands with how much health. A first victory over a boss "
                "suggests the challenges; they are never locked."
            ),
            ("M74",),
        ),
    ),
)

BOSS = Topic(
    "boss",
    say("The boss's turn and weaknesses"),
    (
        Point(
            say(
                "First the boss crushes you if it is on Fury and you are in Dread: its health rises by the black "
                "value, without a limit as we decided. Special powers that wait for its turn act right after that."
            ),
            ("M64",),
        ),
        Point(
            say(
                "Then its active card moves to the flank of its arrow, even if only the other one is empty; a card "
                "that lies there leaves. Then the top card of its deck comes into the active zone and its deploy "
                "ability is resolved."
            ),
            ("M64",),
        ),
        Point(
            say(
                "An empty deck is refilled from its discard, and nothing is frozen for it. We decided that the boss "
                "plays no card if it has none left."
            ),
            ("M65",),
        ),
        Point(
            say(
                "Weakness: if you fulfil its condition while the card is face up in play, you exploit it at once: "
                "health falls by its number and the card goes to the box. A K.O. of the card itself counts."
            ),
            ("M66",),
        ),
        Point(
            say(
                "Our rulings: an exploited card has no leave ability; one event exploits every card that it fits, "
                "active, left, right in this order. So any K.O. by your attack exploits every face-up card whose "
                "weakness is a K.O., not only the card that falls. What happened before a card came into play does "
                "not count."
            ),
            ("M66",),
        ),
        Point(
            say(
                "Your abilities treat the boss's cards as mutants. It has no hand and no incubator, so nothing "
                "happens there, and what it would have to choose you choose. A card of it that is K.O. still moves by "
                "its arrow and, as we decided, leaves without its ability."
            ),
            ("M67",),
        ),
        *(point for boss in _BOX.bosses.values() for point in _boss(boss)),
        RECONSTRUCTION,
    ),
)
