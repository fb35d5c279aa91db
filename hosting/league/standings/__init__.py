"""What the fixtures of a season add up to: points, order, places that are still possible, and why."""
