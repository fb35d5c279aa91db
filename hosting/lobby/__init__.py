"""Tables, at which players gather before a match."""
