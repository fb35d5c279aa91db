"""A seat of a silent match (R29) is handed over: who can see and say what in which channel, and what the log says."""

from __future__ import annotations

import pytest

from hosting.consent.agreements import FormerPlayer
from hosting.match.model import Match, ServerSettings
from hosting.silence import READING, WORDS
from tests.cogs.conftest import private
from tests.cogs.playing import labels, message_of
from tests.cogs.silence.conftest import Silent

ROLES = ("board", "spectators", "team:0", "team:1")
BEFORE = {
    "board": {"ann", "bob", "cleo", "dan", "eve"},
    "spectators": {"eve"},
    "team:0": {"ann", "cleo"},
    "team:1": {"bob", "dan"},
}
AFTER = {**BEFORE, "spectators": {"cleo"}, "team:0": {"ann", "eve"}}


def readers(w: Silent, match: Match) -> dict[str, set[str]]:
    return {
        role: {name for name in w.people if "view_channel" in w.can(name, w.channel(match, role))} for role in ROLES
    }


def writers(w: Silent, match: Match) -> dict[str, set[str]]:
    return {role: {name for name in w.people if w.can(name, w.channel(match, role)) & WORDS} for role in ROLES}


async def call(w: Silent, match: Match, name: str) -> None:
    """Let a player look for a substitute, by command in their team's channel."""
    seat = match.seat_of(w.number(name))
    assert seat is not None
    reply = await w.people[name].slash(w.channel(match, f"team:{match.mode.team_of(seat)}"), "match leave")
    assert "I'll ask the others with the next turn" in private(reply)
    await w.announced()


async def take(w: Silent, match: Match, name: str) -> str:
    """Let a substitute take over the seat, by button on the board."""
    board = w.channel(match, "board")
    (post,) = [each for each in board.history() if "Take over this seat" in labels(each)]
    question = await w.people[name].click(post, label="Take over this seat")
    told = private(question)
    if labels(message_of(question)):
        await w.people[name].click(message_of(question), label="Take over")
    await w.settle()
    return told


async def test_the_channels_go_with_the_seat(w: Silent) -> None:
    match = await w.start()
    assert readers(w, match) == BEFORE
    await call(w, match, "cleo")
    assert "R29" in await take(w, match, "eve")
    match = await w.bot.arena.matches.get(match.id)
    assert [seat.name for seat in match.seats] == ["Ann", "Bob", "eve", "Dan"]
    assert readers(w, match) == AFTER
    assert writers(w, match) == {role: {"cleo"} if role == "spectators" else set() for role in ROLES}
    assert w.can("eve", w.channel(match, "team:0")) >= READING
    overwritten = {each.target_id for role in ROLES for each in w.channel(match, role)._channel.overwrites}
    assert w.people["cleo"].id not in overwritten
    assert await w.codes(match) == ["started", "handed"]
    assert match.status == "running"


async def test_the_call_is_on_the_board_and_not_in_the_channels_of_the_teams(w: Silent) -> None:
    match = await w.start()
    await call(w, match, "cleo")
    shown = {
        role: any("Take over this seat" in labels(message) for message in w.channel(match, role).history())
        for role in ROLES
    }
    assert shown == {"board": True, "spectators": False, "team:0": False, "team:1": False}


async def test_the_new_player_is_called_and_plays(w: Silent) -> None:
    match = await w.start()
    await call(w, match, "ann")
    await take(w, match, "eve")
    match = await w.bot.arena.matches.get(match.id)
    status = w.channel(match, "team:0").history()[-1]
    assert "Play" in labels(status)
    assert w.world.pings(status) == [w.people["eve"].id]
    assert not any(w.world.pings(message) for message in w.channel(match, "team:1").history())
    match = await w.play(match)
    assert match.history[-1].person_id == w.number("eve")
    refused = await w.people["ann"].slash(w.channel(match, "board"), "resign")
    assert "Only this match's players" in private(refused)


async def test_a_former_player_does_not_come_back(w: Silent) -> None:
    match = await w.start()
    await call(w, match, "cleo")
    await take(w, match, "eve")
    match = await w.bot.arena.matches.get(match.id)
    await call(w, match, "dan")
    assert "played in this match" in await take(w, match, "cleo")
    with pytest.raises(FormerPlayer):
        await w.bot.arena.substitutes.check(match, 3, w.person("cleo"))
    assert readers(w, match) == AFTER


async def test_who_could_bypass_the_silence_does_not_take_a_seat_where_that_is_barred(w: Silent) -> None:
    match = await w.start()
    await w.world.as_bot(w.bot.arena.settings.set_server(w.guild.id, ServerSettings(silence_blocks_start=True)))
    w.give("eve", "manage_roles")
    await call(w, match, "cleo")
    assert "could get around the teams' silence" in await take(w, match, "eve")
    assert (await w.bot.arena.matches.get(match.id)).former == ()


async def test_a_handing_over_that_discord_refuses_interrupts_the_match(w: Silent) -> None:
    match = await w.start()
    await call(w, match, "cleo")
    w.env.inject_error("PATCH", f"/channels/{w.channel(match, 'team:0').id}", status=403, code=50013, times=100)
    await take(w, match, "eve")
    match = await w.bot.arena.matches.get(match.id)
    assert match.parked is not None
    assert match.parked.code == "silence"
    w.env.backend.faults.clear()
    await w.env.advance_time(3600)
    await w.settle()
    match = await w.bot.arena.matches.get(match.id)
    assert match.parked is None
    assert readers(w, match) == AFTER
    assert (await w.codes(match)).count("handed") == 1


