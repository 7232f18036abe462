import JSON
import JavaScript

/// What a lock says of one package, worked out from the tree alone.
enum LockEntry {
  private typealias Fields = [Object.Entry]

  /// Describes a node as entries of `packages` do: in npm's order, where the package's own fields are
  /// in it.
  static func object(_ node: Node, root: Node, writesLibc: Bool) -> Object {
    if node.isLink {
      return Object([
        ("resolved", .string(Paths.relative(root.realpath, node.realpath))), ("link", true),
      ])
    }
    var plain: Fields = []
    var objects: Fields = []
    for member in node.package.copied.members where isCopied(member.key, writesLibc: writesLibc) {
      guard let value = written(member.value, member.key) else { continue }
      let field = Object.Entry(key: member.key, value: value)
      if value.isObject { objects.append(field) } else { plain.append(field) }
    }
    var fields = identity(of: node, root)
    fields += merged(flags(of: node), plain)
    fields.add("dependencies", node.package.dependencies)
    fields += merged(otherWishes(of: node), objects)
    return Object(distinct: fields)
  }

  /// Of what packages keep of their manifests, locks do without these.
  private static func isCopied(_ field: String, writesLibc: Bool) -> Bool {
    field != "overrides" && (writesLibc || field != "libc")
  }

  private static func otherWishes(of node: Node) -> Fields {
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

  /// What is left of a field: nothing of an empty one, the type alone of a licence.
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
      node === root || name != node.name.text || !Paths.gives(node.realpath, name)
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

  /// Puts two lists together so that, where both are in npm's order, the result is.
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
