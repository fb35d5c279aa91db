"""Mutants as pictures and words."""
