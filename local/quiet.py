"""SimCord, imported without alarm.

To examine discord.py it builds a client without intents and without voice as soon as it is imported; discord.py warns
of both, which would be a player's first sight of the bot.
"""

import logging

logging.disable(logging.WARNING)
try:
    import simcord
finally:
    logging.disable(logging.NOTSET)

__all__ = ["simcord"]
