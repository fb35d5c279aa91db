"""What revision 0012 needs to fill the tables of results from what is stored of matches that are over.

Frozen with that revision: how results are made today, `hosting.results` and `store.totals` tell; a test compares both.
No match is played again, so what only its game knows is left out: points, features, the grade of a match alone.
"""
