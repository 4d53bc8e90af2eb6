"""Scatter the weighted exposures into a bucket x factor matrix, then one matrix product for all buckets."""

import numpy as np
import pandas as pd


def solution(input_data):
    positions, correlation = input_data["positions"], input_data["correlation"]
    factors = correlation.index
    matrix = correlation.to_numpy()[:, correlation.columns.get_indexer(factors)]
    net = positions["exposure"].to_numpy() * positions["weight"].to_numpy()
    net[np.isnan(net)] = 0.0
    codes, buckets = pd.factorize(positions["bucket"].to_numpy(), sort=True)
    cells = codes * len(factors) + factors.get_indexer(positions["factor"].to_numpy())
    shape = (len(buckets), len(factors))
    exposures = np.bincount(cells, weights=net, minlength=shape[0] * shape[1]).reshape(shape)
    capital = np.einsum("bf,bf->b", exposures @ matrix, exposures)
    return pd.DataFrame({"bucket": buckets, "capital": capital})
