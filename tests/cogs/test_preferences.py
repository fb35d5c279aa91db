"""`/settings`: what players and administrators choose is kept, shown, and used."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from render.theme import Palette, Theme, colours
from tests.cogs.conftest import World
from tests.cogs.playing import chosen, message_of, play, posts, said

pytestmark = pytest.mark.usefixtures("pictures")


def has(picture: bytes, theme: Theme) -> bool:
    """Whether a picture is in a theme: its page and its first seat's colour are there."""
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    found = {colour for _, colour in image.getcolors(image.width * image.height) or []}
    look = colours(theme)
    return {look.page, look.seat(1).fill} <= found


async def test_without_options_it_shows_the_defaults(world: World) -> None:
    answer = message_of(await world.ann.slash(world.channel, "settings mine"))
    assert answer.ephemeral
    for line in (
        "Colours: same as the server",
        "Background: same as the server",
        "Private boards: pictures",
        "Mentions: when it's your turn",
        "Typed turns: played at once",
        "Profiles: for the server",
    ):
        assert line in chosen(answer)
    assert answer.attachments == [], "the menus come first"


async def test_a_players_choice_is_kept_and_used_for_what_only_they_see(world: World) -> None:
    await world.begin()
    wanted = {"colours": "colour-blind safe", "background": "light"}
    answer = message_of(await world.ann.slash(world.channel, "settings mine", **wanted))
    assert "Colours: colour-blind safe" in chosen(answer)
    assert has(await answer.attachments[0].read(), Theme(Palette.SAFE, dark=False))
    assert answer.attachments[0].description
    await world.restart()
    board = message_of(await world.ann.slash(world.channel, "board"))
    assert has(await board.attachments[0].read(), Theme(Palette.SAFE, dark=False))
    others = message_of(await world.bob.slash(world.channel, "board"))
    assert has(await others.attachments[0].read(), Theme(Palette.STANDARD, dark=True))
    await world.ann.slash(world.channel, "settings mine", colours="same as the server", background="same as the server")
    again = message_of(await world.ann.slash(world.channel, "board"))
    assert has(await again.attachments[0].read(), Theme(Palette.STANDARD, dark=True))


async def test_boards_can_be_text(world: World) -> None:
    await world.begin()
    await world.ann.slash(world.channel, "settings mine", boards="text")
    board = message_of(await world.ann.slash(world.channel, "board"))
    assert not board.attachments
    assert "e5" in str(board.embeds[0].description)


async def test_who_does_not_want_to_be_mentioned_is_not(world: World) -> None:
    await world.begin()
    await world.bob.slash(world.channel, "settings mine", calls="don't ping me")
    await play(world, "E/2E6/E")
    status = posts(world, "Play")[-1]
    assert world.pings(status) == []
    assert ". bob: charge\n" in said(status)


async def test_a_servers_choice_is_used_for_what_everybody_sees(world: World) -> None:
    mod = world.organiser()
    answer = message_of(
        await mod.slash(world.channel, "settings server", colours="colour-blind safe", background="light")
    )
    assert answer.ephemeral
    assert "Colours: colour-blind safe" in said(answer)
    await world.begin()
    board = posts(world)[-1]
    assert has(await board.attachments[0].read(), Theme(Palette.SAFE, dark=False))


async def test_only_who_manages_a_server_changes_it(world: World) -> None:
    shown = message_of(await world.ann.slash(world.channel, "settings server"))
    assert shown.ephemeral
    assert "Background: dark" in said(shown)
    answer = message_of(await world.ann.slash(world.channel, "settings server", background="light"))
    assert answer.ephemeral
    assert "Only members who can manage the server" in said(answer)
    assert (await world.bot.arena.settings.server(world.guild.id)).dark
