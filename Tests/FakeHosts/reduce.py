#!/usr/bin/env python3
"""Reduces a host's API description to what the fakes need: paths, parameters and types.

    reduce.py github DESCRIPTION
    reduce.py github-webhooks FOLDER
    reduce.py gitlab DESCRIPTION ADDITIONS
    reduce.py gitea DESCRIPTION
    reduce.py bitbucket DESCRIPTION ADDITIONS
    reduce.py azure FOLDER ADDITIONS

Prints the operations that the fake implements, the schemas that they use, and the paths of all
other operations, as compact JSON without prose. DESCRIPTION is OpenAPI 3 or Swagger 2; FOLDER holds
the JSON schemas of webhooks, one for each event and action, or the descriptions of the parts of an
API; ADDITIONS holds what a generated
description leaves out, and names of operations where those of the description aren't unique.
"""

import json
import sys
from pathlib import Path

import serve

METHODS = "get", "head", "put", "post", "patch", "delete"
TYPES = "string", "integer", "number", "boolean", "object", "array", "null"
NESTED = "items", "additionalProperties"
COMBINED = "allOf", "anyOf", "oneOf"
PLAIN = "const", "enum", "required", "minimum", "maximum", "pattern", "uniqueItems"
LENGTHS = "minLength", "maxLength", "minItems", "maxItems"
BODY_TYPES = (
    "application/json",
    "*/*",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
)


def main():
    host, source, *more = sys.argv[1:]
    if host == "github-webhooks":
        result = webhooks(Path(source))
    else:
        document = joined(Path(source)) if host == "azure" else json.loads(Path(source).read_text())
        description = Description(document, host)
        if more:
            description.add(json.loads(Path(more[0]).read_text()))
        result = description.reduced(*implemented(host))
    print(text(result))


def joined(folder):
    """Joins the descriptions of the parts of an API."""
    result = {"paths": {}, "definitions": {}, "parameters": {}}
    for file in sorted(folder.glob("*.json")):
        part = json.loads(file.read_text("utf-8-sig"))
        for key, values in result.items():
            values.update(part.get(key, {}))
        # The same paths with other queries.
        for path, methods in part.get("x-ms-paths", {}).items():
            known = result["paths"].setdefault(path.partition("?")[0], {})
            for method, operation in methods.items():
                operation["parameters"] += known.get(method, {}).get("parameters", [])
                known[method] = operation
    # Names of operations are unique in a part only.
    for methods in result["paths"].values():
        for method, operation in methods.items():
            if method in METHODS:
                operation["operationId"] = ""
    return result


def implemented(host):
    """Returns the operations that a fake implements, and the schemas that its code names."""
    host_class = serve.host_class(host)
    operations = {name for names in host_class.implemented().values() for name in names}
    return operations, host_class.schemas


def text(reduced):
    """Returns compact JSON with one operation or schema on each line."""

    def lines(values):
        if isinstance(values, list):
            return "[\n" + ",\n".join(map(json.dumps, values)) + "\n]"
        pairs = sorted(values.items())
        members = (f"{json.dumps(key)}:{compact(value)}" for key, value in pairs)
        return "{\n" + ",\n".join(members) + "\n}"

    parts = [f"{json.dumps(key)}:{lines(value)}" for key, value in reduced.items()]
    return "{" + ",".join(parts) + "}"


def compact(value):
    return json.dumps(value, separators=(",", ":"), sort_keys=True)


