import Ecosystem
import JSON
import JavaScript
import Time

/// The task of a resolution.
struct ResolverInput: Sendable {
  /// The command whose result is computed.
  enum Aim: Hashable, Sendable {
    /// `bun install`.
    case install
    /// `bun update NAME`, for names of the registry.
    case update(Set<String>)
    /// `bun update`.
    case updateAll
  }

  var aim = Aim.install
  /// The root's manifest, then those of the members.
  var manifests: [ProjectManifest]
  /// The present lock; nil for a new one.
  var lock: BunLock?
  /// The path of the lock, for refusals.
  var lockPath = BunLock.name
  var overrides = OverrideRules()
  var catalogs = Catalogs()
  var extensions = PackageExtensions()
  /// `trustedDependencies`; nil without the field.
  var trusted: [String]?
  /// `patchedDependencies`.
  var patches: [BunLock.Named] = []
  var settings = BunSettings()
  var dialect = BunDialect.newest
  var preference = VersionPreference()
  var engines = Engines()
  var now = Timestamp.now()

  /// Whether a version of a package is patched.
  func isPatched(_ package: Package) -> Bool {
    patches.contains { $0.name == package.label }
  }
}

/// What a resolution asks for.
enum BunNeed: Hashable, Sendable, CustomStringConvertible {
  /// The document of a package, abbreviated or full.
  case packument(String, isFull: Bool)
  /// The `package.json` of a folder below the project.
  case folder(String)
  /// A tarball below the project.
  case tarball(String)

  var description: String {
    switch self {
    case .packument(let name, _): name
    case .folder(let path), .tarball(let path): path
    }
  }
}

/// The answer to a `BunNeed`.
enum BunFinding: Sendable {
  case packument(Result<Packument, LookUpFailure>)
  /// The manifest; nil if the folder has none.
  case folder(Document?)
  /// The manifest in a tarball, with the digest of the file.
  case tarball(Document, digest: String)
}
