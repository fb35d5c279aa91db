"""A match: its events, its service, its seats and records, proofs of sealed choices, automatic turns."""
