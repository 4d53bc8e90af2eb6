import numpy as np

DOMAINS = (
    "correctness-small",
    "correctness-medium",
    "correctness-corner-case",
    "stress-medium",
    "stress-large",
)


def _corner_case(seed, rng):
    kind = seed % 5
    n = int(rng.integers(40, 300))
    values = rng.normal(0.0, 1.0, n)
    if kind == 0:  # nothing, or a single value
        values = values[: seed // 5 % 2]
    elif kind == 1:  # many ties, zeros of both signs
        values = rng.integers(-2, 3, n).astype(np.float64)
        values[rng.random(n) < 0.2] *= -0.0
    elif kind == 2:  # NaN and infinities, also at the start
        special = rng.random(n) < 0.4
        values[special] = rng.choice([np.nan, np.inf, -np.inf], int(special.sum()))
        values[0] = np.nan
        values[-3:] = [np.nan, np.inf, -np.inf]
    elif kind == 3:  # views of sorted data: falling, or rising with a copy of its start at the end
        values = np.sort(rng.normal(0.0, 1.0, 2 * n))[::-2]
        if rng.random() < 0.5:
            values = np.concatenate([values[::-1], values[-3:]])[:, None].repeat(2, axis=1)[:, 1]
    else:  # constant, then neighbouring floating-point numbers
        values = np.full(n, rng.normal(0.0, 1.0))
        values[n // 2 :: 2] = np.nextafter(values[0], np.inf)
        values[n // 2 + 1 :: 4] = np.nextafter(values[0], -np.inf)
    return {"values": values}


def input_generator(seed, input_domain):
    if input_domain not in DOMAINS:
        raise ValueError(f"unknown input domain {input_domain!r}, expected one of {', '.join(DOMAINS)}")
    rng = np.random.default_rng([seed, DOMAINS.index(input_domain)])
    if input_domain == "correctness-corner-case":
        return _corner_case(seed, rng)
    if input_domain == "correctness-small":
        return {"values": np.round(rng.normal(0.0, 3.0, 1 + seed % 5 * 2), 1)}
    if input_domain == "correctness-medium":
        return {"values": np.round(rng.normal(0.0, 10.0, int(rng.integers(200, 1200))), 1)}
    n = int(rng.integers(9_500, 10_500) if input_domain == "stress-medium" else rng.integers(38_000, 42_000))
    # Runners get faster over the years; times are taken in tenths, so that ties are common.
    return {"values": np.round(rng.normal(3600.0, 300.0, n) - np.linspace(0.0, 200.0, n), 1)}
