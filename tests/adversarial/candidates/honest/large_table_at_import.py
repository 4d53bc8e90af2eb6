# A sieve's factor lists and a grid: some 500,000 objects that every garbage collection looks at.
FACTORS = [[] for _ in range(250_000)]
for number in range(2, 600):
    for multiple in range(number, len(FACTORS), 997 * number):
        FACTORS[multiple].append(number)
GRID = [{"row": index // 500, "column": [index % 500]} for index in range(250_000)]


def solution(input_data):
    return sum(GRID[value]["row"] * 500 + GRID[value]["column"][0] for value in input_data["values"])
