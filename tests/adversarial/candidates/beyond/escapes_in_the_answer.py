def solution(input_data):
    return {"\x1b[2J\x1b]0;owned\x07\x9b5n\r" * 3: "\x1b[31m", "\ud800": 1}
