import Ecosystem
import Text

extension ContentsReader {
  /// Reads an Xcode project or workspace, or the file that one is generated from.
  func readXcode(_ project: Project) async throws(Problem) -> Contents {
    let manifest = project.manifest
    guard tree.listing.contains(manifest) else {
      throw Problem(
        .refused, "pins packages of a project that is not in the repository",
        subject: project.lock ?? manifest,
        advice: "\(manifest) declares the packages; if a tool generates it, that tool's file is "
          + "not known here")
    }
    let files = XcodeFiles(listing: tree.listing)
    let lock = files.generatedLock(of: manifest)
    var contents = Contents(
      project: project, lockPath: lock ?? XcodeFiles.lock(of: manifest))
    contents.isXcode = true
    contents.writesLock = lock != nil || !XcodeFiles.isGenerator(manifest)
    try await addSettings(
      Path.sibling(of: contents.lockPath, named: "configuration"), to: &contents)
    var members = XcodeMembers(listing: tree.listing)
    if manifest.hasSuffix(".xcworkspacedata") {
      try await add(XcodeWorkspace(try await text(manifest)), to: &contents, &members)
    } else if manifest.hasSuffix(".pbxproj") {
      try await addProject(manifest, to: &contents, &members)
    } else {
      try add(try await generated(manifest), to: &contents, &members)
    }
    try await addContainedProjects(to: &contents, &members)
    try await addMembers(members.folders, to: &contents)
    return contents
  }

  /// Adds the local packages and the lock of a project whose own dependencies are known.
  func addMembers(_ folders: Set<String>, to contents: inout Contents) async throws(Problem) {
    for folder in folders.sorted() {
      try await addRoot(folder, to: &contents)
    }
    try await addLocals(to: &contents)
    try await addLock(to: &contents)
    contents.originLocations = Self.locations(contents.projectDependencies)
  }

  /// The URLs once each, ordered by identity.
  private static func locations(_ dependencies: [PackageDependency]) -> [String] {
    var seen: Set<String> = []
    return dependencies.filter { seen.insert($0.written).inserted }
      .sorted { $0.identity < $1.identity }.map(\.written)
  }

  private func add(
    _ workspace: XcodeWorkspace, to contents: inout Contents, _ members: inout XcodeMembers
  ) async throws(Problem) {
    for member in workspace.members {
      let path = member.path
      if path.hasSuffix(".xcodeproj") {
        if members.listing.contains(Path.join(path, "project.pbxproj")) {
          try await addProject(Path.join(path, "project.pbxproj"), to: &contents, &members)
        } else if let generator = try await generator(of: path) {
          try add(generator, to: &contents, &members)
        } else if !XcodeMembers.isWithoutPackages(path) {
          throw workspace.problem(
            "refers to `\(path)`, which is not in the repository", at: member.offset)
        }
      } else if members.listing.contains(Path.join(path, "Package.swift")) {
        members.folders.insert(path)
      } else if !members.isKnown(path) {
        throw workspace.problem(
          "refers to `\(path)`, which is not in the repository", at: member.offset)
      }
    }
  }

  private func addProject(
    _ path: String, to contents: inout Contents, _ members: inout XcodeMembers
  ) async throws(Problem) {
    guard members.projects.insert(path).inserted else { return }
    guard members.projects.count <= XcodeMembers.limit else {
      throw Problem(
        .refused, "is one of more than \(XcodeMembers.limit) projects", subject: path)
    }
    let project = try XcodeProject(try await text(path))
    contents.addOwn(
      project.remotes.map { Contents.Declaration(dependency: $0, text: project.text) })
    for target in project.targets {
      contents.consumers.append(try await consumer(target, of: project, contents.mirrors))
    }
    // A project is also edited in the file that it was generated from.
    if let source = try await generator(of: Path.folder(of: path)) {
      contents.declarations += source.declarations.map { $0.mirrored(by: contents.mirrors) }
    }
    try members.add(project)
  }

  /// Adds the projects inside the projects, at any depth.
  ///
  /// Xcode resolves their packages together with those of the outer project, and pins them in its
  /// lock. (Inferred from locks of public repositories, such as that of Down's example.)
  private func addContainedProjects(
    to contents: inout Contents, _ members: inout XcodeMembers
  ) async throws(Problem) {
    var next = 0
    while next < members.contained.count {
      let (outer, reference) = members.contained[next]
      next += 1
      if XcodeMembers.isWithoutPackages(reference.written) { continue }
      let path = reference.path.map { Path.join($0, "project.pbxproj") }
      guard let path, members.listing.contains(path) else {
        throw outer.problem(
          "contains the project `\(reference.written)`, which is not in the repository",
          at: reference.offset)
      }
      try await addProject(path, to: &contents, &members)
    }
  }

  private func add(
    _ source: GeneratedFiles, to contents: inout Contents, _ members: inout XcodeMembers
  ) throws(Problem) {
    contents.addOwn(source.declarations)
    contents.consumers += source.consumers(contents.mirrors)
    members.folders.formUnion(source.locals)
    for (folder, text) in source.synchronized { try members.add(folder, of: text) }
  }
}

