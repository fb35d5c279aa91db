"""The data held about one person, and its removal for good."""
