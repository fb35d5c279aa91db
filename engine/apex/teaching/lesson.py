"""The lesson of APEX: eight tasks of one decision each, in the duel of two players on a map of our own choosing."""

from __future__ import annotations

from engine.apex.components import Bonus, Track
from engine.apex.events import Battle, Colonised, Converted, Evolved, Moved, Produced, Revealed
from engine.apex.state import State, controller
from engine.game import Attempt, Hint, Setup, Task
from engine.text import say

_TILES = "N07 N16 N04 N22 N10 N13 N19 N17"
_START = (
    f"A1.1 choose | {_TILES} | out - spent - | - | HUM@H1 v0 e0/0/1/0 h4,7,8,12,16,20,22,23,26,29 H1:5 | "
    "DRA@H2 v0 e0/1/0/0 h1,3,6,10,13,15,18,19,25,28 H2:6"
)
_ABROAD = "C1"


def _side(tried: Attempt) -> str:
    """Return which side of a card the learner revealed."""
    return next((each.side for each in tried.found(Revealed)), "")


def _holds(tried: Attempt, slot: str) -> bool:
    """Return whether the learner controls a sector (A26)."""
    state: State = tried.after
    return controller(state, state.rules.slots.index(slot)) == tried.seat


def _armed(tried: Attempt) -> bool:
    return any(each.track == Track.ARMAMENT and each.rose for each in tried.found(Evolved))


def _battles(tried: Attempt) -> tuple[Battle, ...]:
    return tuple(each for each in tried.events if isinstance(each, Battle))


def _wins_all(tried: Attempt) -> bool:
    fought = _battles(tried)
    return bool(fought) and all(each.winner == tried.seat for each in fought)


def _at(position: str) -> Setup:
    return Setup("2", position=position)


