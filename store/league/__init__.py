"""Leagues as they are stored."""
