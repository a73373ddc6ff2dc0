"""Build of the Cython modules; metadata and tool settings stand in pyproject.toml.

Every `.pyx` file of a package becomes one extension, with the same directives and flags.
The environment chooses the flavour; the generated C of each has a directory of its own
below build/, so that flavours can stand side by side:

    TTA_DEBUG=1                     bounds checks (C arrays too), invariants, -O1 -g
    TTA_SANITIZE=address,undefined  instrument the C code with these sanitizers
    TTA_NATIVE=1                    -march=native: faster, but only for this machine
    TTA_ANNOTATE=1                  also write Cython's HTML reports
    TTA_COMPILE=0                   no extensions: for an editable install that builds them afterwards
    TTA_JOBS=4                      processes used (default: all cores)

The C macro TTA_DEBUG is 0 or 1 in every flavour, so invariants are written once as
`if TTA_DEBUG:` and cost nothing in a release build.  After changing flags of an existing
build, pass `--force` or run `make clean`.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

PACKAGES = ("engine", "mcts")


def switch(name: str) -> bool:
    return os.environ.get(name, "") not in ("", "0")


DEBUG = switch("TTA_DEBUG")
SANITIZERS = os.environ.get("TTA_SANITIZE", "")
FLAVOUR = ("debug" if DEBUG else "release") + (f"-{SANITIZERS.replace(',', '-')}" if SANITIZERS else "")
JOBS = int(os.environ.get("TTA_JOBS") or os.cpu_count() or 1)

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": DEBUG,
    "wraparound": False,
    "initializedcheck": DEBUG,
    "nonecheck": DEBUG,
    "cdivision": True,
    "embedsignature": True,
    "freethreading_compatible": True,
}


def compiler_accepts(flags: list[str]) -> bool:
    """Whether the C compiler of this Python takes all the flags."""
    command = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "probe.c")
        source.write_text("int probe(void) { return 0; }\n")
        call = [*command, "-Werror", *flags, "-c", str(source), "-o", str(source.with_suffix(".o"))]
        try:
            return subprocess.run(call, capture_output=True, check=False).returncode == 0
        except OSError:
            return False


def array_bounds_flags() -> list[str]:
    """Cython checks Python containers only; the C compiler has to watch the arrays of a struct."""
    for trap in ("-fsanitize-trap=bounds", "-fsanitize-undefined-trap-on-error"):
        flags = ["-fsanitize=bounds", trap]
        if compiler_accepts(flags):
            return flags
    return []


def compile_flags() -> list[str]:
    if sys.platform == "win32":
        return ["/Od", "/Zi"] if DEBUG else ["/O2"]
    # Python's own flags hold -g, which makes a release build a quarter slower to compile.
    flags = ["-O1", "-g", "-UNDEBUG"] if DEBUG else ["-O3", "-g0"]
    flags.append("-Wno-sign-compare")  # Python asks for it; C enumerations in Cython's loops trip over it
    if SANITIZERS:
        # Python's own flags often hold -fwrapv, which would hide signed overflow.
        flags += [f"-fsanitize={SANITIZERS}", "-fno-omit-frame-pointer", "-fno-wrapv", "-g"]
    elif DEBUG:
        flags += array_bounds_flags()
    if switch("TTA_NATIVE"):
        flags.append("-march=native")
    return flags


def extensions() -> list[Extension]:
    sources = [path for package in PACKAGES for path in sorted(Path(package).glob("*.pyx"))]
    flags = compile_flags()
    return [
        Extension(
            ".".join(path.with_suffix("").parts),
            [str(path)],
            define_macros=[("TTA_DEBUG", str(int(DEBUG)))],
            extra_compile_args=flags,
            extra_link_args=[f"-fsanitize={SANITIZERS}"] if SANITIZERS else [],
        )
        for path in sources
    ]


def main() -> None:
    if os.environ.get("TTA_COMPILE") == "0":
        setup()
        return
    # Cython's process pool needs fork: elsewhere each child would run this file again.
    forks = multiprocessing.get_start_method() == "fork"
    modules = cythonize(
        extensions(),
        build_dir=f"build/c/{FLAVOUR}",
        compiler_directives=DIRECTIVES,
        annotate=switch("TTA_ANNOTATE"),
        nthreads=JOBS if forks and JOBS > 1 else 0,
    )
    setup(ext_modules=modules, options={"build_ext": {"parallel": JOBS}})


if __name__ == "__main__":
    main()
