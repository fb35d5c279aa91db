"""Leagues as pictures and in words."""
