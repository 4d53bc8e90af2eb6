import builtins
import sys
import types

this = sys.modules[__name__]
helpers = types.ModuleType("helpers")
exec("def add(values):\n    return sum(values)\n", helpers.__dict__)
sys.modules["helpers"] = helpers


def first(input_data):
    from helpers import add

    this.solution = solution
    globals()["counter"] = globals().get("counter", 0) + 1
    return add(input_data["values"]) + vars(builtins)["abs"](0)


solution = first