LESSON = (
    Task(
        "choose",
        say("A secret choice"),
        say(
            "Each round everyone secretly chooses a card and one of its four sides: War, Evolution, "
            "Colonisation or Expansion; with two players also a card to discard. Your ships are all at home: "
            "**choose an Expansion** so they can move out."
        ),
        _at(_START),
        lambda tried: _side(tried) == "X",
        say("Choose a card, its Expansion side, and another card to discard."),
        say(
            "All choices are revealed together and then carried out: first War, then Evolution, Colonisation "
            "and Expansion, low cards before high ones. At the end of a round the two of you swap hands."
        ),
        ("A17", "A19", "A71"),
        "22X-4",
        hints=(
            Hint(lambda tried: _side(tried) == "W", say("There's nobody to fight yet. Choose the Expansion side.")),
            Hint(
                lambda tried: _side(tried) == "C",
                say(
                    "The only sector you control is your home, so there's nothing to colonise. Choose the "
                    "Expansion side."
                ),
            ),
            Hint(
                lambda tried: _side(tried) == "E",
                say("That makes you stronger, but your ships stay at home. This time choose the Expansion side."),
            ),
        ),
        before=((2, "1E-3"),),
    ),
    Task(
        "evolve",
        say("Evolution"),
        say(
            "An Evolution raises the track its card names by one level, for the rest of the game. **Raise your "
            "armament**, which counts in battles: find a card whose Evolution names it."
        ),
        _at(_START),
        _armed,
        say("Choose the Evolution side of a card that names armament: in your hand, 8 and 26 do."),
        say(
            "Production and movement give you more actions in every Expansion, influence counts towards "
            "control, and armament counts in battles. No track goes above 5."
        ),
        ("A41", "A7"),
        "8E-4",
        hints=(
            Hint(
                lambda tried: _side(tried) == "E",
                say("That card raises another track. In your hand, 8 and 26 raise armament."),
            ),
        ),
        before=((2, "1E-3"),),
    ),
    Task(
        "expand",
        say("Expansion"),
        say(
            "Your Expansion has three actions: a movement, a production and an ambush. Use any of them, in any "
            "order. **Produce a ship** at home **and move** some ships to a sector next to it."
        ),
        _at(
            f"A1.1 expand 1 0/1/1/1/0 | {_TILES} | out - spent 1,3,4,25 | 2:1E-3 1:25X-4 step 1 | "
            "HUM@H1 v0 e0/0/1/0 h7,8,12,16,20,22,23,26 H1:5 | DRA@H2 v0 e0/1/0/1 h6,10,13,15,18,19,28,29 H2:6"
        ),
        lambda tried: bool(tried.found(Produced)) and bool(tried.found(Moved)),
        say("Produce at H1, then move ships from H1, and only then end your Expansion."),
        say(
            "One action moves any number of ships from one sector to another. New ships appear where you have a "
            "colony, and your home counts as one."
        ),
        ("A45", "A48", "A50"),
        "PROD H1/MOVE H1>B1 x3",
        hints=(
            Hint(
                lambda tried: bool(tried.found(Produced)),
                say("You produced a ship but didn't move any. Move ships from H1 before you end."),
            ),
            Hint(
                lambda tried: bool(tried.found(Moved)),
                say("You moved ships but didn't produce one. Produce one at H1, too."),
            ),
        ),
    ),
    Task(
        "control",
        say("Control"),
        say(
            "The player with the most pawns (ships and colonies) in a sector, plus influence, controls it. "
            "Your influence is 1, the enemy's 0, and they have two ships on C1. **Take control of C1.**"
        ),
        _at(
            f"A1.2 expand 1 0/1/1/0/0 | {_TILES} | out - spent 1,3,4,6,7,10,16,25 | 2:6C-10 1:16X-7 step 1 | "
            "HUM@H1 v0 e0/0/1/0 h8,12,20,22,23,26 H1:3 B1:3 | DRA@H2 v0 e0/1/0/1 h13,15,18,19,28,29 H2:4 C1:2"
        ),
        lambda tried: _holds(tried, _ABROAD),
        say(
            "C1 isn't yours yet. Move two or more ships from B1 to C1: with your influence they outnumber the "
            "enemy's two."
        ),
        say("Ships pass each other in peace: only a War makes them fight. If there's a tie, nobody controls a sector."),
        ("A27", "A29"),
        "MOVE B1>C1 x3/PROD H1",
        hints=(
            Hint(
                lambda tried: any(each.target == _ABROAD for each in tried.found(Moved)),
                say(
                    "One ship plus your influence makes two, as many as the enemy has, so nobody controls C1. "
                    "Send more."
                ),
            ),
        ),
    ),
    Task(
        "colonise",
        say("Colonisation"),
        say(
            "A Colonisation puts a colony on a sector you control, and its bonus is yours while the colony "
            "stands. **Colonise the sector that gives you a production.**"
        ),
        _at(
            f"A1.3 colonise 1 | {_TILES} | out - spent 1,3,4,6,7,8,10,12,13,15,16,25 | 1:8C-12 2:13X-15 step 0 | "
            "HUM@H1 v0 e0/0/1/0 h20,22,23,26 H1:2 A1:1 B1:1 C1:2 | DRA@H2 v0 e0/1/0/1 h18,19,28,29 H2:4 C1:2"
        ),
        lambda tried: any(each.bonus == Bonus.PRODUCTION for each in tried.found(Colonised)),
        say("Choose the sector with the production bonus, A1: without a colony you waste the card."),
        say(
            "You have three colonies. Bonuses give you more actions in each Expansion, influence, armament, or "
            "a point at the end of each age."
        ),
        ("A42", "A43"),
        "A1",
        hints=(
            Hint(
                lambda tried: bool(tried.found(Colonised)),
                say("You placed a colony, but its bonus is another one. A1 gives you a production."),
            ),
        ),
    ),
    Task(
        "war",
        say("War"),
        say(
            "In a battle everyone adds up their ships, colonies and armament there. A single highest total "
            "wins a point and keeps as many of them as it was ahead by; all the others there are destroyed. "
            "**Fight only where you win**: armament is 1 on both sides."
        ),
        _at(
            f"A1.4 war 1 | {_TILES} | out - spent 1,3,4,6,7,8,10,12,13,15,16,18,19,20,22,25 | "
            "1:20W-22 2:18E-19 step 0 | HUM@H1 v0 e0/0/1/1 h23,26 H1:1 A1:1c B1:1 C1:3 | "
            "DRA@H2 v0 e0/1/0/1 h28,29 H2:2 B1:3 C1:2"
        ),
        _wins_all,
        say("On C1 you have three ships against two: fight there, and nowhere else."),
        say("You never have to fight, and only a battle can destroy a colony. A home colony is never destroyed."),
        ("A31", "A33", "A35"),
        "C1",
        hints=(
            Hint(
                lambda tried: bool(_battles(tried)),
                say(
                    "You lost one of your battles: on B1 the enemy has three ships against your one. Fight only on C1."
                ),
            ),
        ),
    ),
    Task(
        "convert",
        say("Conversion"),
        say(
            "A conversion swaps an enemy ship in a sector you control for a new one of yours; an ambush only "
            "destroys one. **Convert the enemy ship** on C1."
        ),
        _at(
            f"A2.1 expand 1 0/1/2/0/1 | {_TILES} | out - spent 23,26,28,29 | 2:28C-29 1:23X-26 step 1 | "
            "HUM@H1 v4 e0/0/1/1 h1,3,4,6,7,8,10,12 H1:2 A1:1c C1:3 | "
            "DRA@H2 v3 e0/1/0/1 h13,15,16,18,19,20,22,25 H2:4 C1:1"
        ),
        lambda tried: bool(tried.found(Converted)),
        say("You didn't convert anything. Convert on C1 while you control it, before you move ships away."),
        say("A conversion shifts the balance by two at once. You can't convert or ambush colonies."),
        ("A51", "A52"),
        "CONV C1/-",
    ),
    Task(
        "end",
        say("How it ends"),
        say(
            "At the end of each of the three ages, every sector you control is worth a point. This is the last "
            "Expansion of the game, and you're one point behind: **win it** by controlling more."
        ),
        _at(
            f"A3.5 expand 1 1/1/1/0/0 | {_TILES} | out - spent 1,3,4,6,7,8,10,12,13,15,16,18,19,20,22,23,25,26,28,29 | "
            "2:28C-29 1:22X-4 step 1 | HUM@H1 v9 e0/0/1/1 h- H1:1 A1:1c B1:4 | DRA@H2 v10 e0/1/0/1 h- H2:2 B2:3c C1:2"
        ),
        lambda tried: tried.won,
        say("Move some ships from B1 to C1 and leave others behind so that you control both."),
        say(
            "The most points after three ages win; ships and colonies break a tie. Spread out before each age "
            "ends, and go where your enemy is thin."
        ),
        ("A60", "A62"),
        "MOVE B1>C1 x3/-",
    ),
)
