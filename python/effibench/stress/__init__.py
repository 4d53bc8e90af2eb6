"""Performance tests without a language model: inputs on which a slow and a fast solution can be told apart.

Source: "Rethinking Code Performance Benchmarks for LLMs" names such guided generation as future work, and has the loop
of generation, diagnosis and repair that other generators can plug into.
"""
