/// A `yarn.lock` of Yarn 2 and later: packages by the descriptors that resolve to them.
///
///     "a@npm:^1.0.0, a@npm:^1.1.0":
///       version: 1.2.0
///       resolution: "a@npm:1.2.0"
///       checksum: 10c0/5f0c…
///       languageName: node
///       linkType: hard
struct BerryLock: Sendable {
  /// One entry.
  struct Entry: Sendable {
    /// The descriptors: a name with a range that has a protocol.
    var descriptors: [Pattern]
    var package: BerryPackage
    /// The checksum as written; with the key of the cache before it unless that is the lock's.
    var checksum: String?
  }

  /// `__metadata.version`.
  var version: Int
  /// `__metadata.cacheKey`; nil if no package has a checksum.
  var cacheKey: String?
  var entries: [Entry] = []

  /// Creates an empty lock.
  init(version: Int, cacheKey: String?) {
    self.version = version
    self.cacheKey = cacheKey
  }
}

/// A package as a lock describes it.
struct BerryPackage: Hashable, Sendable {
  /// The fields that locks contain of `dependenciesMeta` and `peerDependenciesMeta`.
  typealias Meta = [String: [String: Bool]]

  /// The name with the reference: `a@npm:1.2.0`.
  var locator: Pattern
  /// Nil for a folder.
  var version: String?
  var dependencies: [Pattern] = []
  var peerDependencies: [Pattern] = []
  var dependenciesMeta: Meta = [:]
  var peerDependenciesMeta: Meta = [:]
  /// The commands with their paths.
  var bin: [String: String] = [:]
  /// The platforms: `os=linux & cpu=x64`.
  var conditions: String?
  var languageName = "node"
  /// Whether it is a folder of the repository.
  var isSoft = false

  init(locator: Pattern) {
    self.locator = locator
  }

  /// Whether a dependency may be missing.
  func isOptional(_ name: String) -> Bool { dependenciesMeta[name]?["optional"] == true }
}
