"""What players and games are shown to have done: profiles, boards, statistics."""
