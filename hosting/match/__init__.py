"""A match: its events, its service, its seats and records, what is proved and played for its players."""
