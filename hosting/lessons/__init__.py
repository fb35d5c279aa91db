"""Lessons: where people are in them."""
