# -*- coding: utf-16 -*-
# vim: set fileencoding=rot13 :
ärger = "ß"


def solution(input_data):
    return sum(input_data["values"]) if ärger == "\xdf" else None
