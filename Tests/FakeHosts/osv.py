"""The OSV API: evaluates advisories in the format of https://ossf.github.io/osv-schema/.

A version is affected if `versions` lists it, or if it is in a range of an `affected` block of the
package.
"""

import glob
import json
import os
import re
import urllib.parse
from functools import cmp_to_key


class BadQuery(Exception):
    pass


def semver_key(v):
    """Returns a key in the order of SemVer 2; `1.20` is 1.20.0, and a leading v is ignored."""
    core, _, pre = re.sub(r"^[vV=]", "", v.strip()).partition("+")[0].partition("-")
    nums = [int(x) if x.isdigit() else 0 for x in core.split(".")]
    nums += [0] * (3 - len(nums))
    ids = [(0, int(x), "") if x.isdigit() else (1, 0, x) for x in pre.split(".")] if pre else []
    return nums, (1,) if not pre else (0, ids)


def gem_segments(v):
    v = v.strip().replace("-", ".pre.")
    segs = [int(x) if x.isdigit() else x for x in re.findall(r"[0-9]+|[a-z]+", v, re.I)]
    i = next((k for k, x in enumerate(segs) if isinstance(x, str)), len(segs))

    def strip(part):
        while part and part[-1] == 0:
            part.pop()
        return part

    return strip(segs[:i]) + strip(segs[i:])


def gem_cmp(a, b):
    """Compares as Gem::Version does: letters come before numbers, missing segments are 0."""
    A, B = gem_segments(a), gem_segments(b)
    for i in range(max(len(A), len(B))):
        x, y = A[i] if i < len(A) else 0, B[i] if i < len(B) else 0
        if x == y:
            continue
        if isinstance(x, str) != isinstance(y, str):
            return -1 if isinstance(x, str) else 1
        return -1 if x < y else 1
    return 0


def compare(ecosystem, a, b):
    if a == b:
        return 0
    if "0" in (a, b):
        return -1 if a == "0" else 1  # "0" is before every version, pre-releases too
    if ecosystem.split(":")[0] == "RubyGems":
        return gem_cmp(a, b)
    A, B = semver_key(a), semver_key(b)
    return (A > B) - (A < B)


def in_range(ecosystem, rng, version):
    if rng.get("type") == "GIT":
        return False
    order = {"introduced": 0, "fixed": 1, "last_affected": 2, "limit": 3}
    events = [(v, k) for e in rng.get("events", []) for k, v in e.items()]
    events.sort(
        key=cmp_to_key(lambda x, y: compare(ecosystem, x[0], y[0]) or order[x[1]] - order[y[1]])
    )
    limits = [v for v, k in events if k == "limit" and v != "*"]
    if limits and not any(compare(ecosystem, version, v) < 0 for v in limits):
        return False
    hit = False
    for v, kind in events:
        c = compare(ecosystem, version, v)
        if kind == "introduced" and c >= 0:
            hit = True
        elif kind == "fixed" and c >= 0:
            hit = False
        elif kind == "last_affected" and c > 0:
            hit = False
    return hit


def same_package(pkg, ecosystem, name):
    return (
        pkg.get("ecosystem", "").split(":")[0] == ecosystem.split(":")[0]
        and pkg.get("name") == name
    )


def affected(record, ecosystem, name, version):
    """Returns whether a version is affected; None: whether any is."""
    if record.get("withdrawn"):
        return False
    for block in record.get("affected", []):
        if not same_package(block.get("package", {}), ecosystem, name):
            continue
        if version is None or version in block.get("versions", []):
            return True
        if any(in_range(ecosystem, r, version) for r in block.get("ranges", [])):
            return True
    return False


PURL = {"npm": "npm", "gem": "RubyGems", "swift": "SwiftURL"}


def parse_purl(purl):
    m = re.fullmatch(r"pkg:([a-z]+)/([^@?#]+)(?:@([^?#]+))?.*", purl)
    if not m or m[1] not in PURL:
        raise BadQuery("Invalid Package URL.")
    return PURL[m[1]], urllib.parse.unquote(m[2]), urllib.parse.unquote(m[3]) if m[3] else None


class Database:
    """The advisories. `page_size` is the number of results on a page of a query."""

    def __init__(self, folder):
        self.folder = folder
        self.reload()

    def reload(self):
        self.records = {}
        for f in sorted(glob.glob(os.path.join(self.folder or os.devnull, "*", "*.json"))):
            d = json.load(open(f))
            if "affected" in d:
                self.add(d)

    def add(self, record):
        self.records[record["id"]] = record

    def query(self, q, page_size=1000):
        pkg, version = q.get("package") or {}, q.get("version") or None
        if q.get("commit"):
            return {}  # no GIT ranges here
        if pkg.get("purl"):
            if pkg.get("name") or pkg.get("ecosystem"):
                raise BadQuery("name and ecosystem cannot be given with purl.")
            eco, name, pv = parse_purl(pkg["purl"])
            if pv and version:
                raise BadQuery("version specified in params and purl query")
            version = version or pv
        else:
            eco, name = pkg.get("ecosystem"), pkg.get("name")
        if not name or not eco:
            raise BadQuery("Invalid query.")
        if eco.split(":")[0] not in PURL.values():
            raise BadQuery("Invalid ecosystem.")
        ids = sorted(i for i, r in self.records.items() if affected(r, eco, name, version))
        start = int(q.get("page_token") or 0)
        out = [self.records[i] for i in ids[start : start + page_size]]
        return {
            **({"vulns": out} if out else {}),
            **({"next_page_token": str(start + page_size)} if start + page_size < len(ids) else {}),
        }

    def batch(self, body, page_size=1000):
        queries = body.get("queries")
        if not isinstance(queries, list):
            raise BadQuery("Invalid query.")
        if len(queries) > 1000:
            raise BadQuery("Too many queries.")
        results = []
        for q in queries:
            r = self.query(q, page_size)
            if "vulns" in r:
                r["vulns"] = [{"id": v["id"], "modified": v["modified"]} for v in r["vulns"]]
            results.append(r)
        return {"results": results}

    def serve(self, method, path, body, page_size):
        """Returns the status and the JSON of a response."""
        try:
            if method == "POST" and path == "/v1/query":
                return 200, self.query(body, page_size)
            if method == "POST" and path == "/v1/querybatch":
                return 200, self.batch(body, page_size)
        except BadQuery as e:
            return 400, {"code": 3, "message": str(e)}
        except (TypeError, AttributeError, ValueError):
            return 400, {"code": 3, "message": "Invalid query."}
        if method == "GET" and path.startswith("/v1/vulns/"):
            r = self.records.get(urllib.parse.unquote(path[10:]))
            return (200, r) if r else (404, {"code": 5, "message": "Bug not found."})
        return 404, {"code": 5, "message": "Not Found"}
