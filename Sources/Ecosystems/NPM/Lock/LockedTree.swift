import Ecosystem
import JavaScript

/// What a lock says of packages' versions and wishes, without building its tree.
struct LockedTree {
  private let entries: [LockFile.Entry]

  init(_ lock: LockFile?) {
    entries = lock?.entries ?? []
  }

  /// Names of all folders that packages lie in.
  var names: Set<String> {
    Set(entries.compactMap { $0.linkTarget == nil ? $0.folderName : nil })
  }

  /// Whether a package lies in a folder of this name.
  func contains(_ name: String) -> Bool {
    entries.contains { $0.linkTarget == nil && $0.isNamed(name) }
  }

  /// The version that lies highest.
  func version(of name: String) -> String? { entry(of: name)?.version }

  /// The package that lies highest.
  func package(of name: String) -> Package? { entry(of: name)?.package }

  /// Returns the registry's name of the copy with the shortest path.
  func packageName(of name: String) -> String? { entry(of: name)?.packageName }

  private func entry(of name: String) -> LockFile.Entry? {
    let own = entries.filter { $0.linkTarget == nil && $0.isNamed(name) }
    return own.min { $0.location.utf8.count < $1.location.utf8.count }
  }

  /// What packages ask of others, by name: each requirement once, sorted.
  var bounds: [String: [String]] {
    var found: [String: Set<String>] = [:]
    for entry in entries where entry.linkTarget == nil {
      let package = entry.package
      for section in [package.dependencies, package.optionalDependencies, package.peerDependencies]
      {
        for wish in section { found[wish.name, default: []].insert(wish.spec) }
      }
    }
    return found.mapValues { $0.sorted() }
  }

  /// Names of all that a package brings along, itself not among them.
  func dependencies(of name: String) -> Set<String> {
    var wishes: [String: Set<String>] = [:]
    for entry in entries where entry.linkTarget == nil {
      guard let folder = entry.folderName else { continue }
      let package = entry.package
      for section in [package.dependencies, package.optionalDependencies, package.peerDependencies]
      {
        wishes[folder, default: []].formUnion(section.map(\.name))
      }
    }
    var result: Set<String> = []
    var open = [name]
    while let next = open.popLast() {
      for wish in wishes[next] ?? [] where result.insert(wish).inserted { open.append(wish) }
    }
    result.remove(name)
    return result
  }
}

extension LockFile.Entry {
  /// The folder's name below the last `node_modules`; nil for what lies elsewhere.
  var folderName: String? { Paths.folderName(of: location) }

  /// Whether that is the folder's name.
  func isNamed(_ name: String) -> Bool {
    location.utf8.suffix(name.utf8.count).elementsEqual(name.utf8) && folderName == name
  }
}

extension ProjectFiles {
  var lockedTree: LockedTree { LockedTree(locked) }
}
