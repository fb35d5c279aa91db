"""The operator's command line, above hosting and store: `python -m store` hands over to it."""
