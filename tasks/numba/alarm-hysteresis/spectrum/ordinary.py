# taxonomy: L2V/Bulk Array Operation
# style: ordinary
import numpy as np


def _held(mask, hold):
    """Where the last `hold` samples are all set."""
    index = np.arange(len(mask))
    last_unset = np.maximum.accumulate(np.where(mask, -1, index))
    return index - last_unset >= hold


def solution(input_data):
    signal = input_data["signal"]
    n = len(signal)
    turns_on = _held(signal > input_data["high"], input_data["hold_on"])
    turns_off = _held(signal < input_data["low"], input_data["hold_off"])
    events = np.flatnonzero(turns_on | turns_off)
    states = turns_on[events]
    changes = np.flatnonzero(states != np.concatenate([[False], states[:-1]]))
    edges = events[changes]
    if len(edges) % 2:
        edges = np.append(edges, n)
    if not len(edges):
        return {"spans": np.empty((0, 2), dtype=np.int64), "peaks": np.empty(0)}
    known = np.append(np.where(np.isnan(signal), -np.inf, signal), -np.inf)
    peaks = np.maximum.reduceat(known, edges)[::2]
    return {"spans": edges.reshape(-1, 2).astype(np.int64), "peaks": peaks}
