"""Statistics of timings: pure functions of numbers that know nothing of processes, tasks or clocks."""
