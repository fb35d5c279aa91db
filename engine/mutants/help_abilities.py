"""Abilities and what each gene is good at, for people at the table."""

from __future__ import annotations

from engine.help import Point, Topic
from engine.mutants.components import components
from engine.mutants.wording import GENE_NAMES
from engine.text import Text, say

_BOX = components()

GENE_MEANINGS: dict[str, tuple[Text, tuple[str, ...]]] = {
    "A": (
        say("Cycle: draw that many cards, then discard as many of your hand. Also take cards from the discard."),
        ("M39",),
    ),
    "B": (say("Freeze: put a card into your freezer, out of the game and worth points at the end."), ("M41",)),
    "C": (say("Attack, mostly K.O.: turn a mutant face down, without abilities, where it lies."), ("M43", "M45")),
    "D": (say("Gain: take a reserve top, with no gene needed, into the zone that is named."), ("M47",)),
    "E": (
        say("Copy: resolve the ability of another mutant. Or a freeze value that counts the genes of your freezer."),
        ("M49", "M52"),
    ),
    "F": (say("Transformation: become the top card of your deck. Or parry: answer an attack."), ("M44", "M46")),
}
"""What the signs of each gene mean, and by which rules."""

ABILITIES = Topic(
    "abilities",
    say("Abilities"),
    (
        Point(
            say(
                "Effects are resolved in the order in which they stand, each as far as possible. They are compulsory "
                "unless they say “may”."
            ),
            ("M34",),
        ),
        Point(
            say(
                "If an effect concerns several players, first find out who they are, then resolve it for them "
                "clockwise from the player whose turn it is."
            ),
            ("M35",),
        ),
        Point(
            say(
                "“If you are in Fury”, “if you are in Dread” and whether there is an opponent whom you dominate, or "
                "who dominates you, is looked at when the effect is reached."
            ),
            ("M38", "M5"),
        ),
        Point(
            say(
                "A permanent works while its mutant is face up in your arena, and several add up. We decided that it "
                "acts right after what it waits for, before the next effect."
            ),
            ("M48",),
        ),
        Point(
            say(
                "With a cost (“you may discard 2 cards: …”) you are free to pay. We decided that it must be paid in "
                "full; otherwise nothing happens."
            ),
            ("M51",),
        ),
        Point(
            say(
                "Cycle: draw, or as many as possible, then discard as many as you drew. You may discard any cards of "
                "your hand, those just drawn included."
            ),
            ("M39",),
        ),
        Point(
            say(
                "Gain: choose any reserve top and put it into your hand, on your deck, into your incubator, on your "
                "discard or into your freezer, as the card says. With an empty reserve nothing happens."
            ),
            ("M47",),
        ),
        Point(say("Discard a Robot and a Warrior: to cycle 2, or to pay."), ("M39", "M51", "N8"), "ROB+WAR"),
        Point(say("Gain the Tricera-Tank on pile 3, where pile 1 or 2 shows another one."), ("M47", "N3"), "TRI@3"),
    ),
)

GENES = Topic(
    "genes",
    say("Genes and their signs"),
    (
        *(
            Point(say("{gene} ({letter}): {meaning}", gene=GENE_NAMES[letter], letter=letter, meaning=meaning), rules)
            for letter, (meaning, rules) in GENE_MEANINGS.items()
        ),
        Point(
            say(
                "Each gene has a shape and a colour of its own; the signs of what a gene does wear its colour. The "
                "letters are ours, for `/match cards` and the limits of the Revolt."
            ),
            ("M1", "M70"),
        ),
        Point(
            say("A mutant may have the same gene twice: it counts once for breeding, and twice for freeze values."),
            ("M24", "M52"),
        ),
    ),
)

FREEZING = Topic(
    "freezing",
    say("Freezing and the empty deck"),
    (
        Point(say("A card that you freeze lies face down in your freezer and is out of the game."), ("M41",)),
        Point(
            say(
                "If you must draw and your deck is empty, you choose at once a card of your discard for your freezer, "
                "shuffle the rest as your new deck, and go on. This happens when a card is needed, not when the last "
                "one is drawn; a card that is just leaving is not on the discard yet."
            ),
            ("M40",),
        ),
        Point(
            say(
                "If the discard is empty as well, or held only the card that was frozen, nothing more is drawn. And "
                "every arrival in the freezer counts as freezing, also by an empty deck or a gain. We decided both; "
                "the book itself speaks of freezing for an empty deck."
            ),
            ("M40", "M41"),
        ),
        Point(
            say(
                "“Freeze this mutant” while it leaves: it goes to the freezer in place of the discard. Freezing a "
                "mutant out of the arena empties its zone and, as we decided, never resolves its leave ability."
            ),
            ("M42",),
        ),
        Point(
            say(
                "A variable freeze value counts the symbols of one gene on all cards of your freezer, itself included; "
                "a card with the gene twice counts twice. Everywhere else it is 0."
            ),
            ("M52",),
        ),
        Point(
            say(
                "Example: two Devourers, two Zombies, a Lord Blood, a Tricera-Tank and a Warrior carry six Necro "
                "genes. They are worth 6 + 6 + 1 + 1 + 3 + 4 + 1 = 22."
            ),
            ("M52", "M53"),
        ),
        Point(say("Freeze a Zombie, chosen of the hand or the discard."), ("M40", "M41", "N8"), "ZOM"),
        Point(say("Freeze nothing, where you may."), ("M41", "N5"), "N"),
    ),
)

