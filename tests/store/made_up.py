"""A made-up step behind those that there are: it adds columns, copies a table (SQLite), and changes rows."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from store.db import migrate

NEXT = f"{int(migrate.head()) + 1:04d}"
"""Its revision."""
_STEP = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "{revision}", "{before}"
branch_labels = depends_on = None


def upgrade():
    op.add_column("matches", sa.Column("colour", sa.String(), nullable=False, server_default="red"))
    op.add_column("events", sa.Column("colour", sa.String(), nullable=True))
    with op.batch_alter_table("watches") as watches:
        watches.add_column(sa.Column("colour", sa.String(), nullable=False, server_default="red"))
        watches.create_check_constraint(op.f("ck_watches_colour"), "colour IN ('red', 'blue')")
    op.execute("UPDATE matches SET colour = 'blue' WHERE channel_id = 8")
    {last}
"""


def with_step(folder: Path, last: str = "") -> Path:
    """Make a folder of scripts with the step; return it. `last` is what the step does besides, in the end."""
    scripts = folder / "migrations"
    shutil.copytree(migrate.SCRIPTS, scripts, ignore=shutil.ignore_patterns("__pycache__"))
    step = _STEP.format(revision=NEXT, before=migrate.head(), last=last)
    (scripts / "versions" / f"v{NEXT}_made_up.py").write_text(step, encoding="utf-8")
    return scripts


@contextmanager
def next_release(scripts: Path) -> Iterator[None]:
    """Be the release to which scripts lead."""
    revisions = migrate.revisions
    try:
        with patch.object(migrate, "SCRIPTS", scripts):
            revisions.cache_clear()
            yield
    finally:
        revisions.cache_clear()
