"""The rules of APEX for people at the table; the numbers are those of the rules page."""

from __future__ import annotations

from engine.apex.components import Bonus, components
from engine.apex.effects import bonus_name, bonus_text, card_text, civilisation_text
from engine.apex.help_rulings import RULINGS
from engine.apex.help_strategies import COLONISATION, EVOLUTION, EXPANSION, WAR
from engine.help import Point, Topic
from engine.text import listed, say

_BOX = components()

_RECONSTRUCTION = Point(
    say(
        "We had the rulebook without its pictures. What's printed on the cards, sectors, civilisation boards "
        "and star maps is our own reconstruction: these aren't the published values."
    )
)

_OVERVIEW = Topic(
    "overview",
    say("The game in short"),
    (
        Point(
            say(
                "Two to six civilisations compete for a galaxy over three ages of five rounds. You score for "
                "the sectors you control at the end of each age, and for battles you win. The most points "
                "after the third age win."
            ),
            ("A15", "A38", "A60", "A62"),
        ),
        Point(
            say(
                "Each round everyone secretly chooses a card and one of its four sides: War, Evolution, "
                "Colonisation or Expansion. All choices are revealed together and carried out in that order of "
                "sides; on the same side, lower cards go first."
            ),
            ("A17", "A18", "A19"),
        ),
        Point(
            say(
                "You decide the details of your strategy when its turn comes, knowing what the players before you did."
            ),
            ("A20",),
        ),
        Point(
            say("Nobody is ever eliminated: a home sector always has its colony."),
            ("A4",),
        ),
        _RECONSTRUCTION,
    ),
)

_SETUP = Topic(
    "setup",
    say("Set-up", context="topic of the rules"),
    (
        Point(say("Four neutral sectors per player are drawn and laid out at random."), ("A11",)),
        Point(
            say(
                "Then, in seat order, each player chooses a civilisation and puts its home sector on a free "
                "home slot. Its starting ships go there."
            ),
            ("A12", "A13"),
        ),
        Point(
            say("In the book the youngest player chooses first. Nobody gives their age here, so we decided: seat 1."),
            ("A12",),
        ),
        Point(say("With 2 or 3 players the ten circled cards stay out of the game."), ("A10",)),
        Point(
            say(
                "Choose the Minerls and put their home on slot H3. If you leave out the slot, it's the first free one."
            ),
            ("A12",),
            "MIN@H3",
        ),
    ),
)

_ROUND = Topic(
    "round",
    say("Ages and rounds"),
    (
        Point(
            say(
                "At the start of an age each player is dealt 6 cards, 5 with six players, 10 with two. "
                "Leftover cards lie face up."
            ),
            ("A16",),
        ),
        Point(
            say(
                "Choose a card and a side in secret. You can change your choice until the last one is in; then "
                "they're all revealed and final."
            ),
            ("A17", "A18"),
        ),
        Point(
            say(
                "After a round everyone discards the card they played and passes the rest of their hand: to "
                "the left, the next seat, in ages 1 and 3, to the right in age 2."
            ),
            ("A22",),
        ),
        Point(say("Card 3 on its War side."), ("A17",), "3W"),
        Point(say("With 2 players: card 12 on its Evolution side; card 7 is discarded."), ("A71",), "12E-7"),
        Point(
            say(
                "If your time runs out, I play the lowest card in your hand on its War side (with 2 players I "
                "discard the next lowest), and no battle, colony or action. If you leave, I go on like that "
                "for you, and you can't win."
            ),
            ("A25", "A64"),
        ),
    ),
)

_CONTROL = Topic(
    "control",
    say("Control", context="topic of the rules"),
    (
        Point(say("A pawn is a ship or a colony. Your home colony counts as one too."), ("A3", "A4")),
        Point(say("If you're alone in a sector with at least one pawn, you control it."), ("A26",)),
        Point(
            say(
                "If others are there too, everyone counts their pawns plus their influence. The highest count "
                "controls the sector; if there's a tie, nobody does. You can't control a sector where you have "
                "no pawn."
            ),
            ("A27", "A30"),
        ),
        Point(
            say("Your influence is the level of the track plus 1 for each of your colonies on an influence sector."),
            ("A29",),
        ),
    ),
)

