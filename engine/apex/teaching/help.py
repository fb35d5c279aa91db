"""The rules of APEX to look up, strategies and rulings included; the numbers are those of the rules page."""

from __future__ import annotations

from engine.apex.cards import bonus_name, bonus_text, card_text, civilisation_text
from engine.apex.components import Bonus, components
from engine.game import Point, Topic
from engine.text import listed, say

# Where the rulebook of APEX leaves something open, and what Arena decided.


RULINGS = Topic(
    "rulings",
    say("Rulings", context="topic of the rules"),
    (
        Point(
            say(
                "Where the rulebook says nothing, or can be read in several ways, we decided. Other groups may "
                "play it differently. What's printed on cards and maps is another matter: see what's "
                "reconstructed."
            )
        ),
        Point(say("Points never run out, and you can place destroyed pawns again."), ("A1", "A5")),
        Point(
            say("Civilisations have three-letter codes; until they have one, players are called P1 to P6."),
            ("A2",),
        ),
        Point(
            say("Everything is public except hands, secret choices, and sectors that lie face down in exploration."),
            ("A9", "A74"),
        ),
        Point(say("Drawn sectors are laid out at random, before civilisations are chosen."), ("A11",)),
        Point(
            say(
                "Seat 1 stands for the youngest player and chooses first. You choose civilisation and home "
                "together; nobody starts with a colony besides their home."
            ),
            ("A12", "A14"),
        ),
        Point(
            say("You can change a secret choice until the last one is in. Only the final one is recorded."),
            ("A18",),
        ),
        Point(say("You may choose a side even if it will do nothing."), ("A21",)),
        Point(say("You decide the details of your side when its turn comes, knowing what came before."), ("A20",)),
        Point(say("Left is the next seat. After the fifth round no hands are passed."), ("A22", "A23")),
        Point(
            say(
                "If you're late or have left, I play your lowest card on its War side, with two players "
                "discarding the next lowest; no battle, no colony, no action; and the first civilisation and "
                "home still free."
            ),
            ("A25",),
        ),
        Point(say("Control is worked out whenever it matters. You can't have it without a pawn there."), ("A30",)),
        Point(say("You name all the battles of a War at once, in order."), ("A32",)),
        Point(
            say("Armament counts for everyone in a battle, no matter who started it, and any winner gets the point."),
            ("A33", "A38"),
        ),
        Point(
            say(
                "The winner keeps all their pawns if the difference is as large as their number; a colony is "
                "among those that stay."
            ),
            ("A35",),
        ),
        Point(say("You can never colonise a home."), ("A42",)),
        Point(
            say("The bonus goes to the colony's owner, no matter who controls the sector, and equal bonuses add up."),
            ("A44",),
        ),
        Point(
            say(
                "A level of production or movement gives you one such action. How many you have is fixed when "
                "your Expansion begins."
            ),
            ("A46",),
        ),
        Point(say("Moving any number means at least one ship, and you may leave a sector empty."), ("A49",)),
        Point(say("To produce you need a colony of yours, not control."), ("A50",)),
        Point(say("With all 20 ships on the map you can't choose production or conversion."), ("A53",)),
        Point(
            say("You're only asked when there's something to choose; an Expansion goes on until you stop."),
            ("A55", "A56"),
        ),
        Point(
            say("If there's a tie, ships and colonies on the map count; after that, the victory is shared."),
            ("A62", "A63"),
        ),
        Point(
            say(
                "A game always lasts fifteen rounds, unless all but one player resign. Players who resigned "
                "rank behind everyone else."
            ),
            ("A64",),
        ),
        Point(
            say("With two players the discard is part of the secret choice and shown with it."),
            ("A73",),
        ),
        Point(say("In exploration a sector is turned up for everyone, before the next action."), ("A75",)),
    ),
)


# The four strategies of APEX for people at the table.


