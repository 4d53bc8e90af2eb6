"""Sort by user and time; sessions are then runs, which reduceat sums without grouping again."""

import numpy as np
import pandas as pd


def solution(input_data):
    events = input_data["events"]
    rows = len(events)
    if rows == 0:
        none, when = np.empty(0, dtype=np.int64), np.empty(0, dtype="datetime64[ns]")
        columns = {"user": none, "session": none, "start": when, "end": when, "events": none}
        return {"session": none, "summary": pd.DataFrame({**columns, "amount": np.empty(0)})}
    users = events["user"].to_numpy()
    times = events["time"].to_numpy().view(np.int64)
    # Sorted by time and then stably by user. Codes of the narrowest type make the second sort a radix sort.
    codes, owners = pd.factorize(users, sort=True)
    codes = codes.astype(np.min_scalar_type(len(owners)))
    order = np.argsort(times)
    order = order[np.argsort(codes[order], kind="stable")]
    user, time = users[order], times[order]
    changed = user[1:] != user[:-1]
    late = np.diff(time) > input_data["gap_seconds"] * 10**9
    starts = np.flatnonzero(np.concatenate(([True], changed | late)))
    lengths = np.diff(starts, append=rows)
    owner = user[starts]
    # Number of the first session of each user, spread over that user's sessions.
    index = np.arange(len(starts))
    first = np.maximum.accumulate(np.where(np.concatenate(([True], owner[1:] != owner[:-1])), index, 0))
    number = index - first + 1
    session = np.empty(rows, dtype=np.int64)
    session[order] = np.repeat(number, lengths)
    amount = np.nan_to_num(events["amount"].to_numpy()[order], nan=0.0)
    summary = {
        "user": owner,
        "session": number,
        "start": time[starts].view("datetime64[ns]"),
        "end": time[starts + lengths - 1].view("datetime64[ns]"),
        "events": lengths,
        "amount": np.add.reduceat(amount, starts),
    }
    return {"session": session, "summary": pd.DataFrame(summary, copy=False)}
