"""Everything that people can have stored on Discord: by commands, buttons, menus and dialogs, a row each.

A row says how it is done, what is answered, where else it can be read, and how who did it undoes it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any, TypeAlias

import discord
import simcord
from sqlalchemy import ColumnElement, Table, func, select

from cogs.learn.page import tasks_of
from computer.puzzles import Puzzle
from hosting.consent.requests import DRAFT_DUE
from hosting.housing import FORBIDDEN, SHUT
from hosting.league.model import tables_of
from store import schema
from tests.cogs.conftest import World
from tests.cogs.league.playing import begin, drafted, publish, said
from tests.cogs.lobby.test_opening import end
from tests.cogs.parlour.conftest import PLAYERS
from tests.cogs.parlour.conftest import begin as parlour
from tests.cogs.playing import (
    SHORT_GAME,
    controls,
    labels,
    menu,
    menus,
    message_of,
    pick,
    play,
    posts,
    texts,
    turn_message,
)

Act: TypeAlias = Callable[[], Awaitable[simcord.InteractionResult]]
Reads: TypeAlias = Callable[[], Awaitable[str]]
Undo: TypeAlias = Callable[[], Awaitable[object]]


@dataclass(frozen=True, slots=True)
class Ready:
    """Something that can be done now.

    Attributes:
        act: Does it, however often.
        reads: Returns what who did it reads elsewhere: the answer to a command, or what stands in the channel.
        undo: Takes it back by what the same person may type and press; None if nothing can.
    """

    act: Act
    reads: Reads
    undo: Undo | None = None


@dataclass(frozen=True, slots=True)
class Deed:
    """A row.

    Attributes:
        what: Commands by their whole names; controls as `m:undo`, `t:join`, or by the class; dialogs by the class.
        who: Does it.
        says: Part of the answer; empty where a message in the channel is all of it.
        mark: What is read elsewhere once it is done, and not before.
        prepare: Brings about that it can be done.
        final: Why nothing takes it back, where nothing does.
        another: Why doing it again does it once more, where it does.
    """

    what: tuple[str, ...]
    who: str
    says: str
    mark: str
    prepare: Callable[[Scene], Awaitable[Ready]]
    final: str = ""
    another: str = ""

    @property
    def name(self) -> str:
        return self.what[0]


DEEDS: list[Deed] = []


def deed(
    *what: str, says: str, mark: str, who: str = "ann", final: str = "", another: str = ""
) -> Callable[[Callable[[Scene], Awaitable[Ready]]], Callable[[Scene], Awaitable[Ready]]]:
    """Make a row of what prepares it."""

    def add(prepare: Callable[[Scene], Awaitable[Ready]]) -> Callable[[Scene], Awaitable[Ready]]:
        DEEDS.append(Deed(what, who, says, mark, prepare, final, another))
        return prepare

    return add


@dataclass
class Scene:
    """A server in which a player does something."""

    world: World
    guests: dict[str, simcord.MemberActor] = field(default_factory=dict)
    roles: dict[str, str] = field(default_factory=dict)

    def actor(self, name: str) -> simcord.MemberActor:
        """Return a player by name; `olaf` organises, and comes when he is first asked for."""
        if name != "olaf":
            return self.world.people[self.roles.get(name, name)]
        if name not in self.guests:
            self.guests[name] = self.world.organiser()
        return self.guests[name]

    async def slash(self, who: str, command: str, /, **options: Any) -> simcord.InteractionResult:
        reply = await self.actor(who).slash(self.world.channel, command, **options)
        await self.world.settle()
        return reply

    async def click(self, who: str, message: discord.Message, label: str) -> simcord.InteractionResult:
        reply = await self.actor(who).click(self.world.latest(message), label=label)
        await self.world.settle()
        return reply

    def typing(self, who: str, command: str, /, **options: Any) -> Act:
        return lambda: self.slash(who, command, **options)

    def pressing(self, who: str, message: discord.Message, label: str = "", custom_id: str = "") -> Act:
        """Press a button, later also on a screen that was not brought up to date."""
        first = [message]
        given = {"label": label} if label else {"custom_id": custom_id}
        shown = self.world.latest(message)

        async def press() -> simcord.InteractionResult:
            there = first.pop() if first else await self.world.as_it_was(shown)
            reply = await self.actor(who).click(there, **given)
            await self.world.settle()
            return reply

        return press

    def picking(self, who: str, message: discord.Message, value: str, custom_id: str | None = None) -> Act:
        """Pick from a menu, later also on a screen that was not brought up to date."""
        first = [message]
        shown = self.world.latest(message)

        async def pick() -> simcord.InteractionResult:
            there = first.pop() if first else await self.world.as_it_was(shown)
            reply = await self.actor(who).select(there, [value], custom_id=custom_id)
            await self.world.settle()
            return reply

        return pick

    def filling(self, who: str, asking: Act, **values: Any) -> Act:
        """Open a dialog and fill it in."""

        async def fill() -> simcord.InteractionResult:
            asked = await asking()
            if asked.modal is None:
                return asked  # it is refused before anything is asked
            reply = await self.actor(who).submit_modal(asked, values)
            await self.world.settle()
            return reply

        return fill

    def reading(self, who: str, name: str, **options: Any) -> Reads:
        """Read the private answer to a command."""

        async def read() -> str:
            reply = await self.slash(who, name, **options)
            return "\n".join(words_of(each) for each in filter(None, (reply.response, *reply.followups)))

        return read

    async def public(self) -> str:
        """Return all that stands in the channel and its threads for everybody, with the labels of buttons."""
        channels = [self.world.channel, *self.world.channel.threads]
        found = [each for channel in channels for each in self.world.own(channel)]
        return "\n".join(f"{words_of(each)} {labels(each)}" for each in found)

    async def opened(self, who: str, name: str, **options: Any) -> discord.Message:
        """Return the private message with which a command was answered."""
        return message_of(await self.slash(who, name, **options)).message

    async def panel(self, who: str, message: discord.Message, label: str) -> discord.Message:
        """Return the private message with which a press was answered."""
        return message_of(await self.click(who, message, label)).message


def words_of(message: discord.Message | simcord.ResponseMessage) -> str:
    """Return all the words of a message, those of its embeds and pictures too."""
    embeds = [f"{each.title} {each.description} {[one.value for one in each.fields]}" for each in message.embeds]
    pictures = [each.description or each.filename for each in message.attachments]
    menus_ = [each["label"] for item in menus(message) for each in item["options"] if each.get("default")]
    return "\n".join((message.content, *texts(message), *embeds, *pictures, *menus_))


# Settings, and what one keeps.


@deed("settings block", says="You've blocked", mark="You've blocked one player")
async def _(s: Scene) -> Ready:
    return Ready(
        s.typing("ann", "settings block", add=s.world.bob),
        s.reading("ann", "settings block"),
        s.typing("ann", "settings block", remove=s.world.bob),
    )


@deed("settings block", says="You've unblocked", mark="You haven't blocked anyone")
async def _(s: Scene) -> Ready:
    await s.slash("ann", "settings block", add=s.world.bob)
    return Ready(
        s.typing("ann", "settings block", remove=s.world.bob),
        s.reading("ann", "settings block"),
        s.typing("ann", "settings block", add=s.world.bob),
    )


async def _keep(s: Scene) -> None:
    await s.world.bot.arena.saved_loadouts.keep(s.world.person("ann"), "mutants", "Red", "AND")


@deed("settings loadouts", says="It's now called Blue.", mark="Blue")
async def _(s: Scene) -> Ready:
    await _keep(s)
    return Ready(
        s.typing("ann", "settings loadouts", rename="Red", name="Blue"),
        s.reading("ann", "settings loadouts", game="mutants"),
        s.typing("ann", "settings loadouts", rename="Blue", name="Red"),
    )


@deed("settings loadouts", says="Red is deleted. It was `AND`.", mark="You have no saved", final="It says what it was.")
async def _(s: Scene) -> Ready:
    await _keep(s)
    return Ready(
        s.typing("ann", "settings loadouts", delete="Red"),
        s.reading("ann", "settings loadouts", game="mutants"),
    )


def _days(s: Scene) -> dict[str, str]:
    now = s.world.bot.clock.now()
    return {"first": f"{now + timedelta(days=3):%Y-%m-%d}", "last": f"{now + timedelta(days=5):%Y-%m-%d}"}


@deed("settings vacation", says="Your vacation is announced", mark="• ")
async def _(s: Scene) -> Ready:
    return Ready(
        s.typing("ann", "settings vacation", **_days(s)),
        s.reading("ann", "settings vacation"),
        s.typing("ann", "settings vacation", cancel=1),
    )


@deed("settings vacation", says="", mark="haven't announced a vacation")
async def _(s: Scene) -> Ready:
    await s.slash("ann", "settings vacation", **_days(s))
    return Ready(
        s.typing("ann", "settings vacation", cancel=1),
        s.reading("ann", "settings vacation"),
        s.typing("ann", "settings vacation", **_days(s)),
    )


SAFE = "Colours: colour-blind safe"


@deed("settings mine", says="Your settings", mark=SAFE)
async def _(s: Scene) -> Ready:
    return Ready(
        s.typing("ann", "settings mine", colours="colour-blind safe"),
        s.reading("ann", "settings mine"),
        s.typing("ann", "settings mine", colours="same as the server"),
    )


@deed("SettingControl", says="Your settings", mark=SAFE)
async def _(s: Scene) -> Ready:
    panel = await s.opened("ann", "settings mine")
    return Ready(
        s.picking("ann", panel, "safe", "z:colours"),
        s.reading("ann", "settings mine"),
        s.typing("ann", "settings mine", colours="same as the server"),
    )


@deed("TimesDialog", says="Europe/Paris", mark="Europe/Paris")
async def _(s: Scene) -> Ready:
    panel = await s.opened("ann", "settings mine")
    asking = s.pressing("ann", panel, "Time zone, quiet hours, daily list…")
    return Ready(
        s.filling("ann", asking, zone="Europe/Paris", quiet="22-7", digest="8"),
        s.reading("ann", "settings mine"),
        s.typing("ann", "settings mine", zone="utc"),
    )


@deed("settings language", says="Your language: English", mark="Your language: English")
async def _(s: Scene) -> Ready:
    return Ready(
        s.typing("ann", "settings language", mine="English"),
        s.reading("ann", "settings language"),
        s.typing("ann", "settings language", mine="discord"),
    )


@deed("settings server", who="olaf", says="after 3 days", mark="after 3 days")
async def _(s: Scene) -> Ready:
    return Ready(
        s.typing("olaf", "settings server", table_days=3),
        s.reading("olaf", "settings server"),
        s.typing("olaf", "settings server", table_days=14),
    )


@deed("silence settings", who="olaf", says="3 days", mark="3 days")
async def _(s: Scene) -> Ready:
    s.world.guild.set_command_permissions(
        next(int(each["id"]) for each in s.world.env.backend.commands[None].values() if each["name"] == "silence"),
        {s.world.guild.roles["@everyone"]: True},
    )
    return Ready(
        s.typing("olaf", "silence settings", days=3),
        s.reading("olaf", "silence settings"),
        s.typing("olaf", "silence settings", days=14),
    )


@deed(
    "DataButton",
    says="nothing I store leads back to you",
    mark="I don't store anything",
    final="A deletion cannot be taken back.",
)
async def _(s: Scene) -> Ready:
    await s.slash("ann", "settings block", add=s.world.bob)
    asked = await s.opened("ann", "data", request="deletion")
    return Ready(s.pressing("ann", asked, "Delete everything"), s.reading("ann", "data", request="copy"))


# Offers to play, tables, loadouts.


@deed("seek create", says="Your seek is open", mark="(seek 1)", another="Each command makes a seek.")
async def _(s: Scene) -> Ready:
    return Ready(
        s.typing("ann", "seek create", game="replicants", mode="2"),
        s.reading("ann", "seek list"),
        s.typing("ann", "seek cancel", seek=1),
    )


@deed("seek cancel", says="Your seek has ended", mark="no seeks here")
async def _(s: Scene) -> Ready:
    await s.slash("ann", "seek create", game="replicants", mode="2")
    return Ready(
        s.typing("ann", "seek cancel", seek=1),
        s.reading("ann", "seek list"),
        s.typing("ann", "seek create", game="replicants", mode="2"),
    )


@deed("StepBackButton", says="", mark="declined", final="The seeks stay open; another match may come of them.")
async def _(s: Scene) -> Ready:
    await s.slash("ann", "seek create", game="replicants", mode="2", can_decline=True)
    await s.slash("bob", "seek create", game="replicants", mode="2")
    (message,) = [each for each in s.world.own(s.world.channel) if "you've been matched" in each.content]
    return Ready(s.pressing("ann", message, "Decline"), s.public)


def _table(*what: str, **options: Any) -> None:
    """Make a row for a command that opens a table."""

    @deed(*what, says="", mark="Cancel", another="Each command opens a table.")
    async def _(s: Scene) -> Ready:
        return Ready(s.typing("ann", what[0], **options), s.public, _cancelling(s))


def _cancelling(s: Scene) -> Undo:
    """Have Ann cancel all her tables."""

    async def cancel() -> None:
        for each in s.world.own(s.world.channel):
            if "Cancel" in labels(each):
                await s.click("ann", each, "Cancel")

    return cancel


_table("new replicants", players=2)
_table("new replica", players=2)
_table("new apex", players=2)
_table("new mutants", players=2)


@deed("Challenge", "ChallengeDialog", says="", mark="Cancel", another="Each challenge opens a table.")
async def _(s: Scene) -> Ready:
    def asking() -> Awaitable[simcord.InteractionResult]:
        return s.world.ann.context_menu(s.world.channel, "Challenge", s.world.bob)

    return Ready(s.filling("ann", asking, game=["replicants:2"]), s.public, _cancelling(s))


@deed("ClockDialog", says="", mark="Cancel", another="Each command opens a table.")
async def _(s: Scene) -> Ready:
    asking = s.typing("ann", "new replicants", players=2, clock="own")
    return Ready(s.filling("ann", asking, clock="3d"), s.public, _cancelling(s))


def _lobby(action: str, label: str, who: str, mark: str, *, undo: str = "", final: str = "", **options: Any) -> None:
    """Make a row for a button of a table; `undo` is another button there."""

    @deed(f"t:{action}", who=who, says="", mark=mark, final=final)
    async def _(s: Scene) -> Ready:
        given = options | ({"opponent": s.world.people[options["opponent"]]} if "opponent" in options else {})
        message = await s.world.lobby(where="here", **given)
        if action in ("leave", "start", "draw", "shuffle"):
            await s.world.press("bob", message, "Join")

        async def reads() -> str:
            table, now = await s.world.table(), s.world.latest(message)
            names = [each.name if each.taken else "asked" if each.invited else "free" for each in table.seats]
            for each in {*names} - {"asked", "free"}:
                assert f"<@{s.world.people[each].id}>" in now.content
            return f"{now.content} {names}"

        async def take_back() -> None:
            await s.click(who, message, undo)

        return Ready(s.pressing(who, message, label), reads, take_back if undo else None)


_TWO, _ONE = "['ann', 'bob']", "['ann', 'free']"
_lobby("join", "Join", "bob", _TWO, undo="Leave")
_lobby("leave", "Leave", "bob", _ONE, undo="Join")
_lobby("accept", "Accept", "bob", _TWO, undo="Leave", opponent="bob")
_lobby("decline", "Decline", "bob", _ONE, undo="Join", opponent="bob")
_lobby("cancel", "Cancel", "ann", "cancelled", final="A table is opened anew.")
_lobby("start", "Start", "ann", "has started", final="`/match abort` calls a match off.")
_lobby("draw", "Start", "ann", "has started", final="`/match abort` calls a match off.", drawn=True)


@deed("t:seat", who="bob", says="", mark="['ann', 'free', 'bob']")
async def _(s: Scene) -> Ready:
    message = await s.world.lobby(players=3, where="here")

    async def reads() -> str:
        now = s.world.latest(message)
        names = [each.name if each.taken else "free" for each in (await s.world.table()).seats]
        return f"{now.content} {names if f'<@{s.world.bob.id}>' in now.content else ''}"

    (item,) = menus(message)
    return Ready(s.picking("bob", message, "3", item["custom_id"]), reads, lambda: s.click("bob", message, "Leave"))


@deed("t:shuffle", says="", mark="revision", final="Seats are shuffled anew.", another="Each press shuffles.")
async def _(s: Scene) -> Ready:
    message = await s.world.lobby(where="here", drawn=True)
    await s.world.press("bob", message, "Join")
    before = (await s.world.table()).rev

    async def reads() -> str:
        return "revision" if (await s.world.table()).rev > before else ""

    return Ready(s.pressing("ann", message, "Shuffle"), reads)


async def _terms(s: Scene) -> tuple[discord.Message, discord.Message]:
    """Open a table; return its message, and the panel of its terms."""
    message = await s.world.lobby(where="here")
    return message, await s.panel("ann", message, "Terms")


def _words(s: Scene, message: discord.Message) -> Reads:
    """Read the message of a table, unless that is cancelled."""

    async def read() -> str:
        return s.world.latest(message).content if (await s.world.table()).status == "open" else ""

    return read


@deed("TermsControl", says="", mark="Clock: 2d")
async def _(s: Scene) -> Ready:
    message, panel = await _terms(s)
    return Ready(
        s.picking("ann", panel, "two-days", "j:1:preset"), _words(s, message), lambda: s.click("ann", message, "Cancel")
    )


@deed("OptionMenu", says="", mark="exploration")
async def _(s: Scene) -> Ready:
    message = await s.world.lobby(game="apex", players=2, where="here")
    panel = await s.panel("ann", message, "Terms")
    return Ready(
        s.picking(
            "ann",
            panel,
            "v:exploration",
            next(each["custom_id"] for each in menus(panel) if each["custom_id"].startswith("d:")),
        ),
        lambda: _options(s),
        lambda: s.click("ann", message, "Cancel"),
    )


async def _options(s: Scene) -> str:
    table = await s.world.table()
    return str(dict(table.options)) if table.status == "open" else ""


def _dialog(kind: str, label: str, mark: str, **values: Any) -> None:
    @deed(kind, says="", mark=mark)
    async def _(s: Scene) -> Ready:
        message, panel = await _terms(s)
        asking = s.pressing("ann", panel, label)
        return Ready(s.filling("ann", asking, **values), _words(s, message), lambda: s.click("ann", message, "Cancel"))


_dialog(
    "TimeDialog", "Time", "Clock: 2d", clock=["2d"], own="", timeout="random", pauses=["weekend"], quiet=["22:00-7:00"]
)
_dialog("RulesDialog", "Agreements", "Turns can't be taken back", undo="never", flags=["pauses"])
_dialog("PlaceDialog", "Place", "drawn when the match starts", seats="random", where="thread")


@deed("ComputerDialog", says="", mark="Computer (level 1)", another="Each time there is one more.")
async def _(s: Scene) -> Ready:
    message = await s.world.lobby(game="apex", players=6, where="here")
    asking = s.pressing("ann", await s.panel("ann", message, "Terms"), "Add computer")
    filled = s.filling("ann", asking, level=["1"], count=["1"])
    return Ready(filled, _words(s, message), lambda: s.click("ann", message, "Cancel"))


async def _loadouts(s: Scene) -> tuple[discord.Message, discord.Message]:
    """Open a table of a game with loadouts; return its message, and Ann's panel."""
    message = await s.world.lobby(game="grove", players=2, where="here")
    await s.world.press("bob", message, "Join")
    return message, await s.panel("ann", message, "Choose in private")


