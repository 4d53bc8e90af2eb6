# wrong: divides by the lengths of the rows, as for a cosine similarity
import torch


def solution(input_data):
    return torch.nn.functional.cosine_similarity(input_data["a"], input_data["b"], dim=1)
