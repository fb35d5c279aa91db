"""How Replica looks. Start reading at `picture`."""
