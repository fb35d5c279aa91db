"""Abilities in signs, those too that no card of this box has."""

from __future__ import annotations

import pytest

from engine.mutants.abilities import Ability, Copy, Take
from render.icons import Icon
from render.mutants import icons
from render.mutants.cards import ability_signs


@pytest.mark.parametrize(
    ("ability", "symbols"),
    [
        ((Take(0),), [icons.take]),
        ((Take(2),), [icons.take, icons.discard]),
        ((Copy("deploy", "arena"),), [icons.copy, icons.deploy]),
        ((Copy("leave", "arena"),), [icons.copy, icons.leave]),
        ((Copy("either", "arena"),), [icons.copy, icons.deploy, icons.leave]),
    ],
)
def test_every_verb_has_its_symbols(ability: Ability, symbols: list[Icon]) -> None:
    assert [sign.icon for sign in ability_signs(ability)] == symbols
