import Ecosystem
import JSON
import JavaScript
import Text
import Time

/// The task of a resolver, with its data except for registries.
struct ResolverInput: Sendable {
  /// The kind of change to the lock.
  enum Aim: Hashable, Sendable {
    /// Make the lock fit the manifests: `pnpm install`.
    case install
    /// Update the named packages: `pnpm update NAME --no-save -r`.
    case update(Set<String>)
    /// Update all packages: `pnpm update --no-save -r`.
    case updateAll
  }

  /// A member of the workspace, after hooks.
  struct Member: Sendable {
    /// The folder from the project's root; `.` for the root.
    var id: String
    var manifest: PackageManifest
    /// `publishConfig.directory`.
    var publishDirectory: String?
    /// `dependenciesMeta`.
    var dependenciesMeta: Object?
  }

  var aim: Aim
  var version: PnpmVersion
  var settings: PnpmSettings
  var catalogs: Catalogs
  /// In the order in which pnpm resolves them.
  var members: [Member]
  /// Folders that `link:` names and that aren't members; their dependencies aren't installed.
  var linkedFolders: [Member] = []
  /// Whether there is a `pnpm-workspace.yaml`.
  var isWorkspace: Bool
  var lock: Lock
  var hooks: ManifestHooks
  var overrides: [(selector: String, value: String)]
  var patches: Patches
  var registries: Settings
  var preference = VersionPreference()
  /// Whether a named update reaches all places, as a fix of a vulnerability or an alias requires.
  var isDeep = false
  /// The current time, which the ages of releases are compared with.
  var now: Timestamp
}

extension ResolverInput {
  /// The documents of the lock's packages: nearly all that a resolution needs.
  ///
  /// pnpm writes what the registry says now about each package, so it also needs those that stay.
  var lockedRequests: [DocumentRequest] {
    let needsTimes =
      settings.releaseAge.limit(at: now) != nil
      || settings.resolutionMode == .timeBased && aim == .install
    var seen: Set<DocumentRequest> = []
    return lock.packages.keys.sorted().compactMap { path in
      guard let (name, text) = lock.nameAndVersion(of: path), JavaScript.Version(text) != nil else {
        return nil
      }
      let isOptional = lock.packages[path]?.isOptional == true
      let request = DocumentRequest(
        name: name, isFull: needsTimes || version.has(.readsFullDocuments) && isOptional)
      return seen.insert(request).inserted ? request : nil
    }
  }
}
