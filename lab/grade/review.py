"""Looks through a submission's source for what a human should see. It never fails anybody.

Names what a harness has no use for: a way into the judge, into the frames above it, into the fakes,
or an object that answers every comparison with yes. What is built from strings at run time escapes
it; that verdicts stay right does not rest on it.
"""

import ast
from collections.abc import Iterator, Mapping


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_MODULES = _words(
    "atexit builtins code codeop ctypes dis faulthandler fcntl gc imp importlib inspect linecache "
    "marshal mmap multiprocessing pickle pkgutil ptrace pty resource runpy shelve signal site "
    "socket sysconfig trace tracemalloc _ctypes _posixsubprocess _thread _testcapi _pytest pytest "
    "hypothesis pdb bdb"
)
_CALLS = frozenset(("eval", "exec", "compile", "__import__", "globals", "vars", "breakpoint"))
_FRAMES = _words(
    "_getframe _current_frames f_back f_globals f_locals f_code tb_frame cr_frame gi_frame "
    "settrace setprofile addaudithook modules meta_path path_hooks __subclasses__ __globals__ "
    "__code__ __closure__ __builtins__ __bases__ __mro__ __reduce__ __reduce_ex__ get_objects "
    "get_referrers get_referents sendmsg recvmsg"
)
# Said only of the module: a harness may well call a method of its own so, or a process's kill.
_OS = _words(
    "_exit abort kill killpg fork forkpty execv execve posix_spawn dup dup2 fdopen setsid ptrace "
    "read write pipe listdir scandir walk system popen environ"
)
_LIES = _words(
    "__eq__ __ne__ __hash__ __instancecheck__ __subclasscheck__ __class__ __getattribute__ "
    "__reduce__ __reduce_ex__ __del__ __subclasshook__ __mro_entries__"
)
_PLAIN = _words("str int float bool list dict tuple set frozenset bytes")
_PATHS = ("/proc", "/autograder", "tests.py", "scenes.py", "__pycache__", "site-packages")
_MOST = 12


def review(sources: Mapping[str, bytes]) -> list[str]:
    """Reasons to look, `harness.py, line 12: imports ctypes`, each once and not too many.

    A file that does not parse has none: its suites say what is wrong with it.
    """
    found = []
    for name, source in sources.items():
        try:
            tree = ast.parse(source)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        said: set[str] = set()
        for line, reason in sorted(_reasons(tree), key=lambda one: one[0]):
            if reason not in said:
                said.add(reason)
                found.append(f"{name}, line {line}: {reason}")
    more = len(found) - _MOST
    return found if more <= 0 else [*found[:_MOST], f"{more} more reasons of this kind"]


def _reasons(tree: ast.AST) -> Iterator[tuple[int, str]]:
    theirs = _fakes(tree)
    for node in ast.walk(tree):
        for reason in _of(node, theirs):
            yield getattr(node, "lineno", 0), reason


def _of(node: ast.AST, fakes: frozenset[str]) -> Iterator[str]:
    if isinstance(node, ast.Import | ast.ImportFrom):
        yield from _imports(node)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        if node.func.id in _CALLS:
            yield f"calls {node.func.id}"
    elif isinstance(node, ast.Attribute):
        if node.attr in _FRAMES:
            yield f"reaches for {node.attr}"
        elif node.attr in _OS and isinstance(node.value, ast.Name) and node.value.id == "os":
            yield f"uses os.{node.attr}"
    elif isinstance(node, ast.ClassDef):
        yield from _class(node)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield from _string(node.value)
    elif isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Delete):
        yield from _patches(node, fakes)
    if isinstance(node, ast.Call):
        yield from _setattr(node, fakes)


def _imports(node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    names = [alias.name for alias in node.names]
    modules = names if isinstance(node, ast.Import) else [node.module or ""]
    for module in modules:
        if module.partition(".")[0] in _MODULES:
            yield f"imports {module}"
        if module.startswith("lab."):
            yield f"imports {module}, which is the grader's own"
    if isinstance(node, ast.ImportFrom):
        hidden = [name for name in names if name in _FRAMES | (_OS if "os" in modules else set())]
        yield from (f"imports {name} from {node.module}" for name in hidden)


def _class(node: ast.ClassDef) -> Iterator[str]:
    methods = {one.name for one in node.body if isinstance(one, ast.FunctionDef)}
    bases = {base.id for base in node.bases if isinstance(base, ast.Name)}
    for name in sorted(methods & _LIES):
        yield f"class {node.name} has a {name} of its own"
    for base in sorted(bases & _PLAIN):
        yield f"class {node.name} is a kind of {base}"
    if any(keyword.arg == "metaclass" for keyword in node.keywords):
        yield f"class {node.name} has a metaclass"


def _string(value: str) -> Iterator[str]:
    if value in _LIES | _FRAMES and value.startswith("_"):
        yield f"has the word {value!r} as a string"
    if len(value) < 200:
        yield from (f"has the path {path!r} in a string" for path in _PATHS if path in value)


def _fakes(tree: ast.AST) -> frozenset[str]:
    """The names under which the file has `lab` and the modules that carry what it answers."""
    watched = ("lab", "json", "asyncio", "sys", "builtins")
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {a.asname or a.name.partition(".")[0] for a in node.names if a.name in watched}
        if isinstance(node, ast.ImportFrom) and node.module == "lab":
            found |= {alias.asname or alias.name for alias in node.names}
    return frozenset(found | {"harness"})


def _patches(node: ast.AST, fakes: frozenset[str]) -> Iterator[str]:
    targets = getattr(node, "targets", None) or [getattr(node, "target", None)]
    for target in targets:
        root = target
        while isinstance(root, ast.Attribute):
            root = root.value
        if isinstance(target, ast.Attribute) and isinstance(root, ast.Name) and root.id in fakes:
            yield f"changes {ast.unparse(target)}"


def _setattr(node: ast.Call, fakes: frozenset[str]) -> Iterator[str]:
    if isinstance(node.func, ast.Name) and node.func.id in ("setattr", "delattr") and node.args:
        first = node.args[0]
        if not isinstance(first, ast.Name) or first.id in fakes:
            yield f"calls {node.func.id} on {ast.unparse(first)[:40]}"
