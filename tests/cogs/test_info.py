"""`/help`: the steps, what waits, what is not possible here, and the way to the rules."""

from __future__ import annotations

import re
from contextlib import nullcontext
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import discord
import pytest
import simcord

import engine.replicants
from cogs.core.bot import Reader
from cogs.core.permissions import FEATURES, Capability, invitation, label, wanted
from cogs.core.text import LAYOUT_LIMIT
from cogs.info.cog import MOST_WAITING, findings, unnamed
from cogs.ui.rules import body, parts_of, rule_of
from engine.registry import games, get
from engine.text import say
from hosting import silence
from hosting.match.model import Place
from locales import translator
from locales.pseudo import Pseudo
from render.theme import Theme
from settings import Settings
from tests.catalogues import everything_in
from tests.cogs.conftest import World, private, take
from tests.cogs.playing import labels, menu, menus, message_of, pick, texts


def words(result: simcord.InteractionResult) -> str:
    """Return all texts of an answer that is made of components."""
    message = message_of(result)
    assert message.ephemeral
    return "\n".join(texts(message))


async def test_help_says_how_to_begin_and_leads_to_the_rules(world: World) -> None:
    result = await world.eve.slash(world.channel, "help")

    text = words(result)
    assert "`/new`" in text
    assert "**Play**" in text
    assert "Waiting for you" not in text
    assert "can't do" not in text
    message = message_of(result)
    answer = await world.eve.select(message, [menu(message)["APEX"]], custom_id=menus(message)[0]["custom_id"])
    assert texts(message_of(answer))[0] == "### APEX: The goal and your first turn"


async def test_help_lists_matches_that_wait_for_the_person_alone(world: World) -> None:
    await world.begin()

    assert "**Your turn**" in words(await world.ann.slash(world.channel, "help"))
    assert "Waiting for you" not in words(await world.bob.slash(world.channel, "help"))


async def test_help_says_what_is_not_possible_for_want_of_permissions(world: World) -> None:
    take(world, "create_public_threads")

    text = words(await world.eve.slash(world.channel, "help"))
    assert "Open a thread for each match." in text
    assert "Post boards" not in text


async def test_of_many_matches_that_wait_the_most_urgent_are_listed(world: World) -> None:
    tables, ann, bob = world.bot.arena.tables, world.named("ann"), world.named("bob")
    for number in range(MOST_WAITING + 3):
        room = world.guild.create_text_channel(f"room-{number}")
        table = await tables.open(world.guild.id, room.id, ann, "replicants", "2", where="here")
        table = await tables.join(table.id, bob)
        await world.as_bot(tables.start(table.id, ann.person_id, (Place("board", room.id),)))
    for result in (await world.ann.slash(world.channel, "help"), await world.ann.user.slash("help")):
        text = words(result)
        assert text.count("**Your turn**") == MOST_WAITING
        assert "More matches are waiting for you" in text
    for number in range(3, MOST_WAITING + 3):
        await world.as_bot(world.bot.arena.matches.forfeit(number + 1, world.person("bob")))
    text = words(await world.ann.slash(world.channel, "help"))
    assert text.count("**Your turn**") == 3
    assert "Others wait" not in text


async def test_help_in_a_thread_asks_for_what_threads_take(world: World) -> None:
    match = await world.begin(where="thread")
    thread = world.place(match.channel_id)
    assert "can't do" not in words(await world.ann.slash(thread, "help"))
    take(world, "send_messages_in_threads")
    assert "What I can't do here" in words(await world.ann.slash(thread, "help"))


async def test_help_in_direct_messages_tells_of_no_permissions(world: World) -> None:
    take(world, "create_public_threads", "send_messages")
    assert "can't do" not in words(await world.ann.user.slash("help"))


@pytest.mark.parametrize("language", [None, Pseudo(70)])
async def test_help_finds_room_for_all_of_it_where_nothing_is_allowed(world: World, language: Pseudo | None) -> None:
    await world.begin()
    kept = {"use_application_commands", "read_messages"}
    take(world, *(name for name, _ in discord.Permissions.all() if name not in kept))
    with nullcontext() if language is None else everything_in(language):
        text = words(await world.ann.slash(world.channel, "help"))
    if language is None:
        assert "What I can't do here" in text
        assert "**Your turn**" in text


