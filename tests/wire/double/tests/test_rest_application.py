"""The application's commands: limits, replacement, where they are offered."""

from typing import Any

import pytest

from tests.wire.double import RefusedError
from tests.wire.double.sample import refused, stage
from tests.wire.double.validate import command_problems, command_size

_SUBCOMMANDS = [{"type": 1, "name": f"s{i}", "description": "d"} for i in range(26)]


@pytest.mark.parametrize(
    ("commands", "code"),
    [
        ([{"name": f"c{i}", "description": "d"} for i in range(101)], 30032),
        ([{"name": f"M {i}", "type": 3} for i in range(16)], 30032),
        ([{"name": "c", "description": "d", "options": _SUBCOMMANDS}], 50035),
        ([{"name": "bad name", "description": "d"}], 50035),
        ([{"name": "Bad", "description": "d"}], 50035),
    ],
)
async def test_commands_that_are_refused_leave_the_old_ones(commands: list[Any], code: int) -> None:
    async with stage(clean=False) as s:
        before = dict(s.double.commands)
        with refused(code):
            await s.bot.http.bulk_upsert_global_commands(s.double.bot.id, commands)
        assert s.double.commands == before
        assert len(await s.bot.tree.fetch_commands()) == len(before)


async def test_single_commands() -> None:
    async with stage() as s:
        before = len(s.double.commands)
        path = f"/applications/{s.double.bot.id}/commands"
        ids = {(await s.request("POST", path, {"name": "ping", "description": d}))["id"] for d in ("a", "b")}
        assert len(ids) == 1
        assert len(s.double.commands) == before
        mine = await s.bot.tree.fetch_command(int(ids.pop()))
        assert (await mine.edit(description="c")).description == "c"
        await mine.delete()
        with refused(10063):
            await mine.delete()


async def test_where_a_command_is_offered() -> None:
    async with stage() as s:
        path = f"/applications/{s.double.bot.id}/commands"
        await s.request("POST", path, {"name": "table", "description": "d", "contexts": [0]})
        await s.request("POST", path, {"name": "secret", "description": "d", "default_member_permissions": "0"})
        for channel, name in ((s.double.dm(s.ann), "table"), (s.lobby, "secret")):
            with pytest.raises(RefusedError):
                await s.ann.slash(channel, name)
        local = {"name": "ping", "description": "d", "options": [{"type": 3, "name": "x", "description": "d"}]}
        await s.request("POST", f"/applications/{s.double.bot.id}/guilds/{s.guild.id}/commands", local)
        assert s.double.command(s.lobby, "ping", 1)["guild_id"] == str(s.guild.id)
        assert "guild_id" not in s.double.command(s.double.dm(s.ann), "ping", 1)


async def test_the_application_and_unknown_users() -> None:
    async with stage() as s:
        assert (await s.bot.application_info()).id == s.double.bot.id
        with refused(10013):
            await s.bot.fetch_user(1)


def test_what_is_wrong_with_a_command() -> None:
    def codes(**more: Any) -> list[str]:
        return [code for _, code, _ in command_problems({"name": "c", "description": "d"} | more)]

    option: dict[str, Any] = {"type": 3, "name": "a", "description": "d"}
    assert codes() == []
    assert codes(description="") == codes(description="x" * 101) == ["BASE_TYPE_BAD_LENGTH"]
    assert codes(options=[option, option | {"name": "b", "required": True}]) == [
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"
    ]
    assert codes(options=[option, option]) == ["APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS"]
    assert codes(options=[option | {"choices": [{"name": str(i), "value": i} for i in range(26)]}]) == [
        "BASE_TYPE_MAX_LENGTH"
    ]


def test_the_size_of_a_command() -> None:
    option = {"type": 3, "name": "ab", "description": "cde", "choices": [{"name": "f", "value": "gh"}]}
    assert command_size({"name": "move", "description": "Moves", "options": [option]}) == 4 + 5 + 2 + 3 + 1 + 2
