"""Rows of people, tables, matches and posts: one module for each aggregate."""
