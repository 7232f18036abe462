import JSON
import JavaScript

/// What a manifest or a lock entry says of a package, normalised as npm reads it.
///
/// Follows read-package-json-fast 3.0.2: optional dependencies leave the other dependencies,
/// `bundledDependencies` is another spelling, a funding text and a bin text become objects.
final class Package {
  /// Names and specs in the order of the file.
  typealias Specs = [(name: String, spec: String)]

  var name: String?
  var version = ""
  var dependencies: Specs = []
  var optionalDependencies: Specs = []
  var devDependencies: Specs = []
  /// The file has `devDependencies`, even if they are empty: locks keep the empty object of tops.
  var hasDevDependencies = false
  var peerDependencies: Specs = []
  var acceptDependencies: Specs = []
  /// Names that `peerDependenciesMeta` calls optional.
  var optionalPeers: Set<String> = []
  var bundleDependencies: [String] = []
  var hasInstallScript = false
  var hasShrinkwrap = false
  var integrity: String?
  /// Where a registry's document says that the tarball lies, or what a lock says.
  var resolved: String?
  /// Fields that locks copy as they are, by the lock's name of them.
  var copied = Object()
  /// Locks only: the entry is bundled by another package.
  var isInBundle = false
  /// The version as semver reads it loosely.
  private(set) lazy var semver = Version(version, loose: true)
  /// There is no manifest in the folder that this was to be read from.
  var isMissing = false
  /// What is wrong with a field that the tree depends on.
  var problem: String?

  /// Starts empty, as packages that could not be loaded do.
  init() {}

  var isBundler: Bool { !bundleDependencies.isEmpty }
}
