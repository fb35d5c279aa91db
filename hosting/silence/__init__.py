"""Silent teams (R29): who may do what, and the log of what was found."""
