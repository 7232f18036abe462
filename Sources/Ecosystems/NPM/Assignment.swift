import Ecosystem
import JSON
import JavaScript
import Text

/// What a resolver is to do, and all that it may look at besides registries and folders.
struct Assignment {
  /// What is wanted of the lock.
  enum Aim: Hashable, Sendable {
    /// Make it fit the manifest: `npm install`.
    case install
    /// Move packages of these names: `npm update NAME`.
    case update(Set<String>)
    /// Work everything out anew: `npm update`.
    case updateAll
    /// As if there were no lock.
    case fresh
  }

  /// Absolute path of the project in the tree, whose own name is the first part.
  var folder: String
  var manifest: Document
  var lock: Document?
  /// What that lock says.
  var locked: LockFile?
  var aim: Aim
  var engines: Engines
  /// Whether a package that doesn't run on the engines is an error, as for `engine-strict`.
  var isEngineStrict = false
  var peers = PeerPolicy()
  var dialect = Dialect()
  var preference = VersionPreference()
  /// `.npmrc`'s `lockfile-version`.
  var lockVersion: Int?
  /// All files of the tree, absolute.
  var files: [String]

  var updateNames: Set<String> {
    if case .update(let names) = aim { names } else { [] }
  }

  var isUpdateOfAll: Bool { aim == .updateAll }

  func rootPackage() -> Package {
    let package = Package(manifest.root, from: .manifest)
    addBinFolder(manifest.root, at: folder, to: package)
    return package
  }

  /// The old lock, where it takes part.
  func readLock(_ arena: Arena) throws(Problem) -> LockFile? {
    switch aim {
    case .updateAll, .fresh: return nil
    case .install, .update:
      // Planting completes the packages of version 1, so that each tree needs its own.
      guard locked?.version == 1, let lock else { return locked }
      return try LockFile(lock, root: folder, arena: arena)
    }
  }

  func writer(_ root: Node, _ old: LockFile?) -> LockWriter {
    let kept = old.map { $0.version == 1 ? 3 : $0.version }
    return LockWriter(
      root: root, version: lockVersion ?? kept ?? 3,
      format: LockFormat(manifest: manifest.source.bytes), inherited: old?.fields ?? Object(),
      writesLibc: dialect.writesLibc,
      // A lock mostly stays as large as it was.
      size: (lock?.source.bytes.count ?? 0) * 17 / 16)
  }

  /// Absolute paths of the workspaces, in npm's order.
  func workspaceFolders() throws(Problem) -> [String] {
    guard let field = manifest.root["workspaces"], field.isTruthy else { return [] }
    let list = field.kind == .array ? field : field["packages"]
    guard let list, list.kind == .array else {
      throw Problem(.failed, "has workspaces that are no array", at: field.location)
    }
    var patterns = Workspaces()
    for element in list.elements {
      guard let pattern = element.string else {
        throw Problem(.failed, "has a workspace pattern that is no text", at: element.location)
      }
      try patterns.add(pattern, at: element.location)
    }
    if patterns.isEmpty { return [] }
    let folders = files.compactMap { file -> String? in
      guard file.hasSuffix("/package.json") else { return nil }
      return Paths.tail(of: Paths.dirname(file), below: folder)
    }
    let found = patterns.folders(in: folders)
    if found.count > 1, let name = found.first(where: { !Collation.covers($0) }) {
      throw Problem(
        .refused, "is a workspace whose place among the others is not certain", subject: name,
        at: list.location)
    }
    return found.map { $0.isEmpty ? folder : Paths.resolve(folder, $0) }
  }

  /// Reads `directories.bin`: every file below that folder is a command.
  func addBinFolder(_ manifest: JSON.Node, at folder: String, to package: Package) {
    guard manifest["bin"]?.isTruthy != true,
      let directory = manifest["directories"]?["bin"]?.string, !directory.isEmpty
    else { return }
    let bins = Paths.normalize(folder + Paths.normalize("/" + directory))
    var commands = Object()
    for file in files {
      guard let rest = Paths.tail(of: file, below: bins) else { continue }
      if rest.split(separator: "/").contains(where: { $0.hasPrefix(".") }) { continue }
      commands[Paths.basename(file)] = .string(Paths.relative(folder, file))
    }
    if !commands.isEmpty { package.copied["bin"] = .object(commands) }
  }
}

/// What differs between the locks of npm's versions.
struct Dialect: Hashable, Sendable {
  /// npm 10 and later tell licences; 7 to 9 do not.
  var hasLicenses = true
  /// npm 11 tells C libraries.
  var writesLibc = false
}
