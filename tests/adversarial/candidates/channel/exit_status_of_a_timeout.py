import os


def solution(input_data):
    os._exit(124)