class Description:
    """A host's description, OpenAPI 3 or Swagger 2."""

    def __init__(self, document, host):
        self.document = document
        # GitHub's schemas are exact, the others' are generated from code and keep fewer keywords.
        self.exact = host == "github"
        self.prefix = {"gitlab": "/api/v4", "azure": "/{organization}"}.get(host, "")
        components = document.get("components", {})
        self.bodies = components.get("requestBodies", {})
        self.schemas = components.get("schemas") or document["definitions"]
        self.extra = {}

    def add(self, extra):
        """Adds paths, operations and schemas that the description leaves out."""
        self.extra = extra
        for name, schema in extra["schemas"].items():
            self.schemas[name] = overlaid(self.schemas.get(name, {}), schema)
        paths = self.document["paths"]
        for path, operations in extra["paths"].items():
            known = paths.setdefault(path, {})
            for method, operation in operations.items():
                known[method] = overlaid(known.get(method, {}), operation)

    def reduced(self, wanted, named):
        operations, others = {}, []
        for path, methods in self.document["paths"].items():
            for method, operation in methods.items():
                name = operation.get("operationId") if method in METHODS else None
                if name in wanted:
                    operations[name] = self.operation(path, method, operation, methods)
                elif method in METHODS:
                    others.append(f"{method.upper()} {path.removeprefix(self.prefix)}")
        if missing := wanted - operations.keys():
            sys.exit(f"not in the description: {sorted(missing)}")
        loosened = self.extra.get("loosen_body", {})
        schemas = {}
        for operation in operations.values():
            if loosened and "body" in operation:
                # A body's own schema, or the copy of a named one, which other operations share.
                name = operation["body"].get("$ref")
                body = schemas.setdefault(name, self.named(name)) if name else operation["body"]
                properties = body.get("properties", {})
                properties.update({k: v for k, v in loosened.items() if k in properties})
        collect([*operations.values(), *({"$ref": name} for name in named)], schemas, self.named)
        return {"operations": operations, "schemas": schemas, "others": sorted(others)}

    def named(self, name):
        return self.schema(self.schemas[name])

    def operation(self, path, method, operation, methods):
        parameters = [
            self.follow(x)
            for x in [*methods.get("parameters", ()), *operation.get("parameters", ())]
        ]
        result = {
            "method": method.upper(),
            "path": path.removeprefix(self.prefix),
            "query": {
                x["name"].removesuffix("[]"): self.parameter(x)
                for x in parameters
                if x["in"] == "query"
            },
            "responses": {
                status: self.schema(self.response(self.follow(x)))
                for status, x in operation.get("responses", {}).items()
            },
        }
        for name in self.extra.get("extra_query", {}).get(operation["operationId"], ()):
            result["query"][name] = {}
        body = self.extra.get("replace_body", {}).get(f"{path} {method}")
        body = body or self.body(operation, parameters)
        if body:
            result["body"] = self.schema(body)
        return result

    def parameter(self, parameter):
        """Returns the type of a parameter; of a list the type of its elements."""
        schema = self.follow(parameter.get("schema", parameter))
        schema = schema.get("items", schema) if schema.get("type") == "array" else schema
        return {k: schema[k] for k in ("type", "enum") if k in schema}

    def body(self, operation, parameters):
        for parameter in parameters:
            if parameter["in"] == "body":
                return parameter["schema"]
        content = self.follow(operation.get("requestBody", {})).get("content") or {}
        return next((content[x]["schema"] for x in BODY_TYPES if x in content), None)

    def response(self, response):
        if "schema" in response:
            return response["schema"]
        content = response.get("content", {})
        return next((x.get("schema") for kind, x in content.items() if "json" in kind), None)

    def follow(self, value):
        """Resolves a reference such as `#/responses/empty`; a missing target is empty."""
        while isinstance(value, dict) and "$ref" in value:
            keys = value["$ref"].removeprefix("#/").split("/")
            value = self.document
            for key in keys:
                value = value.get(key, {})
        return value

    def schema(self, schema):
        """Returns a schema without prose; references are names."""
        if schema is None or isinstance(schema, bool):
            return schema
        if "$ref" in schema:
            return {"$ref": schema["$ref"].rsplit("/", 1)[1]}
        return bare(schema, self.schema, self.exact)


def bare(schema, convert, exact):
    result = {}
    for key, value in schema.items():
        if key == "properties":
            result[key] = {name: typed(x, convert, exact) for name, x in value.items()}
        elif key in NESTED:
            result[key] = convert(value)
        elif key in COMBINED:
            result[key] = [convert(x) for x in value]
        elif key in PLAIN and (key != "required" or isinstance(value, list)):
            result[key] = value
        elif key in LENGTHS and exact:
            result[key] = value
        elif key == "format" and (exact or value == "date-time"):
            result[key] = value
        elif key == "type" and (isinstance(value, list) or value in TYPES):
            # Anything else is a file, or a slip such as `text`.
            result[key] = value
    if (schema.get("nullable") or schema.get("x-nullable")) and isinstance(result.get("type"), str):
        result["type"] = [result["type"], "null"]
    return result


def typed(schema, convert, exact):
    """Marks a string that a generator assumed, since nothing says more or an example is none."""
    result = convert(schema)
    if not exact and schema.get("type") == "string" and "$ref" not in schema:
        if schema == {"type": "string"} or not isinstance(schema.get("example", ""), str):
            result["untyped"] = True
    return result


def overlaid(old, new):
    """Merges dictionaries; a schema with a type of its own replaces the old one."""
    replaces = "type" in new and "properties" not in new or "$ref" in new if is_dict(new) else True
    if replaces or not is_dict(old):
        return new
    return {**old, **{k: overlaid(old[k], v) if k in old else v for k, v in new.items()}}


def is_dict(value):
    return isinstance(value, dict)


def collect(value, schemas, named):
    """Adds the schemas that a value refers to, and those that they refer to."""
    if isinstance(value, list):
        for element in value:
            collect(element, schemas, named)
    elif isinstance(value, dict):
        name = value.get("$ref")
        if isinstance(name, str) and name not in schemas:
            schemas[name] = named(name)
            collect(schemas[name], schemas, named)
        for element in value.values():
            collect(element, schemas, named)


def webhooks(folder):
    """Returns `{"events": {"push": schema, "issue_comment/created": schema}, "schemas": {…}}`."""
    files = {str(x.relative_to(folder)): json.loads(x.read_text()) for x in folder.rglob("*.json")}

    def convert(schema):
        if isinstance(schema, bool):
            return schema
        if "$ref" in schema:
            return {"$ref": short(schema["$ref"])}
        return bare(schema, convert, True)

    def short(file):
        return Path(file).name.removesuffix(".schema.json")

    common = {short(x): schema for x, schema in files.items() if x.startswith("common/")}
    events = {
        x.removesuffix(".schema.json").removesuffix("/event"): convert(schema)
        for x, schema in files.items()
        if x.endswith(".schema.json") and not x.startswith("common/")
    }
    schemas = {}
    collect(events, schemas, lambda name: convert(common[name]))
    return {"events": events, "schemas": schemas}


if __name__ == "__main__":
    main()
