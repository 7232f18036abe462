"""A host's API description: its operations, and the schemas of requests and responses."""

import json
import re
import urllib.parse
from pathlib import Path

from schema import Schemas

DESCRIPTIONS = Path(__file__).parent / "descriptions"


class Contract:
    """The operations of a host; `reduce.py` writes the files.

    An operation that the fake implements is `{"id": …, "method": …, "path": …, "query": {name:
    type}, "body": schema, "responses": {status: schema | null}}`. Of the others only the method
    and the path are known: their `query` is None. The parameters in `greedy` may contain slashes,
    those in `optional` may be empty too. `lenient` reads the schemas of responses leniently.
    """

    def __init__(self, name, greedy=(), optional=(), lenient=False):
        document = json.loads((DESCRIPTIONS / f"{name}.json").read_text())
        self.schemas = Schemas(document["schemas"])
        self.lenient = lenient
        self.identifiers = set(document["operations"])
        operations = [{"id": x, **value} for x, value in document["operations"].items()]
        for other in document["others"]:
            method, path = other.split(" ")
            operations.append({"id": other, "method": method, "path": path, "query": None})
        # The most specific path comes first.
        operations.sort(key=lambda operation: specificity(operation["path"]))
        self.routes = [Route(operation, greedy, optional) for operation in operations]

    def match(self, method, path):
        """Returns the operation and the decoded parameters of a path, or None and nothing."""
        for route in self.routes:
            parameters = route.match(method, path)
            if parameters is not None:
                return route.operation, parameters
        return None, {}

    def response(self, operation, status):
        """Returns the schema of a response, None if the description has none."""
        responses = operation["responses"]
        return responses.get(str(status)) or (responses.get("2XX") if 200 <= status < 300 else None)

    def request_errors(self, operation, body):
        return self.schemas.errors(operation["body"], body)

    def response_errors(self, operation, status, body):
        schema = self.response(operation, status)
        return self.schemas.errors(schema, body, self.lenient) if schema else []

    def properties(self, schema):
        """Returns the properties that an object of this schema may have; None: any."""
        schema = self.schemas.resolve(schema)
        names = dict(schema.get("properties", {}))
        for part in schema.get("allOf", []):
            more = self.properties(part)
            if more is None:
                return None
            names.update(more)
        open_ended = schema.get("anyOf") or schema.get("oneOf") or not names
        return None if open_ended or schema.get("additionalProperties") else names

    def unknown_properties(self, schema, value, path=""):
        """Lists the properties of a response that its schema doesn't have."""
        found = []
        if isinstance(value, list):
            resolved = self.schemas.resolve(schema)
            # GitLab's description gives one object where the response is a list.
            items = resolved.get("items", {}) if resolved.get("type") == "array" else schema
            for index, element in enumerate(value[:3]):
                found += self.unknown_properties(items, element, f"{path}/{index}")
        elif isinstance(value, dict):
            names = self.properties(schema)
            for name, element in {} if names is None else value.items():
                if name in names:
                    found += self.unknown_properties(names[name], element, f"{path}/{name}")
                else:
                    found.append(f"{path}/{name}: not in the description")
        return found


class Route:
    """The path of an operation, whose pattern is compiled on first use."""

    def __init__(self, operation, greedy, optional):
        self.operation = operation
        self.greedy = greedy
        self.optional = optional
        path = operation["path"]
        self.head = path.partition("{")[0]
        self.tail = path.rpartition("}")[2]
        self.regex = None

    def match(self, method, path):
        """Returns the decoded parameters; None if it is another path."""
        if method != self.operation["method"] or not path.startswith(self.head):
            return None
        if not path.endswith(self.tail):
            return None
        self.regex = self.regex or re.compile(self.pattern())
        found = self.regex.match(path)
        return found and {k: urllib.parse.unquote(v) for k, v in found.groupdict().items()}

    def pattern(self):
        def group(match):
            name = match[1]
            value = ".*" if name in self.optional else ".+" if name in self.greedy else "[^/]+"
            return f"(?P<{name}>{value})"

        return "^" + re.sub(r"\\\{(\w+)\\\}", group, re.escape(self.operation["path"])) + "$"


def specificity(path):
    literals = sum(1 for part in path.split("/") if part and "{" not in part)
    return -literals, -len(path), path


class Synthesizer:
    """Makes the smallest value of a schema: required properties only, always the same.

    Where null is possible the value is null, unless `avoids_null`.
    """

    def __init__(self, schemas, avoids_null=False):
        self.schemas = schemas
        self.avoids_null = avoids_null

    def make(self, name):
        return self.value({"$ref": name})

    def value(self, schema, name="", depth=0):
        schema = self.schemas.resolve(schema)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return schema["enum"][0]
        for keyword in ("anyOf", "oneOf"):
            if keyword in schema:
                parts = [self.schemas.resolve(part) for part in schema[keyword]]
                others = [part for part in parts if part.get("type") != "null"]
                nullable = len(others) < len(parts) and not self.avoids_null
                return None if nullable else self.value(others[0], name, depth)
        if "allOf" in schema:
            return self.combined(schema["allOf"], name, depth)
        kind = schema.get("type")
        if isinstance(kind, list):
            others = [x for x in kind if x != "null"]
            nullable = len(others) < len(kind) and not self.avoids_null
            return None if nullable else self.value({**schema, "type": others[0]}, name, depth)
        if kind == "object" or "properties" in schema:
            properties = schema.get("properties", {})
            required = schema.get("required", []) if depth <= 12 else []
            return {key: self.value(properties.get(key, {}), key, depth + 1) for key in required}
        if kind == "string":
            return self.text(schema.get("format"), name)
        return {"array": [], "integer": 1, "number": 1, "boolean": False}.get(kind)

    def combined(self, parts, name, depth):
        """Makes an object that is valid under all parts: one part can restrict another."""
        values = [self.value(part, name, depth) for part in parts]
        properties = [self.schemas.resolve(part).get("properties", {}) for part in parts]
        result = {}
        for key in dict.fromkeys(key for value in values for key in value):
            rules = [x[key] for x in properties if key in x]
            candidates = [self.value(rule, key, depth + 1) for rule in rules]
            valid = (x for x in candidates if all(self.schemas.is_valid(r, x) for r in rules))
            result[key] = next(valid, candidates[0])
        return result

    def text(self, format, name):
        if format == "date-time":
            return "2026-01-01T00:00:00Z"
        if format == "date":
            return "2026-01-01"
        if format == "uri" or name.endswith("url"):
            return f"https://fakehub.invalid/{name}"
        return name or "x"
