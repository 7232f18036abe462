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

  /// Workspaces that pin packages, and projects that do so or that no such workspace stands beside.
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

extension ContentsReader {
  /// Reads an Xcode project or workspace, or the file that one is generated from.
  func readXcode(_ project: Project) async throws(Problem) -> Contents {
    let manifest = project.manifest
    let lock = GeneratedProject.lock(of: manifest, among: tree.paths)
    var contents = Contents(
      project: project, lockPath: lock ?? XcodeFiles.lock(of: manifest))
    var folders: [String] = []
    if manifest.hasSuffix(".xcworkspacedata") {
      folders = try await addWorkspace(try await text(manifest), to: &contents)
    } else if manifest.hasSuffix(".pbxproj") {
      folders = try await addProject(manifest, to: &contents)
    } else {
      folders = try addGenerated(try await text(manifest), to: &contents)
    }
    for folder in Set(folders).sorted() {
      try await addRoot(folder, to: &contents, isPackage: false)
    }
    try await addLocals(to: &contents)
    try await addLock(to: &contents)
    contents.isXcode = true
    contents.originLocations = Self.locations(contents.projectDependencies)
    return contents
  }

  /// The URLs once each, ordered by identity.
  private static func locations(_ dependencies: [PackageDependency]) -> [String] {
    var seen: Set<String> = []
    return dependencies.filter { seen.insert($0.location).inserted }
      .sorted { $0.identity < $1.identity }.map(\.location)
  }

  private func addWorkspace(
    _ text: SourceText, to contents: inout Contents
  ) async throws(Problem) -> [String] {
    let all = Set(tree.paths)
    var folders: [String] = []
    for member in try XcodeWorkspace(text).members {
      if all.contains(Path.join(member, "project.pbxproj")) {
        folders += try await addProject(Path.join(member, "project.pbxproj"), to: &contents)
      } else if all.contains(Path.join(member, "Package.swift")) {
        folders.append(member)
      }
    }
    return folders
  }

  private func addProject(
    _ path: String, to contents: inout Contents
  ) async throws(Problem) -> [String] {
    let project = try XcodeProject(try await text(path), paths: Set(tree.paths))
    contents.projectDependencies += project.remotes
    contents.declarations += project.remotes.map {
      Contents.Declaration(dependency: $0, text: project.text)
    }
    try await addGenerator(beside: path, to: &contents)
    return project.locals
  }

  /// The file that a kept project was generated from, so that an edit reaches both.
  private func addGenerator(
    beside path: String, to contents: inout Contents
  ) async throws(Problem) {
    let bundle = Path.folder(of: path)
    for name in ["project.yml", "project.yaml"] {
      let generator = Path.sibling(of: bundle, named: name)
      guard tree.paths.contains(generator) else { continue }
      let source = try GeneratedProject(try await text(generator))
      guard source.name.map({ $0 + ".xcodeproj" }) == Path.name(of: bundle) else { continue }
      contents.declarations += source.declarations
    }
  }

  private func addGenerated(
    _ text: SourceText, to contents: inout Contents
  ) throws(Problem) -> [String] {
    let source = try GeneratedProject(text)
    contents.projectDependencies = source.declarations.map(\.dependency)
    contents.declarations = source.declarations
    return source.locals
  }
}
