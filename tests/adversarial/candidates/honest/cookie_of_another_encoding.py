# -*- coding: iso-8859-1 -*-


def solution(input_data):
    return sum(input_data["values"])
