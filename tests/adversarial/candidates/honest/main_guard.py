#!/usr/bin/env python3
"""Adds numbers."""
import argparse
import sys


def solution(input_data):
    return sum(input_data["values"])


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("numbers", nargs="*", type=int)
    print(solution({"values": parser.parse_args(argv).numbers}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
