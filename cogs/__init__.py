"""Discord in, one call to `hosting`, Discord out: every command, button and message of the bot."""

EXTENSIONS = (
    "cogs.poster",
    "cogs.lobby",
    "cogs.doctor",
    "cogs.resume",
    "cogs.move",
    "cogs.plan",
    "cogs.board",
    "cogs.legal",
    "cogs.record",
    "cogs.resign",
    "cogs.consent",
    "cogs.undo",
    "cogs.offer",
    "cogs.abort",
    "cogs.leave",
    "cogs.organise",
    "cogs.rules",
    "cogs.matches",
    "cogs.preferences",
    "cogs.silence",
    "cogs.watch",
    "cogs.spectators",
)
"""What the bot loads at its start, in this order; each module has a `setup`."""
