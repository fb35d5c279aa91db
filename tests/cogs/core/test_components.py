"""Buttons and menus that outlive a restart: the ids of every release go on meaning what they meant."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, cast

import discord
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as some

from cogs.consent.requests import RequestButton
from cogs.core.components import MatchButton, Persistent
from cogs.core.messages import offered
from cogs.core.text import CHOICE_LIMIT, MESSAGE_LIMIT, MOST_CHOICES, code, cut, line, plain, safe, safe_words, shown
from cogs.league.control import LeagueControl, LeaguePage
from cogs.learn.lesson import LessonControl
from cogs.learn.practice import PracticeControl
from cogs.learn.puzzle import PuzzleControl
from cogs.lobby.loadouts import LoadoutControl
from cogs.lobby.seeks import StepBackButton
from cogs.lobby.terms_panel import OptionMenu, TermsControl
from cogs.moderation.correcting import reason_of
from cogs.people.cog import DataButton, PrivacyMenu
from cogs.play.answers import AdvanceMenu
from cogs.play.builder_presses import BuilderControl
from cogs.play.cards import EntryMenu
from cogs.play.hand import PieceControl
from cogs.play.matches import PageButton
from cogs.profile.cog import LeaderboardPage
from cogs.review.viewer import ViewerControl
from cogs.settings.panel import SettingControl, read_zone, with_digest, with_quiet
from cogs.ui.layout import QuestionButton
from cogs.ui.lobby import LobbyControl
from cogs.ui.rules import PageStep, RulesButton, RulesMenu, TopicMenu
from engine import registry
from engine.chance import Chance
from engine.errors import ArenaError, RecordError
from engine.game import Setup
from engine.session import Session
from engine.text import Player, Quote, say
from hosting.clock import read_clock
from hosting.imports import understood
from hosting.match.model import Person, PlayerSettings
from tests.cogs.conftest import World
from tests.cogs.markdown import read
from tests.cogs.playing import latest, message_of, play, posts
from tests.cogs.seeing import answers
from tests.cogs.test_visibility import COMMANDS, FOR_ORGANISERS, _filled_in
from tests.limits.bodies import broken

IDS: list[tuple[type[Persistent], str, dict[str, str | None]]] = [
    (MatchButton, "m:12:34:play", {"match": "12", "seq": "34", "action": "play"}),
    (LobbyControl, "t:5:6:join", {"table": "5", "rev": "6", "action": "join", "mark": ""}),
    (
        LobbyControl,
        "t:5:6:join:0123456789ab",
        {"table": "5", "rev": "6", "action": "join", "mark": ":0123456789ab"},
    ),
    (OptionMenu, "d:5:decks", {"table": "5", "option": "decks"}),
    (TermsControl, "j:5:preset", {"table": "5", "verb": "preset"}),
    (LoadoutControl, "k:5:pick:AND+TRI", {"table": "5", "verb": "pick", "draft": "AND+TRI"}),
    (StepBackButton, "s:4", {"pairing": "4"}),
    (RequestButton, "q:7:takeyes", {"request": "7", "action": "takeyes"}),
    (QuestionButton, "o:0123456789abcdef:yes", {"token": "0123456789abcdef", "action": "yes"}),
    (DataButton, "y:resign:0a1b2c3d", {"verb": "resign", "mark": "0a1b2c3d"}),
    (PrivacyMenu, "i:privacy", {}),
    (LeaderboardPage, "p:apex:2:40", {"game": "apex", "board": "2", "first": "40", "servers": ""}),
    (LeaderboardPage, "p:apex:2:40:all", {"game": "apex", "board": "2", "first": "40", "servers": ":all"}),
    (LeagueControl, "g:4:join", {"season": "4", "action": "join", "about": ""}),
    (LeagueControl, "g:4:accept:7", {"season": "4", "action": "accept", "about": ":7"}),
    (LeaguePage, "h:4:t:2:40", {"season": "4", "what": "t", "part": "2", "first": "40"}),
    (PageButton, "w:mine:20", {"which": "mine", "first": "20"}),
    (PieceControl, "l:3:t12", {"match": "3", "kind": "t", "page": "12"}),
    (RulesMenu, "f:rules", {}),
    (RulesButton, "f:of:replica", {"game": "replica"}),
    (TopicMenu, "r:replicants:", {"game": "replicants", "data": ""}),
    (PageStep, "r:apex:1:at:how-war:0", {"game": "apex", "data": "1", "key": "how-war", "part": "0"}),
    (AdvanceMenu, "a:3:freeze-empty", {"match": "3", "key": "freeze-empty"}),
    (SettingControl, "z:colours", {"key": "colours"}),
    (EntryMenu, "e:mutants:1:c0", {"game": "mutants", "data": "1", "menu": "c0"}),
    (ViewerControl, "v:i3:4:0:f", {"kind": "i", "story": "3", "turn": "4", "side": "0", "verb": "f"}),
    (
        BuilderControl,
        "b:3:4.0a1b2c:s1:2.z:A1-A2",
        {"match": "3", "seq": "4", "chosen": "0a1b2c", "verb": "s", "page": "1", "steps": "2.z", "text": "A1-A2"},
    ),
    (
        LessonControl,
        "n:apex:7:s1:2.z:A1-A2",
        {"game": "apex", "step": "7", "verb": "s", "page": "1", "steps": "2.z", "text": "A1-A2"},
    ),
    (
        PuzzleControl,
        "u:0a1b2c3d:739617:2:s1:2.z:A1-A2",
        {
            "puzzle": "0a1b2c3d",
            "day": "739617",
            "seq": "2",
            "verb": "s",
            "page": "1",
            "steps": "2.z",
            "text": "A1-A2",
        },
    ),
    (
        PracticeControl,
        "x:m12.3:4:s1:2.z:A1-A2",
        {
            "root": "m12.3",
            "match": "12",
            "after": "3",
            "seq": "4",
            "verb": "s",
            "page": "1",
            "steps": "2.z",
            "text": "A1-A2",
        },
    ),
]

NOBODY = cast("discord.Interaction[Any]", None)
"""Who pressed says nothing about the control."""


def test_every_kind_of_control_is_here() -> None:
    assert {kind.__name__ for kind, _, _ in IDS} == {kind.__name__ for kind in Persistent.__subclasses__()}


@pytest.mark.parametrize(("kind", "custom_id", "fields"), IDS, ids=[kind.__name__ for kind, _, _ in IDS])
async def test_a_press_finds_what_its_id_says(
    kind: type[Persistent], custom_id: str, fields: dict[str, str | None]
) -> None:
    found = kind.__discord_ui_compiled_template__.fullmatch(custom_id)
    assert found is not None

    control = await kind.from_custom_id(NOBODY, discord.ui.Button(custom_id=custom_id), found)

    assert control.custom_id == custom_id
    assert control.fields.groupdict() == fields
    assert control.picked == ()


async def test_a_control_of_another_kind_is_refused() -> None:
    found = MatchButton.__discord_ui_compiled_template__.fullmatch("m:12:34:play")
    assert found is not None
    with pytest.raises(TypeError):
        await MatchButton.from_custom_id(NOBODY, discord.ui.UserSelect(custom_id="m:12:34:play"), found)


def test_an_id_with_something_behind_it_is_refused() -> None:
    with pytest.raises(ValueError, match="MatchButton"):
        MatchButton(discord.ui.Button(custom_id="m:12:34:play:more"))


# What an option offers while a player types.


def test_only_what_fits_is_offered_in_its_order() -> None:
    named = [("Bob: E/2C6", 2), ("ANN: E", 1), ("Straße", 3)]
    assert [each.value for each in offered(named, "")] == [2, 1, 3]
    assert [each.value for each in offered(named, "ann")] == [1]
    assert [each.value for each in offered(named, "STRASSE")] == [3]
    assert offered(named, "zoe") == []


@pytest.mark.parametrize("typed", ["", "x"])
def test_no_more_and_nothing_longer_than_discord_takes(typed: str) -> None:
    choices = offered([("x" * 200, str(number)) for number in range(40)], typed)
    assert [each.value for each in choices] == [str(number) for number in range(MOST_CHOICES)]
    assert {len(each.name) for each in choices} == {CHOICE_LIMIT}


def test_a_key_is_looked_up_too_where_people_type_notation() -> None:
    named = [("Replicant 2 on E7", "2E7"), ("Replicant 3 on B2", "3B2")]
    assert [each.value for each in offered(named, "2e")] == []
    assert [each.value for each in offered(named, "2e", by_value=True)] == ["2E7"]


# People with hostile names who type hostile words: every command shows them as they are, and they do nothing else.


NAMES = {
    "ann": "[**zq** ||a||](https://zq.io)`x",
    "bob": "<@99><#98><t:97:R>:zq: @everyone",
    "cleo": "-# __zq__ \\",
    "dan": "1. ~~zq~~ discord.gg/zq",
    "eve": "> \u202ezq\u200b*_zq_*",
}
TYPED = "[**zq** ||s||](https://zq.io) <@99> <t:97:R> :zq: @everyone `zq` # zq"
ALIVE = re.compile("zq|^(<@99>|<#98>|<t:97:R>|@everyone|@here)$")
SHORTEST = 8
"""So many characters of what was typed are enough to know it by."""


def check(message: Any) -> None:
    """Find nothing in a message that comes of a player's words but themselves."""
    assert len(message.content) <= MESSAGE_LIMIT
    for text in (message.content, *(embed.description or "" for embed in message.embeds)):
        reading = read(text)
        assert not [leaf for leaf in reading.leaves if ALIVE.search(leaf)], text
        assert "raw invitation" not in reading.marks, text
        rest = reading.plain
        for quoted in reading.code:  # nothing is read there
            rest = rest.replace(quoted, "")
        rest = rest.replace("\u200b", "")
        for name in NAMES.values():
            for spelled in (line(name), line(name).replace("`", "'")):
                rest = rest.replace(spelled, "")
        for length in range(len(TYPED), SHORTEST - 1, -1):
            for spelled in (TYPED[:length], TYPED[:length].replace("`", "'")):
                rest = rest.replace(spelled, "")
        assert "zq" not in re.sub(r"\S*zq\S*…", "", rest), text


