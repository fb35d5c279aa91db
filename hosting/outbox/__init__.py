"""What was decided in a transaction is posted after it, once."""
