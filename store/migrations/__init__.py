"""Alembic's scripts: the steps that lead from one schema to the next."""
