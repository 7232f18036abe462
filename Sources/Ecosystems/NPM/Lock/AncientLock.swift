import Ecosystem
import JSON
import JavaScript

/// Converts the nested `dependencies` of locks of version 1 to entries by location.
///
/// Such locks contain a package's requirements, but neither their kinds nor the package's own fields.
/// `Inflate` fetches those.
struct AncientLock {
  private let root: String
  private let arena: Arena
  private var entries: [LockFile.Entry] = []
  private var indices: [String: Int] = [:]

  /// Parses the top-level object.
  static func entries(
    _ dependencies: JSON.Node, root: String, arena: Arena
  ) throws(Problem) -> [LockFile.Entry] {
    var lock = AncientLock(root: root, arena: arena)
    try lock.read(dependencies, below: "", depth: 0)
    lock.kindRequires()
    return lock.entries
  }

  private init(root: String, arena: Arena) {
    self.root = root
    self.arena = arena
  }

  private mutating func read(
    _ dependencies: JSON.Node, below folder: String, depth: Int
  ) throws(Problem) {
    if depth > 64 {
      throw Problem(.refused, "nests packages deeper than 64", at: dependencies.location)
    }
    for member in dependencies.members {
      let location = (folder.isEmpty ? "" : folder + "/") + "node_modules/" + member.key
      let target = try read(member, at: location)
      if let nested = member.value["dependencies"] {
        try read(nested, below: target ?? location, depth: depth + 1)
      }
    }
  }

  /// Parses a package; returns the target of a link.
  private mutating func read(_ member: Member, at location: String) throws(Problem) -> String? {
    let node = member.value
    var entry = LockFile.Entry(location: location, package: Package())
    entry.isOptional = node["optional"]?.isTruthy == true
    entry.isDev = node["dev"]?.isTruthy == true
    if let requires = node["requires"], requires.kind == .object {
      entry.requires = requires.members.compactMap { member in
        member.value.string.map { (member.key, $0) }
      }
    }
    let package = entry.package
    package.integrity = node["integrity"]?.string
    package.isInBundle = node["bundled"]?.isTruthy == true
    if let version = node["version"], version.string == nil {
      throw Problem(
        .failed, "has a version that is not text", subject: location, at: version.location)
    }
    let version = node["version"]?.string ?? ""
    switch arena.request(version) {
    case .version, .any, .range, .tag:
      package.name = member.key
      package.version = version
      package.resolved = node["resolved"]?.string
    case .alias(let name, _, .version(let inner)):
      package.name = name
      package.version = inner.description
      package.resolved = node["resolved"]?.string
    case .directory(let path):
      let target = Paths.relative(root, Paths.resolve(root, path))
      entry.linkTarget = target
      package.name = member.key
      append(entry)
      appendTarget(target, of: entry)
      return target
    case .remote(let url):
      try addTarball(url, named: member.key, node, to: entry)
    default:
      throw Problem(
        .refused, "is not from a registry, in a lock of version 1",
        subject: "\(member.key)@\(version)", at: node["version"]?.location ?? node.location)
    }
    append(entry)
    return nil
  }

  /// Adds the fields of a package that is fetched from a URL.
  ///
  /// npm gets the version from the URL, and the other fields from the registry's package of the
  /// folder's name. It opens the tarball only if the URL has no version.
  private func addTarball(
    _ url: String, named name: String, _ node: JSON.Node, to entry: LockFile.Entry
  ) throws(Problem) {
    let subject = "\(name)@\(url)"
    guard let found = VersionFromTgz(url, of: name) else {
      throw Problem(
        .refused, "has no version in its URL, so that only the tarball contains its version",
        subject: subject, at: node.location)
    }
    let isPlain = node["integrity"] != nil || (node["from"] == nil && node["resolved"] == nil)
    guard isPlain else {
      throw Problem(
        .refused, "is a tarball with 'from' or 'resolved' but no integrity",
        subject: subject, at: node.location)
    }
    entry.package.name = found.name
    entry.package.version = found.version.description
    entry.package.resolved = url
  }

  private mutating func appendTarget(_ target: String, of link: LockFile.Entry) {
    if indices[target] != nil { return }
    var entry = link
    entry.location = target
    entry.linkTarget = nil
    entry.package = Package()
    entry.package.name = Paths.packageName(of: Paths.resolve(root, target))
    append(entry)
  }

  private mutating func append(_ entry: LockFile.Entry) {
    indices[entry.location] = entries.count
    entries.append(entry)
  }

  /// Determines the kinds of the requirements as Arborist does: optional if the found package is
  /// optional and the package itself is not, development likewise.
  private func kindRequires() {
    for entry in entries where !entry.requires.isEmpty && entry.linkTarget == nil {
      for (name, spec) in entry.requires {
        let found = find(name, from: entry.location)
        if found?.isOptional == true, !entry.isOptional {
          entry.package.optionalDependencies.append((name, spec))
        } else if found?.isDev == true, !entry.isDev {
          entry.package.devDependencies.append((name, spec))
        } else {
          entry.package.dependencies.append((name, spec))
        }
      }
    }
  }

  private func find(_ name: String, from location: String) -> LockFile.Entry? {
    var folder = location[...]
    while true {
      let check = (folder.isEmpty ? "" : folder + "/") + "node_modules/" + name
      if let index = indices[check] { return entries[index] }
      guard !folder.isEmpty else { return nil }
      folder = folder.lastIndex(of: "/").map { folder[..<$0] } ?? ""
    }
  }
}
