# wrong: numbers the sessions throughout instead of from 1 for every user
import numpy as np
import pandas as pd


def solution(input_data):
    events = input_data["events"].reset_index(drop=True).sort_values(["user", "time"])
    late = events["time"].diff() > pd.Timedelta(seconds=input_data["gap_seconds"])
    new = late | (events["user"].diff() != 0)
    events["session"] = new.astype("int64").cumsum()
    session = np.empty(len(events), dtype=np.int64)
    session[events.index] = events["session"]
    summary = events.groupby(["user", "session"], as_index=False).agg(
        start=("time", "min"), end=("time", "max"), events=("time", "size"), amount=("amount", "sum")
    )
    return {"session": session, "summary": summary}
