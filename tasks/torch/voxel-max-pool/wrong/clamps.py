# wrong: moves points outside into the nearest voxel of the grid instead of ignoring them
import torch


def solution(input_data):
    grid = torch.tensor(input_data["grid"])
    cells = torch.floor((input_data["points"] - input_data["origin"]) / input_data["voxel_size"])
    known = cells.isfinite().all(dim=1)
    cells, features = (
        cells[known].clamp(min=torch.zeros(3), max=grid - 1.0).long(),
        input_data["features"][known],
    )
    flat = (cells[:, 0] * grid[1] + cells[:, 1]) * grid[2] + cells[:, 2]
    out = torch.zeros(int(grid.prod()), features.shape[1])
    out.scatter_reduce_(0, flat[:, None].expand_as(features), features, "amax", include_self=False)
    return out.view(*input_data["grid"], features.shape[1])
