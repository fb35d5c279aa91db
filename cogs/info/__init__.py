"""`/rules` and `/doctor`."""
