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
        "The rulebook came without its pictures. What is printed on the cards, sectors and civilisation boards, and "
        "the star maps, is a reconstruction made for this project: these are not the published values."
    )
)

_OVERVIEW = Topic(
    "overview",
    say("The game in short"),
    (
        Point(
            say(
                "Two to six civilisations contend for a galaxy over three ages of five rounds. Most points after the "
                "third age wins: for sectors that you control at the end of each age, and for battles won."
            ),
            ("A15", "A38", "A60", "A62"),
        ),
        Point(
            say(
                "Each round everybody secretly chooses a card and one of its four sides: War, Evolution, Colonisation "
                "or Expansion. All choices are revealed together and carried out in that order of sides; where sides "
                "are the same, lower cards go first."
            ),
            ("A17", "A18", "A19"),
        ),
        Point(
            say("You decide the details of your strategy when its turn comes, knowing what those before you did."),
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
        Point(say("Four neutral sectors for each player are drawn and laid out at random."), ("A11",)),
        Point(
            say(
                "Then, seat by seat, each player takes a civilisation and puts its home sector on a free home slot. "
                "Starting ships go there."
            ),
            ("A12", "A13"),
        ),
        Point(
            say("The book lets the youngest player choose first. Nobody tells their age here, so we decided: seat 1."),
            ("A12",),
        ),
        Point(say("With 2 or 3 players the ten circled cards stay out of the game."), ("A10",)),
        Point(
            say("Take the Minerls and put their home on slot H3. Without a slot it is the first free one."),
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
                "At the start of an age each player is dealt 6 cards, 5 with six players, 10 with two. Cards left over "
                "lie face up."
            ),
            ("A16",),
        ),
        Point(
            say(
                "Choose a card and a side in secret. You may replace your choice until the last one is in; after that "
                "all are revealed and nothing can be changed."
            ),
            ("A17", "A18"),
        ),
        Point(
            say(
                "After a round the cards played are discarded, and everybody passes the rest of their hand: to the "
                "left, the next seat, in ages 1 and 3, to the right in age 2."
            ),
            ("A22",),
        ),
        Point(say("Card 3 on its War side."), ("A17",), "3W"),
        Point(say("With 2 players: card 12 on its Evolution side; card 7 is discarded."), ("A71",), "12E-7"),
        Point(
            say(
                "If time runs out: the lowest card in hand on its War side (with 2 players the next"
                " lowest is discarded), and no battle, colony or action. A player who leaves is "
                "played like that and cannot win."
            ),
            ("A25", "A64"),
        ),
    ),
)

_CONTROL = Topic(
    "control",
    say("Control", context="topic of the rules"),
    (
        Point(say("A pawn is a ship or a colony. Your home colony counts as one, too."), ("A3", "A4")),
        Point(say("Alone in a sector with at least one pawn, you control it."), ("A26",)),
        Point(
            say(
                "With others there, everybody counts their pawns in it plus their influence. The highest "
                "count controls; if it is shared, nobody does. Without a pawn there, nobody controls a sector."
            ),
            ("A27", "A30"),
        ),
        Point(
            say("Influence is the level of the track and 1 for each of your colonies on an influence sector."),
            ("A29",),
        ),
    ),
)

_SCORING = Topic(
    "scoring",
    say("Points and the end"),
    (
        Point(
            say("At the end of each age: 1 point for each sector that you control, home sectors included."),
            ("A60",),
        ),
        Point(say("And 1 point for each of your colonies on a victory sector."), ("A61",)),
        Point(say("The winner of a battle gets 1 point at once."), ("A38",)),
        Point(
            say(
                "After age 3 the most points win. In a tie, more ships and colonies on the map; if they are equal too, "
                "the victory is shared."
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
                "With two players each is dealt 10 cards and, each round, discards another card together with the one "
                "played. Both are revealed, and the hands are swapped after each round."
            ),
            ("A70", "A71", "A72", "A73"),
        ),
        Point(
            say(
                "In exploration mode neutral sectors lie face down. One is turned up, for everybody"
                " and for good, as soon as ships are moved into it; the player who moved knows it "
                "before their next action."
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
                "The book says that a civilisation brings a bonus of evolution. Which one the Cireades have is not "
                "known; here they begin with more ships and with no level raised."
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
            say("A colony on a neutral sector brings its bonus for as long as it stands. Home sectors bring none."),
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
    say("What is reconstructed"),
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
                "Low cards act early, which is an advantage, so their expansions are weaker. The maps are wheels of "
                "equal segments, so that every seat is equivalent."
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
