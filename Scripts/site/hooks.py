"""Hooks of MkDocs: pages that are outside docs/, links to files of the repository, the language of a page."""
import os
import posixpath
import re

from mkdocs.structure.files import File

REPOSITORY = "https://github.com/martlet/martlet/blob/main/"
# Pages at the top of the repository that are part of the site.
TOP = {"CHANGELOG.md": "changelog.md", "SECURITY.md": "security.md", "CONTRIBUTING.md": "contributing.md"}
# Other pages at the top, and the page of the site with their content.
ALIASES = {"README.md": "index.md", "README.ja.md": "ja/index.md"}
# A file of the repository as a code block, which readers of the repository find by the link before it.
INCLUDE = re.compile(r"<!-- include: (\S+) -->")
LINK = re.compile(r"(\]\()([^)\s]+)(\))")


def target(link, page):
    """The link as a page of the site needs it; `page` is the path of its source in the repository."""
    path, mark, anchor = link.partition("#")
    if not path or ":" in path or path.startswith("/"):
        return link
    full = posixpath.normpath(posixpath.join(posixpath.dirname(page), path))
    if full in TOP or (full in ALIASES and not anchor):
        full = "docs/" + (TOP.get(full) or ALIASES[full])
    if not full.startswith("docs/"):
        if not os.path.exists(full):
            raise SystemExit(f"{page}: {link} does not exist")
        return REPOSITORY.replace("/blob/", "/tree/" if os.path.isdir(full) else "/blob/") + full + mark + anchor
    here = "docs" if page in TOP else posixpath.dirname(page)
    return posixpath.relpath(full, here) + mark + anchor


def indented(lines):
    """The lines with four spaces below an item of a list, and a blank line after an item with several
    paragraphs, which MkDocs needs; GitHub needs two or three spaces. With each line, whether it is code.
    """
    width, loose, previous = 0, False, ""
    for line in lines:
        item = re.match(r"(- |\d+\. )", line)
        is_code = not width and line.startswith("    ")
        if item:
            if width and loose and previous:
                yield "", False
            width, loose = len(item[1]), False
        elif line and not line.startswith(" "):
            width = 0
        elif width and line.startswith(" " * width):
            is_code = line[width:].startswith("    ")
            line = "    " + line[width:]
        elif width and not line:
            loose = True
        previous = line
        yield line, is_code


def rewrite(text, page):
    """Rewrites links outside of code blocks, and the indentation of lists."""
    lines, fence = [], None
    for line, is_code in indented(text.split("\n")):
        opening = re.match(r"\s*(```+|~~~+)", line)
        if opening and fence in (None, opening.group(1)):
            fence = opening.group(1) if fence is None else None
        if fence is None and not is_code:
            line = LINK.sub(lambda match: match[1] + target(match[2], page) + match[3], line)
        lines.append(line)
    return "\n".join(lines)


def on_files(files, config):
    for source, name in TOP.items():
        with open(source, encoding="utf-8") as text:
            files.append(File.generated(config, name, content=rewrite(text.read(), source)))
    return files


def on_page_markdown(markdown, page, config, files):
    if page.file.src_uri in TOP.values():
        return markdown
    return INCLUDE.sub(included, rewrite(markdown, "docs/" + page.file.src_uri))


def included(match):
    with open(match[1], encoding="utf-8") as text:
        return f"```{os.path.splitext(match[1])[1].lstrip('.')}\n{text.read()}```"


def on_post_page(output, page, config):
    if page.file.src_uri.startswith("ja/"):
        output = output.replace('<html lang="en"', '<html lang="ja"', 1)
    return output
