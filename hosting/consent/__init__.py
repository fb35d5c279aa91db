"""Requests of players to each other: to take back, to end, to pause, to hand a seat over."""
