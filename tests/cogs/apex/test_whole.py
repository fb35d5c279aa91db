"""Games of APEX by buttons and menus alone, without any notation; and what a spectator sees of them."""

from __future__ import annotations

import random
import re

import simcord
from simcord.backend.access import can_access_message

from engine import record
from engine.apex.state import Phase, State
from tests.cogs.apex.party import PLAYERS, Party
from tests.cogs.apex.presser import Presser, newest
from tests.cogs.conftest import World
from tests.cogs.playing import message_of, more, posts, said
from tests.cogs.twins import told, words
from tests.volume import many

VIEWS_LIVE_S = 1000
"""By then private messages have lost their controls; the simulation looks through all that have some."""


async def sit_down(world: World, count: int, **options: object) -> Party:
    """Have people come together for a match as they do: by a command, and then by buttons.

    All but the first read their own boards as text, which is also faster.
    """
    for name in PLAYERS:
        if name not in world.people:
            world.people[name] = world.guild.add_member(world.env.create_user(name))
    names = PLAYERS[:count]
    lobby = message_of(await world.ann.slash(world.channel, "new apex", players=count, where="here", **options)).message
    for name in names[1:]:
        await world.press(name, lobby, "Join")
        await world.people[name].slash(world.channel, "settings mine", boards="text")
    await world.press("ann", lobby, "Start")
    await world.settle()
    return Party(world, (await world.table()).match_id or 0, names)


class Onlooker:
    """Somebody who plays not, with all that they are shown."""

    def __init__(self, world: World, name: str) -> None:
        self.world, self.person = world, world.people[name]
        self._seen: dict[int, str] = {}

    async def look(self) -> None:
        """Press what everybody may press under the newest message."""
        status = newest(self.world, ("Choose",))
        for label in ("Cards", "Board", "Record"):
            assert message_of(await self.person.click(await more(self.person, status), label=label)).ephemeral

    async def news(self) -> str:
        """Return all that has come up, or has changed, since the last time, in each channel that they can read."""
        found: list[object] = []
        env = self.world.env
        for channel_id, stored in list(env.backend.messages.items()):
            for number in sorted(stored):
                if not can_access_message(env, channel_id, stored[number], self.person, history=True):
                    continue
                looks = repr(stored[number])
                if self._seen.get(number) != looks:
                    self._seen[number] = looks
                    found += await told(simcord.ResponseMessage(env, stored[number]))
        return words(found)


async def play_on(party: Party, presser: Presser, onlooker: Onlooker | None = None, *, ages: int = 3) -> None:
    """Play so many ages; the onlooker sees none of the choices before all are in, and no hand ever."""
    played = 0, 0
    while not (match := await party.match()).over:
        state = await party.state()
        if state.age > ages:
            return
        if state.phase is Phase.CHOOSE and played != (state.age, state.round):
            played = state.age, state.round
            await party.world.env.advance_time(VIEWS_LIVE_S)
            if onlooker is not None:
                if state.round == 2:
                    await onlooker.look()
                _check_hands(state, await onlooker.news())
        missing = sorted(match.session.to_act - {seat for seat, *_ in match.session.sealed})
        seat = presser.rng.choice(missing)
        shown = await presser.decide(seat, state.phase)
        if state.phase is Phase.CHOOSE and len(missing) > 1:
            (move,) = [move for each, move, _ in (await party.match()).session.sealed if each == seat]
            choice = match.session.game.format(state, seat, move)
            assert f"`{choice}`" in said(shown)
            if onlooker is not None:
                news = await onlooker.news()
                assert not re.search(rf"\b{choice}\b", news)
                _check_hands(state, news)


def _check_hands(state: State, told_all: str) -> None:
    """Check that what was told to everybody holds no hand."""
    assert "Your hand" not in told_all
    # As records write hands: what nobody has seen yet is listed otherwise.
    assert not [side for side in state.sides if len(side.hand) > 1 and ",".join(map(str, side.hand)) in told_all]


async def finished(party: Party) -> str:
    """Check that a match was played to its end and told so; return its record."""
    match = await party.match()
    state = await party.state()
    assert (state.phase, state.age, state.round) == (Phase.OVER, 3, 5)
    (last,) = [message for message in posts(party.world)[-3:] if "The match is over" in message.content]
    (text,) = [(await file.read()).decode() for file in last.attachments if file.filename.endswith(".record")]
    assert record.replay(record.read(text)).entries == match.session.entries
    return text


async def test_six_people_play_by_menus_alone_and_a_seventh_follows(world: World) -> None:
    gus = world.people["gus"] = world.guild.add_member(world.env.create_user("gus"))
    olaf = world.organiser()
    screen = world.guild.create_text_channel("screen")
    party = await sit_down(world, 6)
    await olaf.slash(screen, "watch match", match=party.match_id)
    await gus.click(await more(gus, posts(world, "More")[-1]), label="Watch with others")
    presser = Presser(party, random.Random(6))
    ages = many(1, 3)
    await play_on(party, presser, Onlooker(world, "gus"), ages=ages)
    assert len(presser.presses[Phase.CHOOSE]) == 6 * 5 * ages
    assert max(presser.presses[Phase.CHOOSE]) <= 4


async def test_three_people_explore_by_menus_alone(world: World) -> None:
    # A74
    party = await sit_down(world, 3, mode="exploration")
    await play_on(party, Presser(party, random.Random(3), idle=0.2), ages=many(1, 3))
    state = await party.state()
    turned = [name for slot, name in enumerate(state.rules.slots) if name[0] != "H" and not state.hidden >> slot & 1]
    said = words([await told(message) for message in posts(world)])
    assert turned
    assert not [name for name in turned if f" explores {name}: " not in said]


async def test_two_people_fight_a_duel_by_menus_alone(world: World) -> None:
    # A70, A71
    party = await sit_down(world, 2)
    presser = Presser(party, random.Random(2), idle=0.2, lost=0.15)
    await play_on(party, presser)
    text = await finished(party)
    assert len(re.findall(r"^\w{3} \d+[WECX]-\d+$", text, re.MULTILINE)) == 30
