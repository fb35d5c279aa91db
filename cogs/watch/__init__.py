"""`/watch` and `/unwatch`: channels that follow matches."""
