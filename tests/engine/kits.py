"""The kits of all games, and of the skeleton game that docs/adding-a-game.md builds."""

from __future__ import annotations

from tests.engine.apex.kit import KIT as APEX
from tests.engine.replica.kit import KIT as REPLICA
from tests.engine.replicants.kit import KIT as REPLICANTS
from tests.engine.skeleton.kit import KIT as SKELETON

KITS = (REPLICANTS, REPLICA, APEX, SKELETON)
