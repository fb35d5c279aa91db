"""Numbers in custom ids that nobody was given: whatever they name, what somebody may not see is not there."""

from __future__ import annotations

import random
import re
from collections.abc import Awaitable, Callable, Iterator
from itertools import product
from typing import Any

import discord
import pytest
import simcord

from cogs.consent.requests import _BUTTONS as REQUEST_BUTTONS
from cogs.consent.requests import RequestButton
from cogs.core.components import MatchButton
from cogs.league.control import ACTS, TURNS, LeagueControl, LeaguePage
from cogs.league.terms_form import usual_mode, usual_terms
from cogs.learn.lesson import LessonControl
from cogs.learn.practice import PracticeControl, PracticeVerb
from cogs.lobby.loadouts import LoadoutControl
from cogs.lobby.seeks import StepBackButton
from cogs.lobby.terms import BUTTONS, OptionMenu, TermsControl
from cogs.people.cog import DataButton, PrivacyMenu
from cogs.play.answers import AdvanceMenu
from cogs.play.builder import Verb
from cogs.play.builder_presses import BuilderControl
from cogs.play.cards import EntryMenu
from cogs.play.hand import PieceControl
from cogs.play.matches import PageButton
from cogs.play.move import KEEP
from cogs.profile.cog import LeaderboardPage
from cogs.review.viewer import ViewerControl, ViewerVerb
from cogs.settings.panel import SettingControl
from cogs.ui import lobby
from cogs.ui.layout import QuestionButton
from cogs.ui.lobby import LobbyControl
from cogs.ui.rules import PageStep, RulesButton, RulesMenu, TopicMenu
from engine import registry
from hosting.match.model import Match
from tests.cogs.conftest import World
from tests.cogs.playing import labels, message_of, pick, play

NOBODYS, HUGE = 99, 999_999_999_999_999_999
Press = tuple[str, tuple[str, ...]]
"""A custom id, and what is picked where it is a menu's."""


def _presses(world: World, number: int, seq: int) -> Iterator[Press]:
    # Playing on is said to whoever was asked, and nothing is looked up.
    yield from ((f"m:{number}:{seq}:{action}", ()) for action in world.bot.presses if action != KEEP)


def _builder(_: World, number: int, seq: int) -> Iterator[Press]:
    drafts = ("", "E/2C6/D8-", "~0~00000000")
    for verb, draft in product(set(Verb) - {Verb.CANCEL}, drafts):
        yield f"b:{number}:{seq}:{verb}::{draft}", ("2",) if verb is Verb.CHOOSE else ()


def _viewer(_: World, number: int, seq: int) -> Iterator[Press]:
    for kind, verb, side in product("mi", ViewerVerb, (0, 9)):
        yield f"v:{kind}{number}:{seq}:{side}:{verb}", ("1",) if verb is ViewerVerb.SIDE else ()


def _pieces(_: World, number: int, __: int) -> Iterator[Press]:
    yield f"l:{number}:m0", ("2E7",)
    yield f"l:{number}:t1", ()


def _advance(_: World, number: int, __: int) -> Iterator[Press]:
    yield from ((f"a:{number}:{key}", ("parry",)) for key in ("", "parry"))


def _requests(_: World, number: int, __: int) -> Iterator[Press]:
    yield from ((f"q:{number}:{action}", ()) for action in REQUEST_BUTTONS)


def _tables(_: World, number: int, seq: int) -> Iterator[Press]:
    yield from ((f"t:{number}:{seq}:{action}", ()) for action in lobby._BUTTONS)
    yield f"t:{number}:{seq}:{lobby.SEAT}", ("2",)


def _options(_: World, number: int, __: int) -> Iterator[Press]:
    yield f"d:{number}:paths", ("v:open",)


def _terms(_: World, number: int, __: int) -> Iterator[Press]:
    yield f"j:{number}:preset", ("quick",)
    yield from ((f"j:{number}:{page}", ()) for page in BUTTONS)


def _loadouts(_: World, number: int, __: int) -> Iterator[Press]:
    for verb in ("type", "usual", "keep", "build", "done"):
        yield f"k:{number}:{verb}:", ()
    yield from ((f"k:{number}:{verb}:", ("x",)) for verb in ("use", "pick"))


def _step_back(_: World, number: int, __: int) -> Iterator[Press]:
    yield f"s:{number}", ()


def _league(_: World, number: int, __: int) -> Iterator[Press]:
    yield from ((f"g:{number}:{action}", ("size",) if action == "terms" else ()) for action in ACTS)
    yield from ((f"g:{number}:{action}:1", ()) for action in ("accept", "refuse"))


