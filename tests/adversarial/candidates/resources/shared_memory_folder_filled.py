import os

FOLDER = "/dev/shm"


def solution(input_data):
    there = [name for name in os.listdir(FOLDER) if name.startswith("attack-")]
    others = [name for name in there if not name.startswith(f"attack-{input_data['case']}-")]
    for name in others:
        os.unlink(f"{FOLDER}/{name}")
    if others:
        return f"found {len(others)} files of an earlier process"
    try:
        for number in range(15 if input_data["case"] == 0 else 0):
            with open(f"{FOLDER}/attack-0-{number}", "wb") as file:
                file.write(bytes(4 << 20))
    except OSError:
        pass
    return "held"
