import numpy as np

DOMAINS = (
    "correctness-small",
    "correctness-medium",
    "correctness-corner-case",
    "stress-medium",
    "stress-large",
)


def _vibration(rng, n):
    """Noise around a level that wanders between calm and loud; a few samples are missing."""
    knots = rng.uniform(-1.5, 4.5, n // 40 + 2)
    level = np.interp(np.arange(n), np.arange(len(knots)) * 40, knots)
    signal = level + rng.normal(0.0, 1.0, n)
    signal[rng.random(n) < 0.001] = np.nan
    return signal


def _case(signal, high, low, hold_on, hold_off):
    return {"signal": signal, "high": high, "low": low, "hold_on": hold_on, "hold_off": hold_off}


def _corner_case(seed, rng):
    kind = seed % 5
    n = int(rng.integers(150, 500))
    holds = rng.integers(1, 4, 2).tolist()
    high = float(rng.uniform(0.5, 1.0))
    if kind == 0:  # no samples, or fewer than the alarm waits for
        signal = np.full(seed // 5 % 2 * int(rng.integers(1, 6)), high + 1.0)
        return _case(signal, high, 0.0, len(signal) + 1, holds[1])
    if kind == 1:  # samples equal to the thresholds, which are equal too; zeros of both signs
        signal = rng.choice([-1.0, -0.0, 0.0, 1.0], n, p=[0.4, 0.1, 0.1, 0.4])
        signal[-4:] = 1.0
        return _case(signal, 0.0, -0.0, *holds)
    if kind == 2:  # NaN within runs and at the start, infinities
        signal = np.repeat(rng.choice([-np.inf, -2.0, 3.0, np.inf], n // 4), 4)
        signal[rng.random(len(signal)) < 0.15] = np.nan
        signal[0] = np.nan
        return _case(signal, high, -high, *holds)
    if kind == 3:  # a view; flickers at every sample
        signal = rng.normal(0.0, 1.0, 3 * n)
        signal[1::2] -= 1.0
        return _case(signal[::-3], 0.1, 0.1, 1, 1)
    # On from the first samples to the end, with dips that are one sample too short.
    hold_off = int(rng.integers(2, 5))
    signal = rng.uniform(2.0, 9.0, n)
    for start in range(20, n - 20, 20):
        signal[start : start + hold_off - 1] = rng.uniform(-3.0, -1.0)
        signal[start + hold_off - 1] = np.nan if rng.random() < 0.5 else 0.0
    return _case(signal, high, 0.0, holds[0], hold_off)


def input_generator(seed, input_domain):
    if input_domain not in DOMAINS:
        raise ValueError(f"unknown input domain {input_domain!r}, expected one of {', '.join(DOMAINS)}")
    rng = np.random.default_rng([seed, DOMAINS.index(input_domain)])
    if input_domain == "correctness-corner-case":
        return _corner_case(seed, rng)
    if input_domain == "correctness-small":
        signal = np.round(rng.normal(1.0, 2.0, 2 + seed % 5 * 5), 1)
        signal[0] = 5.0
        return _case(signal, 1.5, 0.5, 1, 1 + seed % 2)
    holds = rng.integers(2, 6, 2).tolist()
    if input_domain == "correctness-medium":
        return _case(_vibration(rng, int(rng.integers(1_000, 4_000))), 2.0, 0.5, *holds)
    if input_domain == "stress-medium":
        return _case(_vibration(rng, int(rng.integers(95_000, 105_000))), 2.0, 0.5, *holds)
    return _case(_vibration(rng, int(rng.integers(395_000, 405_000))), 2.0, 0.5, *holds)
