#!/usr/bin/env python3
"""Lists messages of the program that docs/troubleshooting.md doesn't contain.

usage: messages.py      from the repository's root

A message is the first text of a `Problem(…)` in Sources. Values in it and `…` in the page stand for any text. It finds
texts, not their meaning: a message that is built elsewhere isn't seen. The exit code is 0.
"""
import pathlib
import re

CALL = re.compile(r'Problem\(\s*(?:\.\w+,\s*)"((?:[^"\\]|\\.)*)"', re.S)


def parts(text):
    """The words of a message or entry between its values."""
    # A value with a text in it ends the literal for CALL.
    text = re.sub(r"\\\((?:[^()]|\([^()]*\))*\)|\\\(.*$", "…", text).replace("`", "").replace("'", "").replace('\\"', '"')
    return [part.strip() for part in text.split("…") if len(part.strip()) > 4]


def main():
    page = pathlib.Path("docs/troubleshooting.md").read_text(encoding="utf-8")
    entries = [found for quoted in re.findall(r"`([^`]+)`", page) if (found := parts(quoted))]
    messages = {}
    for path in sorted(pathlib.Path("Sources").rglob("*.swift")):
        for match in CALL.finditer(path.read_text(encoding="utf-8")):
            messages.setdefault(match[1], str(path))
    missing = []
    for message, path in messages.items():
        words = " … ".join(parts(message))
        if words and not any(
            all(part in words for part in entry) or any(words in part for part in entry) for entry in entries
        ):
            missing.append(f"{path}: {message}")
    print("\n".join(sorted(missing)))
    print(f"{len(messages) - len(missing)} of {len(messages)} messages have an entry")


if __name__ == "__main__":
    main()
