"""From Discord to one call of `hosting` and back: every command, button and message of the bot."""

FEATURES = (
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
"""The packages that the bot opens at its start, in this order: `feature(bot)` of each returns its `Feature`."""
