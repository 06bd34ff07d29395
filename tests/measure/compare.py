"""Compares Drumhead's odds with those of icepool and dyce: checks that the fractions are equal, and times all three.

It installs both libraries from PyPI, so it is not part of `cargo xtask test`:

    cargo build --release --bin drumhead
    python3 -m venv target/compare
    target/compare/bin/pip install -r tests/measure/requirements.txt
    target/compare/bin/python tests/measure/compare.py

Drumhead computes every outcome of the procedure, in one process for all repetitions (benches/answers.rs). The libraries compute
only the quantity that is compared, in this process. The clock starts when each has the problem: the libraries as code, Drumhead
as a procedure with its fields filled in. The last column has the time that Drumhead takes to read the request; no ratio
includes it.
The script fails if a fraction differs.
"""

import functools
import json
import subprocess
import sys
import time
from fractions import Fraction
from itertools import product
from pathlib import Path

import dyce
import icepool

PROGRAM = Path(__file__).parents[2] / "target/release/drumhead"
WANTED_RATIO = 10


def request_line(request):
    return json.dumps({"call": "odds", "request": request}) + "\n"


def drumhead_answer(request):
    return json.loads(subprocess.run([PROGRAM], input=request_line(request), capture_output=True, text=True, check=True).stdout)


def drumhead_seconds(requests):
    """For each request, the seconds for its odds and for reading it."""
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    bench = subprocess.run(["cargo", "bench", "--quiet", "--bench", "answers"], input=lines, capture_output=True, text=True, check=True)
    return [[float(time) for time in line.split()] for line in bench.stdout.splitlines()]


def seconds(work):
    """Seconds for one call: the least of five runs, each with enough calls to last 0.05 s."""
    began = time.perf_counter()
    work()
    calls = max(1, int(0.05 / max(time.perf_counter() - began, 1e-7)))

    def run():
        began = time.perf_counter()
        for _ in range(calls):
            work()
        return (time.perf_counter() - began) / calls

    return min(run() for _ in range(5))


def fractions(die):
    """The distribution of a library's die, as fractions."""
    total = sum(count for _, count in die.items())
    return {outcome: Fraction(count, total) for outcome, count in die.items() if count}


def probabilities(answer, read):
    """The distribution of the value that `read` takes from each outcome of an answer, in floating-point numbers."""
    distribution = {}
    for entry in answer["outcomes"]:
        value = read(entry["outcome"])
        distribution[value] = distribution.get(value, 0.0) + entry["probability"]
    return distribution


def differs(ours, exact):
    """True if the outcomes differ, or a probability is further than 10^-13 from the fraction."""
    return set(ours) != set(exact) or any(abs(Fraction(ours[outcome]) - exact[outcome]) > Fraction(1, 10**13) for outcome in exact)


d4, d6, d8, d12 = icepool.d4, icepool.d6, icepool.d8, icepool.d12
H4, H6, H8, H12 = dyce.H(4), dyce.H(6), dyce.H(8), dyce.H(12)


def both(*dice, to):
    """Maps every combination of faces of these dyce histograms through a function."""
    counts = {}
    for faces in product(*(die.items() for die in dice)):
        weight = 1
        for _, count in faces:
            weight *= count
        outcome = to(*(face for face, _ in faces))
        counts[outcome] = counts.get(outcome, 0) + weight
    return dyce.H(counts)


def sums(times, die):
    """The element-wise sum of `times` equal histograms of tuples."""
    total = die
    for _ in range(times - 1):
        total = both(total, die, to=lambda a, b: tuple(x + y for x, y in zip(a, b)))
    return total


def expand(die, to):
    """Maps each outcome of a histogram through a function that returns its consequences and their weights."""
    counts = {}
    for outcome, count in die.items():
        for consequence, weight in to(outcome).items():
            counts[consequence] = counts.get(consequence, 0) + count * weight
    return dyce.H(counts)


def initiative(a, b):
    winner = "none" if a == b else "a" if a > b else "b"
    return (winner, 0, 0) if a == b else (winner, min(a, b), max(a, b))


