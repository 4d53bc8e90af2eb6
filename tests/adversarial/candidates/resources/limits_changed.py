import resource

NAMES = [name for name in dir(resource) if name.startswith("RLIMIT_")]


def solution(input_data):
    changed = []
    for name in NAMES:
        number = getattr(resource, name)
        before = resource.getrlimit(number)
        for wanted in ((resource.RLIM_INFINITY, resource.RLIM_INFINITY), (before[0] // 2, before[1])):
            for change in (resource.setrlimit, lambda which, pair: resource.prlimit(0, which, pair)):
                try:
                    change(number, wanted)
                except (OSError, ValueError):
                    pass
        if resource.getrlimit(number) != before:
            changed.append(name)
    return f"changed {changed}" if changed else "held"
