"""The outbox: what was decided in a transaction is posted after it, once, even if the process dies in between."""

from __future__ import annotations

from typing import Protocol

from engine.text import Text
from hosting.model import Match, Post, PostKind


class Poster(Protocol):
    """Posts, on whatever the players look at."""

    async def deliver(self, post: Post) -> int | None:
        """Post something and return the message's id, or None if there was nothing to post.

        The same post may come twice: after a crash between posting and noting so. Then `attempts` is not 0, and a
        poster must look for what it posted already; `post.id` is the nonce.

        Raises:
            Retry: Not now.
            Undeliverable: Not until somebody changes something; the match is parked.
        """
        ...


class Outbox:
    """Everything that waits to be posted: in order in each channel, side by side across channels."""

    def set_poster(self, poster: Poster) -> None:
        """Name who posts; until then everything waits."""
        raise NotImplementedError

    def drain(self) -> None:
        """See to it that a task posts everything that is due, and ends."""
        raise NotImplementedError

    async def idle(self) -> None:
        """Wait until everything that can be posted now has been."""
        raise NotImplementedError

    async def notice(self, match: Match, channel_id: int, text: Text) -> None:
        """Have a text posted in a channel of a match, after what is due there already."""
        raise NotImplementedError

    async def previous(
        self, channel_id: int, kind: PostKind, before_seq: int, match_id: int | None = None
    ) -> int | None:
        """Return the message id of the latest post of a kind in a channel that shows an earlier event, or None.

        Args:
            channel_id: Where.
            kind: Which kind.
            before_seq: Only posts with a lower `seq` count.
            match_id: Of which match; None for the latest that posted there.
        """
        raise NotImplementedError