async def test_a_channel_that_was_deleted_does_not_keep_the_others_from_being_handed_over(w: Silent) -> None:
    match = await w.start()
    await call(w, match, "cleo")
    w.env.backend.delete_channel(w.channel(match, "spectators").id)
    await w.settle()
    await take(w, match, "eve")
    for role in ("board", "team:0", "team:1"):
        found = {name for name in w.people if "view_channel" in w.can(name, w.channel(match, role))}
        assert found == AFTER[role], role
    assert (await w.codes(match)).count("handed") == 1
    assert (await w.bot.arena.matches.get(match.id)).parked is None, "the match needs no spectators"


async def test_it_is_done_after_a_restart_too(w: Silent, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await w.start()
    await call(w, match, "cleo")
    (request,) = await w.bot.arena.requests.open_of(match.id)
    with monkeypatch.context() as dying:
        dying.setattr(w.bot.arena.matches, "_listeners", [])
        await w.world.as_bot(w.bot.arena.substitutes.take(request.id, w.person("eve")))
    assert "eve" not in readers(w, match)["team:0"]
    await w.world.restart()
    await w.env.advance_time(3600)
    await w.settle()
    assert readers(w, match) == AFTER


async def test_whoever_takes_over_is_called_by_a_name_that_is_not_of_the_moment(w: Silent) -> None:
    """A name chosen for the server could be words for the partner (R29)."""
    match = await w.start()
    await call(w, match, "cleo")
    w.env.backend.edit_member(w.guild.id, w.people["eve"].id, {"nick": "meet me at E7"})
    await take(w, match, "eve")
    match = await w.bot.arena.matches.get(match.id)
    assert [seat.name for seat in match.seats] == ["Ann", "Bob", "eve", "Dan"]
    texts = [each.content for role in ROLES if role != "category" for each in w.channel(match, role).history()]
    assert not any("meet me" in each for each in texts)


async def test_a_name_that_changes_after_the_handing_over_is_not_mentioned(w: Silent) -> None:
    match = await w.start()
    await call(w, match, "cleo")
    await take(w, match, "eve")
    assert "renamed" not in await w.codes(match)
    w.env.backend.edit_member(w.guild.id, w.people["eve"].id, {"nick": "meet me at E7"})
    await w.env.advance_time(3600)
    await w.settle()
    assert "renamed" in await w.codes(match)


async def test_no_words_of_a_player_reach_the_others_by_asking(w: Silent) -> None:
    match = await w.play(await w.start())
    seen = len(w.channel(match, "team:0").history())
    told = private(await w.people["ann"].slash(w.channel(match, "team:0"), "undo"))
    assert "I'll ask the others" in told
    await w.announced()
    posts = {role: w.channel(match, role).history()[-1] for role in ("board", "team:0", "team:1")}
    assert all("Agree" in labels(post) for post in posts.values())
    assert len(w.channel(match, "team:0").history()) == seen + 1
    before = posts["team:0"].content
    for name, role in (("bob", "team:1"), ("dan", "team:1")):
        assert "You agreed." in private(await w.people[name].click(posts[role], label="Agree"))
        await w.settle()
        now = w.channel(match, "team:0").history()[-1]
        assert now.content == before, "who agreed is not shown before all have"
    assert "it's done" in private(await w.people["cleo"].click(posts["team:0"], label="Agree"))
    await w.settle()
    match = await w.bot.arena.matches.get(match.id)
    assert match.session.entries == ()
    assert not any("Agree" in labels(each) for role in posts for each in w.channel(match, role).history())


async def test_each_is_called_in_their_own_channel(w: Silent) -> None:
    match = await w.play(await w.start())
    await w.people["ann"].slash(w.channel(match, "team:0"), "match end")
    await w.announced()
    called = {role: set(w.world.pings(w.channel(match, role).history()[-1])) for role in ("board", "team:0", "team:1")}
    ids = {name: w.people[name].id for name in ("bob", "cleo", "dan")}
    assert called == {"board": set(), "team:0": {ids["cleo"]}, "team:1": {ids["bob"], ids["dan"]}}


@pytest.mark.parametrize(("command", "options"), [("match pause", {"days": 23}), ("match pause", {"days": 1})])
async def test_no_number_that_could_stand_for_a_word_can_be_chosen(
    w: Silent, command: str, options: dict[str, int]
) -> None:
    match = await w.start()
    channel = w.channel(match, "team:0")
    before = len(channel.history())
    assert "R29" in private(await w.people["ann"].slash(channel, command, **options))
    await w.settle()
    assert len(channel.history()) == before


async def test_an_organisers_own_words_do_not_reach_silent_partners(w: Silent) -> None:
    match = await w.start()
    w.give("eve", "manage_guild")
    reply = await w.people["eve"].slash(w.channel(match, "board"), "organise pause", reason="other", words="attack E7")
    assert "R29" in private(reply)
    assert (await w.bot.arena.matches.get(match.id)).paused is None
