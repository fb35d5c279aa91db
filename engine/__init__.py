"""The rules of every game: pure functions over immutable states, standard library only.

Nothing in here reads a clock, a file other than its own data, or a source of randomness other than
`engine.chance.Chance`. Start reading at `engine.game`, the interface all games share.
"""
