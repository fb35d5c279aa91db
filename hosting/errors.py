"""What can be wrong with what a player or an organiser asks for; each package declares its own.

ArenaError (engine.errors)
└── HostingError
    ├── hosting.table_errors
    ├── hosting.match_errors
    ├── hosting.refusals
    ├── NoSuchImport           hosting.imports
    ├── NoSuchClock            hosting.clock_text
    ├── PlanError              hosting.plans
    └── VacationError          hosting.vacations
"""

from __future__ import annotations

from engine.errors import ArenaError


class HostingError(ArenaError):
    """Something a person can put right; nothing was changed."""
