"""Pictures by property: whose piece stands where, king or not, and that whatever happened leaves a mark."""

from __future__ import annotations

import functools
import io
import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import combinations

import pytest
from PIL import Image, ImageChops

from engine.events import Event, Surrendered
from engine.outcome import Outcome
from engine.replica import events
from engine.replica.events import Arrived, Captured, Closed, Jumped, Stepped, Transformed
from engine.replica.game import REPLICA
from engine.replica.rules import GOALS
from engine.replica.view import Piece, ReplicaView
from engine.seat import Seat
from engine.text import Player, say
from locales.pseudo import Pseudo
from render.animation import Shot, film
from render.lettering import Weight
from render.lettering import width as lettering_width
from render.masks import Box
from render.registry import renderer
from render.renderer import Overlay
from render.replica.frame import LABEL, SQUARES, Frame, frame, frame_of, goal_place, label_places
from render.replica.sheet import LESSONS, Lesson, _lines, squares_of
from render.replica.sheet import plan_of as sheet_plan_of
from render.summary import MARGIN, Summary, draw_summary
from render.theme import Palette, Theme, colours, palette
from render.words import ALT_LIMIT, DESIGN_WIDTH, MAX_WIDTH, MIN_WIDTH, WIDTH, Look
from tests.render.pixels import differ, grey, near, picture
from tests.render.replica.scenes import MIDDLE, NAMES, POWERS, SIDES, at, ended, game, reach, session
from tests.volume import many

ARTIST = renderer("replica")
THEMES = [Theme(choice, dark) for choice in Palette for dark in (True, False)]
LIMIT = 60 * 1024

HAPPENED: tuple[Event, ...] = (
    Stepped(1, origin="c3", target="d4", king=False),
    Stepped(1, origin="c3", target="d4", king=True),
    Jumped(1, origin="a1", target="a5", over=("a2", "a3", "a4"), king=True),
    Captured(1, owner=2, square="d4", king=False),
    Captured(1, owner=2, square="d4", king=True),
    Transformed(1, square="b2", seen_from=("a1",)),
    Closed(1),
    Arrived(1, square="h8"),
    Surrendered(1),
)


def alone(seat: Seat, *, king: bool, theme: Theme, width: int) -> Image.Image:
    """A square with a piece, without colour."""
    view = replace(at(), pieces=(Piece(seat, "d4", king),))
    plan = frame_of(view, width, None)
    (x, y), half = plan.at("d4"), plan.square / 2
    drawn = grey(ARTIST.draw(view, look=Look(theme=theme, width=width)))
    return drawn.crop((round(x - half), round(y - half), round(x + half), round(y + half)))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("side", SIDES)
def test_every_piece_shows_its_seat_and_whether_it_is_a_king(theme: Theme, side: Seat | None) -> None:
    view, look = at(MIDDLE), colours(ARTIST.dress(theme))
    plan = frame_of(view, WIDTH, side)
    image = picture(ARTIST.draw(view, look=Look(NAMES, theme, side=side)))
    pieces = {piece.square: piece for piece in view.pieces}
    for name in SQUARES:
        x, y = plan.at(name)
        piece = pieces.get(name)
        dark = (ord(name[0]) + int(name[1])) % 2 == 0
        ground = look.check if dark else look.cell
        beside = (x - 0.4 * plan.square, y - 0.47 * plan.square)
        if piece is None:
            assert near(image, (x, y), ground), name
            assert near(image, beside, ground), name
            continue
        style = look.seat(piece.seat)
        # The crown's middle, in ink, where the others have none.
        assert near(image, (x, y + 0.05 * plan.square), style.ink if piece.king else style.fill), piece
        assert near(image, (x - 0.27 * plan.square, y + 0.1 * plan.square), style.fill), piece


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("width", [400, WIDTH])
def test_owners_and_kings_are_told_apart_without_colour(theme: Theme, width: int) -> None:
    drawn = [alone(seat, king=king, theme=theme, width=width) for seat in (1, 2) for king in (False, True)]
    for one, other in combinations(drawn, 2):
        changed = ImageChops.difference(one, other).point(lambda level: 255 if level > 48 else 0)
        assert changed.histogram()[255] >= 0.1 * one.width * one.height