extension Contents {
  /// Adds dependencies that the project itself declares.
  mutating func addOwn(_ declarations: [Declaration]) {
    let mirrored = declarations.map { $0.mirrored(by: mirrors) }
    projectDependencies += mirrored.map(\.dependency)
    self.declarations += mirrored
  }
}

extension Contents.Declaration {
  /// The declaration with the location of its dependency replaced by its mirror.
  func mirrored(by mirrors: LocationMirrors) -> Self {
    var result = self
    result.dependency = dependency.mirrored(by: mirrors)
    return result
  }
}

/// What an Xcode project or workspace brings together.
struct XcodeMembers {
  /// How many projects, and how many local packages, one resolution takes.
  static let limit = 1_000

  let listing: TreeListing
  /// Folders of local packages.
  var folders: Set<String> = []
  /// The `project.pbxproj` files that were read.
  var projects: Set<String> = []
  /// Projects inside those, with the one that refers to them.
  var contained: [(outer: XcodeProject, reference: XcodeProject.Reference)] = []

  /// Adds a project's local packages.
  ///
  /// - Throws: a refusal for a package, or a folder that may be one, that is not in the repository.
  mutating func add(_ project: XcodeProject) throws(Problem) {
    contained += project.projects.map { (project, $0) }
    for local in project.locals {
      guard let folder = local.path else {
        throw project.problem(
          "has the local package `\(local.written)`, which is outside the repository",
          at: local.offset)
      }
      guard listing.contains(Path.join(folder, "Package.swift")) else {
        throw project.problem(
          "has the local package `\(local.written)`, which is not in the repository",
          at: local.offset,
          advice: "if a tool makes it and git ignores it, its packages are not known here")
      }
      folders.insert(folder)
    }
    for file in project.files {
      if try isPackage(file, in: project), let path = file.path { folders.insert(path) }
    }
    for folder in project.synchronized { try add(folder, of: project.text) }
    guard folders.count <= Self.limit else {
      throw project.problem("has more than \(Self.limit) local packages", at: 0)
    }
  }

  /// Adds the packages in a folder that Xcode shows with all that is in it.
  ///
  /// - Throws: a refusal that points to the folder in the file that names it.
  mutating func add(
    _ folder: SynchronizedFolder, of text: SourceText
  ) throws(Problem) {
    let reference = folder.reference
    var obstacle = "synchronizes the folder `\(reference.written)`, which is "
    obstacle += reference.path == nil ? "outside the repository" : "not in the repository"
    var advice = "it may contain local packages, whose pins would be lost"
    if let path = reference.path, listing.holdsFolder(path) || listing.contains(path) {
      do throws(SynchronizedFolder.Uncertainty) {
        folders.formUnion(try folder.packages(in: listing))
        return
      } catch {
        obstacle = error.message
        advice = "it is not known whether Xcode resolves it; refer to the package by itself"
      }
    }
    throw Problem(
      .refused, obstacle, subject: text.file, at: text.location(at: reference.offset),
      advice: advice)
  }

  private func isPackage(
    _ file: XcodeProject.Reference, in project: XcodeProject
  ) throws(Problem) -> Bool {
    let advice = "it may be a local package, whose pins would be lost"
    guard let path = file.path else {
      guard file.mayBeFolder, !Self.isFile(file.written) else { return false }
      throw project.problem(
        "refers to `\(file.written)`, which is outside the repository", at: file.offset,
        advice: advice)
    }
    if listing.contains(Path.join(path, "Package.swift")) { return true }
    guard file.mayBeFolder, !isKnown(path) else { return false }
    throw project.problem(
      "refers to `\(file.written)`, which is not in the repository", at: file.offset,
      advice: advice)
  }

  /// Whether a path is certain not to be a package that is missing from the repository.
  func isKnown(_ path: String) -> Bool {
    listing.contains(path) || listing.holdsFolder(path) || Self.isFile(path)
  }

  /// Whether a project is made by a tool that writes no package references into it.
  static func isWithoutPackages(_ path: String) -> Bool {
    Path.name(of: path) == "Pods.xcodeproj" || path.slashParts().contains("node_modules")
  }

  /// Whether a path has the ending of a file or a bundle that is never a package.
  static func isFile(_ path: String) -> Bool {
    let name = Path.name(of: path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return false }
    return fileTypes.contains(name[name.index(after: dot)...].lowercased())
  }

  /// Endings of files and bundles that are never Swift packages.
  private static let fileTypes: Set<String> = [
    "app", "appex", "bundle", "c", "cpp", "css", "entitlements", "framework", "gif", "h", "hpp",
    "html", "intentdefinition", "jpg", "js", "json", "lock", "m", "md", "metal", "mm", "pdf",
    "plist", "playground", "png", "rb", "resolved", "rtf", "sh", "storekit", "storyboard",
    "strings", "stringsdict", "svg", "swift", "toml", "txt", "xcassets", "xcconfig",
    "xcdatamodeld", "xcframework", "xcprivacy", "xcstrings", "xctestplan", "xib", "xml", "yaml",
    "yml",
  ]
}
