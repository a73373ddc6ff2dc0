"""The command line: one group whose subcommands are imported when they are used."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import NoReturn

import click

from tta import __version__

COMMANDS = {
    "suggest": "The best moves of a position, with a plan for the turn.",
    "play": "A game in the terminal against agents.",
    "follow": "Advice during a game that is played elsewhere.",
    "simulate": "Matches and tournaments between agents.",
    "balance": "Which cards are too strong or too weak.",
    "new": "A new position, or one after some rounds of play.",
    "show": "Draw a position.",
    "legal": "The legal moves of a position.",
    "apply": "Play moves in a position.",
    "replay": "Step through the record of a game.",
    "cards": "Look up cards.",
    "agents": "The agents and their parameters.",
    "bench": "Speed on this machine.",
}
"""Subcommands in the order of the help; each is `command` in `tta.commands.<name>`."""


def module_name(name: str) -> str:
    # `import tta.commands.new` is fine, but a command may need a name that Python cannot import.
    return f"tta.commands.{name.replace('-', '_')}"


class LazyGroup(click.Group):
    """Imports the module of a subcommand only when it is called, so that start-up stays short."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for name in COMMANDS if find_spec(module_name(name))]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS or not find_spec(module_name(name)):
            return None
        command = import_module(module_name(name)).command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows = [(name, COMMANDS[name]) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.list_commands(ctx) and not args[0].startswith("-"):
            from engine.spelling import did_you_mean

            known = self.list_commands(ctx)
            hint = did_you_mean(args[0], known)
            ctx.fail(f"there is no command '{args[0]}'{hint} (commands are {', '.join(known)})")
        return super().resolve_command(ctx, args)


@click.group(
    cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110}
)
@click.version_option(__version__, prog_name="tta")
def cli() -> None:
    """Through the Ages on the command line: suggestions, games, simulations and card balance.

    \b
    Example:
      tta suggest configs/positions/age_i_two_players.yaml
    """


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code and never raises for a known error."""
    try:
        code = cli.main(args=arguments, prog_name="tta", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (KeyboardInterrupt, click.Abort):
        click.echo("interrupted", err=True)
        return 130
    except Exception as error:
        from tta.errors import report

        return report(error)


def main() -> NoReturn:
    sys.exit(run())
