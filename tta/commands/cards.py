"""`tta cards`."""

from __future__ import annotations

import click


@click.command(short_help="Look up cards.")
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option("--kind", help="Only cards of this kind: leader, wonder, farm, ...")
@click.option("--age", help="Only cards of this age: A, I, II or III.")
@click.option("--json", "as_json", is_flag=True, help="Print all fields as JSON.")
def command(names: tuple[str, ...], kind: str | None, age: str | None, as_json: bool) -> None:
    """Print cards: those named, or a list of all, of a kind or of an age.

    Names may be ids or as printed, in any case, and cut short as long as one card is meant.

    \b
    Example:
      tta cards homer
      tta cards --kind wonder --age II
    """
    import json

    from engine import default_edition
    from tta.cardtext import card_list, card_text, select
    from tta.terminal import say

    edition = default_edition()
    if names:
        # `tta cards rich land ii` without quotes is one card if the words together name one.
        wanted = [" ".join(names)] if len(names) > 1 and is_card(" ".join(names)) else list(names)
        cards = [edition.card(name) for name in wanted]
        cards = select(cards, kind, age)
    else:
        cards = select([edition.card(card) for card in edition.ids[1:]], kind, age)
    if as_json:
        click.echo(json.dumps(cards[0] if len(names) == 1 and cards else cards, indent=1, ensure_ascii=False))
    elif names:
        say("\n\n".join(card_text(card) for card in cards))
    else:
        say("\n".join(card_list(cards)))


def is_card(text: str) -> bool:
    from engine import UnknownCard, default_edition

    try:
        default_edition().card(text)
    except UnknownCard:
        return False
    return True
