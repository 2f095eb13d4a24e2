"""Runs cases one after another and prints a line of the Test Anything Protocol for each."""

import sys
import time
import traceback

_cases = []


def case(name):
    """Adds a function as the case with this name."""

    def add(function):
        _cases.append((name, function))
        return function

    return add


def run():
    """Runs every case. Exits with 1 if one failed."""
    failed = 0
    print(f"1..{len(_cases)}", flush=True)
    for number, (name, function) in enumerate(_cases, 1):
        try:
            function()
            print(f"ok {number} - {name}", flush=True)
        except Exception:
            failed += 1
            print(f"not ok {number} - {name}", flush=True)
            for line in traceback.format_exc().splitlines():
                print(f"# {line}", flush=True)
    sys.exit(1 if failed else 0)


def eventually(check, seconds=60):
    """Returns the result of `check` as soon as it is true."""
    end = time.monotonic() + seconds
    while True:
        result = check()
        if result:
            return result
        if time.monotonic() > end:
            raise AssertionError(f"not true after {seconds} s: the last result was {result!r}")
        time.sleep(0.05)


def equal(actual, expected):
    """Fails unless both are equal."""
    if actual != expected:
        raise AssertionError(f"expected {expected!r}, got {actual!r}")
