def Σ(значения):
    итог = 0
    for 値 in значения:
        итог += 値
    return итог


naïve_ﬁt = Σ


def solution(input_data):
    größe = {"Ünïcødé": Σ(input_data["values"]), "🙂": 0}
    print("Größe:", größe)
    return sum(größe.values())
