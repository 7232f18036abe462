import Ecosystem
import JSON
import JavaScript

/// A lock, with all that it says of a package in one place.
///
/// Paths and references are those of version 9.0; `LockLayout` converts them.
struct Lock: Equatable, Sendable {
  /// The packages of a folder of the workspace.
  struct Importer: Hashable, Sendable {
    /// The requirements as the manifest writes them, after overrides.
    var specifiers: [String: String] = [:]
    /// The references by section and alias.
    var references: [Section: [String: String]] = [:]
    /// `dependenciesMeta` of the manifest.
    var dependenciesMeta: Object?
    /// `publishConfig.directory` of the manifest.
    var publishDirectory: String?

    /// All references by alias.
    var allReferences: [String: String] {
      Section.allCases.reduce(into: [:]) { result, section in
        result.merge(references[section] ?? [:]) { $1 }
      }
    }

    /// Returns the reference of an alias.
    func reference(of alias: String) -> String? {
      Section.allCases.reversed().lazy.compactMap { references[$0]?[alias] }.first
    }
  }

  /// The sections of an importer, in the order in which a later one wins.
  enum Section: String, CaseIterable, Hashable, Sendable {
    case dependencies, devDependencies, optionalDependencies
  }

  /// A package with the peers that it is resolved with.
  struct Package: Hashable, Sendable {
    /// What the manifest and the registry say: the entry of `packages` in version 9.0.
    var manifest = Object()
    /// The references by alias.
    var dependencies: [String: String] = [:]
    /// The references by alias.
    var optionalDependencies: [String: String] = [:]
    /// The names of peers that its dependencies need from above.
    var transitivePeers: [String] = []
    /// Whether every path to it passes an optional dependency.
    var isOptional = false
    /// Whether only development dependencies lead to it: `dev` of version 6.0.
    ///
    /// Nil if dependencies of other kinds do, too.
    var isDevelopment: Bool?
    /// Further fields of the snapshot.
    var others = Object()

    /// All references by alias.
    var allDependencies: [String: String] {
      dependencies.merging(optionalDependencies) { $1 }
    }

    /// Returns the reference of an alias.
    func reference(of alias: String) -> String? {
      optionalDependencies[alias] ?? dependencies[alias]
    }
  }

  /// The form of the file.
  var layout: LockLayout
  /// Whether a single project is in `importers`, as in a workspace, where that makes a difference.
  var isShared = true
  /// All root fields except the ones below.
  var fields: Object
  /// `catalogs`.
  var catalogs: Object?
  /// By folder; `.` is the root.
  var importers: [String: Importer]
  /// By path.
  var packages: [String: Package]
  /// Publication times by `name@version`.
  var times: [String: String]?
  /// Whether the sections of importers are in pnpm 9's order; nil if no importer shows it, or if another
  /// tool wrote them.
  var isOrderedByPnpm9: Bool?
  /// The order of an importer's sections; nil for that of pnpm 10 and 11.
  var sectionOrder: [String]?
  /// Whether the lock was read, instead of created for a project without one.
  var exists: Bool

  /// An empty lock.
  init(_ layout: LockLayout) {
    self.layout = layout
    fields = Object()
    importers = [:]
    packages = [:]
    exists = false
  }

  /// Returns the version and the name of a package.
  func nameAndVersion(of path: String) -> (name: String, version: String)? {
    guard let parts = DependencyPath.parts(path) else { return nil }
    let manifest = packages[path]?.manifest
    return (
      manifest?["name"]?.string ?? parts.name, manifest?["version"]?.string ?? parts.version
    )
  }

  /// Returns the address of a package's tarball; nil if the lock leaves it to the registry.
  func tarball(at path: String) -> String? {
    packages[path]?.manifest["resolution"]?["tarball"]?.string
  }

  /// The versions of all packages by name, except those that aren't semantic versions.
  var versionsByName: [String: [Version]] {
    packages.keys.reduce(into: [:]) { result, path in
      guard let (name, text) = nameAndVersion(of: path), let version = Version(text) else { return }
      result[name, default: []].append(version)
    }
  }
}
