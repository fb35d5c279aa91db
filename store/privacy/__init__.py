"""What is held about one person, and how it is removed for good."""
