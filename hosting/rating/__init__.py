"""Ratings: who is rated with what, and how a rating is shown."""
