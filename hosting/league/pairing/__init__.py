"""Who plays whom: pure functions that take a season as it is and return the fixtures to make."""
