"""Accepts the capital of every bucket within 1e-6."""

from effibench.tasks.comparison import compare


def output_validator(pred_output, ref_output):
    # Hedged buckets cancel almost to zero, where only an absolute error means anything.
    return compare(pred_output, ref_output, rtol=1e-6, atol=1e-6)
