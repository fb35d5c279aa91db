"""SimCord, imported without its warnings.

On import it examines discord.py by building a client without intents and without voice; discord.py warns of both, and a
player would see these warnings first.
"""

import logging

logging.disable(logging.WARNING)
try:
    import simcord
finally:
    logging.disable(logging.NOTSET)

__all__ = ["simcord"]
