"""Which settings name a database, and what is said of those that do not."""

from __future__ import annotations

import sys

import pytest
from sqlalchemy import URL

from store.database import Database
from store.db.addresses import AddressError, parse


@pytest.mark.parametrize(
    ("address", "told"),
    [
        (" ", "an empty path"),
        ("postgresql://bob:hunter2@localhost:port/arena", "not an address"),
        ("sqlite://", "a SQLite file is named by its path"),
        ("sqlite:///:memory:", "a SQLite file is named by its path"),
        ("postgresql://bob:hunter2@localhost/arena?sslmode=never", "sslmode is one of allow, "),
    ],
)
def test_what_names_no_database(address: str, told: str) -> None:
    with pytest.raises(AddressError, match=told) as caught:
        parse(address)
    assert "hunter2" not in str(caught.value)


def test_the_mode_of_tls_is_said_as_the_driver_knows_it() -> None:
    address = parse("postgres://localhost/arena?sslmode=require")
    assert isinstance(address, URL)
    assert dict(address.query) == {"ssl": "require"}


async def test_a_driver_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(AddressError, match=r"lacks asyncpg: pip install 'arena\[postgres\]'"):
        await Database.open("postgresql://localhost/arena")
