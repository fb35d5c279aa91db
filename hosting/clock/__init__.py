"""Clocks as values: time controls, how much time is left, when a clock does not run, how clocks are written."""
