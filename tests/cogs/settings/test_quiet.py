"""`/settings mine`: time zone, quiet hours, weekends, reminders and digest, as they are typed and shown."""

from __future__ import annotations

import pytest

from tests.cogs.conftest import World
from tests.cogs.playing import chosen, message_of, said


@pytest.mark.parametrize(
    ("option", "given", "expected"),
    [
        ("quiet", "22-23:30", "22:00 to 23:30"),
        ("quiet", "20-10", " as quiet hours"),
        ("quiet", "night", " as quiet hours"),
        ("quiet", "25-7", " as quiet hours"),
        ("zone", "europe/paris", "Time zone: Europe/Paris"),
        ("zone", "Atlantis", "There's no time zone Atlantis"),
        ("digest", "24", "I can't read 24 as an hour"),
        ("digest", "18:00", "Every day at 18:00"),
        ("weekends", "clocks are paused", "Weekends: clocks are paused"),
        ("reminders", "no reminders", "Reminders: none"),
    ],
)
async def test_settings_are_read_and_shown(world: World, option: str, given: str, expected: str) -> None:
    shown = message_of(await world.ann.slash(world.channel, "settings mine", **{option: given}))
    assert shown.ephemeral
    assert expected in "\n".join((said(shown), *chosen(shown)))


async def test_time_zones_are_offered(world: World) -> None:
    offered = await world.ann.autocomplete(world.channel, "settings mine", "zone", "new york")
    assert [each["value"] for each in offered] == ["America/New_York"]
    assert len(await world.ann.autocomplete(world.channel, "settings mine", "zone", "a")) == 25
