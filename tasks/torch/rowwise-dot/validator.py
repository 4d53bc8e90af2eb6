"""Accepts the dot products within 1e-4; sums in single precision depend on their order."""

from effibench.tasks.comparison import compare


def output_validator(pred_output, ref_output):
    # Values are of the order of one, so sums that cancel differ by far less than this absolute error.
    return compare(pred_output, ref_output, rtol=1e-4, atol=1e-4)
