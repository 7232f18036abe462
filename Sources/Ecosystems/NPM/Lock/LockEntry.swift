import JSON

/// What a lock says of one package, worked out from the tree alone.
enum LockEntry {
  /// The fields that are copied where they are neither empty nor false.
  private static let copied = [
    "peerDependenciesMeta", "funding", "engines", "os", "cpu", "license", "bin", "deprecated",
    "workspaces",
  ]

  /// Describes a node as entries of `packages` do.
  static func object(_ node: Node, root: Node, writesLibc: Bool) -> Object {
    if node.isLink {
      return Object([
        ("resolved", .string(Paths.relative(root.realpath, node.realpath))), ("link", true),
      ])
    }
    var entry = Object()
    copyFields(of: node.package, to: &entry, writesLibc: writesLibc)
    addIdentity(node, root, &entry)
    addFlags(node, &entry)
    return entry
  }

  private static func copyFields(
    of package: Package, to entry: inout Object, writesLibc: Bool
  ) {
    if !package.version.isEmpty { entry["version"] = .string(package.version) }
    add(package.dependencies, "dependencies", &entry)
    add(package.peerDependencies, "peerDependencies", &entry)
    add(package.optionalDependencies, "optionalDependencies", &entry)
    add(package.acceptDependencies, "acceptDependencies", &entry)
    if package.isBundler {
      entry["bundleDependencies"] = .array(package.bundleDependencies.map { .string($0) })
    }
    for field in writesLibc ? copied + ["libc"] : copied {
      guard let value = package.copied[field], let written = written(value, field) else { continue }
      entry[field] = written
    }
    if let integrity = package.integrity { entry["integrity"] = .string(integrity) }
  }

  private static func add(_ specs: Package.Specs, _ field: String, _ entry: inout Object) {
    if specs.isEmpty { return }
    entry[field] = .object(Object(specs.map { ($0.name, .string($0.spec)) }))
  }

  /// What is left of a field: nothing of an empty one, the type alone of a licence.
  private static func written(_ value: Value, _ field: String) -> Value? {
    guard value.isTruthy, value.object?.isEmpty != true, value.array?.isEmpty != true else {
      return nil
    }
    if field == "license", let type = value.object?["type"], type.isTruthy { return type }
    return value
  }

  private static func addIdentity(_ node: Node, _ root: Node, _ entry: inout Object) {
    if let name = node.packageName,
      node === root || name != node.name.text || Paths.packageName(of: node.realpath) != name
    {
      entry["name"] = .string(name)
    }
    if node.isTop { add(node.package.devDependencies, "devDependencies", &entry) }
    if let integrity = node.integrity { entry["integrity"] = .string(integrity) }
    if node.isInBundle { entry["inBundle"] = true }
    if node.hasShrinkwrap { entry["hasShrinkwrap"] = true }
    if node.hasInstallScript { entry["hasInstallScript"] = true }
    if let resolved = node.resolved {
      let written = ConsistentResolve.written(resolved, root: root.realpath, node.arena)
      entry["resolved"] = .string(written)
    }
  }

  private static func addFlags(_ node: Node, _ entry: inout Object) {
    if node.extraneous {
      entry["extraneous"] = true
      return
    }
    if node.peer { entry["peer"] = true }
    if node.dev { entry["dev"] = true }
    if node.optional { entry["optional"] = true }
    if node.devOptional, !node.dev, !node.optional { entry["devOptional"] = true }
  }
}
