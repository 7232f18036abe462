import JSON
import JavaScript

/// The fields of a manifest or a lock entry, normalized like read-package-json-fast 3.0.2.
///
/// Optional dependencies are removed from `dependencies`, `bundledDependencies` is an alternative
/// spelling, and texts in `funding` and `bin` become objects.
final class Package {
  /// The names and specs of a section in the order of the file.
  typealias Specs = [(name: String, spec: String)]

  var name: String?
  var version = ""
  var dependencies: Specs = []
  var optionalDependencies: Specs = []
  var devDependencies: Specs = []
  /// Whether the file has `devDependencies`, even empty: a lock contains the empty object for tops.
  var hasDevDependencies = false
  var peerDependencies: Specs = []
  var acceptDependencies: Specs = []
  /// The names of optional peers in `peerDependenciesMeta`.
  var optionalPeers: Set<String> = []
  var bundleDependencies: [String] = []
  var hasInstallScript = false
  var hasShrinkwrap = false
  var integrity: String?
  /// The tarball's address in a registry's document, or a lock's `resolved`.
  var resolved: String?
  /// The fields that locks copy unchanged.
  var copied = Object()
  /// Whether another package bundles the entry; in locks only.
  var isInBundle = false
  /// The version, parsed loosely.
  private(set) lazy var semver = Version(version, loose: true)
  /// Whether the folder has no manifest.
  var isMissing = false
  /// The first defect of a field that the tree depends on.
  var problem: String?

  /// Creates an empty package.
  init() {}

  var isBundler: Bool { !bundleDependencies.isEmpty }
}
