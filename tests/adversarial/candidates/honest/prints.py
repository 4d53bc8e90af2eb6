import sys


def solution(input_data):
    total = 0
    for index, value in enumerate(input_data["values"]):
        total += value
        if index % 100 == 0:
            print(f"{index:5d} of {len(input_data['values'])}: {total}", end="\r", flush=True)
    print()
    sys.stdout.write("done ✓\n")
    return total
