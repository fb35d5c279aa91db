"""Every character there is, for texts at random.

The alphabet that `st.text` has by itself is the same, and found out by encoding a million characters: that takes
seconds in each process of a clean clone.
"""

from __future__ import annotations

from hypothesis import strategies as st

ANY = st.characters(exclude_categories=["Cs"])
