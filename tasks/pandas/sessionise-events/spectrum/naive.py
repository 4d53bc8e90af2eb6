# taxonomy: L2V/Bulk Array Operation
# style: naive
import numpy as np
import pandas as pd


def solution(input_data):
    events = input_data["events"]
    gap = input_data["gap_seconds"] * 10**9
    times = events["time"].to_numpy().astype("int64").tolist()
    history = {}
    for place, (user, time, amount) in enumerate(
        zip(events["user"].tolist(), times, events["amount"].tolist())
    ):
        history.setdefault(user, []).append((time, place, amount))
    session = np.zeros(len(events), dtype=np.int64)
    rows = []
    for user in sorted(history):
        number, previous = 0, None
        for time, place, amount in sorted(history[user]):
            if previous is None or time - previous > gap:
                number += 1
                rows.append([user, number, time, time, 0, 0.0])
            current = rows[-1]
            current[3] = time
            current[4] += 1
            if not np.isnan(amount):
                current[5] += amount
            session[place] = number
            previous = time
    summary = pd.DataFrame(rows, columns=["user", "session", "start", "end", "events", "amount"])
    types = {"user": "int64", "session": "int64", "start": "int64", "end": "int64", "events": "int64"}
    summary = summary.astype({**types, "amount": "float64"})
    for name in ("start", "end"):
        summary[name] = summary[name].to_numpy().astype("datetime64[ns]")
    return {"session": session, "summary": summary}
