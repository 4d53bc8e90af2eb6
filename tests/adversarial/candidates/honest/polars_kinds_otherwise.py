import polars as pl


def solution(input_data):
    head = input_data.slice(0, 500)
    levels = pl.Enum(["n0", "n1", "n2", "n3", "n4"])
    columns = [
        head["name"].cast(pl.Categorical).alias("categorical"),
        head["name"].cast(levels).alias("enum"),
        pl.Series("list", [[k, v] for k, v in zip(head["key"], head["value"])], dtype=pl.List(pl.Int64)),
        head.select("key", "name").to_struct("struct"),
        head["value"].cast(pl.Decimal(20, 2)).alias("decimal"),
    ]
    times = head.lazy().select(
        local=pl.col("when").dt.replace_time_zone("Europe/Oslo", ambiguous="earliest", non_existent="null"),
        since=pl.col("when") - pl.col("when").min(),
    )
    return pl.DataFrame(columns).hstack(times.collect())
