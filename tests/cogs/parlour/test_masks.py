"""What others see is made from what a spectator may know: the views and the events behind every public picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from cogs.delivery import cog
from cogs.play import board
from cogs.play import builder_view as building
from cogs.review import viewer
from cogs.ui.pictures import Board, draw_board
from cogs.watch import cog as watching
from engine.events import Event
from engine.seat import Seat
from render import animation
from tests.cogs.conftest import World
from tests.cogs.parlour.conftest import Parlour, begin
from tests.cogs.playing import message_of, said
from tests.cogs.watch.test_watch import boards, watch

pytestmark = pytest.mark.usefixtures("parlour")

Drawn = list[tuple[Seat | None, list[frozenset[Seat] | None]]]
"""For each picture whose eyes it is drawn for, and the audiences of the events that are marked in it."""


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Drawn:
    """Note what the boards are drawn from that are posted, sent by `/board`, or shown where turns are built."""
    found: Drawn = []

    async def noting(game: str, view: Any, last: Sequence[Event], *args: Any, **others: Any) -> Board:
        found.append((view.viewer, [event.audience for event in last]))
        return await draw_board(game, view, last, *args, **others)

    for module in (cog, watching, board, building):
        monkeypatch.setattr(module, "draw_board", noting)
    return found


async def kept(world: World) -> tuple[Parlour, Seat, int]:
    """Give a match in which a player set aside a card of their hand; return the seat and the card, too."""
    party = await begin(world, hand="chosen")
    first, second = await party.attack()
    await party.move(second, "-")
    card = (await party.hand(first))[0]
    await party.move(first, f"K {card}")
    return party, first, card


async def test_boards_that_all_see_are_drawn_from_what_all_may_know(world: World, drawn: Drawn) -> None:
    lounge = world.guild.create_text_channel("lounge")
    await watch(world, world.organiser(), "server", channel=lounge)
    party, first, _ = await kept(world)
    assert len(drawn) > len(boards(world, lounge)) > 1
    assert {viewer for viewer, _ in drawn} == {None}
    assert {audience for _, audiences in drawn for audience in audiences} == {None}
    session = await party.session()
    assert session.last is not None
    assert frozenset({first}) in {event.audience for event in session.last.events}, "something was to be hidden"


async def test_a_player_who_shows_everyone_the_board_keeps_what_they_hold(world: World, drawn: Drawn) -> None:
    party, first, card = await kept(world)
    drawn.clear()
    answers = [
        message_of(await party.player(first).slash(world.channel, "board", show=show, look="text"))
        for show in ("me", "everyone")
    ]
    assert [viewer for viewer, _ in drawn] == [first, None]
    assert [{frozenset({first})} <= set(audiences) for _, audiences in drawn] == [True, False]
    own, public = (answer.embeds[0].description or "" for answer in answers)
    assert str(card) in own
    assert public != own


async def test_a_film_of_a_running_match_shows_no_side_from_within(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: set[Seat | None] = set()
    told: set[frozenset[Seat] | None] = set()

    def noting(artist: Any, shots: Sequence[Any], look: Any, *, turns: int) -> Any:
        seen.update(shot.view.viewer for shot in shots)
        told.update(event.audience for shot in shots for event in shot.last)
        return real(artist, shots, look, turns=turns)

    real: Callable[..., Any] = animation.film
    monkeypatch.setattr(viewer, "film", noting)
    party, first, _ = await kept(world)
    await party.player(first).slash(world.channel, "match replay", form="animation", side=first)
    assert (seen, told) == ({None}, {None})


async def test_a_turn_is_built_on_a_board_without_the_hands_of_others(world: World, drawn: Drawn) -> None:
    party = await begin(world, hand="chosen")
    first = await party.first()
    await party.move(first, "P")
    drawn.clear()
    await party.player(3 - first).slash(world.channel, "move")
    assert [viewer for viewer, _ in drawn] == [None]
    await party.move(3 - first, "P")
    drawn.clear()
    await party.player(first).slash(world.channel, "move")
    assert [viewer for viewer, _ in drawn] == [None]


async def test_who_is_not_asked_learns_no_legal_move(world: World) -> None:
    party = await begin(world, hand="chosen")
    first = await party.first()
    answers = {
        name: said(message_of(await person.slash(world.channel, "legal")))
        for name, person in (("own", party.player(first)), ("other", party.player(3 - first)), ("eve", world.eve))
    }
    assert answers.pop("own").startswith("Ways to start the turn")
    assert set(answers.values()) == {"You have nothing to decide right now."}


async def test_who_chooses_is_answered_with_their_own_choice(world: World) -> None:
    party = await begin(world, 3)
    packs = (await party.session()).state.packs
    await party.move(1, str(packs[0][0]))
    opened = message_of(await party.player(2).slash(world.channel, "move"))
    assert f"`{packs[0][0]}`" not in said(opened)
    answer = await party.move(2, str(packs[1][1]))
    assert f"Your choice is `{packs[1][1]}`" in answer
