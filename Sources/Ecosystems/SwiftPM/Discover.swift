package import Ecosystem
import Text

extension SwiftPMEcosystem {
  /// Finds every `Package.swift`, Xcode project and Xcode workspace of a tree.
  ///
  /// A project that a workspace contains is left to the workspace, which resolves for it. Copies
  /// that a tool checked out or made (`.build`, `Pods`, `Carthage`, `DerivedData`) do not count.
  package func discover(in paths: [String]) -> [Project] {
    let tracked = paths.filter { !Self.isMade($0) }
    let all = Set(tracked)
    let packages = tracked.filter { Path.name(of: $0) == "Package.swift" }.map { path in
      project(manifest: path, lock: Path.sibling(of: path, named: "Package.resolved"), all)
    }
    let listing = TreeListing(tracked)
    return
      (packages + XcodeFiles(listing: listing).projects() + TuistFiles(listing).projects())
      .sorted { $0.manifest < $1.manifest }
  }

  private func project(manifest: String, lock: String, _ all: Set<String>) -> Project {
    Project(
      ecosystem: .swift, directory: Path.directory(of: manifest), manifest: manifest,
      lock: all.contains(lock) ? lock : nil)
  }

  private static func isMade(_ path: String) -> Bool {
    let folders: Set<Substring> = [
      ".build", ".swiftpm", "Pods", "Carthage", "DerivedData", "node_modules", "SourcePackages",
    ]
    return path.slashParts().dropLast().contains { folders.contains($0) }
  }
}

/// SwiftPM's name for `TreePath`.
enum Path {
  static func name(of path: String) -> String { TreePath.name(of: path) }

  static func folder(of path: String) -> String { TreePath.folder(of: path) }

  static func directory(of path: String) -> String { TreePath.directory(of: path) }

  static func sibling(of path: String, named name: String) -> String {
    TreePath.sibling(of: path, named: name)
  }

  static func join(_ folder: String, _ name: String) -> String { TreePath.join(folder, name) }

  static func normalized(_ path: String, in folder: String) -> String? {
    TreePath.normalized(path, in: folder)
  }
}
