"""Why solutions of a benchmark can or cannot be told apart, and inputs that would tell them apart."""
