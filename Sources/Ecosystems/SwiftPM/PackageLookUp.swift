import Ecosystem
import Git
import HTTP
import SwiftSources
import Synchronization
import Text

/// Fetches the releases and manifests that a resolution needs.
struct LookUp: Sendable {
  let http: HTTP.Client
  let git: Git.Client
  let cache: ManifestCache
  let manifests: KnownManifests
  let reader: ManifestReader
  let registries: Registries
  let mirrors: LocationMirrors
  /// The references of repositories, by which their commits are fetched.
  private let known = KnownReleases()

  init(
    http: HTTP.Client, git: Git.Client, cache: ManifestCache, manifests: KnownManifests,
    reader: ManifestReader, registries: Registries, mirrors: LocationMirrors
  ) {
    self.http = http
    self.git = git
    self.cache = cache
    self.manifests = manifests
    self.reader = reader
    self.registries = registries
    self.mirrors = mirrors
  }

  /// The result of a request.
  enum Finding: Sendable {
    case releases(Metadata.Releases)
    case declaration(Metadata.Declaration)
  }

  /// Fetches documents and adds them to the metadata.
  ///
  /// - Throws: the problem of the first document that can't be fetched.
  func add(_ needs: [Metadata.Need], to metadata: inout Metadata) async throws(Problem) {
    if let problem = await addAll(needs, to: &metadata) { throw problem }
  }

  /// Fetches documents and adds those that can be fetched to the metadata.
  ///
  /// - Returns: the problem of the first document that can't be fetched; nil if all were.
  func addAll(_ needs: [Metadata.Need], to metadata: inout Metadata) async -> Problem? {
    var first: Problem?
    let results = await fetchAll(needs) { (need) async throws(Problem) -> Finding in
      try await fetch(need)
    }
    for (need, result) in results {
      switch result {
      case .success(let finding): metadata.add(finding, for: need)
      case .failure(let problem): first = first ?? problem
      }
    }
    return first
  }

  /// Fetches one document.
  func fetch(_ need: Metadata.Need) async throws(Problem) -> Finding {
    switch need {
    case .releases(let package): return .releases(try await releases(of: package))
    case .manifest(let package, let commit):
      return .declaration(try await declaration(of: package, at: commit))
    }
  }

  /// Fetches the versions and branches of a package.
  func releases(of package: PackageReference) async throws(Problem) -> Metadata.Releases {
    if package.kind == .registry { return try await registryReleases(of: package) }
    let references: [Reference]
    do throws(GitError) {
      references = try await git.references(package.location)
    } catch {
      throw Problem(failedRequest: error, of: package.location)
    }
    guard references.count <= Limits.references else {
      throw Problem(
        .refused, "has more than \(Limits.references) branches and tags",
        subject: package.location)
    }
    let releases = Metadata.Releases(references, tools: reader.tools)
    known.add(releases, of: package)
    return releases
  }

  private func declaration(
    of package: PackageReference, at commit: String
  ) async throws(Problem) -> Metadata.Declaration {
    // The contents of a version in a registry can change.
    guard package.kind != .registry else { return try await evaluated(package, at: commit) }
    let key = KnownManifests.Key(
      location: package.location, commit: commit, reader: reader, mirrors: mirrors)
    if let known = manifests[key] { return known }
    let declaration = try await evaluated(package, at: commit)
    if case .manifest = declaration { manifests.remember(declaration, of: key) }
    return declaration
  }

  private func evaluated(
    _ package: PackageReference, at commit: String
  ) async throws(Problem) -> Metadata.Declaration {
    let files: [String: [UInt8]]
    do throws(Problem) {
      files = try await self.files(of: package, at: commit)
    } catch {
      // Only the versions with this tree are held back.
      guard error.kind == .refused else { throw error }
      return .broken(error)
    }
    let texts = files.mapValues { SourceText(file: "Package.swift", bytes: $0) }
    return declare(texts, of: package)
  }

  /// Fetches the manifests of a commit by name; empty if it has none.
  func files(
    of package: PackageReference, at commit: String
  ) async throws(Problem) -> [String: [UInt8]] {
    if package.kind == .registry { return try await registryManifests(of: package, at: commit) }
    if let kept = await cache.recall(commit, package.location) { return kept }
    let reference = known.reference(to: commit, of: package)
    let files: [String: [UInt8]]
    do throws(GitError) {
      files = try await git.files(
        package.location, reference ?? Reference(name: "HEAD", commit: commit),
        ManifestChoice.isManifest)
    } catch {
      throw Problem(failedRequest: error, of: package.location)
    }
    await cache.remember(commit, package.location, files)
    return files
  }

  private func declare(
    _ files: [String: SourceText], of package: PackageReference
  ) -> Metadata.Declaration {
    guard let text = ManifestChoice.pick(files, tools: reader.tools) else {
      return .unfit(.unmarked)
    }
    let tools = ManifestChoice.toolsVersion(of: text)
    guard reader.tools.reads(tools) else { return .unfit(tools) }
    do throws(ManifestError) {
      return .manifest(try reader.read(text).mirrored(by: mirrors))
    } catch {
      var problem = text.problem(of: error)
      problem.subject = package.location
      return .broken(problem)
    }
  }
}

/// The releases that one operation has fetched.
private final class KnownReleases: Sendable {
  private let releases = Mutex<[PackageIdentity: Metadata.Releases]>([:])

  func add(_ found: Metadata.Releases, of package: PackageReference) {
    releases.withLock { $0[package.identity] = found }
  }

  func reference(to commit: String, of package: PackageReference) -> Reference? {
    releases.withLock { $0[package.identity] }?.reference(to: commit)
  }
}

extension Metadata {
  /// Adds a document.
  mutating func add(_ finding: LookUp.Finding, for need: Need) {
    switch (need, finding) {
    case (.releases(let package), .releases(let releases)): add(releases, of: package)
    case (.manifest(let package, let commit), .declaration(let declaration)):
      add(declaration, of: package, at: commit)
    default: break
    }
  }
}

extension Metadata.Releases {
  init(_ references: [Reference], tools: ToolsVersion) {
    var tags: [String: String] = [:]
    var branches: [String: String] = [:]
    for reference in references {
      if let tag = reference.tag { tags[tag] = reference.commit }
      if let branch = reference.branch { branches[branch] = reference.commit }
    }
    let list = tags.map { (name: $0.key, commit: $0.value) }
    self.init(
      versions: TaggedVersions(tags: list, tools: tools), branches: branches, tags: tags,
      datedTags: references.datedTags, head: references.first { $0.name == "HEAD" }?.commit)
  }

  /// Returns a reference of the repository to a commit.
  func reference(to commit: String) -> Reference? {
    if let entry = versions.entries.last(where: { $0.commit == commit }) {
      return Reference(name: "refs/tags/\(entry.tag)", commit: commit)
    }
    if let branch = branches.filter({ $0.value == commit }).keys.min() {
      return Reference(name: "refs/heads/\(branch)", commit: commit)
    }
    return tags.filter { $0.value == commit }.keys.min().map {
      Reference(name: "refs/tags/\($0)", commit: commit)
    }
  }
}
