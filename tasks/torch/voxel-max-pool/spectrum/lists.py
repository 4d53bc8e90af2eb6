# taxonomy: OSM/Native Python for Small Scale
# style: naive
import math

import torch


def solution(input_data):
    features, grid = input_data["features"], input_data["grid"]
    origin, size = input_data["origin"].tolist(), input_data["voxel_size"]
    best = {}
    for point, feature in zip(input_data["points"].tolist(), features.tolist()):
        if not all(math.isfinite(p) for p in point):
            continue
        voxel = tuple(math.floor((p - o) / size) for p, o in zip(point, origin))
        if all(0 <= at < limit for at, limit in zip(voxel, grid)):
            known = best.get(voxel)
            best[voxel] = feature if known is None else [max(a, b) for a, b in zip(known, feature)]
    out = torch.zeros(*grid, features.shape[1])
    if best:
        x, y, z = zip(*best)
        out[list(x), list(y), list(z)] = torch.tensor(list(best.values()))
    return out
