"""The kits of all games, of the skeleton in docs/adding-a-game.md, and of a game with all that secrets take."""

from __future__ import annotations

from tests.engine.apex.kit import KIT as APEX
from tests.engine.mutants.kit import KIT as MUTANTS
from tests.engine.parlour.kit import KIT as PARLOUR
from tests.engine.replica.kit import KIT as REPLICA
from tests.engine.replicants.kit import KIT as REPLICANTS
from tests.engine.skeleton.kit import KIT as SKELETON

KITS = (REPLICANTS, REPLICA, APEX, MUTANTS, SKELETON, PARLOUR)
