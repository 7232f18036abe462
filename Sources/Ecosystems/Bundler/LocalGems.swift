import Ecosystem
import Gems
import Git
import Ruby
import Text

/// Gems of folders of the repository and of git repositories.
extension BundlerEcosystem {
  /// Evaluates the gemspecs of all folders and repositories.
  ///
  /// A repository with a locked commit is read at that commit, and only if something is resolved:
  /// the lock can differ from its gemspecs.
  func localGems(
    _ state: inout ProjectState, _ definition: inout Definition
  ) async throws(Problem) -> [GemSource: [GemSpec]] {
    var result: [GemSource: [GemSpec]] = [:]
    for path in state.gemfile.paths {
      result[.path(path)] = try await gems(of: path, &state, definition)
    }
    guard !state.gemfile.repositories.isEmpty else { return result }
    var probe = definition
    probe.comparePaths(local: result)
    _ = probe.converge(local: result)
    for repository in state.gemfile.repositories {
      guard case .git(let git) = probe.held(.git(repository)), git.revision != nil else { continue }
      let isRead = probe.mustResolve && git.submodules == nil
      result[.git(git)] =
        isRead
        ? try await gems(held: git, definition) : Self.lockedGems(of: .git(git), definition)
    }
    // A gemspec whose version differs from the lock unlocks its gem, and so the repository.
    _ = probe.converge(local: result)
    for repository in state.gemfile.repositories {
      if case .git(let git) = probe.held(.git(repository)), git.revision != nil { continue }
      result[.git(repository)] = nil
      let (held, specs) = try await gems(of: repository, definition)
      result[.git(held)] = specs
      definition.adopt(held)
    }
    return result
  }

  /// Returns the gems of a source in the lock.
  private static func lockedGems(of source: GemSource, _ definition: Definition) -> [GemSpec] {
    definition.original.specs.filter { $0.source == source }.map { spec in
      var spec = spec
      spec.isLocked = false
      spec.source = source
      return spec
    }
  }

  /// Evaluates the gemspecs of a repository at the locked commit.
  private func gems(
    held git: GitSource, _ definition: Definition
  ) async throws(Problem) -> [GemSpec] {
    let commit = git.revision ?? ""
    let advertised = try await references(of: git).first { $0.commit == commit }
    let reference = advertised ?? Reference(name: commit, commit: commit)
    return try await gems(of: git, at: reference, definition)
  }

  private func gems(
    of path: PathSource, _ state: inout ProjectState, _ definition: Definition
  ) async throws(Problem) -> [GemSpec] {
    let files = RubyFiles(
      listing: TreeListing([]), directory: RubyFiles.folder(of: state.project.manifest))
    guard let folder = files.resolve(path.path) else {
      throw Problem(.refused, "is outside of the repository", subject: path.path)
    }
    let found = try await state.reader.gemspecs(
      in: folder, matching: path.glob ?? GitSource.defaultGlob)
    if found.isEmpty, let name = path.name, let version = path.version.flatMap({ GemVersion($0) }) {
      return [GemSpec(name: name, version: version, platform: .ruby, source: .path(path))]
    }
    return Self.specs(found, .path(path), definition.rules)
  }

  /// Later gemspecs are nearer to the root and replace those below.
  private static func specs(
    _ gemspecs: [Gemspec], _ source: GemSource, _ rules: PlatformRules
  ) -> [GemSpec] {
    var result: [GemSpec] = []
    for gemspec in gemspecs {
      var spec = GemSpec(
        name: gemspec.name, version: gemspec.version, platform: rules.platform(gemspec.platform),
        dependencies: gemspec.runtime.map(\.dependency), source: source)
      spec.requiredRuby = gemspec.requiredRuby.isAny ? nil : gemspec.requiredRuby
      spec.requiredRubygems = gemspec.requiredRubygems.isAny ? nil : gemspec.requiredRubygems
      result.removeAll { $0.fullName == spec.fullName }
      result.append(spec)
    }
    return result
  }

  /// Finds the wanted commit and evaluates its gemspecs.
  private func gems(
    of repository: GitSource, _ definition: Definition
  ) async throws(Problem) -> (GitSource, [GemSpec]) {
    guard repository.submodules == nil else {
      throw Problem(.refused, "has submodules, which are not supported", subject: repository.uri)
    }
    var held = repository
    let reference = try await reference(of: repository)
    held.revision = reference.commit
    return (held, try await gems(of: held, at: reference, definition))
  }

  private func gems(
    of repository: GitSource, at reference: Reference, _ definition: Definition
  ) async throws(Problem) -> [GemSpec] {
    let tree = try await tree(of: repository, at: reference)
    var reader = GemfileReader(tree: tree, toolchain: definition.toolchain)
    let found = try await reader.gemspecs(
      in: "", matching: repository.glob ?? GitSource.defaultGlob)
    return Self.specs(found, .git(repository), definition.rules)
  }

  /// Finds the reference of the wanted commit.
  func reference(of repository: GitSource) async throws(Problem) -> Reference {
    let all = try await references(of: repository)
    let wanted = repository.wanted ?? "HEAD"
    let names = [wanted, "refs/heads/\(wanted)", "refs/tags/\(wanted)"]
    for name in names {
      if let found = all.first(where: { $0.name == name }) { return found }
    }
    if wanted.utf8.count == 40, wanted.utf8.allSatisfy(\.isASCIIAlphanumeric) {
      return all.first { $0.commit == wanted } ?? Reference(name: wanted, commit: wanted)
    }
    throw Problem(
      .failed, "has no branch, tag or commit `\(wanted)`", subject: repository.uri.withoutUserInfo)
  }

  /// Fetches the references of a repository.
  func references(of repository: GitSource) async throws(Problem) -> [Reference] {
    do throws(GitError) {
      return try await git.references(repository.uri)
    } catch {
      throw Problem(failedRequest: error)
    }
  }

  private func tree(
    of repository: GitSource, at reference: Reference
  ) async throws(Problem) -> SourceTree {
    let files: [String: [UInt8]]
    do throws(GitError) {
      files = try await git.files(repository.uri, reference) { path in
        path.hasSuffix(".gemspec") || path.hasSuffix(".rb") || path.hasSuffix("VERSION")
          || path.hasSuffix("version.txt") || path.hasSuffix("version")
      }
    } catch {
      throw Problem(failedRequest: error)
    }
    let uri = repository.uri
    return SourceTree(name: uri, paths: files.keys.sorted()) { path throws(Problem) in
      guard let bytes = files[path] else {
        throw Problem(.failed, "is not in the repository", subject: path)
      }
      return SourceText(file: path, bytes: bytes)
    }
  }
}

extension Definition {
  /// Uses the commit of a repository for the new lock.
  mutating func adopt(_ repository: GitSource) {
    adopted[repository.identifierWithoutRevision] = repository
  }
}

extension GitSource {
  /// The identity of the repository and its options, without the commit.
  var identifierWithoutRevision: String {
    var plain = self
    plain.revision = nil
    return plain.identifier
  }
}
