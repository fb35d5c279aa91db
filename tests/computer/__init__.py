"""Computer players: search, evaluation, levels, ladder."""

from computer import players
from tests.every_mode import EVERY_MODE

ROWS = [
    row
    for row in EVERY_MODE
    if players.keys(row.key, row.setup.mode) and dict(row.options).get("decks", "random") == "random"
]
"""What computers play, with one kind of decks."""
HIDDEN = [row for row in ROWS if row.key in players.SAMPLED]