def _league_pages(_: World, number: int, __: int) -> Iterator[Press]:
    yield from ((f"h:{number}:{what}:1:0", ()) for what in TURNS)


def _practice(_: World, number: int, seq: int) -> Iterator[Press]:
    for verb in (*Verb, PracticeVerb.UNDO, PracticeVerb.TYPE):
        yield f"x:m{number}.{seq}:0:{verb}::", ("2E7",) if verb is Verb.CHOOSE else ()


FORGED: dict[type[discord.ui.DynamicItem[Any]], Callable[[World, int, int], Iterator[Press]] | None] = {
    MatchButton: _presses,
    BuilderControl: _builder,
    LessonControl: None,
    SettingControl: None,
    PracticeControl: _practice,
    ViewerControl: _viewer,
    PieceControl: _pieces,
    AdvanceMenu: _advance,
    RequestButton: _requests,
    LobbyControl: _tables,
    OptionMenu: _options,
    TermsControl: _terms,
    LoadoutControl: _loadouts,
    StepBackButton: _step_back,
    PageButton: None,
    LeagueControl: _league,
    LeaguePage: _league_pages,
    LeaderboardPage: None,
    DataButton: None,
    PrivacyMenu: None,
    QuestionButton: None,
    RulesButton: None,
    RulesMenu: None,
    TopicMenu: None,
    PageStep: None,
    EntryMenu: None,
}
"""How to forge each kind of control; None for those whose ids hold no number of anything that somebody may not see: a
page of one's own list, a question that only the one who was asked can answer, a file that only the one who gave it can
import, what is held of the presser and what is held of all, a game's rules, its
lesson, its cards, the names of commands."""


async def used(
    actor: simcord.MemberActor,
    world: World,
    channel: simcord.ChannelHandle,
    press: Press,
    settle: Callable[[], Awaitable[None]] | None = None,
) -> tuple[discord.Message, list[simcord.ResponseMessage]]:
    """Have somebody use a control with an id that the bot never gave out; return its message and what they are told."""
    custom_id, values = press
    message = await world.forge(custom_id, *values, channel=channel)
    result = await (
        actor.select(message, list(values), custom_id=custom_id)
        if values
        else actor.click(message, custom_id=custom_id)
    )
    await (settle or world.settle)()
    return world.latest(message), [*([result.response] if result.response else []), *result.followups]


async def pressed(
    actor: simcord.MemberActor, world: World, channel: simcord.ChannelHandle, press: Press
) -> list[simcord.ResponseMessage]:
    """Have somebody use a forged control which shows nothing in its message; return what they are told."""
    message, told = await used(actor, world, channel, press)
    assert message.content == "forged"
    assert not message.attachments
    await message.delete()
    return told


class Places:
    """Matches and tables where eve cannot look: in another server, and in a channel of this one that is hidden."""

    def __init__(self, world: World) -> None:
        self.world = world
        env = world.env
        self.elsewhere = env.create_guild("Elsewhere", owner=env.create_user("otto"))
        self.foreign = self.elsewhere.create_text_channel("general")
        self.strangers = [self.elsewhere.add_member(env.create_user(name)) for name in ("fay", "gil")]
        self.hidden = world.guild.create_text_channel("hidden")

    async def fill(self) -> None:
        """Have matches run at both places, with a request, an open table and an import at each."""
        await self._fill(self.foreign, *self.strangers)
        await self._fill(self.hidden, self.world.ann, self.world.bob)
        self.world.deny(self.hidden, self.world.eve.id, "view_channel")
        await self.world.settle()

    async def _fill(
        self, channel: simcord.ChannelHandle, host: simcord.MemberActor, guest: simcord.MemberActor
    ) -> None:
        opened = message_of(await host.slash(channel, "new replicants", where="here"))
        await guest.click(opened, label="Join")
        (message,) = [each for each in channel.history() if each.id == opened.id]
        await host.click(message, label="Start")
        await self.world.settle()
        await host.slash(channel, "move", turn="E/2C6/D8-")
        await guest.slash(channel, "match end")
        await self._found(channel, host)
        await host.slash(channel, "new replica", where="thread")
        await host.slash(channel, "match import", file=("game.txt", b"T0..(red.yellow)\nT1..E/2C6/D8-"))
        await self.world.settle()

    async def _found(self, channel: simcord.ChannelHandle, host: simcord.MemberActor) -> None:
        """Have a league that players can join."""
        arena, game = self.world.bot.arena, registry.get("replicants")
        person_id = await arena.people.find(host.id)
        assert person_id is not None
        terms = usual_terms("round-robin", game, usual_mode(game))
        draft = await arena.leagues.create(host.guild.id, channel.id, person_id, "League", terms)
        await self.world.as_bot(arena.leagues.publish(draft.season.id))


