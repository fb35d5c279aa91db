"""How Replicants looks. Start reading at `picture`."""
