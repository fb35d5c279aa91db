"""Figures, side by side with named peers in one run: `python -m bench` (or `make bench`)."""
