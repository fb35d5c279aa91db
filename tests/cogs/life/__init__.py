"""Whole matches, from their table to their record, by commands and buttons alone."""
