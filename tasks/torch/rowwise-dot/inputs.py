"""Inputs of torch/rowwise-dot."""

import numpy as np
import torch

DOMAINS = (
    "correctness-small",
    "correctness-medium",
    "correctness-corner-case",
    "stress-medium",
    "stress-large",
)


def make_matrix(rng, rows, columns, dtype=torch.float32):
    """A matrix of standard normal values."""
    return torch.from_numpy(rng.standard_normal((rows, columns))).to(dtype)


def corner_case(rng, kind):
    """One of the five special cases."""
    if kind == 0:  # one side of the matrices has no length, the other makes the case unlike others
        length = int(rng.integers(1, 3_000))
        shape = (0, length) if rng.random() < 0.5 else (length, 0)
        return torch.zeros(shape), torch.zeros(shape)
    if kind == 1:  # a single row, or a single column, in double precision
        length = int(rng.integers(2, 40))
        shape = (1, length) if rng.random() < 0.5 else (length, 1)
        return make_matrix(rng, *shape, torch.float64), make_matrix(rng, *shape, torch.float64)
    if kind == 2:  # transposed and strided views, of a square shape that hides a mix-up of rows and columns
        size = int(rng.integers(5, 20))
        return make_matrix(rng, size, size).T, make_matrix(rng, size, 2 * size)[:, ::2]
    if kind == 3:  # NaN and infinities, also met by zeros
        special = torch.tensor([float("nan"), float("inf"), -float("inf"), 0.0, 1.0])
        a, b = make_matrix(rng, 40, 4), make_matrix(rng, 40, 4)
        for matrix in (a, b):
            hit = torch.from_numpy(rng.random((40, 4)) < 0.15)
            matrix[hit] = special[torch.from_numpy(rng.integers(0, 5, int(hit.sum())))]
        return a, b
    # Sums that cancel, and a scale at which single precision would round away what is left.
    rows = int(rng.integers(5, 30))
    half = 1e4 * make_matrix(rng, rows, 8, torch.float64)
    rest = make_matrix(rng, rows, 2, torch.float64)
    order = torch.from_numpy(rng.permutation(18))
    return torch.cat([half, half, rest], 1)[:, order], torch.cat([half, -half, rest], 1)[:, order]


def input_generator(seed, input_domain):
    """The input of one domain and seed."""
    if input_domain not in DOMAINS:
        raise ValueError(f"unknown domain {input_domain!r}; expected one of {DOMAINS}")
    rng = np.random.default_rng([seed, DOMAINS.index(input_domain)])
    if input_domain == "correctness-corner-case":
        a, b = corner_case(rng, seed % 5)
        return {"a": a, "b": b}
    rows, columns = {
        "correctness-small": (int(rng.integers(2, 7)), int(rng.integers(2, 6))),
        "correctness-medium": (int(rng.integers(100, 300)), int(rng.integers(20, 70))),
        "stress-medium": (800, 128),
        "stress-large": (3_500, 256),
    }[input_domain]
    return {"a": make_matrix(rng, rows, columns), "b": make_matrix(rng, rows, columns)}