def _panel(s: Scene, message: discord.Message) -> Reads:
    async def read() -> str:
        panel = await s.panel("ann", message, "Choose in private")
        return f"{panel.content} {list(menu(panel))}"

    return read


def _nothing(s: Scene, message: discord.Message) -> Undo:
    async def choose() -> None:
        await s.click("ann", await s.panel("ann", message, "Choose in private"), "Choose nothing")

    return choose


@deed("LoadoutDialog", says="Your choice: `xxy`", mark="`xxy`")
async def _(s: Scene) -> Ready:
    message, panel = await _loadouts(s)
    asking = s.pressing("ann", panel, "Type it")
    return Ready(s.filling("ann", asking, loadout="xxy"), _panel(s, message), _nothing(s, message))


@deed("LoadoutControl", says="Your choice: `xxy`", mark="Your choice: `xxy`")
async def _(s: Scene) -> Ready:
    await s.world.bot.arena.saved_loadouts.keep(s.world.person("ann"), "grove", "Mine", "xxy")
    message, panel = await _loadouts(s)
    (item,) = menus(panel)
    return Ready(s.picking("ann", panel, "Mine", item["custom_id"]), _panel(s, message), _nothing(s, message))


@deed("NameDialog", says="Saved as Mine", mark="Mine")
async def _(s: Scene) -> Ready:
    message, panel = await _loadouts(s)
    await s.filling("ann", s.pressing("ann", panel, "Type it"), loadout="xxy")()
    asking = s.pressing("ann", s.world.latest(panel), "Save under a name")
    return Ready(
        s.filling("ann", asking, name="Mine"),
        _panel(s, message),
        s.typing("ann", "settings loadouts", delete="Mine", game="grove"),
    )


