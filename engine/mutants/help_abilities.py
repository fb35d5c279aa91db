"""Abilities and what each gene is good at, for people at the table."""

from __future__ import annotations

from engine.help import Point, Topic
from engine.mutants.components import components
from engine.mutants.wording import GENE_NAMES
from engine.text import Text, say

_BOX = components()

GENE_MEANINGS: dict[str, tuple[Text, tuple[str, ...]]] = {
    "A": (
        say("Cycle: draw that many cards, then discard as many from your hand. Also take cards from the discard."),
        ("M39",),
    ),
    "B": (say("Freeze: put a card into your freezer, out of the game and worth points at the end."), ("M41",)),
    "C": (say("Attack, mostly K.O.: turn a mutant face down where it lies, without abilities."), ("M43", "M45")),
    "D": (say("Gain: take a reserve top into the zone it names; you don't need its genes."), ("M47",)),
    "E": (
        say("Copy: resolve another mutant's ability. Or a freeze value that counts the genes in your freezer."),
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
            say("Resolve the effects in order, each as far as possible. They're compulsory unless they say “may”."),
            ("M34",),
        ),
        Point(
            say(
                "If an effect concerns several players, first work out who they are, then resolve it for them "
                "clockwise from the player whose turn it is."
            ),
            ("M35",),
        ),
        Point(
            say(
                "“If you're in Fury”, “if you're in Dread”, and whether you dominate an opponent or an "
                "opponent dominates you, are checked when you reach the effect."
            ),
            ("M38", "M5"),
        ),
        Point(
            say(
                "A permanent works while its mutant is face up in your arena, and several add up. We decided "
                "that it acts right after the event it names, before the next effect."
            ),
            ("M48",),
        ),
        Point(
            say(
                "You don't have to pay a cost (“you may discard 2 cards: …”). We decided that you must pay it "
                "in full; otherwise nothing happens."
            ),
            ("M51",),
        ),
        Point(
            say(
                "Cycle: draw that many, or as many as possible, then discard as many as you drew. You may "
                "discard any cards from your hand, including those you just drew."
            ),
            ("M39",),
        ),
        Point(
            say(
                "Gain: choose any reserve top and put it into your hand, on your deck, into your incubator, on "
                "your discard or into your freezer, as the card says. If your reserve is empty, nothing "
                "happens."
            ),
            ("M47",),
        ),
        Point(say("Discard a Robot and a Warrior: to cycle 2, or to pay."), ("M39", "M51", "N8"), "ROB+WAR"),
        Point(say("Gain the Tricera-Tank on pile 3, if another one is on pile 1 or 2."), ("M47", "N3"), "TRI@3"),
    ),
)

