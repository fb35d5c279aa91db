"""The database itself: where it is, how it is opened, what its two kinds differ in."""