async def hostile(world: World) -> None:
    for name, nick in NAMES.items():
        world.env.backend.edit_member(world.guild.id, world.people[name].id, {"nick": nick})
    await world.settle()


def _typed(value: Any) -> Any:
    return {"what": TYPED, "Be *nice*": TYPED, "ann": NAMES["ann"], "bob": NAMES["bob"]}.get(value, value)


@pytest.mark.parametrize("game", ["replicants", "apex"])
async def test_names_and_words_do_nothing_in_any_answer(world: World, game: str, subtests: pytest.Subtests) -> None:
    organiser = world.organiser()
    await hostile(world)
    opened = await world.lobby(game=game, where="here")
    await world.press("bob", opened, "Join")
    await world.press("ann", opened, "Start")
    await world.settle()
    for name, cases in COMMANDS.items():
        if name.startswith("new") or name == "settings mine":
            continue
        actor = organiser if name.startswith(FOR_ORGANISERS) else world.ann
        for options, _ in cases:
            given = {key: value if isinstance(value, tuple) else _typed(value) for key, value in options.items()}
            with subtests.test(name, **options):
                for message in answers(await actor.slash(world.channel, name, **_filled_in(world, given))):
                    check(message)
    await world.settle()
    for post in posts(world):
        check(post)


TRIED: list[tuple[str, dict[str, Any]]] = [
    ("move", {"turn": TYPED}),
    ("move", {"turn": f"E/2C6/{TYPED}"}),
    ("move", {"turn": f"E/2C6/D8- · {TYPED}"}),
    ("match plan", {"add": f"{TYPED}; {TYPED}"}),
    ("legal", {"piece": TYPED}),
    ("rules", {"topic": TYPED}),
    ("rules", {"topic": "`"}),
    ("settings vacation", {"first": TYPED}),
    ("settings mine", {"zone": TYPED}),
    ("settings mine", {"quiet": TYPED}),
    ("settings mine", {"digest": TYPED}),
    ("match more-time", {"hours": 2, "player": TYPED}),
    ("match import", {"file": ("game.txt", TYPED.encode())}),
    ("match import", {"file": ("game.txt", f'[Red "{TYPED}"]\nT0..({TYPED}.b)\nT1..{TYPED}'.encode())}),
    ("match import", {"file": ("game.txt", b'[Red "**zq** <@99>"]\nT0..(<@99>zq.**zq**)\nT1..E/2C6/D8-')}),
]


