"""Seats: the engine's name for players."""

from __future__ import annotations

from typing import TypeAlias

Seat: TypeAlias = int
"""A place at the table, from 1 in the order of play. The engine does not know the people."""
