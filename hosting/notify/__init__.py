"""Whom to call when: the status message, reminders, the digest."""
