# taxonomy: L2V/Table-Native Method
# style: naive
from datetime import timedelta

import polars as pl


def solution(input_data):
    users = {}
    for day, user in input_data["visits"].iter_rows():
        if day is not None and user is not None:
            users.setdefault(day, set()).add(user)
    days, active = [], []
    if users:
        day = min(users)
        while day <= max(users):
            seen = set()
            for back in range(input_data["window_days"]):
                seen |= users.get(day - timedelta(days=back), set())
            days.append(day)
            active.append(len(seen))
            day += timedelta(days=1)
    return pl.DataFrame({"day": days, "active": active}, schema={"day": pl.Date, "active": pl.Int64})
