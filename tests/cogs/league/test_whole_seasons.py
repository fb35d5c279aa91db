"""A season of each format on Discord, from `/league create` to a file that an independent program computes again.

Nothing is done but what organisers and players press and type; all else happens as time passes.
"""

from __future__ import annotations

import discord

from hosting.league.model import tables_of
from hosting.silence import WORDS
from tests.cogs.conftest import World, private
from tests.cogs.league.playing import drafted, said
from tests.cogs.league.whole import DAY, Played, Rows, begun, ends
from tests.cogs.playing import labels, message_of
from tests.cogs.silence.conftest import Silent
from tests.volume import many

FOUR = ("ann", "bob", "cleo", "dan")
MORE = ("fay", "gus", "hal", "ivy")


async def lose_all(season: Played) -> None:
    """Have the first entry of everything that is played resign, until nothing is."""
    while running := await season.running():
        for each in running:
            await season.resign(each, (await season.names(each.entries[0]))[0])


def placed(rows: Rows) -> list[str]:
    """Return the entries of the table in a file, the first place first."""
    return [each["entry"] for each in rows["standings.csv"]]


def named(rows: Rows, entry: str) -> str:
    """Return what an entry is called in a file."""
    return next(each["name"] for each in rows["entries.csv"] if each["entry"] == entry)


async def withdraw(season: Played, name: str) -> str:
    """Have a player withdraw; return what they were asked before."""
    player = season.world.people[name]
    asked = drafted(await player.slash(season.world.channel, "league leave"))
    await player.click(asked, label="Withdraw")
    await season.world.settle()
    return asked.content


async def test_round_robin(world: World) -> None:
    """One is lost on time, one by absence; a player leaves and an alternate plays on; organisers decide at the end."""
    season = await begun(world, FOUR, game="replica", format="round-robin", clock="1d", players=4, round_days=2)
    waits = await world.eve.slash(world.channel, "league join", alternate=True)
    assert "You're an alternate for **Winter**" in private(waits)
    await season.lose("bob")
    (result,) = said(world, ": match 1")
    (card,) = result.embeds
    assert card.description is not None
    assert card.description.startswith("bob resigned.\nReplica, 2 players · turns: ")
    assert card.description.splitlines()[-1].startswith("[Match 1](https://discord.com/channels/")
    (slow,) = await season.running()
    await season.opened(slow)
    await season.pass_time(DAY)
    assert [each.why for each in (await season.view()).fixtures if each.id == slow.id] == ["played"]
    await world.restart()
    await season.pass_time(DAY)
    asked = await withdraw(season, "dan")
    assert "I'll ask the alternates to take over from you" in asked
    took = await world.eve.slash(world.channel, "league join")
    assert "take over the points of the player you're replacing" in private(took)
    assert said(world, "eve takes over dan's place and points.")
    await season.lose("eve")
    (lonely,) = await season.running()
    await season.pass_time(DAY)
    assert [each.why for each in (await season.view()).fixtures if each.id == lonely.id] == ["forfeit"]
    await season.pass_time(DAY)
    await season.lose("bob")
    (late,) = await season.running()
    await season.pass_time(DAY)
    (over,) = said(world, "until then organisers can correct mistakes")
    assert over.attachments
    decided = {"what": "give points", "fixture": late.id, "points": "½ ½", "reason": "by request"}
    told = private(await season.boss.slash(world.channel, "league-manage decide", **decided))
    assert told.startswith("Decision 1 on ")
    await season.pass_time(DAY)
    season.taken_over = {str(season.entry(await season.view(), "eve")): "eve"}
    rows = await season.believed()
    assert ends(rows) == {"played": 4, "forfeit": 1, "decision": 1}
    assert [each.embeds for each in said(world, ": by forfeit") if _is_result(each)] == [[], []], "nothing was played"
    assert [each["kind"] for each in rows["decisions.csv"]] == ["points"]


def _is_result(message: discord.Message) -> bool:
    """Return whether a message tells of one result; that of a round shows them, too."""
    return message.content.startswith("**Winter**: ")


