"""Where a match lives on Discord: threads and channels, what becomes of it without them, and its spectators."""
