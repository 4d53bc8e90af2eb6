import math
def solution(input_data):
	#   a separator that ends no line
    
	ﬁle = 0
	return file + sum(input_data['values'])