async def test_what_is_typed_does_nothing_in_the_answer(world: World, subtests: pytest.Subtests) -> None:
    match = await world.begin()
    for command, options in TRIED:
        with subtests.test(command, **options):
            reply = message_of(await world.ann.slash(world.channel, command, **options))
            assert reply.ephemeral
            assert len(reply.content) <= MESSAGE_LIMIT
            assert not [leaf for leaf in read(reply.content).leaves if ALIVE.search(leaf)], reply.content
            assert not {"spoiler", "struck", "raw invitation"} & read(reply.content).marks, reply.content
            assert await latest(world) == match


async def test_names_do_nothing_from_the_lobby_to_the_end(world: World) -> None:
    await hostile(world)
    match = await world.begin(where="here")
    await play(world, "E/2C6/D8-")
    asked = message_of(await world.ann.slash(world.channel, "match leave"))
    check(asked)
    check(message_of(await world.ann.click(asked, label="Ask for a substitute")))
    await world.settle()
    await world.people["cleo"].click(posts(world, "Take over this seat")[-1], label="Take over this seat")
    await world.bot.arena.matches.forfeit(match.id, world.person("bob"))
    await world.settle()
    assert (await latest(world)).over
    for post in posts(world):
        check(post)
    looks: tuple[tuple[str, dict[str, str]], ...] = (
        ("board", {}),
        ("match replay", {}),
        ("match replay", {"form": "summary"}),
        ("match record", {}),
        ("matches", {}),
    )
    for name, options in looks:
        for message in answers(await world.eve.slash(world.channel, name, **options)):
            check(message)


