"""The command line. Results go to stdout, everything for people to stderr; exit codes are those of `EXIT_CODES`."""

from __future__ import annotations

import sys

import click

from effibench import __version__
from effibench.errors import EffibenchError

EXIT_CODES = """\b
Exit codes: 0 done and passed; 1 done, but the candidate did not pass or a
threshold was not met; 2 usage; 3 host unfit, nothing was scored;
4 incomplete, can be resumed; 130 interrupted."""


@click.group(
    epilog=EXIT_CODES, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110}
)
@click.version_option(__version__, prog_name="effibench")
def cli() -> None:
    """Runs untrusted Python solutions, decides whether they are correct, and measures how fast they are."""


def _register() -> None:
    from effibench.cli import audit, calibrate, compare, datasets, doctor, stress, tasks, time

    cli.add_command(time.time)
    cli.add_command(compare.compare)
    cli.add_command(tasks.tasks)
    cli.add_command(doctor.doctor)
    cli.add_command(calibrate.calibrate)
    cli.add_command(datasets.datasets)
    cli.add_command(audit.audit)
    cli.add_command(stress.stress)


def main(arguments: list[str] | None = None) -> None:
    """Entry point of the `effibench` program; the only place that ends a process with an exit code."""
    _register()
    try:
        result = cli.main(args=arguments, prog_name="effibench", standalone_mode=False)
    except EffibenchError as error:
        click.echo(f"effibench: {error}", err=True)
        sys.exit(error.exit_code)
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except (click.Abort, KeyboardInterrupt):
        click.echo("effibench: interrupted", err=True)
        sys.exit(130)
    sys.exit(result if isinstance(result, int) else 0)
