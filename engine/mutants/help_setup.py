"""The box, the set-up and the three kinds of gene reserves, for people at the table."""

from __future__ import annotations

from collections.abc import Iterable

from engine.help import Point, Topic
from engine.mutants.box import Deck
from engine.mutants.components import components
from engine.mutants.wording import card_name, genes_text
from engine.text import Listed, listed, say

_BOX = components()
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
