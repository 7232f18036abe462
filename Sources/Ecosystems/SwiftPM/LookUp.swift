import Ecosystem
import Git
import HTTP
import Text

/// Asks the world for what a resolution needs, many questions at a time.
struct LookUp: Sendable {
  /// How many questions are under way at once.
  static let width = 16

  let http: HTTP.Client
  let git: Git.Client
  let cache: ManifestCache
  let reader: ManifestReader
  let registries: Registries
  let mirrors: LocationMirrors

  /// What a question came to.
  enum Finding: Sendable {
    case releases(Metadata.Releases)
    case declaration(Metadata.Declaration)
  }

  /// Answers all needs; hints may fail without harm.
  func add(
    _ needs: [Metadata.Need], hints: [Metadata.Need] = [], to metadata: inout Metadata
  ) async throws(Problem) {
    let asked = Set(needs)
    for (need, outcome) in await results(of: needs + hints, metadata) {
      switch outcome {
      case .success(let finding): metadata.add(finding, for: need)
      case .failure(let problem): if asked.contains(need) { throw problem }
      }
    }
  }

  /// Answers all needs that can be answered.
  ///
  /// - Returns: the problem of the first need without an answer; nil if all were answered.
  func addAll(_ needs: [Metadata.Need], to metadata: inout Metadata) async -> Problem? {
    var first: Problem?
    for (need, outcome) in await results(of: needs, metadata) {
      switch outcome {
      case .success(let finding): metadata.add(finding, for: need)
      case .failure(let problem): first = first ?? problem
      }
    }
    return first
  }

  private func results(
    of needs: [Metadata.Need], _ known: Metadata
  ) async -> [(Metadata.Need, Result<Finding, Problem>)] {
    await withTaskGroup(of: (Metadata.Need, Result<Finding, Problem>).self) {
      group in
      var results: [(Metadata.Need, Result<Finding, Problem>)] = []
      for (index, need) in needs.enumerated() {
        if index >= Self.width, let result = await group.next() { results.append(result) }
        group.addTask { (need, await self.result(of: need, known)) }
      }
      for await result in group { results.append(result) }
      return results
    }
  }

  private func result(
    of need: Metadata.Need, _ known: Metadata
  ) async -> Result<Finding, Problem> {
    do throws(Problem) {
      switch need {
      case .releases(let package): return .success(.releases(try await releases(of: package)))
      case .manifest(let package, let commit):
        let found = try await declaration(of: package, at: commit, known)
        return .success(.declaration(found))
      }
    } catch {
      return .failure(error)
    }
  }

  /// Lists the versions and branches of a package.
  func releases(of package: PackageReference) async throws(Problem) -> Metadata.Releases {
    if package.kind == .registry { return try await registryReleases(of: package) }
    let references: [Reference]
    do throws(GitError) {
      references = try await git.references(package.location)
    } catch {
      throw Problem(error, of: package)
    }
    guard references.count <= Limits.references else {
      throw Problem(
        .refused, "has more than \(Limits.references) branches and tags",
        subject: package.location)
    }
    return Metadata.Releases(references, tools: reader.tools)
  }

  private func declaration(
    of package: PackageReference, at commit: String, _ known: Metadata
  ) async throws(Problem) -> Metadata.Declaration {
    let files = try await files(of: package, at: commit, known)
    let texts = files.mapValues { SourceText(file: "Package.swift", bytes: $0) }
    return declare(texts, of: package)
  }

  private func files(
    of package: PackageReference, at commit: String, _ known: Metadata
  ) async throws(Problem) -> [String: [UInt8]] {
    if package.kind == .registry { return try await registryManifests(of: package, at: commit) }
    if let kept = await cache.recall(commit, package.location) { return kept }
    let reference = known.releases(of: package)?.reference(to: commit)
    let files: [String: [UInt8]]
    do throws(GitError) {
      files = try await git.files(
        package.location, reference ?? Reference(name: "HEAD", commit: commit),
        ManifestChoice.isManifest)
    } catch {
      throw Problem(error, of: package)
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

extension Metadata {
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
      head: references.first { $0.name == "HEAD" }?.commit)
  }

  /// A name that the repository advertises for a commit.
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

extension Problem {
  /// Why a repository gave no answer.
  init(_ error: GitError, of package: PackageReference) {
    let reason =
      switch error.code {
      case .unreachable: "does not answer"
      case .unauthorized: "does not let us in"
      case .notFound: "is not there"
      case .timedOut: "took too long"
      case .forbiddenAddress: "is not to be asked"
      default: "cannot be read"
      }
    let detail = error.detail.isEmpty ? "" : ": \(error.detail)"
    let advice =
      error.code == .forbiddenAddress
      ? "what may be reached stands in the operator's file: `mirrors`, `network.allow-private`"
      : nil
    self.init(.failed, reason + detail, subject: package.location, advice: advice)
  }
}