# After a match.


async def _over(s: Scene, label: str) -> discord.Message:
    return await end(s.world, await s.world.begin(), label)


@deed("m:rematch", says="It starts once everyone else has accepted", mark="offers a rematch")
async def _(s: Scene) -> Ready:
    result = await _over(s, "Rematch")

    async def take_back() -> None:
        offer = [each for each in s.world.own(s.world.channel) if "offers a rematch" in each.content][-1]
        await s.click("ann", offer, "Decline")

    return Ready(s.pressing("ann", result, "Rematch"), s.public, take_back)


@deed("m:norematch", who="bob", says="", mark="The rematch was declined", final="A rematch is offered anew.")
async def _(s: Scene) -> Ready:
    await s.click("ann", await _over(s, "Rematch"), "Rematch")
    offer = [each for each in s.world.own(s.world.channel) if "offers a rematch" in each.content][-1]
    return Ready(s.pressing("bob", offer, "Decline"), s.public)


@deed("m:newtable", who="eve", says="Your table is open", mark="Cancel", another="Each press opens a table.")
async def _(s: Scene) -> Ready:
    result = await _over(s, "New table")

    async def cancel() -> None:
        for each in s.world.own(s.world.channel):
            if "Cancel" in labels(each):
                await s.click("eve", each, "Cancel")

    return Ready(s.pressing("eve", result, "New table"), s.public, cancel)


