import JavaScript

/// A package that a pattern resolves to; patterns with the same one share its entry.
final class ClassicPackage {
  /// Where the package comes from.
  enum Source: Hashable {
    case registry
    /// A git repository or tarball that is in the lock.
    case remote
    case member
    /// A folder that is copied; the path below the project.
    case folder(String)
    case link
  }

  let name: String
  let version: String
  let source: Source
  var uid: String?
  var resolved: String?
  var integrity: String?
  var registry: String?
  var dependencies: [Pattern] = []
  var optionalDependencies: [Pattern] = []
  /// Of members of the workspace only.
  var devDependencies: [Pattern] = []
  var permissions: [String: Bool] = [:]
  var prebuiltVariants: [Pattern] = []

  init(_ name: String, _ version: String, from source: Source) {
    self.name = name
    self.version = version
    self.source = source
  }

  /// Takes everything from a locked entry.
  convenience init(_ entry: ClassicLock.Entry, name: String, from source: Source) {
    self.init(name, entry.version, from: source)
    uid = entry.uid
    resolved = entry.resolved
    integrity = entry.integrity
    registry = entry.registry
    dependencies = entry.dependencies
    optionalDependencies = entry.optionalDependencies
    permissions = entry.permissions
    prebuiltVariants = entry.prebuiltVariants
  }

  convenience init(_ manifest: ClassicManifest, name: String, from source: Source) {
    self.init(name, manifest.version, from: source)
    dependencies = manifest.dependencies
    optionalDependencies = manifest.optionalDependencies
    if source == .member { devDependencies = manifest.devDependencies }
  }

  /// The dependencies in the order in which Yarn requests them.
  var requests: [Pattern] { dependencies + optionalDependencies + devDependencies }

  /// Sorts the digests of a text, which usually has one.
  private static func sorted(_ integrity: String) -> String {
    guard integrity.utf8.contains(UInt8(ascii: " ")) else { return integrity }
    return integrity.split(separator: " ")
      .sorted { ClassicLockWriter.precedes("\($0)", "\($1)") }.joined(separator: " ")
  }

  /// The entry in a lock, for patterns with a name.
  func entry(named inferred: String) -> ClassicLock.Entry {
    var entry = ClassicLock.Entry(version: source == .link ? "0.0.0" : version)
    entry.name = inferred == name ? nil : name
    entry.uid = source == .link ? "" : uid
    entry.resolved = resolved
    entry.integrity = integrity.map(Self.sorted)
    entry.registry = registry
    if source == .link { return entry }
    entry.dependencies = dependencies
    entry.optionalDependencies = optionalDependencies
    entry.permissions = permissions
    entry.prebuiltVariants = prebuiltVariants
    return entry
  }
}
