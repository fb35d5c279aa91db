"""Ratings: the model, what it makes of a pool's matches, and what is stored of that."""
