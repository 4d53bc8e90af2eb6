def solution(input_data):
    words = sorted(input_data, key=lambda word: (len(word), word), reverse=True)
    counts, start = {}, 0
    for end in range(1, len(words) + 1):
        if end == len(words) or words[end] != words[start]:
            counts[words[start]] = end - start
            start = end
    return counts
