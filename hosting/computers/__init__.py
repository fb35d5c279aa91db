"""Computer players: their workers, their seats in matches, and analyses of finished games."""