def test_owners_and_kings_are_told_apart_by_their_outlines() -> None:
    # Corners of the square around a piece: empty beside a disc, filled by a square one; a king reaches further.
    theme = Theme()
    look = colours(ARTIST.dress(theme))
    for seat, king, out, filled in ((1, False, 0.31, False), (2, False, 0.31, True), (1, True, 0.43, True)):
        view = replace(at(), pieces=(Piece(seat, "d4", king),))
        plan = frame_of(view, WIDTH, None)
        x, y = plan.at("d4")
        place = (x - out * plan.square, y) if king else (x - out * plan.square, y - 0.95 * out * plan.square)
        drawn = picture(ARTIST.draw(view, look=Look(theme=theme, marks=False)))
        assert near(drawn, place, look.check) != filled


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("side", SIDES)
def test_both_goals_are_marked_also_where_a_piece_stands(theme: Theme, side: Seat | None) -> None:  # P7
    look = colours(ARTIST.dress(theme))
    for view in (at(), replace(at(), pieces=())):
        plan = frame_of(view, WIDTH, side)
        image = picture(ARTIST.draw(view, look=Look(theme=theme, side=side)))
        for seat, goal in GOALS.items():
            x, y = plan.at(goal)
            assert near(image, (x, y - 0.473 * plan.square), look.seat(seat).fill, within=40)


@pytest.mark.parametrize("side", SIDES)
def test_a_side_turns_the_board_and_nothing_else(side: Seat | None) -> None:
    view = at(MIDDLE)
    drawn, usual = ARTIST.draw(view, look=Look(NAMES, side=side)), ARTIST.draw(view, look=Look(NAMES))
    assert (drawn == usual) == (side != 2)


def test_pictures_have_the_size_asked_for_and_the_palette_of_the_theme() -> None:
    for width in (400, 800, WIDTH):
        for theme in THEMES:
            image = Image.open(io.BytesIO(ARTIST.draw(at(MIDDLE), look=Look(NAMES, theme, width))))
            assert (image.mode, image.width) == ("P", width)
            shown = {colour for _, colour in image.convert("RGB").getcolors(256) or []}
            assert shown <= set(palette(ARTIST.dress(theme)))


@pytest.mark.parametrize("power", POWERS)
def test_games_are_drawn_from_start_to_end_within_the_size_promised(power: str) -> None:
    drawn = [ARTIST.draw(view, last, Look(NAMES)) for view, last in list(game("drawn", power=power))[:: many(6, 1)]]
    assert len(set(drawn)) == len(drawn)
    assert max(map(len, drawn)) <= LIMIT


def test_one_flipped_piece_changes_only_its_square_and_its_owners_card() -> None:  # P5
    view = at()
    flipped = replace(
        view, pieces=tuple(replace(each, king=True) if each.square == "b2" else each for each in view.pieces)
    )
    box = differ(ARTIST.draw(view), ARTIST.draw(flipped))
    plan = frame_of(view, WIDTH, None)
    x, y = plan.at("b2")
    assert box is not None
    assert box[1] >= y - plan.square / 2
    board = (0, 0, plan.width, round(plan.cards[0].top))
    one, other = (picture(ARTIST.draw(each)).crop(board) for each in (view, flipped))
    box = ImageChops.difference(one, other).getbbox()
    assert box is not None
    assert x - plan.square / 2 <= box[0] < box[2] <= x + plan.square / 2
    assert y - plan.square / 2 <= box[1] < box[3] <= y + plan.square / 2


@pytest.mark.parametrize("side", SIDES)
def test_every_kind_of_event_leaves_a_mark(side: Seat | None) -> None:
    view, look = at(), Look(side=side)
    plain = ARTIST.draw(view, look=look)
    assert [event for event in HAPPENED if ARTIST.draw(view, (event,), look) == plain] == []


def test_the_marks_know_every_kind_of_event() -> None:
    kinds = {each for each in vars(events).values() if isinstance(each, type) and issubclass(each, Event)}
    assert {type(event) for event in HAPPENED} == kinds - {Event} | {Surrendered}