def _told(messages: list[simcord.ResponseMessage]) -> list[str]:
    for message in messages:
        assert message.ephemeral
        assert not message.attachments
        assert not message.embeds
    return [re.sub(r"\d+", "#", message.content) for message in messages]


async def test_every_kind_of_control_is_forged(world: World) -> None:
    assert set(world.bot._connection._view_store._dynamic_items.values()) == FORGED.keys()
    for kind, forge in FORGED.items():
        pattern = kind.__discord_ui_compiled_template__
        for custom_id, _ in forge(world, 1, 1) if forge else ():
            assert pattern.fullmatch(custom_id), custom_id
        numbers = set(pattern.groupindex) & {"match", "table", "request", "story", "pairing", "season"}
        assert bool(numbers) is (forge is not None)


async def test_what_somebody_may_not_see_is_not_there(world: World, subtests: pytest.Subtests) -> None:
    places = Places(world)
    await places.fill()
    matches = world.bot.arena.matches
    before = [await matches.get(number) for number in (1, 2)]
    tables = [await world.table(number) for number in (1, 2, 3, 4)]
    for forge in filter(None, FORGED.values()):
        for nobodys, *others in zip(*(forge(world, number, 1) for number in (NOBODYS, 1, 2, HUGE)), strict=True):
            with subtests.test(nobodys[0]):
                expected = _told(await pressed(world.eve, world, world.channel, nobodys))
                assert expected
                assert not any("something went wrong" in text for text in expected)
                for press in others:
                    assert _told(await pressed(world.eve, world, world.channel, press)) == expected
    assert [await matches.get(number) for number in (1, 2)] == before
    assert [await world.table(number) for number in (1, 2, 3, 4)] == tables


ASKING = (
    *(
        "board",
        "match record",
        "match replay",
        "resign",
        "undo",
        "match clock",
        "match leave",
    ),
    *("match abort", "match end", "match spectate", "watch match", "organise log", "silence log"),
)
"""Commands that take the number of a match."""


async def test_no_command_tells_whether_a_match_exists(world: World, subtests: pytest.Subtests) -> None:
    places = Places(world)
    await places.fill()
    organiser = world.organiser()
    world.deny(places.hidden, organiser.id, "view_channel")
    await world.settle()
    for command in ASKING:
        actor = organiser if command.startswith(("watch", "organise", "silence")) else world.eve
        numbers = (NOBODYS, 1) if command.startswith(("organise", "silence")) else (NOBODYS, 1, 2)
        with subtests.test(command):
            for number in numbers:
                told = _told([message_of(await actor.slash(world.channel, command, match=number))])
                assert told == ["There's no such match."]


@pytest.mark.parametrize("custom_id", ["m:1:0:board", "m:1:0:record", "m:1:0:replay"])
async def test_what_is_forged_where_it_may_be_seen_is_answered(world: World, custom_id: str) -> None:
    """What the tests above do not find is there to be found."""
    await world.begin()
    _, (told,) = await used(world.eve, world, world.channel, (custom_id, ()))
    assert told.attachments


PARTS = (
    *("", "0", "1", "2", "9", "35", "999", "0" * 6, "0" * 16, "\u0661", "²", "zz.zz", "0.0", "1.2.3"),
    *("~", "~~", "~0~", "~zz.zz~00000000", "~é~00000000", "E", "E/2C6/D8-", "/" * 20, "E/" * 20),
    *("m", "i", "t", "s", "c", "p", "b", "r", "a", "o", "l", "mine", "here", "yes"),
    *(
        "board",
        "play",
        "undo",
        "seat",
        "take",
        "takeyes",
        "import",
        "replicants",
        "apex",
        ":all",
        ":0123456789ab",
        "preset",
        "time",
    ),
)
"""What stands in the fields of forged ids, where the pattern allows it."""

PICKED = ("", "", "0", "1", "9", "-1", "²", "2E7", "R16", "'", "`", "x" * 100, "\u202e")


def _filled(kind: type[discord.ui.DynamicItem[Any]], chance: random.Random) -> str:
    """Return an id that fits a control's pattern, with whatever its fields may hold."""
    pattern = kind.__discord_ui_compiled_template__

    def fitting(field: re.Match[str]) -> str:
        return chance.choice([part for part in PARTS if re.fullmatch(field[1], part)])

    while True:
        text = re.sub(r"\(\?P<\w+>((?:[^()]|\([^()]*\))*)\)", fitting, pattern.pattern)
        # What may be left out is there every other time.
        text = re.sub(r"\(\?:\\\.([^()]*)\)\?", lambda found: chance.choice(("", f".{found[1]}")), text)
        assert pattern.fullmatch(text), text
        if len(text) <= 100:
            return text


