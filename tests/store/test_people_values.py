"""JSON about people: whatever else is in it, no account is left, and nothing else is touched."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from store.migrations.people.found import Found
from store.migrations.people.parts import PARTS
from store.migrations.people.persons import Persons, long_numbers
from store.migrations.people.values import with_people
from tests.volume import many

ACCOUNTS = {198452003347628033 + 7 * number: number for number in range(1, 6)}
PERSONS = Persons(Found(), ACCOUNTS)

accounts = st.sampled_from(sorted(ACCOUNTS))
words = st.text(alphabet="ab <@>:{}0!é", max_size=8)
spoken = st.builds("{}{}{}".format, words, st.one_of(words, st.builds(" {} ".format, accounts)), words)
plain = st.one_of(st.none(), st.booleans(), st.integers(-9, 10**12), words)


@dataclass(frozen=True)
class Same:
    """People who keep their numbers, as if they had been moved already."""

    def person(self, account: int) -> int:
        return account

    def named(self, name: str, part: str) -> int:
        return 0


@dataclass(frozen=True)
class Here:
    """Ann and Bob are called so, and nobody else is."""

    def person(self, account: int) -> int:
        return PERSONS.person(account)

    def named(self, name: str, part: str) -> int:
        return {"Ann": 1, "Bob": 2}.get(name, 0)


def texts(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Stored texts with what may stand in them."""
    value = st.one_of(
        st.builds("<@{}>".format, accounts),
        st.builds("<@!{}>".format, accounts),
        st.builds(lambda said: {"quote": said}, spoken),
        st.builds(lambda parts: {"list": parts, "joint": "and"}, st.lists(st.builds("<@{}>".format, accounts))),
        st.builds(lambda seat: {"seat": seat}, st.integers(1, 6)),
        inner,
    )
    template = st.sampled_from(["{a} and {b}", "**{new}** plays on for {old}."])
    return st.builds(
        lambda template, values: {"template": template, "values": values},
        template,
        st.dictionaries(st.sampled_from(["a", "b", "new", "old"]), value),
    )


details = st.recursive(
    st.one_of(plain, spoken),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(["kind", "seat", "text", "reason", "name"]), inner, max_size=3),
        st.fixed_dictionaries({"user": accounts, "was": accounts, "name": words, "was_name": words, "text": inner}),
        st.fixed_dictionaries({"welcome": accounts}),
        st.fixed_dictionaries({"names": st.dictionaries(st.builds(str, accounts), words)}),
        st.fixed_dictionaries({"changes": st.lists(st.builds("Speak ✗→✓ <@{}>".format, accounts))}),
        texts(inner),
    ),
    max_leaves=8,
)


@settings(max_examples=many(30, 2000))
@given(details)
def test_no_account_is_left_and_nothing_is_moved_twice(detail: Any) -> None:
    after = PERSONS.swept(with_people(detail, Here()))
    assert not ACCOUNTS.keys() & set(long_numbers(json.dumps(after)))
    assert with_people(after, Same()) == after


@settings(max_examples=many(15, 1000))
@given(st.recursive(plain, lambda inner: st.lists(inner) | st.dictionaries(words, inner), max_leaves=8))
def test_what_tells_of_nobody_stays_as_it_is(detail: Any) -> None:
    assert PERSONS.swept(with_people(detail, Here())) == detail


def test_names_of_the_match_become_persons_and_other_words_stay() -> None:
    said: dict[str, Any] = {"words": {"quote": "Ann"}, "new": "Ann", "old": {"quote": "Zoe"}}  # "new": as it once was
    handed: dict[str, Any] = {"template": "**{new}** plays on for {old}.", "values": said}
    assert with_people({"note": handed}, Here()) == {
        "note": {**handed, "values": {"words": {"quote": "Ann"}, "new": {"person": 1}, "old": {"person": 0}}}
    }
    typed: dict[str, Any] = {
        "template": "{words}",
        "values": {"words": {"quote": "Ask 198452003347628040, <@198452003347628047>!"}},
    }
    assert PERSONS.swept(with_people(typed, Here())) == {
        **typed,
        "values": {"words": {"quote": "Ask 1, <@2>!"}},
    }


def test_what_is_kept_goes_on_having_names_of_its_own() -> None:
    """Somebody has named a reserve after an account, and another one after the number that takes its place."""
    account = 198452003347628040
    found = Found(kept={(account, "mutants", name) for name in (str(account), "1")})
    kept = next(part for part in PARTS if part.table == "saved_loadouts")
    row = {"person_id": account, "game": "mutants", "key": str(account), "name": str(account), "text": "x"}
    after = Persons(found, ACCOUNTS).changed(kept, row)
    assert after == {"person_id": 1, "name": "1'", "key": "1'", "text": "x"}


def test_of_two_with_one_name_who_took_the_seat_is_not_who_gave_it_up() -> None:
    first, second, third = sorted(ACCOUNTS)[:3]
    found = Found(called={(7, "Ann"): third}, guilds={7: 1})
    found.handed[7, 4] = {"old": (first, "Ann"), "new": (second, "Ann")}
    outbox = next(part for part in PARTS if part.table == "outbox")
    note = {"template": "**{new}** plays on for {old}.", "values": {"new": {"quote": "Ann"}, "old": {"quote": "Ann"}}}
    row = {"id": 1, "match_id": 7, "kind": "board", "payload": {"role": "board", "note": note}}
    for seq, (new, old) in {4: (second, first), 5: (third, third)}.items():
        payload = Persons(found, ACCOUNTS).changed(outbox, {**row, "seq": seq})["payload"]
        assert payload["note"]["values"] == {"new": {"person": ACCOUNTS[new]}, "old": {"person": ACCOUNTS[old]}}
