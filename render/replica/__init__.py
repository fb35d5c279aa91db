"""Replica as pictures and words. Start reading at `picture`."""
