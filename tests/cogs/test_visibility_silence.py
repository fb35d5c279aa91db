"""What silent partners see of what the other one does: turns, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from discord import AppCommandOptionType, app_commands

from hosting.match import partners
from hosting.match.model import Match
from store.tables.lobby import open_of
from tests.cogs.conftest import World
from tests.cogs.playing import Shown, labels, message_of, pick
from tests.volume import THOROUGH


async def test_silent_partners_see_nothing_of_each_other_but_turns(world: World) -> None:
    # R29
    match = await world.begin_silent()
    team = next(place for place in match.places if place.role == "team:0")
    channel = world.place(team.channel_id)
    before = {each.id for each in channel.history(viewer=world.cleo)}
    (playable,) = [each for each in channel.history(viewer=world.ann) if "Play" in labels(each)]
    for name, options in (
        ("board", {"show": "everyone"}),
        ("move", {"turn": "meet me at seven"}),
        ("legal", {"piece": "hello partner"}),
        ("rules", {"topic": "hello partner"}),
        ("learn", {"game": "replicants", "step": 3}),
        ("match record", {}),
        ("matches", {"which": "here"}),
        ("doctor", {}),
        ("resign", {}),
        ("new replicants", {"players": 3}),
        ("settings block", {"add": world.cleo}),
        ("settings block", {}),
        ("seek create", {"game": "replicants", "options": "hello partner"}),
        ("seek create", {"game": "replicants"}),
        ("seek list", {}),
        ("league join", {}),
        ("league mine", {}),
        ("board", {"turn": 0, "show": "everyone"}),
        ("match replay", {"form": "animation", "show": "everyone"}),
        ("match replay", {"form": "summary", "show": "everyone"}),
        ("match import", {"file": ("hello.txt", b"hello partner")}),
    ):
        answer = message_of(await world.ann.slash(channel, name, **options))
        assert answer.ephemeral, name
    viewer = message_of(await world.ann.slash(channel, "match replay"))
    for shown in (viewer, message_of(await world.ann.click(viewer, label="Open a table from here"))):
        assert shown.ephemeral
    opened = message_of(await world.ann.click(playable, label="Play"))
    assert opened.ephemeral
    built: Shown = opened
    for label in ("2 on E7", "E6", "Charge the matrix", "Confirm"):
        assert {each.id for each in channel.history(viewer=world.cleo)} == before
        built = await pick(world.ann, built, label)
    await world.settle()
    new = [each for each in channel.history(viewer=world.cleo) if each.id not in before]
    assert all(each.author.bot and not each.flags.ephemeral for each in new)
    assert any("`E/2E6/E`" in each.content for each in new)
    assert not any(word in each.content for each in new for word in ("meet me", "hello"))


WORDS = "zebras at seven"
SIGNS = {"new", "league join", "league-manage add"}
"""Commands by which a player asks the partner to play elsewhere: docs/silent-teams.md counts what that carries."""


def given(world: World, options: Iterable[app_commands.Parameter]) -> dict[str, object]:
    """Return what somebody might send by options: words wherever there is room for some, the partner, and others."""
    people = iter((world.cleo, world.eve, world.dan, world.bob, world.people["fay"], world.people["gus"]))
    found: dict[str, object] = {}
    for each in options:
        kinds: dict[AppCommandOptionType, object] = {
            AppCommandOptionType.integer: max(1, int(each.min_value or 1)),
            AppCommandOptionType.boolean: True,
            AppCommandOptionType.channel: world.channel,
            AppCommandOptionType.role: world.guild.default_role,
            AppCommandOptionType.attachment: ("zebras.txt", WORDS.encode()),
        }
        if each.type is AppCommandOptionType.user:
            found[each.display_name] = next(people)
        else:
            found[each.display_name] = each.choices[0].value if each.choices else kinds.get(each.type, WORDS)
    return found


def variants(command: app_commands.Command[Any, ..., Any]) -> Iterator[list[app_commands.Parameter]]:
    """Give ways to use a command: all options; those it needs and the partner, alone or with each of the others."""
    needed = [each for each in command.parameters if each.required]
    others = [each for each in command.parameters if not each.required]
    yield [*needed, *others]
    people = [each for each in others if each.type is AppCommandOptionType.user][:1]
    if people or any(each.type is AppCommandOptionType.user for each in needed):
        yield [*needed, *people]
        yield [*needed, *people, *(each for each in others if each.display_name == "league")]
    if THOROUGH:
        yield from ([*needed, *people, each] for each in others if each not in people)


def reaching(world: World, match: Match) -> dict[int, str]:
    """Return what the partner reads of the bot's: in the match's channels, in private, and wherever they are called."""
    places = [world.place(each.channel_id) for each in match.places if each.role in ("board", "team:0")]
    found = [each for place in places for each in place.history(viewer=world.cleo)]
    found += world.cleo.user.dm_channel.history(viewer=world.cleo.user)
    found += [each for each in world.own(world.channel) if world.cleo.id in world.pings(each)]
    return {each.id: f"{each.content} {[one.to_dict() for one in each.embeds]} {each.attachments}" for each in found}


async def test_no_command_lets_a_partner_write_or_call_the_other_as_often_as_they_like(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    # R29
    match = await world.begin_silent()
    boss, arena = world.organiser(), world.bot.arena
    world.promote(world.ann)
    await world.come("fay", "gus")
    for chosen in ({"format": "swiss", "mode": "teams", "name": "Cup"}, {"format": "ladder", "name": "Top"}):
        draft = message_of(await boss.slash(world.channel, "league create", game="replicants", **chosen))
        await boss.click(draft, label="Publish")
        await world.settle()
    channel = world.place(next(each.channel_id for each in match.places if each.role == "team:0"))
    signs: set[str] = set()
    commands = [each for each in world.bot.tree.walk_commands() if isinstance(each, app_commands.Command)]
    tried = [(each, channel, next(variants(each))) for each in commands]
    tried += [(each, world.channel, options) for each in commands for options in variants(each)]
    before = reaching(world, match)
    for command, where, options in tried:
        sent = given(world, options)
        with monkeypatch.context() as earlier:  # what was asked before was asked on another day
            earlier.setattr(partners, "ONE_IN", timedelta())
            await world.ann.slash(where, command.qualified_name, **sent)
            if (
                "add" in sent and command.qualified_name == "settings block"
            ):  # it would keep the partner from the others
                await world.ann.slash(where, command.qualified_name, remove=sent["add"])
            await world.settle()
        if (after := reaching(world, match)) == before:
            continue
        (new,) = [said for number, said in after.items() if before.get(number) != said]
        assert WORDS not in new, (command.qualified_name, sent)
        signs.add("new" if command.qualified_name.startswith("new ") else command.qualified_name)
        await world.ann.slash(where, command.qualified_name, **sent)
        await world.settle()
        assert reaching(world, match) == after, "a second time on the same day"
        await _forget(world)
        before = reaching(world, match)
    assert signs == SIGNS
    assert not (await arena.matches.get(match.id)).over


async def _forget(world: World) -> None:
    """Take back what was asked."""
    arena = world.bot.arena
    ann = world.person("ann")
    async with arena.db.read() as connection:
        tables = await open_of(connection, ann)
    for number in tables:
        await world.as_bot(arena.tables.cancel(number, ann))
    for season, _ in await arena.leagues.of_person(world.person("cleo")):
        await world.as_bot(arena.leagues.leave(season, world.person("cleo")))
    await world.settle()
