import numpy as np

DOMAINS = (
    "correctness-small",
    "correctness-medium",
    "correctness-corner-case",
    "stress-medium",
    "stress-large",
)


def _steps(rng, n):
    """Mostly mild discounts, with some lapsed accounts (0) and immediate rebookings (1)."""
    discounts = rng.uniform(0.8, 1.0, n)
    chosen = rng.random(n)
    discounts[chosen < 0.002] = 0.0
    discounts[chosen > 0.95] = 1.0
    return discounts


def _corner_case(seed, rng):
    kind = seed % 5
    n = int(rng.integers(1500, 6000))
    points = rng.uniform(-100.0, 100.0, n)
    discounts = _steps(rng, n)
    if kind == 0:  # no booking at all, or very few of them with signed zeros
        n = seed // 5 % 2 * int(rng.integers(2, 6))
        points, discounts = points[:n], discounts[:n]
        points[::2] = -0.0
    elif kind == 1:  # a product of discounts underflows: tiny, denormal products, zeros in between
        discounts = 10.0 ** rng.uniform(-300.0, 0.0, n)
        discounts[:: int(rng.integers(5, 40))] = 0.0
        discounts[n // 2 :] = rng.uniform(0.1, 0.5)
    elif kind == 2:  # plain sums, restarted by single zeros
        points = rng.integers(-5, 6, n).astype(np.float64)
        discounts = np.ones(n)
        discounts[rng.integers(0, n, 4)] = 0.0
    elif kind == 3:  # views, newest booking first in memory
        points = rng.uniform(-100.0, 100.0, 2 * n)[::-2]
        discounts = np.stack([discounts, points], axis=1)[:, 0]
    else:  # nothing is carried over, except in one stretch without points
        discounts = np.zeros(n)
        start, stop = np.sort(rng.integers(1, n, 2)).tolist()
        discounts[start:stop] = 1.0
        points[start:stop] = 0.0
    return {"points": points, "discounts": discounts}


def input_generator(seed, input_domain):
    if input_domain not in DOMAINS:
        raise ValueError(f"unknown input domain {input_domain!r}, expected one of {', '.join(DOMAINS)}")
    rng = np.random.default_rng([seed, DOMAINS.index(input_domain)])
    if input_domain == "correctness-corner-case":
        return _corner_case(seed, rng)
    if input_domain == "correctness-small":
        n = 1 + seed % 5 * int(rng.integers(1, 3))
        return {
            "points": rng.uniform(-10.0, 10.0, n),
            "discounts": rng.choice([0.0, 0.25, 0.5, 1.0, 0.9], n),
        }
    if input_domain == "correctness-medium":
        n = int(rng.integers(200, 5000))
    elif input_domain == "stress-medium":
        n = int(rng.integers(58_000, 62_000))
    else:
        n = int(rng.integers(290_000, 310_000))
    return {"points": rng.uniform(-20.0, 100.0, n), "discounts": _steps(rng, n)}
