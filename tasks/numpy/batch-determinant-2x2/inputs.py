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
    n = int(rng.integers(6, 30))
    matrices = rng.uniform(-50.0, 50.0, (n, 2, 2))
    if kind == 0:  # an empty batch, or a single matrix
        matrices = matrices[: seed // 5 % 2]
    elif kind == 1:  # zero first entry: elimination needs a row exchange
        matrices[::2, 0, 0] = 0.0
        matrices[1::4, 0, 0] = -0.0
        matrices[2::3, 1, 1] = 0.0
    elif kind == 2:  # singular ones: equal rows, multiples, all zero, signed zeros
        matrices = rng.integers(-30, 31, (n, 2, 2)).astype(np.float64)
        matrices[::2, 1] = matrices[::2, 0] * 3.0
        matrices[1] = rng.choice([0.0, -0.0], (2, 2))
        matrices[3] = 7.0
    elif kind == 3:  # nearly singular, and the largest entries allowed
        matrices[:, 1] = matrices[:, 0] * rng.uniform(-2.0, 2.0, (n, 1)) + rng.normal(0.0, 1e-4, (n, 2))
        matrices[:2] = rng.choice([-1000.0, 1000.0], (2, 2, 2))
    else:  # views: entry-major storage, transposed and reversed
        matrices = np.moveaxis(rng.uniform(-50.0, 50.0, (2, 2, 2 * n)), 2, 0)[::-2]
    return {"matrices": matrices}


def input_generator(seed, input_domain):
    if input_domain not in DOMAINS:
        raise ValueError(f"unknown input domain {input_domain!r}, expected one of {', '.join(DOMAINS)}")
    rng = np.random.default_rng([seed, DOMAINS.index(input_domain)])
    if input_domain == "correctness-corner-case":
        return _corner_case(seed, rng)
    if input_domain == "correctness-small":
        n = 1 + seed % 5
    elif input_domain == "correctness-medium":
        n = int(rng.integers(100, 400))
    elif input_domain == "stress-medium":
        n = int(rng.integers(38_000, 42_000))
    else:
        n = int(rng.integers(140_000, 160_000))
    return {"matrices": rng.uniform(-100.0, 100.0, (n, 2, 2))}
