"""Discord in, one call to `hosting`, Discord out: every command, button and message of the bot."""

EXTENSIONS = (
    "cogs.poster",
    "cogs.lobby",
    "cogs.doctor",
)
"""What the bot loads at its start, in this order; each module has a `setup`."""
