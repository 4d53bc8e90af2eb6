def solution(input_data):
    numbers, words, both = input_data["numbers"], input_data["words"], input_data["both"]
    assert numbers >= set(list(numbers)[:10]) and not numbers.isdisjoint(numbers) and None in both
    assert (numbers | {-1}) - numbers == {-1} and len(numbers & both) >= 0 and hash(both) == hash(frozenset(both))
    return [sorted(numbers.copy()), sorted(word for word in words), len([*both])]
