"""`/clock` and `/vacation`."""
