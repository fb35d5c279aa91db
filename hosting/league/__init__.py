"""Leagues, tournaments and ladders: seasons that are paired, played and counted automatically."""