async def test_a_name_does_not_end_the_quotation_of_a_text_board(world: World) -> None:
    world.env.backend.edit_member(world.guild.id, world.ann.id, {"nick": "a```**zq** <@99>"})
    await world.settle()
    await world.begin(where="here")
    for message in answers(await world.ann.slash(world.channel, "board", look="text")):
        for embed in message.embeds:
            text = embed.description or ""
            assert read(text).marks <= {"code", "raw call"}
            assert text.count("```") == 2


# No NUL character gets to a column of text: SQLite takes one and PostgreSQL does not.


def set_up(game: str) -> Callable[[str], object]:
    return lambda text: Session.start(registry.get(game), Setup("2", position=text), Chance.from_text("x"))


def position(game: str) -> str:
    return registry.get(game).write_position(Session.start(registry.get(game), Setup("2"), Chance.from_text("x")).state)


REFUSING: dict[str, tuple[Callable[[str], object], str]] = {
    "zone": (read_zone, "Europe/Paris"),
    "quiet hours": (lambda text: with_quiet(PlayerSettings(), text), "22-7"),
    "digest": (lambda text: with_digest(PlayerSettings(), text), "18:00"),
    "clock": (read_clock, "3d+12h/5d"),
    "record": (understood, "T0..(red.yellow)\nT1..E/2E6/E"),
    **{f"position of {game}": (set_up(game), position(game)) for game in ("replicants", "replica", "apex")},
}


@pytest.mark.parametrize("entry", REFUSING)
def test_what_is_read_is_refused(entry: str) -> None:
    read, text = REFUSING[entry]
    read(text)
    for place in range(len(text) + 1):
        with pytest.raises(ArenaError):
            read(f"{text[:place]}\0{text[place:]}")


def test_a_record_is_refused_with_the_place() -> None:
    with pytest.raises(RecordError) as caught:
        understood("T0..(red.yellow)\nT1..E/\0E6/E")
    assert (caught.value.code, str(caught.value.where)) == ("no-text", "line 2, column 7")


def test_names_lose_it() -> None:
    assert Person(1, "a\0nn\0").name == "ann"