async def test_help_in_a_silent_teams_channel_is_seen_by_nobody_else(world: World) -> None:
    # R29
    match = await world.begin_silent()
    place = match.place("team:0")
    assert place is not None
    channel = world.place(place.channel_id)
    before = [each.id for each in channel.history(viewer=world.cleo)]
    assert f"/{channel.id})" in words(await world.ann.slash(channel, "help"))
    assert [each.id for each in channel.history(viewer=world.cleo)] == before


# `/doctor`, and which permissions the bot asks for.


ALL = discord.Permissions.all()


async def test_a_healthy_bot_says_so_in_private(world: World) -> None:
    text = private(await world.ann.slash(world.channel, "doctor"))

    assert text.count("✅") == len(FEATURES)
    assert "Nothing is missing." in text
    assert "❌" not in text
    assert "hasn't set `OPERATOR_NAME` and `OPERATOR_CONTACT`" in text


@pytest.mark.parametrize(
    ("permission", "feature"),
    [
        ("attach_files", "Post boards"),
        ("read_message_history", "same board twice"),
        ("create_public_threads", "thread for each match"),
        ("manage_roles", "silent channels"),
        ("send_polls", "silent channels"),
    ],
)
async def test_what_is_missing_is_named_with_what_it_blocks(world: World, permission: str, feature: str) -> None:
    take(world, permission)

    lines = private(await world.ann.slash(world.channel, "doctor")).splitlines()

    sick = [line for line in lines if line.startswith("❌")]
    assert any(feature in line and f"`{label(permission)}`" in line for line in sick)
    assert any(invitation(world.bot.application_id or 0) in line for line in lines)


def test_permissions_are_named_as_on_discords_pages_in_each_language() -> None:
    shown = (silence.Kind.SPEECH, silence.Kind.MODERATION, silence.Kind.READING, silence.Kind.BEYOND)
    asked = {name for feature in FEATURES for name in feature.permissions}
    for name in {*silence.of_kind(*shown), *asked, "manage_guild"}:
        assert label(name).context == "permission", name
    assert str(label("send_tts_messages")) == "Send TTS Messages"
    assert label("view_channel").render(translator("fr")) == "Voir les salons"


def test_before_the_application_is_known_there_is_no_address() -> None:
    lines = [str(line) for line in findings(discord.Permissions.none(), ALL, None)]
    assert lines[-1].startswith("Give them to my role")


async def test_a_channel_that_denies_is_told_from_a_server_that_does(world: World) -> None:
    channel = world.guild.create_text_channel("quiet")
    me = world.guild.me
    assert me is not None
    world.deny(channel, me.id, "attach_files")

    here = private(await world.ann.slash(channel, "doctor"))
    elsewhere = private(await world.ann.slash(world.channel, "doctor"))

    assert "Missing here: `Attach Files`" in here
    assert "Missing in the server" not in here
    assert "❌" not in elsewhere


async def test_a_thread_takes_another_permission_to_write(world: World) -> None:
    match = await world.begin(where="thread")
    me = world.guild.me
    assert me is not None
    world.deny(world.channel, me.id, "send_messages")

    assert "Nothing is missing." in private(await world.ann.slash(world.place(match.channel_id), "doctor"))
    assert "`Send Messages`" in private(await world.ann.slash(world.channel, "doctor"))


def test_an_operator_who_is_not_named_is_missed() -> None:
    named = Settings(operator_name="Ann", operator_contact="ann@example.org")
    assert unnamed(named) == []
    (line,) = unnamed(named.model_copy(update={"operator_contact": ""}))
    assert "hasn't set `OPERATOR_CONTACT`." in str(line)


def test_every_permission_is_one_of_discords() -> None:
    names = {name for feature in FEATURES for name in feature.permissions}
    assert names <= set(discord.Permissions.VALID_FLAGS)


def test_the_keys_are_unique() -> None:
    assert len({feature.key for feature in FEATURES}) == len(FEATURES)


def test_silent_teams_ask_for_all_that_they_deny() -> None:
    silent = next(feature for feature in FEATURES if feature.key == "silent teams")
    assert set(silent.permissions) == set(silence.NEEDED)


def test_no_dangerous_permission_is_asked_for() -> None:
    asked = wanted()
    assert not asked.administrator
    assert not asked.manage_guild
    assert not asked.kick_members
    assert not asked.ban_members


def test_the_invitation_asks_for_exactly_that() -> None:
    query = parse_qs(urlsplit(invitation(42)).query)

    assert query["client_id"] == ["42"]
    assert query["permissions"] == [str(wanted().value)]
    assert set(query["scope"][0].split()) == {"bot", "applications.commands"}


