"""`/settings`."""
