"""Inputs of pandas/sessionise-events."""

import numpy as np
import pandas as pd

DOMAINS = (
    "correctness-small",
    "correctness-medium",
    "correctness-corner-case",
    "stress-medium",
    "stress-large",
)
SECOND = 10**9
START = 1_750_000_000 * SECOND


def make_events(rng, users, times_ns, missing=0.3):
    """Events of the given users at the given times (ns since the epoch)."""
    amount = np.round(rng.exponential(30.0, len(users)), 2)
    amount[rng.random(len(users)) < missing] = np.nan
    return pd.DataFrame(
        {
            "user": np.asarray(users, dtype=np.int64),
            "time": np.asarray(times_ns, dtype=np.int64).astype("datetime64[ns]"),
            "amount": amount,
        }
    )


def random_events(rng, rows, users, span_seconds):
    """Events spread over the span, on whole seconds, so that some gaps are hit exactly."""
    times = START + rng.integers(0, span_seconds, rows) * SECOND
    return make_events(rng, rng.choice(users, rows), times)


def corner_case(rng, kind):
    """One of the five special cases."""
    if kind == 0:  # no events
        return make_events(rng, [], []), int(rng.integers(1, 10**6))
    if kind == 1:  # one event, before the epoch, of a user below zero
        time = -int(rng.integers(1, 10**9)) * SECOND
        return make_events(rng, [-int(rng.integers(1, 100))], [time], missing=0.5), int(rng.integers(0, 100))
    if kind == 2:  # everything at one moment, nothing spent, and no gap allowed; labels repeat
        count = int(rng.integers(10, 30))
        time = START + int(rng.integers(0, 10**6))
        events = make_events(rng, rng.integers(2**62, 2**62 + 3, count), np.full(count, time), missing=1.1)
        return events.set_axis(np.zeros(count, dtype=np.int64), axis=0), 0
    if kind == 3:  # gaps of exactly the limit, and one nanosecond more or less, in descending order
        gap = int(rng.integers(1, 3_000))
        steps = gap * SECOND + rng.integers(-1, 2, 40)
        return make_events(rng, np.full(40, 5), (START + np.cumsum(steps))[::-1]), gap
    # Users whose times interleave and lie up to two and a half centuries apart; labels repeat, unsorted.
    count = 60
    seconds = rng.choice([-4_000_000_000, 0, 4_000_000_000], count) + rng.integers(0, 300, count)
    events = make_events(rng, rng.integers(-3, 3, count), seconds * SECOND)
    return events.set_axis(rng.integers(0, 5, count), axis=0), 20


def input_generator(seed, input_domain):
    """The input of one domain and seed."""
    if input_domain not in DOMAINS:
        raise ValueError(f"unknown domain {input_domain!r}; expected one of {DOMAINS}")
    rng = np.random.default_rng([seed, DOMAINS.index(input_domain)])
    if input_domain == "correctness-corner-case":
        events, gap = corner_case(rng, seed % 5)
        return {"events": events, "gap_seconds": gap}
    rows, users, span, gap = {
        "correctness-small": (int(rng.integers(5, 25)), 3, 120, 15),
        "correctness-medium": (int(rng.integers(800, 1_200)), 40, 20_000, 600),
        "stress-medium": (8_000, 300, 86_400, 1_800),
        "stress-large": (50_000, 1_500, 7 * 86_400, 7_200),
    }[input_domain]
    user_ids = rng.choice(10 * users, users, replace=False) + 1
    return {"events": random_events(rng, rows, user_ids, span), "gap_seconds": gap}
