# wrong: returns the session numbers in the order of users and times instead of the order of the rows
import pandas as pd


def solution(input_data):
    events = input_data["events"].sort_values(["user", "time"], ignore_index=True)
    late = events.groupby("user")["time"].diff() > pd.Timedelta(seconds=input_data["gap_seconds"])
    events["session"] = late.astype("int64").groupby(events["user"]).cumsum() + 1
    summary = events.groupby(["user", "session"], as_index=False).agg(
        start=("time", "min"), end=("time", "max"), events=("time", "size"), amount=("amount", "sum")
    )
    return {"session": events["session"].to_numpy(), "summary": summary}
