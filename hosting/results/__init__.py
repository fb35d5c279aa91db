"""What comes of matches: whose the result is, whether it counts, what organisers correct later."""
