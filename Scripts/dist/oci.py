#!/usr/bin/env python3
"""Packs a root file system as an OCI image layout in a tar file.

The result depends on the contents alone: files are sorted, times are those of the commit, and the
program's own layer is last, so that a new version of martlet changes one small layer.
https://github.com/opencontainers/image-spec, version 1.1
"""

import argparse
import gzip
import hashlib
import io
import json
import os
import tarfile
import time

OWNER = 10001
OWNED = ("var/lib/martlet", "var/cache/martlet")
LAST = ("usr/bin/martlet",)


def entries(root):
    """All paths below a folder, relative to it and sorted."""
    found = []
    for folder, folders, files in os.walk(root):
        for name in folders + files:
            found.append(os.path.relpath(os.path.join(folder, name), root))
    return sorted(found)


def layer(root, paths, created):
    """A compressed tar file of these paths, and the digest of the uncompressed one."""
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for path in paths:
            info = archive.gettarinfo(os.path.join(root, path), arcname=path)
            info.uid = info.gid = OWNER if path in OWNED else 0
            info.uname = info.gname = ""
            info.mtime = created
            if info.islnk():
                raise SystemExit(f"{path} is a hard link")
            if info.isreg():
                with open(os.path.join(root, path), "rb") as file:
                    archive.addfile(info, file)
            else:
                archive.addfile(info)
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", compresslevel=9, mtime=0, filename="") as file:
        file.write(plain.getvalue())
    return packed.getvalue(), "sha256:" + hashlib.sha256(plain.getvalue()).hexdigest()


class Layout:
    """The files of a layout by name."""

    def __init__(self):
        self.files = {"oci-layout": b'{"imageLayoutVersion":"1.0.0"}'}

    def add(self, content, media_type, **more):
        digest = hashlib.sha256(content).hexdigest()
        self.files[f"blobs/sha256/{digest}"] = content
        return {"mediaType": media_type, "digest": f"sha256:{digest}", "size": len(content), **more}

    def add_json(self, value, media_type, **more):
        return self.add(encoded(value), media_type, **more)

    def write(self, path, created):
        with tarfile.open(path, "w", format=tarfile.GNU_FORMAT) as archive:
            for name in sorted(self.files):
                info = tarfile.TarInfo(name)
                info.size = len(self.files[name])
                info.mtime = created
                info.mode = 0o644
                archive.addfile(info, io.BytesIO(self.files[name]))


def encoded(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def configuration(arguments, diff_ids, created):
    labels = {
        "org.opencontainers.image.title": "martlet",
        "org.opencontainers.image.description": "A self-hosted service that keeps dependencies up to date",
        "org.opencontainers.image.licenses": "Apache-2.0",
        "org.opencontainers.image.source": "https://github.com/martlet/martlet",
        "org.opencontainers.image.version": arguments.version,
    }
    return {
        "architecture": arguments.architecture,
        "os": "linux",
        "created": created,
        "config": {
            "User": f"{OWNER}:{OWNER}",
            "Env": ["PATH=/usr/bin", "HOME=/var/lib/martlet"],
            "Entrypoint": ["/usr/bin/martlet"],
            "Cmd": ["--help"],
            "WorkingDir": "/var/lib/martlet",
            "Volumes": {"/var/lib/martlet": {}},
            "Labels": labels,
        },
        "rootfs": {"type": "layers", "diff_ids": diff_ids},
        "history": [{"created": created, "created_by": "Scripts/dist/image"} for _ in diff_ids],
    }, labels


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root")
    parser.add_argument("out")
    parser.add_argument("--version", required=True)
    parser.add_argument("--architecture", required=True)
    parser.add_argument("--created", type=int, required=True, help="seconds since 1970")
    arguments = parser.parse_args()

    created = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(arguments.created))
    paths = entries(arguments.root)
    layout, layers, diff_ids = Layout(), [], []
    for part in ([path for path in paths if path not in LAST], [path for path in paths if path in LAST]):
        content, diff_id = layer(arguments.root, part, arguments.created)
        layers.append(layout.add(content, "application/vnd.oci.image.layer.v1.tar+gzip"))
        diff_ids.append(diff_id)
    config, labels = configuration(arguments, diff_ids, created)
    manifest = layout.add_json(
        {
            "schemaVersion": 2,
            "mediaType": "application/vnd.oci.image.manifest.v1+json",
            "config": layout.add_json(config, "application/vnd.oci.image.config.v1+json"),
            "layers": layers,
            "annotations": labels,
        },
        "application/vnd.oci.image.manifest.v1+json",
        platform={"architecture": arguments.architecture, "os": "linux"},
        annotations={"org.opencontainers.image.ref.name": arguments.version},
    )
    layout.files["index.json"] = encoded(
        {
            "schemaVersion": 2,
            "mediaType": "application/vnd.oci.image.index.v1+json",
            "manifests": [manifest],
        }
    )
    layout.write(arguments.out, arguments.created)
    size = sum(part["size"] for part in layers)
    print(f"{arguments.out} {manifest['digest']} {size} bytes in {len(layers)} layers")


if __name__ == "__main__":
    main()
