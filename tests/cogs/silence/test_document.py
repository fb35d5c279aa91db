"""The page about silent teams says what the policy does."""

from pathlib import Path

import pytest

from cogs.core.permissions import label
from hosting.silence import READING, SPEECH, WORDS

PAGE = (Path(__file__).parents[3] / "docs" / "silent-teams.md").read_text(encoding="utf-8")
EVERYBODY, _, REST = PAGE.partition("| taken from the players only | why |")
PLAYERS = REST.partition("\n\n")[0]


@pytest.mark.parametrize("permission", sorted(SPEECH))
def test_what_is_taken_from_everybody_is_named(permission: str) -> None:
    assert label(permission) in EVERYBODY


@pytest.mark.parametrize("permission", sorted(WORDS - SPEECH))
def test_what_is_taken_from_players_is_named(permission: str) -> None:
    assert label(permission) in PLAYERS


@pytest.mark.parametrize("permission", sorted(READING))
def test_what_is_given_to_players_is_named(permission: str) -> None:
    assert label(permission) in REST