def terrain(a, b):
    return (2, 2) if a == b else (1, 3) if a > b else (3, 1)


def fight(a, b):
    return ("tie" if a == b else "attacker" if a > b else "defender", abs(a - b))


def blow(hit, kill):
    """The hits and the kills of one blow of a halberd."""
    return (0, 0) if hit < 5 else (1, 0) if kill < 4 else (1, 1)


def duel(bill, sword):
    if bill >= 5:
        return ("killed", "unhurt")
    if bill == 4:
        return ("recoils", "unhurt")
    return ("unhurt", "killed" if sword >= 4 else "recoils" if sword == 3 else "unhurt")


def score(shot, luck):
    """The pips of a shot that wins, and its ratio: 0 below double, 1 from double, 2 from fourfold."""
    return (0, 0) if shot <= luck else (shot - luck, 2 if shot >= 4 * luck else 1 if shot >= 2 * luck else 0)


def add_score(all, one):
    """Adds the pips of a shot, and keeps the better ratio."""
    return (all[0] + one[0], max(all[1], one[1]))


def with_ratio_name(all):
    return (all[0], ("none", "double", "quadruple")[all[1]])


def commander(lost):
    """The weights of losing the commander or not: one die for each lost element, of which a six loses him."""
    return {(lost, False): 5**lost * 6 ** (17 - lost), (lost, True): (6**lost - 5**lost) * 6 ** (17 - lost)}


ARQUEBUS = {"type": "arquebus", "move_squares": 2.5, "fight_die": "d6", "shoot_die": "d6", "weapon_range_squares": 24}  # a D8 at a block
HALBERDS = {"troop_type": "halberds", "figures": 48, "ranks": 2, "morale_class": "poor"}

