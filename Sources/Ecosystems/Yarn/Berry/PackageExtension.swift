import Ecosystem
import JSON
import JavaScript
import Text
import YAML

/// Dependencies that Yarn adds to packages which forgot them.
///
///     packageExtensions:
///       "a@^1.0.0":
///         dependencies: {b: "*"}
struct PackageExtension: Sendable {
  /// The package.
  let name: String
  /// The versions.
  private let range: Range
  private(set) var dependencies: [Pattern] = []
  private(set) var peers: [Pattern] = []
  private(set) var peersMeta: BerryPackage.Meta = [:]

  private init(_ descriptor: String, at location: Location?) throws(Problem) {
    let pattern = Pattern(descriptor)
    guard let range = Range(pattern.range, includePrerelease: true) else {
      throw Problem(
        .refused, "is not a name with a range of versions", subject: descriptor, at: location)
    }
    name = pattern.name
    self.range = range
  }

  /// Reads a member of `packageExtensions`.
  init(_ descriptor: String, _ node: YAML.Node) throws(Problem) {
    try self.init(descriptor, at: node.location)
    let dependencies = node["dependencies"]?.entries ?? []
    self.dependencies = dependencies.map { Pattern(name: $0.name, range: $0.value.string ?? "") }
    let peers = node["peerDependencies"]?.entries ?? []
    self.peers = peers.map { Pattern(name: $0.name, range: $0.value.string ?? "") }
    for entry in node["peerDependenciesMeta"]?.entries ?? [] {
      for field in entry.value.entries ?? [] {
        peersMeta[entry.name, default: [:]][field.name] = field.value.string == "true"
      }
    }
  }

  /// Reads a member of Yarn's own table.
  init(_ descriptor: String, _ node: JSON.Node) throws(Problem) {
    try self.init(descriptor, at: nil)
    dependencies = Self.patterns(node["dependencies"])
    peers = Self.patterns(node["peerDependencies"])
    for member in node["peerDependenciesMeta"]?.members ?? [] {
      for field in member.value.members {
        peersMeta[member.key, default: [:]][field.key] = field.value.bool ?? false
      }
    }
  }

  private static func patterns(_ node: JSON.Node?) -> [Pattern] {
    (node?.members ?? []).map { Pattern(name: $0.key, range: $0.value.string ?? "") }
  }

  /// Adds what a package doesn't have; its own fields take precedence.
  func extend(_ package: inout BerryPackage) {
    guard let version = package.version.flatMap({ Version($0) }), range.contains(version) else {
      return
    }
    for pattern in dependencies
    where !package.dependencies.contains(where: { $0.name == pattern.name }) {
      package.dependencies.append(pattern)
    }
    for pattern in peers
    where !package.peerDependencies.contains(where: { $0.name == pattern.name }) {
      package.peerDependencies.append(pattern)
    }
    for (name, fields) in peersMeta {
      package.peerDependenciesMeta[name, default: [:]].merge(fields) { _, new in new }
    }
  }
}
