"""Validates JSON values against the schemas of an API description.

Supports the keywords that the files in `descriptions/` use, with JSON Schema's meaning. A reference
is the name of another schema: `{"$ref": "Label"}`.
"""

import re

TYPES = {
    "array": list,
    "boolean": bool,
    "null": type(None),
    "number": (int, float),
    "object": dict,
    "string": str,
}

FORMATS = {
    "date": re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])"),
    "date-time": re.compile(
        r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])"
        r"[Tt]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)"
    ),
    "email": re.compile(r"[^@\s]+@[^@\s]+"),
    "uri": re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[^\s<>\"{}|\\^`]*"),
}


class Schemas:
    """The named schemas of a description.

    The lenient reading accepts null everywhere and a list instead of a referenced object, requires
    no property, and ignores the type of schemas that are marked as `untyped`. GitLab's generated
    description of its responses needs this reading.
    """

    def __init__(self, named):
        self.named = named

    def resolve(self, schema):
        """Follows references, and returns the schema that they name."""
        while "$ref" in (schema or {}):
            schema = self.named[schema["$ref"]]
        return schema or {}

    def errors(self, schema, value, lenient=False):
        """Returns at most six errors, such as `/labels/0: 7 is not of type "string"`."""
        found = []
        for path, message in self.check(schema, value, "", lenient):
            found.append(f"{path or '/'}: {message[:200]}")
            if len(found) == 6:
                break
        return found

    def is_valid(self, schema, value, lenient=False):
        return next(self.check(schema, value, "", lenient), None) is None

    def check(self, schema, value, path, lenient):
        """Yields the path and the message of each error."""
        if lenient and (value is None or schema.get("untyped")):
            return
        if "$ref" in schema:
            target = self.named[schema["$ref"]]
            if lenient and isinstance(value, list) and target.get("type") != "array":
                for index, element in enumerate(value):
                    yield from self.check(target, element, f"{path}/{index}", lenient)
            else:
                yield from self.check(target, value, path, lenient)
            return
        kinds = schema.get("type")
        if kinds and not any(is_type(value, kind) for kind in listed(kinds)):
            names = ", ".join(f'"{kind}"' for kind in listed(kinds))
            many = "types" if "," in names else "type"
            yield path, f"{shown(value)} is not of {many} {names}"
        if "const" in schema and not same(value, schema["const"]):
            yield path, f"{shown(schema['const'])} was expected"
        if "enum" in schema and not any(same(value, known) for known in schema["enum"]):
            yield path, f"{shown(value)} is not one of {', '.join(map(shown, schema['enum']))}"
        yield from self.check_combined(schema, value, path, lenient)
        if isinstance(value, dict):
            yield from self.check_object(schema, value, path, lenient)
        elif isinstance(value, list):
            yield from self.check_array(schema, value, path, lenient)
        elif isinstance(value, str):
            yield from check_string(schema, value, path)
        elif is_type(value, "number"):
            if value < schema.get("minimum", value):
                yield path, f"{value} is less than the minimum of {schema['minimum']}"
            if value > schema.get("maximum", value):
                yield path, f"{value} is greater than the maximum of {schema['maximum']}"

    def check_combined(self, schema, value, path, lenient):
        for part in schema.get("allOf", ()):
            yield from self.check(part, value, path, lenient)
        for keyword in ("anyOf", "oneOf"):
            if keyword in schema:
                matching = sum(self.is_valid(part, value, lenient) for part in schema[keyword])
                if matching == 0:
                    yield path, f"{shown(value)} is not valid under any schema of {keyword}"
                elif keyword == "oneOf" and matching > 1 and not lenient:
                    yield path, f"{shown(value)} is valid under more than one schema of oneOf"

    def check_object(self, schema, value, path, lenient):
        properties = schema.get("properties", {})
        rest = schema.get("additionalProperties", True)
        for name in () if lenient else schema.get("required", ()):
            if name not in value:
                yield path, f'"{name}" is a required property'
        for name, element in value.items():
            if name in properties:
                yield from self.check(properties[name], element, f"{path}/{name}", lenient)
            elif rest is False:
                yield path, f"additional property '{name}' is not allowed"
            elif isinstance(rest, dict):
                yield from self.check(rest, element, f"{path}/{name}", lenient)

    def check_array(self, schema, value, path, lenient):
        if len(value) < schema.get("minItems", 0):
            yield path, f"{len(value)} items are fewer than {schema['minItems']}"
        if len(value) > schema.get("maxItems", len(value)):
            yield path, f"{len(value)} items are more than {schema['maxItems']}"
        if schema.get("uniqueItems") and any(x in value[:i] for i, x in enumerate(value)):
            yield path, "has duplicate items"
        if isinstance(schema.get("items"), dict):
            for index, element in enumerate(value):
                yield from self.check(schema["items"], element, f"{path}/{index}", lenient)


def check_string(schema, value, path):
    if len(value) < schema.get("minLength", 0):
        yield path, f"{shown(value)} is shorter than {schema['minLength']} characters"
    if len(value) > schema.get("maxLength", len(value)):
        yield path, f"{shown(value)} is longer than {schema['maxLength']} characters"
    if "pattern" in schema and not re.search(schema["pattern"], value):
        yield path, f'{shown(value)} does not match "{schema["pattern"]}"'
    pattern = FORMATS.get(schema.get("format"))
    if pattern and not pattern.fullmatch(value):
        yield path, f'{shown(value)} is not a "{schema["format"]}"'


def is_type(value, kind):
    if kind == "integer":
        return is_type(value, "number") and (isinstance(value, int) or value.is_integer())
    if isinstance(value, bool):
        return kind == "boolean"
    return isinstance(value, TYPES[kind])


def same(a, b):
    """Returns whether two JSON values are equal: 1 equals 1.0 but not true."""
    return a == b and isinstance(a, bool) == isinstance(b, bool)


def listed(value):
    return value if isinstance(value, list) else [value]


def shown(value):
    """Returns a value as messages show it."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return f'"{value}"' if isinstance(value, str) else str(value)
