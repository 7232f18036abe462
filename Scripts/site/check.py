#!/usr/bin/env python3
"""Checks a built site: each link, picture and anchor exists, and no page loads anything from another host.
In the repository's other pages, such as README.md, it checks that linked files exist.

usage: check.py FOLDER
"""
import html.parser
import os
import re
import subprocess
import sys
import urllib.parse

# Attributes that make a browser load something, by tag.
LOADED = {("link", "href"), ("script", "src"), ("img", "src"), ("img", "srcset"), ("source", "src"),
          ("source", "srcset"), ("iframe", "src"), ("video", "src"), ("audio", "src"), ("object", "data")}
# A link element with one of these is not loaded.
NAMED = {"canonical", "prev", "next", "alternate", "edit"}


class Page(html.parser.HTMLParser):
    """The anchors and references of a page."""

    def __init__(self, text):
        super().__init__()
        self.anchors, self.doubled, self.links, self.loads = set(), [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        for anchor in filter(None, {values.get("id"), values.get("name") if tag == "a" else None}):
            self.doubled += [anchor] if anchor in self.anchors else []
            self.anchors.add(anchor)
        for name, value in attributes:
            if value is None:
                continue
            if (tag, name) in LOADED and not NAMED & set((values.get("rel") or "").split()):
                self.loads += [part.split()[0] for part in value.split(",")] if name == "srcset" else [value]
            elif name == "href":
                self.links.append(value)


def outside():
    """Links to missing files in the pages that aren't part of the site."""
    listed = subprocess.run(["git", "ls-files", "*.md"], capture_output=True, text=True, check=True).stdout
    for path in listed.splitlines():
        if path.startswith("docs/"):
            continue
        with open(path, encoding="utf-8") as text:
            content = re.sub(r"^```.*?^```", "", text.read(), flags=re.S | re.M)
        for link in re.findall(r"\]\(([^)\s#:]+)(?:#[^)\s]*)?\)", content):
            if not os.path.exists(os.path.join(os.path.dirname(path), link)):
                yield f"{path}: {link} does not exist"


def main(root):
    pages, problems = {}, []
    for folder, _, names in os.walk(root):
        for name in names:
            path = os.path.relpath(os.path.join(folder, name), root)
            if name.endswith((".html", ".css")):
                with open(os.path.join(folder, name), encoding="utf-8") as text:
                    content = text.read()
                if name.endswith(".html"):
                    pages[path] = Page(content)
                # A list that Markdown took for text.
                prose = re.sub(r"<(pre|code)\b.*?</\1>", "", content, flags=re.S)
                if found := re.search(r"<p>[^<]*(?:<(?!/p>)[^<]*)*\n\s*(?:- |\d+\. )", prose):
                    problems.append(f"{path} has a list in a paragraph: {found[0][-60:]!r}")
                for url in re.findall(r"(?:url\(|@import )[\"']?(https?://[^\"')]+)", content):
                    problems.append(f"{path} loads {url}")
    for path, page in sorted(pages.items()):
        problems += [f"{path} has the anchor {anchor} twice" for anchor in page.doubled]
        for url in page.loads + page.links:
            parts = urllib.parse.urlsplit(url)
            if parts.scheme or parts.netloc:
                if url in page.loads and parts.scheme != "data":
                    problems.append(f"{path} loads {url}")
                continue
            name = urllib.parse.unquote(parts.path)
            # The page for unknown addresses has links from the root.
            base = "" if name.startswith("/") else os.path.dirname(path)
            file = os.path.normpath(os.path.join(base, name.lstrip("/"))) if name else path
            if os.path.isdir(os.path.join(root, file)):
                file = os.path.normpath(os.path.join(file, "index.html"))
            anchor = urllib.parse.unquote(parts.fragment)
            if not os.path.exists(os.path.join(root, file)):
                problems.append(f"{path}: {url} does not exist")
            elif anchor and file in pages and anchor not in pages[file].anchors:
                problems.append(f"{path}: {url}: no such anchor")
    problems += outside()
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"{len(pages)} pages, {sum(len(page.links) for page in pages.values())} links, {len(problems)} problems")
    return 1 if problems or len(pages) < 30 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
