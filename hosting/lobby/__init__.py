"""The lobby: tables, offers, rematches and the start of matches."""
