"""Everything around a game that is neither its rules nor Discord: tables, matches, deadlines, what must be posted.

Start reading at `hosting.arena`, which holds the parts together.
"""
