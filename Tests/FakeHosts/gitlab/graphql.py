"""A little GraphQL as GitLab serves it: queries without variables, and their complexity."""

import re

TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|\.\.\.|[A-Za-z_]\w*|-?\d+|[{}()\[\]:]')
# The most elements of a page.
PAGE = 100


class Problem(Exception):
    """An error that refuses the whole query."""

    def __init__(self, message, code=None):
        super().__init__(message)
        self.reply = {"message": message, **({"extensions": {"code": code}} if code else {})}


class Field:
    """A field of a type.

    `kind` is the type of its object, None for a plain value. A `pages` field has a page of such
    objects, and `arguments` are those that it takes. As in GitLab's source, a field costs 1, one
    that asks Gitaly 2, and one with a `resolver` also 1 % for each element of its page.
    """

    def __init__(self, kind=None, pages=False, arguments=(), resolver=False, gitaly=False, cost=0):
        self.kind = kind
        self.pages = pages
        self.arguments = {*arguments, *(("first", "after") if pages else ())}
        self.resolver = resolver or pages
        self.gitaly = gitaly
        self.cost = cost

    def complexity(self, arguments, below):
        if self.cost:
            return below + self.cost
        own = 1 + self.gitaly + (self.resolver and "sort" in arguments)
        total = below + own
        if self.pages:
            total += total * 0.01 * min(arguments.get("first", PAGE), PAGE)
        return int(total)


class Selection:
    def __init__(self, alias, name, arguments, parts):
        self.alias = alias
        self.name = name
        self.arguments = arguments
        self.parts = parts


class Parser:
    """Parses a document: one query, and fragments."""

    def __init__(self, text):
        self.tokens = TOKEN.findall(text)
        self.at = 0
        self.fragments = {}

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, wanted=None):
        token = self.peek()
        if not token or wanted not in (None, token):
            raise Problem(f'Expected {wanted or "a name"}, actual: {token or "end of file"}')
        self.at += 1
        return token

    def document(self):
        """Returns the selections of the query."""
        query = None
        while self.peek():
            if self.peek() == "fragment":
                self.take()
                name = self.take()
                self.take("on")
                self.take()
                self.fragments[name] = self.selections()
            else:
                if self.peek() == "query":
                    self.take()
                query = self.selections()
        return self.expanded(query or [])

    def expanded(self, parts):
        result = []
        for part in parts:
            if isinstance(part, str):
                result += self.expanded(self.fragments[part])
            else:
                part.parts = part.parts and self.expanded(part.parts)
                result.append(part)
        return result

    def selections(self):
        self.take("{")
        parts = []
        while self.peek() != "}":
            if self.peek() == "...":
                self.take()
                parts.append(self.take())
            else:
                parts.append(self.selection())
        self.take("}")
        return parts

    def selection(self):
        alias = name = self.take()
        if self.peek() == ":":
            self.take()
            name = self.take()
        arguments = {}
        if self.peek() == "(":
            self.take()
            while self.peek() != ")":
                key = self.take()
                self.take(":")
                arguments[key] = self.value()
            self.take(")")
        parts = self.selections() if self.peek() == "{" else None
        return Selection(alias, name, arguments, parts)

    def value(self):
        token = self.take()
        if token == "[":
            values = []
            while self.peek() != "]":
                values.append(self.value())
            self.take("]")
            return values
        if token.startswith('"'):
            return token[1:-1].replace('\\"', '"').replace("\\\\", "\\")
        if re.fullmatch(r"-?\d+", token):
            return int(token)
        return {"true": True, "false": False, "null": None}.get(token, token)


class Schema:
    """Types with their fields; `missing` are those that an old version lacks: `Project.issues`."""

    def __init__(self, types, missing=()):
        self.types = types
        self.missing = missing

    def field(self, kind, selection):
        field = self.types[kind].get(selection.name)
        if not field or f"{kind}.{selection.name}" in self.missing:
            words = f"Field '{selection.name}' doesn't exist on type '{kind}'"
            raise Problem(words, "undefinedField")
        for name in selection.arguments:
            if name not in field.arguments:
                words = f"Field '{selection.name}' doesn't accept argument '{name}'"
                raise Problem(words, "argumentNotAccepted")
        if bool(field.kind) != bool(selection.parts):
            raise Problem(f"Field must have selections (field '{selection.name}')")
        return field

    def complexity(self, kind, parts):
        total = 0
        for part in parts:
            field = self.field(kind, part)
            below = 0
            if field.pages:
                below = self.page_complexity(field, part.parts)
            elif field.kind:
                below = self.complexity(field.kind, part.parts)
            total += field.complexity(part.arguments, below)
        return total

    def page_complexity(self, field, parts):
        total = 0
        for part in parts:
            if part.name == "nodes":
                total += 1 + self.complexity(field.kind, part.parts)
            elif part.name == "count":
                total += 1
            elif part.name == "pageInfo":
                total += 1 + len(part.parts)
            else:
                words = f"Field '{part.name}' doesn't exist on type '{field.kind}Connection'"
                raise Problem(words, "undefinedField")
        return total

    def run(self, kind, parts, value, resolve):
        """Returns the JSON of an object; `resolve` reads a field of one."""
        result = {}
        for part in parts:
            field = self.field(kind, part)
            found = resolve(kind, value, part.name, part.arguments)
            if found is not None and field.pages:
                found = self.page(field, part, found, resolve)
            elif found is not None and field.kind:
                found = self.run(field.kind, part.parts, found, resolve)
            result[part.alias] = found
        return result

    def page(self, field, selection, found, resolve):
        shown = found[: min(selection.arguments.get("first", PAGE), PAGE)]
        result = {}
        for part in selection.parts:
            if part.name == "count":
                result[part.alias] = len(found)
            elif part.name == "nodes":
                result[part.alias] = [self.run(field.kind, part.parts, x, resolve) for x in shown]
            else:
                result[part.alias] = {"hasNextPage": len(found) > len(shown), "endCursor": None}
        return result
