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
        "We had the rulebook without its pictures. Most abilities and values of cards, both bosses with their "
        "cards, the force track and the points of rounds are our own reconstruction: these aren't the "
        "published values."
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
                "You alone against a boss. There's no score: every point you gain lowers the boss's health at "
                "once. At 0 you win immediately; if it's above 0 after the fifth round, you lose."
            ),
            ("M61",),
        ),
        Point(
            say(
                "You bring a constructed reserve, without the {banned}. Hand, deck and mulligan are as usual "
                "and, as we decided, come first. You start on Challenger, the boss one space to your left.",
                banned=_BANNED,
            ),
            ("M61",),
        ),
        Point(
            say(
                "Then shuffle the boss's cards, set its health and resolve its set-up; its special power works "
                "from then on."
            ),
            ("M62",),
        ),
        Point(
            say(
                "The boss takes the first turn of each round; then you take turns. Once you've played your "
                "last card the round is over at once, without another turn of the boss. We decided the same "
                "for a hand that the boss empties."
            ),
            ("M63",),
        ),
        Point(
            say(
                "A card you freeze lies face up in your freezer and lowers the boss's health at once by its "
                "value at that moment, itself counted. Nothing is counted again at the end."
            ),
            ("M68",),
        ),
        Point(
            say(
                "When a round ends, the boss loses the red value in health if you're ahead of it. Then come "
                "the round marker, your incubated mutant, six cards, and the markers: you on Challenger, the "
                "boss one space to the left. On one space the upper marker is ahead; that follows from the "
                "rules on stacks."
            ),
            ("M69",),
        ),
        Point(
            say(
                "Challenges: an ultra-resistant boss has {ultra} more health. A limited reserve has no "
                "advanced mutant with a gene you name; basic mutants stay. We decided that you can combine "
                "them all, with at most {most} genes, as four would leave too few cards.",
                ultra=ULTRA,
                most=MOST_LIMITS,
            ),
            ("M70",),
        ),
        Point(
            say(
                "At the end you read that you've won, or which boss still stands with how much health. After "
                "your first victory over a boss you're shown the challenges; they're never locked."
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
                "First the boss crushes you if it's on Fury and you're in Dread: its health rises by the black "
                "value, without a limit as we decided. Special powers for its turn act right after that."
            ),
            ("M64",),
        ),
        Point(
            say(
                "Then its active card moves to the flank of its arrow, even if only the other one is empty; a "
                "card there leaves. Then the top card of its deck comes into the active zone, and you resolve "
                "its deploy ability."
            ),
            ("M64",),
        ),
        Point(
            say(
                "An empty deck is refilled from its discard without freezing anything. We decided that the "
                "boss plays no card if it has none left."
            ),
            ("M65",),
        ),
        Point(
            say(
                "Weakness: if you meet its condition while the card is face up in play, you exploit it at "
                "once: the boss's health falls by its number and the card goes to the box. A K.O. of the card "
                "itself counts."
            ),
            ("M66",),
        ),
        Point(
            say(
                "Our rulings: an exploited card has no leave ability; one event exploits every card it fits, "
                "in the order active, left, right. So any K.O. by your attack exploits every face-up card "
                "whose weakness is a K.O., not only the card you knocked out. What happened before a card came "
                "into play doesn't count."
            ),
            ("M66",),
        ),
        Point(
            say(
                "Your abilities treat the boss's cards as mutants. It has no hand and no incubator, so nothing "
                "happens there, and you make its choices. If one of its cards is K.O., it still moves by its "
                "arrow and, as we decided, leaves without its ability."
            ),
            ("M67",),
        ),
        *(point for boss in _BOX.bosses.values() for point in _boss(boss)),
        RECONSTRUCTION,
    ),
)
