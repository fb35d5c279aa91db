"""Ratings: the model, its results for a pool's matches, and their storage."""
