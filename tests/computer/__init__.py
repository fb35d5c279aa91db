"""Computer players: search, evaluation, levels, ladder."""
