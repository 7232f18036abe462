package import Ecosystem

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
    return (packages + XcodeFiles(paths: tracked).projects(all))
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
    return path.split(separator: "/").dropLast().contains { folders.contains($0) }
  }
}

/// Paths from the root of a tree, with forward slashes.
enum Path {
  static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// The folder around a path; empty for the root.
  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  /// The folder as `dependabot.yml` writes it.
  static func directory(of path: String) -> String { "/" + folder(of: path) }

  static func sibling(of path: String, named name: String) -> String {
    join(folder(of: path), name)
  }

  static func join(_ folder: String, _ name: String) -> String {
    folder.isEmpty ? name : "\(folder)/\(name)"
  }

  /// Resolves `.` and `..`; nil where the path leaves the tree.
  static func normalized(_ path: String, in folder: String) -> String? {
    guard !path.hasPrefix("/"), !path.hasPrefix("~") else { return nil }
    var parts = folder.split(separator: "/")
    for part in path.split(separator: "/") where part != "." {
      if part != ".." {
        parts.append(part)
      } else if parts.popLast() == nil {
        return nil
      }
    }
    return parts.joined(separator: "/")
  }
}
