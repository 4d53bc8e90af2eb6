import builtins
import decimal
import os
import sys
import time

import numpy


def state():
    mask = os.umask(0)
    os.umask(mask)
    folder, precision, errors = os.getcwd(), decimal.getcontext().prec, numpy.geterr()["over"]
    return folder == "/", mask == 0o17, time.tzname[0] == "ODD", precision == 3, errors == "raise", sys.getrecursionlimit() == 5000


def solution(input_data):
    case = input_data["case"]
    found = state() if getattr(builtins, "planted_by", case) != case or any(state()) and not hasattr(builtins, "planted_by") else None
    os.chdir("/")
    os.umask(0o17)
    os.environ["TZ"] = "ODD-5:45"
    time.tzset()
    numpy.random.seed(99)
    decimal.getcontext().prec = 3
    numpy.seterr(over="raise")
    sys.setrecursionlimit(5000)
    builtins.planted_by = case
    return f"found {found}" if found else "held"
