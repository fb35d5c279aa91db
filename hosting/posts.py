"""What is posted, as typed values. `dump` and `load` alone know the keys under which they are stored.

| kind of post             | value                                       |
|--------------------------|---------------------------------------------|
| board, status, ended     | `BoardPost`                                 |
| sealed                   | `HashesPost`                                |
| notice                   | `TextPost`, `LeaguePost`                    |
| nudge                    | `ReminderPost`, `TextPost`                  |
| private                  | `ReminderPost`, `TextPost`, `DigestPost`    |
| request                  | `RequestPost`, `WelcomePost`                |
| watch                    | `WatchPost`, `LeaguePost`                   |
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias, assert_never, cast, get_args

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from engine.seat import Seat
from engine.text import Text, dump_text, load_text
from store.tables import outbox
from store.tables.values import Place, PostKind, Subject

Stage: TypeAlias = Literal["turn", "half", "end", "idle", "last", "told"]
"""Which reminder: that it is a player's turn; that half the time, or nearly all of it, has passed; that they have let a
match without a clock wait; the last of these; and what the table is told when there will be no more."""


@dataclass(frozen=True, slots=True)
class BoardPost:
    """A match after an event: its board, whose turn it is, or its result.

    Attributes:
        role: Of the place in which it is posted.
        note: What happened, where it was not a turn.
        edit: None for a new event. True if the message of the event is to say what holds now; False if it is posted
            again in the place of the one before. So is True if there is none.
        quiet: Nobody is called by a message that is posted again.
        calls: The board says whose turn it is, too, and has the buttons (`GameInfo.by_decision`).
        opens: The decision whose choices it opens (`hosting.match.sealing`).
    """

    role: str
    note: Text | None = None
    edit: bool | None = None
    quiet: bool = False
    calls: bool = False
    opens: int | None = None


@dataclass(frozen=True, slots=True)
class HashesPost:
    """The hashes of what is sealed in a decision; of what a match is held to from its beginning where that is -1."""

    decision: int


@dataclass(frozen=True, slots=True)
class TextPost:
    """A text.

    Attributes:
        text: What to say.
        button: What the button under it does, as the poster calls it; empty for none.
        organisers: It calls those who organise matches.
        unbegun: The server, where it is said without a look at the match, which this version may be unable to read;
            None where the match is read. Nothing waits to be played there.
        missing: The seat whose player is gone, as the text says: in a match of a season it is said below which one it
            is, and what follows if they stay away. None for other texts.
    """

    text: Text
    button: str = ""
    organisers: bool = False
    unbegun: int | None = None
    missing: Seat | None = None


@dataclass(frozen=True, slots=True)
class ReminderPost:
    """A reminder of a turn, to the player of a seat."""

    stage: Stage
    seat: Seat


@dataclass(frozen=True, slots=True)
class DigestPost:
    """What waits for a player."""


@dataclass(frozen=True, slots=True)
class RequestPost:
    """A request with its buttons; with `edit` its message is to show how it stands now."""

    request_id: int
    edit: bool = False


@dataclass(frozen=True, slots=True)
class WelcomePost:
    """A word to a new player whom an organiser put on a seat."""

    person_id: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class WatchPost:
    """A board in a channel that follows the match; `note` as in `BoardPost`."""

    watch_id: int
    note: Text | None = None


LeagueNews: TypeAlias = Literal[
    "round",
    "result",
    "corrected",
    "challenge",
    "unanswered",
    "fell",
    "left",
    "taken",
    "day",
    "week",
    "ended",
    "closed",
    "next",
    "event",
    "post",
]
"""What there is to tell of a season: a round has opened; a fixture is over, or its result was corrected; an entry is
challenged; a challenge was not answered, or was taken back; an entry fell on a ladder, has left, or was taken
over by an alternate; the match of the day, and what a week brought; the season is over, or closed; those who played the
season before are asked to stay.
And that the event of a round is to be as the round is, or the public post of the season as the season is."""


@dataclass(frozen=True, slots=True)
class LeaguePost:
    """News of a season of a league; they are told as things are when they are posted.

    Attributes:
        season: Which season.
        news: What happened.
        number: Of the round, 0 for all of them; of the fixture, challenge, entry or week; of the page of those
            asked; else 0.
        watch: The watch for which it is told again in another channel; None in the league's own.
    """

    season: int
    news: LeagueNews
    number: int = 0
    watch: int | None = None


Content: TypeAlias = (
    BoardPost | HashesPost | TextPost | ReminderPost | DigestPost | RequestPost | WelcomePost | WatchPost | LeaguePost
)


@dataclass(frozen=True, slots=True)
class Posting:
    """Something that is to be posted.

    Attributes:
        kind: Who delivers it.
        channel_id: Where; for "private" the person.
        content: What.
    """

    kind: PostKind
    channel_id: int
    content: Content


def status_again(place: Place, *, by_decision: bool, edit: bool, quiet: bool = False) -> Posting:
    """Return what brings the message up to date that says whose turn it is: a status, or the board that says it, too.

    Args:
        place: Where it stands.
        by_decision: Whether the game is played decision by decision (`GameInfo.by_decision`).
        edit: As in `BoardPost`.
        quiet: As there.
    """
    content = BoardPost(place.role, edit=edit, quiet=quiet, calls=by_decision)
    return Posting("board" if by_decision else "status", place.channel_id, content)


async def add_posts(
    connection: AsyncConnection, match_id: int, seq: int, postings: Sequence[Posting], at: datetime
) -> None:
    """Write posts of a match's event in the caller's transaction, in the order in which to post them."""
    await add_posts_about(connection, Subject.of_match(match_id), postings, at, seq)


async def add_posts_about(
    connection: AsyncConnection, subject: Subject, postings: Sequence[Posting], at: datetime, seq: int = 0
) -> None:
    """Write posts about something in the caller's transaction, in the order in which to post them."""
    rows = [(each.kind, each.channel_id, dump(each.content)) for each in postings]
    await outbox.add(connection, subject, seq, rows, at)


