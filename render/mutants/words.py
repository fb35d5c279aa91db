"""A position in words: alt text and monospaced board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from engine.events import Event
from engine.mutants.components import components
from engine.mutants.view import MutantsView, Side, Zone
from engine.mutants.wording import genes_text, trigger_text
from engine.seat import Seat
from engine.text import Listed, Player, Text, Value, listed, say
from render.mutants.frame import (
    BOSS,
    Tell,
    answers_text,
    arena_of,
    called,
    freezer_line,
    headline,
    order_of,
    title_of_boss,
    why_text,
)
from render.theme import LETTERS
from render.words import (
    ALT_LIMIT,
    PHONE_COLUMNS,
    PLAIN,
    Look,
    Name,
    in_columns,
    in_limit,
    in_lines,
    name_in,
    one_line,
    result_text,
    shortened,
)

_EMPTY = "–"


@dataclass(frozen=True, slots=True)
class _Trial:
    """The length of a description: characters of names, players at length, the last events from `first` on."""

    names: int = 32
    at_length: bool = False
    first: int = 0
    powers: bool = True
    rounds: bool = True


def alt_text(view: MutantsView, last: Sequence[Event] = (), look: Look = PLAIN) -> str:
    """Return the position in words, enough to play by, in at most `ALT_LIMIT` characters.

    The sentence on reconstructed values comes first, and stays. If there is too little room, players are reduced to
    numbers, then names are shortened, then the last turn loses its beginning, then a boss's powers and the points of
    the round are left out, which rules and sheet have.
    """
    events = [event.text() for event in last]
    first, text, boss = look.notice(view.reconstruction), "", look.text_of(title_of_boss(view))
    for trial in _trials(len(events)):
        clean = look.called(partial(one_line, limit=trial.names))

        def name(seat: Seat, clean: partial[str] = clean) -> str:  # type: ignore[assignment]
            return boss if boss and seat == BOSS else clean(seat)

        parts = [*_position(view, trial, look.side), *events[trial.first :]]
        text = first + " ".join(part.render(look.translate, name) for part in parts)
        if len(text) <= ALT_LIMIT:
            return text
    return shortened(text)


def _trials(events: int) -> Iterator[_Trial]:
    yield _Trial(at_length=True)
    yield _Trial()
    yield _Trial(names=12)
    for first in range(1, events + 1):
        yield _Trial(names=8, first=first)
    yield _Trial(names=8, first=events, powers=False)
    yield _Trial(names=6, first=events, powers=False, rounds=False)


def _position(view: MutantsView, trial: _Trial, side: Seat | None) -> Iterator[Text]:
    if view.outcome is not None:
        yield say("Game over: {result}. {reason}", result=result_text(view.outcome), reason=view.outcome.reason)
    else:
        yield say("{headline}.", headline=headline(view))
    why = why_text(view)
    if why is not None:
        yield why
    if view.prompt is not None and (places := answers_text(view.prompt)):
        yield say("Possible: {places}.", places=listed(places, "comma"))
    yield from _draft(view)
    yield from _tracks(view, trial)
    yield from _boss(view, trial)
    if view.draft is None:
        seats = (seat for seat in order_of(view, side) if view.boss is None or seat != BOSS)
        yield from _sides(view, [view.sides[seat - 1] for seat in seats], at_length=trial.at_length)
    own = view.sides[view.viewer - 1] if view.viewer is not None else None
    if own is not None and own.hand:
        yield say("Your hand: {cards}.", cards=listed(own.hand, "comma"))


def _draft(view: MutantsView) -> Iterator[Text]:
    if view.draft is None:
        return
    if view.draft.pack:
        yield say("Your pack: {cards}.", cards=listed(view.draft.pack, "comma"))
    if view.draft.picks:
        yield say("Your picks: {cards}.", cards=listed(view.draft.picks, "comma"))


def _tracks(view: MutantsView, trial: _Trial) -> Iterator[Text]:
    """Yield the places of markers, the lowest of a stack first (M5, M6), and the points of the round."""
    if any(view.force):
        stacks = [
            say("{space} {players}", space=space, players=_stack(view, stack))
            for space, stack in enumerate(view.force)
            if stack
        ]
        yield say(
            "Force track (Dread up to {dread}, Challenger {challenger}, Fury {fury}): {stacks}.",
            dread=view.dread - 1,
            challenger=view.challenger,
            fury=len(view.force) - 1,
            stacks=listed(stacks, "comma"),
        )
    if view.score:
        stacks = [say("{space} {players}", space=space, players=_stack(view, stack)) for space, stack in view.score]
        yield say("Score: {stacks}.", stacks=listed(stacks, "comma"))
    if trial.rounds and view.round and view.outcome is None:
        red, black = view.red[view.round - 1], view.black[view.round - 1]
        yield say("This round: red {red}, black {black}.", red=red, black=black)


def _stack(view: MutantsView, stack: Sequence[Seat]) -> Text:
    names = [called(view, seat) for seat in stack]
    text = say("{player}", player=names[0])
    for each in names[1:]:
        text = say("{stack} under {player}", stack=text, player=each)
    return text


def _boss(view: MutantsView, trial: _Trial) -> Iterator[Text]:
    boss = view.boss
    if boss is None:
        return
    yield say(
        "{boss}: health {health} of {full}; left {left}, active {active}, right {right}; deck {deck}, discard "
        "{discard}; exploited {boxed}.",
        boss=title_of_boss(view),
        health=boss.health,
        full=boss.full,
        deck=boss.deck_size,
        discard=boss.discard_size,
        boxed=_codes(boss.boxed),
        **_arena(arena_of(view, BOSS)),
    )
    if boss.limits:
        yield say("Genes not allowed in the reserve: {genes}.", genes=genes_text(boss.limits))
    if trial.powers:
        for trigger in components(view.data).bosses[boss.key].power:
            yield say("Special power: {effects}.", effects=trigger_text(trigger, boss=True))


def _sides(view: MutantsView, sides: Sequence[Side], *, at_length: bool) -> Iterator[Text]:
    """Yield a sentence for each player, or numbers with one sentence that explains them."""
    gone = [Player(side.seat) for side in sides if side.left]
    if gone:
        yield say("Resigned: {players}.", players=listed(gone, "comma"))
    here = [side for side in sides if not side.left]
    if not here:
        return
    if at_length:
        for side in here:
            first = view.first == side.seat
            template = _ALONE if view.boss is not None else _FIRST if first else _OTHER
            yield template.using(**_fields(view, side))
        return
    if view.first is not None and view.boss is None:
        yield say("First player: {player}.", player=Player(view.first))
    players = [_SHORT.using(**_fields(view, side)) for side in here]
    text = players[0]
    for each in players[1:]:
        text = say("{first}. {then}", first=text, then=each)
    yield say(
        "Left flank, active, right flank; incubator; reserve; hand, deck, discard, freezer; points. {players}.",
        players=text,
    )


def _fields(view: MutantsView, side: Side) -> dict[str, Value | Text]:
    known, values = side.freezer if view.outcome is not None else None, side.freezer_values or ()
    opened = [f"{card} {value}" for card, value in zip(known or (), values, strict=False)]
    return {
        "player": Player(side.seat),
        "incubator": side.incubator or _EMPTY,
        "reserve": _codes([f"{pile.top}×{pile.size}" if pile.top else _EMPTY for pile in side.piles]),
        "hand": side.hand_size,
        "deck": side.deck_size,
        "discard": f"{side.discard_size} {side.discard_top}".strip(),
        "freezer": _codes(opened) if opened else side.freezer_size,
        "points": side.points,
        **_arena(arena_of(view, side.seat)),
    }


_FIRST = say(
    "{player}, first player: left {left}, active {active}, right {right}; incubator {incubator}; reserve {reserve}; "
    "hand {hand}, deck {deck}, discard {discard}, freezer {freezer}; points {points}."
)
_OTHER = say(
    "{player}: left {left}, active {active}, right {right}; incubator {incubator}; reserve {reserve}; "
    "hand {hand}, deck {deck}, discard {discard}, freezer {freezer}; points {points}."
)
_ALONE = say(
    "{player}: left {left}, active {active}, right {right}; incubator {incubator}; reserve {reserve}; "
    "hand {hand}, deck {deck}, discard {discard}, freezer {freezer}."
)
_SHORT = say(
    "{player}: {left}, {active}, {right}; {incubator}; {reserve}; {hand}, {deck}, {discard}, {freezer}; {points}"
)
_DOWN = say("{card} K.O.")


def _arena(arena: tuple[Zone, Zone, Zone]) -> dict[str, Value | Text]:
    return {
        name: _DOWN.using(card=zone.card) if zone.down else zone.card or _EMPTY
        for name, zone in zip(("left", "active", "right"), arena, strict=True)
    }


def _codes(codes: Sequence[str]) -> Listed | str:
    return listed(codes, "comma") if codes else _EMPTY


# A position in monospaced characters.


_NAME = 16
_BOSS_LETTER = "B"


def text_board(view: MutantsView, look: Look = PLAIN) -> str:
    """Return tracks and players in rows of at most `PHONE_COLUMNS` columns.

    `L FAN A TYR R(STA)` is an arena whose right flank is K.O.; `i BOS | DRA2 TRI4 ---` an incubator and the tops of
    the reserve with the size of each pile; `h6 d12 x13 ZOM f3` the sizes of hand, deck, discard with its top, freezer.
    """
    clean, boss = look.called(name_in(_NAME)), look.text_of(title_of_boss(view))

    def name(seat: Seat) -> str:
        return boss if boss and seat == BOSS else clean(seat)

    def tell(text: Text) -> str:
        return text.render(look.translate, name)

    def lines(*texts: Text, most: int = 4) -> list[str]:
        return [line for text in texts for line in in_lines(tell(text), PHONE_COLUMNS, most)]

    parts = [
        lines(headline(view)),
        lines(view.reconstruction) if view.reconstruction is not None else [],
        lines(*_asked(view)),
        list(_track_lines(view, tell)),
        *([*_player(view, seat, name)] for seat in order_of(view, look.side)),
        lines(*_hand(view), most=4),
        lines(*([_LEGEND] if view.boss is None else [_LEGEND, _REVOLT]), most=8),
    ]
    return in_limit(parts)


_LEGEND = say(
    "L A R left flank, active, right flank, in brackets K.O.; i incubator; reserve tops with pile sizes; h hand, "
    "d deck, x discard with its top, f freezer; * first player; stacks from the bottom up"
)

_REVOLT = say("B the boss with its health; # exploited cards; - genes not allowed")


def _letter(view: MutantsView, seat: Seat) -> str:
    return _BOSS_LETTER if view.boss is not None and seat == BOSS else LETTERS[seat - 1]


def _asked(view: MutantsView) -> Iterator[Text]:
    why = why_text(view)
    if why is not None:
        yield why
    if view.prompt is not None and (places := answers_text(view.prompt)):
        yield say("Possible: {places}", places=" ".join(places))


def _track_lines(view: MutantsView, tell: Tell) -> Iterator[str]:
    """Yield the force track from Fury down to Dread, the score track, and the rounds."""
    last = len(view.force) - 1
    if any(view.force):
        labels = {last: say("Fury", context="part of the force track")}
        labels[view.challenger] = say("Challenger", context="part of the force track")
        for space in range(view.dread):
            labels[space] = say("Dread", context="part of the force track")
        for space in range(last, -1, -1):
            stack = view.force[space]
            if stack or space in (last, view.challenger, view.dread - 1):
                letters = "".join(_letter(view, seat) for seat in stack) or "·"
                label = tell(labels[space]) if space in labels else ""
                yield in_columns(f"{space:>2} {letters:<4} {label}", PHONE_COLUMNS).rstrip()
    if view.score:
        scores = " ".join(f"{space}:{''.join(_letter(view, seat) for seat in stack)}" for space, stack in view.score)
        yield in_columns(f"{tell(say('VP', context='points'))} {scores}", PHONE_COLUMNS).rstrip()
    points = (
        f"[{red}/{black}]" if place == view.round else f"{red}/{black}"
        for place, (red, black) in enumerate(zip(view.red, view.black, strict=True), 1)
    )
    yield in_columns(" ".join(points), PHONE_COLUMNS).rstrip()


def _player(view: MutantsView, seat: Seat, name: Name) -> Iterator[str]:
    boss = view.boss if seat == BOSS else None
    called = name(seat)
    first = "*" if view.first == seat else " "
    arena = " ".join(
        f"{zone.name}({zone.card})" if zone.down else f"{zone.name} {zone.card or '---'}"
        for zone in arena_of(view, seat)
    )
    if boss is not None:
        yield in_columns(f"{_BOSS_LETTER}{first}{called} {boss.health}/{boss.full}", PHONE_COLUMNS).rstrip()
        yield f"  {arena}"
        barred = f" -{boss.limits}" if boss.limits else ""
        top = f" {boss.discard_top}" if boss.discard_top else ""
        yield in_columns(f"  d{boss.deck_size} x{boss.discard_size}{top}{barred}", PHONE_COLUMNS).rstrip()
        if boss.boxed:
            yield from (f"  {line}" for line in in_lines(f"# {' '.join(boss.boxed)}", PHONE_COLUMNS - 2))
        return
    side = view.sides[seat - 1]
    left = " –" if side.left else ""
    points = "" if view.boss is not None else f" {side.points}"
    yield in_columns(f"{_letter(view, seat)}{first}{called}{points}{left}", PHONE_COLUMNS).rstrip()
    if view.draft is not None or side.left:
        return
    yield f"  {arena}"
    yield from _stocks(side)
    if opened := freezer_line(view, seat):
        yield from (f"  {line}" for line in in_lines(opened, PHONE_COLUMNS - 2, 4))


def _stocks(side: Side) -> Iterator[str]:
    tops = " ".join(f"{pile.top}{pile.size}" if pile.top else "---" for pile in side.piles)
    yield f"  i {side.incubator or '---'} | {tops}".rstrip(" |")
    top = f" {side.discard_top}" if side.discard_top else ""
    yield f"  h{side.hand_size} d{side.deck_size} x{side.discard_size}{top} f{side.freezer_size}"


def _hand(view: MutantsView) -> Iterator[Text]:
    own = view.sides[view.viewer - 1] if view.viewer is not None else None
    if own is not None and own.hand:
        yield say("Your hand: {cards}", cards=" ".join(own.hand))
    if view.draft is not None and view.draft.pack:
        yield say("Your pack: {cards}", cards=" ".join(view.draft.pack))
    if view.draft is not None and view.draft.picks:
        yield say("Your picks: {cards}", cards=" ".join(view.draft.picks))
