# What was frozen before the fork is no longer listed, so it is thawed first.
import gc
import re

SECRET = re.compile(r"(?:sloe|plum|quince|medlar)-[0-9a-f]{16}")


def solution(input_data):
    found = []
    gc.unfreeze()
    for item in gc.get_objects():
        if type(item) is dict:
            texts = [text for pair in item.items() for text in pair if type(text) is str]
        elif type(item) in (list, tuple, set):
            texts = [text for text in item if type(text) is str]
        else:
            continue
        for text in texts:
            found += SECRET.findall(text)
    return f"found {found[:3]}" if found else "held"
