"""Python that becomes part of tasks' sources and runs in their children, so that nothing here imports effibench.

The files are modules like all others, so that they are checked and tested like all others; loaders read them as text.
Names begin at the top of the file, because benchmark code follows in the same namespace.
"""
