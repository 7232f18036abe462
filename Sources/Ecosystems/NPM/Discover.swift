package import Ecosystem
import JavaScript
import Text

extension NPMEcosystem {
  /// Locks by precedence; those of other tools are read, never written.
  static let locks = [
    "npm-shrinkwrap.json", "package-lock.json", "yarn.lock", "bun.lock",
    "bun.lockb",
  ]

  /// One for each `package.json` with a lock beside it or no other above it; the rest are taken for
  /// workspaces.
  package func discover(in paths: [String]) -> [Project] {
    let all = Set(paths)
    let manifests = paths.filter { path in
      Paths.basename("/" + path) == "package.json" && !path.contains("node_modules/")
    }
    return manifests.filter { isProject($0, all) }.sorted().map { manifest in
      Project(
        ecosystem: .npm, directory: "/" + Self.folder(of: manifest), manifest: manifest,
        lock: Self.lock(beside: manifest, all))
    }
  }

  /// Finds each `package.json` without a lock below another one.
  package func discoverNamed(in paths: [String]) -> [Project] {
    let all = Set(paths)
    return paths.filter { path in
      Paths.basename("/" + path) == "package.json" && !path.contains("node_modules/")
        && !isProject(path, all)
    }.filter { path in
      let locks = Self.locks + Tool.pnpm.locks
      return !locks.contains { all.contains(Self.path($0, in: Self.folder(of: path))) }
    }.sorted().map { manifest in
      Project(
        ecosystem: .npm, directory: "/" + Self.folder(of: manifest), manifest: manifest, lock: nil)
    }
  }

  /// Returns the manifest above whose workspace has the project.
  ///
  /// Below a `pnpm-workspace.yaml`, every project is taken for a member.
  package func parent(
    of project: Project, in tree: SourceTree
  ) async throws(Problem) -> String? {
    guard project.lock == nil else { return nil }
    var folder = Self.folder(of: project.manifest)
    while !folder.isEmpty {
      folder = Self.folder(of: folder)
      let manifest = Self.path("package.json", in: folder)
      guard tree.listing.contains(manifest) else { continue }
      if tree.listing.contains(Self.path("pnpm-workspace.yaml", in: folder)) { return manifest }
      let document = try Manifest.document(try await tree.read(manifest))
      let base = "/" + tree.name
      let root = Paths.normalize(base + "/" + folder)
      let members = try Workspaces.folders(
        of: document, at: root, among: tree.absolutePaths(in: "/" + folder, below: base))
      let own = Paths.normalize(base + project.directory)
      if own != root, members.contains(own) { return manifest }
    }
    return nil
  }

  /// Whether a manifest is a project: it has a lock, or there is no manifest above whose workspace it
  /// could be.
  private func isProject(_ manifest: String, _ all: Set<String>) -> Bool {
    var folder = Self.folder(of: manifest)
    if Self.locks.contains(where: { all.contains(Self.path($0, in: folder)) }) { return true }
    // pnpm's projects.
    if Tool.pnpm.locks.contains(where: { all.contains(Self.path($0, in: folder)) }) { return false }
    while !folder.isEmpty {
      folder = Self.folder(of: folder)
      if all.contains(Self.path("package.json", in: folder)) { return false }
    }
    return true
  }

  private static func lock(beside manifest: String, _ all: Set<String>) -> String? {
    locks.map { path($0, in: folder(of: manifest)) }.first(where: all.contains)
  }

  static func folder(of path: String) -> String {
    TreePath.folder(of: path)
  }

  static func path(_ name: String, in folder: String) -> String {
    TreePath.join(folder, name)
  }
}
