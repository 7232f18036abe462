import Text
import Ecosystem

/// Tuist's projects among a tree's files, by the folder that Tuist starts from.
struct TuistFiles: Sendable {
  /// The pins of a project whose packages Xcode resolves.
  static let lock = ".package.resolved"

  /// The paths of `Project.swift` by the folder that they are generated from together.
  let projectsByRoot: [String: [String]]
  private let all: Set<String>
  private let roots: Set<String>

  /// Finds the projects among all files of a tree.
  ///
  /// Tuist starts from a folder with `Tuist.swift`, a folder `Tuist`, pins, or a `Workspace.swift`
  /// beside a `Project.swift`. A lone `Project.swift` counts in the root of the repository.
  init(_ listing: TreeListing) {
    all = listing.files
    let paths = listing.paths
    let projects = paths.filter { path in
      Path.name(of: path) == "Project.swift" && !path.slashParts().contains("Tuist")
    }
    var roots: Set<String> = []
    for path in projects.isEmpty ? [] : paths {
      let folder = Path.folder(of: path)
      if ["Tuist.swift", Self.lock].contains(Path.name(of: path)) { roots.insert(folder) }
      if Path.name(of: folder) == "Tuist" { roots.insert(Path.folder(of: folder)) }
    }
    for path in projects {
      let folder = Path.folder(of: path)
      if folder.isEmpty || all.contains(Path.join(folder, "Workspace.swift")) {
        roots.insert(folder)
      }
    }
    self.roots = roots
    var byRoot: [String: [String]] = [:]
    for path in projects {
      guard let root = Self.nearest(to: Path.folder(of: path), among: roots) else { continue }
      byRoot[root, default: []].append(path)
    }
    projectsByRoot = byRoot
  }

  /// The folder that Tuist starts from for a folder; nil if Tuist has no part in it.
  func root(of folder: String) -> String? {
    Self.nearest(to: folder, among: roots).flatMap { projectsByRoot[$0] == nil ? nil : $0 }
  }

  private static func nearest(to folder: String, among roots: Set<String>) -> String? {
    var folder = folder
    while !roots.contains(folder) {
      guard !folder.isEmpty else { return nil }
      folder = Path.folder(of: folder)
    }
    return folder
  }

  /// One project for each folder that Tuist starts from.
  func projects() -> [Project] {
    projectsByRoot.map { root, paths in
      let lock = Path.join(root, Self.lock)
      let own = ["Workspace.swift", "Project.swift"].map { Path.join(root, $0) }
      return Project(
        ecosystem: .swift, directory: root.isEmpty ? "/" : "/" + root,
        manifest: own.first(where: all.contains) ?? paths.sorted()[0],
        lock: all.contains(lock) ? lock : nil)
    }
  }
}
