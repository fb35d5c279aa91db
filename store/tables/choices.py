"""Choices that seats made in advance: sealed ones with their commitments, plans and prepared answers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, TypeAlias, cast

from sqlalchemy import Row, bindparam, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from engine.seat import Seat
from store.db import connections
from store.schema import commitments, dropped_choices, matches, plans, prepared_answers
from store.schema.base import checked, put_row
from store.share import Share


@dataclass(frozen=True, slots=True)
class Commitment:
    """A seat's commitment to a choice that is sealed (`hosting.match.sealing`).

    Attributes:
        decision: The game's turn in which several seats choose at once.
        salt: Random bytes, so that nobody finds the choice by trying.
        text: The choice. A secret until it is revealed.
    """

    match_id: int
    decision: int
    seat: Seat
    salt: bytes
    text: str
    revealed: bool = False


_REVEAL_ALL = update(commitments).where(commitments.c.match_id == bindparam("match")).values(revealed=True)
DropCause: TypeAlias = Literal["handed-over", "gave-up", "taken-back", "never-opened"]
"""Why a sealed choice never comes to light."""


@dataclass(frozen=True, slots=True)
class Dropped:
    """The hash of a sealed choice that is never revealed; the choice itself is forgotten.

    Attributes:
        digest: The hash, in hexadecimal.
        cause: Why the choice is gone.
    """

    match_id: int
    decision: int
    seat: Seat
    digest: str
    cause: DropCause


async def commitments_of_decision(connection: AsyncConnection, match_id: int, decision: int) -> list[Commitment]:
    query = select(commitments).where(commitments.c.match_id == match_id, commitments.c.decision == decision)
    return [_commitment(row) for row in await connection.execute(query.order_by(commitments.c.seat))]


async def commitments_of_match(connection: AsyncConnection, match_id: int) -> list[Commitment]:
    query = select(commitments).where(commitments.c.match_id == match_id)
    rows = await connection.execute(query.order_by(commitments.c.decision, commitments.c.seat))
    return [_commitment(row) for row in rows]


async def put_commitment(connection: AsyncConnection, commitment: Commitment) -> None:
    row = {
        "match_id": commitment.match_id,
        "decision": commitment.decision,
        "seat": commitment.seat,
        "salt": commitment.salt,
        "text": commitment.text,
        "revealed": commitment.revealed,
    }
    await put_row(connection, commitments, checked("commitments", row))


async def remove_commitment(connection: AsyncConnection, match_id: int, decision: int, seat: Seat) -> None:
    await connection.execute(
        delete(commitments).where(
            commitments.c.match_id == match_id, commitments.c.decision == decision, commitments.c.seat == seat
        )
    )


async def reveal(connection: AsyncConnection, match_id: int, decision: int, seats: Collection[Seat]) -> None:
    await connection.execute(
        update(commitments)
        .where(
            commitments.c.match_id == match_id, commitments.c.decision == decision, commitments.c.seat.in_(list(seats))
        )
        .values(revealed=True)
    )


async def reveal_all(connection: AsyncConnection, match_id: int) -> None:
    await connections.write(connection, _REVEAL_ALL, [{"match": match_id}])


async def drop_commitment(connection: AsyncConnection, dropped: Dropped) -> None:
    row = {
        "match_id": dropped.match_id,
        "decision": dropped.decision,
        "digest": dropped.digest,
        "seat": dropped.seat,
        "cause": dropped.cause,
    }
    await put_row(connection, dropped_choices, checked("dropped_choices", row))


async def dropped_of(connection: AsyncConnection, match_id: int, decision: int) -> list[Dropped]:
    of_decision = (dropped_choices.c.match_id == match_id, dropped_choices.c.decision == decision)
    query = select(dropped_choices).where(*of_decision).order_by(dropped_choices.c.seat, dropped_choices.c.digest)
    rows = await connection.execute(query)
    return [Dropped(row.match_id, row.decision, row.seat, row.digest, row.cause) for row in rows]


def _commitment(row: Row[Any]) -> Commitment:
    return Commitment(row.match_id, row.decision, row.seat, row.salt, row.text, row.revealed)


# Turns stored in advance: conditional turns, and answers inside the turns of others. Only their player sees them.


@dataclass(frozen=True, slots=True)
class Plan:
    """Turns that a seat will play if the others play as it expects. A secret of its player.

    Attributes:
        person_id: Who made it; a substitute doesn't inherit it.
        seq: The match's event that the tree starts from.
        tree: As `hosting.match.answers` writes it.
        at: When it was made or last followed.
    """

    match_id: int
    seat: Seat
    person_id: int
    seq: int
    tree: Json
    at: datetime


_OF_MATCH = select(plans).where(plans.c.match_id == bindparam("match")).order_by(plans.c.seat)


async def plans_of(connection: AsyncConnection, match_id: int) -> list[Plan]:
    return [_plan(row) for row in await connection.execute(_OF_MATCH, {"match": match_id})]


async def plan_of(connection: AsyncConnection, match_id: int, seat: Seat) -> Plan | None:
    query = select(plans).where(plans.c.match_id == match_id, plans.c.seat == seat)
    row = (await connection.execute(query)).one_or_none()
    return None if row is None else _plan(row)


async def plans_on_turn(connection: AsyncConnection, share: Share = Share.ALL) -> list[Plan]:
    query = (
        select(plans, matches.c.to_act)
        .join(matches, matches.c.id == plans.c.match_id)
        .where(matches.c.status == "running", matches.c.paused.is_(None), matches.c.seq == plans.c.seq)
        .where(*share.where(matches.c.guild_id))
        .order_by(plans.c.match_id)
    )
    return [_plan(row) for row in await connection.execute(query) if row.to_act == [row.seat]]


async def put_plan(connection: AsyncConnection, plan: Plan) -> None:
    """Write a plan in place of the seat's earlier one."""
    row = {
        "match_id": plan.match_id,
        "seat": plan.seat,
        "person_id": plan.person_id,
        "seq": plan.seq,
        "tree": plan.tree,
        "at": plan.at,
    }
    await put_row(connection, plans, checked("plans", row))


