"""Matches of APEX on a simulated server: choosing in secret, and what everybody else gets to see of it."""
