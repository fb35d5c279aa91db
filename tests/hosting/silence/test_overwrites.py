"""What a channel says, compared with the policy of silence, put right, and opened after the match."""

from __future__ import annotations

import pytest

from hosting import silence
from hosting.silence import READING, SPEECH, WORDS, Drift, Overwrite, Phase, Target
from tests.hosting.silence.test_policy import ANN, BEN, BOT, CAST, EVERYONE, PLACES, effective, member


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
