# wrong: takes the events of a user to be in the order of time already
import pandas as pd


def solution(input_data):
    events = input_data["events"].copy()
    late = events.groupby("user")["time"].diff() > pd.Timedelta(seconds=input_data["gap_seconds"])
    events["session"] = late.astype("int64").groupby(events["user"].to_numpy()).cumsum() + 1
    summary = events.groupby(["user", "session"], as_index=False).agg(
        start=("time", "min"), end=("time", "max"), events=("time", "size"), amount=("amount", "sum")
    )
    return {"session": events["session"].to_numpy(), "summary": summary}
