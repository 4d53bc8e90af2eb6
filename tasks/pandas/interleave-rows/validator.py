"""Accepts the interleaved frame with the same labels, dtypes and values."""

from effibench.tasks.comparison import compare


def output_validator(pred_output, ref_output):
    # Values are only moved, never computed: nothing may differ.
    return compare(pred_output, ref_output, rtol=0.0, atol=0.0)
