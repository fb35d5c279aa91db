"""The codes of the silence log (`hosting.silence_log`)."""

from __future__ import annotations

from enum import StrEnum


class Code(StrEnum):
    """What the silence log notes."""

    STARTED = "started"
    """The match began; detail: `names`, a digest of each player's name as the server showed it."""
    REPAIRED = "repaired"
    """A channel had drifted and was put right; detail: `place` and `changes`."""
    REFUSED = "refused"
    """A channel has drifted and Discord refused the repair; detail: `place` and `changes`."""
    MENDED = "mended"
    """A channel whose repair was refused conforms again; detail: `place`."""
    GONE = "gone"
    """A channel was deleted; detail: `place`."""
    BYPASS = "bypass"
    """A player can bypass the silence; detail: `reason`."""
    BREACH = "breach"
    """A player could do something although the overwrites conform; detail: `place` and `permissions`."""
    LEFT = "left"
    """A player left the server."""
    HANDED = "handed"
    """A seat was handed over, and with it the channels; detail: `event` and `names`, as for `STARTED`, of the new."""
    RENAMED = "renamed"
    """A player's name was changed; detail: `name`, a digest of it, never the name itself."""
    REMOVED = "removed"
    """A message that was not the bot's own was removed; detail: `place`."""
    UNREACTED = "unreacted"
    """Reactions were removed from a message; detail: `place`."""
    MET = "met"
    """Teammates are together in a voice channel; detail: `team`."""
    PARTED = "parted"
    """They no longer are; detail: `team`."""
    OPENED = "opened"
    """The match is over and its channels were opened for talk; detail: `days` until they are deleted."""
    DELETED = "deleted"
    """The channels were deleted."""
    KEPT = "kept"
    """Discord refused to delete a channel."""
