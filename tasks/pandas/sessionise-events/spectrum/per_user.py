# taxonomy: L2V/Bulk Array Operation
# style: naive
import numpy as np
import pandas as pd


def solution(input_data):
    events, gap = input_data["events"], np.timedelta64(input_data["gap_seconds"], "s")
    times, amounts = events["time"].to_numpy(), events["amount"].to_numpy()
    session = np.zeros(len(events), dtype=np.int64)
    rows = []
    for user, places in sorted(events.groupby("user").indices.items()):
        places = places[np.argsort(times[places])]
        mine = times[places]
        number = 1 + np.concatenate(([0], np.cumsum(np.diff(mine) > gap)))
        session[places] = number
        for one in range(1, number[-1] + 1):
            inside = number == one
            when = mine[inside]
            rows.append((user, one, when[0], when[-1], len(when), np.nansum(amounts[places[inside]])))
    columns = list(zip(*rows)) if rows else [[]] * 6
    names = ["user", "session", "start", "end", "events", "amount"]
    types = ["int64", "int64", "datetime64[ns]", "datetime64[ns]", "int64", "float64"]
    summary = {n: np.array(c, dtype=t) for n, c, t in zip(names, columns, types)}
    return {"session": session, "summary": pd.DataFrame(summary)}
