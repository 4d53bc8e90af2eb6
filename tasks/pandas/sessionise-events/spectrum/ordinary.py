# taxonomy: L2V/Table-Native Method
# style: ordinary
import numpy as np
import pandas as pd


def solution(input_data):
    events = input_data["events"].reset_index(drop=True).sort_values(["user", "time"])
    late = events.groupby("user")["time"].diff() > pd.Timedelta(seconds=input_data["gap_seconds"])
    events["session"] = late.astype("int64").groupby(events["user"]).cumsum() + 1
    session = np.empty(len(events), dtype=np.int64)
    session[events.index] = events["session"]
    summary = events.groupby(["user", "session"], as_index=False).agg(
        start=("time", "min"), end=("time", "max"), events=("time", "size"), amount=("amount", "sum")
    )
    return {"session": session, "summary": summary}
