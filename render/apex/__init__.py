"""How APEX looks. Start reading at `picture`."""
