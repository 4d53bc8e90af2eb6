# taxonomy: OPU/Thin Dispatch Selection
# style: ordinary
import torch


def solution(input_data):
    return torch.einsum("ij,ij->i", input_data["a"], input_data["b"])
