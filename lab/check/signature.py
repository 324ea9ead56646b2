"""Whether a scene takes the arguments that a test plays it with, asked of the source of the scenes.

A call that cannot be made is the suite's mistake, and in a traceback it would look like the
learner's. Nothing is run here.
"""

import ast
from functools import lru_cache

from lab.check.player import Source

_GIVEN = 2  # harness and lab, which a test does not name


def misfit(scenes: Source, name: str, args: dict) -> str:
    """What is wrong with playing this scene with these arguments, "" when nothing is."""
    node = _functions(scenes).get(name)
    if node is None:
        return ""
    taken = node.args
    places = [arg.arg for arg in (*taken.posonlyargs, *taken.args)]
    named, alone = places[_GIVEN:], [arg.arg for arg in taken.kwonlyargs]
    optional = [*places[len(places) - len(taken.defaults) :]]
    optional += [key for key, default in zip(alone, taken.kw_defaults, strict=True) if default]
    if strange := [key for key in args if key not in (*named, *alone)]:
        return "" if taken.kwarg else f"the scene {name!r} has no parameter {strange[0]!r}"
    missing = [key for key in (*named, *alone) if key not in args and key not in optional]
    return f"the scene {name!r} is played without its {missing[0]!r}" if missing else ""


@lru_cache(maxsize=32)
def _functions(scenes: Source) -> dict[str, ast.FunctionDef | ast.AsyncFunctionDef]:
    try:
        body = ast.parse(scenes.text).body
    except (SyntaxError, ValueError):
        return {}  # the player says so, with the line
    made = [node for node in body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return {node.name: node for node in made if not node.decorator_list}
