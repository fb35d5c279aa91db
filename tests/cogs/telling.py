"""The life of one match as its people see it: what each chapter does, by commands and buttons alone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import discord
import simcord

from hosting.match.model import Where
from tests.cogs.conftest import World, private
from tests.cogs.playing import controls, labels, message_of, more, pick, refreshed
from tests.cogs.seeing import strays

HOUR = 3600


@dataclass(frozen=True)
class Script:
    """What is played in a story.

    Attributes:
        game: The game's key.
        name: As it is shown.
        where: What the table says about its place: "thread" or "here".
        players: What its record says of cleo on the first seat and dan on the second.
        turns: A whole match, by turns of the first and the second seat.
        result: What the game's record says at the end.
        winner: The seat that wins.
        turned: A seat from whose side the board does not lie as it is posted.
    """

    game: str
    name: str
    where: Where
    players: str
    turns: tuple[str, ...]
    result: str
    winner: int
    turned: int


class Tale:
    """A match while it is told."""

    def __init__(self, world: World, script: Script) -> None:
        self.world = world
        self.script = script
        staff = world.guild.create_role("staff", permissions=discord.Permissions(manage_guild=True))
        world.env.backend.add_member_role(world.guild.id, world.eve.id, staff.id)
        self.news = world.guild.create_text_channel("news")
        self.here = world.channel
        self.seats = ["ann", "bob"]
        self.due = world.env.now()

    # what people do

    async def says(self, name: str, command: str, **options: Any) -> simcord.ResponseMessage:
        """Have a player use a command where the match is played; return the answer, which nobody else sees."""
        answer = message_of(await self.world.people[name].slash(self.here, command, **options))
        assert answer.ephemeral, (command, answer.content)
        return answer

    async def asks(self, name: str, command: str, **options: Any) -> discord.Message:
        """Have a player ask the others for something; return the message with the buttons."""
        assert "I've asked the others" in (await self.says(name, command, **options)).content
        return self.posts("Agree")[-1]

    async def presses(self, name: str, message: Any, label: str) -> simcord.InteractionResult:
        return await self.world.people[name].click(message, label=label)

    async def plays(self, number: int) -> simcord.ResponseMessage:
        """Have the player who sits there play a turn of the script, the first being 0; return the private answer."""
        turn = self.script.turns[number]
        answer = await self.says(self.seats[number % 2], "move", turn=turn)
        assert answer.content.startswith(f"Played `{turn}`."), answer.content
        return answer

    async def passes(self, hours: float) -> None:
        await self.world.env.advance_time(hours * HOUR)

    # what they see

    def posts(self, label: str = "", channel: simcord.ChannelHandle | None = None) -> list[discord.Message]:
        """Return what the bot posted for all, the oldest first; with a label, only what has such a button."""
        found = self.world.own(channel or self.here)
        return [each for each in found if not each.flags.ephemeral and (not label or label in labels(each))]

    def called(self, message: discord.Message) -> list[str]:
        called = self.world.pings(message)
        return [name for name, actor in self.world.people.items() if actor.id in called]

    def stamp(self, *, more: float = 0) -> str:
        """Return the deadline as everybody reads it, after so many hours more."""
        self.due += timedelta(hours=more)
        return discord.utils.format_dt(self.due, "R")

    def turn_message(self, name: str) -> discord.Message:
        """Return the one message that says whose turn it is, after finding out that it is this person's."""
        (message,) = self.posts("Play")
        assert self.world.people[name].mention in message.content
        return message


async def begins(tale: Tale) -> None:
    world, script = tale.world, tale.script
    lobby = message_of(
        await world.open_table(
            world.ann,
            world.channel,
            script.game,
            opponent=world.bob,
            where=script.where,
            clock="3d",
            undo="free",
            timeout="substitute",
        )
    ).message
    assert "Clock: 3d per turn." in lobby.content
    await world.press("bob", lobby, "Accept")
    await world.press("ann", lobby, "Start")
    tale.here = world.place((await world.bot.arena.matches.get(1)).channel_id)
    tale.due = world.env.now() + timedelta(days=3)
    message = tale.turn_message("ann")
    assert tale.called(message) == ["ann"]
    assert tale.stamp() in message.content
    assert message.attachments[0].description


