"""People: which person an account of Discord's is, what they are called in a server, and what is kept of them."""