# Each problem: its name, the ruleset, procedure and input, the value read from an outcome, and the distribution in icepool and dyce.
PROBLEMS = [
    (
        "a volley of 20 dice: hits",
        "pike_and_shot", "infantry_fire",
        {"front_muskets": 60, "ranks": 2, "range_in": 0, "fighting_ability": "veteran", "counters": 1, "target": {"troop_type": "general"}},
        lambda outcome: outcome["hits"],
        lambda: 20 @ (d6 >= 5),
        lambda: 20 @ H6.ge(5),
    ),
    (
        "10 hits on gunners behind a wall: who falls",
        "pike_and_shot", "casualty_test",
        {"hits": 10, "target": {"troop_type": "artillery", "figures": 20, "counters": 5}, "cause": "melee", "target_terrain": "wall"},
        lambda outcome: outcome["figures_lost"],
        lambda: 10 @ ((d6 >= 4) & (d6 <= 3)),
        lambda: 10 @ both(H6, H6, to=lambda kill, save: int(kill >= 4 and save <= 3)),
    ),
    (
        "a melee of 48 halberds a side: hits and losses of both",
        "pike_and_shot", "melee_round", {"report": "sides", "side_a": [HALBERDS], "side_b": [HALBERDS]},
        lambda outcome: (outcome["a_counters_taken"], outcome["a_figures_lost"], outcome["b_counters_taken"], outcome["b_figures_lost"]),
        lambda: icepool.map(lambda a, b: (*a, *b), *[6 @ icepool.map(lambda *dice: icepool.Vector(blow(*dice)), d6, d6)] * 2, star=False),
        lambda: both(*[sums(6, both(H6, H6, to=blow))] * 2, to=lambda a, b: (*a, *b)),
    ),
    (
        "who begins: two D12, and their pips",
        "pikette_squared", "initiative", {},
        lambda outcome: (outcome["winner"], outcome["first_pips"], outcome["second_pips"]),
        lambda: icepool.map(initiative, d12, d12),
        lambda: both(H12, H12, to=initiative),
    ),
    (
        "a fight: D12 against D6",
        "pikette_squared", "fight",
        {"attacker": {"type": "lancers", "fight_die": "d10", "move_squares": 4}, "defender": {"type": "pike", "fight_die": "d6", "move_squares": 2.5}},
        lambda outcome: (outcome["winner"], outcome["difference"]),
        lambda: icepool.map(fight, d12, d6),
        lambda: both(H12, H6, to=fight),
    ),
    (
        "who places terrain: two D4",
        "pikette_squared", "terrain_roll", {},
        lambda outcome: (outcome["side_a_pieces"], outcome["side_b_pieces"]),
        lambda: icepool.map(terrain, d4, d4),
        lambda: both(H4, H4, to=terrain),
    ),
    (
        "a run-up of 8 cm: the sum of two dice",
        "argad", "run_up", {"straight_cm": 8},
        lambda outcome: outcome["success"],
        lambda: (2 @ d6) <= 8,
        lambda: (2 @ H6).le(8),
    ),
    (
        "a duel: bill, then sword",
        "argad", "melee", {"one": {"class": 4}, "many": [{"weapon": "bill"}]},
        lambda outcome: (outcome["one_status"], outcome["many_status"][0]),
        lambda: icepool.map(duel, d6, d6),
        lambda: both(H6, H6, to=duel),
    ),
    (
        "17 dice at a mob without commander: elements lost",
        "arquebusier", "shooting",
        {"target": {"state": "regular", "commander_lost": True, "groups": [{"type": "mob", "front": 6, "elements": 20}]}, "shooters": [{"state": "regular", "range_in": 10, "groups": [{"type": "firearm", "front": 16}]}]},
        lambda outcome: outcome["losses"][0],
        lambda: 17 @ (d6 >= 5),
        lambda: 17 @ H6.ge(5),
    ),
    (
        "17 dice at a mob: elements lost, and whether its commander falls",
        "arquebusier", "shooting",
        {"target": {"state": "regular", "groups": [{"type": "mob", "front": 6, "elements": 20}]}, "shooters": [{"state": "regular", "range_in": 10, "groups": [{"type": "firearm", "front": 16}]}]},
        lambda outcome: (outcome["losses"][0], outcome["commander_lost"]),
        lambda: (17 @ (d6 >= 5)).map(lambda lost: icepool.tupleize(lost, (lost @ (d6 >= 6)) >= 1)),
        lambda: expand(17 @ H6.ge(5), commander),
    ),
    (
        "12 units shoot at one, each D8 against D6: pips, and the best ratio",
        "pikette_squared", "shoot",
        {"target": {"type": "phalanx", "move_squares": 2.5, "fight_die": "d10"}, "shooters": [{"unit": ARQUEBUS, "distance_squares": 1}] * 12},
        lambda outcome: (outcome["pips"], outcome["best_ratio"]),
        lambda: functools.reduce(lambda all, one: icepool.map(add_score, all, one, star=False), [icepool.map(score, d8, d6)] * 12).map(with_ratio_name),
        lambda: both(functools.reduce(lambda all, one: both(all, one, to=add_score), [both(H8, H6, to=score)] * 12), to=with_ratio_name),
    ),
]


def main():
    print(f"{'problem':<56} {'Drumhead':>10} {'icepool':>10} {'dyce':>10}   {'times as fast':<15} {'reading':>10}")
    all_equal = True
    requests = [{"ruleset": ruleset, "procedure": procedure, "input": given} for _, ruleset, procedure, given, *_ in PROBLEMS]
    for (name, _, _, _, read, pool, histogram), request, (drumhead, reading) in zip(PROBLEMS, requests, drumhead_seconds(requests)):
        ours = probabilities(drumhead_answer(request), read)
        for library, die in (("icepool", pool()), ("dyce", histogram())):
            if differs(ours, fractions(die)):
                all_equal = False
                print(f"{name}: {library} says {fractions(die)}, Drumhead {ours}")
        others = [seconds(pool), seconds(histogram)]
        *micro, reading = [f"{1e6 * each:>7.1f} µs" for each in (drumhead, *others, reading)]
        ratios = [each / drumhead for each in others]
        times = f"{ratios[0]:.0f}, {ratios[1]:.1f}"
        print(f"{name:<56} {' '.join(micro)}   {times:<15} {reading}{'' if min(ratios) >= WANTED_RATIO else '  below ' + str(WANTED_RATIO)}")
    sys.exit(0 if all_equal else 1)


main()
