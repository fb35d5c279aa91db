"""Computer players: search and evaluation over `engine`, with the standard library alone.

`computer.players` is what other packages need: the levels of a game, and a decision by one of them.
"""
