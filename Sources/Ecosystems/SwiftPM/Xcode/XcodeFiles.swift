import Ecosystem
import Text

/// The Xcode projects and workspaces among a tree's files, with the places of their locks.
struct XcodeFiles {
  let paths: [String]

  /// Where a project or workspace keeps its pins.
  static func lock(of manifest: String) -> String {
    let bundle = Path.folder(of: manifest)
    let workspace = bundle.hasSuffix(".xcodeproj") ? bundle + "/project.xcworkspace" : bundle
    return workspace + "/xcshareddata/swiftpm/Package.resolved"
  }

  /// Workspaces that pin packages, and projects that do so or that have no such workspace beside
  /// them.
  func projects(_ all: Set<String>) -> [Project] {
    let workspaces = paths.filter { path in
      path.hasSuffix(".xcworkspace/contents.xcworkspacedata") && !isInsideProject(path)
        && all.contains(Self.lock(of: path))
    }
    let covered = workspaces.map { Path.folder(of: Path.folder(of: $0)) }
    let own = paths.filter { path in
      guard path.hasSuffix(".xcodeproj/project.pbxproj") else { return false }
      if all.contains(Self.lock(of: path)) { return true }
      let folder = Path.folder(of: Path.folder(of: path))
      return !covered.contains { $0.isEmpty || folder == $0 || folder.hasPrefix($0 + "/") }
    }
    return (workspaces + own + generated(all)).map { project($0, all) }
  }

  private func isInsideProject(_ path: String) -> Bool {
    path.split(separator: "/").contains { $0.hasSuffix(".xcodeproj") }
  }

  private func project(_ manifest: String, _ all: Set<String>) -> Project {
    let lock = GeneratedProject.lock(of: manifest, among: paths) ?? Self.lock(of: manifest)
    let bundle =
      Path.name(of: manifest).hasPrefix("project.y") ? manifest : Path.folder(of: manifest)
    return Project(
      ecosystem: .swift, directory: Path.directory(of: bundle), manifest: manifest,
      lock: all.contains(lock) ? lock : nil)
  }

  /// XcodeGen's files whose project is not kept, but whose pins are.
  private func generated(_ all: Set<String>) -> [String] {
    paths.filter { path in
      guard ["project.yml", "project.yaml"].contains(Path.name(of: path)),
        let lock = GeneratedProject.lock(of: path, among: paths)
      else { return false }
      let bundle = lock.firstRange(of: ".xcodeproj/").map { String(lock[..<$0.upperBound]) } ?? ""
      return !all.contains(bundle + "project.pbxproj")
    }
  }
}
