package import Ecosystem
import Text

extension SwiftPMEcosystem {
  /// Finds the packages without a lock that a workspace, an Xcode project or a package with a lock
  /// contains: they are resolved together.
  ///
  /// A project that can't be read has no parts; its problem is reported for itself.
  package func wholes(
    of parts: [Project], in tree: SourceTree
  ) async -> [String: Project] {
    var result = await packages(ofTuist: parts, in: tree)
    let open = parts.filter { $0.isPackage && $0.lock == nil }
    guard !open.isEmpty else { return result }
    let locked = discover(in: tree.paths).filter { $0.lock != nil }
    for whole in locked where open.contains(where: { whole.surrounds($0) }) {
      guard let members = await members(of: whole, in: tree) else { continue }
      for part in open where result[part.manifest] == nil && whole.surrounds(part) {
        if members.contains(Path.folder(of: part.manifest)) { result[part.manifest] = whole }
      }
    }
    return result
  }

  /// The folders of the packages that a project resolves for; nil if it can't be read.
  private func members(of project: Project, in tree: SourceTree) async -> Set<String>? {
    await contents(of: project, in: tree)?.folders
  }

  /// Finds `Tuist/Package.swift` of projects whose own `Project.swift` have no packages: Tuist 4 has
  /// them there.
  private func packages(
    ofTuist parts: [Project], in tree: SourceTree
  ) async -> [String: Project] {
    var result: [String: Project] = [:]
    let tuist = parts.filter { !$0.isPackage && $0.manifest.hasSuffix(".swift") && $0.lock == nil }
    guard !tuist.isEmpty else { return result }
    let files = tree.listing.view(TuistFiles.init)
    let discovered = discover(in: tree.paths)
    for part in tuist {
      let root = files.root(of: Path.folder(of: part.manifest)) ?? ""
      let manifest = Path.join(root, "Tuist/Package.swift")
      guard let whole = discovered.first(where: { $0.manifest == manifest }),
        let contents = await contents(of: part, in: tree), contents.roots.isEmpty,
        contents.projectDependencies.isEmpty
      else { continue }
      result[part.manifest] = whole
    }
    return result
  }

  private func contents(of project: Project, in tree: SourceTree) async -> Contents? {
    do throws(Problem) {
      let swift = try await SwiftTools(for: project, in: tree, toolchain: toolchain)
      return try await ContentsReader(tree: tree, tools: swift.version).read(project)
    } catch {
      return nil
    }
  }
}

extension Project {
  /// Whether another project is in the folder of this one.
  fileprivate func surrounds(_ other: Project) -> Bool {
    let folder = directory == "/" ? "/" : directory + "/"
    return manifest != other.manifest && (other.directory + "/").hasPrefix(folder)
  }
}
