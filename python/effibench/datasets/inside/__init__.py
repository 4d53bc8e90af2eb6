"""What loaders put into tasks to run in sandboxed children: nothing here is called in the host.

Modules hold makers of generators, validators and entry points. A task's source is the text of a module, with those
that it imports from here, and one call of a maker with the benchmark's own texts (`effibench.datasets.makers`). So
foreign source is executed in the child alone, and a task's digest covers every rule. They need the standard library
only.
"""
