"""What is counted and timed while the bot runs, for `/metrics` (`monitoring.http`).

No label and no value says anything of a person, a server or a match. Instruments belong to the process, as the
thread that draws and the loop do.
"""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics

disable_created_metrics()  # type: ignore[no-untyped-call] # a line for each, which says when the process began
REGISTRY = CollectorRegistry()

ANSWERS = Histogram(
    "arena_answer_seconds",
    "From the arrival of a command or press to Discord's receipt of the first answer; Discord waits 3 seconds",
    buckets=(0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5),
    registry=REGISTRY,
)
BOARDS = Histogram(
    "arena_board_seconds",
    "From the transaction that decided on a board to its message",
    buckets=(0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300),
    registry=REGISTRY,
)
DRAWING = Histogram(
    "arena_drawing_seconds",
    "What a picture takes in the thread that draws",
    buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
    registry=REGISTRY,
)
REQUESTS = Counter(
    "arena_requests", "Requests to Discord by the status of its answer; 429 is too many", ["status"], registry=REGISTRY
)
INTERRUPTIONS = Counter(
    "arena_interruptions", "Matches interrupted because of their channels, by code", ["code"], registry=REGISTRY
)
OUTAGES = Counter("arena_outages", "Times when players could not reach the bot, given back to them", registry=REGISTRY)
OUTAGE_SECONDS = Counter("arena_outage_seconds", "How long those were in all", registry=REGISTRY)
QUEUE = Gauge("arena_computer_queue", "Decisions of computers that wait for a worker", registry=REGISTRY)
QUEUE_SECONDS = Gauge("arena_computer_queue_seconds", "How long those are expected to take", registry=REGISTRY)
DECIDING = Histogram(
    "arena_computer_seconds",
    "What a computer's decision takes of the processor",
    buckets=(0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 30),
    registry=REGISTRY,
)
DECISIONS = Counter(
    "arena_computer_decisions",
    "Decisions of computers by their effort: full; halved, as many waited; lower, as a worker failed; default",
    ["effort"],
    registry=REGISTRY,
)
REPLACED = Counter(
    "arena_computer_workers_replaced", "Workers that died, or were too slow and ended", ["reason"], registry=REGISTRY
)
