import faulthandler
import types

faulthandler.enable()


def broken():
    pass


broken.__code__ = broken.__code__.replace(co_code=bytes([100, 200] * 50 + [83, 0]), co_consts=())


def solution(input_data):
    return broken()
