"""Alembic's scripts, and what single migrations need besides."""
