import os
import sqlite3


def solution(input_data):
    base = sqlite3.connect("numbers.db", isolation_level=None)
    base.execute("pragma journal_mode = wal")
    base.execute("begin")
    base.execute("create table numbers (value integer)")
    base.executemany("insert into numbers values (?)", ((value,) for value in input_data["values"]))
    base.execute("commit")
    total = base.execute("select sum(value) from numbers").fetchone()[0]
    base.close()
    os.remove("numbers.db")
    return total
