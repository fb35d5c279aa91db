"""Mutants: the game's rules. The numbers (M1, N1, …) are those of its rules page."""
