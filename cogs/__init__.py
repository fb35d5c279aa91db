"""Discord in, one call to `hosting`, Discord out: every command, button and message of the bot."""

EXTENSIONS = (
    "cogs.delivery",
    "cogs.settings",
    "cogs.lobby",
    "cogs.channels",
    "cogs.play",
    "cogs.review",
    "cogs.consent",
    "cogs.moderation",
    "cogs.info",
    "cogs.clock",
    "cogs.silence",
    "cogs.watch",
    "cogs.people",
    "cogs.profile",
    "cogs.league",
    "cogs.learn",
)
"""The rooms that the bot loads at its start, in this order; each has a `setup`."""
