"""Accepts exactly the same grid: a maximum is one of the features."""

from effibench.tasks.comparison import compare


def output_validator(pred_output, ref_output):
    return compare(pred_output, ref_output, rtol=0.0, atol=0.0)
