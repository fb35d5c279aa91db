"""The renderer of every game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from render.apex.renderer import ApexRenderer
from render.mutants.renderer import MutantsRenderer
from render.renderer import Renderer
from render.replica.renderer import ReplicaRenderer
from render.replicants.renderer import ReplicantsRenderer

RENDERERS: Mapping[str, Renderer[Any]] = {
    "replicants": ReplicantsRenderer(),
    "replica": ReplicaRenderer(),
    "apex": ApexRenderer(),
    "mutants": MutantsRenderer(),
}


def renderer(game: str) -> Renderer[Any]:
    """Return the renderer of a game by its key; `KeyError` if it has none."""
    return RENDERERS[game]
