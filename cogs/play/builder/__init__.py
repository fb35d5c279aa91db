"""Building a turn by picking, without notation."""
