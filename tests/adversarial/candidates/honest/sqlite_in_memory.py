import sqlite3


def solution(input_data):
    with sqlite3.connect(":memory:") as base:
        base.execute("create table numbers (value integer)")
        base.executemany("insert into numbers values (?)", ((value,) for value in input_data["values"]))
        return base.execute("select sum(value) from numbers").fetchone()[0]
