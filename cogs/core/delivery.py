"""What it takes to make the message of a post, and the reader for whom it is made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TypeVar

from engine.seat import Seat
from engine.session import Session
from engine.text import Text
from hosting.match.model import Match, Post
from hosting.posts import BoardPost, Content, LeaguePost, WatchPost, load
from render.theme import Theme

# For whom a message is made: their language, their colours, and whether they want boards as text.


@dataclass(frozen=True, slots=True)
class Reader:
    """What a message must suit.

    Attributes:
        locale: The language; None for English.
        theme: The colours of pictures.
        text_boards: Whether boards are wanted as text.
    """

    locale: str | None
    theme: Theme
    text_boards: bool = False


AnyContent = TypeVar("AnyContent", bound=Content)

_TEAM = "team:"
CALLS = "calls"
"""Key of the delivery of boards that call, beside the kinds of posts (`BoardPost.calls`)."""


@dataclass(frozen=True, slots=True)
class Occasion:
    """A post with all it takes to make its message.

    Attributes:
        post: What hosting wants posted.
        match: As it stands now.
        session: The game as it stood after the event that the post is about.
        reader: The server.
    """

    post: Post
    match: Match
    session: Session
    reader: Reader

    @property
    def audience(self) -> frozenset[Seat]:
        """The seats of those who read the channel; empty if that is everybody."""
        role = next((place.role for place in self.match.places if place.channel_id == self.post.channel_id), "")
        if not role.startswith(_TEAM):
            return frozenset()
        return frozenset(self.match.mode.teams[int(role.removeprefix(_TEAM))])

    @property
    def content(self) -> Content:
        """What is to be posted."""
        return load(self.post.kind, self.post.payload)

    def as_a(self, content: type[AnyContent]) -> AnyContent:
        """Return what is to be posted where only one type of it can be."""
        found = self.content
        if not isinstance(found, content):
            raise AssertionError(f"post {self.post.id} ({self.post.kind}) is no {content.__name__}")
        return found

    @property
    def note(self) -> Text | None:
        """What happened, where it was not a turn."""
        content = self.content
        return content.note if isinstance(content, BoardPost | WatchPost) else None


class NewsPoster(Protocol):
    """Posts news that are of no match. Errors of Discord's are the poster's business."""

    async def __call__(self, post: Post, content: LeaguePost, *, needed: bool) -> int | None:
        """Post it, unless an attempt did that died before it could note so; return the message's id.

        Args:
            post: What hosting wants posted.
            content: What it is.
            needed: Whether it is posted if it was not; None is returned otherwise.
        """
        ...


class ChannelResolver(Protocol):
    """Finds where news of something are told."""

    async def __call__(self, number: int) -> int | None:
        """Return the channel or thread in which something is told, by its number; None if it is not there any more.

        Raises:
            Retry: That is not known yet.
            Undeliverable: There is no such place.
        """
        ...


class Delivery(Protocol):
    """Posts one kind of what hosting wants posted. Errors of Discord's are the poster's business."""

    async def send(self, occasion: Occasion) -> int | None:
        """Post it and return the message's id, or None if there was nothing to post."""
        ...

    async def sent_before(self, occasion: Occasion) -> int | None:
        """Return the message that an attempt left behind which died before it could note so, or None."""
        ...
