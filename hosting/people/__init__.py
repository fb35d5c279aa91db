"""People: which person an account of Discord's is, and what they are called in a server."""
