"""What holds of a season after every event, whatever happened in it: each fault is a sentence."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise

import rustworkx

from hosting.league.model import SeasonView
from hosting.league.pairing.formats import rounds
from hosting.league.pairing.round_robin import measured
from hosting.league.pairing.values import was_played
from hosting.league.standings.values import Row
from store.league import fixtures
from store.league.seasons import Entry, Fixture, Totals

Faults = Iterator[str]


def faults(view: SeasonView, rows: Sequence[Row]) -> Faults:
    """Give what is wrong with a season by itself."""
    yield from _totals(view, rows)
    yield from _caps(view)
    yield from _rows_of_fixtures(view)
    yield from _table(view, rows)
    if view.season.started_at is not None:
        yield from _OF_KIND[view.terms.kind](view)


def _totals(view: SeasonView, rows: Sequence[Row]) -> Faults:
    there = {entry: each for entry, each in view.totals.items() if each != Totals()}
    counted = {entry: each for entry, each in fixtures.added_up(view.fixtures).items() if each != Totals()}
    if there != counted:
        yield f"totals {there} are not what fixtures add up to: {counted}"
    for row in rows:
        mine = Totals(row.played, row.won, row.level, row.lost, row.byes, row.points)
        if view.totals.get(row.entry, Totals()) != mine:
            yield f"the row of entry {row.entry} has {mine}, its totals are {view.totals.get(row.entry)}"


def _caps(view: SeasonView) -> Faults:
    gone = {each.id for each in view.entries if each.left_at is not None}
    busy = Counter(
        entry
        for each in view.fixtures
        if each.status == "running" or (each.ordered and each.status == "planned")
        for entry in each.entries
        if entry not in gone
    )
    for entry, count in busy.items():
        if count > view.terms.cap:
            yield f"entry {entry} plays {count} matches at a time, not {view.terms.cap}"


def _rows_of_fixtures(view: SeasonView) -> Faults:
    """Hold each fixture against itself, and the fixtures of a round against each other."""
    for each in view.fixtures:
        name = f"fixture {each.id}"
        if (each.status in ("over", "struck")) != (each.why is not None) or (each.ended_at is None) != each.open:
            yield f"{name} is {each.status}, why {each.why}, ended {each.ended_at}"
        if any((side.points is None) == (each.status == "over" and not each.is_fall) for side in each.sides):
            yield f"{name} is {each.status} with points {[side.points for side in each.sides]}"
        if each.status == "running" and (each.match_id is None or each.started_at is None or each.ordered):
            yield f"{name} is running without a match"
        if each.ordered and not each.open:
            yield f"{name} is {each.status} and a match is asked for"
        if each.why in ("withdrawal", "void") and each.status != "struck":
            yield f"{name} is {each.status} by {each.why}"
        if view.season.status in ("ended", "closed") and each.open:
            yield f"{name} is open in a season that is {view.season.status}"
        if len({*each.entries}) != len(each.entries) or (each.is_bye) != (each.board == 0):
            yield f"{name} has sides {each.entries} on board {each.board}"
    once: Counter[tuple[int, ...]] = Counter()
    for each in view.fixtures:
        if not each.is_bye and view.terms.kind != "ladder":
            once[each.division, each.round, each.leg, each.board] += 1
    for place, count in once.items():
        if count > 1:
            yield f"{count} fixtures have division, round, leg and board {place}"


def _table(view: SeasonView, rows: Sequence[Row]) -> Faults:
    for division in view.divisions:
        mine = [row for row in rows if row.division == division.number]
        above = 0
        places = Counter(row.place for row in mine)
        for place, count in sorted(places.items()):
            if place != above + 1:
                yield f"division {division.number} has place {place} after {above} entries"
            above += count
        for row in mine:
            if not row.min_place <= row.place + places[row.place] - 1 or not row.place <= row.max_place:
                yield f"entry {row.entry} has place {row.place}, which {row.min_place}-{row.max_place} excludes"
        for one, other in pairwise(mine):
            if view.terms.kind in ("round-robin", "swiss") and one.points < other.points:
                yield f"entry {other.entry} has more points than {one.entry} above it"
    if view.season.status == "closed":
        yield from _movement(view, rows)


def _movement(view: SeasonView, rows: Sequence[Row]) -> Faults:
    """Hold promotion and relegation: as many come up as the terms say, and as many go down less those who left."""
    for division in view.divisions:
        mine = [row for row in rows if row.division == division.number]
        left = sum(each.division == division.number and each.left_at is not None for each in view.entries)
        staying = sum(row.movement != "out" for row in mine)
        moved = Counter(row.movement for row in mine)
        up = min(division.up, staying)
        down = min(max(division.down - left, 0), staying - up)
        if (moved["up"], moved["down"]) != (up, down):
            yield f"of division {division.number} {moved} move, not {up} up and {down} down"
        order = [row.movement for row in mine if row.movement != "out"]
        if order != ["up"] * up + ["stay"] * (staying - up - down) + ["down"] * down:
            yield f"division {division.number} moves in the order {order}"
    for above, below in pairwise(view.divisions):
        if above.down != below.up:
            yield f"{above.down} go down to division {below.number}, {below.up} come up"


# Round robin.


def _round_robin(view: SeasonView) -> Faults:
    for division in view.divisions:
        members = [each for each in view.entries if each.division == division.number]
        mine = [each for each in view.fixtures if each.division == division.number]
        if not mine:
            continue
        begun = [each.id for each in members if each.from_round == 1]
        there = {*begun}
        for each in members:
            if each.from_round > 1:
                there.add(each.id)
                if len(begun) % 2 == 0 or len(members) > len(begun) + 1:
                    yield f"entry {each.id} came late to a division of {len(begun)}"
        yield from _once_a_round(mine)
        if view.terms.sides == 2:
            yield from _everybody_meets(view, mine, begun, there)
        else:
            yield from _plan_of_tables(mine, begun)


def _everybody_meets(view: SeasonView, mine: Sequence[Fixture], begun: Sequence[int], there: set[int]) -> Faults:
    met = Counter(frozenset(each.entries) for each in mine)
    for one, other in combinations(sorted(begun), 2):
        if met[frozenset((one, other))] != view.terms.legs:
            yield f"{one} and {other} have {met[frozenset((one, other))]} fixtures, not {view.terms.legs}"
    if max(met.values()) > view.terms.legs or not frozenset().union(*met) <= there:
        yield f"fixtures {met} are too many"
    for entry in begun:
        seats = Counter(side.seat for each in mine for side in each.sides if side.entry == entry)
        if abs(seats[1] - seats[2]) > 1:
            yield f"entry {entry} has seat 1 {seats[1]} times and seat 2 {seats[2]} times"


def _plan_of_tables(mine: Sequence[Fixture], begun: Sequence[int]) -> Faults:
    sizes = {len(each.sides) for each in mine}
    even = measured([[each.entries for each in mine]], begun)
    if {each.method for each in mine} == {"plan"} and not 1 <= even.least <= even.most <= 4:
        yield f"some of {begun} meet {even.most} times, others {even.least}"
    if len(sizes) == 1 and len(begun) % min(sizes) == 0:
        for entry in begun:
            seats = Counter(side.seat for each in mine for side in each.sides if side.entry == entry)
            counts = [seats[seat] for seat in range(1, min(sizes) + 1)]
            if max(counts) - min(counts) > 1:
                yield f"entry {entry} has seats {counts}"


def _once_a_round(mine: Sequence[Fixture]) -> Faults:
    for (number, entry), count in Counter((each.round, entry) for each in mine for entry in each.entries).items():
        if count > 1:
            yield f"entry {entry} has {count} fixtures in round {number}"


# Swiss.


def _swiss(view: SeasonView) -> Faults:
    yield from _once_a_round(view.fixtures)
    begun = sum(each.from_round == 1 for each in view.entries)
    last = max((each.round for each in view.fixtures), default=0)
    if last > rounds(view.terms, begun):
        yield f"there are {last} rounds, not {rounds(view.terms, begun)}"
    there = {(each.round, entry) for each in view.fixtures for entry in each.entries}
    for each in view.entries:
        for number in range(1, last + 1):
            if each.left_at is None and each.from_round <= last and (number, each.id) not in there:
                yield f"entry {each.id} has nothing in round {number} of {last}"


def paired(view: SeasonView, number: int) -> Faults:
    """Give what is wrong with a round of a Swiss that has just been paired, given all that came before it."""
    made = [each for each in view.fixtures if each.round == number]
    tables = [each for each in made if not each.is_bye]
    earlier = [each for each in view.fixtures if each.round < number]
    met = {frozenset(pair) for each in earlier if was_played(each) for pair in combinations(each.entries, 2)}
    again = [each for each in tables if any(frozenset(pair) in met for pair in combinations(each.entries, 2))]
    for each in tables:
        if bool(each.repeat) != (each in again):
            yield f"fixture {each.id} says repeat {each.repeat}"
    field = [entry for each in tables for entry in each.entries]
    if again and view.terms.sides == 2 and _without_repeat(field, met):
        yield f"round {number} repeats {[each.entries for each in again]} without need"
    byes = [each.entries[0] for each in made if each.why == "bye"]
    sides = view.terms.sides
    if sides == 2 and (len(byes) != (len(field) + len(byes)) % 2):
        yield f"round {number} has byes for {byes}, and {len(field)} play"
    full = 120 * (view.terms.place_points or (1,))[0]
    had = {
        side.entry
        for each in earlier
        if each.status == "over" and not was_played(each)
        for side in each.sides
        if each.why == "bye" or (side.points or 0) >= full
    }
    if {*byes} & had and not {*field} <= had:
        yield f"round {number} gives {byes} a bye once more"
    if sides == 2:
        yield from _seats_of_pairs(view, number, tables, earlier, met)


def _without_repeat(field: Sequence[int], met: set[frozenset[int]]) -> bool:
    """Return whether a field can be paired without a repeat."""
    return _matched(field, lambda one, other: frozenset((one, other)) not in met)


def _matched(field: Sequence[int], allowed: Callable[[int, int], bool]) -> bool:
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(list(field))
    graph.add_edges_from(
        [(i, j, 1) for (i, one), (j, other) in combinations(enumerate(field), 2) if allowed(one, other)]
    )
    return 2 * len(rustworkx.max_weight_matching(graph, max_cardinality=True)) == len(field)


def _seats_of_pairs(
    view: SeasonView, number: int, tables: Sequence[Fixture], earlier: Sequence[Fixture], met: set[frozenset[int]]
) -> Faults:
    """Hold that seats differ by two at most, and nobody has one three times in a row but in the last round."""
    had: dict[int, list[int]] = defaultdict(list)
    for each in sorted(earlier, key=lambda each: each.round):
        if was_played(each):
            for side in each.sides:
                had[side.entry].append(side.seat)
    begun = sum(each.from_round == 1 for each in view.entries)
    if number == rounds(view.terms, begun):
        return

    def bad(entry: int, seat: int) -> bool:
        seats = [*had[entry], seat]
        return abs(seats.count(1) - seats.count(2)) > 2 or seats[-3:] == [seat] * 3

    def allowed(one: int, other: int) -> bool:
        return frozenset((one, other)) not in met and any(
            not bad(one, seat) and not bad(other, 3 - seat) for seat in (1, 2)
        )

    wrong = [side.entry for each in tables for side in each.sides if bad(side.entry, side.seat)]
    field = [entry for each in tables for entry in each.entries]
    if wrong and _matched(field, allowed):
        yield f"round {number} gives {wrong} a seat too often: {[had[each] for each in wrong]}"


# Knock-outs.


def _knockout(view: SeasonView) -> Faults:
    ties: dict[tuple[int, int], list[Fixture]] = defaultdict(list)
    byes: Counter[tuple[int, int]] = Counter()
    for each in view.fixtures:
        if each.is_bye:
            byes[each.round, each.entries[0]] += 1
        else:
            ties[each.round, each.board].append(each)
    playing = Counter((number, entry) for (number, _), legs in ties.items() for entry in {*legs[0].entries})
    for place, count in (playing + byes).items():
        if count > 1:
            yield f"entry {place[1]} has {count} ties in round {place[0]}"
    for place, legs in ties.items():
        if any({*each.entries} != {*legs[0].entries} for each in legs):
            yield f"tie {place} changes its sides: {[each.entries for each in legs]}"
        if [each.leg for each in sorted(legs, key=lambda each: each.leg)] != list(range(1, len(legs) + 1)):
            yield f"tie {place} has legs {[each.leg for each in legs]}"
        decided = {each.fixture for each in view.decisions} & {each.id for each in legs}
        if not decided and len([each for each in legs if each.open]) > 1:
            yield f"tie {place} has several open matches"
    whole = not any(_is_cut_off(view, each) for each in view.fixtures) and not _ended_by_date(view)
    if view.season.status == "closed" and whole:
        yield from _whole_bracket(view, ties)


def _ended_by_date(view: SeasonView) -> bool:
    """Return whether the last day came, perhaps before the next round was made."""
    season = view.season
    return season.ended_at is not None and season.ends_at is not None and season.ends_at <= season.ended_at


def _is_cut_off(view: SeasonView, fixture: Fixture) -> bool:
    """Return whether a fixture was not finished, or its last match was voided once the season had ended."""
    ended_at = view.season.ended_at
    voided = fixture.why == "void" and ended_at is not None and (fixture.ended_at or ended_at) >= ended_at
    return fixture.why == "unfinished" or voided


def _whole_bracket(view: SeasonView, ties: dict[tuple[int, int], list[Fixture]]) -> Faults:
    """Hold a bracket that was played to its end: all but one are out, nobody lost too often."""
    lost: Counter[int] = Counter()
    for place, legs in ties.items():
        said = [each for each in legs if any(side.advances is not None for side in each.sides)]
        if len(said) != 1:
            yield f"tie {place} of {len(legs)} legs says who goes on in legs {[each.leg for each in said]}"
        if legs[0].stage != "third":
            lost.update(side.entry for each in said for side in each.sides if side.advances is False)
    begun = {each.id for each in view.entries if each.from_round == 1}
    lives = 2 if view.terms.kind == "double-knockout" else 1
    final = max((place[0] for place in ties), default=0)
    out = {entry for entry in lost if lost[entry] == lives} | {
        side.entry for each in view.fixtures for side in each.sides if each.round == final and side.advances is False
    }
    if len(begun - out) != 1 or any(count > lives for count in lost.values()):
        yield f"{begun - out} are left, ties were lost so often: {lost}"


def _ladder(view: SeasonView) -> Faults:
    decided = {each.fixture for each in view.decisions}  # which may be played again beside another
    live = [side for each in view.fixtures if each.open and each.id not in decided for side in each.sides]
    for challenger, count in Counter((side.entry, side.challenger) for side in live).items():
        if count > 1:
            yield f"entry {challenger[0]} has {count} open challenges of one kind"
    if any(each.round != 1 or len(each.sides) != 2 for each in view.fixtures):
        yield "a ladder has other fixtures than challenges"


def left(entries: Sequence[Entry]) -> frozenset[int]:
    """Return those that left."""
    return frozenset(each.id for each in entries if each.left_at is not None)


_OF_KIND: dict[str, Callable[[SeasonView], Faults]] = {
    "round-robin": _round_robin,
    "swiss": _swiss,
    "knockout": _knockout,
    "double-knockout": _knockout,
    "ladder": _ladder,
}
