"""From persons to accounts: who is mentioned and called, and what stands for those who are gone."""

from __future__ import annotations

import pytest

from cogs.core.messages import Accounts
from cogs.core.text import called, named, plain, shown
from engine.text import Member, Player, listed, say
from hosting.match.model import GONE
from hosting.match.service import recorded

KNOWN = Accounts({1: 111, 2: 222})


def test_only_those_with_an_account_are_mentioned_and_called() -> None:
    assert [KNOWN.get(1), KNOWN.get(3)] == [111, None]
    assert shown(say("{who}", who=KNOWN.mention(1)), None) == "<@111>"
    assert shown(say("{who}", who=KNOWN.mention(3)), None) == "deleted player"
    assert shown(say("{all}", all=KNOWN.mentions([2, 3, 1])), None) == "<@222>, deleted player, <@111>"
    several = say("{all}", all=KNOWN.mentions([3, 2, 4], "and"))
    assert shown(several, None) == "deleted player 1, <@222> and deleted player 2"
    assert KNOWN.calling(2, Player(4)) == "<@222>"
    assert KNOWN.calling(3, Player(4)) == Player(4)
    assert KNOWN.among({2, 3}).known == {2: 222}
    assert KNOWN.persons() == {111: 1, 222: 2}
    allowed = KNOWN.only().to_dict()
    assert (allowed["users"], allowed["parse"]) == ([111, 222], [])
    assert Accounts().only().to_dict()["parse"] == []


@pytest.mark.parametrize(
    ("names", "seen"),
    [
        (("Ann", "*B*"), ["Ann", r"\*B\*"]),
        (("Ann", GONE), ["Ann", "deleted player"]),
        ((GONE, "Bob", GONE), ["deleted player 1", "Bob", "deleted player 2"]),
    ],
)
def test_deleted_players_are_numbered_where_two_meet(names: tuple[str, ...], seen: list[str]) -> None:
    assert shown(say("{all}", all=listed(named(names), "comma")), None) == ", ".join(seen)
    assert [shown(say("{who}", who=Player(seat)), None, names) for seat in range(1, len(names) + 1)] == seen
    assert list(called(names, None)) == [each.replace("\\", "") for each in seen]
    assert shown(say("{who}", who=Player(9)), None, names) == "Player 9", "nobody sits there"


def test_a_person_of_whom_a_text_speaks_is_called_as_where_it_is_shown() -> None:
    text = say("**{new}** plays on for {old}.", new=Member(5), old=Member(6))
    assert shown(text, None, (), {5: "*Eve*", 6: GONE}) == r"**\*Eve\*** plays on for deleted player."
    assert plain(text, None, (), {5: "*Eve*"}) == "***Eve*** plays on for deleted player."
    assert shown(text, None) == "**deleted player 1** plays on for deleted player 2."
    # As the seats have it, whose names are numbered in their order.
    assert shown(text, None, (), {6: GONE, 5: GONE}) == "**deleted player 2** plays on for deleted player 1."
    resigned = say("{who} has resigned.", who=Member(5))
    assert shown(resigned, None, (GONE, GONE), {6: GONE, 5: GONE}) == "deleted player 2 has resigned."


def test_records_tell_deleted_players_apart() -> None:
    assert recorded(("Ann", "Bob")) == ["Ann", "Bob"]
    assert recorded((GONE, "deleted player", GONE)) == ["deleted player", "deleted player2", "deleted player3"]
