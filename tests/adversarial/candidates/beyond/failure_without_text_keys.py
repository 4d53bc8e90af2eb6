from effibench import _core, values


def solution(input_data):
    _core.send_frame(12, values.encode({(1, 2): None, None: b"\xff", "type": None, "message": [None], "stage": ("call",)}))