GENES = Topic(
    "genes",
    say("Genes and their symbols"),
    (
        *(
            Point(say("{gene} ({letter}): {meaning}", gene=GENE_NAMES[letter], letter=letter, meaning=meaning), rules)
            for letter, (meaning, rules) in GENE_MEANINGS.items()
        ),
        Point(
            say(
                "Each gene has its own shape and colour; the symbols of its effects have the same colour. The "
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
        Point(say("A card you freeze lies face down in your freezer and is out of the game."), ("M41",)),
        Point(
            say(
                "If you must draw and your deck is empty, you choose a card from your discard for your freezer "
                "at once, shuffle the rest as your new deck, and go on. This happens when you need a card, not "
                "when you draw the last one; a card that's just leaving isn't on the discard yet."
            ),
            ("M40",),
        ),
        Point(
            say(
                "If the discard is empty too, or held only the card you froze, you draw nothing more. And "
                "every card that goes into the freezer counts as frozen, even through an empty deck or a gain. "
                "We decided both; the book itself speaks of freezing for an empty deck."
            ),
            ("M40", "M41"),
        ),
        Point(
            say(
                "“Freeze this mutant” while it leaves: it goes to the freezer instead of the discard. Freezing "
                "a mutant out of the arena empties its zone and, as we decided, never resolves its leave "
                "ability."
            ),
            ("M42",),
        ),
        Point(
            say(
                "A variable freeze value counts the symbols of one gene on all cards in your freezer, itself "
                "included; a card with the gene twice counts twice. Everywhere else it's 0."
            ),
            ("M52",),
        ),
        Point(
            say(
                "Example: two Devourers, two Zombies, a Lord Blood, a Tricera-Tank and a Warrior have six "
                "Necro genes. They're worth 6 + 6 + 1 + 1 + 3 + 4 + 1 = 22."
            ),
            ("M52", "M53"),
        ),
        Point(say("Freeze a Zombie, chosen from the hand or the discard."), ("M40", "M41", "N8"), "ZOM"),
        Point(say("Freeze nothing, if it's optional."), ("M41", "N5"), "N"),
    ),
)

ATTACKS = Topic(
    "attacks",
    say("Attacks, parry and K.O."),
    (
        Point(
            say(
                "An attack says whom it hits: opponents who dominate you, opponents you dominate, all, those "
                "in Dread or those in Fury. You check that when it begins. It never hits you."
            ),
            ("M43",),
        ),
        Point(
            say(
                "If nothing could be done to an opponent, there's no attack: no face-up mutant in the zone it "
                "names or, as we decided, no card to discard. You can always lose force, we decided, even at "
                "the far left."
            ),
            ("M43",),
        ),
        Point(
            say(
                "Parry: if you're attacked and have a face-up mutant with a parry, you must use it; if you "
                "have several, you choose one. Its effect replaces everything the attack does to you; others "
                "are hit as usual. If you aren't attacked, there's nothing to parry."
            ),
            ("M44",),
        ),
        Point(
            say(
                "K.O.: the card is turned face down and stays in its zone. It has no abilities, can't be "
                "copied and isn't a mutant in play. Another K.O. doesn't hit it; only an effect that says so "
                "turns it up again."
            ),
            ("M45",),
        ),
        Point(
            say(
                "“The same zone” is the one with that name in the other arena; for a leaving mutant it's the "
                "zone it has left. If there's a choice of mutants to hit, the victim chooses; that's our "
                "ruling."
            ),
            ("M45",),
        ),
        Point(
            say(
                "Example: a Warrior leaves a left flank. Opponents who dominate its owner lose the face-up "
                "mutant on their own left flank; one with an empty left flank isn't attacked."
            ),
            ("M43", "M45"),
        ),
        Point(
            say("Parry with the mutant on your left flank, or choose it as the one that's hit."),
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
                "Resolve another mutant's deploy or leave ability as if it were printed on the copier: “this "
                "mutant” is the copier."
            ),
            ("M49",),
        ),
        Point(
            say(
                "It's a face-up mutant in your own arena unless the card names the hand, the discard or the "
                "reserve tops. You can never copy transformations, permanents and parries."
            ),
            ("M49",),
        ),
        Point(
            say(
                "Our rulings: you can't choose a card without the ability in question, and if there's no card "
                "with it, nothing happens. Within one resolution you can't copy the same ability of the same "
                "card twice. Everyone sees a card you copy in your hand."
            ),
            ("M50",),
        ),
        Point(
            say("Example: a Supernovus that leaves and copies a Zombie's leave ability may be frozen itself."),
            ("M49", "M42"),
        ),
        Point(say("Copy your active mutant."), ("M49", "N8"), "A"),
        Point(say("Copy a Zombie from the hand, the discard or the reserve tops."), ("M49", "N8"), "ZOM"),
        Point(
            say("If you can copy either half: the deploy ability of the mutant on the left flank."),
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
                "A mutant with a transformation leaves as soon as you deploy it, with its leave ability. Then "
                "you deploy the top card of your deck, with its deploy ability; it may be another "
                "transformation."
            ),
            ("M46",),
        ),
        Point(
            say(
                "You refill an empty deck first, so the mutant that just left may come back in it. We decided "
                "that the active zone stays empty if there's no card at all."
            ),
            ("M40", "M46"),
        ),
        Point(
            say(
                "Example: you deploy a Tech-Tao and it leaves. It takes a Warrior from the discard (not "
                "itself, as it isn't there yet); you discard a Beast, then the Tech-Tao. You deploy the top of "
                "the deck, a Zombie, and gain 2 force."
            ),
            ("M21", "M46"),
        ),
        Point(say("You can't copy it."), ("M46", "M49")),
    ),
)
