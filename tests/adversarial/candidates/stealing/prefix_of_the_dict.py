def solution(input_data):
    counts = {}
    for word in input_data:
        counts[word] = counts.get(word, 0) + 1
    counts.popitem()
    return counts
