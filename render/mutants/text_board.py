"""A position in monospaced characters."""

from __future__ import annotations

from collections.abc import Iterator

from engine.mutants.view import MutantsView, Side
from engine.seat import Seat
from engine.text import Text, say
from render.look import PLAIN, Look
from render.mutants.frame import arena_of, freezer_line, order_of
from render.mutants.wording import BOSS, Tell, answers_text, headline, title_of_boss, why_text
from render.theme import LETTERS
from render.words import PHONE_COLUMNS, Name, in_columns, in_limit, in_lines, one_line

_NAME = 16
_BOSS_LETTER = "B"


def text_board(view: MutantsView, look: Look = PLAIN) -> str:
    """Return tracks and players in rows of at most `PHONE_COLUMNS` columns.

    `L FAN A TYR R(STA)` is an arena whose right flank is K.O.; `i BOS | DRA2 TRI4 ---` an incubator and the tops of
    the reserve with the size of each pile; `h6 d12 x13 ZOM f3` the sizes of hand, deck, discard with its top, freezer.
    """
    clean, boss = look.called(_short), title_of_boss(view)

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
        list(_tracks(view, tell)),
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


def _short(name: str, fallback: str) -> str:
    # A backtick could end the code block in which the board is shown.
    return in_columns(one_line(name.replace("`", "'"), fallback), _NAME).rstrip()


def _letter(view: MutantsView, seat: Seat) -> str:
    return _BOSS_LETTER if view.boss is not None and seat == BOSS else LETTERS[seat - 1]


def _asked(view: MutantsView) -> Iterator[Text]:
    why = why_text(view)
    if why is not None:
        yield why
    if view.prompt is not None and (places := answers_text(view.prompt)):
        yield say("Possible: {places}", places=" ".join(places))


def _tracks(view: MutantsView, tell: Tell) -> Iterator[str]:
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
        told = " ".join(f"{space}:{''.join(_letter(view, seat) for seat in stack)}" for space, stack in view.score)
        yield in_columns(f"{tell(say('VP', context='points'))} {told}", PHONE_COLUMNS).rstrip()
    points = (
        f"[{red}/{black}]" if place == view.round else f"{red}/{black}"
        for place, (red, black) in enumerate(zip(view.red, view.black, strict=True), 1)
    )
    yield in_columns(" ".join(points), PHONE_COLUMNS).rstrip()


def _player(view: MutantsView, seat: Seat, name: Name) -> Iterator[str]:
    """Yield the rows of a player or a boss."""
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
