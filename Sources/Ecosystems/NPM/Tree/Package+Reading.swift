import JSON
import JavaScript

extension Package {
  /// The fields that a lock copies from a package unless they are empty or falsy.
  private static let copiedFields: Set<String> = [
    "peerDependenciesMeta", "funding", "engines", "os", "cpu", "license", "deprecated",
    "workspaces", "libc", "overrides",
  ]

  /// The source of a package's fields.
  enum Origin {
    case manifest, lock, registry
  }

  /// Parses a `package.json`, an entry of a lock or a registry's manifest.
  convenience init(_ node: JSON.Node, from origin: Origin) {
    self.init()
    var bundled: JSON.Node?
    var bin: JSON.Node?
    for member in node.members {
      if read(member.key, member.value) { continue }
      switch member.key {
      case "bundleDependencies": bundled = member.value
      case "bundledDependencies": bundled = bundled ?? member.value
      case "bin": bin = member.value
      case "dist" where origin == .registry: readDistribution(member.value)
      case "_hasShrinkwrap" where origin == .registry: hasShrinkwrap = member.value.isTruthy
      default: if origin == .lock { readLockField(member.key, member.value) }
      }
    }
    removeRepeatedOptionals()
    readBundled(bundled)
    readOptionalPeers()
    if let bin, let paths = BinPaths(bin, of: name, isPublished: origin == .registry) {
      copied["bin"] = .object(paths.object)
    }
    normalizeFunding()
  }

  private func read(_ key: String, _ value: JSON.Node) -> Bool {
    switch key {
    case "name": name = value.string.flatMap { $0.isEmpty ? nil : $0 }
    case "version": version = value.string ?? ""
    case "dependencies": dependencies = specs(value, key)
    case "optionalDependencies": optionalDependencies = specs(value, key)
    case "devDependencies":
      devDependencies = specs(value, key)
      hasDevDependencies = value.kind == .object
    case "peerDependencies": peerDependencies = specs(value, key)
    case "acceptDependencies": acceptDependencies = specs(value, key)
    case "scripts": readScripts(value)
    case "hasInstallScript": hasInstallScript = hasInstallScript || value.isTruthy
    default:
      guard Self.copiedFields.contains(key) else { return false }
      copied[key] = value.value
    }
    return true
  }

  private func readLockField(_ key: String, _ value: JSON.Node) {
    switch key {
    case "hasShrinkwrap": hasShrinkwrap = value.isTruthy
    case "inBundle": isInBundle = value.isTruthy
    case "integrity": integrity = value.string
    case "resolved": resolved = value.string
    default: break
    }
  }

  private func readDistribution(_ dist: JSON.Node) {
    resolved = dist["tarball"]?.string
    integrity = dist["integrity"]?.string ?? dist["shasum"]?.string.flatMap(Integrity.ofSHA1)
  }

  /// Parses names and specs; like in JavaScript, whole numbers come first.
  private func specs(_ node: JSON.Node, _ key: String) -> Specs {
    guard node.kind == .object else {
      if node.isTruthy { problem = problem ?? "\(key) is not an object" }
      return []
    }
    var result: Specs = []
    for member in node.members {
      if let spec = member.value.string {
        result.append((member.key, spec))
      } else {
        problem = problem ?? "\(key).\(member.key) is not a text"
      }
    }
    guard result.contains(where: { $0.name.isArrayIndex }) else { return result }
    return result.filter { $0.name.isArrayIndex }.sorted {
      (Int($0.name) ?? 0) < (Int($1.name) ?? 0)
    }
      + result.filter { !$0.name.isArrayIndex }
  }

  private func readScripts(_ node: JSON.Node) {
    for name in ["install", "preinstall", "postinstall"] {
      if let script = node[name]?.string, !script.isEmpty { hasInstallScript = true }
    }
  }

  private func removeRepeatedOptionals() {
    if optionalDependencies.isEmpty || dependencies.isEmpty { return }
    let optional = Set(optionalDependencies.map(\.name))
    dependencies.removeAll { optional.contains($0.name) }
  }

  private func readBundled(_ node: JSON.Node?) {
    guard let node else { return }
    switch node.kind {
    case .bool: bundleDependencies = node.isTruthy ? dependencies.map(\.name) : []
    case .object: bundleDependencies = node.members.map(\.key)
    case .array: bundleDependencies = node.elements.compactMap(\.string)
    default: break
    }
  }

  private func readOptionalPeers() {
    guard let meta = copied["peerDependenciesMeta"]?.object else { return }
    for member in meta.members where member.value["optional"]?.isTruthy == true {
      optionalPeers.insert(member.key)
    }
  }

  private func normalizeFunding() {
    if let url = copied["funding"]?.string, !url.isEmpty {
      copied["funding"] = .object(Object([("url", .string(url))]))
    }
  }
}

extension String {
  /// Whether JavaScript puts this key before the other keys of an object.
  var isArrayIndex: Bool {
    guard let first = utf8.first, first &- 0x30 < 10, let number = UInt32(self) else {
      return false
    }
    return number < .max && String(number) == self
  }
}
