"""Who plays whom: pure functions from a season as it is to the fixtures that are to be made."""
