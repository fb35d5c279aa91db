"""The database itself: its address, its connections, and the differences of its two kinds."""
