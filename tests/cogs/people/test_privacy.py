"""`/privacy`: said in private, in servers and in direct messages, by a bot whose operator is named or not."""

from __future__ import annotations

from pathlib import Path

import pytest

from cogs.people.privacy import PAGES, operator, pages
from settings import Settings
from tests.cogs.conftest import World, private
from tests.cogs.core.test_tree import DIRECT
from tests.cogs.playing import message_of


@pytest.mark.parametrize("direct", [False, True], ids=["server", "direct message"])
async def test_it_says_what_is_kept_and_has_the_pages_with_it(world: World, direct: bool) -> None:
    reply = await (world.eve.user.slash("privacy") if direct else world.eve.slash(world.channel, "privacy"))

    text = private(reply)
    assert "What I keep of you" in text
    assert "ask the people who added me" in text
    assert [each.filename for each in message_of(reply).attachments] == list(PAGES)


def test_an_installation_without_the_pages_has_none(tmp_path: Path) -> None:
    assert pages(tmp_path) == []


async def test_no_other_command_exists_in_direct_messages(world: World) -> None:
    assert {each.split()[0] for each in world.eve.user.available_commands()} == DIRECT


async def test_a_direct_message_is_no_sign_of_a_player_in_any_server(world: World) -> None:
    await world.eve.user.slash("privacy")
    # A listener that failed would have logged it.
    assert [each.message for each in world.logged.records if each.levelname == "ERROR"] == []


@pytest.mark.parametrize(
    ("name", "contact", "said"),
    [
        ("Ann", "ann@example.org", "**Who answers for this bot:** Ann, ann@example.org"),
        ("Ann", "", "**Who answers for this bot:** Ann"),
        ("", "ann@example.org", "**Who answers for this bot:** ann@example.org"),
        ("", "", "**Who answers for this bot** is not set. Please ask the people who added me to your server."),
    ],
)
def test_who_answers_for_the_bot_is_the_operators_setting(name: str, contact: str, said: str) -> None:
    assert str(operator(Settings(operator_name=name, operator_contact=contact))) == said
