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

  /// Workspaces that resolve packages, and projects that pin some or that have no such workspace
  /// beside them.
  func projects(_ all: Set<String>) -> [Project] {
    let outer = paths.filter { path in
      path.hasSuffix(".xcworkspace/contents.xcworkspacedata") && !isInsideProject(path)
    }
    let workspaces = outer.filter { all.contains(Self.lock(of: $0)) || isFirst($0, outer, all) }
    let covered = workspaces.map { Path.folder(of: Path.folder(of: $0)) }
    let isCovered = { (folder: String) in covered.contains { Self.isFolder(folder, in: $0) } }
    let own = paths.filter { path in
      guard path.hasSuffix(".xcodeproj/project.pbxproj") else { return false }
      return all.contains(Self.lock(of: path))
        || !isCovered(Path.folder(of: Path.folder(of: path)))
    }
    let generated = generated(all, isCovered)
    let found = workspaces + own + generated
    return (found + missing(all, besides: generated)).map { project($0, all) }
  }

  /// Whether a workspace without pins is where Xcode would write the first ones.
  ///
  /// It is the only workspace, and it has projects in its folder or below, all without pins.
  private func isFirst(_ path: String, _ workspaces: [String], _ all: Set<String>) -> Bool {
    let folder = Path.folder(of: Path.folder(of: path))
    let below = paths.filter { path in
      path.hasSuffix(".xcodeproj/project.pbxproj")
        && Self.isFolder(Path.folder(of: Path.folder(of: path)), in: folder)
    }
    return workspaces.count == 1 && !below.isEmpty
      && !all.contains(Path.join(folder, "Package.swift"))
      && !below.contains { all.contains(Self.lock(of: $0)) }
  }

  /// Whether a folder is another one or inside it.
  private static func isFolder(_ folder: String, in other: String) -> Bool {
    other.isEmpty || folder == other || folder.hasPrefix(other + "/")
  }

  private func isInsideProject(_ path: String) -> Bool {
    path.split(separator: "/").contains { $0.hasSuffix(".xcodeproj") }
  }

  private func project(_ manifest: String, _ all: Set<String>) -> Project {
    let lock = generatedLock(of: manifest) ?? Self.lock(of: manifest)
    let bundle = Self.isGenerator(manifest) ? manifest : Path.folder(of: manifest)
    return Project(
      ecosystem: .swift, directory: Path.directory(of: bundle), manifest: manifest,
      lock: all.contains(lock) ? lock : nil)
  }
}

/// Projects that a tool generates.
extension XcodeFiles {
  /// Whether a manifest is a file of XcodeGen.
  static func isGenerator(_ manifest: String) -> Bool {
    ["project.yml", "project.yaml"].contains(Path.name(of: manifest))
  }

  /// The pins of the one project beside XcodeGen's file; nil for other files.
  func generatedLock(of manifest: String) -> String? {
    guard Self.isGenerator(manifest) else { return nil }
    let folder = Path.folder(of: manifest)
    let locks = paths.filter { path in
      path.hasSuffix(".xcodeproj" + Self.projectLock)
        && Path.folder(of: String(path.dropLast(Self.projectLock.utf8.count))) == folder
    }
    return locks.count == 1 ? locks.first : nil
  }

  private static let projectLock = "/project.xcworkspace/xcshareddata/swiftpm/Package.resolved"
  private static let workspaceLock = "/xcshareddata/swiftpm/Package.resolved"

  /// XcodeGen's files whose project is not in the repository.
  ///
  /// Other tools have a `project.yml`, too, so one without pins needs sources of an app below it.
  private func generated(_ all: Set<String>, _ isCovered: (String) -> Bool) -> [String] {
    paths.filter { path in
      guard Self.isGenerator(path) else { return false }
      if let lock = generatedLock(of: path) {
        return !all.contains(lock.dropLast(Self.projectLock.utf8.count) + "/project.pbxproj")
      }
      let folder = Path.folder(of: path)
      return !isCovered(folder) && holdsApp(folder)
    }
  }

  /// Whether a folder has sources for Apple's platforms, and no Xcode project beside them.
  private func holdsApp(_ folder: String) -> Bool {
    let below = paths.filter { folder.isEmpty || $0.hasPrefix(folder + "/") }
    let endings = [".swift", ".m", ".mm", ".xcconfig", ".entitlements", ".storyboard", ".plist"]
    return below.contains { path in endings.contains { path.hasSuffix($0) } }
      && !below.contains { path in
        path.hasSuffix(".xcodeproj/project.pbxproj")
          && Path.folder(of: Path.folder(of: path)) == folder
      }
  }

  /// Projects and workspaces that are not in the repository while their pins are.
  private func missing(_ all: Set<String>, besides generated: [String]) -> [String] {
    let folders = Set(generated.map { Path.folder(of: $0) })
    let tuist = TuistFiles(paths: paths)
    return paths.compactMap { path in
      guard path.hasSuffix(".xcworkspace" + Self.workspaceLock) else { return nil }
      var manifest = path.dropLast(Self.workspaceLock.utf8.count) + "/contents.xcworkspacedata"
      if path.hasSuffix(".xcodeproj" + Self.projectLock) {
        manifest = path.dropLast(Self.projectLock.utf8.count) + "/project.pbxproj"
      }
      let folder = Path.folder(of: Path.folder(of: String(manifest)))
      let isKnown =
        all.contains(String(manifest)) || folders.contains(folder) || tuist.root(of: folder) != nil
      return isKnown ? nil : String(manifest)
    }
  }
}

extension Project {
  /// Whether SwiftPM itself resolves the manifest; Xcode resolves all others.
  var isPackage: Bool { Path.name(of: manifest) == "Package.swift" }
}
