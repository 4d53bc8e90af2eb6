import numpy as np

DOMAINS = (
    "correctness-small",
    "correctness-medium",
    "correctness-corner-case",
    "stress-medium",
    "stress-large",
)
LOWEST, HIGHEST = -32768, 32767


def _corner_case(seed, rng):
    kind = seed % 5
    rows, columns = rng.integers(5, 24, 2).tolist()
    grid = rng.integers(LOWEST, HIGHEST + 1, (rows, columns), dtype=np.int16)
    if kind == 0:  # no rows or no columns
        grid = grid[:0] if seed // 5 % 2 else grid[:, :0]
    elif kind == 1:  # one row, one column, two rows, one cell
        grid = (grid[:1], grid[:, :1], grid[:2], grid[:1, :1])[seed // 5 % 4]
    elif kind == 2:  # the extreme values, everywhere
        grid = rng.choice(np.array([LOWEST, HIGHEST], dtype=np.int16), (rows, columns), p=[0.2, 0.8])
        grid[:3, :3] = LOWEST
    elif kind == 3:  # views: transposed, strided and reversed
        wide = rng.integers(LOWEST, HIGHEST + 1, (3 * columns, 2 * rows), dtype=np.int16)
        grid = wide.T[::-2, ::3]
    else:  # constant but for one cell on the border
        grid = np.full((rows, columns), rng.integers(1, 30000), dtype=np.int16)
        grid[0, rng.integers(columns)] = -grid[0, 0]
    return {"grid": grid}


def input_generator(seed, input_domain):
    if input_domain not in DOMAINS:
        raise ValueError(f"unknown input domain {input_domain!r}, expected one of {', '.join(DOMAINS)}")
    rng = np.random.default_rng([seed, DOMAINS.index(input_domain)])
    if input_domain == "correctness-corner-case":
        return _corner_case(seed, rng)
    if input_domain == "correctness-small":
        rows, columns = 1 + seed % 5, int(rng.integers(1, 8))
    elif input_domain == "correctness-medium":
        rows, columns = rng.integers(20, 70, 2).tolist()
    elif input_domain == "stress-medium":
        rows, columns = int(rng.integers(280, 320)), int(rng.integers(380, 420))
    else:
        rows, columns = int(rng.integers(590, 610)), int(rng.integers(790, 810))
    return {"grid": rng.integers(LOWEST, HIGHEST + 1, (rows, columns), dtype=np.int16)}
