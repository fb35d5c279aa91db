"""What operators do from the command line, above hosting and store: `python -m store` hands over to it."""
