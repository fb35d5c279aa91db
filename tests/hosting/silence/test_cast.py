"""Who stands above the policy of silence, and who meets where they can talk."""

from __future__ import annotations

import pytest

from hosting import silence
from hosting.silence import Bypass, Kind, of_kind
from tests.hosting.silence.test_policy import ANN, BEN, CAST, CLEO, DAN


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
