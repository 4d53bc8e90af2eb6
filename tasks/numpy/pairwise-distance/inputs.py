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
    n, m, d = rng.integers(3, 20, 2).tolist() + [int(rng.integers(1, 7))]
    left = rng.normal(0.0, 10.0, (n, d))
    right = rng.normal(0.0, 10.0, (m, d))
    if kind == 0:  # no points on one side or on both
        left = left[: (0, n, 0)[seed // 5 % 3]]
        right = right[: (m, 0, 0)[seed // 5 % 3]]
    elif kind == 1:  # near neighbours a long way from the origin
        centre = rng.uniform(1e6, 9e6, d)
        left = centre + rng.normal(0.0, 1e-5, (n, d))
        right = np.concatenate([centre + rng.normal(0.0, 1e-5, (m, d)), left[::2]])
    elif kind == 2:  # unknown coordinates, signed zeros, widely different scales
        left *= 10.0 ** rng.integers(-6, 7, (n, 1))
        left[rng.integers(n), rng.integers(d)] = np.nan
        right[rng.integers(m), :] = -0.0
        left[rng.integers(n), :] = 0.0
    elif kind == 3:  # views: transposed, strided, reversed
        left = rng.normal(0.0, 10.0, (d, 3 * n)).T[::3]
        right = rng.normal(0.0, 10.0, (m, 2 * d))[::-1, ::-2]
    else:  # all points equal but one, one coordinate
        left = np.full((n, 1), rng.normal(0.0, 5.0))
        right = left[: n // 2 + 1].copy()
        right[-1] += rng.normal(0.0, 1.0)
    return {"left": left, "right": right}


def input_generator(seed, input_domain):
    if input_domain not in DOMAINS:
        raise ValueError(f"unknown input domain {input_domain!r}, expected one of {', '.join(DOMAINS)}")
    rng = np.random.default_rng([seed, DOMAINS.index(input_domain)])
    if input_domain == "correctness-corner-case":
        return _corner_case(seed, rng)
    if input_domain == "correctness-small":
        n, m, d = 1 + seed % 5, int(rng.integers(1, 7)), int(rng.integers(1, 5))
    elif input_domain == "correctness-medium":
        n, m, d = int(rng.integers(20, 60)), int(rng.integers(20, 60)), int(rng.integers(1, 9))
    elif input_domain == "stress-medium":
        n, m, d = int(rng.integers(180, 220)), int(rng.integers(230, 270)), 3
    else:
        n, m, d = int(rng.integers(840, 880)), int(rng.integers(640, 680)), 3
    return {"left": rng.uniform(-500.0, 500.0, (n, d)), "right": rng.uniform(-500.0, 500.0, (m, d))}
