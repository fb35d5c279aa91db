"""A season on Discord from `/league create` to its file, by what organisers and players press and type alone."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
import zipfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import zip_longest

import discord
import simcord

from hosting.league.model import SeasonView, points_text
from hosting.match.model import Match
from store.league.seasons import Fixture
from tests.cogs.conftest import World, private, some_turn
from tests.cogs.league.playing import drafted
from tests.cogs.playing import labels, message_of, refreshed
from tests.hosting.league import recompute

Rows = Mapping[str, Sequence[Mapping[str, str]]]
"""The rows of the tables of a file, by name."""
DAY = timedelta(days=1)


@dataclass
class Played:
    """A season, with the organiser who made it.

    Attributes:
        world: Where it is played.
        boss: The organiser.
        post: Its public post.
        taken_over: What entries are called that others play for now, by number as the file writes it.
    """

    world: World
    boss: simcord.MemberActor
    post: discord.Message
    taken_over: dict[str, str] = field(default_factory=dict)

    async def view(self) -> SeasonView:
        return await self.world.bot.arena.leagues.view(1)

    async def running(self) -> list[Fixture]:
        """Return the fixtures that are being played, in the order of their boards."""
        found = [each for each in (await self.view()).fixtures if each.status == "running"]
        return sorted(found, key=lambda each: (each.round, each.division, each.board, each.id))

    async def match(self, fixture: Fixture) -> Match:
        return await self.world.bot.arena.matches.get(fixture.match_id or 0)

    async def fixture_of(self, *names: str) -> Fixture:
        """Return the fixture that is being played by some, or all, of its players."""
        view = await self.view()
        mine = {view.entry_of(self.world.person(name)) for name in names}
        wanted = {each.id for each in mine if each is not None}
        (found,) = [each for each in await self.running() if wanted <= {*each.entries}]
        return found

    async def names(self, entry: int) -> list[str]:
        """Return who plays for an entry."""
        there = next(each for each in (await self.view()).entries if each.id == entry)
        return [name for each in there.current for name, number in self.world.persons.items() if number == each]

    def entry(self, view: SeasonView, name: str) -> int:
        """Return the number of the entry for which a player plays."""
        found = view.entry_of(self.world.person(name))
        assert found is not None
        return found.id

    def place(self, match: Match, name: str) -> simcord.ChannelHandle:
        """Return where one of the players types and presses: the match's thread, or the own team's channel."""
        seat = match.seat_of(self.world.person(name))
        team = None if seat is None else match.mode.team_of(seat)
        role = "board" if team is None or not match.silent else f"team:{team}"
        found = match.place(role)
        assert found is not None
        return self.world.place(found.channel_id)

    async def turn(self, fixture: Fixture) -> Match:
        """Have a player whose turn it is play one by command."""
        match = await self.match(fixture)
        name = match.names[min(match.session.to_act) - 1]
        turn = some_turn(match.session)
        told = message_of(await self.world.people[name].slash(self.place(match, name), "move", turn=turn))
        assert told.content.startswith(f"Played `{turn}`."), told.content
        await self.world.settle()
        return await self.match(fixture)

    async def opened(self, fixture: Fixture) -> Match:
        """Have each player of a fixture play a first turn, so that nobody was absent."""
        match = await self.match(fixture)
        for _ in match.seats:
            match = await self.turn(fixture)
        return match

    async def resign(self, fixture: Fixture, *names: str) -> None:
        """Have players resign, after each has played a turn."""
        match = await self.opened(fixture)
        for name in names:
            asked = message_of(await self.world.people[name].slash(self.place(match, name), "resign"))
            await self.world.people[name].click(asked, label="Resign")
            assert refreshed(self.world.people[name], asked).content == "You've resigned."
            await self.world.settle()

    async def lose(self, *names: str) -> None:
        """Have the first of some players resign against the others, by real commands."""
        await self.resign(await self.fixture_of(*names), names[0])

    async def pass_time(self, time: timedelta) -> None:
        await self.world.env.advance_time(time.total_seconds())
        await self.world.settle()

    def own(self) -> list[discord.Message]:
        """Return everything that was posted for everybody in the league's channel."""
        return self.world.own(self.world.channel)

    async def close(self) -> None:
        """Have the organiser close it."""
        asked = drafted(await self.boss.slash(self.world.channel, "league-manage close"))
        await self.boss.click(asked, label="Close")
        await self.world.settle()

    async def export(self) -> bytes:
        """Return its file, as the organiser gets it."""
        (file,) = drafted(await self.boss.slash(self.world.channel, "league-manage export")).attachments
        assert file.filename.endswith("-1.zip")
        return await file.read()

    async def believed(self) -> Rows:
        """Hold the file against an independent program, and what everybody reads against the file; return its tables.

        Held are the table at the close, `/league standings` and `/league explain` of each entry.
        """
        data = await self.export()
        recompute.check(data)
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            files = {name: archive.read(name).decode() for name in archive.namelist()}
        rows = {name: [*csv.DictReader(io.StringIO(text))] for name, text in files.items() if name.endswith(".csv")}
        facts = json.loads(files["league.json"])
        assert facts["closed"] == 1
        called = await self._called(rows)
        scored = facts["kind"] in ("round-robin", "swiss")
        final = next(each for each in self.own() if "this is the final" in each.content)
        drawn = [each for each in final.attachments if each.filename != "bracket.png"]  # a knock-out has that alone
        for division, picture in zip_longest(facts["divisions"], drawn):
            number = division["number"]
            table = [each for each in rows["standings.csv"] if each["division"] == str(number)]
            expected = [_row(each, called[each["entry"]], scored=scored) for each in table]
            asked = await self.world.eve.slash(self.world.channel, "league standings", division=number)
            pictures = [*([picture] if picture else []), *drafted(asked).attachments]
            assert len(pictures) == (1 if "knockout" in facts["kind"] else 2)
            for shown in pictures:
                assert shown.description is not None
                lines = [line for line in shown.description.splitlines() if _is_row(line)]
                assert [_BREAKS.sub("", line) for line in lines] == expected
                level = [
                    scored
                    and any(each["points"] == row["points"] for each in (*table[at - 1 : at], *table[at + 1 : at + 2]))
                    for at, row in enumerate(table)
                ]
                assert [bool(_BREAKS.search(line)) for line in lines] == level, "what separates equals is told"
        assert facts["secret"] in final.content
        assert hashlib.sha256(bytes.fromhex(facts["secret"])).hexdigest() in final.content
        for each in rows["standings.csv"]:
            answer = await self.world.eve.slash(self.world.channel, "league explain", entry=int(each["entry"]))
            told = private(answer).splitlines()
            assert told[0] == f"**{called[each['entry']]}: place {each['place']} in Winter**"
            assert (f"points: {points_text(int(each['points']))}" in told) == scored
        return rows

    async def _called(self, rows: Rows) -> dict[str, str]:
        """Return what each entry is called: by its name in the file, an unnamed team by both players."""
        names = {each["player"]: each["name"] for each in rows["players.csv"]}
        found = {}
        for each in rows["entries.csv"]:
            players = each["players"].split(";")
            unnamed = each["name"] == names[players[0]]
            found[each["entry"]] = " and ".join(names[player] for player in players) if unnamed else each["name"]
        return found | self.taken_over