async def is_watched(tale: Tale) -> None:
    world = tale.world
    told = private(await world.eve.slash(tale.news, "watch match", match=1, quiet=True))
    assert told == f"{tale.news.mention} follows match 1: ann, bob."
    (board,) = tale.posts(channel=tale.news)
    assert board.attachments
    assert board.flags.silent
    assert "Spectators talk in" in private(
        await tale.presses("dan", await more(world.dan, tale.turn_message("ann")), "Watch with others")
    )
    assert "Watch with others" not in labels(await more(world.bob, tale.turn_message("ann")))


async def is_delayed(tale: Tale) -> None:
    """Two days of vacation, a nudge at half time, a day more by agreement, a nudge near the end."""
    told = await tale.says("ann", "settings vacation", first="2026-01-02", last="2026-01-03")
    assert "28 of 30" in told.content
    assert "ann is on vacation from" in tale.posts()[-1].content
    assert tale.stamp(more=48) in tale.turn_message("ann").content
    await tale.passes(36 + 48)
    half = tale.posts()[-1]
    assert f"half your time for this turn in {tale.script.name} has passed" in half.content
    assert tale.called(half) == ["ann"]
    wish = await tale.asks("bob", "match more-time", hours=24, player="ann")
    assert tale.called(wish) == ["ann"]
    await tale.presses("ann", wish, "Agree")
    assert tale.posts()[-1].content == "The players agreed to give ann 24 more hours to decide."
    assert tale.stamp(more=24) in tale.turn_message("ann").content
    await tale.passes(51)
    assert "This is the last reminder." in tale.posts()[-1].content
    assert "**Your turn**" in (await tale.says("ann", "matches")).content
    assert tale.stamp() in (await tale.says("ann", "match clock")).content


async def is_undone(tale: Tale) -> None:
    """Freely by the button under the answer, and by consent once the other has moved."""
    await tale.presses("ann", await tale.plays(0), "Take back")
    tale.turn_message("ann")
    await tale.plays(0)
    await tale.plays(1)
    wish = await tale.asks("ann", "undo")
    assert "2 turns in all" in wish.content
    await tale.presses("bob", wish, "Agree")
    assert tale.posts()[-1].content.startswith(
        "**ann** took back their last turn and what was played since, 2 turns in all;"
    )
    tale.turn_message("ann")
    await tale.plays(0)
    await tale.plays(1)


async def is_handed_over(tale: Tale) -> None:
    """Seat 2 to the person who answers a call, seat 1 to whom an organiser chooses."""
    world = tale.world
    question = await tale.says("bob", "match leave")
    await tale.presses("bob", question, "Ask for a substitute")
    assert "You asked for a substitute in" in refreshed(world.bob, question).content
    call = tale.posts("Take over this seat", world.channel)[-1]
    question = message_of(await tale.presses("dan", call, "Take over this seat"))
    await tale.presses("dan", question, "Take over")
    question = await tale.says("eve", "organise substitute", seat="ann", player=world.cleo)
    await tale.presses("eve", question, "Replace")
    assert tale.called(tale.posts()[-1]) == ["cleo"], "she is told of it"
    tale.seats = ["cleo", "dan"]
    tale.turn_message("cleo")
    assert "Only this match's players" in (await tale.says("ann", "move", turn=tale.script.turns[2])).content
    log = (await tale.says("eve", "organise log")).content
    assert "ann with cleo" in log


