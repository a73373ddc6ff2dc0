"""Put the real output of commands into documents.

In blocks of the language `console`, a line `$ tta cards homer` is a command and what follows up to the next
such line is its output.  All commands of a document run one after another in the same folder, so that one may
write a file which the next one reads.

    python scripts/refresh_docs.py docs/commands.md     # run the commands and write their output
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import click

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"(?<=^```console\n)(.*?)(?=^```$)", re.MULTILINE | re.DOTALL)


def run_commands(text: str, folder: Path) -> list[tuple[str, str]]:
    """Every command of a document with its output."""
    commands = [
        line[2:] for block in BLOCK.findall(text) for line in block.splitlines() if line.startswith("$ ")
    ]
    return [(command, output_of(command, folder)) for command in commands]


def output_of(command: str, folder: Path) -> str:
    """What a command prints, its error messages included, in the order in which a person would see it."""
    if not (folder / "configs").exists():
        (folder / "configs").symlink_to(ROOT / "configs")
    shell = f'set -o pipefail; tta() {{ "{sys.executable}" -m tta "$@"; }}; {command}'
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "PYTHONPATH": path, "COLUMNS": "110"}
    found = subprocess.run(
        ["bash", "-c", shell],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    return found.stdout


def refreshed(text: str, outputs: list[tuple[str, str]]) -> str:
    """The document with these outputs."""
    left = iter(outputs)

    def block(match: re.Match[str]) -> str:
        count = sum(line.startswith("$ ") for line in match[0].splitlines())
        parts = [next(left) for _ in range(count)]
        return "".join(f"$ {command}\n{output}" for command, output in parts)

    return BLOCK.sub(block, text)


@click.command()
@click.argument("documents", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
def main(documents: tuple[Path, ...]) -> None:
    """Run the commands in DOCUMENTS and write their output there."""
    for document in documents:
        text = document.read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder:
            document.write_text(refreshed(text, run_commands(text, Path(folder))), encoding="utf-8")


if __name__ == "__main__":
    main()