async def test_an_organiser_s_words_lose_it(world: World) -> None:
    match = await world.begin()
    assert str(reason_of(match, "other", "one\0 moment")) == "one moment"


# Names and what was typed, made fit for messages.


SIGNS = "\\*_~|`<>#-.:/@[](){}!&+=1a \n"
PIECES = (
    "https://",
    "http:/",
    "discord.gg/abc",
    "@everyone",
    "@here",
    "<@1>",
    "<@&2>",
    "<#3>",
    "<t:0:R>",
    "<:e:4>",
    "</new:5>",
    "<id:home>",
    ":smile:",
    "[a](b)",
    "-# ",
    "> ",
    ">>> ",
    "# ",
    "- ",
    "1. ",
    "```",
    "||",
    "**",
    "\\",
    "\u200b",
    "\u200d",
    "\u202e",
    "\u2066",
    "\ufeff",
    "👩\u200d🚀",
    "ü",
    "\ud800",
)

text_hostile = some.lists(
    some.one_of(some.sampled_from(PIECES), some.text(SIGNS, max_size=4), some.text(max_size=3))
).map("".join)
anything = some.one_of(text_hostile, some.text())

PLACES = (
    "{}",
    "{} plays",
    "**{}** plays",
    "_{}_",
    "## {}",
    "-# {}",
    "> {}",
    "- {}: {}",
    "||{}|| and {}",
    "[there](x) {} (and) {}",
    "first\n{}\nlast",
)
"""Where words of a player may stand; what is around them is as live as it was without them."""


def seen(text: str) -> str:
    """Return what is read of a text, without the space that nobody sees."""
    return read(text).plain.replace("\u200b", "")


@given(anything)
@example("[**b** ||s||](x)")
@example("`")
@example("[\\<#1>](x)")
@example("**b** `x` ~~y~~ ||z|| _i_")
@example("ht\u200btps://evil.example/a_b")
@example("\\")
@example("¯\\_(ツ)_/¯")
def test_what_someone_wrote_is_shown_as_it_is(text: str) -> None:
    reading = read(safe(text))
    assert reading.marks == set()
    assert reading.plain.replace("\u200b", "") == line(text)


@given(some.sampled_from(PLACES), anything)
@example("**{}** plays", "a\\")
@example("**{}** plays", "*")
@example("_{}_", "_")
@example("[there](x) {} (and) {}", "](y)")
def test_words_change_nothing_around_them(place: str, text: str) -> None:
    harmless = place.replace("{}", "name")
    reading = read(place.replace("{}", safe(f"x{text}x")))
    assert reading.marks == read(harmless).marks
    assert reading.plain.replace("\u200b", "") == read(harmless).plain.replace("name", line(f"x{text}x"))


@given(anything)
@example("``x``\n@everyone")
@example("a\\")
def test_nothing_gets_out_of_its_backticks(text: str) -> None:
    reading = read(f"`{code(f'x{text}')}` after")
    assert reading.marks <= {"code", "raw link", "raw invitation"}
    assert [each.replace("\u200b", "") for each in reading.code] == [line(f"x{text}").replace("`", "'")]
    assert reading.plain.endswith(" after")


@given(anything, some.integers(min_value=2, max_value=60))
@example("||" * 30, 19)
def test_what_is_cut_stays_dead_and_fits(text: str, limit: int) -> None:
    for whole in (safe(text), f"`{code(f'x{text}')}` {safe(text)}"):
        short = cut(whole, limit)
        assert len(short) <= limit
        assert read(short).marks <= {"code", "raw link", "raw invitation"}
        if len(whole) > limit:
            assert seen(short).rstrip("`").endswith("…")


@given(anything)
def test_a_line_is_one_line_of_what_can_be_seen_and_sent(text: str) -> None:
    told = line(text)
    assert told.splitlines() in ([], [told])
    assert not {"\u200b", "\u202e", "\u2066", "\ufeff"} & set(told)
    assert told.encode().decode() == told
    assert line(told) == told


