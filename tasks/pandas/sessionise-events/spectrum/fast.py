# taxonomy: CRC/Pass Fusion / Early Exit
# style: fast
import numpy as np
import pandas as pd


def solution(input_data):
    events = input_data["events"]
    order = np.lexsort((events["time"].to_numpy(), events["user"].to_numpy()))
    user, time = events["user"].to_numpy()[order], events["time"].to_numpy()[order]
    new_user = np.ones(len(user), dtype=bool)
    new_user[1:] = user[1:] != user[:-1]
    new_session = new_user.copy()
    new_session[1:] |= np.diff(time).astype(np.int64) > input_data["gap_seconds"] * 10**9
    run = np.cumsum(new_session) - 1
    starts = np.flatnonzero(new_session)
    number = pd.Series(1, index=range(len(starts))).groupby(user[starts]).cumsum().to_numpy(dtype=np.int64)
    session = np.empty(len(user), dtype=np.int64)
    session[order] = number[run]
    amount = np.nan_to_num(events["amount"].to_numpy()[order])
    ends = np.append(starts[1:], len(user))[: len(starts)]
    summary = pd.DataFrame(
        {
            "user": user[starts],
            "session": number,
            "start": time[starts],
            "end": time[ends - 1],
            "events": ends - starts,
            "amount": np.bincount(run, weights=amount, minlength=len(starts)).astype(np.float64),
        }
    )
    return {"session": session, "summary": summary}
