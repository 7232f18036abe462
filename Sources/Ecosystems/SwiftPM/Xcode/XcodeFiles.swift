import Ecosystem
import Text

/// The Xcode projects and workspaces among a tree's files, with the places of their locks.
struct XcodeFiles {
  let listing: TreeListing

  /// Where a project or workspace keeps its pins.
  static func lock(of manifest: String) -> String {
    let bundle = Path.folder(of: manifest)
    let workspace = bundle.hasSuffix(".xcodeproj") ? bundle + "/project.xcworkspace" : bundle
    return workspace + "/xcshareddata/swiftpm/Package.resolved"
  }

  /// Workspaces that resolve packages, and projects that pin some or that have no such workspace
  /// beside them.
  func projects() -> [Project] {
    let outer = listing.paths.filter { path in
      path.hasSuffix(".xcworkspace/contents.xcworkspacedata") && !isInsideProject(path)
    }
    let workspaces = outer.filter { path in
      listing.contains(Self.lock(of: path)) || outer.count == 1 && startsPins(path)
    }
    let covered = Set(workspaces.map { Path.folder(of: Path.folder(of: $0)) })
    let own = listing.paths.filter { path in
      guard path.hasSuffix(Self.projectFile) else { return false }
      return listing.contains(Self.lock(of: path))
        || !isFolder(Path.folder(of: Path.folder(of: path)), inAny: covered)
    }
    let generated = generated(besides: covered)
    let found = workspaces + own + generated
    return (found + missing(besides: generated)).map(project)
  }

  /// Whether the only workspace, which has no pins, is where Xcode would write the first ones.
  ///
  /// It has projects in its folder or below, all without pins.
  private func startsPins(_ path: String) -> Bool {
    let folder = Path.folder(of: Path.folder(of: path))
    let below = listing.files(below: folder).filter { $0.hasSuffix(Self.projectFile) }
    return !below.isEmpty && !listing.contains(Path.join(folder, "Package.swift"))
      && !below.contains { listing.contains(Self.lock(of: $0)) }
  }

  /// Whether a folder is one of others, or inside one.
  private func isFolder(_ folder: String, inAny others: Set<String>) -> Bool {
    var folder = folder
    while !others.contains(folder) {
      guard !folder.isEmpty else { return false }
      folder = Path.folder(of: folder)
    }
    return true
  }

  private func isInsideProject(_ path: String) -> Bool {
    path.slashParts().contains { $0.hasSuffix(".xcodeproj") }
  }

  private func project(_ manifest: String) -> Project {
    let lock = generatedLock(of: manifest) ?? Self.lock(of: manifest)
    let bundle = Self.isGenerator(manifest) ? manifest : Path.folder(of: manifest)
    return Project(
      ecosystem: .swift, directory: Path.directory(of: bundle), manifest: manifest,
      lock: listing.contains(lock) ? lock : nil)
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
    let locks = projects(in: folder).map { $0 + Self.projectLock }.filter(listing.contains)
    return locks.count == 1 ? locks.first : nil
  }

  /// The bundles of projects directly in a folder.
  private func projects(in folder: String) -> [String] {
    listing.folders(in: folder).filter { $0.hasSuffix(".xcodeproj") }
  }

  private static let projectFile = ".xcodeproj/project.pbxproj"
  private static let projectLock = "/project.xcworkspace/xcshareddata/swiftpm/Package.resolved"
  private static let workspaceLock = "/xcshareddata/swiftpm/Package.resolved"

  /// XcodeGen's files whose project is not in the repository.
  ///
  /// Other tools have a `project.yml`, too, so one without pins needs sources of an app below it.
  private func generated(besides covered: Set<String>) -> [String] {
    listing.paths.filter { path in
      guard Self.isGenerator(path) else { return false }
      if let lock = generatedLock(of: path) {
        return !listing.contains(lock.dropLast(Self.projectLock.utf8.count) + "/project.pbxproj")
      }
      let folder = Path.folder(of: path)
      return !isFolder(folder, inAny: covered) && holdsApp(folder)
    }
  }

  /// Whether a folder has sources for Apple's platforms, and no Xcode project beside them.
  private func holdsApp(_ folder: String) -> Bool {
    guard !projects(in: folder).contains(where: { listing.contains($0 + "/project.pbxproj") })
    else { return false }
    let endings = [".swift", ".m", ".mm", ".xcconfig", ".entitlements", ".storyboard", ".plist"]
    return listing.files(below: folder).contains { path in endings.contains { path.hasSuffix($0) } }
  }

  /// Projects and workspaces that are not in the repository while their pins are.
  private func missing(besides generated: [String]) -> [String] {
    let folders = Set(generated.map { Path.folder(of: $0) })
    let tuist = TuistFiles(listing)
    return listing.paths.compactMap { path in
      guard path.hasSuffix(".xcworkspace" + Self.workspaceLock) else { return nil }
      var manifest = path.dropLast(Self.workspaceLock.utf8.count) + "/contents.xcworkspacedata"
      if path.hasSuffix(".xcodeproj" + Self.projectLock) {
        manifest = path.dropLast(Self.projectLock.utf8.count) + "/project.pbxproj"
      }
      let folder = Path.folder(of: Path.folder(of: String(manifest)))
      let isKnown =
        listing.contains(String(manifest)) || folders.contains(folder)
        || tuist.root(of: folder) != nil
      return isKnown ? nil : String(manifest)
    }
  }
}

extension Project {
  /// Whether SwiftPM itself resolves the manifest; Xcode resolves all others.
  var isPackage: Bool { Path.name(of: manifest) == "Package.swift" }
}
