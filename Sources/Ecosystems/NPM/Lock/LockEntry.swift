import JSON
import JavaScript

/// Creates lock entries from the nodes of a tree.
enum LockEntry {
  private typealias Fields = [Object.Entry]

  /// Returns the entry of a node in `packages`, with the fields in npm's order.
  static func object(_ node: Node, root: Node) -> Object {
    if node.isLink {
      return Object([
        ("resolved", .string(Paths.relative(root.realpath, node.realpath))), ("link", true),
      ])
    }
    var plain: Fields = []
    var objects: Fields = []
    for member in node.package.copied.members where isCopied(member.key, node) {
      guard let value = written(member.value, member.key) else { continue }
      let field = Object.Entry(key: member.key, value: value)
      if value.isObject { objects.append(field) } else { plain.append(field) }
    }
    var fields = identity(of: node, root)
    fields += merged(flags(of: node), plain)
    fields.add("dependencies", node.package.dependencies)
    fields += merged(otherDependencies(of: node), objects)
    return Object(distinct: fields)
  }

  /// Whether locks contain a field that packages keep.
  private static func isCopied(_ field: String, _ node: Node) -> Bool {
    field != "overrides" && (field != "libc" || node.arena.dialect.has(.libc))
  }

  /// Whether npm leaves a node of the tree out of the lock.
  ///
  /// These are unavailable optional packages, and folders outside of `node_modules` that nothing
  /// refers to.
  static func isOmitted(_ node: Node) -> Bool {
    guard node.arena.dialect.has(.hoistedPeers) else { return false }
    if node.isInert, node.package.version.isEmpty { return true }
    guard node.extraneous, Paths.folderName(of: node.location) == nil else { return false }
    return node.ownFsParent.map { $0.isRoot } ?? true
  }

  private static func otherDependencies(of node: Node) -> Fields {
    let package = node.package
    var fields: Fields = []
    fields.add("acceptDependencies", package.acceptDependencies)
    if node.isTop {
      fields.add(
        "devDependencies", package.devDependencies, evenEmpty: package.hasDevDependencies)
    }
    fields.add("optionalDependencies", package.optionalDependencies)
    fields.add("peerDependencies", package.peerDependencies)
    return fields
  }

  /// Returns the value in a lock: nil for an empty one, the type for a license.
  private static func written(_ value: Value, _ field: String) -> Value? {
    guard value.isTruthy, value.object?.isEmpty != true, value.array?.isEmpty != true else {
      return nil
    }
    if field == "license", let type = value.object?["type"], type.isTruthy { return type }
    return value
  }

  private static func identity(of node: Node, _ root: Node) -> Fields {
    var fields: Fields = []
    fields.reserveCapacity(10)
    if let name = node.packageName,
      node === root || name != node.name.text
        || (!Paths.gives(node.realpath, name) && node.arena.dialect.has(.folderNames))
    {
      fields.add("name", .string(name))
    }
    if !node.package.version.isEmpty { fields.add("version", .string(node.package.version)) }
    if let resolved = node.resolved {
      let written = ConsistentResolve.written(resolved, root: root.realpath, node.arena)
      fields.add("resolved", .string(written))
    }
    if let integrity = node.integrity ?? node.package.integrity {
      fields.add("integrity", .string(integrity))
    }
    return fields
  }

  private static func flags(of node: Node) -> Fields {
    let isNeeded = !node.extraneous
    var fields: Fields = []
    if node.package.isBundler {
      let names = node.package.bundleDependencies.map { Value.string($0) }
      fields.add("bundleDependencies", .array(names))
    }
    if isNeeded, node.dev { fields.add("dev", true) }
    if isNeeded, node.devOptional, !node.dev, !node.optional { fields.add("devOptional", true) }
    if node.extraneous { fields.add("extraneous", true) }
    if node.hasInstallScript { fields.add("hasInstallScript", true) }
    if node.hasShrinkwrap { fields.add("hasShrinkwrap", true) }
    if node.isInBundle { fields.add("inBundle", true) }
    if isNeeded, node.optional { fields.add("optional", true) }
    if isNeeded, node.peer { fields.add("peer", true) }
    return fields
  }

  /// Merges two lists that are in npm's order.
  private static func merged(_ left: Fields, _ right: Fields) -> Fields {
    if left.isEmpty { return right }
    var result: Fields = []
    var rest = right[...]
    for field in left {
      while let next = rest.first, Collation.precedes(next.key, field.key) {
        result.append(next)
        rest.removeFirst()
      }
      result.append(field)
    }
    return result + rest
  }
}

extension [Object.Entry] {
  fileprivate mutating func add(_ key: String, _ value: Value) {
    append(Object.Entry(key: key, value: value))
  }

  fileprivate mutating func add(
    _ key: String, _ specs: Package.Specs, evenEmpty: Bool = false
  ) {
    if specs.isEmpty, !evenEmpty { return }
    let members = specs.map { Object.Entry(key: $0.name, value: .string($0.spec)) }
    add(key, .object(Object(distinct: members)))
  }
}

extension Value {
  fileprivate var isObject: Bool {
    if case .object = self { true } else { false }
  }
}