def test_without_silent_teams_the_invitation_asks_for_seven_permissions() -> None:
    short = discord.Permissions(int(parse_qs(urlsplit(invitation(42, silent=False)).query)["permissions"][0]))
    names = (
        *("view_channel", "send_messages", "attach_files", "read_message_history"),
        *("create_public_threads", "send_messages_in_threads", "create_private_threads"),
    )
    assert short == discord.Permissions(**dict.fromkeys(names, True))


def test_a_feature_looks_where_it_works() -> None:
    feature = Capability("x", say("Something."), ("attach_files",))
    wide = Capability("y", say("Something."), ("attach_files",), everywhere=True)
    none = discord.Permissions.none()

    assert feature.missing(none, ALL) == ("attach_files",)
    assert feature.missing(ALL, none) == ()
    assert wide.missing(ALL, none) == ("attach_files",)
    assert [each.key for each in FEATURES if each.missing(ALL, ALL)] == []


# `/rules`: topics, numbers and words that are looked up.


READER = Reader(None, Theme())


def test_every_topic_fits_its_pages() -> None:
    explained = [game for game in games() if game.topics]
    assert explained
    for game in explained:
        for topic in game.topics:
            shown = parts_of(topic, READER)
            assert [point for part in shown for point in part] == list(topic.points)
            assert all(0 < len(body(part, READER)) <= LAYOUT_LIMIT for part in shown)
            assert len(str(topic.title)) <= 100


async def test_a_topic_has_its_words_and_below_them_the_numbers_of_its_rules(world: World) -> None:
    shown = message_of(await world.eve.slash(world.channel, "rules", topic="turn"))
    assert shown.ephemeral
    title, words, numbers = texts(shown)
    assert title == "### Replicants: A turn"
    assert "First action: charge." in words
    assert "R11" not in words
    assert numbers == "-# Rules R11, R12, R13, R14, R20, R21"
    assert "Notation" in menu(shown)
    turned = await pick(world.eve, shown, "Notation")
    assert "`E/5E3/E3-`" in texts(turned)[1]


async def test_the_charts_come_with_their_sheet(world: World) -> None:
    shown = message_of(await world.eve.slash(world.channel, "rules", topic="charts"))
    (sheet,) = shown.attachments
    assert (await sheet.read()).startswith(b"\x89PNG")
    assert sheet.description
    turned = await pick(world.eve, shown, "What's reconstructed")
    assert turned.attachments == []
    assert "may differ from your box" in texts(turned)[1]


async def test_topics_complete_and_can_be_typed(world: World) -> None:
    offered = await world.eve.autocomplete(world.channel, "rules", "topic", "electric")
    assert {choice["value"] for choice in offered} == {"arcs"}
    pages = await world.eve.autocomplete(world.channel, "rules", "topic", "first turn")
    assert pages == [{"name": "The goal and your first turn", "value": "how-to-play"}]
    typed = message_of(await world.eve.slash(world.channel, "rules", topic="Forbidden DESTRUCTION"))
    assert texts(typed)[0] == "### Replicants: Forbidden destruction"
    unknown = message_of(await world.eve.slash(world.channel, "rules", topic="cooking"))
    assert unknown.ephemeral
    assert "no such topic" in unknown.content
    assert "cooking" not in unknown.content


async def test_words_can_be_looked_up(world: World) -> None:
    shown = message_of(await world.eve.slash(world.channel, "rules", topic="SHERAIS", game="apex"))
    assert texts(shown)[0] == "### APEX: “SHERAIS”"
    points = texts(shown)[1].splitlines()
    assert points
    assert all("sherais" in point.casefold() for point in points)
    turned = await pick(world.eve, shown, "Strategy cards")
    assert texts(turned)[0] == "### APEX: Strategy cards"


async def test_short_words_are_not_looked_for_and_long_pages_are_cut(world: World) -> None:
    assert "no such topic" in message_of(await world.eve.slash(world.channel, "rules", topic="an")).content
    many = message_of(await world.eve.slash(world.channel, "rules", topic="the"))
    assert 2500 < len(texts(many)[1]) <= LAYOUT_LIMIT
    assert "Next" not in labels(many)


