#!/usr/bin/env python3
"""Merges images of several architectures into one, whose index names them all.

usage: merge.py OUT LAYOUT...    tar files of Scripts/dist/image
"""

import hashlib
import io
import json
import sys
import tarfile


def read(path):
    with tarfile.open(path) as archive:
        members = [(member, archive.extractfile(member).read()) for member in archive]
    return {member.name: content for member, content in members}, members[0][0].mtime


def main():
    out, paths = sys.argv[1], sys.argv[2:]
    if not paths:
        raise SystemExit(__doc__)
    files, manifests, created, reference = {}, [], 0, None
    for path in sorted(paths):
        layout, time = read(path)
        index = json.loads(layout.pop("index.json"))
        for manifest in index["manifests"]:
            reference = manifest.pop("annotations")
            manifests.append(manifest)
        files.update(layout)
        created = max(created, int(time))
    platforms = [manifest["platform"]["architecture"] for manifest in manifests]
    if len(set(platforms)) != len(platforms):
        raise SystemExit(f"an architecture is there twice: {platforms}")

    kind = "application/vnd.oci.image.index.v1+json"
    inner = encoded({"schemaVersion": 2, "mediaType": kind, "manifests": manifests})
    digest = hashlib.sha256(inner).hexdigest()
    files[f"blobs/sha256/{digest}"] = inner
    outer = {"mediaType": kind, "digest": f"sha256:{digest}", "size": len(inner), "annotations": reference}
    files["index.json"] = encoded({"schemaVersion": 2, "mediaType": kind, "manifests": [outer]})

    with tarfile.open(out, "w", format=tarfile.GNU_FORMAT) as archive:
        for name in sorted(files):
            info = tarfile.TarInfo(name)
            info.size, info.mtime, info.mode = len(files[name]), created, 0o644
            archive.addfile(info, io.BytesIO(files[name]))
    print(f"{out} sha256:{digest} {' '.join(platforms)}")


def encoded(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


if __name__ == "__main__":
    main()
