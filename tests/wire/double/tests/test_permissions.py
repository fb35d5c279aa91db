"""Permissions as onlookers meet them; no sockets."""

import pytest

from tests.wire.double import VOICE, Double, Overwrite, RefusedError, names_of, perms
from tests.wire.double.permissions import ALL, HISTORY, SEND, VIEW, combine, imply


def test_names_and_bits_are_inverse() -> None:
    assert perms("VIEW_CHANNEL") == 1 << 10
    assert perms("PIN_MESSAGES") == 1 << 51
    assert perms("VIEW_CHANNEL VIEW_CHANNEL") == perms("VIEW_CHANNEL")
    assert perms(" ".join(names_of(ALL))) == ALL
    with pytest.raises(KeyError):
        perms("VIEW_CHANNELS")


def test_everyone_then_roles_then_member() -> None:
    everyone, loud, quiet, me = 1, 2, 3, 4

    def bits(*given: Overwrite) -> int:
        return combine(VIEW | SEND, {o.id: o for o in given}, everyone, {loud, quiet}, me)

    assert bits() == VIEW | SEND
    assert bits(Overwrite(everyone, 0, deny=SEND)) == VIEW
    assert bits(Overwrite(everyone, 0, deny=SEND), Overwrite(loud, 0, allow=SEND)) == VIEW | SEND
    assert bits(Overwrite(loud, 0, allow=SEND), Overwrite(quiet, 0, deny=SEND)) == VIEW | SEND
    assert bits(Overwrite(loud, 0, allow=SEND), Overwrite(me, 1, deny=SEND)) == VIEW
    assert bits(Overwrite(99, 0, deny=VIEW)) == VIEW | SEND


def test_implied_denials() -> None:
    threads = perms("SEND_MESSAGES_IN_THREADS")
    assert imply(SEND | HISTORY, thread=False, voice=False) == 0
    assert imply(VIEW | perms("ATTACH_FILES"), thread=False, voice=False) == VIEW
    assert imply(VIEW | SEND, thread=True, voice=False) == VIEW
    assert imply(VIEW | threads, thread=True, voice=False) == VIEW | threads | SEND
    assert imply(VIEW | HISTORY, thread=False, voice=True) == VIEW


def test_what_onlookers_may_do() -> None:
    double = Double(check=False)
    guild = double.add_guild("Table")
    ann, bob, out = double.add_user("ann", guild), double.add_user("bob", guild), double.add_user("out")
    muted = guild.add_channel(
        "muted",
        overwrites=[Overwrite.of(guild, deny="SEND_MESSAGES"), Overwrite.of(bob, allow="SEND_MESSAGES")],
    )
    assert ann.can(muted, "USE_APPLICATION_COMMANDS")
    assert not ann.can(muted, "ATTACH_FILES")
    assert "SEND_MESSAGES" in bob.may(muted)
    assert "SEND_MESSAGES" not in ann.may(muted)
    assert "ADD_REACTIONS" in ann.may(muted)
    assert not out.can_see(muted)
    assert out.may(muted) == frozenset()
    guild.owner_id = ann.id
    assert ann.can(muted, "SEND_MESSAGES ADMINISTRATOR")


def test_a_role_that_denies_loses_against_one_that_allows() -> None:
    double = Double(check=False)
    guild = double.add_guild("Table")
    cid = double.add_user("cid", guild)
    loud, quiet = guild.add_role("loud", members=[cid]), guild.add_role("quiet", members=[cid])
    duel = guild.add_channel(
        "duel",
        overwrites=[
            Overwrite.of(loud, allow="SEND_MESSAGES"),
            Overwrite.of(quiet, deny="SEND_MESSAGES VIEW_CHANNEL"),
        ],
    )
    assert not cid.can_see(duel)
    duel.overwrites[loud.id].allow |= VIEW
    assert cid.can(duel, "VIEW_CHANNEL SEND_MESSAGES")
    duel.overwrites[cid.id] = Overwrite.of(cid, deny="SEND_MESSAGES")
    assert not cid.can(duel, "SEND_MESSAGES")


def test_threads_voice_and_timeouts() -> None:
    double = Double(check=False)
    guild = double.add_guild("Table")
    ann = double.add_user("ann", guild)
    lobby = guild.add_channel("lobby")
    read = guild.add_channel("read", overwrites=[Overwrite.of(guild, deny="SEND_MESSAGES")])
    voice = guild.add_channel("voice", VOICE, overwrites=[Overwrite.of(guild, deny="CONNECT")])
    thread = guild.add_thread(read, "talk", double.bot)
    assert ann.can(thread, "SEND_MESSAGES")
    assert not ann.can(read, "SEND_MESSAGES")
    assert not ann.can(read, "EMBED_LINKS")
    assert not ann.can(voice, "READ_MESSAGE_HISTORY")
    assert ann.can_see(voice)
    shown = guild.computed(ann, thread)  # payloads do not show implied denials
    assert not shown & SEND
    assert shown & perms("EMBED_LINKS")
    assert shown & perms("SEND_MESSAGES_IN_THREADS")
    guild.members[ann.id].timeout_until = double.clock() + 60
    assert guild.computed(ann, lobby) == guild.permissions(ann, lobby) == VIEW | HISTORY
    double.clock.advance(61)
    assert ann.can(lobby, "SEND_MESSAGES")


def test_a_private_thread_is_for_its_people_and_moderators() -> None:
    double = Double(check=False)
    guild = double.add_guild("Table")
    ann, mod = double.add_user("ann", guild), double.add_user("mod", guild)
    guild.add_role("mods", perms("MANAGE_THREADS"), [mod])
    inside = guild.add_thread(guild.add_channel("lobby"), "secret", double.bot, private=True)
    assert not ann.can_see(inside)
    assert mod.can_see(inside)
    assert "secret" not in ann.texts(guild)
    assert "secret" in mod.texts(guild)
    inside.people[ann.id] = ann
    assert ann.can_see(inside)


def test_an_overwrite_may_give_what_no_role_does() -> None:
    double = Double(check=False)
    guild = double.add_guild("Table", everyone=0)
    bob, cid = double.add_user("bob", guild), double.add_user("cid", guild)
    only = guild.add_channel("only", overwrites=[Overwrite.of(bob, allow="VIEW_CHANNEL")])
    assert bob.can_see(only)
    assert not cid.can_see(only)
    assert bob.visible_channels(guild) == [only]
    assert cid.visible_channels(guild) == []


async def test_a_user_without_permission_is_refused() -> None:
    double = Double(check=False)
    guild = double.add_guild("Table")
    ann = double.add_user("ann", guild)
    muted = guild.add_channel("muted", overwrites=[Overwrite.of(guild, deny="SEND_MESSAGES")])
    hidden = guild.add_channel("hidden", VOICE, overwrites=[Overwrite.of(guild, deny="VIEW_CHANNEL")])
    with pytest.raises(RefusedError):
        await ann.say(muted, "no")
    with pytest.raises(RefusedError):
        await ann.join_voice(hidden)
    assert ann.visible_messages(muted) == []
