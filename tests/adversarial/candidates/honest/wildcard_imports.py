from collections import *
from itertools import *
from math import *
from operator import *


def solution(input_data):
    return int(fsum(starmap(mul, Counter(input_data["values"]).items())))
