"""Three players draft and play their first round, from the lobby on, by menus and buttons alone."""

from __future__ import annotations

import re

from engine.mutants.components import components
from tests.cogs.conftest import World
from tests.cogs.mutants.menus import start, told
from tests.cogs.playing import pick, said

PLAYERS = ("ann", "bob", "cleo")
NAMES = {card.code: card.name_en for card in components().advanced}
_SEALED = re.compile(r"`([A-Z]{3})`")


async def test_a_drafted_game_to_the_end_of_its_first_round(world: World) -> None:
    table = await start(world, "bob", "cleo", players=3, reserve="draft")
    picked: dict[str, list[str]] = {name: [] for name in PLAYERS}
    for number in range(1, 7):
        assert set(table.called()) == set(PLAYERS)
        assert "The choices stay secret until the match is over" in said(table.call())
        # Before the reserves are laid out, nobody reads anything of what was picked.
        assert not [name for name in NAMES.values() if name in told(world)]
        for name in PLAYERS:
            shown = await table.open(name)
            assert f"Pick {number} of 6" in said(shown)
            (pack,) = shown.attachments
            assert pack.filename == "pack.png"
            assert f"Your pack: {10 - number} cards" in (pack.description or "")
            assert [card for card in picked[name] if NAMES[card] not in (pack.description or "")] == []
            ready = await table.build(name)
            assert "Confirm to seal it: nobody else sees it until the match is over." in said(ready)
            sealed = await pick(world.people[name], ready, "Confirm")
            await world.settle()
            if name != PLAYERS[-1]:
                assert "Nobody else sees it until the match is over" in said(sealed)
            found = _SEALED.search(said(sealed))
            assert found is not None, said(sealed)
            if name != PLAYERS[-1]:
                assert f"Your choice is `{found[1]}`: {NAMES[found[1]]} (" in said(sealed)
            picked[name].append(found[1])
    for _ in range(80):
        if "Round 1 is scored" in told(world):
            break
        (name,) = table.called()
        await table.answer(name)
    else:
        raise AssertionError("the round does not end")
    assert table.longest <= 25
    for name in PLAYERS:
        session = (await world.bot.arena.matches.get(1)).session
        side = session.view(PLAYERS.index(name) + 1).sides[PLAYERS.index(name)]
        assert set(side.unseen) <= set(picked[name])