# Turns, and what players ask of each other.

FIRST, THEIRS, MINE = SHORT_GAME[:3]


def _record(s: Scene, who: str = "ann") -> Reads:
    """Read the record of the match."""

    async def read() -> str:
        (file,) = (await s.opened(who, "match record")).attachments
        return (await file.read()).decode()

    return read


def _taking_back(s: Scene) -> Undo:
    return s.typing("ann", "undo")


async def _begin(s: Scene, **options: Any) -> None:
    await s.world.begin(**options)


@deed("move", says=f"Played `{FIRST}`.", mark=FIRST)
async def _(s: Scene) -> Ready:
    await _begin(s, undo="free")
    return Ready(s.typing("ann", "move", turn=FIRST), _record(s), _taking_back(s))


@deed("BuilderControl", says="Played `", mark="T1")
async def _(s: Scene) -> Ready:
    await _begin(s, undo="free")
    built = await s.panel("ann", turn_message(s.world), "Play")
    for label in ("2 on E7", "E6", "Charge the matrix"):
        built = await pick(s.world.ann, built, label)
    (item,) = [each for each in controls(built) if str(each.get("label", "")).startswith("Confirm")]
    return Ready(s.pressing("ann", built, custom_id=item["custom_id"]), _record(s), _taking_back(s))


@deed("m:undo", says="Your turn has been taken back.", mark="took back a turn", final="The turn is played again.")
async def _(s: Scene) -> Ready:
    await _begin(s, undo="free")
    played_ = await s.opened("ann", "move", turn=FIRST)
    return Ready(s.pressing("ann", played_, "Take back"), s.public)


@deed("undo", says="Your turn has been taken back.", mark="took back a turn", final="The turn is played again.")
async def _(s: Scene) -> Ready:
    await _begin(s, undo="free")
    await s.slash("ann", "move", turn=FIRST)
    return Ready(s.typing("ann", "undo"), s.public)


@deed("match plan", says=MINE, mark=MINE)
async def _(s: Scene) -> Ready:
    await _begin(s)
    await play(s.world, FIRST)
    return Ready(
        s.typing("ann", "match plan", add=f"{THEIRS}; {MINE}"),
        s.reading("ann", "match plan"),
        s.typing("ann", "match plan", remove="all"),
    )


@deed("match plan", says="You have no plan", mark="You have no plan")
async def _(s: Scene) -> Ready:
    await _begin(s)
    await play(s.world, FIRST)
    await s.slash("ann", "match plan", add=f"{THEIRS}; {MINE}")
    return Ready(
        s.typing("ann", "match plan", remove="all"),
        s.reading("ann", "match plan"),
        s.typing("ann", "match plan", add=f"{THEIRS}; {MINE}"),
    )


_TYPED = {"resume": "pause", "time": "more-time"}


def _offer(what: str, mark: str, **options: Any) -> None:
    """Make rows for something that players ask each other, by command and by the menu of what to ask the others."""

    async def prepare(s: Scene) -> Undo:
        await _begin(s, clock="2d")
        if what == "resume":
            await s.slash("ann", "match pause")
            await s.click("bob", posts(s.world, "Agree")[-1], "Agree")
        elif what == "undo":
            await play(s.world, FIRST)

        async def withdraw() -> None:
            await s.click("ann", posts(s.world, "Withdraw")[-1], "Withdraw")

        return withdraw

    async def typed(s: Scene) -> Ready:
        undo = await prepare(s)
        return Ready(s.typing("ann", f"match {_TYPED.get(what, what)}", **options), s.public, undo)

    async def pressed(s: Scene) -> Ready:
        undo = await prepare(s)
        match = await s.world.bot.arena.matches.get(1)
        forged = await s.world.forge(f"m:1:{match.seq}:{'askback' if what == 'undo' else f'offer{what}'}")
        return Ready(s.pressing("ann", forged, "forged"), s.public, undo)

    asked = deed("m:askback" if what == "undo" else f"m:offer{what}", says="I've asked the others.", mark=mark)
    asked(pressed)
    if what != "undo":
        deed(f"match {_TYPED.get(what, what)}", says="I've asked the others.", mark=mark)(typed)


_offer("end", "['Agree', 'Refuse', 'Withdraw']")
_offer("pause", "['Agree', 'Refuse', 'Withdraw']")
_offer("resume", "['Agree', 'Refuse', 'Withdraw']")
_offer("time", "['Agree', 'Refuse', 'Withdraw']", hours=2)
_offer("undo", "['Agree', 'Refuse', 'Withdraw']")


def _answer(label: str, who: str, says: str, mark: str) -> None:
    @deed(f"q:{label.lower()}", who=who, says=says, mark=mark, final="It is asked for anew.")
    async def _(s: Scene) -> Ready:
        await _begin(s)
        await s.slash("ann", "match end")
        return Ready(s.pressing(who, posts(s.world, label)[-1], label), s.public)


_answer("Agree", "bob", "You agreed, so it's done.", "✅")
_answer("Refuse", "bob", "You refused, so nothing changes.", "❌")
_answer("Withdraw", "ann", "You've withdrawn it.", "withdrawn")


@deed("m:resignyes", says="You've resigned.", mark="resigned", final="One is asked whether one means it.")
async def _(s: Scene) -> Ready:
    await _begin(s)
    return Ready(s.pressing("ann", await s.opened("ann", "resign"), "Resign"), s.public)


@deed(
    "m:abortyes",
    says="You've called the match off.",
    mark="called the match off",
    final="One is asked whether one means it.",
)
async def _(s: Scene) -> Ready:
    await _begin(s)
    return Ready(s.pressing("ann", await s.opened("ann", "match abort"), "Call it off"), s.public)


@deed("m:leaveyes", says="You asked for a substitute", mark="Take over this seat")
async def _(s: Scene) -> Ready:
    await _begin(s)
    asked = await s.opened("ann", "match leave")

    async def withdraw() -> None:
        await s.click("ann", posts(s.world, "Take over this seat")[-1], "Withdraw")

    return Ready(s.pressing("ann", asked, "Ask for a substitute"), s.public, withdraw)