_BREAKS = re.compile(r" \((?:(?:H2H|SB|BH|BH−1|Wins|Start|Lot) [^,)]+(?:, )?)+\)")


def _is_row(line: str) -> bool:
    return line.split(".", maxsplit=1)[0].isdecimal()


def _row(row: Mapping[str, str], name: str, *, scored: bool) -> str:
    """Return a row of the file as the words of the picture have it, of a season that is closed."""
    points = f" {points_text(int(row['points']))} pts" if scored else ""
    moved = {"up": " promoted", "down": " relegated", "out": " withdrawn", "stay": "", "": ""}[row["movement"]]
    return f"{row['place']}. {name}{points} {row['won']}-{row['level']}-{row['lost']}{moved}"


async def begun(
    world: World,
    names: Sequence[str | tuple[str, str]],
    *,
    terms: Mapping[str, Mapping[str, object]] | None = None,
    **options: object,
) -> Played:
    """Have a season made, published, joined and started, as an organiser and players do it.

    Args:
        world: Where.
        names: Who joins; two who are partners.
        terms: What the organiser types and picks in the dialogs of terms, by dialog.
        options: Of `/league create`.
    """
    boss = world.organiser()
    draft = drafted(await boss.slash(world.channel, "league create", name="Winter", **options))
    for page, typed in (terms or {}).items():
        asked = await boss.select(world.latest(draft), [page])
        await boss.submit_modal(asked, dict(typed))
    await boss.click(world.latest(draft), label="Publish")
    await world.settle()
    (post,) = [each for each in world.own(world.channel) if "SHA-256" in each.content]
    for each in names:
        captain, *partners = (each,) if isinstance(each, str) else each
        if partners:
            await world.people[captain].slash(world.channel, "league join", partner=world.people[partners[0]])
        await world.press(partners[0] if partners else captain, post, "Join")
    await boss.click(world.latest(post), label="Start (organisers)")
    await world.settle()
    assert labels(world.latest(post)) in (["Terms"], ["Join", "Terms"])
    return Played(world, boss, post)


def ends(rows: Rows) -> Counter[str]:
    """Return for how many fixtures what was so."""
    found = {each["fixture"]: each["why"] or each["status"] for each in rows["fixtures.csv"]}
    return Counter(found.values())
