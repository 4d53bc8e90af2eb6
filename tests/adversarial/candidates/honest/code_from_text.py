import ast
import inspect
import linecache
import traceback
import types


def add(values):
    return sum(values)


def solution(input_data):
    namespace = {}
    exec(compile("def plus(a, b):\n    return a + b\n", "<made>", "exec"), namespace)
    total = eval("add(values)", {"add": add, "values": input_data["values"]})
    assert "return sum" in inspect.getsource(add) and ast.literal_eval("[1, 2]") == [1, 2]
    linecache.checkcache()
    again = types.FunctionType(add.__code__, globals(), "again")
    try:
        1 / 0
    except ZeroDivisionError:
        assert "1 / 0" in traceback.format_exc()
    return namespace["plus"](total, 0 * again([]))