@deed(
    "q:takeyes",
    who="cleo",
    says="The seat is yours.",
    mark="plays on for ann",
    final="`/match leave` asks for another.",
)
async def _(s: Scene) -> Ready:
    await _begin(s)
    await s.click("ann", await s.opened("ann", "match leave"), "Ask for a substitute")
    asked = await s.panel("cleo", posts(s.world, "Take over this seat")[-1], "Take over this seat")
    return Ready(s.pressing("cleo", asked, "Take over"), s.public)


def _played_on(action: str) -> None:
    @deed(
        f"q:{action}",
        who="bob",
        says="You agreed, so it's done.",
        mark="plays on for ann",
        final="An organiser can replace the computer.",
    )
    async def _(s: Scene) -> Ready:
        await _begin(s)
        await s.click("ann", await s.opened("ann", "match leave"), "Ask for a substitute")
        offered = await s.panel("bob", posts(s.world, "Take over this seat")[-1], "Let a computer play on")
        level = "abcd".index(action[-1])
        return Ready(s.pressing("bob", offered, labels(offered)[level]), s.public)


for _letter in "abcd":
    _played_on(f"level{_letter}")


async def _wishes(s: Scene) -> str:
    """Return how many wishes of players of silent matches wait to be announced."""
    return await _count(s, schema.deadlines, schema.deadlines.c.kind == DRAFT_DUE)


async def _silent(s: Scene) -> Callable[[], Awaitable[simcord.InteractionResult]]:
    """Begin a silent match; return how Ann offers its end, which the others are asked later."""
    place = (await s.world.begin_silent()).place("team:0")
    assert place is not None
    channel = s.world.place(place.channel_id)
    return lambda: s.world.ann.slash(channel, "match end")


@deed("match end", says="I'll ask the others at the next turn", mark="deadlines: 1")
async def _(s: Scene) -> Ready:
    asking = await _silent(s)

    async def take_back() -> None:
        await s.click("ann", message_of(await asking()).message, "Don't ask")

    return Ready(asking, lambda: _wishes(s), take_back)


@deed("m:unask", says="I won't ask the others.", mark="deadlines: 0", final="It is asked for anew.")
async def _(s: Scene) -> Ready:
    asking = await _silent(s)
    told = message_of(await asking()).message
    return Ready(s.pressing("ann", told, "Don't ask"), lambda: _wishes(s))


def _spectating(what: str, *, command: bool) -> None:
    @deed(what, who="eve", says="Spectators talk in", mark="spectators", final="Who was let into a thread leaves it.")
    async def _(s: Scene) -> Ready:
        await _begin(s)

        async def reads() -> str:
            threads = s.world.env.backend.channels.values()
            return "spectators" if any(s.world.eve.id in each.thread_members for each in threads) else ""

        act = s.typing("eve", "match spectate")
        if not command:
            act = s.pressing("eve", await s.world.forge("m:1:0:spectate"), "forged")
        return Ready(act, reads)


_spectating("match spectate", command=True)
_spectating("m:spectate", command=False)


@deed("match move-to", says="The match goes on in", mark="running", final="It has a place again.")
async def _(s: Scene) -> Ready:
    return await _rehousing(s, s.typing("ann", "match move-to"))


@deed("m:rehouse", says="The match goes on in", mark="running", final="It has a place again.")
async def _(s: Scene) -> Ready:
    forged = await s.world.forge("m:1:0:rehouse")
    return await _rehousing(s, s.pressing("ann", forged, "forged"))


async def _rehousing(s: Scene, act: Act) -> Ready:
    await _begin(s)
    await s.world.as_bot(s.world.bot.arena.matches.park(1, SHUT, FORBIDDEN))

    async def reads() -> str:
        return (await s.world.bot.arena.matches.get(1)).status

    return Ready(act, reads)


async def _count(s: Scene, table: Table, *where: ColumnElement[bool]) -> str:
    """Return how many rows a table has of which something is true."""
    async with s.world.bot.arena.db.read() as connection:
        statement = select(func.count()).select_from(table).where(*where)
        return f"{table.name}: {(await connection.execute(statement)).scalar_one()}"


# What organisers do.


async def _paused(s: Scene) -> str:
    match = await s.world.bot.arena.matches.get(1)
    return "running" if match.paused is None else "paused"


@deed("organise pause", who="olaf", says="The match is paused.", mark="paused")
async def _(s: Scene) -> Ready:
    await _begin(s)
    return Ready(
        s.typing("olaf", "organise pause", reason="other"), lambda: _paused(s), s.typing("olaf", "organise resume")
    )


@deed(
    "organise extend",
    who="olaf",
    says="",
    mark="gave",
    final="Time that was given is not taken away.",
    another="Each command gives time.",
)
async def _(s: Scene) -> Ready:
    await _begin(s, clock="2d")
    return Ready(s.typing("olaf", "organise extend", player="ann", hours=3), s.reading("olaf", "organise log"))


@deed("organise resume", who="olaf", says="The match has resumed.", mark="running")
async def _(s: Scene) -> Ready:
    await _begin(s)
    await s.slash("olaf", "organise pause", reason="other")

    return Ready(
        s.typing("olaf", "organise resume"), lambda: _paused(s), s.typing("olaf", "organise pause", reason="other")
    )


@deed("organise substitute", who="olaf", says="posted a call for a substitute", mark="Take over this seat")
async def _(s: Scene) -> Ready:
    await _begin(s)

    async def withdraw() -> None:
        await s.click("olaf", posts(s.world, "Take over this seat")[-1], "Withdraw")

    return Ready(s.typing("olaf", "organise substitute", seat="bob"), s.public, withdraw)


def _asked(command: str, label: str, says: str, mark: str, final: str, **options: Any) -> None:
    """Make a row for a command of organisers that asks once more."""

    @deed(f"organise {command}", "QuestionButton", who="olaf", says=says, mark=mark, final=final)
    async def _(s: Scene) -> Ready:
        given = {key: s.world.dan if value == "@dan" else value for key, value in options.items()}
        await _begin(s)
        await play(s.world, *SHORT_GAME[:2])
        if command == "correct":
            match = await s.world.bot.arena.matches.get(1)
            await s.world.as_bot(s.world.bot.arena.matches.forfeit(match.id, match.person_of(1)))
            given["match"] = 1
        asked = await s.opened("olaf", f"organise {command}", **given)
        return Ready(s.pressing("olaf", asked, label), s.public)


SURE = "One is asked whether one means it."
_asked("substitute", "Replace", "dan now has the seat", "**dan**", SURE, seat="ann", player="@dan")
_asked("adjudicate", "Decide", "The match is decided.", "ecided", SURE, reason="other", winner="1")
_asked("void", "Call it off", "The match has been called off.", "called", SURE, reason="other")
_asked("takeback", "Take back", "The turn has been taken back.", "took back", "The turns are played again.", turn="2")
_asked(
    "correct",
    "Correct",
    "",
    "corrected the result",
    "A correction is taken back by another one.",
    what="doesn't count",
    reason="other",
)


@deed("organise set-position", who="olaf", says="The position is set up.", mark="set up a position", final=SURE)
async def _(s: Scene) -> Ready:
    await _begin(s)
    match = await s.world.bot.arena.matches.get(1)
    line = match.session.game.write_position(match.session.state)
    await play(s.world, *SHORT_GAME[:2])
    asked = await s.opened("olaf", "organise set-position", position=line)
    return Ready(s.pressing("olaf", asked, "Set up"), s.public)