async def test_two_divisions(world: World) -> None:
    """Who is first below is promoted, who is last above is relegated, by what was played."""
    await world.come(*MORE)
    size = {"most": "8", "cap": "3", "legs": "1", "division": "4", "up": "1"}
    season = await begun(world, [*FOUR, *MORE], terms={"size": size}, game="replica", format="round-robin", clock="1d")
    assert len(await season.running()) == 12
    await lose_all(season)
    await season.pass_time(DAY)
    rows = await season.believed()
    assert ends(rows) == {"played": 12}
    above, below = ([each for each in rows["standings.csv"] if each["division"] == number] for number in "12")
    assert [each["movement"] for each in above] == ["stay", "stay", "stay", "down"]
    assert [each["movement"] for each in below] == ["up", "stay", "stay", "stay"]
    (closed,) = said(world, "this is the final table")
    told = closed.content.splitlines()
    assert f"Champion: **{named(rows, above[0]['entry'])}**." in told
    assert f"▼ Relegated from division 1: {named(rows, above[3]['entry'])}." in told
    assert f"▲ Promoted from division 2: {named(rows, below[0]['entry'])}." in told


async def test_swiss(world: World) -> None:
    """One sits a round out, one by an organiser's word; one comes late, one leaves; an odd one has a free round."""
    await world.come("fay")
    late = {"points": "", "tiebreaks": "buchholz, wins, lot", "seeding": ["lot"], "late": "2", "missed": ["60"]}
    people = [*FOUR, "eve"]
    season = await begun(
        world, people, terms={"points": late}, game="replicants", format="swiss", clock="1d", players=8
    )
    sits = await world.ann.slash(world.channel, "league bye", round=2)
    assert "You're sitting out round 2" in private(sits)
    bob = season.entry(await season.view(), "bob")
    sits = await season.boss.slash(world.channel, "league-manage bye", entry=bob, round=3)
    assert "won't play in round 3" in private(sits)
    assert "You'll be paired from the next round on" in private(await world.press("fay", season.post, "Join"))
    for each in await season.running():
        await season.resign(each, (await season.names(each.entries[0]))[0])
    assert [each.number for each in (await season.view()).rounds] == [1, 2]
    asked = await withdraw(season, "cleo")
    assert "Finished matches still count." in asked
    await lose_all(season)
    await season.pass_time(DAY)
    rows = await season.believed()
    found = ends(rows)
    assert found["half_bye"] == 3, "ann's, bob's, and what fay has for the round that she missed"
    assert found["bye"] > 0
    out = [each["entry"] for each in rows["standings.csv"] if each["movement"] == "out"]
    assert [named(rows, each) for each in out] == ["cleo"]
    assert len(said(world, "has started")) == 3
    (table,) = drafted(await world.ann.slash(world.channel, "league standings")).attachments
    assert "Points include byes" in (table.description or "")
    (explanation,) = drafted(await world.ann.slash(world.channel, "league explain")).attachments
    explained = (await explanation.read()).decode()
    assert "\n  ½ (bye, half a point)\n" in explained
    assert "-# " not in explained, "a file has no Markdown"


async def test_knock_out_best_of_three(world: World) -> None:
    """A tie of two matches, one that a draw by agreement makes longer, and a final that is lost by absence."""
    terms: dict[str, dict[str, object]] = {
        "size": {"most": "4", "legs": "3", "third": ["no"]},
        "matches": {"clock": "1d", "timeout": ["forfeit"], "undo": ["never"], "flags": ["rated", "agreed_ends"]},
    }
    season = await begun(world, FOUR, terms=terms, game="replica", format="knockout", players=4)
    short, long = await season.running()
    (out,) = await season.names(short.entries[0])
    await season.lose(out)
    await season.lose(out)
    one, other = [(await season.names(each))[0] for each in long.entries]
    match = await season.opened(long)
    board = season.place(match, one)
    told = message_of(await world.people[one].slash(board, "match end"))
    assert told.content.startswith("I've asked the others.")
    (asked,) = [each for each in world.own(board) if "Agree" in labels(each)]
    await world.people[other].click(asked, label="Agree")
    await world.settle()
    for loser in (one, other, one):
        await season.lose(loser)
    final = (await season.running())[0]
    assert {*await season.names(final.entries[0]), *await season.names(final.entries[1])} == {
        *(await season.names(short.entries[1])),
        other,
    }
    await season.pass_time(4 * DAY)
    rows = await season.believed()
    assert ends(rows) == {"played": 5, "agreed": 1, "forfeit": 3}
    (drawn,) = filter(_is_result, said(world, "½–½: agreed draw, match "))
    assert "; not rated" in drawn.content
    champion = named(rows, placed(rows)[0])
    assert said(world, f"Champion: **{champion}**.")
    told = message_of(await world.people[champion].slash(world.channel, "league explain"))
    assert ", out: Final)." in told.content


