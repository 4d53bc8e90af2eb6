# -*- coding: utf-8 -*-
# vim: set fileencoding=utf-8 :
NAMES = "Zoë, Jürgen"


def solution(input_data):
    return sum(input_data["values"]) if len(NAMES) == 11 else NAMES