async def is_finished(tale: Tale) -> None:
    script = tale.script
    for number in range(2, len(script.turns)):
        await tale.plays(number)
    ended = next(each for each in tale.posts("Replay") if "Rematch" in labels(each))
    winner, loser = (tale.world.people[tale.seats[seat - 1]] for seat in (script.winner, 3 - script.winner))
    first, second = (ended.content.index(f"{rank}\\. {who.mention} · ") for rank, who in ((1, winner), (2, loser)))
    assert first < second
    assert sorted(tale.called(ended)) == ["cleo", "dan"]
    assert [each.filename.rpartition(".")[2] for each in ended.attachments] == ["png", "png", "record"]
    (card,) = ended.embeds
    assert f"turns: {len(script.turns)}" in (card.description or "")
    assert "Read what spectators said" in labels(tale.posts()[-1])
    assert "**The match is over" in tale.posts(channel=tale.news)[-1].content
    assert len(tale.posts(channel=tale.news)) == 1 + 5 + 2 + len(script.turns), (
        "each turn, each way back, each handover"
    )


async def is_replayed(tale: Tale) -> None:
    """From another channel: the pages with who played what, the animated picture, the card."""
    tale.here, last = tale.news, len(tale.script.turns)
    shown: Any = await tale.says("ann", "match replay", match=1)
    shown = await pick(tale.world.ann, shown, "Next")
    assert shown.content.startswith(f"**Turn 1 of {last}**\n**ann** plays `{tale.script.turns[0]}`")
    shown = await pick(tale.world.ann, shown, "Last")
    assert f"**{tale.seats[(last - 1) % 2]}** plays `{tale.script.turns[-1]}`" in shown.content
    upright = await shown.attachments[0].read()
    assert (
        await (await pick(tale.world.ann, shown, f"From {tale.seats[tale.script.turned - 1]}'s side"))
        .attachments[0]
        .read()
        != upright
    )
    film = await tale.says("ann", "match replay", form="animation", match=1)
    assert film.attachments[0].filename.endswith(".gif")
    assert (await tale.says("ann", "match replay", form="summary", match=1)).attachments
    assert (await tale.says("ann", "board", match=1, turn=3)).attachments


async def is_kept(tale: Tale) -> None:
    """Its record says who played what; it is read again, and another match is begun in the middle of it."""
    script = tale.script
    data = await (await tale.says("bob", "match record", match=1)).attachments[0].read()
    text = data.decode()
    assert script.players in text
    assert '[Substitutes "seat 2: bob up to turn 2; seat 1: ann up to turn 2"]' in text
    assert text.rstrip().endswith(script.result)
    brought = await tale.says("bob", "match import", file=("record.txt", data))
    assert f"Every turn in this record is legal. Turns: {len(script.turns)}" in brought.content
    shown: Any = message_of(await tale.presses("bob", brought, "View"))
    shown = await pick(tale.world.bob, await pick(tale.world.bob, shown, "Next"), "Next")
    lobby = message_of(await tale.presses("bob", shown, "Open a table from here"))
    assert not lobby.ephemeral
    assert next(each["label"] for each in controls(lobby) if each["type"] == 2) == "Join"


async def is_stored_without_accounts(tale: Tale) -> None:
    """Whatever its people did, what is kept of it names persons; all that was said to them named their accounts."""
    assert await strays(tale.world) == []
    match = await tale.world.bot.arena.matches.get(1)
    numbers = {name: tale.world.person(name) for name in tale.world.people}
    assert [each.person_id for each in match.seats] == [numbers["cleo"], numbers["dan"]]
    assert {each.person_id for each in match.former} == {numbers["ann"], numbers["bob"]}
    said = [
        each.content for place in (tale.news, tale.world.place(match.channel_id)) for each in tale.posts(channel=place)
    ]
    assert not [text for text in said if any(f"<@{number}>" in text for number in numbers.values())]


async def tell(world: World, script: Script) -> None:
    """Tell a whole story."""
    tale = Tale(world, script)
    for chapter in (
        begins,
        is_watched,
        is_delayed,
        is_undone,
        is_handed_over,
        is_finished,
        is_replayed,
        is_kept,
        is_stored_without_accounts,
    ):
        await chapter(tale)
