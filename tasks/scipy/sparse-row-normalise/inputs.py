import numpy as np

DOMAINS = (
    "correctness-small",
    "correctness-medium",
    "correctness-corner-case",
    "stress-medium",
    "stress-large",
)


def _matrix(rng, rows, columns, mean_length, k):
    """Skewed row lengths, popular columns, small counts: many ties, duplicates and some zeros."""
    lengths = np.minimum(rng.geometric(1.0 / mean_length, rows) - 1, 20 * mean_length)
    entries = int(lengths.sum())
    indices = (columns * rng.random(entries) ** 3).astype(np.int32)
    data = np.floor(rng.exponential(4.0, entries))
    indptr = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
    return {"data": data, "indices": indices, "indptr": indptr, "columns": columns, "k": k}


def _corner_case(seed, rng):
    kind = seed % 5
    rows, columns, k = rng.integers(3, 30, 3).tolist()
    if kind == 0:  # no rows, or only empty ones
        rows = seed // 5 % 2 * rows
        case = _matrix(rng, 0, columns, 4, k)
        case["indptr"] = np.zeros(rows + 1, dtype=np.int32)
        case["columns"] = int(rng.integers(1, 1000))
        return case
    case = _matrix(rng, rows, columns, 8, k)
    entries = len(case["data"])
    if kind == 1:  # everything ties, listed from the last column to the first
        case["data"] = np.full(entries, float(rng.integers(1, 5)))
        case["indices"] = np.concatenate(
            [np.sort(row)[::-1] for row in np.split(case["indices"], case["indptr"][1:-1])]
        )
        case["k"] = int(rng.integers(1, 4))
    elif kind == 2:  # rows of listed zeros, one of them signed; more places than columns
        case["data"] *= rng.random(entries) < 0.4
        case["data"][: case["indptr"][rows // 2]] = 0.0
        case["data"][:1] = -0.0
        case["k"] = columns + int(rng.integers(1, 5))
    elif kind == 3:  # each product listed many times in one long row; big counts; strided storage
        entries = int(rng.integers(200, 400))
        case["data"] = rng.integers(0, 2000, 2 * entries).astype(np.float64)[::2]
        case["indices"] = rng.integers(0, 5, 2 * entries).astype(np.int32)[::-2]
        case["indptr"] = np.array([0, 0, entries, entries], dtype=np.int32)
        case["columns"], case["k"] = 5, int(rng.integers(2, 7))
    else:  # a single column, the best one only
        case["indices"] = np.zeros(entries, dtype=np.int32)
        case["columns"] = case["k"] = 1
    return case


def input_generator(seed, input_domain):
    if input_domain not in DOMAINS:
        raise ValueError(f"unknown input domain {input_domain!r}, expected one of {', '.join(DOMAINS)}")
    rng = np.random.default_rng([seed, DOMAINS.index(input_domain)])
    if input_domain == "correctness-corner-case":
        return _corner_case(seed, rng)
    if input_domain == "correctness-small":
        return _matrix(rng, 2 + seed % 5, int(rng.integers(3, 9)), 5, int(rng.integers(1, 5)))
    if input_domain == "correctness-medium":
        return _matrix(rng, int(rng.integers(50, 150)), int(rng.integers(20, 200)), 15, 5)
    if input_domain == "stress-medium":
        return _matrix(rng, int(rng.integers(1_900, 2_100)), 2_000, 20, 5)
    return _matrix(rng, int(rng.integers(7_800, 8_200)), 5_000, 25, 5)