async def test_double_knock_out(world: World) -> None:
    """Who lost once comes back and wins the final, which is played again."""
    count = many(4, 8)
    await world.come(*MORE)
    people = (*FOUR, *MORE)[:count]
    season = await begun(world, people, game="replica", format="double-knockout", clock="1d", players=count)
    await lose_all(season)
    await season.pass_time(DAY)
    rows = await season.believed()
    assert {each["stage"] for each in rows["fixtures.csv"]} == {"winners", "losers", "final"}
    champion, *others = [int(each["lost"]) for each in rows["standings.csv"]]
    assert others == [2] * (count - 1)
    assert champion == 1, "who lost to the winner of the winners' bracket and came back"
    assert ends(rows) == {"played": 2 * (count - 1) + champion}
    assert [each["place"] for each in rows["standings.csv"]][:4] == ["1", "2", "3", "4"]


class Ladder:
    """A ladder on which players challenge each other."""

    def __init__(self, season: Played) -> None:
        self.season, self.world = season, season.world

    async def ranked(self) -> list[str]:
        """Return who stands where, from the top down."""
        return [(await self.season.names(row.entry))[0] for row in tables_of(await self.season.view())]

    async def challenge(self, low: str, high: str) -> None:
        entry = self.season.entry(await self.season.view(), high)
        told = await self.world.people[low].slash(self.world.channel, "league challenge", entry=entry)
        assert "Your challenge is announced" in private(told)
        await self.world.settle()
        asked = self.season.own()[-1]
        assert labels(asked) == ["Accept", "Refuse", "Withdraw"]
        assert self.world.pings(asked) == [self.world.people[high].id]

    async def answer(self, name: str, label: str) -> str:
        """Press a button of the latest challenge; return what stands there then."""
        asked = [each for each in self.season.own() if label in labels(each)][-1]
        await self.world.people[name].click(asked, label=label)
        await self.world.settle()
        return self.world.latest(asked).content


async def test_ladder(world: World) -> None:
    """Challenges are refused, refused once too often, played, taken back; one is not answered; one comes late."""
    season = await begun(world, FOUR, game="replica", format="ladder", clock="1d", players=8)
    ladder = Ladder(season)
    first, second, third, last = await ladder.ranked()
    await ladder.challenge(last, first)
    assert (await ladder.answer(first, "Refuse")).endswith("nothing changes.")
    assert await ladder.ranked() == [first, second, third, last]
    await ladder.challenge(last, first)
    assert "one refusal too many" in await ladder.answer(first, "Refuse")
    assert await ladder.ranked() == [last, first, second, third]
    await ladder.challenge(third, second)
    assert "starts automatically" in await ladder.answer(second, "Accept")
    await season.lose(second)
    assert await ladder.ranked() == [last, first, third, second]
    await ladder.challenge(first, last)
    lapsed = season.own()[-1]
    await season.pass_time(3 * DAY)
    assert said(world, f"{last} didn't answer {first}'s challenge, so it counts as refused")
    await ladder.challenge(first, last)
    late = await world.people[last].click(world.latest(lapsed), label="Accept")
    assert "There's no challenge to answer" in private(late), "a press on the earlier one answers no later one"
    shown = drafted(await world.people[first].slash(world.channel, "league challenge"))
    assert shown.content.startswith(f"You've challenged {last} in **")
    asked = [each for each in season.own() if "Withdraw" in labels(each)][-1]
    assert "Only the player who made that" in private(await world.people[last].click(asked, label="Withdraw"))
    await world.people[first].click(shown, label="Withdraw")
    await world.settle()
    assert world.latest(shown).content == f"{first} withdrew their challenge to {last}."
    assert said(world, f"{first} withdrew their challenge to {last}.")
    assert "have no open challenge" in private(await world.people[first].slash(world.channel, "league challenge"))
    assert "no challenge to answer" in private(await world.people[first].click(asked, label="Withdraw"))
    assert "You start at the bottom" in private(await world.press("eve", season.post, "Join"))
    assert await ladder.ranked() == [last, first, third, second, "eve"]
    await season.close()
    rows = await season.believed()
    assert ends(rows) == {"forfeit": 1, "played": 1}
    top = [named(rows, each) for each in placed(rows)]
    assert top == [last, first, third, second, "eve"]
    assert said(world, f"At the top: **{last}**.")


