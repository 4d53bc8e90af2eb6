"""`python -m effibench`: the command line."""

from effibench.cli import main

main()
