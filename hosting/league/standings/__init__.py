"""Standings: points, order, places that are still possible, and explanations, all from the fixtures of a season."""