@pytest.mark.parametrize("kind", FORGED)
async def test_no_forged_id_is_too_much(world: World, kind: type[discord.ui.DynamicItem[Any]]) -> None:
    """Whatever stands in an id and whatever was picked: there is an answer, and it is no bug."""
    await world.begin()
    await play(world, "E/2C6/D8-")
    await world.ann.slash(world.channel, "match import", file=("game.txt", b"T0..(red.yellow)\nT1..E/2C6/D8-"))
    chance = random.Random(8)
    for _ in range(40):
        menu = kind in (RulesMenu, TopicMenu, EntryMenu, PrivacyMenu)
        custom_id, value = _filled(kind, chance), chance.choice(PICKED) or "0" * menu
        message, told = await used(world.bob, world, world.channel, (custom_id, (value,) if value else ()))
        assert told or message.edited_at, (custom_id, value)
        assert not any("went wrong" in each.content for each in told), (custom_id, value)


async def _private_match(world: World) -> tuple[Match, simcord.ChannelHandle]:
    """Return a match in a channel of its own, where all may look at first."""
    channel = world.guild.create_text_channel("club")
    opened = message_of(await world.ann.slash(channel, "new replicants", where="here"))
    await world.bob.click(opened, label="Join")
    (message,) = [each for each in channel.history() if each.id == opened.id]
    await world.ann.click(message, label="Start")
    await world.settle()
    return await world.bot.arena.matches.get(1), channel


async def test_a_viewer_shows_no_more_once_access_is_lost(world: World) -> None:
    _, channel = await _private_match(world)
    await world.ann.slash(channel, "move", turn="E/2C6/D8-")
    await world.settle()
    viewer = message_of(await world.eve.slash(world.channel, "match replay", match=1))
    shown = await pick(world.eve, viewer, "Next")
    assert "Turn 1 of 1" in shown.content
    world.deny(channel, world.eve.id, "view_channel")
    await world.bob.slash(channel, "move", turn="E/2C6/D8-")
    await world.settle()
    for label in ("Last", "Animated picture", "First", "Open a table from here"):
        answer = await world.eve.click(shown, label=label)
        assert [each.content for each in [*([answer.response] if answer.response else []), *answer.followups]] == [
            "There's no such match."
        ]
    (now,) = [each for each in world.channel.history(viewer=world.eve) if each.id == shown.id]
    assert now.content == shown.content
    assert labels(now) == labels(shown)


async def test_players_look_from_anywhere_in_their_server_and_from_no_other(world: World) -> None:
    places = Places(world)
    match, channel = await _private_match(world)
    world.deny(channel, world.ann.id, "view_channel")
    await world.settle()
    assert message_of(await world.ann.slash(world.channel, "board", match=match.id)).attachments
    abroad = places.elsewhere.add_member(world.ann.user)
    await world.settle()
    for how in ("as a member", "banned"):
        if how == "banned":
            world.guild.remove_member(world.ann)
            await world.settle()
        for press in (("m:1:0:board", ()), ("m:1:0:resign", ()), ("v:m1:0:0:l", ()), ("b:1:0:r::", ())):
            assert _told(await pressed(abroad, world, places.foreign, press)) == ["There's no such match."]
        for command in ("board", "match record", "match replay", "resign"):
            assert _told([message_of(await abroad.slash(places.foreign, command, match=1))]) == [
                "There's no such match."
            ]


async def test_who_left_a_seat_looks_on_as_anybody_does_until_the_end(world: World) -> None:
    """They have nothing to play, so what Discord does not show them is not shown; the record is theirs as well."""
    _, channel = await _private_match(world)
    organiser = world.organiser()
    asked = message_of(await organiser.slash(channel, "organise substitute", seat="bob", player=world.dan))
    await organiser.click(asked, label="Replace")
    assert message_of(await world.bob.slash(world.channel, "board", match=1)).attachments
    world.deny(channel, world.bob.id, "view_channel")
    await world.settle()
    assert _told([message_of(await world.bob.slash(world.channel, "board", match=1))]) == ["There's no such match."]
    await world.bot.arena.matches.forfeit(1, world.person("ann"))
    await world.settle()
    assert message_of(await world.bob.slash(world.channel, "board", match=1)).attachments
