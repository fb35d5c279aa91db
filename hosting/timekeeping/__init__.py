"""The clocks of running matches: kept, paused, extended, and what follows when time is up."""
