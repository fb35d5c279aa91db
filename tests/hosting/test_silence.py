"""The policy of silence (R29): complete, and what comes of it for the people of a match."""

from __future__ import annotations

import discord
import pytest

from hosting import silence
from hosting.silence import (
    NEEDED,
    PERMISSIONS,
    READING,
    SPEECH,
    WORDS,
    Bypass,
    Drift,
    Kind,
    Overwrite,
    Participants,
    Phase,
    Target,
    Who,
    of_kind,
)

GUILD, BOT, ANN, BEN, CLEO, DAN = 1, 2, 11, 12, 13, 14
CAST = Participants.seated(GUILD, BOT, ((1, 3), (2, 4)), {1: ANN, 2: BEN, 3: CLEO, 4: DAN})
EVERYONE = Target("role", GUILD)
PLACES = silence.place_roles(2)


def member(person_id: int) -> Target:
    return Target("member" if person_id == BOT else "person", person_id)


def effective(
    place: str, roles: frozenset[str], person_id: int, found: silence.Overwrites | None = None
) -> frozenset[str]:
    """What Discord makes of it: everyone's overwrite, then the member's own; without a view there is nothing."""
    found = silence.policy_overwrites(place, CAST) if found is None else found
    held = roles
    for target in (
        EVERYONE,
        *(target for target in found if target.kind == "role" and target != EVERYONE),
        member(person_id),
    ):
        overwrite = found.get(target, Overwrite())
        held = (held - overwrite.deny) | overwrite.allow
    return held if "view_channel" in held else frozenset()


def test_every_permission_of_the_library_is_classified_once() -> None:
    by_bit: dict[int, list[str]] = {}
    for permission in PERMISSIONS:
        by_bit.setdefault(discord.Permissions.VALID_FLAGS[permission.name], []).append(permission.name)
    known = set(discord.Permissions.VALID_FLAGS.values())
    forgotten = [name for name, bit in discord.Permissions.VALID_FLAGS.items() if bit in known - by_bit.keys()]
    assert forgotten == []
    assert [names for names in by_bit.values() if len(names) > 1] == []


def test_every_permission_says_why() -> None:
    assert all(str(permission.why).endswith(".") for permission in PERMISSIONS)


def test_a_text_channel_knows_no_other_permissions_than_those_decided_on() -> None:
    # The permissions that Discord documents for text channels ("T" in its table), less those above overwrites.
    text = (
        discord.Permissions.all_channel().value
        & ~discord.Permissions.voice().value
        & ~discord.Permissions.stage().value
    )
    decided = of_kind(Kind.SPEECH, Kind.MODERATION, Kind.READING, Kind.HARMLESS, Kind.BEYOND)
    for name, bit in discord.Permissions.VALID_FLAGS.items():
        if bit & text and bit not in {discord.Permissions.VALID_FLAGS[permission] for permission in decided}:
            pytest.fail(f"{name} exists in text channels and nothing is decided about it")


@pytest.mark.parametrize(
    "name",
    [
        "send_messages",
        "send_tts_messages",
        "send_voice_messages",
        "send_messages_in_threads",
        "create_public_threads",
        "create_private_threads",
        "add_reactions",
        "send_polls",
        "attach_files",
        "embed_links",
        "use_external_emojis",
        "use_external_stickers",
        "use_external_apps",
        "use_embedded_activities",
        "create_instant_invite",
        "pin_messages",
        "manage_webhooks",
        "manage_messages",
        "manage_channels",
        "mention_everyone",
        "manage_threads",
    ],
)
def test_r29_nothing_that_carries_a_word_is_left_to_a_player(name: str) -> None:
    everything = frozenset(discord.Permissions.VALID_FLAGS) - {"administrator"}
    for team, place in enumerate(("team:0", "team:1")):
        for person_id in CAST.teams[team]:
            assert name not in effective(place, everything, person_id)
            assert name not in effective("board", everything, person_id)


def test_r29_teammates_read_and_use_commands_whatever_their_roles_lack() -> None:
    for person_id in CAST.teams[0]:
        assert effective("team:0", frozenset(), person_id) == READING
        assert effective("board", frozenset(), person_id) == READING


def test_r29_the_other_team_and_outsiders_see_nothing_of_a_team_channel() -> None:
    everything = frozenset(discord.Permissions.VALID_FLAGS) - {"administrator"}
    for person_id in (*CAST.teams[1], 99):
        assert effective("team:0", everything, person_id) == frozenset()


