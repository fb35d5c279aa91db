"""Set-up positions in one line, and checks that a position is possible.

    position = when " | " galaxy " | " cards " | " plays " | " side { " | " side }
    when     = "A" age "." round " " phase [ " " seat ] [ " " actions ] [ " fought " slots ] [ " begun" ]
               [ " left " seats ]
    phase    = "setup" | "choose" | "war" | "colonise" | "expand" | "over"
    seat     = the deciding seat; none for choose and over
    actions  = portal "/" movement "/" production "/" ambush "/" conversion    left in an expansion
    galaxy   = tile [ "?" ] { " " tile [ "?" ] }                A1…, B1…, C1…, D1…; "?" for face down
    cards    = "out " numbers " spent " numbers                 not dealt, and played or discarded, in this age
    plays    = seat ":" card side [ "-" card ] { " " … } " step " number | "-"     in order; how many are done
    side     = civ "@" home " v" points " e" levels " h" numbers { " " slot ":" ships [ "c" ] } | "-"
    levels   = production "/" movement "/" influence "/" armament

Numbers are joined by commas, `-` for none. The home colony is not written. Example of a side: `HUM@H3 v2 e1/0/1/4
h3,23,28 H3:2 A2:1c H2:3`. The number of players and exploration are outside the position, in `Setup` or in the tags of
a record. In the position of an error, other hands and face-down sectors are `?`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from engine.apex.components import CARDS, Track
from engine.apex.moves import SIDES
from engine.apex.rules import AGES, MOST_COLONIES, MOST_SHIPS, ROUNDS, TOP, Rules
from engine.apex.state import NO_ACTIONS, NONE, Phase, Side, State, Strategy, pawns
from engine.chance import Chance
from engine.errors import SetupError
from engine.script import refuse_long_position
from engine.seat import Seat
from engine.text import Text, say, say_n, shortened

# Checks of a position in a person's own writing.


_RESOLVING = {Phase.WAR: "W", Phase.COLONISE: "C", Phase.EXPAND: "X"}


def validate(state: State, text: str) -> None:
    _check_galaxy(state, text)
    _check_moment(state, text)
    for seat in range(1, state.rules.seats + 1):
        _check_side(state, text, seat)
    _check_colonies(state, text)
    _check_cards(state, text)
    _check_plays(state, text)


def no_position(given: str, code: str, text: Text, rule: str = "") -> SetupError:
    return SetupError(text, code=code, rule=rule, given=given)


def _check_galaxy(state: State, text: str) -> None:
    rules = state.rules
    if len(state.tiles) != len(rules.slots) - rules.seats or len(set(state.tiles)) != len(state.tiles):
        reason = say_n(
            "The map needs {count} neutral sector.",
            "The map needs {count} different neutral sectors.",
            len(rules.slots) - rules.seats,
        )
        raise no_position(text, "position-galaxy", reason, "A11")
    if state.hidden and not rules.exploration:
        raise no_position(text, "position-hidden", say("Sectors only lie face down in exploration mode."), "A74")
    for slot, name in enumerate(rules.slots):
        if state.hidden >> slot & 1 and any(pawns(side, slot) for side in state.sides):
            reason = say("{slot} lies face down, so there can't be pawns in it.", slot=name)
            raise no_position(text, "position-hidden", reason, "A74")


def _check_moment(state: State, text: str) -> None:
    seats, phase = state.rules.seats, state.phase
    began = state.age > 0
    decides = phase not in (Phase.CHOOSE, Phase.OVER)
    gone = len(state.gone)
    wrong = (
        began != (state.round > 0)
        or state.age > AGES
        or state.round > ROUNDS
        or (phase is Phase.SETUP and began)
        or (phase in (Phase.CHOOSE, *_RESOLVING) and not began)
        or decides != (1 <= state.seat <= seats)
        or (state.seat > 0 and not decides)
        or len(set(state.gone)) != gone
        or any(seat > seats for seat in state.gone)
        or state.seat in state.gone
        or (phase is not Phase.OVER and gone > seats - 2)
        or (phase is Phase.OVER and gone != seats - 1 and (state.age, state.round) != (AGES, ROUNDS))
        or (phase is not Phase.EXPAND and state.actions != NO_ACTIONS)
        or (phase is not Phase.WAR and state.fought > 0)
    )
    if wrong:
        raise no_position(text, "position-moment", say("No game can reach that moment."), "A15")


def _check_side(state: State, text: str, seat: int) -> None:
    side, rules = state.sides[seat - 1], state.rules
    chosen = side.civ != NONE
    settled = state.age > 0 or (seat < state.seat if state.phase is Phase.SETUP else chosen)
    if chosen != settled:
        raise no_position(text, "position-setup", say("Civilisations are chosen in seat order."), "A12")
    if not chosen:
        return
    others = [each for index, each in enumerate(state.sides, 1) if index != seat]
    if side.home >= rules.seats or any(side.home == each.home or side.civ == each.civ for each in others):
        reason = say("Side {seat}: another player has this civilisation or home slot.", seat=seat)
        raise no_position(text, "position-home", reason, "A12")
    if sum(side.ships) > MOST_SHIPS:
        reason = say("Side {seat}: it can have at most 20 ships.", seat=seat)
        raise no_position(text, "position-ships", reason, "A53")
    if len(side.colonies) > MOST_COLONIES:
        reason = say("Side {seat}: it can have at most 3 colony pawns.", seat=seat)
        raise no_position(text, "position-colonies", reason, "A42")
    if any(side.levels[track] > TOP for track in Track):
        raise no_position(text, "position-levels", say("Side {seat}: levels go from 0 to 5.", seat=seat), "A7")


def _check_colonies(state: State, text: str) -> None:
    colonies = [slot for side in state.sides for slot in side.colonies]
    if len(set(colonies)) != len(colonies) or any(slot < state.rules.seats for slot in colonies):
        reason = say("A sector can have at most one colony, and a home slot can't have a colony pawn.")
        raise no_position(text, "position-colonies", reason, "A42")


def _check_cards(state: State, text: str) -> None:
    rules = state.rules
    cards = [*state.undealt, *state.spent, *(card for side in state.sides for card in side.hand)]
    if len(set(cards)) != len(cards) or not set(cards) <= set(rules.deck):
        reason = say("A card appears twice, or isn't in use.")
        raise no_position(text, "position-cards", reason, "A10")
    if state.phase is Phase.OVER:
        return
    used = 2 if rules.seats == 2 else 1  # A71
    rounds = state.round - (state.phase is Phase.CHOOSE)
    size = rules.dealt - used * rounds if state.age else 0
    if any(len(side.hand) != size for side in state.sides):
        reason = say_n("Every hand must have {count} card now.", "Every hand must have {count} cards now.", size)
        raise no_position(text, "position-hand", reason, "A16")
    if state.age and set(cards) != set(rules.deck):
        reason = say("Cards are missing: each must be in a hand, spent or not dealt.")
        raise no_position(text, "position-cards", reason, "A16")


def _check_plays(state: State, text: str) -> None:
    plays = state.strategies
    seats = list(range(1, state.rules.seats + 1))
    order = sorted(plays, key=lambda each: (SIDES.index(each.side), each.card))
    wrong = (
        (bool(plays) and sorted(each.seat for each in plays) != seats)
        or list(plays) != order
        or any(not 1 <= card <= CARDS for each in plays for card in (each.card, each.discard or each.card))
        or any(bool(each.discard) != (len(seats) == 2) for each in plays)
        or state.step > len(plays)
    )
    if state.phase in _RESOLVING and not wrong:
        wrong = (
            state.step >= len(plays)
            or (plays[state.step].seat, plays[state.step].side) != (state.seat, _RESOLVING[state.phase])
            or not {card for each in plays for card in (each.card, each.discard) if card} <= set(state.spent)
        )
    if wrong:
        raise no_position(text, "position-plays", say("The strategies don't match the decision."), "A19")


_MOST = 8_000
"""Characters of a position; six sides with ships in every sector of the map take about 2 000."""
_CARD = "[0-9]{1,2}"
_WHEN = re.compile(
    r"A(?P<age>[0-3])\.(?P<round>[0-5]) (?P<phase>[a-z]+)(?: (?P<seat>[1-6]))?"
    r"(?: (?P<actions>[0-9]{1,3}(?:/[0-9]{1,3}){4}))?(?: fought (?P<fought>[A-Z0-9,]+))?(?P<begun> begun)?"
    r"(?: left (?P<left>[1-6](?:,[1-6])*))?"
)
_TILE = re.compile(r"N(?P<number>[0-9]{2})(?P<hidden>\??)")
_CARDS = re.compile(rf"out (?P<out>-|{_CARD}(?:,{_CARD})*) spent (?P<spent>-|{_CARD}(?:,{_CARD})*)")
_PLAY = re.compile(rf"(?P<seat>[1-6]):(?P<card>{_CARD})(?P<side>[WECX])(?:-(?P<discard>{_CARD}))?")
_SIDE = re.compile(
    r"(?P<civ>[A-Z]{3})@(?P<home>H[0-9]) v(?P<points>[0-9]{1,5}) e(?P<levels>[0-9](?:/[0-9]){3}) "
    rf"h(?P<hand>-|{_CARD}(?:,{_CARD})*)"
    r"(?P<pawns>(?: [A-Z][0-9]:[0-9]{1,2}c?)*)"
)


@dataclass(frozen=True, slots=True)
class _Eyes:
    seat: Seat | None
    whole: bool


def write_position(state: State) -> str:
    """Return a position with all its secrets: not for players during the match."""
    return _written(state, _Eyes(None, whole=True))


def masked_position(state: State, seat: Seat | None) -> str:
    return _written(state, _Eyes(seat, whole=False))


def read_position(rules: Rules, text: str, chance: Chance) -> State:
    """Return a position in the form of `write_position`, with the chance for future draws."""
    refuse_long_position(text, _MOST)
    parts = [" ".join(part.split()) for part in text.split("|")]
    if len(parts) != 4 + rules.seats:
        reason = say_n(
            "The position has {count} part, but this mode has {wanted}.",
            "The position has {count} parts, but this mode has {wanted}.",
            len(parts),
            wanted=4 + rules.seats,
        )
        raise no_position(text, "position-parts", reason)
    when = _WHEN.fullmatch(parts[0])
    phase = next((each for each in Phase if when is not None and each.name.lower() == when["phase"]), None)
    if when is None or phase is None:
        raise no_position(
            text,
            "position-when",
            say("{text} isn't a point in the game. Write one like this: A1.1 choose", text=shortened(parts[0])),
        )
    tiles, hidden = _tiles(rules, text, parts[1])
    cards = _CARDS.fullmatch(parts[2])
    if cards is None:
        raise no_position(
            text, "position-cards", say("{text} should look like this: out 12,13 spent -", text=shortened(parts[2]))
        )
    strategies, step = _plays(text, parts[3])
    state = State(
        rules=rules,
        chance=chance,
        phase=phase,
        age=int(when["age"]),
        round=int(when["round"]),
        seat=int(when["seat"] or 0),
        sides=tuple(_side(rules, text, part) for part in parts[4:]),
        tiles=tiles,
        hidden=hidden,
        undealt=_numbers(cards["out"]),
        spent=_numbers(cards["spent"]),
        strategies=strategies,
        step=step,
        fought=sum({1 << _slot(rules, text, name) for name in (when["fought"] or "").split(",") if name}),
        actions=tuple(map(int, when["actions"].split("/"))) if when["actions"] else NO_ACTIONS,
        begun=when["begun"] is not None,
        gone=tuple(map(int, (when["left"] or "").split(","))) if when["left"] else (),
    )
    validate(state, text)
    return state


def _written(state: State, eyes: _Eyes) -> str:
    slots = state.rules.slots
    when = [f"A{state.age}.{state.round}", state.phase.name.lower()]
    if state.seat:
        when.append(str(state.seat))
    if state.phase is Phase.EXPAND:
        when.append("/".join(map(str, state.actions)))
    if state.fought:
        when.append("fought " + ",".join(name for slot, name in enumerate(slots) if state.fought >> slot & 1))
    if state.begun:
        when.append("begun")
    if state.gone:
        when.append("left " + _list(state.gone))
    plays = [
        f"{each.seat}:{each.card}{each.side}" + (f"-{each.discard}" if each.discard else "")
        for each in state.strategies
    ]
    parts = [
        " ".join(when),
        " ".join(_tile(state, place, eyes) for place in range(len(state.tiles))),
        f"out {_list(state.undealt)} spent {_list(state.spent)}",
        f"{' '.join(plays)} step {state.step}" if plays else "-",
        *(_written_side(state, seat, eyes) for seat in range(1, state.rules.seats + 1)),
    ]
    return " | ".join(parts)


def _tile(state: State, place: int, eyes: _Eyes) -> str:
    down = state.hidden >> place + state.rules.seats & 1
    if down and not eyes.whole:
        return "?"
    return state.rules.tiles[state.tiles[place]].name + ("?" if down else "")


def _written_side(state: State, seat: Seat, eyes: _Eyes) -> str:
    side, slots = state.sides[seat - 1], state.rules.slots
    if side.civ == NONE:
        return "-"
    words = [
        f"{state.rules.civilisations[side.civ].code}@{slots[side.home]}",
        f"v{side.points}",
        "e" + "/".join(map(str, side.levels)),
        f"h{_list(side.hand)}" if eyes.whole or seat == eyes.seat else "h?",
    ]
    for slot, ships in enumerate(side.ships):
        if ships or slot in side.colonies:
            words.append(f"{slots[slot]}:{ships}{'c' if slot in side.colonies else ''}")
    return " ".join(words)


def _tiles(rules: Rules, text: str, part: str) -> tuple[tuple[int, ...], int]:
    tiles, hidden = [], 0
    for place, word in enumerate(part.split()):
        found = _TILE.fullmatch(word)
        if found is None or not 1 <= int(found["number"]) <= len(rules.tiles):
            raise no_position(
                text, "position-tile", say("There's no neutral sector {tile}.", tile=shortened(word)), "A11"
            )
        tiles.append(int(found["number"]) - 1)
        hidden |= bool(found["hidden"]) << place + rules.seats
    return tuple(tiles), hidden


def _plays(text: str, part: str) -> tuple[tuple[Strategy, ...], int]:
    if part in ("-", ""):
        return (), 0
    plays, _, step = part.partition(" step ")
    strategies = []
    for word in plays.split():
        found = _PLAY.fullmatch(word)
        if found is None or re.fullmatch("[0-9]", step) is None:
            break
        strategies.append(Strategy(int(found["seat"]), int(found["card"]), found["side"], int(found["discard"] or 0)))
    else:
        return tuple(strategies), int(step)
    raise no_position(
        text, "position-plays", say("{text} should look like this: 1:3W 2:7C step 1", text=shortened(part))
    )


def _side(rules: Rules, text: str, part: str) -> Side:
    ships, colonies = [0] * len(rules.slots), []
    if part == "-":
        return Side(NONE, NONE, tuple(ships), (), (0,) * len(Track), 0, ())
    found = _SIDE.fullmatch(part)
    if found is None:
        reason = say("{text} should look like this: HUM@H1 v0 e0/0/1/0 h3,7 H1:5", text=shortened(part))
        raise no_position(text, "position-side", reason)
    codes = [each.code for each in rules.civilisations]
    if found["civ"] not in codes:
        raise no_position(text, "position-civ", say("There's no civilisation {code}.", code=found["civ"]), "A2")
    for word in found["pawns"].split():
        name, count = word.split(":")
        slot = _slot(rules, text, name)
        ships[slot] = int(count.removesuffix("c"))
        if count.endswith("c"):
            colonies.append(slot)
    return Side(
        civ=codes.index(found["civ"]),
        home=_slot(rules, text, found["home"]),
        ships=tuple(ships),
        colonies=tuple(sorted(colonies)),
        levels=tuple(map(int, found["levels"].split("/"))),
        points=int(found["points"]),
        hand=_numbers(found["hand"]),
    )


def _slot(rules: Rules, text: str, name: str) -> int:
    if name not in rules.number:
        raise no_position(text, "position-slot", say("This map has no sector {slot}.", slot=shortened(name)), "A8")
    return rules.number[name]


def _list(numbers: Iterable[int]) -> str:
    return ",".join(map(str, numbers)) or "-"


def _numbers(text: str) -> tuple[int, ...]:
    return () if text == "-" else tuple(sorted(map(int, text.split(","))))