async def test_a_rule_can_be_looked_up_by_its_number(world: World) -> None:
    shown = message_of(await world.eve.slash(world.channel, "rules", topic=" r21 "))
    assert texts(shown)[0] == "### Replicants: Rule R21"
    assert len(texts(shown)[1].splitlines()) == 3
    assert message_of(await world.eve.slash(world.channel, "rules", topic="R9")).attachments, "the charts"
    offered = await world.eve.autocomplete(world.channel, "rules", "topic", "r16")
    assert offered == [{"name": "Rule R16", "value": "R16"}]
    turned = await pick(world.eve, shown, "Creating")
    assert texts(turned)[0] == "### Replicants: Creating"


async def test_a_rule_comes_with_the_picture_of_a_page_on_it(world: World) -> None:
    shown = message_of(await world.eve.slash(world.channel, "rules", topic="R17"))
    (picture,) = shown.attachments
    assert "xD5.…" in (picture.description or "")


async def test_long_topics_have_parts(world: World) -> None:
    shown = message_of(await world.eve.slash(world.channel, "rules", topic="rulings", game="mutants"))
    assert "Back" not in labels(shown)
    assert "Rulings" not in labels(shown)
    assert texts(shown)[-1].startswith("-# Part 1 of 2 · Rules M6, ")
    turned = await pick(world.eve, shown, "Next")
    assert texts(turned)[-1].startswith("-# Part 2 of 2 · Rules ")
    assert "Next" not in labels(turned)
    begun = await pick(world.eve, turned, "From the beginning")
    assert texts(begun)[0] == "### Mutants: The goal and your first turn"


def test_every_rule_that_an_error_names_is_in_the_help() -> None:
    folder = Path(engine.replicants.__file__).parent
    named = set(re.findall(r'"([RN]\d+)"', (folder / "parse.py").read_text()))
    (game,) = (game for game in games() if game.info.key == "replicants")
    told = {rule for topic in game.topics for point in topic.points for rule in point.rules}
    assert len(named) > 10
    assert named <= told


async def test_the_controls_survive_a_restart(world: World) -> None:
    shown = message_of(await world.eve.slash(world.channel, "rules", game="replicants"))
    await world.restart()
    turned = await pick(world.eve, shown, "A hex under threat")
    assert texts(turned)[0] == "### Replicants: A hex under threat"
    await world.restart()
    turned = await pick(world.eve, turned, "Back")
    assert texts(turned)[0] == "### Replicants: Arcs of a 5"


@pytest.mark.parametrize("custom_id", ["r:apex:0.0.1", "r:apex:0.0.1:at:cards:0"])
async def test_data_that_is_gone_says_so(world: World, custom_id: str) -> None:
    forged = await world.forge(custom_id, *(["cards"] if ":at:" not in custom_id else []))
    pressed = world.eve.click(forged, label="forged") if ":at:" in custom_id else None
    told = private(await (pressed or world.eve.select(forged, ["cards"], custom_id=custom_id)))
    assert told.startswith("I've been updated since these rules were shown")


@pytest.mark.usefixtures("grove")
async def test_a_game_without_rules_to_show_says_so(world: World) -> None:
    lobby = await world.lobby(game="grove", players=2, where="here")
    await world.press("bob", lobby, "Join")
    await world.press("ann", lobby, "Start")
    told = private(await world.eve.slash(world.channel, "rules"))
    assert told == "Grove has no rules to show here."


STATEMENTS = [
    ("replicants", "R12", "Your energy starts at 0."),
    ("replicants", "R13", "you choose one of your own Replicants in the arena"),
    ("replicants", "R16", "The English booklet says through it; the French and German ones say to it"),
    ("replicants", "N4", "arcs need their x"),
    ("replicants", "R16", "Our ruling on when a matrix is threatened"),
    ("replicants", "R17", "We also decided that hexes emptied by arcs are free at once"),
    ("replicants", "R25", "A hex can be safe for a matrix because nobody is allowed to destroy it"),
    ("replicants", "N6", "a matrix destroyed and three left at once are written M"),
    ("replica", "P9", "kings can also capture in the three directions towards their own corner"),
    ("replica", "P9", "house rule that lets them capture backwards"),
    ("replica", "P7", "wins when you flip it there"),
    ("apex", "A12", "Seat 1 stands for the youngest player"),
    ("mutants", "M15", "You put all three tops under their piles, or none"),
]
"""Game, number of a rule, and what `/rules` says of it."""


def test_what_the_rules_say_is_found_by_the_number_of_the_rule() -> None:
    for game, number, statement in STATEMENTS:
        topic = rule_of(get(game), number)
        assert topic is not None
        assert statement in body(topic.points, READER), statement