def test_r29_players_do_not_see_the_spectators_and_spectators_talk() -> None:
    usual = READING | {"send_messages"}
    assert all(effective("spectators", usual, person_id) == frozenset() for person_id in CAST.players)
    assert effective("spectators", usual, 99) == usual
    assert effective("board", usual, 99) == READING


def test_the_bot_can_do_everywhere_what_it_takes_from_others() -> None:
    for place in PLACES:
        assert effective(place, NEEDED, BOT) == NEEDED


def test_the_policy_asks_for_nothing_that_the_bot_does_not_ask_for() -> None:
    asked = {name for line in silence.POLICY for name in line.allow | line.deny}
    assert asked <= NEEDED
    assert "manage_roles" not in asked, "Discord lets only administrators set it in overwrites"


def test_no_line_contradicts_itself_or_another() -> None:
    seen = set()
    for line in silence.POLICY:
        assert not line.allow & line.deny
        assert (line.phase, line.room, line.who) not in seen
        seen.add((line.phase, line.room, line.who))
        assert str(line.why).endswith(".")


def test_the_places_are_the_category_the_board_the_spectators_and_the_teams() -> None:
    assert PLACES == ("category", "board", "spectators", "team:0", "team:1")
    assert [silence.room_of(place) for place in PLACES] == ["category", "board", "spectators", "team", "team"]
    with pytest.raises(ValueError, match="lounge"):
        silence.room_of("lounge")


def test_five_channels_must_fit_among_five_hundred() -> None:
    assert silence.name_fits(495, 2)
    assert not silence.name_fits(496, 2)


def test_every_kind_of_person_of_the_policy_exists() -> None:
    assert [CAST.targets(who, "team:1") for who in Who] == [
        (EVERYONE,),
        (member(BOT),),
        tuple(map(member, (ANN, BEN, CLEO, DAN))),
        (member(BEN), member(DAN)),
        (member(ANN), member(CLEO)),
    ]


# What a channel says, compared with the policy of silence, put right, and opened after the match.


@pytest.mark.parametrize("phase", Phase)
@pytest.mark.parametrize("place", PLACES)
def test_what_the_policy_makes_conforms_to_it(place: str, phase: Phase) -> None:
    made = silence.policy_overwrites(place, CAST, phase)
    assert silence.overwrite_drift(place, CAST, made, phase) == ()
    assert silence.repaired_overwrites(place, CAST, made, phase) == made


def test_drift_names_what_changed() -> None:
    found = silence.policy_overwrites("team:0", CAST)
    found[member(ANN)] = Overwrite(READING | {"send_messages"}, WORDS - {"send_messages"})
    assert silence.overwrite_drift("team:0", CAST, found) == (
        Drift("team:0", member(ANN), "send_messages", wanted="denied", found="allowed"),
    )


def test_drift_sees_a_missing_overwrite_and_one_that_is_neutral() -> None:
    found = silence.policy_overwrites("team:0", CAST)
    del found[member(BEN)]
    found[EVERYONE] = Overwrite(deny=found[EVERYONE].deny - {"add_reactions"})
    drift = silence.overwrite_drift("team:0", CAST, found)
    assert {item.target for item in drift} == {member(BEN), EVERYONE}
    assert Drift("team:0", EVERYONE, "add_reactions", wanted="denied", found="neutral") in drift


@pytest.mark.parametrize(
    ("place", "allowed", "offence"),
    [
        ("team:0", "view_channel", True),
        ("team:0", "send_messages", True),
        ("team:0", "manage_messages", False),
        ("board", "send_messages", True),
        ("board", "add_reactions", True),
        ("board", "view_channel", False),
        ("spectators", "send_messages", False),
        ("category", "send_messages", False),
    ],
)
def test_a_role_that_is_allowed_to_speak_is_drift(place: str, allowed: str, offence: bool) -> None:
    role = Target("role", 77)
    found = {
        **silence.policy_overwrites(place, CAST),
        role: Overwrite(frozenset({allowed}), frozenset({"embed_links"})),
    }
    expected = (Drift(place, role, allowed, wanted="neutral", found="allowed"),) if offence else ()
    assert silence.overwrite_drift(place, CAST, found) == expected
    kept = silence.repaired_overwrites(place, CAST, found)[role]
    assert kept.deny == {"embed_links"}, "what the server denies is the server's business"
    assert (allowed in kept.allow) is not offence