def _watch(what: str, mark: str, says: str = "follows", **options: Any) -> None:
    @deed(f"watch {what}", who="olaf", says=says, mark=mark)
    async def _(s: Scene) -> Ready:
        lounge = s.world.guild.create_text_channel("lounge")
        if what == "league":
            await publish(s.world, s.actor("olaf"))
        else:
            await _begin(s)
        given = {key: s.world.bob if value == "@bob" else value for key, value in options.items()}

        async def stop() -> None:
            await s.actor("olaf").slash(lounge, "watch stop", what="all")

        async def reads() -> str:
            reply = await s.actor("olaf").slash(lounge, "watch list")
            return words_of(message_of(reply))

        return Ready(s.typing("olaf", f"watch {what}", channel=lounge, **given), reads, stop)


_watch("match", "match 1")
_watch("player", "'s matches", player="@bob")
_watch("server", "every match")
_watch("league", "the league Winter")
_watch("puzzle", "the puzzle of the day", says="gets the puzzle of the day")


@deed("watch stop", who="olaf", says="No longer following", mark="No channel that you can see follows anything.")
async def _(s: Scene) -> Ready:
    await _begin(s)
    lounge = s.world.guild.create_text_channel("lounge")
    await s.slash("olaf", "watch server", channel=lounge)

    async def reads() -> str:
        return words_of(message_of(await s.actor("olaf").slash(lounge, "watch list")))

    async def act() -> simcord.InteractionResult:
        reply = await s.actor("olaf").slash(lounge, "watch stop", what="all")
        await s.world.settle()
        return reply

    return Ready(act, reads, s.typing("olaf", "watch server", channel=lounge))


# Records, lessons, answers in advance.

RECORD = b"T0..(red.yellow)\nT1..E/2C6/D8-"


@deed("match import", says="", mark="imports: 1", final="It lapses; nobody else sees it.")
async def _(s: Scene) -> Ready:
    return Ready(s.typing("ann", "match import", file=("game.txt", RECORD)), lambda: _records(s))


@deed("RecordDialog", says="", mark="imports: 1", final="It lapses; nobody else sees it.")
async def _(s: Scene) -> Ready:
    asking = s.typing("ann", "match import")
    return Ready(s.filling("ann", asking, record=RECORD.decode()), lambda: _records(s))


async def _records(s: Scene) -> str:
    return await _count(s, schema.imports)


@deed("TurnDialog", says="", mark="lessons: 1", final="A lesson can be begun again.")
async def _(s: Scene) -> Ready:
    shown = await s.opened("ann", "learn", game="replicants")
    answer = tasks_of("replicants")[0].answer
    asking = s.pressing("ann", shown, "Type it")
    return Ready(s.filling("ann", asking, turn=answer), lambda: _count(s, schema.lessons))


@deed("LessonControl", says="", mark="lessons: 1", final="A lesson can be begun again.")
async def _(s: Scene) -> Ready:
    shown = await pick(s.world.ann, await s.opened("ann", "learn", game="replicants"), "Show me")
    (item,) = [each for each in controls(shown) if str(each.get("label", "")).startswith("Confirm")]
    return Ready(s.pressing("ann", shown, custom_id=item["custom_id"]), lambda: _count(s, schema.lessons))


@deed("PuzzleDialog", says="", mark="puzzle_results: 1", final="A puzzle can be done again.")
async def _(s: Scene) -> Ready:
    shown, puzzle = await _puzzle(s)
    asking = s.pressing("ann", shown, "Type it")
    return Ready(s.filling("ann", asking, turn=puzzle.solution[0]), lambda: _count(s, schema.puzzle_results))


@deed("PuzzleControl", says="", mark="puzzle_results: 1", final="A puzzle can be done again.")
async def _(s: Scene) -> Ready:
    shown, _ = await _puzzle(s)
    shown = await pick(s.world.ann, shown, "Solution")
    return Ready(s.pressing("ann", shown, "Yes, show the solution"), lambda: _count(s, schema.puzzle_results))


async def _puzzle(s: Scene) -> tuple[discord.Message, Puzzle]:
    """Open a puzzle of one turn."""
    shown = await s.opened("ann", "puzzle", game="replica", strength=1)
    return shown, await s.world.bot.arena.puzzles.next(s.world.person("ann"), "replica", 1)


def _prepared(what: str) -> None:
    """Make a row for an answer in advance: typed as an option, picked, or typed into a dialog."""

    @deed(what, who="the second", says="`26 -`", mark="`26 -`")
    async def _(s: Scene) -> Ready:
        party = await parlour(s.world, hand="chosen")
        second = (await party.session()).state.order[1]
        s.roles["the second"] = PLAYERS[second - 1]
        who = "the second"
        act = s.typing(who, "match plan", question="discard", answer="26 -")
        if what != "match plan":
            panel = await s.panel(
                who, await s.panel(who, posts(s.world, "Your hand")[-1], "Your hand"), "Answer in advance"
            )
            act = s.filling(who, s.picking(who, panel, "discard"), answer="26 -")
        forget = s.typing(who, "match plan", question="discard", answer="")
        return Ready(act, s.reading(who, "match plan"), forget)


_prepared("match plan")
_prepared("AdvanceDialog")


@deed("AdvanceMenu", says="**Mulligan**: `N`", mark="**Mulligan**: `N`")
async def _(s: Scene) -> Ready:
    message = await s.world.lobby(game="mutants", players=2, reserve="draft", where="here")
    await s.world.press("bob", message, "Join")
    await s.world.press("ann", message, "Start")
    panel = await s.panel("ann", await s.world.forge("m:1:0:prepare"), "forged")
    (item,) = menus(panel)
    await s.picking("ann", panel, "mulligan", item["custom_id"])()
    (item,) = menus(s.world.latest(panel))
    return Ready(
        s.picking("ann", s.world.latest(panel), "N", item["custom_id"]),
        s.reading("ann", "match plan"),
        s.typing("ann", "match plan", question="mulligan", answer=""),
    )


# Leagues.


async def _draft(s: Scene) -> discord.Message:
    given = {"game": "replicants", "format": "round-robin", "name": "Winter", "players": 4}
    return drafted(await s.slash("olaf", "league create", **given))


async def _status(s: Scene) -> str:
    """Return how the league stands, as its organiser is shown."""
    found = await s.world.bot.arena.leagues.of_guild(s.world.guild.id, following=True)
    return " ".join(f"{league.name} {season.number}: {season.status}" for league, season in found)


@deed("league create", who="olaf", says="is a draft", mark="is a draft")
async def _(s: Scene) -> Ready:
    given = {"game": "replicants", "format": "round-robin", "name": "Winter", "players": 4}

    async def discard() -> None:
        await s.click("olaf", await s.opened("olaf", "league-manage settings"), "Discard")

    return Ready(s.typing("olaf", "league create", **given), s.reading("olaf", "league-manage settings"), discard)


@deed("g:publish", who="olaf", says="has been published", mark="SHA-256")
async def _(s: Scene) -> Ready:
    draft = await _draft(s)

    async def call_off() -> None:
        await s.click("olaf", await s.opened("olaf", "league-manage settings"), "Call it off")
        for each in s.world.own(s.world.channel):
            assert "Join" not in labels(each)
            s.world.env.backend.delete_message(s.world.channel.id, each.id)

    return Ready(s.pressing("olaf", draft, "Publish"), s.public, call_off)


