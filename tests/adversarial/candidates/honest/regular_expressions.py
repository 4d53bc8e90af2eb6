import re

NUMBER = re.compile(r"(?P<sign>-?)(?P<digits>\d+)", re.ASCII)


def solution(input_data):
    text = "; ".join(f"value={value}" for value in input_data["values"])
    doubled = re.sub(r"\d+", lambda match: str(2 * int(match[0])), text)
    return sum(int(match["digits"]) for match in NUMBER.finditer(doubled)) // 2
