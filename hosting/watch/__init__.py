"""Channels that follow matches."""
