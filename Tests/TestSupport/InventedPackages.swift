package import JSON

/// Documents of a registry of npm packages, in a few lines.
///
///     InventedPackages("""
///       a 1.0.0: b ^1.0.0, optional c *, peer d 1.x
///       b 1.0.0 2026-11-20
///       """)
///
/// One version a line, oldest first; the last of a package is its `latest`. A requirement on `os` is
/// instead the platform.
package struct InventedPackages {
  /// The full documents by name.
  package private(set) var documents: [String: Value] = [:]

  /// Reads lines; a line without a version is ignored.
  ///
  /// - Parameters:
  ///   - lines: the packages; a version without a date is of 2020.
  ///   - digest: returns the SHA-1 for `name@version`.
  package init(_ lines: String, digest: (String) -> String) {
    for line in lines.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      let head = parts[0].split(separator: " ").map(String.init)
      guard head.count > 1 else { continue }
      var manifest = Self.manifest(head[0], head[1], parts.count > 1 ? String(parts[1]) : "")
      let base = head[0].split(separator: "/").last ?? ""
      manifest["dist"] = [
        "tarball": .string("https://registry.npmjs.org/\(head[0])/-/\(base)-\(head[1]).tgz"),
        "shasum": .string(digest("\(head[0])@\(head[1])")),
      ]
      publish(manifest, head[0], head[1], date: head.count > 2 ? head[2] : "2020-01-01")
    }
  }

  /// The document of a name as a registry's client asks for it: `@a%2fb`.
  package subscript(escaped name: String) -> Value? {
    documents[name.replacing("%2f", with: "/")]
  }

  /// Removes the digests of all versions, as some registries have none.
  package mutating func removeDigests() {
    for (name, document) in documents {
      for version in document["versions"]?.object?.members ?? [] {
        edit(name, version.key) {
          $0["dist"] = .object(Object([("tarball", $0["dist"]?["tarball"] ?? .null)]))
        }
      }
    }
  }

  /// Changes the manifest of a version.
  package mutating func edit(_ name: String, _ version: String, _ change: (inout Object) -> Void) {
    var document = documents[name]?.object ?? Object()
    var versions = document["versions"]?.object ?? Object()
    var manifest = versions[version]?.object ?? Object()
    change(&manifest)
    versions[version] = .object(manifest)
    document["versions"] = .object(versions)
    documents[name] = .object(document)
  }

  /// Sets a field in the manifests of all versions of a package.
  package mutating func set(_ field: String, of name: String, to value: Value) {
    var document = documents[name]?.object ?? Object()
    var versions = document["versions"]?.object ?? Object()
    for version in versions.members {
      var manifest = version.value.object ?? Object()
      manifest[field] = value
      versions[version.key] = .object(manifest)
    }
    document["versions"] = .object(versions)
    documents[name] = .object(document)
  }

  private mutating func publish(
    _ manifest: Object, _ name: String, _ version: String, date: String
  ) {
    var document = documents[name]?.object ?? Object([("name", .string(name))])
    var versions = document["versions"]?.object ?? Object()
    var times = document["time"]?.object ?? Object()
    versions[version] = .object(manifest)
    times[version] = .string("\(date)T00:00:00.000Z")
    document["versions"] = .object(versions)
    document["time"] = .object(times)
    document["dist-tags"] = ["latest": .string(version)]
    documents[name] = .object(document)
  }

  private static func manifest(_ name: String, _ version: String, _ list: String) -> Object {
    var result = Object([("name", .string(name)), ("version", .string(version))])
    let sections = ["peer": "peerDependencies", "optional": "optionalDependencies"]
    for item in list.split(separator: ",") {
      let words = item.split(separator: " ").map(String.init)
      guard words.count > 1 else { continue }
      if words.count == 2, words[0] == "os" {
        result["os"] = [.string(words[1])]
        continue
      }
      let section = words.count > 2 ? sections[words[0]] ?? "dependencies" : "dependencies"
      var specs = result[section]?.object ?? Object()
      specs[words[words.count - 2]] = .string(words[words.count - 1])
      result[section] = .object(specs)
    }
    return result
  }
}
