"""Replicants taught: pages to read from the beginning, rules to look up, and a lesson."""
