# taxonomy: L2V/Bulk Array Operation
# style: naive
import torch


def solution(input_data):
    points, features, grid = input_data["points"], input_data["features"], input_data["grid"]
    out = torch.zeros(*grid, features.shape[1])
    cells = torch.floor((points - input_data["origin"]) / input_data["voxel_size"]).tolist()
    seen = set()
    for cell, feature in zip(cells, features):
        if not all(0 <= at < size for at, size in zip(cell, grid)):
            continue
        voxel = tuple(int(at) for at in cell)
        out[voxel] = torch.maximum(out[voxel], feature) if voxel in seen else feature
        seen.add(voxel)
    return out