@given(anything)
@settings(max_examples=50)
def test_quotes_and_players_are_made_safe_wherever_they_stand(text: str) -> None:
    inner = say("{words}", words=Quote(text))
    reading = read(shown(say("{player}: {inner}", player=Player(1), inner=inner), None, (f"x{text}",)))
    assert reading.marks == set()
    assert reading.plain.replace("\u200b", "") == f"{line(f'x{text}')}: {line(text)}"
    assert plain(inner, None) == line(text)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("ann", "ann"),
        ("ann\u200d", "ann"),
        ("Zoë 👩\u200d🚀", "Zoë 👩\u200d🚀"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        (" a\tb\r\nc \u2028 d ", "a b c d"),
        ("\u202ehctam", "hctam"),
        ("\ud83d", "\ufffd"),
    ],
)
def test_what_nobody_sees_goes_and_the_rest_stays(name: str, told: str) -> None:
    assert line(name) == told


def test_a_seat_whose_name_nobody_can_see_is_called_by_its_number() -> None:
    assert shown(say("{player}", player=Player(2)), None, ("ann", "\u200b\u2066")) == "Player 2"


def test_calls_are_looked_for_behind_a_backslash_too() -> None:
    assert safe("@everyone @here") == "\\@\u200beveryone \\@\u200bhere"


def test_words_of_the_bot_keep_the_spaces_of_their_language() -> None:
    words = "Retrait\u00a0: gagne 1\u202f; *ann*\nbob"
    assert safe_words(words) == "Retrait\u00a0\\: gagne 1\u202f; \\*ann\\* bob"
    assert safe(words) == "Retrait \\: gagne 1 ; \\*ann\\* bob"


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("**b**", {"bold"}),
        ("[a](b)", {"link"}),
        ("x https://a.b", {"link", "raw link"}),
        ("<@1>", {"mention", "raw call"}),
        ("\n-# a", {"small print"}),
        ("1. a", {"list"}),
        ("`a`", {"code"}),
        (":a:", {"emoji"}),
        ("<t:0>", {"time"}),
        ("||a||", {"spoiler"}),
        (r"\*\*a\*\*", set()),
    ],
)
def test_the_reader_of_these_tests_reads(text: str, marks: set[str]) -> None:
    assert read(text).marks == marks


@pytest.mark.parametrize(
    ("text", "limit", "told"),
    [
        ("of <@123456789> and others", 10, "of…"),
        ("of <@123456789> and others", 17, "of <@123456789>…"),
        ("again <t:1700000000:R>, or", 20, "again…"),
        ("use </match cards:1> for it", 15, "use…"),
        ("[Go to the match](https://a.b/c) now", 20, "…"),
        ("see [there](https://a.b/c), now", 29, "see [there](https://a.b/c),…"),
        ("**bold words** here", 10, "**bold…**"),
        ("**bold words** here", 14, "**bold word…**"),
        ("**bold words** here", 16, "**bold words**…"),
        ("**a `code that is long`** b", 14, "**a `code…`**"),
        ("`code that is long` b", 8, "`code…`"),
        ("a `code`", 4, "a…"),
        ("```\nrow\nrow\nrow\n```", 12, "```\nrow…```"),
        (r"a \*name\* of", 4, "a…"),
        (r"a \*name\* of", 5, r"a \*…"),
        ("ab", 1, "…"),
        ("ab", 0, ""),
        ("ab", -3, ""),
        ("**ab**", 2, "…"),
    ],
)
def test_no_markup_is_cut_in_two(text: str, limit: int, told: str) -> None:
    assert cut(text, limit) == told
    assert list(broken("it", told)) == []


_PARTS = some.sampled_from(
    (
        "**",
        "`",
        "```",
        "<@1>",
        "<t:12:R>",
        "[a](b)",
        "[",
        "](",
        ")",
        "<",
        ">",
        r"\*",
        "\\",
        " ",
        "word",
        "\n",
        "`x`",
        "**b**",
    )
)


@given(some.lists(_PARTS, max_size=12).map("".join), some.integers(min_value=0, max_value=40))
def test_what_is_cut_fits_whatever_stands_in_it(text: str, limit: int) -> None:
    short = cut(text, limit)
    assert len(short) <= max(limit, 0)
    assert short == text or not short or "…" in short
