"""`/data`: said in private, in servers and in direct messages, by a bot whose operator is named or not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pydantic import ValidationError

from cogs.core.bot import periods_of
from cogs.people.cog import PAGES, kept_for, operator, pages, topics_of
from hosting import outbox
from hosting.retention import Periods
from settings import Settings
from tests.cogs.conftest import World, private
from tests.cogs.core.test_tree import DIRECT
from tests.cogs.playing import message_of

_PAGE = Path(__file__).parents[3] / "PRIVACY.md"
_ROW = re.compile(r"^\| .* \| (\d+) days?.* \| `(\w+)` \|$", re.MULTILINE)


@pytest.mark.parametrize("direct", [False, True], ids=["server", "direct message"])
async def test_it_says_what_is_kept_in_topics_and_has_the_pages_in_full(world: World, direct: bool) -> None:
    reply = await (world.eve.user.slash("data") if direct else world.eve.slash(world.channel, "data"))
    text, shown = private(reply), message_of(reply)
    assert text.startswith("**I store what I need to host your matches, and nothing else.**")
    assert "`/data request:copy`" in text
    assert "`/data request:deletion`" in text
    assert "ask the people who added me" in text
    assert shown.attachments == []
    for topic in topics_of(world.bot.settings)[1:]:
        await (world.eve.user if direct else world.eve).select(shown, [topic.key])
        page = world.message(shown.channel_id, shown.id)
        assert page.content.startswith(f"**{topic.title}**\n")
        assert [each.filename for each in page.attachments] == (list(PAGES) if topic.key == "pages" else [])


def test_an_installation_without_the_pages_has_none(tmp_path: Path) -> None:
    assert pages(tmp_path) == []


async def test_no_other_command_exists_in_direct_messages(world: World) -> None:
    assert {each.split()[0] for each in world.eve.user.available_commands()} == DIRECT


async def test_a_direct_message_is_no_sign_of_a_player_in_any_server(world: World) -> None:
    await world.eve.user.slash("data")
    # A listener that failed would have logged it.
    assert [each.message for each in world.logged.records if each.levelname == "ERROR"] == []


def test_the_page_says_how_long_things_are_kept() -> None:
    page = _PAGE.read_text(encoding="utf-8")
    said = {name: int(days) for days, name in _ROW.findall(page)}
    assert said == {
        name.upper(): field.default for name, field in Settings.model_fields.items() if name.startswith("keep_")
    }
    assert periods_of(Settings()) == Periods()
    assert f"| {outbox.KEPT.days} days after the match has ended |" in page


def test_the_answer_says_it_as_the_operator_set_it() -> None:
    kept = Settings(keep_removed_servers=11, keep_silence_logs=12, keep_imports=13, keep_closed_tables=14)
    assert re.findall(r"(\d+) days", " ".join(map(str, kept_for(kept)))) == ["11", "12", "13", "14"]


@pytest.mark.parametrize("wanted", [False, True])
def test_ratings_of_all_servers_are_told_of_where_there_are_any(wanted: bool) -> None:
    told = [str(line) for topic in topics_of(Settings(ratings_of_all_servers=wanted)) for line in topic.lines]
    assert any("all_servers:" in line for line in told) is wanted
    assert any("for good, as numbers without names" in line for line in told) is wanted


def test_nothing_is_kept_for_no_time() -> None:
    with pytest.raises(ValidationError):
        Settings(keep_imports=0)


@pytest.mark.parametrize(
    ("name", "contact", "said"),
    [
        ("Ann", "ann@example.org", "**Responsible for this bot:** Ann, ann@example.org"),
        ("Ann", "", "**Responsible for this bot:** Ann"),
        ("", "ann@example.org", "**Responsible for this bot:** ann@example.org"),
        ("", "", "**Responsible for this bot:** not set. Please ask the people who added me to your server."),
    ],
)
def test_who_answers_for_the_bot_is_the_operators_setting(name: str, contact: str, said: str) -> None:
    assert str(operator(Settings(operator_name=name, operator_contact=contact))) == said
