"""Public benchmarks as tasks: one loader a benchmark, all of them into the one task model."""