def dump(content: Content) -> dict[str, Json]:  # noqa: PLR0911 - a line for each type
    """Return the payload that is stored of a post."""
    match content:
        case BoardPost(role, note, edit, quiet, calls, opens):
            return {
                "role": role,
                **_noted(note),
                **({} if edit is None else {"edit": edit}),
                **({"quiet": True} if quiet else {}),
                **({"calls": True} if calls else {}),
                **({} if opens is None else {"opens": opens}),
            }
        case HashesPost(decision):
            return {"decision": decision}
        case TextPost(text, button, organisers, unbegun, missing):
            return {
                "text": dump_text(text),
                **({"button": button} if button else {}),
                **({"organiser": True} if organisers else {}),
                **({} if unbegun is None else {"unbegun": unbegun}),
                **({} if missing is None else {"missing": missing}),
            }
        case ReminderPost(stage, seat):
            return {"reminder": stage, "seat": seat}
        case DigestPost():
            return {"digest": True}
        case RequestPost(request_id, edit):
            return {"request": request_id, **({"edit": True} if edit else {})}
        case WelcomePost(person_id, seat):
            return {"welcome": person_id, "seat": seat}
        case LeaguePost(season, news, number, watch):
            return {"league": season, "news": news, "number": number, **({} if watch is None else {"watch": watch})}
        case WatchPost(watch_id, note):
            return {"watch": watch_id, **_noted(note)}
        case _:
            assert_never(content)


def load(kind: PostKind, payload: Mapping[str, Json]) -> Content:  # noqa: PLR0911 - a line for each type
    """Return a post from what is stored of it. Raises ValueError if it is none of that kind."""
    match kind, payload:
        case "board" | "status" | "ended", _:
            return load_board(payload)
        case "sealed", {"decision": int(decision)}:
            return HashesPost(decision)
        case "notice" | "watch", {"league": int(season), "news": str(news), "number": int(number)} if news in get_args(
            LeagueNews
        ):
            return LeaguePost(season, cast("LeagueNews", news), number, cast("int | None", payload.get("watch")))
        case "watch", {"watch": int(watch_id)}:
            return WatchPost(watch_id, _note(payload))
        case "request", {"welcome": int(person_id), "seat": int(seat)}:
            return WelcomePost(person_id, seat)
        case "request", {"request": int(request_id)}:
            return RequestPost(request_id, edit="edit" in payload)
        case "nudge" | "private", {"reminder": str(stage), "seat": int(seat)}:
            return ReminderPost(cast("Stage", stage), seat)
        case "private", {"digest": True}:
            return DigestPost()
        case "notice" | "nudge" | "private", {"text": text}:
            return TextPost(
                load_text(text),
                str(payload.get("button", "")),
                "organiser" in payload,
                cast("int | None", payload.get("unbegun")),
                cast("Seat | None", payload.get("missing")),
            )
    raise ValueError(f"not a post of kind {kind}: {payload!r}")


def load_board(payload: Mapping[str, Json]) -> BoardPost:
    """Return a board from what is stored of its post."""
    return BoardPost(
        role=str(payload.get("role", "board")),
        note=_note(payload),
        edit=cast("bool | None", payload.get("edit")),
        quiet="quiet" in payload,
        calls="calls" in payload,
        opens=cast("int | None", payload.get("opens")),
    )


def _noted(note: Text | None) -> dict[str, Json]:
    return {} if note is None else {"note": dump_text(note)}


def _note(payload: Mapping[str, Json]) -> Text | None:
    note = payload.get("note")
    return None if note is None else load_text(note)
