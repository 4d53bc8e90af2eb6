from effibench.tasks.comparison import compare


def output_validator(pred_output, ref_output):
    return compare(pred_output, ref_output, rtol=1e-9, atol=1e-9)
