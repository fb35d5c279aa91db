"""Values of the field for Hypothesis: times, rest, calendars, terms of clocks."""

from datetime import UTC, datetime, timedelta

from hypothesis import strategies as st

from hosting.clock import LONGEST, QUIET_MOST, SHORTEST, Calendar, ClockTerms, Quiet

ZONES = (
    "UTC",
    "Europe/Paris",
    "America/New_York",
    "America/Sao_Paulo",
    "Australia/Lord_Howe",  # clocks change by half an hour
    "Asia/Kathmandu",
    "Pacific/Apia",  # skipped a whole day
    "Africa/Casablanca",
    "America/Santiago",  # clocks change at midnight
)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)

times = st.datetimes(datetime(2005, 1, 1), datetime(2030, 1, 1)).map(lambda at: at.replace(tzinfo=UTC))  # noqa: DTZ001


@st.composite
def quiets(draw: st.DrawFn) -> Quiet:
    start = draw(st.integers(0, 24 * 60 - 1))
    length = draw(st.integers(1, int(QUIET_MOST.total_seconds()) // 60))
    return Quiet(draw(st.sampled_from(ZONES)), start, (start + length) % (24 * 60))


@st.composite
def calendars(draw: st.DrawFn) -> Calendar:
    away = draw(st.lists(st.tuples(times, st.timedeltas(HOUR, timedelta(days=30))), max_size=3))
    return Calendar(
        draw(st.none() | quiets()),
        draw(st.none() | quiets()),
        frozenset(draw(st.lists(st.sampled_from(ZONES), max_size=2))),
        tuple((start, start + length) for start, length in away),
    )


_seconds = st.integers(int(SHORTEST.total_seconds()), int(LONGEST.total_seconds())).map(lambda n: timedelta(seconds=n))


@st.composite
def clock_terms(draw: st.DrawFn) -> ClockTerms:
    start, cap = sorted((draw(_seconds), draw(_seconds)))
    gain = timedelta(seconds=draw(st.integers(0, int(cap.total_seconds()))))
    return ClockTerms(draw(st.sampled_from(("turn", "fischer"))), draw(_seconds), start, gain, cap)
