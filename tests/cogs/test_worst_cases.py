"""The fullest messages: six players with the longest names, more matches than a menu holds, a league named to the end.

What is sent is held against Discord's limits by `tests/limits`, in a wordy language, and thoroughly in English, too.
"""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import pytest

from cogs.core.text import LABEL_LIMIT, cut
from engine.text import say
from hosting.league.validation import LONGEST_NAME
from hosting.match.model import Place
from locales.pseudo import Pseudo
from tests.catalogues import everything_in
from tests.cogs.conftest import World
from tests.cogs.league import playing as league
from tests.cogs.playing import Shown, controls, latest, message_of, refreshed
from tests.cogs.seeing import answers
from tests.cogs.test_direct import direct
from tests.cogs.test_pseudo_controls import LONGEST, named
from tests.cogs.test_visibility import COMMANDS, FOR_ORGANISERS, _filled_in
from tests.volume import THOROUGH

WORDY = pytest.param(Pseudo(70), id="wordy")
LANGUAGES = pytest.mark.parametrize("language", [WORDY, *([pytest.param(None, id="English")] if THOROUGH else [])])
LOOKS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("board", {"show": "everyone"}),
    ("board", {"look": "text"}),
    ("match cards", {}),
    ("match clock", {}),
    ("match record", {}),
    ("matches", {"which": "here"}),
    ("match replay", {}),
    ("match replay", {"form": "summary"}),
    ("organise log", {}),
    ("watch match", {}),
    ("watch list", {}),
    ("doctor", {}),
    ("help", {}),
)
MATCHES = 30


@LANGUAGES
@pytest.mark.parametrize(("game", "players"), [("apex", 6), ("mutants", 4), ("replicants", 4)])
async def test_a_full_table(world: World, language: Pseudo | None, game: str, players: int) -> None:
    await world.come("fay")
    await named(world)
    world.env.backend.edit_member(world.guild.id, world.fay.id, {"nick": 32 * "\u0489"})
    organiser = world.organiser()
    with nullcontext() if language is None else everything_in(language):
        seated = [*LONGEST, "fay"][:players]
        table = await world.lobby(game=game, players=players, where="here", clock="3d")
        for name, button in (*((each, say("Join")) for each in seated[1:]), ("ann", say("Start"))):
            label = button.template if language is None else cut(button.render(language), LABEL_LIMIT)
            await world.press(name, table, label)
        await world.settle()
        assert len((await latest(world)).seats) == players
        for name, options in LOOKS:
            who = organiser if name.startswith(FOR_ORGANISERS) else world.ann
            assert answers(await who.slash(world.channel, name, **options))
        assert world.own(world.channel)


@LANGUAGES
async def test_more_matches_than_a_menu_holds(world: World, language: Pseudo | None) -> None:
    await named(world)
    tables, ann, bob = world.bot.arena.tables, world.named("ann"), world.named("bob")
    for number in range(MATCHES):
        room = world.guild.create_text_channel(f"{number:x>100}")
        table = await tables.open(world.guild.id, room.id, ann, "replicants", "2", where="here")
        table = await tables.join(table.id, bob)
        await world.as_bot(tables.start(table.id, ann.person_id, (Place("board", room.id),)))
    with nullcontext() if language is None else everything_in(language):
        shown: Shown = message_of(await world.ann.slash(world.channel, "matches"))
        for _ in range(MATCHES // 10 - 1):
            after = [item for item in controls(shown) if item["custom_id"].startswith("w:mine:")][-1]
            await world.ann.click(shown, custom_id=after["custom_id"])
            shown = refreshed(world.ann, shown)
        for command in ("help", "matches"):
            assert answers(await world.ann.slash(world.channel, command))
            await direct(world, "ann", command)
        organiser = world.organiser()
        for who, command in ((world.ann, "board"), (world.ann, "match record"), (organiser, "watch match")):
            assert len(await who.autocomplete(world.channel, command, "match", "")) == 25
        assert len(await world.ann.user.autocomplete("move", "match", "")) == 25
        assert answers(await organiser.slash(world.channel, "doctor"))


@LANGUAGES
async def test_a_league_with_the_longest_name(world: World, language: Pseudo | None) -> None:
    await named(world)
    boss = world.organiser()
    await league.begin(world, boss, "ann", "bob", "cleo", "dan", name=LONGEST_NAME * "*", players=4)
    with nullcontext() if language is None else everything_in(language):
        for name, cases in COMMANDS.items():
            if name.startswith(("league ", "league-manage", "watch league", "profile")) and "import" not in name:
                for options, _ in cases:
                    who = boss if name.startswith(FOR_ORGANISERS) else world.ann
                    assert answers(await who.slash(world.channel, name, **_filled_in(world, options))), name
                    await world.settle()
        found = await world.ann.autocomplete(world.channel, "league standings", "league", "")
        assert found
