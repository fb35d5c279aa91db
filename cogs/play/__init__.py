"""Taking a turn, and looking before one does: turns, boards, legal moves, cards, plans, resigning, one’s matches."""