ATTACKS = Topic(
    "attacks",
    say("Attacks, parry and K.O."),
    (
        Point(
            say(
                "An attack names whom it hits: opponents who dominate you, whom you dominate, all, those in Dread or "
                "those in Fury. That is judged when it begins. It never hits yourself."
            ),
            ("M43",),
        ),
        Point(
            say(
                "Where nothing could be done to an opponent there is no attack: no face-up mutant in the zone that is "
                "named, or, as we decided, no card to discard. Losing force is always possible by our ruling, even at "
                "the far left."
            ),
            ("M43",),
        ),
        Point(
            say(
                "Parry: if you are attacked and have a face-up mutant with a parry, you must use it, one of your "
                "choice. What it says takes the place of everything that the attack does to you; others are hit as "
                "usual. Where you are not attacked there is nothing to parry."
            ),
            ("M44",),
        ),
        Point(
            say(
                "K.O.: the card is turned face down and stays in its zone. It has no abilities, cannot be copied and "
                "is no mutant in play. Another K.O. does not hit it; only an effect that says so turns it up again."
            ),
            ("M45",),
        ),
        Point(
            say(
                "“The same zone” is the one of that name in the other arena; of a leaving mutant it is the zone that "
                "it has left. Where there is a choice which mutant is hit, the victim chooses; that is our ruling."
            ),
            ("M45",),
        ),
        Point(
            say(
                "Example: a Warrior leaves a left flank. Of the opponents who dominate its owner, those with a face-up "
                "mutant on their own left flank lose it; one with an empty left flank is not attacked."
            ),
            ("M43", "M45"),
        ),
        Point(
            say("Parry with the mutant on your left flank, or choose it as the one that is hit."),
            ("M44", "M45", "N8"),
            "L",
        ),
    ),
)

COPYING = Topic(
    "copying",
    say("Copy", context="topic of the rules"),
    (
        Point(
            say(
                "Resolve the deploy or leave ability of another mutant as if it were printed on the copier: “this "
                "mutant” is the copier."
            ),
            ("M49",),
        ),
        Point(
            say(
                "It is a face-up mutant of your own arena unless the hand, the discard or the reserve tops are named. "
                "Transformations, permanents and parries are never copied."
            ),
            ("M49",),
        ),
        Point(
            say(
                "Our rulings: a card without the ability in question cannot be chosen, and without any such card "
                "nothing happens. Within one resolution the same ability of the same card is not copied twice. A card "
                "copied in your hand is shown to all."
            ),
            ("M50",),
        ),
        Point(
            say("Example: a Supernovus that leaves and copies the leave ability of a Zombie may itself be frozen."),
            ("M49", "M42"),
        ),
        Point(say("Copy your active mutant."), ("M49", "N8"), "A"),
        Point(say("Copy a Zombie of the hand, the discard or the reserve tops."), ("M49", "N8"), "ZOM"),
        Point(
            say("Where either half can be copied: the deploy ability of the mutant on the left flank."),
            ("M49", "N4", "N8"),
            "L.D",
        ),
    ),
)

TRANSFORMATION = Topic(
    "transformation",
    say("Transformation", context="topic of the rules"),
    (
        Point(
            say(
                "A mutant with a transformation leaves as soon as it is deployed, with its leave ability. Then the top "
                "card of your deck is deployed, with its deploy ability; it may be a transformation again."
            ),
            ("M46",),
        ),
        Point(
            say(
                "An empty deck is refilled first, so the mutant that has just left may come back in it. We decided "
                "that the active zone stays empty if there is no card at all."
            ),
            ("M40", "M46"),
        ),
        Point(
            say(
                "Example: a Tech-Tao is deployed and leaves. It takes a Warrior from the discard, not itself, as it is "
                "not there yet; a Beast is discarded, then the Tech-Tao. The top of the deck, a Zombie, is deployed "
                "and gains 2 force."
            ),
            ("M21", "M46"),
        ),
        Point(say("It cannot be copied."), ("M46", "M49")),
    ),
)