def test_a_foreign_overwrite_that_only_allows_what_is_forbidden_goes() -> None:
    role = Target("role", 77)
    found = {**silence.policy_overwrites("team:1", CAST), role: Overwrite(frozenset({"view_channel", "send_messages"}))}
    assert role not in silence.repaired_overwrites("team:1", CAST, found)


@pytest.mark.parametrize("place", PLACES)
def test_repairing_mends_everything_and_keeps_the_rest(place: str) -> None:
    spoilt: dict[Target, Overwrite] = {
        EVERYONE: Overwrite(allow=SPEECH | {"view_channel"}),
        member(ANN): Overwrite(allow=WORDS | {"bypass_slowmode"}),
        member(BOT): Overwrite(deny=READING | WORDS),
    }
    mended = silence.repaired_overwrites(place, CAST, spoilt)
    assert silence.overwrite_drift(place, CAST, mended) == ()
    assert "bypass_slowmode" in mended[member(ANN)].allow
    assert all(not overwrite.allow & overwrite.deny for overwrite in mended.values())


def test_after_the_match_players_talk_and_read_the_spectators() -> None:
    usual = READING | {"send_messages", "add_reactions"}
    for place in ("board", "spectators", "team:0"):
        after = silence.opened_overwrites(place, CAST, silence.policy_overwrites(place, CAST))
        assert effective(place, usual, ANN, after) >= usual
        assert silence.overwrite_drift(place, CAST, after, Phase.OPEN) == ()
    after = silence.opened_overwrites("team:0", CAST, silence.policy_overwrites("team:0", CAST))
    assert effective("team:0", usual, BEN, after) == frozenset()
    board = silence.opened_overwrites("board", CAST, silence.policy_overwrites("board", CAST))
    assert effective("board", usual, 99, board) == usual


def test_opening_leaves_alone_what_the_server_added() -> None:
    muted = Target("role", 78)
    found = {**silence.policy_overwrites("board", CAST), muted: Overwrite(deny=frozenset({"send_messages"}))}
    assert silence.opened_overwrites("board", CAST, found)[muted] == Overwrite(deny=frozenset({"send_messages"}))


def test_breaches_are_what_a_player_can_do_and_should_not() -> None:
    assert silence.overwrite_breaches("team:0", CAST, ANN, READING) == ()
    assert silence.overwrite_breaches("team:0", CAST, ANN, READING | {"send_messages", "add_reactions"}) == (
        "add_reactions",
        "send_messages",
    )
    assert silence.overwrite_breaches("team:0", CAST, BEN, READING) == ("view_channel",)
    assert silence.overwrite_breaches("spectators", CAST, ANN, READING) == ("view_channel",)


# Who stands above the policy of silence, and who meets where they can talk.


@pytest.mark.parametrize(
    ("owner", "held", "expected"),
    [
        (True, {"send_messages"}, Bypass.OWNER),
        (False, {"administrator", "manage_roles"}, Bypass.ADMINISTRATOR),
        (False, {"manage_roles"}, Bypass.MANAGE_ROLES),
        (False, {"manage_channels", "manage_messages", "manage_webhooks"}, None),
    ],
)
def test_who_stands_above_the_policy(owner: bool, held: set[str], expected: Bypass | None) -> None:
    assert silence.bypass(owner=owner, held=held) is expected


def test_whatever_cannot_be_denied_is_a_bypass() -> None:
    for name in of_kind(Kind.BEYOND):
        assert silence.bypass(owner=False, held={name}) is not None


def test_teammates_in_one_voice_channel_are_together_and_opponents_are_not() -> None:
    assert silence.together(CAST, {ANN: 5, BEN: 5}) == ()
    assert silence.together(CAST, {ANN: 5, CLEO: 6}) == ()
    assert silence.together(CAST, {ANN: 5, CLEO: 5, DAN: 5, 99: 5}) == ((0, 5, frozenset({ANN, CLEO})),)
    assert silence.together(CAST, {ANN: 5, CLEO: 5, BEN: 6, DAN: 6}) == (
        (0, 5, frozenset({ANN, CLEO})),
        (1, 6, frozenset({BEN, DAN})),
    )
