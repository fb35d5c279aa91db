"""The policy of silence (R29): complete, and what comes of it for the people of a match."""

import discord
import pytest

from hosting import silence
from hosting.silence import NEEDED, PERMISSIONS, READING, Cast, Kind, Overwrite, Target, Who, of_kind

GUILD, BOT, ANN, BEN, CLEO, DAN = 1, 2, 11, 12, 13, 14
CAST = Cast.seated(GUILD, BOT, ((1, 3), (2, 4)), {1: ANN, 2: BEN, 3: CLEO, 4: DAN})
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


def test_every_kind_of_person_of_the_policy_is_somebody() -> None:
    assert [CAST.targets(who, "team:1") for who in Who] == [
        (EVERYONE,),
        (member(BOT),),
        tuple(map(member, (ANN, BEN, CLEO, DAN))),
        (member(BEN), member(DAN)),
        (member(ANN), member(CLEO)),
    ]
