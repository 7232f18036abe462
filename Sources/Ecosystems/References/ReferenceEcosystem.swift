package import Ecosystem
import Git
import HTTP
import Text

/// Files of one kind: the ecosystem that a `ReferenceKind` describes.
package struct ReferenceEcosystem: PackageEcosystem {
  let kind: ReferenceKind
  let resources: EcosystemResources
  /// The description of the kind.
  package let description: EcosystemDescription

  /// Creates the ecosystem of a kind.
  package init(_ kind: ReferenceKind, _ resources: EcosystemResources) {
    self.kind = kind
    self.resources = resources
    description = kind.description
  }

  /// Finds the folders with files of the kind.
  package func discover(in paths: [String]) -> [Project] {
    // Few paths are of the kind, and only theirs are split.
    let own = paths.compactMap { path in kind.directory(path).map { (path: path, directory: $0) } }
    return Dictionary(grouping: own.filter { !isIgnored($0.path) }, by: \.directory)
      .map { directory, files in
        let manifest = files.map(\.path).filter(kind.isMain).min() ?? files.map(\.path).min()
        return Project(
          ecosystem: kind.id, directory: directory, manifest: manifest ?? "", lock: nil)
      }
      .sorted { $0.manifest < $1.manifest }
  }

  /// Parses the files of a folder.
  package func open(
    _ project: Project, in tree: SourceTree
  ) async throws(Problem) -> any OpenProject {
    let folder = String(project.directory.dropFirst())
    let paths = tree.listing.files(below: folder).filter {
      kind.directory($0) == project.directory && !isIgnored($0)
    }
    guard paths.count <= kind.fileLimit else {
      throw Problem(
        .refused, "has more than \(kind.fileLimit) files of \(kind.displayName)",
        subject: project.directory)
    }
    await tree.prefetch(paths)
    let host = ReferenceKind.Host(tree.forge)
    let lock = try await FoundLock(of: kind, in: folder, of: tree, for: paths)
    let parse = { @Sendable [kind] (text: SourceText) throws(Problem) in
      let file = try kind.parse(text, host)
      let named = lock?.refusal.map { file.locked(by: kind.lock?.name ?? "", because: $0) }
      return (named ?? file).refusingDigests
    }
    let services = ReferenceServices(resources, ownHost: tree.host)
    let opened = ReferenceProject(
      project, try await files(at: paths, in: tree, parse), services,
      namesRegistries: kind.namesRegistries, lock: lock, parse: parse)
    return try await kind.complete?(opened, tree, services) ?? opened
  }

  /// Reads and parses files.
  private func files(
    at paths: [String], in tree: SourceTree,
    _ parse: (SourceText) throws(Problem) -> ReferenceFile
  ) async throws(Problem) -> [ReferenceFile] {
    var files: [ReferenceFile] = []
    for path in paths {
      let source =
        kind.mayBeLarge(path) ? try await tree.read(path) : try await tree.readManifest(path)
      do throws(Problem) {
        files.append(try parse(source))
      } catch {
        guard kind.toleratesBrokenFiles, paths.count > 1 else { throw error }
        // A broken file, such as a sample in tests, doesn't concern the others.
        files.append(ReferenceFile(source, refusedBecauseOf: error))
      }
    }
    files.holdHashedManifests()
    if kind.id == .custom, let source = files.first?.source, files.allSatisfy(\.isEmpty) {
      // The usual mistake of such an entry would otherwise look like a file without references.
      let subject = files.count == 1 ? "this file" : "its files"
      files[0].refuse(
        "custom", "has a 'match' that finds nothing in \(subject)", at: source.location(at: 0))
    }
    return files
  }

  /// The repository in the labels of an image; of others, the address of their source.
  package func upstream(
    of dependency: Dependency, from old: String, to new: String
  ) async throws(Problem) -> Upstream {
    let registry = ImageRegistry(http: resources.http)
    if let upstream = kind.upstream { return try await upstream(dependency, new, registry) }
    guard dependency.source?.contains("/v2/") != true else {
      return try await registry.upstream(of: dependency, new)
    }
    return Upstream(addresses: [dependency.source].compactMap(\.self))
  }

  /// Whether a path is in a folder with copies of others' files.
  private func isIgnored(_ path: String) -> Bool {
    TreePath.parts(of: path).dropLast().contains { kind.ignoredFolders.contains(String($0)) }
  }
}

/// A lock that was found beside files.
struct FoundLock: Sendable {
  let source: SourceText
  let kind: ReferenceLock
  /// Why it can't be rewritten; nil if it can.
  let refusal: Problem?

  /// Looks for the lock of a kind; nil without one.
  fileprivate init?(
    of kind: ReferenceKind, in folder: String, of tree: SourceTree, for paths: [String]
  ) async throws(Problem) {
    guard let lock = kind.lock else { return nil }
    let path = TreePath.join(folder, lock.name)
    guard tree.listing.contains(path) else { return nil }
    self.kind = lock
    source = try await tree.readManifest(path)
    var refusal: Problem?
    for path in paths {
      do throws(Problem) {
        try lock.require(try await tree.readManifest(path), source)
      } catch {
        refusal = refusal ?? error
      }
    }
    self.refusal = refusal
  }
}
