import numpy as np
import scipy.sparse.linalg as linalg


def solution(input_data):
    seen = []
    found, status = linalg.gmres(
        input_data, np.ones(300), rtol=1e-12, atol=0.0, restart=100, callback=seen.append, callback_type="pr_norm"
    )
    assert status == 0 and seen and input_data.nnz > 0 and input_data.has_sorted_indices is not None
    return found
