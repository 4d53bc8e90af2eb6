import os
import tempfile


def solution(input_data):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "values.txt")
        with open(path, "w", encoding="utf-8") as stream:
            stream.writelines(f"{value}\n" for value in input_data["values"])
        with open(path, encoding="utf-8") as stream:
            total = sum(map(int, stream))
    with tempfile.NamedTemporaryFile("w+", suffix=".tmp") as stream, tempfile.SpooledTemporaryFile(100) as spool:
        stream.write(str(total))
        stream.flush()
        stream.seek(0)
        spool.write(b"x" * 200)
        return int(stream.read())
