"""What hosting wants posted, as messages."""
