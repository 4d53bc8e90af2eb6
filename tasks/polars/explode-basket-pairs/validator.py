"""Accepts exactly the same pairs, counts and order."""

from effibench.tasks.comparison import compare


def output_validator(pred_output, ref_output):
    return compare(pred_output, ref_output, rtol=0.0, atol=0.0)
