def __getattr__(name):
    return lambda input_data: sum(input_data["values"])
