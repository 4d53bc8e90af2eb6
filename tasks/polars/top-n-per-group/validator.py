"""Accepts exactly the listed rows in their order."""

from effibench.tasks.comparison import compare


def output_validator(pred_output, ref_output):
    # Scores are only picked, never computed: nothing may differ.
    return compare(pred_output, ref_output, rtol=0.0, atol=0.0)
