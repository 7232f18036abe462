import Ecosystem
import JSON
import JavaScript
import Synchronization
import Text
import Time

/// The task of a resolver, with its data except for registries and folders.
struct ResolverInput {
  /// The kind of change to the lock: `npm install`, `npm update NAME`, `npm update`.
  typealias Aim = UpdatePlan.Aim

  /// The absolute path of the project; its first part is the tree's name.
  var folder: String
  var manifest: Document
  var lock: Document?
  /// The parsed lock.
  var locked: LockFile?
  var aim: Aim
  var engines: Engines
  /// Whether a package that does not run on the engines is an error, as with `engine-strict`.
  var isEngineStrict = false
  var peers = PeerPolicy()
  /// The time after which versions are too young, as with `min-release-age`; nil for none.
  var before: Timestamp?
  var dialect = Dialect.standard
  var preference = VersionPreference()
  /// `.npmrc`'s `lockfile-version`.
  var lockVersion: Int?
  /// The absolute paths of all files in the tree.
  let listing: ListedFiles

  var updateNames: Set<String> {
    if case .update(let names) = aim { names } else { [] }
  }

  var isUpdateOfAll: Bool { aim == .updateAll }

  /// Whether npm saves the manifest with the lock: `npm install` does, `npm update` doesn't.
  var isSaving: Bool {
    switch aim {
    case .install, .fresh: true
    case .update, .updateAll: false
    }
  }

  func rootPackage() -> Package {
    let package = Package(manifest.root, from: .manifest)
    addBinFolder(manifest.root, at: folder, to: package)
    return package
  }

  /// Returns the old lock if the aim uses it.
  func readLock(_ arena: Arena) throws(Problem) -> LockFile? {
    switch aim {
    case .updateAll, .fresh: return nil
    case .install, .update:
      // A build completes the packages of version 1, so each tree needs separate ones.
      guard locked?.version == 1, let lock else { return locked }
      return try LockFile(lock, root: folder, arena: arena)
    }
  }

  func writer(_ root: Node, _ old: LockFile?) -> LockWriter {
    LockWriter(
      root: root, version: writtenVersion(old),
      format: LockFormat(manifest: manifest.source.bytes), inherited: old?.fields ?? Object(),
      // The size of a lock rarely changes much.
      size: (lock?.source.bytes.count ?? 0) * 17 / 16)
  }

  /// Returns the version of the lock to write.
  ///
  /// Before npm 9, `npm update` keeps a newer version of the lock that it replaces, and before
  /// npm 8.1, every lock gets version 2.
  private func writtenVersion(_ old: LockFile?) -> Int {
    guard dialect.has(.keptLockVersion) else { return 2 }
    if let lockVersion { return lockVersion }
    let replaced = isUpdateOfAll && !dialect.has(.lockVersion3) ? locked : nil
    guard let kept = old ?? replaced, kept.version > 1 else { return dialect.lockVersion }
    return kept.version
  }

  /// Returns the absolute paths of the workspaces in npm's order.
  func workspaceFolders() throws(Problem) -> [String] {
    try Workspaces.folders(of: manifest, at: folder) { listing.paths }
  }

  /// Adds the commands of `directories.bin`.
  func addBinFolder(_ manifest: JSON.Node, at folder: String, to package: Package) {
    package.addBinFolder(manifest, at: folder, among: listing.paths)
  }
}

/// The absolute paths of the files of a tree, listed when they are first needed.
///
/// Most projects need none: neither `workspaces` nor `directories.bin` is frequent.
final class ListedFiles: Sendable {
  private let list: @Sendable () -> [String]
  private let known = Mutex<[String]?>(nil)

  init(_ list: @escaping @Sendable () -> [String]) {
    self.list = list
  }

  var paths: [String] {
    known.withLock { known in
      let paths = known ?? list()
      known = paths
      return paths
    }
  }
}
