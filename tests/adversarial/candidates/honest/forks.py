import os


def solution(input_data):
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.write(writer, str(sum(input_data["values"])).encode())
        os._exit(7)
    os.close(writer)
    with os.fdopen(reader) as stream:
        total = int(stream.read())
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 7
    return total
