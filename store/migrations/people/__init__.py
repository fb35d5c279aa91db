"""Migration 0010: people take the place of Discord's user ids, here called accounts, and of copied names.

What is stored is read as schema 0009 has it, with columns of people renamed; nothing here looks at `store.schema`,
which goes on changing.
"""
