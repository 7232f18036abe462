#!/usr/bin/env python3
"""Writes an SPDX 2.3 document of what the artefacts contain: martlet, Swift's library, and Debian's
packages with their versions.

The licences are those of the files beside the program (share/doc/martlet/licenses): Debian's
copyright files name one for each file, so the document says NOASSERTION instead of a guess.
https://spdx.github.io/spdx-spec/v2.3/
"""

import argparse
import hashlib
import json
import os
import time


def identifier(name):
    return "SPDXRef-" + "".join(c if c.isalnum() or c in ".-" else "-" for c in name)


def checksum(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def package(name, version, url, license_text="NOASSERTION", **more):
    return {
        "SPDXID": identifier(name),
        "name": name,
        "versionInfo": version,
        "downloadLocation": url,
        "filesAnalyzed": False,
        "licenseConcluded": license_text,
        "licenseDeclared": license_text,
        "copyrightText": "NOASSERTION",
        **more,
    }


def reference(url):
    return [
        {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": url}
    ]


def libraries(path, architecture):
    """The packages of a file with lines of name, version and source package."""
    for line in open(path, encoding="utf-8"):
        name, version, source = line.split()
        if name == "swift":
            yield package(
                name, version, "https://github.com/swiftlang/swift", "Apache-2.0 WITH Swift-exception",
                externalRefs=reference(f"pkg:github/swiftlang/swift@swift-{version}-RELEASE"))
        else:
            purl = f"pkg:deb/debian/{name}@{version.replace('+', '%2B').replace(':', '%3A')}"
            yield package(
                name, version, f"https://tracker.debian.org/pkg/{source}",
                sourceInfo=f"built from Debian's source package {source}",
                externalRefs=reference(f"{purl}?arch={architecture}&distro=debian-12"))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("packages", help="packages.txt of Scripts/dist/licenses")
    parser.add_argument("artefacts", nargs="*", help="the files that contain them")
    parser.add_argument("--version", required=True)
    parser.add_argument("--architecture", required=True)
    parser.add_argument("--created", type=int, required=True, help="seconds since 1970")
    arguments = parser.parse_args()

    source = "https://github.com/martlet/martlet"
    main_package = package(
        "martlet", arguments.version, source, "Apache-2.0",
        externalRefs=reference(f"pkg:github/martlet/martlet@{arguments.version}"))
    parts = list(libraries(arguments.packages, arguments.architecture))
    files = [
        {
            "SPDXID": identifier("File-" + os.path.basename(path)),
            "fileName": "./" + os.path.basename(path),
            "checksums": [
                {"algorithm": "SHA1", "checksumValue": sha1(path)},
                {"algorithm": "SHA256", "checksumValue": checksum(path)},
            ],
            "licenseConcluded": "NOASSERTION",
            "copyrightText": "NOASSERTION",
        }
        for path in sorted(arguments.artefacts)
    ]
    digest = hashlib.sha256("".join(f["checksums"][1]["checksumValue"] for f in files).encode())
    document = {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"martlet-{arguments.version}-{arguments.architecture}",
        "documentNamespace": f"{source}/spdx/{arguments.version}-{digest.hexdigest()[:32]}",
        "creationInfo": {
            "created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(arguments.created)),
            "creators": ["Tool: martlet-Scripts-dist-sbom"],
        },
        "packages": [main_package] + parts,
        "files": files,
        "relationships": [relation("SPDXRef-DOCUMENT", "DESCRIBES", main_package["SPDXID"])]
        + [relation(main_package["SPDXID"], "DEPENDS_ON", part["SPDXID"]) for part in parts]
        + [relation(file["SPDXID"], "GENERATED_FROM", main_package["SPDXID"]) for file in files],
    }
    print(json.dumps(document, indent=2, sort_keys=True))


def sha1(path):
    # SPDX 2.3 asks for it in each file; SHA-256 is beside it.
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha1").hexdigest()


def relation(first, kind, second):
    return {
        "spdxElementId": first,
        "relationshipType": kind,
        "relatedSpdxElement": second,
    }


if __name__ == "__main__":
    main()
