"""APEX as pictures and words. Start reading at `picture`."""
