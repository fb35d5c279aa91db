"""What organisers can do to a match."""
