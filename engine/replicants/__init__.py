"""Replicants: biomechanical gladiators in a hex arena, for two, three or four players, alone or in teams."""
