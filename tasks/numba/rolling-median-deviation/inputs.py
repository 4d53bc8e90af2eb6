import numpy as np

DOMAINS = (
    "correctness-small",
    "correctness-medium",
    "correctness-corner-case",
    "stress-medium",
    "stress-large",
)


def _series(rng, n):
    """A slow drift with noise, readings rounded to hundredths, one spike in a hundred."""
    values = np.cumsum(rng.normal(0.0, 0.05, n)) + rng.normal(0.0, 1.0, n)
    values[rng.random(n) < 0.01] += 40.0
    return np.round(values, 2)


def _corner_case(seed, rng):
    kind = seed % 5
    n = int(rng.integers(60, 200))
    values = _series(rng, n)
    window = int(rng.integers(2, 12))
    if kind == 0:  # no full window, an empty series, or exactly one window
        values = values[: (0, n, n)[seed // 5 % 3]]
        window = len(values) + (seed // 5 % 3 < 2) * int(rng.integers(1, 50))
    elif kind == 1:  # NaN: single ones, a run longer than the window, the first and last value
        values[rng.integers(0, n, 4)] = np.nan
        values[n // 2 : n // 2 + window + 3] = np.nan
        values[[0, -1]] = np.nan
    elif kind == 2:  # few distinct values, zeros of both signs, an even window
        values = rng.integers(-1, 2, n) * rng.choice([-3.0, 3.0])
        window = 2 * int(rng.integers(1, 8))
    elif kind == 3:  # a view; values of very different size, a constant stretch
        wide = rng.normal(0.0, 1.0, 2 * n) * 10.0 ** rng.integers(-6, 7, 2 * n)
        wide[n : n + 40] = wide[n]
        values = wide[::-2]
    else:  # windows of one value or two, monotonic data
        values = np.sort(values)[:: rng.choice([-1, 1])]
        window = 2 - seed // 5 % 2
    return {"values": values, "window": window}


def input_generator(seed, input_domain):
    if input_domain not in DOMAINS:
        raise ValueError(f"unknown input domain {input_domain!r}, expected one of {', '.join(DOMAINS)}")
    rng = np.random.default_rng([seed, DOMAINS.index(input_domain)])
    if input_domain == "correctness-corner-case":
        return _corner_case(seed, rng)
    if input_domain == "correctness-small":
        return {"values": _series(rng, 1 + seed % 5 * 3), "window": 1 + int(rng.integers(0, 1 + seed % 5))}
    if input_domain == "correctness-medium":
        values = _series(rng, int(rng.integers(300, 800)))
        values[rng.integers(0, len(values), 2)] = np.nan
        return {"values": values, "window": int(rng.integers(3, 60))}
    if input_domain == "stress-medium":
        return {"values": _series(rng, int(rng.integers(3_500, 4_500))), "window": int(rng.integers(24, 28))}
    return {"values": _series(rng, int(rng.integers(8_500, 9_500))), "window": int(rng.integers(100, 104))}