@pytest.mark.parametrize("side", SIDES)
def test_a_move_is_marked_where_it_went(side: Seat | None) -> None:
    view = at()
    plan, plain = frame_of(view, WIDTH, side), ARTIST.draw(view, look=Look(side=side))
    jump = Jumped(1, origin="c3", target="f6", over=("d4", "e5"), king=False)
    box = differ(plain, ARTIST.draw(view, (jump,), Look(side=side)))
    (x, y), (end_x, end_y) = plan.at("c3"), plan.at("f6")
    assert box is not None
    assert abs(box[0] - (min(x, end_x) - plan.square / 2)) <= 2
    assert abs(box[2] - (max(x, end_x) + plan.square / 2)) <= 2
    assert abs(box[1] - (min(y, end_y) - plan.square / 2)) <= 2
    assert abs(box[3] - (max(y, end_y) + plan.square / 2)) <= 2


def test_step_and_jump_and_captures_of_kings_look_different() -> None:
    view = at()
    marks: tuple[tuple[Event, ...], ...] = (
        (Stepped(1, origin="c3", target="c5", king=False),),
        (Jumped(1, origin="c3", target="c5", over=("c4",), king=False),),
        (Captured(1, owner=2, square="b2", king=False),),
        (Captured(1, owner=2, square="b2", king=True),),
        (Transformed(1, square="b2", seen_from=("a1",)),),
        (Transformed(1, square="b2", seen_from=("b4", "a1")),),
    )
    assert len({ARTIST.draw(view, last) for last in marks}) == len(marks)


def test_every_part_of_a_view_is_shown() -> None:
    view = at()
    changes: list[ReplicaView] = [
        replace(view, turn=2),
        replace(view, to_act=2),
        replace(view, sight="forward"),
        *(replace(view, king_power=power) for power in POWERS[1:]),
        replace(view, moved=("a1",)),
        replace(view, moved=("a1",), may_close=True),
        replace(view, moved=("a1",), king_power="double"),
        replace(view, moved=("a1",), king_power="double", may_close=True),
        replace(view, pieces=view.pieces[1:]),
        ended(view, 1),
        ended(view, 2),
    ]
    drawn = [ARTIST.draw(each, look=Look(NAMES)) for each in (view, *changes)]
    assert len(set(drawn)) == len(drawn)


@pytest.mark.parametrize("winner", [1, 2])
@pytest.mark.parametrize("theme", THEMES)
def test_the_end_is_announced_in_the_winners_colour(winner: Seat, theme: Theme) -> None:
    view = ended(at(), winner)
    plan, look = frame_of(view, WIDTH, None), colours(ARTIST.dress(theme))
    image = picture(ARTIST.draw(view, look=Look(NAMES, theme)))
    assert near(image, (plan.status.left + 12, plan.status.middle), look.seat(winner).fill)


def test_an_end_without_a_winner_has_nobodys_colour() -> None:
    view = ended(at())
    assert view.outcome is not None
    drawn = replace(view, outcome=replace(view.outcome, ranks=(1, 1), by=None))
    plan, look = frame_of(view, WIDTH, None), colours(ARTIST.dress(Theme()))
    image = picture(ARTIST.draw(drawn, look=Look(NAMES)))
    assert near(image, (plan.status.left + 12, plan.status.middle), look.well)


KINDS = ("origin", "walks", "leaps", "captures", "flips")


@functools.cache
def forms(side: Seat | None) -> dict[str, Image.Image]:
    """What each kind of overlay changes on a square, told apart without colour: the sets of changed pixels differ."""
    without = grey(ARTIST.draw(at(), look=Look(side=side)))
    found = {}
    for kind in KINDS:
        overlay = Overlay(origin="e5") if kind == "origin" else Overlay(**{kind: frozenset({"e5"})})  # type: ignore[arg-type]
        drawn = grey(ARTIST.draw(at(), look=Look(side=side), overlay=overlay))
        found[kind] = ImageChops.difference(drawn, without).point(lambda level: 255 if level > 40 else 0)
    return found


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("side", SIDES)
def test_each_kind_of_overlay_has_a_form_of_its_own(kind: str, side: Seat | None) -> None:
    box = forms(side)[kind].getbbox()
    plan = frame_of(at(), WIDTH, side)
    x, y = plan.at("e5")
    assert box is not None
    assert x - plan.square / 2 <= box[0] < box[2] <= x + plan.square / 2
    assert y - plan.square / 2 <= box[1] < box[3] <= y + plan.square / 2
    for name, form in forms(side).items():
        if name != kind:
            assert ImageChops.difference(form, forms(side)[kind]).getbbox() is not None


