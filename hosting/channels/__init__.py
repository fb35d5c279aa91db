"""Matches that lose their channels, and players who leave the server."""