WAR = Topic(
    "war",
    say("War", context="strategy"),
    (
        Point(
            say(
                "You may start one battle in each sector with a pawn of yours (a ship or a colony) and an "
                "enemy pawn, in the order you choose, or none at all. Home colonies are pawns here."
            ),
            ("A31", "A32"),
        ),
        Point(
            say(
                "Everyone there takes part with their pawns in the sector plus their armament, whether they "
                "attacked or not. Armament is the level of the track plus 1 for each colony on an armament "
                "sector."
            ),
            ("A33",),
        ),
        Point(
            say(
                "The single highest score wins and gets 1 point; everyone else's pawns there are destroyed. "
                "The winner keeps as many pawns as the difference to the next best score; ships are destroyed "
                "first."
            ),
            ("A34", "A35", "A38"),
        ),
        Point(say("If the highest score is a tie, all pawns in the sector are destroyed."), ("A36",)),
        Point(
            say("Home colonies are never destroyed. When another colony is, its bonus is gone at once."), ("A37", "A39")
        ),
        Point(say("Battles in H2, then in C2."), ("A32",), "H2,C2"),
        Point(say("No battle."), ("A31",), "-"),
    ),
)

EVOLUTION = Topic(
    "evolution",
    say("Evolution", context="strategy"),
    (
        Point(say("The track named on the card rises by 1, to 5 at most. There's nothing to decide."), ("A7", "A41")),
        Point(
            say(
                "Each level of production or movement gives you one more such action in your expansions. "
                "Influence counts for control, armament in battles."
            ),
            ("A29", "A33", "A46"),
        ),
    ),
)

COLONISATION = Topic(
    "colonisation",
    say("Colonisation", context="strategy"),
    (
        Point(
            say(
                "Place one of your three colonies on a neutral sector you control that has no colony. It "
                "counts as a pawn, never moves, and gives you the sector's bonus no matter who controls it."
            ),
            ("A42", "A43", "A44"),
        ),
        Point(say("A colony in D1."), ("A42",), "D1"),
        Point(say("No colony."), ("A42",), "-"),
    ),
)

EXPANSION = Topic(
    "expansion",
    say("Expansion", context="strategy"),
    (
        Point(
            say(
                "Carry out the actions on the card, one for each level of production and movement, and those "
                "from your colonies, in any order. Each is optional. How many you have is fixed when your "
                "expansion begins."
            ),
            ("A45", "A46"),
        ),
        Point(
            say("Portal: any number of ships from one sector to any other. Movement: to an adjacent one."),
            ("A47", "A48", "A49"),
        ),
        Point(say("Production: a new ship in a sector with a colony of yours, home included."), ("A50",)),
        Point(say("Ambush: destroy an enemy ship where you have a pawn."), ("A51",)),
        Point(
            say("Conversion: destroy an enemy ship in a sector you control and place one of yours there."),
            ("A52",),
        ),
        Point(say("With all 20 ships on the map you can't produce or convert."), ("A53",)),
        Point(
            say(
                "You can send the actions one by one or all in one line. The expansion ends with - or when "
                "there's nothing left you can do."
            ),
            ("A56",),
        ),
        Point(say("Move six ships from B1 to A1; without a number they all go."), ("A48",), "MOVE B1>A1 x6"),
        Point(say("Four ships through a portal."), ("A47",), "PORT H1>C2 x4"),
        Point(say("Two new ships in H1."), ("A50",), "PROD H1 x2"),
        Point(say("Ambush one of the Sherais' ships in A1."), ("A51",), "AMB A1 SHE"),
        Point(
            say("Convert; you can leave out the civilisation if only one opponent has ships there."),
            ("A52",),
            "CONV A1 SHE",
        ),
        Point(say("A whole expansion."), ("A45",), "MOVE B1>A1 x6/PROD H1/-"),
    ),
)


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
                "the sectors you control at the end of each age, and for battles you win. The player with the "
                "most points after the third age wins."
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
                "The rulebook says that each civilisation has an evolution bonus. We don't know which one the "
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
