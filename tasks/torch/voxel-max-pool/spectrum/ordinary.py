# taxonomy: CRC/Scatter / Segment Reduction
# style: ordinary
import torch


def solution(input_data):
    grid = torch.tensor(input_data["grid"])
    cells = torch.floor((input_data["points"] - input_data["origin"]) / input_data["voxel_size"])
    inside = ((cells >= 0) & (cells < grid)).all(dim=1)
    cells, features = cells[inside].long(), input_data["features"][inside]
    flat = (cells[:, 0] * grid[1] + cells[:, 1]) * grid[2] + cells[:, 2]
    out = torch.zeros(int(grid.prod()), features.shape[1])
    # Sorted by voxel, the points of one lie next to each other.
    flat, order = torch.sort(flat)
    voxels, counts = torch.unique_consecutive(flat, return_counts=True)
    if len(voxels):
        out[voxels] = torch.segment_reduce(features[order], "max", lengths=counts)
    return out.view(*input_data["grid"], features.shape[1])
