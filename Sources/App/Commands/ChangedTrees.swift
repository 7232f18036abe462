import Ecosystem
import Text
import Updates

/// The trees in which projects are opened one after the other, each with the changes of those before.
///
/// A new file makes a new list of all paths, from which every project is found again. The lock files
/// of thousands of projects would take quadratic time, so that a project sees only the new files in its
/// folder, above it and below it; those of Xcode, which can share a lock anywhere, see all.
struct ChangedTrees {
  /// The tree with the changes of files that it has.
  private var base: SourceTree
  /// The new files, by path.
  private var added: [String: FileChange] = [:]
  /// The paths of the new files in each folder, and of those in it and below it.
  private var folders: (own: [String: Set<String>], below: [String: Set<String>]) = ([:], [:])
  /// The latest tree, with the paths of the new files that it has.
  private var latest: (added: Set<String>, tree: SourceTree)

  init(_ source: SourceTree) {
    base = source
    latest = ([], source)
  }

  /// Returns the tree for a project.
  mutating func tree(for configured: ConfiguredProject) -> SourceTree {
    let seen =
      configured.ecosystem.description.sharesLocks
      ? Set(added.keys) : near(configured.project.manifest)
    if seen != latest.added {
      latest = (seen, base.changed(by: seen.sorted().compactMap { added[$0] }))
    }
    return latest.tree
  }

  /// The new files in the folder of a manifest, above it and below it.
  private func near(_ manifest: String) -> Set<String> {
    var folder = TreePath.folder(of: manifest)
    var found = folders.below[folder] ?? []
    while !folder.isEmpty {
      folder = TreePath.folder(of: folder)
      found.formUnion(folders.own[folder] ?? [])
    }
    return found
  }

  /// Applies the changes of a project.
  mutating func apply(_ files: [FileChange]) {
    let known = files.filter { base.listing.contains($0.path) }
    base = base.changed(by: known)
    latest.tree = latest.added.isEmpty ? base : latest.tree.changed(by: known)
    for file in files where !base.listing.contains(file.path) {
      if latest.added.contains(file.path) { latest = ([], base) }
      add(file)
    }
  }

  private mutating func add(_ file: FileChange) {
    added[file.path] = file
    var folder = TreePath.folder(of: file.path)
    folders.own[folder, default: []].insert(file.path)
    folders.below[folder, default: []].insert(file.path)
    while !folder.isEmpty {
      folder = TreePath.folder(of: folder)
      folders.below[folder, default: []].insert(file.path)
    }
  }
}

extension ConfiguredProject {
  /// Finds the project again after a change, which can have added its lock.
  func project(after change: Ecosystem.Change, in tree: SourceTree) -> Project? {
    if project.lock != nil { return project }
    let folders = Set(change.files.map { TreePath.folder(of: $0.path) })
      .union([TreePath.folder(of: project.manifest)])
    let paths =
      ecosystem.description.sharesLocks
      ? tree.paths : folders.flatMap { tree.listing.files(in: $0) }.sorted()
    return ecosystem.discover(in: paths).first { $0.manifest == project.manifest }
  }
}