def test_what_a_king_can_do_is_laid_over_the_board() -> None:  # P4, P5
    view, overlay = at(MIDDLE), reach(MIDDLE, "d3")
    assert overlay.walks
    assert overlay.flips
    plan = frame_of(view, WIDTH, None)
    one, other = picture(ARTIST.draw(view)), picture(ARTIST.draw(view, overlay=overlay))
    changed = ImageChops.difference(one, other)
    places = {overlay.origin} | overlay.walks | overlay.leaps | overlay.captures | overlay.flips
    for name in SQUARES:
        (x, y), half = plan.at(name), plan.square / 2
        box = changed.crop((round(x - half), round(y - half), round(x + half), round(y + half))).getbbox()
        assert (box is not None) == (name in places), name


def test_marks_can_be_left_out() -> None:
    assert differ(ARTIST.draw(at()), ARTIST.draw(at(), look=Look(marks=False))) is not None


NASTY = ("W" * 200, "🦊" * 40, "\u202eevil\n\n\t\x00", "שלום עולם ومرحبا", "{player}", "田中", "", "a" * 32)


@pytest.mark.parametrize("name", NASTY)
def test_no_name_breaks_the_layout(name: str) -> None:
    view = replace(at(MIDDLE), to_act=2)
    box = differ(ARTIST.draw(view, look=Look(NAMES)), ARTIST.draw(view, look=Look((name, NAMES[1]))))
    card = frame_of(view, WIDTH, None).cards[0]
    if box is not None:
        assert card.left <= box[0] < box[2] <= card.right
        assert card.top <= box[1] < box[3] <= card.bottom


def test_missing_names_are_numbered() -> None:
    assert ARTIST.draw(at(), look=Look(("", ""))) == ARTIST.draw(at())
    assert ARTIST.draw(at(), look=Look(("Player 1", "Player 2"))) == ARTIST.draw(at())


def test_words_are_translated() -> None:
    assert ARTIST.draw(at(), look=Look(translate=Pseudo())) != ARTIST.draw(at())
    assert ARTIST.sheet(look=Look(translate=Pseudo())) != ARTIST.sheet()


def test_drawing_is_pure_and_safe_in_threads() -> None:
    scenes = [
        (view, Theme(choice, dark), width, side)
        for view in (at(), at(MIDDLE))
        for side in SIDES
        for choice, dark, width in (
            (Palette.STANDARD, True, 700),
            (Palette.SAFE, False, 701),
            (Palette.STANDARD, False, 702),
        )
    ]

    def drawn(scene: tuple[ReplicaView, Theme, int, Seat | None]) -> bytes:
        view, theme, width, side = scene
        return ARTIST.draw(view, look=Look(NAMES, theme, width, side))

    with ThreadPoolExecutor(6) as pool:
        together = list(pool.map(drawn, scenes * 2))
    assert together == [drawn(scene) for scene in scenes] * 2


