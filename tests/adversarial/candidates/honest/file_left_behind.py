from pathlib import Path


def solution(input_data):
    folder = Path("work") / "deep"
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "values.csv"
    file.write_text(",".join(map(str, input_data["values"])))
    assert [path.name for path in Path.cwd().rglob("*.csv")] == ["values.csv"]
    return sum(int(text) for text in file.read_text().split(","))
