"""Inputs of torch/voxel-max-pool."""

import numpy as np
import torch

DOMAINS = (
    "correctness-small",
    "correctness-medium",
    "correctness-corner-case",
    "stress-medium",
    "stress-large",
)


def make_input(rng, cells, features, grid, size):
    """A cloud with the given integer coordinates, in sixteenths of a voxel from the grid's corner."""
    corner = rng.integers(-40, 40, 3)
    step = size / 16.0
    points = (cells + 16 * corner) * step
    return {
        "points": torch.from_numpy(points.astype(np.float32)),
        "features": torch.from_numpy(features.astype(np.float32)),
        "origin": torch.from_numpy((16 * corner * step).astype(np.float32)),
        "voxel_size": float(size),
        "grid": tuple(int(g) for g in grid),
    }


def random_cells(rng, count, grid, margin=1):
    """Coordinates all over the grid and up to ``margin`` voxels around it."""
    return np.stack([rng.integers(-16 * margin, 16 * (g + margin), count) for g in grid], axis=1)


def corner_case(rng, kind):
    """One of the five special cases."""
    if kind == 0:  # no points, or none inside
        grid = rng.integers(1, 9, 3)
        count = int(rng.integers(0, 2)) * 10
        cells = random_cells(rng, count, grid) * [1, 1, 0] - [0, 0, 1]
        return make_input(rng, cells, rng.normal(size=(count, 3)), grid, 0.5)
    if kind == 1:  # one point in a grid of one voxel, on either side of its edges
        cells = rng.choice([-1, 0, 8, 15, 16], (1, 3), p=[0.05, 0.3, 0.3, 0.3, 0.05])
        return make_input(rng, cells, rng.normal(size=(1, int(rng.integers(1, 6)))), (1, 1, 1), 2.0)
    if kind == 2:  # every point in the same voxel, every feature negative, many equal
        cells = 16 * rng.integers(0, 3, 3) + rng.integers(0, 16, (50, 3))
        return make_input(rng, cells, -rng.integers(1, 9, (50, 4)) / 4.0, (3, 3, 3), 0.25)
    if kind == 3:  # lost coordinates, far-away points, infinite features, a voxel with nothing but -inf
        grid = (2, 3, 4)
        features = rng.choice([-np.inf, -1.0, 0.0, 2.0, np.inf], (80, 3), p=[0.7, 0.1, 0.05, 0.1, 0.05])
        case = make_input(rng, random_cells(rng, 80, grid), features, grid, 1.0)
        lost = torch.from_numpy(rng.random((80, 3)) < 0.05)
        kinds = torch.tensor([float("nan"), float("inf"), -float("inf"), 2.0**40, -(2.0**40)])
        case["points"][lost] = kinds[torch.from_numpy(rng.integers(0, 5, int(lost.sum())))]
        return case
    # All points on the boundaries between voxels, a flat grid of unequal sides.
    grid = (int(rng.integers(4, 9)), 1, int(rng.integers(1, 4)))
    cells = 16 * np.stack([rng.integers(-1, g + 1, 40) for g in grid], axis=1)
    return make_input(rng, cells, rng.normal(size=(40, 2)), grid, 0.125)


def input_generator(seed, input_domain):
    """The input of one domain and seed."""
    if input_domain not in DOMAINS:
        raise ValueError(f"unknown domain {input_domain!r}; expected one of {DOMAINS}")
    rng = np.random.default_rng([seed, DOMAINS.index(input_domain)])
    if input_domain == "correctness-corner-case":
        return corner_case(rng, seed % 5)
    points, channels, grid, size = {
        "correctness-small": (int(rng.integers(5, 20)), 2, (2, 3, 2), 1.0),
        "correctness-medium": (int(rng.integers(400, 700)), 5, (6, 5, 4), 0.5),
        "stress-medium": (4_000, 8, (12, 12, 6), 0.25),
        "stress-large": (40_000, 16, (24, 24, 8), 0.25),
    }[input_domain]
    return make_input(rng, random_cells(rng, points, grid), rng.normal(size=(points, channels)), grid, size)
