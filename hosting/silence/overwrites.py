"""What a channel's overwrites say, by the policy (`policy.py`): how far they are from it, and put right."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from hosting.silence.cast import Cast, Target
from hosting.silence.policy import FOREIGN, NOTHING, POLICY, Phase, room_of


@dataclass(frozen=True, slots=True)
class Overwrite:
    """What a channel allows and denies to one target."""

    allow: frozenset[str] = NOTHING
    deny: frozenset[str] = NOTHING

    def state(self, permission: str) -> State:
        """Return what it says about a permission."""
        return "allowed" if permission in self.allow else "denied" if permission in self.deny else "neutral"


State: TypeAlias = Literal["allowed", "denied", "neutral"]
Overwrites: TypeAlias = Mapping[Target, Overwrite]


def of_policy(place: str, cast: Cast, phase: Phase = Phase.SILENT) -> dict[Target, Overwrite]:
    """Return the overwrites with which a place is created, or opened after the match."""
    room = room_of(place)
    return {
        target: Overwrite(line.allow, line.deny)
        for line in POLICY
        if line.phase is phase and line.room == room
        for target in cast.targets(line.who, place)
    }


@dataclass(frozen=True, slots=True)
class Drift:
    """One permission that a channel's overwrites do not say what the policy says.

    Attributes:
        place: Where.
        target: About whom.
        permission: Which.
        wanted: What the policy says.
        found: What the channel says.
    """

    place: str
    target: Target
    permission: str
    wanted: State
    found: State


def drift(place: str, cast: Cast, found: Overwrites, phase: Phase = Phase.SILENT) -> tuple[Drift, ...]:
    """Return how far a channel is from the policy; empty if it conforms.

    Overwrites for others than those of the policy are an offence only where they allow what `FOREIGN` forbids.
    """
    wanted = of_policy(place, cast, phase)
    out = [
        Drift(place, target, permission, overwrite.state(permission), actual.state(permission))
        for target, overwrite in wanted.items()
        for actual in (found.get(target, Overwrite()),)
        for permission in sorted(overwrite.allow | overwrite.deny)
        if overwrite.state(permission) != actual.state(permission)
    ]
    out += [
        Drift(place, target, permission, "neutral", "allowed")
        for target, actual in found.items()
        if target not in wanted
        for permission in sorted(actual.allow & _forbidden(place, phase))
    ]
    return tuple(out)


def repaired(place: str, cast: Cast, found: Overwrites, phase: Phase = Phase.SILENT) -> dict[Target, Overwrite]:
    """Return a channel's overwrites put right, leaving everything alone that the policy does not speak of."""
    wanted = of_policy(place, cast, phase)
    out: dict[Target, Overwrite] = {}
    for target in (*wanted, *(target for target in found if target not in wanted)):
        actual = found.get(target, Overwrite())
        if target in wanted:
            line = wanted[target]
            said = line.allow | line.deny
            out[target] = Overwrite((actual.allow - said) | line.allow, (actual.deny - said) | line.deny)
        else:
            rest = Overwrite(actual.allow - _forbidden(place, phase), actual.deny)
            if rest != Overwrite():
                out[target] = rest
    return out


def opened(place: str, cast: Cast, found: Overwrites) -> dict[Target, Overwrite]:
    """Return a channel's overwrites after the match: what silence took is given back, what the server added stays."""
    silent = of_policy(place, cast, Phase.SILENT)
    left = {
        target: Overwrite(actual.allow - silent[target].allow, actual.deny - silent[target].deny)
        if target in silent
        else actual
        for target, actual in found.items()
    }
    opening = repaired(place, cast, left, Phase.OPEN)
    return {target: overwrite for target, overwrite in opening.items() if overwrite != Overwrite()}


def _forbidden(place: str, phase: Phase) -> frozenset[str]:
    return FOREIGN[room_of(place)] if phase is Phase.SILENT else NOTHING


def breaches(place: str, cast: Cast, person_id: int, held: Collection[str]) -> tuple[str, ...]:
    """Return what a player can do at a place, all roles and overwrites taken together, and should not.

    Args:
        place: Where.
        cast: Of the match.
        person_id: A player.
        held: Every permission that the player has there.
    """
    mine = of_policy(place, cast).get(Target("person", person_id), Overwrite())
    return tuple(sorted(mine.deny.intersection(held)))