_SCORING = Topic(
    "scoring",
    say("Points and the end"),
    (
        Point(
            say("At the end of each age: 1 point for each sector you control, home sectors included."),
            ("A60",),
        ),
        Point(say("And 1 point for each of your colonies on a victory sector."), ("A61",)),
        Point(say("The winner of a battle gets 1 point at once."), ("A38",)),
        Point(
            say(
                "After age 3 the most points win. If there's a tie, more ships and colonies on the map; if "
                "those are equal too, the victory is shared."
            ),
            ("A62", "A63"),
        ),
    ),
)

_VARIANTS = Topic(
    "variants",
    say("Two players, and exploration"),
    (
        Point(
            say(
                "With two players you're each dealt 10 cards. Each round you discard another card along with "
                "the one you play. Both are revealed, and you swap hands after each round."
            ),
            ("A70", "A71", "A72", "A73"),
        ),
        Point(
            say(
                "In exploration mode neutral sectors lie face down. A sector is turned up, for everyone and "
                "for good, as soon as ships move into it; the player who moved sees it before their next "
                "action."
            ),
            ("A74", "A75"),
        ),
    ),
)

_CIVILISATIONS = Topic(
    "civilisations",
    say("Civilisations", context="topic of the rules"),
    (
        *(Point(civilisation_text(each), ("A2", "A13")) for each in _BOX.civilisations),
        Point(
            say(
                "The book says that each civilisation has an evolution bonus. We don't know which one the "
                "Cireades have; here they start with more ships and with no level raised."
            ),
            ("A13",),
        ),
        _RECONSTRUCTION,
    ),
    sheet=True,
)

_CARDS = Topic(
    "cards",
    say("Strategy cards"),
    (
        Point(say("War and Colonisation are the same on every card; Evolution and Expansion differ."), ("A6",)),
        *(Point(card_text(card)) for card in _BOX.cards),
        _RECONSTRUCTION,
    ),
    sheet=True,
)

_SECTORS = Topic(
    "sectors",
    say("Sectors and their bonuses"),
    (
        Point(
            say(
                "A colony on a neutral sector gives you its bonus for as long as it stands. Home sectors give you none."
            ),
            ("A43", "A44"),
        ),
        *(
            Point(
                say(
                    "{tiles}, {name}: {effect}",
                    tiles=listed((tile.name for tile in _BOX.tiles if tile.bonus is bonus), "comma"),
                    name=bonus_name(bonus),
                    effect=bonus_text(bonus),
                ),
                ("A43",),
            )
            for bonus in Bonus
        ),
        _RECONSTRUCTION,
    ),
)

_RECONSTRUCTED = Topic(
    "reconstruction",
    say("What's reconstructed"),
    (
        _RECONSTRUCTION,
        Point(
            say(
                "Known from the rulebook: how many cards, sectors and civilisations there are, the eight kinds of "
                "bonus, that cards 3 and 20 are used with three players, and how every action works."
            )
        ),
        Point(
            say(
                "Made up to fit: what each card's Evolution and Expansion sides say, which ten cards are circled, "
                "three sectors of each kind, the ships and levels that civilisations start with, and the star maps."
            )
        ),
        Point(
            say(
                "Low cards act early, which is an advantage, so their expansions are weaker. The maps are "
                "wheels of equal segments, so every seat is as good as the others."
            )
        ),
    ),
)

TOPICS = (
    _OVERVIEW,
    _SETUP,
    _ROUND,
    _CONTROL,
    WAR,
    EVOLUTION,
    COLONISATION,
    EXPANSION,
    _SCORING,
    _VARIANTS,
    _CIVILISATIONS,
    _CARDS,
    _SECTORS,
    _RECONSTRUCTED,
    RULINGS,
)
"""The help's pages."""