@deed("g:discard", who="olaf", says="has been called off", mark="no league", final="A league is made anew.")
async def _(s: Scene) -> Ready:
    draft = await _draft(s)
    return Ready(s.pressing("olaf", draft, "Discard"), s.reading("olaf", "league-manage settings"))


@deed(
    "g:again",
    who="olaf",
    says="has been posted again",
    mark="2 posts",
    final="The new post takes the place of the old one.",
)
async def _(s: Scene) -> Ready:
    first = await publish(s.world, s.actor("olaf"))
    settings = await s.opened("olaf", "league-manage settings")

    async def reads() -> str:
        return (
            "2 posts"
            if [each.id for each in s.world.own(s.world.channel) if "Join" in labels(each)] != [first.id]
            else ""
        )

    return Ready(s.pressing("olaf", settings, "Post it again"), reads)


@deed("LeagueDialog", who="olaf", says="", mark="most: 8")
async def _(s: Scene) -> Ready:
    draft = await _draft(s)

    typed = {"most": "8", "cap": "1", "legs": "1", "division": "", "up": "0"}

    async def discard() -> None:
        await s.click("olaf", await s.opened("olaf", "league-manage settings"), "Discard")

    return Ready(
        s.filling("olaf", s.picking("olaf", draft, "size"), **typed),
        lambda: _most(s),
        discard,
    )


async def _most(s: Scene) -> str:
    found = await s.world.bot.arena.leagues.of_guild(s.world.guild.id, following=True)
    return f"most: {(await s.world.bot.arena.leagues.view(found[0][1].id)).terms.most}" if found else ""


def _joining(what: str, *, command: bool) -> None:
    @deed(what, says="You've joined **Winter**", mark="**Winter**")
    async def _(s: Scene) -> Ready:
        post = await publish(s.world, s.actor("olaf"))
        act = s.typing("ann", "league join") if command else s.pressing("ann", post, "Join")
        return Ready(act, s.reading("ann", "league mine"), s.typing("ann", "league leave"))


_joining("league join", command=True)
_joining("g:join", command=False)


@deed("league leave", says="left **Winter**", mark="1 of at most 4 players")
async def _(s: Scene) -> Ready:
    post = await publish(s.world, s.actor("olaf"))
    await s.click("ann", post, "Join")
    await s.click("bob", post, "Join")
    return Ready(s.typing("ann", "league leave"), s.public, s.typing("ann", "league join"))


@deed("g:quit", says="You've withdrawn from Winter.", mark="withdrawn", final="It is said before, and asked once more.")
async def _(s: Scene) -> Ready:
    await begin(s.world, s.actor("olaf"), "ann", "bob", "cleo", "dan", format="swiss")
    asked = await s.opened("ann", "league leave")
    return Ready(s.pressing("ann", asked, "Withdraw"), s.reading("ann", "league standings"))


@deed("league bye", says="You're sitting out round 2", mark="You're sitting out round 2")
async def _(s: Scene) -> Ready:
    await begin(s.world, s.actor("olaf"), "ann", "bob", "cleo", "dan", format="swiss")
    return Ready(
        s.typing("ann", "league bye", round=2),
        s.reading("ann", "league mine"),
        s.typing("ann", "league bye", round=2, kind="cancel"),
    )


async def _entry(s: Scene, name: str) -> int:
    """Return the number of the entry for which a player plays."""
    found = (await s.world.bot.arena.leagues.view(1)).entry_of(s.world.person(name))
    assert found is not None
    return found.id


async def _running(s: Scene, **options: Any) -> discord.Message:
    """Have a league begun by four; return its public post."""
    return await begin(s.world, s.actor("olaf"), "ann", "bob", "cleo", "dan", **options)


@deed("league join", who="eve", says="You're an alternate for **Winter**", mark="alternates: 1")
async def _(s: Scene) -> Ready:
    await _running(s, at_once=1)
    return Ready(
        s.typing("eve", "league join", alternate=True),
        lambda: _count(s, schema.alternates, schema.alternates.c.status == "waiting"),
        s.typing("eve", "league leave"),
    )


@deed("league leave", who="eve", says="no longer an alternate for **Winter**", mark="alternates: 0")
async def _(s: Scene) -> Ready:
    await _running(s, at_once=1)
    await s.slash("eve", "league join", alternate=True)
    return Ready(
        s.typing("eve", "league leave"),
        lambda: _count(s, schema.alternates, schema.alternates.c.status == "waiting"),
        s.typing("eve", "league join", alternate=True),
    )


@deed(
    "league join",
    who="eve",
    says="You've joined **Winter**",
    mark="Winter",
    final="`/league leave` leaves it.",
)
async def _(s: Scene) -> Ready:
    await _running(s, at_once=1)
    await s.slash("eve", "league join", alternate=True)
    await s.slash("olaf", "league-manage remove", entry=await _entry(s, "ann"), sure=True)
    return Ready(s.typing("eve", "league join"), s.reading("eve", "league mine"))


async def _ladder(s: Scene) -> tuple[str, str, int]:
    """Begin a ladder; return the last of it, the one above, and that one's entry."""
    await _running(s, format="ladder")
    view = await s.world.bot.arena.leagues.view(1)
    ranked = [each.entry for each in tables_of(view)]
    called = {number: name for name, number in s.world.persons.items()}
    names = {each.id: called[each.players[0]] for each in view.entries}
    return names[ranked[3]], names[ranked[2]], ranked[2]


def _challenge(what: str, label: str, says: str, mark: str, final: str = "") -> None:
    """Make a row for something about a challenge; `who` is found out when the ladder has begun."""

    @deed(what, who=f"{'above' if label else 'last'} on the ladder", says=says, mark=mark, final=final)
    async def _(s: Scene) -> Ready:
        last, above, entry = await _ladder(s)
        s.roles = {"last on the ladder": last, "above on the ladder": above}
        made = s.typing(last, "league challenge", entry=entry)

        async def back() -> simcord.InteractionResult:
            return await s.click(last, await s.opened(last, "league challenge"), "Withdraw")

        open_ = schema.challenges.c.status == "open"
        if what == "league challenge":
            return Ready(made, lambda: _count(s, schema.challenges, open_), back)
        await made()
        if what == "g:withdraw":
            mine = await s.opened(last, "league challenge")
            return Ready(s.pressing(last, mine, "Withdraw"), lambda: _count(s, schema.challenges, open_), made)
        (asked,) = said(s.world, "challenged you in **Winter**")
        return Ready(s.pressing(above, asked, label), _words_of(s, asked))


def _words_of(s: Scene, message: discord.Message) -> Reads:
    async def read() -> str:
        return f"{s.world.latest(message).content} {labels(s.world.latest(message))}"

    return read


_challenge("league challenge", "", "Your challenge is announced", "challenges: 1")
_challenge("g:withdraw", "", "withdrew their challenge to", "challenges: 0")
_challenge("g:accept", "Accept", "", "their match starts automatically. []", "The match begins.")
_challenge("g:refuse", "Refuse", "", "nothing changes. []", "Another challenge can come.")


