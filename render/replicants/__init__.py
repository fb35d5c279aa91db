"""Replicants as pictures and words. Start reading at `picture`."""
