class Registry(type):
    known = {}

    def __new__(mcs, name, bases, namespace, **options):
        made = super().__new__(mcs, name, bases, namespace)
        mcs.known[name] = made
        return made


class Typed:
    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, instance, owner=None):
        return self if instance is None else getattr(instance, self.name)

    def __set__(self, instance, value):
        setattr(instance, self.name, int(value))


class Base(metaclass=Registry):
    __slots__ = ("_value",)
    value = Typed()

    def __init_subclass__(cls, **options):
        cls.options = options

    def __add__(self, other):
        result = type(self)()
        result.value = self.value + other.value
        return result


class Number(Base, unit="m"):
    __slots__ = ()


def solution(input_data):
    total = Registry.known["Number"]()
    total.value = 0
    for value in input_data["values"]:
        number = Number()
        number.value = value
        total = total + number
    return total.value