async def test_who_does_not_play_falls_on_a_ladder(world: World) -> None:
    terms = {"ladder": {"reach": "3", "protection": "0", "refusals": "1", "inactivity": "1"}}
    season = await begun(world, FOUR, terms=terms, game="replica", format="ladder", clock="1d")
    ladder = Ladder(season)
    first, second, third, last = await ladder.ranked()
    await season.pass_time(DAY / 2)
    await ladder.challenge(last, third)
    assert "starts automatically" in await ladder.answer(third, "Accept")
    await season.lose(last)
    await season.pass_time(DAY / 2)
    assert said(world, f"**Winter**: {third} moves up past {second}, who hasn't played for 1d.")
    assert await ladder.ranked() == [third, first, second, last]
    results = private(await world.eve.slash(world.channel, "league schedule", only="results"))
    assert f"{third} moved up past {first}, who hadn't played for too long" in results
    await season.close()
    rows = await season.believed()
    assert ends(rows) == {"played": 1, "inactivity": 2}
    assert {(each["points"], each["match"]) for each in rows["fixtures.csv"] if each["why"] == "inactivity"} == {
        ("", "")
    }


async def test_tables_of_three(world: World) -> None:
    """Five at a table of three and a smaller one; points by place; one resigns, one does not come."""
    terms: dict[str, dict[str, object]] = {
        "size": {"most": "6", "rounds": "2", "byes": "0"},
        "points": {
            "points": "3,1,0",
            "tiebreaks": "buchholz_cut1, wins, lot",
            "seeding": ["rating"],
            "late": "0",
            "missed": ["0"],
        },
    }
    season = await begun(
        world, [*FOUR, "eve"], terms=terms, game="replicants", mode="3", format="swiss", clock="1d", players=6
    )
    large, small = await season.running()
    assert [len(large.entries), len(small.entries)] == [3, 2]
    trio = " – ".join([(await season.names(each))[0] for each in large.entries])
    (opening,) = said(world, "Round 1** has started")
    assert trio in opening.content.splitlines()
    await season.resign(large, (await season.names(large.entries[1]))[0])
    await season.resign(small, (await season.names(small.entries[0]))[0])
    large, small = await season.running()
    await season.turn(large)
    await season.turn(large)
    await season.pass_time(3 * DAY)
    rows = await season.believed()
    assert ends(rows) == {"played": 3, "forfeit": 1}
    points: dict[str, list[int]] = {}
    for each in rows["fixtures.csv"]:
        points.setdefault(each["fixture"], []).append(int(each["points"]) // 120)
    assert [sum(each) for each in points.values()] == [4, 4, 4, 3], "a forfeit gives the first place, and nothing else"


TEAMS = (("ann", "bob"), ("cleo", "dan"), ("eve", "fay"), ("gus", "hal"))


async def test_silent_teams(world: World) -> None:
    """Channels are made, words are kept from their players, and nothing of a running match is told anywhere."""
    await world.come(*MORE)
    terms = {"size": {"most": "4", "rounds": "2", "byes": "0"}}
    season = await begun(
        world, TEAMS, terms=terms, game="replicants", mode="teams", format="swiss", clock="1d", players=4
    )
    silent = Silent(world)
    for each in await season.running():
        match = await season.match(each)
        assert match.silent
        for seat in match.seats:
            own = season.place(match, seat.name)
            assert silent.can(seat.name, own)
            assert not silent.can(seat.name, own) & WORDS
            assert not any(silent.can(other.name, own) for other in match.seats if other.team != seat.team)

    mine = private(await world.ann.slash(world.channel, "league mine"))
    played = await season.match(await season.fixture_of("ann"))
    assert f"in <#{season.place(played, 'ann').id}>" in mine, "where her team reads and plays"

    async def told() -> list[str]:
        """Return all that an onlooker reads of the league."""
        asked = [
            await world.ivy.slash(world.channel, "league schedule"),
            await world.ivy.slash(world.channel, "league schedule", only="results"),
            await world.ivy.slash(world.channel, "league standings"),
        ]
        why = await world.ivy.slash(world.channel, "league explain", entry=1)
        files = [*drafted(asked[2]).attachments, *drafted(why).attachments]
        words = [each.description or (await each.read()).decode() for each in files]
        return [*map(private, asked), private(why), *words, *(each.content for each in season.own())]

    one, other = await season.running()
    before = await told()
    for each in (one, other):
        await season.opened(each)
    assert await told() == before
    boards = [(await season.match(each)).channel_id for each in (one, other)]
    assert not any(f"<#{each}>" in text for each in boards for text in before)
    assert not any("match of the day" in text and "http" in text for text in before)
    await season.resign(one, (await season.names(one.entries[0]))[0])
    assert len(said(world, ": match ")) == 1
    await season.pass_time(2 * DAY)
    await lose_all(season)
    await season.pass_time(2 * DAY)
    rows = await season.believed()
    assert sum(ends(rows).values()) == 4
