"""Replica, a game by Alek Erickson (2024): the rules P1 to P10 of docs/replica.md."""