def _manage(command: str, says: str, mark: str, undo: str, **options: Any) -> None:
    """Make a row for a command of organisers that changes how a league stands."""

    @deed(f"league-manage {command}", who="olaf", says=says, mark=mark, final="" if undo else "A season begins once.")
    async def _(s: Scene) -> Ready:
        if command == "start":
            post = await publish(s.world, s.actor("olaf"), **options)
            for name in ("ann", "bob", "cleo", "dan"):
                await s.click(name, post, "Join")
        else:
            await _running(s, **options)
        if command == "resume":
            await s.slash("olaf", "league-manage pause")
        back = s.typing("olaf", f"league-manage {undo}") if undo else None
        return Ready(s.typing("olaf", f"league-manage {command}"), lambda: _status(s), back)


_manage("start", "**Winter** has started", "Winter 1: running", "")
_manage("pause", "**Winter** is paused", "Winter 1: paused", "resume")
_manage("resume", "**Winter** has resumed.", "Winter 1: running", "pause")


@deed("g:start", who="olaf", says="**Winter** has started", mark="Winter 1: running", final="A season begins once.")
async def _(s: Scene) -> Ready:
    post = await publish(s.world, s.actor("olaf"))
    for name in ("ann", "bob", "cleo", "dan"):
        await s.click(name, post, "Join")
    return Ready(s.pressing("olaf", s.world.latest(post), "Start (organisers)"), lambda: _status(s))


@deed(
    "g:close", who="olaf", says="Winter is closed.", mark="Winter 1: closed", final="One is asked whether one means it."
)
async def _(s: Scene) -> Ready:
    await _running(s)
    asked = await s.opened("olaf", "league-manage close")
    return Ready(s.pressing("olaf", asked, "Close"), lambda: _status(s))


@deed(
    "league-manage archive",
    who="olaf",
    says="**Winter** has been archived.",
    mark="no league",
    final="It is looked at as before.",
)
async def _(s: Scene) -> Ready:
    await _running(s)
    await s.world.as_bot(s.world.bot.arena.leagues.close(1))
    return Ready(s.typing("olaf", "league-manage archive"), s.reading("olaf", "league-manage settings"))


@deed("league-manage settings", who="olaf", says="is now announced and played in", mark="hall")
async def _(s: Scene) -> Ready:
    await publish(s.world, s.actor("olaf"))
    hall = s.world.guild.create_text_channel("hall")

    async def reads() -> str:
        league = (await s.world.bot.arena.leagues.view(1)).league
        return "hall" if league.channel_id == hall.id else ""

    return Ready(
        s.typing("olaf", "league-manage settings", channel=hall),
        reads,
        s.typing("olaf", "league-manage settings", channel=s.world.channel),
    )


@deed("league-manage decide", who="olaf", says="Decision 1 on", mark="decision 1: ", another="Each command decides.")
async def _(s: Scene) -> Ready:
    await _running(s, at_once=1)
    waiting = [each.id for each in (await s.world.bot.arena.leagues.view(1)).fixtures if each.status == "planned"]
    given = {"what": "give points", "points": "1,0", "fixture": waiting[0], "reason": "other"}

    async def reads() -> str:
        found = [each.id for each in await s.world.bot.arena.rulings.in_force(1)]
        return f"decision 1: {found}" if found and "decision 1: an organiser" in await s.public() else ""

    return Ready(s.typing("olaf", "league-manage decide", **given), reads, _undoing(s))


@deed("league-manage postpone", who="olaf", says="Decision 1 on", mark="[1]", another="Each command decides.")
async def _(s: Scene) -> Ready:
    await _running(s, at_once=1)
    waiting = [each.id for each in (await s.world.bot.arena.leagues.view(1)).fixtures if each.status == "planned"]
    until = f"{s.world.bot.clock.now() + timedelta(days=9):%Y-%m-%d}"

    return Ready(
        s.typing("olaf", "league-manage postpone", fixture=waiting[0], until=until, reason="other"),
        lambda: _in_force(s),
        _undoing(s),
    )


def _undoing(s: Scene) -> Undo:
    """Have the organiser take all decisions back."""

    async def undo() -> None:
        while await s.world.bot.arena.rulings.in_force(1):
            await s.slash("olaf", "league-manage decide", what="undo", reason="other")

    return undo


async def _in_force(s: Scene) -> str:
    return str([each.id for each in await s.world.bot.arena.rulings.in_force(1)][:1])


@deed("league-manage move", who="olaf", says="Decision 1 on", mark="[1]", another="Each command decides.")
async def _(s: Scene) -> Ready:
    draft = drafted(
        await s.slash("olaf", "league create", game="replicants", format="round-robin", name="Winter", players=8)
    )
    leagues = s.world.bot.arena.leagues
    await s.world.as_bot(leagues.amend(1, replace((await leagues.view(1)).terms, division_size=4, up=1)))
    await s.click("olaf", draft, "Publish")
    post = next(each for each in s.world.own(s.world.channel) if "SHA-256" in each.content)
    await s.click("ann", post, "Join")
    for number in range(7):
        person = await s.world.bot.arena.people.enter(7_000_000 + number, s.world.guild.id, f"P{number}")
        await s.world.as_bot(leagues.join(1, person.person_id))
    return Ready(
        s.typing("olaf", "league-manage move", entry=await _entry(s, "ann"), division=2, reason="other"),
        lambda: _in_force(s),
        _undoing(s),
    )


@deed("league-manage add", who="olaf", says="has joined **Winter**", mark="1 of at most 4 players")
async def _(s: Scene) -> Ready:
    await publish(s.world, s.actor("olaf"))

    async def remove() -> None:
        await s.slash("olaf", "league-manage remove", entry=await _entry(s, "ann"))

    return Ready(s.typing("olaf", "league-manage add", player=s.world.ann), s.public, remove)


@deed("league-manage remove", who="olaf", says="", mark="1 of at most 4 players")
async def _(s: Scene) -> Ready:
    post = await publish(s.world, s.actor("olaf"))
    await s.click("ann", post, "Join")
    await s.click("bob", post, "Join")
    return Ready(
        s.typing("olaf", "league-manage remove", entry=await _entry(s, "ann")),
        s.public,
        s.typing("olaf", "league-manage add", player=s.world.ann),
    )


@deed("league-manage bye", who="olaf", says="won't play in round 2", mark="absences: 1")
async def _(s: Scene) -> Ready:
    await _running(s, format="swiss")
    given = {"entry": await _entry(s, "ann"), "round": 2}
    return Ready(
        s.typing("olaf", "league-manage bye", **given),
        lambda: _count(s, schema.absences),
        s.typing("olaf", "league-manage bye", **given, kind="cancel"),
    )


@deed(
    "league-manage alternate",
    who="olaf",
    says="is now an alternate for **Winter**",
    mark="<@",
    final="The player waits no more.",
)
async def _(s: Scene) -> Ready:
    await _running(s, at_once=1)
    return Ready(
        s.typing("olaf", "league-manage alternate", player=s.world.eve), s.reading("olaf", "league-manage alternate")
    )


async def _next_season(s: Scene) -> discord.Message:
    await _running(s)
    await s.world.as_bot(s.world.bot.arena.leagues.close(1))
    return said(s.world, "this is the final table")[-1]


@deed("g:next", who="olaf", says="is a draft", mark="Winter 2: draft")
async def _(s: Scene) -> Ready:
    post = await _next_season(s)

    async def discard() -> None:
        await s.click("olaf", await s.opened("olaf", "league-manage settings"), "Discard")

    return Ready(s.pressing("olaf", post, "Next season (organisers)"), lambda: _status(s), discard)
