"""`tta agents`."""

from __future__ import annotations

import click


@click.command(short_help="The agents and their parameters.")
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(name: str | None, as_json: bool) -> None:
    """List the agents with their parameters, or those of one agent.

    An agent is written as NAME:parameter=value,parameter=value; values such as 2k, 500ms or yes are
    understood.

    \b
    Example:
      tta agents beam
      tta suggest configs/positions/age_i_two_players.yaml --agent beam:width=32
    """
    import json

    from engine.spelling import did_you_mean
    from mcts.agents import agent_classes, show
    from tta.errors import RunError
    from tta.terminal import say, table

    known = agent_classes()
    if name is not None and name not in known:
        raise RunError(
            f"there is no agent '{name}'{did_you_mean(name, known)} (agents are {', '.join(known)})"
        )
    chosen = [agent for agent in known.values() if name in (None, agent.name)]
    if as_json:
        found = [
            {
                "agent": agent.name,
                "summary": agent.summary,
                "parameters": [
                    {"name": p.name, "default": p.default, "help": p.help} for p in agent.parameters
                ],
            }
            for agent in chosen
        ]
        click.echo(json.dumps(found, indent=1, ensure_ascii=False))
        return
    for agent in chosen:
        say(f"{click.style(agent.name, bold=True)}  {agent.summary}")
        if agent.parameters:
            rows = [[f"    {p.name}", show(p.default), p.help] for p in agent.parameters]
            say("\n".join(table(rows, "lll")))
    if name is None:
        own = click.style("FILE.py:CLASS", bold=True)
        say(f"{own}  an agent of your own, a subclass of mcts.agents.Agent")