async def remove_plans(connection: AsyncConnection, match_id: int, seat: Seat | None = None) -> None:
    statement = delete(plans).where(plans.c.match_id == match_id)
    await connection.execute(statement if seat is None else statement.where(plans.c.seat == seat))


def _plan(row: Row[Any]) -> Plan:
    return Plan(row.match_id, row.seat, row.person_id, row.seq, row.tree, row.at)


# Answers that players have stored in advance. Nobody but their player may learn of them.


@dataclass(frozen=True, slots=True)
class Prepared:
    """A seat's answers in advance.

    Attributes:
        person_id: Who stored them; they don't count for a substitute.
        answers: Texts by what they answer (`engine.choices.Preparation`).
    """

    match_id: int
    seat: Seat
    person_id: int
    answers: Mapping[str, str]
    at: datetime


async def prepared_of(connection: AsyncConnection, match_id: int, seat: Seat) -> Prepared | None:
    query = select(prepared_answers).where(prepared_answers.c.match_id == match_id, prepared_answers.c.seat == seat)
    row = (await connection.execute(query)).one_or_none()
    return None if row is None else _prepared(row)


async def answerable_matches(connection: AsyncConnection, share: Share = Share.ALL) -> list[int]:
    """Return the running matches of a share in which the only seat that must act has stored answers."""
    query = (
        select(prepared_answers.c.match_id, prepared_answers.c.seat, matches.c.to_act)
        .join(matches, matches.c.id == prepared_answers.c.match_id)
        .where(matches.c.status == "running", matches.c.paused.is_(None), *share.where(matches.c.guild_id))
        .order_by(prepared_answers.c.match_id)
    )
    return [row.match_id for row in await connection.execute(query) if row.to_act == [row.seat]]


async def put_prepared(connection: AsyncConnection, prepared: Prepared) -> None:
    row = {
        "match_id": prepared.match_id,
        "seat": prepared.seat,
        "person_id": prepared.person_id,
        "answers": dict(prepared.answers),
        "at": prepared.at,
    }
    await put_row(connection, prepared_answers, checked("prepared_answers", row))


async def remove_prepared(connection: AsyncConnection, match_id: int, seat: Seat | None = None) -> None:
    statement = delete(prepared_answers).where(prepared_answers.c.match_id == match_id)
    await connection.execute(statement if seat is None else statement.where(prepared_answers.c.seat == seat))


def _prepared(row: Row[Any]) -> Prepared:
    return Prepared(row.match_id, row.seat, row.person_id, cast("Mapping[str, str]", row.answers), row.at)