# What is shown together with boards of Replica wears the same livery.


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("side", [1, 2])
def test_a_film_shows_boards_in_their_colours_from_the_side_asked_for(theme: Theme, side: int) -> None:
    view = at(MIDDLE)
    made = film(ARTIST, [Shot(view, (), 0, say("Start"))], Look(theme=theme, side=side))
    image = Image.open(io.BytesIO(made.file)).convert("RGB")
    board = Image.open(io.BytesIO(ARTIST.draw(view, look=Look(theme=theme, width=image.width, side=side)))).convert(
        "RGB"
    )
    below = image.crop((0, image.height - board.height, *image.size))
    # Names may differ: a film gets those it shows with its shots.
    middle = (0, board.height // 4, board.width, 3 * board.height // 4)
    assert below.crop(middle).tobytes() == board.crop(middle).tobytes()


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("winner", [1, 2])
def test_the_card_of_a_match_is_in_the_winners_colour_and_stands_out_from_the_page(theme: Theme, winner: int) -> None:
    outcome = Outcome((1, 2) if winner == 1 else (2, 1), say("The end."), "K", by=winner)
    card = Summary(
        "Replica",
        say("2 players"),
        2,
        say("{player} wins", player=Player(winner)),
        outcome,
        9,
        feats=(say("captures: 1"), say("captures: 2")),
    )
    dressed = ARTIST.dress(theme)
    image = Image.open(io.BytesIO(draw_summary(card, Look(theme=dressed, width=DESIGN_WIDTH)))).convert("RGB")
    look, style = colours(dressed), colours(dressed).seat(winner)
    assert {colour for _, colour in image.getcolors(256) or []} <= set(palette(dressed))
    outside, border, inside = (image.getpixel((600, y)) for y in (MARGIN - 3, MARGIN + 1, MARGIN + 9))
    framed = (theme.dark, winner) in {(True, 2), (False, 1)}  # whose fill is nearly the page's
    for pixel, colour in ((outside, look.page), (border, style.edge if framed else style.fill), (inside, style.fill)):
        assert isinstance(pixel, tuple)
        assert math.dist(pixel, colour) <= 12


# The plan of a picture: nothing overlaps, every square has its place, each side can be at the bottom.


def plan_of(side: Seat | None = None, *, width: int = DESIGN_WIDTH, ended: bool = False) -> Frame:
    return frame(side=side, width=width, ended=ended)


def around(x: float, y: float, reach: float) -> Box:
    return Box(x - reach, y - reach, x + reach, y + reach)


def apart(one: Box, other: Box) -> bool:
    return one.right <= other.left or other.right <= one.left or one.bottom <= other.top or other.bottom <= one.top


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("ended", [False, True])
@pytest.mark.parametrize("width", [200, 400, 720, WIDTH, 2400])
def test_nothing_overlaps_or_leaves_the_picture(side: Seat | None, ended: bool, width: int) -> None:
    plan = plan_of(side, width=width, ended=ended)
    squares = [around(*plan.at(name), plan.square / 2) for name in SQUARES]
    labels = [around(x, y, LABEL / 3 * plan.unit) for _, (x, y) in label_places(plan)]
    signs = [around(*goal_place(plan, goal), 22 * plan.unit) for goal in GOALS.values()]
    boxes = [plan.status, *plan.cards, plan.foot]
    every = [*squares, *labels, *signs, *boxes]
    # Less than a pixel, as squares are whole pixels.
    assert all(apart(one.inside(0.8), other.inside(0.8)) for one, other in combinations(every, 2))
    page = Box(0, 0, plan.width, plan.height)
    for each in every:
        assert page.left <= each.left < each.right <= page.right
        assert page.top <= each.top < each.bottom <= page.bottom


@pytest.mark.parametrize("side", SIDES)
def test_each_side_has_its_own_corner_at_the_lower_left_and_its_card_below(side: Seat | None) -> None:
    plan = plan_of(side)
    home, far = ("h8", "a1") if side == 2 else ("a1", "h8")
    assert plan.at(home)[0] < plan.at(far)[0]
    assert plan.at(home)[1] > plan.at(far)[1]
    mine, theirs = (plan.cards[1], plan.cards[0]) if side == 2 else plan.cards
    assert theirs.bottom < plan.at(far)[1] < plan.at(home)[1] < mine.top
    assert plan.angle(45) == (225 if side == 2 else 45)


@pytest.mark.parametrize("side", SIDES)
def test_names_of_files_and_ranks_stand_beside_their_squares_at_all_edges(side: Seat | None) -> None:
    plan = plan_of(side)
    places = list(label_places(plan))
    for label in "abcdefgh12345678":
        mine = [place for text, place in places if text == label]
        assert len(mine) == 2
        square = plan.at(label + "1" if label.isalpha() else "a" + label)
        axis = 0 if label.isalpha() else 1
        assert all(place[axis] == square[axis] for place in mine)


def test_plans_scale_with_the_width() -> None:
    large, small = plan_of(), plan_of(width=400)
    assert small.height == pytest.approx(large.height / 3, abs=1)
    assert small.square == pytest.approx(large.square / 3, abs=0.5)
    assert plan_of(width=1).width == MIN_WIDTH
    assert plan_of(width=99_999).width == MAX_WIDTH


# The sheet shows the pieces and everything they can do, as the engine has it.


def position(lesson: Lesson) -> str:
    """The lesson's board, with kings far away for who has none."""
    signs = {}
    for piece in lesson.pieces.split():
        sign = "K" if "K" in piece else "P"
        signs[piece[-2:]] = sign if piece[0] == "W" else sign.lower()
    if "K" not in signs.values():
        signs["h1"] = "K"
    if "k" not in signs.values():
        signs["e8"] = "k"
    return "/".join("".join(signs.get(f"{file}{rank}", "1") for file in "abcdefgh") for rank in range(8, 0, -1))


def test_the_words_tell_every_lesson() -> None:  # P3 to P7
    text = ARTIST.sheet_text()
    for title in ("Pieces and kings", "Step", "Jump", "Capture", "Make a king", "Win"):
        assert f"{title}: " in text
    assert len(text) <= ALT_LIMIT


@pytest.mark.parametrize("lesson", [each for each in LESSONS if each.overlay.origin], ids=lambda each: str(each.title))
def test_what_is_shown_is_what_the_rules_allow(lesson: Lesson) -> None:  # P3, P4, P5
    found = REPLICA.reach(session(position(lesson)).state, 1, lesson.overlay.origin)
    assert found is not None
    theirs = Overlay(found.origin, found.walks, found.leaps, found.captures, flips=found.flips)
    for kind in ("walks", "leaps", "captures", "flips"):
        shown = getattr(lesson.overlay, kind)
        # A lesson shows its own kind of thing; whatever it shows is so.
        assert shown <= getattr(theirs, kind), kind
        if (
            kind
            in {"Step": ("walks",), "Jump": ("leaps",), "Capture": ("captures",), "Make a king": ("flips",)}[
                str(lesson.title)
            ]
        ):
            assert shown == getattr(theirs, kind)


@pytest.mark.parametrize("move", ["g7-h8", "f6xf7"])
def test_the_ways_to_win_that_are_shown_win(move: str) -> None:  # P7
    lesson = LESSONS[-1]
    after = session(position(lesson)).play(1, move)
    assert after.outcome is not None
    assert after.outcome.winners == (1,)


@pytest.mark.parametrize("space", ["\u00a0", "\u202f"])
def test_a_line_of_a_sheet_does_not_begin_with_what_a_no_break_space_ties_to_its_word(space: str) -> None:
    room = lettering_width("Le pion avance", 28, Weight.MEDIUM)
    assert _lines(f"Le pion avance{space}; puis", room, 28) == ["Le pion", f"avance{space}; puis"]


@pytest.mark.parametrize("palette", Palette)
@pytest.mark.parametrize("dark", [True, False])
def test_sheets_are_drawn_in_every_theme(palette: Palette, dark: bool) -> None:
    for width in (400, WIDTH):
        image = Image.open(io.BytesIO(ARTIST.sheet(look=Look(theme=Theme(palette, dark), width=width))))
        assert (image.mode, image.width) == ("P", width)


@pytest.mark.parametrize("number", range(len(LESSONS)))
def test_free_squares_are_free(number: int) -> None:
    lesson, plan = LESSONS[number], sheet_plan_of(number, 1)
    image = Image.open(io.BytesIO(ARTIST.sheet(look=Look(width=DESIGN_WIDTH)))).convert("RGB")
    look = colours(ARTIST.dress(Theme()))
    shown = {piece[-2:] for piece in lesson.pieces.split()}
    shown |= lesson.overlay.walks | lesson.overlay.leaps
    ways = {"b2", "c1"} if lesson.last else set()
    for name in set(squares_of(lesson)) - shown - ways:
        (x, y), half = plan.at(name), 0.4 * plan.square
        square = image.crop((round(x - half), round(y - half), round(x + half), round(y + half)))
        dark = (ord(name[0]) + int(name[1])) % 2 == 0
        ((_, colour),) = square.getcolors(256) or []
        assert colour == (look.check if dark else look.cell), name


def test_long_words_of_another_language_stay_on_their_cards() -> None:
    long, longer = (ARTIST.sheet(look=Look(translate=Pseudo(filler))) for filler in (40, 50))
    assert long == longer
