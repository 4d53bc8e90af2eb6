import polars as pl


def solution(input_data):
    doubled = input_data.lazy().with_columns(pl.col("value").map_batches(lambda s: s * 2, return_dtype=pl.Int64))
    first, second = pl.collect_all(
        [frame.group_by("key").agg(pl.col("value").sum()).sort("key") for frame in (doubled, input_data.lazy())]
    )
    assert (first["value"] == 2 * second["value"]).all()
    return second.rechunk()
