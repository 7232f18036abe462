import Ecosystem
import JavaScript

/// The packages' versions and dependencies in a lock, without building its tree.
struct LockedTree {
  private let entries: [LockFile.Entry]

  init(_ lock: LockFile?) {
    entries = lock?.entries ?? []
  }

  /// The names of all package folders.
  var names: Set<String> {
    Set(entries.compactMap { $0.linkTarget == nil ? $0.folderName : nil })
  }

  /// Whether there is a package folder of this name.
  func contains(_ name: String) -> Bool {
    entries.contains { $0.linkTarget == nil && $0.isNamed(name) }
  }

  /// Returns the version of the least nested copy.
  func version(of name: String) -> String? { entry(of: name)?.version }

  /// Returns the least nested copy.
  func package(of name: String) -> Package? { entry(of: name)?.package }

  /// Returns the registry's name of the copy with the shortest path.
  func packageName(of name: String) -> String? { entry(of: name)?.packageName }

  private func entry(of name: String) -> LockFile.Entry? {
    let own = entries.filter { $0.linkTarget == nil && $0.isNamed(name) }
    return own.min { $0.location.utf8.count < $1.location.utf8.count }
  }

  /// The requirements of all packages by the required name: each once, sorted.
  var bounds: [String: [String]] {
    var found: [String: Set<String>] = [:]
    for entry in entries where entry.linkTarget == nil {
      let package = entry.package
      for section in [package.dependencies, package.optionalDependencies, package.peerDependencies]
      {
        for dependency in section { found[dependency.name, default: []].insert(dependency.spec) }
      }
    }
    return found.mapValues { $0.sorted() }
  }

  /// Returns the names of a package's direct and indirect dependencies.
  func dependencies(of name: String) -> Set<String> {
    var dependencies: [String: Set<String>] = [:]
    for entry in entries where entry.linkTarget == nil {
      guard let folder = entry.folderName else { continue }
      let package = entry.package
      for section in [package.dependencies, package.optionalDependencies, package.peerDependencies]
      {
        dependencies[folder, default: []].formUnion(section.map(\.name))
      }
    }
    var result: Set<String> = []
    var open = [name]
    while let next = open.popLast() {
      for dependency in dependencies[next] ?? [] where result.insert(dependency).inserted {
        open.append(dependency)
      }
    }
    result.remove(name)
    return result
  }
}

extension LockFile.Entry {
  /// The package folder's name below the last `node_modules`; nil elsewhere.
  var folderName: String? { Paths.folderName(of: location) }

  /// Whether the package folder has this name.
  func isNamed(_ name: String) -> Bool {
    location.utf8.suffix(name.utf8.count).elementsEqual(name.utf8) && folderName == name
  }
}

extension ProjectFiles {
  var lockedTree: LockedTree { LockedTree(locked) }
}
