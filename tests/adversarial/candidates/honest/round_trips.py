import copy
import json
import marshal
import pickle


class Holder:
    def __init__(self, values):
        self.values = values

    def __reduce__(self):
        return Holder, (self.values,)


def solution(input_data):
    values = json.loads(json.dumps(input_data))["values"]
    holder = pickle.loads(pickle.dumps(Holder(values), protocol=5))
    assert marshal.loads(marshal.dumps(holder.values)) == values
    return sum(copy.deepcopy(holder).values)
