import Ecosystem
import JSON
import Text

extension BunLock {
  /// The file names of a text lock and of a binary one.
  static let name = "bun.lock"
  static let binaryName = "bun.lockb"

  /// Parses a lock, which can have comments and trailing commas.
  ///
  /// - Throws: a refusal with its location for everything that Bun's own writer doesn't produce.
  init(_ source: SourceText) throws(Problem) {
    let root: JSON5Node
    var limits = JSON5Node.Limits()
    limits.size = 64 << 20
    do throws(SyntaxError) {
      root = try JSON5Node(parsing: source, limits: limits)
    } catch {
      throw Problem(
        .refused, "is a lock that can't be read (\(error.message)), which Bun would ignore",
        subject: source.file, at: error.location)
    }
    try read(LockReader(file: source.file, root: root))
  }

  private mutating func read(_ reader: LockReader) throws(Problem) {
    try reader.requireKnownFields()
    version = try reader.version()
    config = reader.root["configVersion"]?.int
    for member in try reader.members("workspaces") {
      workspaces.append(try reader.workspace(member))
    }
    if let list = reader.root["trustedDependencies"] { trusted = try reader.texts(list) }
    patches = try reader.named("patchedDependencies")
    overrides = try reader.rules(reader.root["overrides"])
    catalog = try reader.named("catalog")
    for member in try reader.members("catalogs") {
      catalogs.append((member.name, try reader.named(member.value)))
    }
    for member in try reader.members("packageExtensions") {
      extensions.append(try reader.added(member))
    }
    for member in try reader.members("packages") { packages.append(try reader.slot(member)) }
  }
}

/// Reads the parts of a lock.
struct LockReader {
  let file: String
  let root: JSON5Node

  private static let known: Set<String> = [
    "lockfileVersion", "configVersion", "workspaces", "trustedDependencies", "patchedDependencies",
    "overrides", "catalog", "catalogs", "packageExtensions", "packages",
  ]

  fileprivate func requireKnownFields() throws(Problem) {
    guard let members = root.members else { throw malformed("not an object", root) }
    for member in members where !Self.known.contains(member.name) {
      throw Problem(
        .refused, "is a part of the lock that martlet doesn't know", subject: member.name,
        at: member.location)
    }
    guard root["workspaces"]?[""] != nil else { throw malformed("no root workspace", root) }
  }

  fileprivate func version() throws(Problem) -> Int {
    let node = root["lockfileVersion"]
    guard let version = node?.int, 0...3 ~= version else {
      throw Problem(
        .refused, "is not a version of the lock that Bun 1.4.4 reads", subject: "lockfileVersion",
        at: node?.location ?? root.location)
    }
    return version
  }

  fileprivate func members(_ name: String) throws(Problem) -> [JSON5Node.Member] {
    guard let node = root[name] else { return [] }
    return try members(of: node)
  }

  private func members(of node: JSON5Node) throws(Problem) -> [JSON5Node.Member] {
    guard let members = node.members else { throw malformed("not an object", node) }
    var names: Set<String> = []
    for member in members where !names.insert(member.name).inserted {
      throw malformed("twice in its object", member.value)
    }
    return members
  }

  fileprivate func texts(_ node: JSON5Node) throws(Problem) -> [String] {
    guard node.elements != nil, let texts = node.strings else {
      throw malformed("not a list of texts", node)
    }
    return texts
  }

  fileprivate func named(_ name: String) throws(Problem) -> [BunLock.Named] {
    guard let node = root[name] else { return [] }
    return try named(node)
  }

  fileprivate func named(_ node: JSON5Node) throws(Problem) -> [BunLock.Named] {
    var result: [BunLock.Named] = []
    for member in try members(of: node) {
      result.append(BunLock.Named(name: member.name, text: try text(member.value)))
    }
    return result
  }

  private func text(_ node: JSON5Node) throws(Problem) -> String {
    guard let text = node.string else { throw malformed("not a text", node) }
    return text
  }

  fileprivate func rules(_ node: JSON5Node?) throws(Problem) -> Object {
    var result = Object()
    guard let node else { return result }
    for member in try members(of: node) {
      let isText = member.value.string != nil
      result[member.name] =
        isText ? .string(try text(member.value)) : .object(try rules(member.value))
    }
    return result
  }

  fileprivate func added(_ member: JSON5Node.Member) throws(Problem) -> BunLock.Extension {
    var result = BunLock.Extension(package: member.name)
    for section in try members(of: member.value) {
      switch section.name {
      case "dependencies": result.dependencies = try texts(section.value)
      case "peerDependencies": result.peers = try texts(section.value)
      default: throw malformed("an unknown section of an extension", section.value)
      }
    }
    return result
  }

  fileprivate func workspace(_ member: JSON5Node.Member) throws(Problem) -> LockedWorkspace {
    var result = LockedWorkspace(path: member.name)
    for field in try members(of: member.value) {
      switch field.name {
      case "name": result.name = try text(field.value)
      case "version": result.version = try text(field.value)
      case "bin": result.bin = try value(field.value)
      case "binDir": result.binFolder = try text(field.value)
      case "optionalPeers": result.optionalPeers = try texts(field.value)
      default:
        guard let section = Section(rawValue: field.name) else {
          throw malformed("an unknown field of a workspace", field.value)
        }
        result.sections[section] = try named(field.value)
      }
    }
    return result
  }

  fileprivate func slot(_ member: JSON5Node.Member) throws(Problem) -> LockedSlot {
    guard let parts = member.value.elements, let first = parts.first, parts.count <= 4 else {
      throw malformed("not a tuple of a package", member.value)
    }
    var result = LockedSlot(path: member.name, package: try text(first))
    var rest = parts.dropFirst()
    if let address = rest.first?.string {
      result.address = address
      rest.removeFirst()
    }
    if let info = rest.popFirst() {
      guard let object = try value(info).object else { throw malformed("not an object", info) }
      result.info = object
    }
    while let digest = rest.popFirst() { result.digests.append(try text(digest)) }
    return result
  }

  /// Converts a node to a value to write.
  private func value(_ node: JSON5Node) throws(Problem) -> Value {
    switch node.content {
    case .null: return .null
    case .bool(let flag): return .bool(flag)
    case .number(let text): return .number(text)
    case .string(let text): return .string(text)
    case .array(let elements):
      var values: [Value] = []
      for element in elements { values.append(try value(element)) }
      return .array(values)
    case .object:
      var object = Object()
      for member in try members(of: node) { object[member.name] = try value(member.value) }
      return .object(object)
    }
  }

  private func malformed(_ what: String, _ node: JSON5Node) -> Problem {
    Problem(
      .refused, "has \(what), so Bun would ignore the lock", subject: file, at: node.location)
  }
}
