def solution(input_data):
	"""Adds
	the values."""
	total = 0
	for value in input_data["values"]:
		total += value
	return total
