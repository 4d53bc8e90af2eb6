import numpy as np

DOMAINS = (
    "correctness-small",
    "correctness-medium",
    "correctness-corner-case",
    "stress-medium",
    "stress-large",
)


def _towns(rng, n, m, towns):
    """Events cluster around towns of very different size; stations stand anywhere, some in towns."""
    centres = rng.uniform(0.0, 1000.0, (towns, 2))
    spread = rng.uniform(5.0, 60.0, towns)
    town = np.minimum(rng.geometric(0.15, n) - 1, towns - 1)
    events = centres[town] + rng.normal(0.0, 1.0, (n, 2)) * spread[town, None]
    stations = rng.uniform(0.0, 1000.0, (m, 2))
    near = rng.integers(0, n, m // 2)
    stations[: m // 2] = events[near] + rng.normal(0.0, 5.0, (m // 2, 2))
    return {"events": events, "stations": stations, "radius": rng.uniform(0.5, 12.0, m)}


def _corner_case(seed, rng):
    kind = seed % 5
    n, m = rng.integers(30, 120, 2).tolist()
    if kind == 0:  # no events, or no stations
        n, m = (0, m) if seed // 5 % 2 else (n, 0)
        return {
            "events": rng.uniform(-5.0, 5.0, (n, 2)),
            "stations": rng.uniform(-5.0, 5.0, (m, 2)),
            "radius": rng.uniform(0.0, 3.0, m),
        }
    if kind == 1:  # a lattice: many events exactly on the rim, of radius 5, 10, 13, 25 ...
        return {
            "events": rng.integers(-12, 13, (4 * n, 2)).astype(np.float64),
            "stations": rng.integers(-12, 13, (m, 2)).astype(np.float64),
            "radius": rng.choice([0.0, 1.0, 5.0, 10.0, 13.0, 25.0], m),
        }
    if kind == 2:  # radius 0 on shared positions, zeros of both signs, one event far away
        events = rng.integers(-1, 2, (n, 2)) * np.array([1.0, -1.0])
        events[-1] = [9999.0, -9999.0]
        stations = rng.integers(-2, 3, (m, 2)).astype(np.float64)
        stations[stations == 0.0] = -0.0
        return {"events": events, "stations": stations, "radius": rng.integers(0, 2, m) * 1.0}
    if kind == 3:  # views: transposed, strided and reversed; very different radii
        return {
            "events": rng.uniform(-50.0, 50.0, (2, 2 * n)).T[::2],
            "stations": rng.uniform(-50.0, 50.0, (3 * m, 4))[::-3, ::2],
            "radius": (10.0 ** rng.uniform(-3.0, 3.0, 2 * m))[::-2],
        }
    # All events in one place: an index cannot split them.
    events = np.tile(rng.integers(0, 100, 2).astype(np.float64), (5 * n, 1))
    stations = events[:m] + rng.integers(-3, 4, (min(m, 5 * n), 2))
    return {"events": events, "stations": stations, "radius": rng.integers(0, 4, len(stations)) * 1.0}


def input_generator(seed, input_domain):
    if input_domain not in DOMAINS:
        raise ValueError(f"unknown input domain {input_domain!r}, expected one of {', '.join(DOMAINS)}")
    rng = np.random.default_rng([seed, DOMAINS.index(input_domain)])
    if input_domain == "correctness-corner-case":
        return _corner_case(seed, rng)
    if input_domain == "correctness-small":
        n, m = 1 + seed % 5 * 2, int(rng.integers(2, 9))
        return {
            "events": rng.uniform(0.0, 10.0, (n, 2)),
            "stations": rng.uniform(0.0, 10.0, (m, 2)),
            "radius": rng.uniform(0.0, 8.0, m),
        }
    if input_domain == "correctness-medium":
        return _towns(rng, int(rng.integers(300, 900)), int(rng.integers(50, 200)), 10)
    if input_domain == "stress-medium":
        return _towns(rng, int(rng.integers(5_700, 6_300)), int(rng.integers(1_900, 2_100)), 60)
    return _towns(rng, int(rng.integers(15_500, 16_500)), int(rng.integers(5_700, 6_300)), 60)
