"""What positions and records share: finding their text, and the edition they were written for."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from engine.cards import CardSet, EditionError, default_edition


class SourceError(ValueError):
    """A source that cannot be read; `errors` lists why."""

    def __init__(self, errors: list[str], source: str) -> None:
        self.errors = errors
        self.source = source
        super().__init__("\n  ".join([source, *errors]))


class _Loader(yaml.SafeLoader):
    """Plain values only: dates would be surprises, and a key may stand once."""

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        seen = set()
        for key_node, _ in node.value:
            if isinstance(key_node, yaml.ScalarNode) and key_node.value in seen:
                message = f"the key '{key_node.value}' stands here twice"
                raise yaml.constructor.ConstructorError(None, None, message, key_node.start_mark)
            seen.add(key_node.value if isinstance(key_node, yaml.ScalarNode) else id(key_node))
        return super().construct_mapping(node, deep=deep)


_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def read_source(source: Any, what: str) -> tuple[dict[str, Any], str]:
    """The mapping in a path, a mapping, or YAML text, and how to call it in errors."""
    if isinstance(source, Mapping):
        return dict(source), what
    name = what
    if isinstance(source, Path) or (isinstance(source, str) and "\n" not in source and ": " not in source):
        name = str(source)
        try:
            source = Path(source).read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise SourceError([f"cannot be read: {reason}"], name) from None
    if not isinstance(source, str):
        raise SourceError([f"expected a path, a mapping or YAML text, not {type(source).__name__}"], name)
    return parse(source, name), name


def parse(text: str, name: str) -> dict[str, Any]:
    try:
        value = yaml.load(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = f"line {mark.line + 1}, column {mark.column + 1}: " if mark else ""
        raise SourceError([f"{place}{error.problem or error.context}"], name) from None
    except (yaml.YAMLError, ValueError, TypeError, RecursionError) as error:
        raise SourceError([f"no YAML: {str(error) or type(error).__name__}"], name) from None
    if not isinstance(value, dict):
        raise SourceError([f"expected a mapping, not {type(value).__name__}"], name)
    return value


def load_edition_of(source: Mapping[str, Any]) -> CardSet:
    """The edition that a position or record names; the base game if it names none."""
    edition, overlay, switches = (source.get(key) for key in ("edition", "overlay", "switches"))
    outcomes = source.get("outcomes")
    if edition in (None, default_edition().edition) and not (overlay or switches or outcomes):
        return default_edition()
    for key, value in (("overlay", overlay), ("switches", switches), ("outcomes", outcomes)):
        if value is not None and not isinstance(value, Mapping):
            raise SourceError([f"{key}: expected a mapping"], str(edition))
    name = default_edition().edition if edition is None else edition
    if not isinstance(name, str):
        raise SourceError([f"edition: {name!r} is no name of an edition"], "edition")
    try:
        return CardSet(name, overlay or None, shuffles=outcomes or None, switches=switches or None)
    except EditionError as error:
        raise SourceError([f"edition: {problem}" for problem in error.problems], name) from None
    except (ValueError, TypeError, AttributeError, KeyError) as error:
        raise SourceError([f"outcomes: {error}"], name) from None
