"""The rules of Mutants to look up: set-up, turn, abilities, the Revolt, play by message, rulings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.game import Point, Topic
from engine.mutants.components import Boss, Deck, components
from engine.mutants.rules import MOST_LIMITS, ULTRA
from engine.mutants.wording import GENE_NAMES, boss_texts, card_name, genes_text
from engine.text import Listed, Text, listed, say

# Abilities and what each gene is good at, for people at the table.


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


# Who knows what, the notation, records, and what is different by message, for people at the table.


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
                "There are three things no program can hide: that you had a standing answer (it comes at "
                "once), who was asked, and that a clock ran out."
            ),
            ("M79", "N6", "M77"),
        ),
        Point(say("You can keep these rules beside your hand: the aid card is one of the topics."), ("M72",)),
    ),
)


# The Revolt, one player against a boss, for people at the table.


_BANNED = listed(card.name_en for card in _BOX.advanced if card.banned)

RECONSTRUCTION = Point(
    say(
        "We only had the rulebook without its pictures. Most card abilities and values, both bosses and their "
        "cards, the force track and the points for each round are our own reconstruction, not the published "
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


# Where the rulebook of Mutants leaves something open, and what Arena decided.


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
                "If your deck is empty and there's nothing left to shuffle, you don't draw any more cards. "
                "Everything that goes into the freezer counts as frozen; freezing a mutant from the arena "
                "never resolves its leave ability."
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
                "You can only copy a card that has the ability in question, and each ability of a card only "
                "once per resolution. If you copy a card in your hand, everyone sees it."
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


# The box, the set-up and the three kinds of gene reserves, for people at the table.


_TRACK = _BOX.track


def _names(codes: Iterable[str]) -> Listed:
    return listed(
        (say("{name} ({code})", name=card_name(_BOX.card(code)), code=code) for code in codes),
        "comma",
    )


def _deck(deck: Deck) -> Point:
    return Point(
        say("Deck {number}, {name}: {cards}.", number=deck.number, name=deck.name_en, cards=_names(deck.cards)),
        ("M12",),
    )


COMPONENTS = Topic(
    "components",
    say("Cards and zones"),
    (
        Point(
            say(
                "A basic mutant has one gene and its name on white; an advanced mutant has two genes, perhaps "
                "the same twice, and its name on black."
            ),
            ("M1",),
        ),
        Point(
            say(
                "A card may have a deploy ability, a leave ability, a permanent, a parry or a transformation. "
                "Its freeze value is what it's worth in your freezer at the end."
            ),
            ("M1",),
        ),
        *(
            Point(
                say(
                    "{name} ({code}), the basic mutant with {genes}.",
                    name=card_name(card),
                    code=card.code,
                    genes=genes_text(card.genes),
                ),
                ("M1",),
            )
            for card in _BOX.basics
        ),
        Point(
            say(
                "There are {count} advanced mutants, two copies of each: one for every ordered pair of genes. "
                "In play the order of a card's genes doesn't matter.",
                count=len(_BOX.advanced),
            ),
            ("M3",),
        ),
        Point(
            say(
                "You have a hand, a deck, a discard, an arena, an incubator for one card, a freezer, and a "
                "gene reserve of three piles that only show their top cards. The arena has three zones for one "
                "card each: active, left flank and right flank."
            ),
            ("M2",),
        ),
        Point(say("`/match cards` with a name shows any card: what it says, and which parts are known.")),
    ),
)

SETUP = Topic(
    "setup",
    say("Set-up", context="topic of the rules"),
    (
        Point(
            say(
                "Everyone starts with two of each basic mutant: one of each is the hand; the other six, "
                "shuffled, are the deck."
            ),
            ("M7",),
        ),
        Point(
            say(
                "The first player is drawn at random. Play goes clockwise, in the order of seats; your left "
                "neighbour is the next seat."
            ),
            ("M8",),
        ),
        Point(
            say(
                "Force markers: the player before the first player starts on the Challenger space. "
                "Anticlockwise from there, each marker goes one space further left, so the first player is "
                "last."
            ),
            ("M9",),
        ),
        Point(
            say(
                "Score markers start on 0. We decided that they lie there as if placed clockwise from the first "
                "player, who is at the bottom."
            ),
            ("M10",),
        ),
        Point(
            say(
                "The twelve cards of your reserve are shuffled into three piles of four; the top of each is turned up. "
                "We decided that the shuffle fills pile 1 first, from its top down."
            ),
            ("M14",),
        ),
        Point(
            say(
                "Mulligan, once, clockwise from the first player: you may put all three tops face down under "
                "their own piles and turn up the next ones. We read the book as all three or none."
            ),
            ("M15",),
        ),
        Point(say("You put the three tops under their piles."), ("M15", "N5"), "Y"),
    ),
)

DRAFT = Topic(
    "draft",
    say("Reserve: draft", context="topic of the rules"),
    (
        Point(say("The draft is the book's main mode and is offered first."), ("M71",)),
        Point(
            say(
                "One copy of each advanced mutant is shuffled, and everyone is dealt nine. You all pick one "
                "and pass the rest to the left, six times. The last three go to the box."
            ),
            ("M11",),
        ),
        Point(
            say(
                "Then you each take the second copy of every pick: twelve cards. We decided that seat 1 gets "
                "the first nine cards of the shuffle, seat 2 the next nine, and so on."
            ),
            ("M11",),
        ),
        Point(
            say(
                "You pick at the same time, and picks stay secret until the match is over: until then the "
                "others only see the hash that each pick can be checked by."
            ),
            ("M11", "M60"),
        ),
        Point(
            say(
                "Cards nobody picked, and second copies nobody took, go to the box unseen. All you can know of "
                "them comes from the packs you held."
            ),
            ("M73",),
        ),
        Point(say("Pick the Tech-Tao."), ("M11", "N8"), "TAO"),
    ),
)

READY = Topic(
    "ready",
    say("Reserve: ready-to-play DNA", context="topic of the rules"),
    (
        Point(
            say("The book recommends ready decks for your first games: learn with them, then draft."),
            ("M71",),
        ),
        Point(
            say(
                "Each deck is six advanced mutants, twice each. We decided that decks are drawn at random, a different "
                "one for each seat, unless the host assigns them before the start."
            ),
            ("M12",),
        ),
        *map(_deck, _BOX.decks.values()),
        Point(say("The rulebook prints which cards are in which deck; everyone may know the decks."), ("M12", "M56")),
    ),
)

CONSTRUCTED = Topic(
    "constructed",
    say("Reserve: constructed DNA", context="topic of the rules"),
    (
        Point(
            say("Choose twelve advanced mutants, at most two of each. The book recommends it once you know the draft."),
            ("M13", "M71"),
        ),
        Point(
            say(
                "You start with six pairs, as the book recommends the first time: pick six mutants, each "
                "twice; then change single cards."
            ),
            ("M71",),
        ),
        Point(
            say(
                "The box has two copies of each card for the whole group. We decided not to ration them: your "
                "choice limits no other player."
            ),
            ("M13",),
        ),
        Point(
            say(
                "You choose in private before the match starts, and can change your mind until then. The "
                "others see a hash; the reserve is revealed at the end."
            ),
            ("M75",),
        ),
        Point(
            say(
                "If you don't choose, you play the ready deck with the number of your seat; in the Revolt, the "
                "first six mutants that are allowed, twice each."
            ),
            ("M75",),
        ),
        Point(
            say(
                "`/settings loadouts` saves reserves under names. A code shares one; the version of the data is in it."
            ),
            ("M75",),
        ),
        Point(
            say("A reserve of six pairs, as you can type it."),
            ("M13", "N8"),
            "+".join(code for code in _BOX.decks[1].cards for _ in range(2)),
        ),
    ),
)


# A turn, the tracks, and the end of rounds and of the game, for people at the table.


_RED = listed(map(str, _BOX.rounds.red), "comma")
_BLACK = listed(map(str, _BOX.rounds.black), "comma")

TURN = Topic(
    "turn",
    say("A turn"),
    (
        Point(
            say(
                "The first player takes a turn, then everyone clockwise, until nobody has a card in hand. A "
                "turn mostly uses up one card, never the whole hand."
            ),
            ("M16", "M18"),
        ),
        Point(
            say(
                "1. Crush: if you're on Fury at the start of your turn and an opponent is in Dread, you gain "
                "the round's black value at once. It doesn't matter how many are in Dread, and the round goes "
                "on."
            ),
            ("M19",),
        ),
        Point(
            say(
                "2. Move: a card in your active zone must move to a flank. If both are empty, you choose; if "
                "one is empty, it goes there; if both are full, you choose one, its card leaves, and the "
                "active card takes its place."
            ),
            ("M20",),
        ),
        Point(say("3. One action: deploy, breed or incubate."), ("M18",)),
        Point(
            say(
                "When a mutant leaves, first take it out of its zone, then resolve its leave ability "
                "completely, then put it on your discard. In between it's in no zone: you can't take or copy "
                "it there, and your active mutant is still active."
            ),
            ("M21",),
        ),
        Point(
            say(
                "If you have no card in hand at the start of your turn, you pass: no crush, no move, no "
                "action. We decided that you're back in the round if an effect gives you a card before it "
                "ends, that your turn ends if your hand becomes empty while you move, and that a K.O. card "
                "moves and leaves like any other."
            ),
            ("M17", "M20", "M22"),
        ),
        Point(say("With a card in hand you can always deploy, so nobody passes by choice."), ("M27",)),
        Point(say("Move the active mutant to the left flank."), ("M20",), "L"),
    ),
)

ACTIONS = Topic(
    "actions",
    say("Actions and what they cost"),
    (
        Point(
            say("Deploy: put a card from your hand into the active zone and resolve its deploy ability."),
            ("M23",),
        ),
        Point(
            say(
                "Breed: discard exactly two cards from your hand and deploy a reserve top whose genes are all "
                "on those two. If the new mutant has a gene twice, you only need it once. The two cards are on "
                "the discard before you resolve the deploy ability."
            ),
            ("M24",),
        ),
        Point(
            say(
                "Incubate: discard any one card from your hand and put any reserve top face up into your "
                "incubator. It goes on top of your deck when the round ends. We decided that you can't do this "
                "with a full incubator or an empty reserve; an effect that would fill a full incubator is "
                "ignored."
            ),
            ("M25", "M30"),
        ),
        Point(
            say(
                "As soon as a reserve top goes away, the next card of its pile is turned up, before anything "
                "else happens; that moment is our ruling."
            ),
            ("M26",),
        ),
        Point(say("Deploy a Robot."), ("M23", "N2"), "D ROB"),
        Point(say("Discard a Robot and a Zombie and breed the Triple-B."), ("M24", "N2"), "B ROB+ZOM>BBB"),
        Point(say("Discard a Warrior and incubate the Tricera-Tank."), ("M25", "N2"), "I WAR>TRI"),
    ),
)

FORCE = Topic(
    "force",
    say("Force track and domination"),
    (
        Point(
            say(
                "The track has {spaces} spaces, from the far left to Fury, the single last one. The {dread} leftmost "
                "are the Dread zone; the Challenger space is number {challenger}, counted from 0. Nobody starts in "
                "Dread.",
                spaces=_TRACK.spaces,
                dread=_TRACK.dread,
                challenger=_TRACK.challenger,
            ),
            ("M4",),
        ),
        Point(
            say(
                "Markers on one space form a stack, and each new one goes on top. You're ahead of players who "
                "are further from Fury or below you on your space: you dominate them. Players who are ahead of "
                "you dominate you.",
            ),
            ("M5",),
        ),
        Point(
            say(
                "Gain force: move that many spaces to the right and land on top. A place in a stack costs "
                "nothing. Each point left over on Fury moves every opponent one space back instead, point by "
                "point, clockwise from the player whose turn it is; if another player gains, they push that "
                "player too."
            ),
            ("M36",),
        ),
        Point(
            say(
                "A push isn't an attack and can't be parried; between rounds it starts at the old first "
                "player. These two are our rulings."
            ),
            ("M36",),
        ),
        Point(
            say(
                "Lose force: move to the left, on top of any stack. Anything beyond the last space is lost; we "
                "decided that a marker that can't move keeps its place in its stack."
            ),
            ("M37",),
        ),
        Point(say("In Fury means on Fury; dreaded means in the Dread zone."), ("M38",)),
        Point(
            say(
                "Score markers form stacks too: a marker that moves goes on top, and the order breaks ties. We "
                "decided that a gain of 0 moves nothing."
            ),
            ("M6", "M32"),
        ),
    ),
)

ROUNDS = Topic(
    "rounds",
    say("Rounds and scoring"),
    (
        Point(say("There are five rounds. A round is over when no player has a card in hand."), ("M16",)),
        Point(
            say(
                "1. Force: the player furthest ahead gains the round's red value, the last one nothing, all "
                "others the black value. We decided that score markers move clockwise from the first player of "
                "the round."
            ),
            ("M28",),
        ),
        Point(
            say("2. The round marker moves on; after the fifth round the game ends here."),
            ("M29",),
        ),
        Point(
            say("Red values of rounds 1 to 5: {red}. Black values: {black}.", red=_RED, black=_BLACK),
            ("M29",),
        ),
        Point(say("3. Incubated mutants go face down on top of their owners' decks."), ("M30",)),
        Point(
            say(
                "4. Everyone draws six cards. We decided that choices on the way are made clockwise from the "
                "first player."
            ),
            ("M31", "M40"),
        ),
        Point(
            say(
                "5. Force starts anew: the lowest score on Challenger, the next lowest one space further left, "
                "and so on. If scores are equal, the lower marker in the stack counts as lower. The player "
                "furthest from Fury is the next first player."
            ),
            ("M32",),
        ),
        Point(
            say("Mutants stay in the arena. We decided that those that are K.O. stay K.O."),
            ("M33",),
        ),
    ),
)

END = Topic(
    "end",
    say("End of the game"),
    (
        Point(
            say(
                "After round 5 is scored, everyone adds the freeze values in their freezer. The highest total "
                "wins; in a tie, fewer points from the freezer; then being ahead on the force track."
            ),
            ("M53",),
        ),
        Point(
            say(
                "All freezers are revealed with the points of each card, variable values worked out, and you "
                "see which tie-break decided. The winner is World Champion."
            ),
            ("M74",),
        ),
        Point(
            say(
                "Our ruling if you resign or forfeit: if only one player is left, the game is over and that "
                "player has won. Otherwise you rank behind everyone who stays; players who left share that "
                "rank."
            ),
            ("M54",),
        ),
        Point(
            say(
                "If you leave, your hand, arena and incubator go to the box and your markers off both tracks. "
                "Your turn ends; an ability that's being resolved is finished first. In a draft I make the "
                "rest of your picks."
            ),
            ("M54",),
        ),
        Point(
            say("Every game ends: a reserve has twelve cards, and each reshuffle takes one card away."),
            ("M55",),
        ),
        Point(say("You resign; you can write this at any time."), ("M54", "N2"), "F"),
    ),
)


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
