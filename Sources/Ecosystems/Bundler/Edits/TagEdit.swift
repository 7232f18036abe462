import Ecosystem
import Gems
import Git
import Ruby
import Text

/// Moves a gem of a repository from the tag of one version to the tag of another.
extension BundlerEcosystem {
  /// Lists the versions of a repository's tags if the gem is pinned to one of their series, or the
  /// head of the branch that it follows.
  func releases(
    of repository: GitSource, _ dependency: Dependency, lockedAt locked: String?
  ) async throws(Problem) -> [Release] {
    if repository.followsBranch, dependency.kind == .direct {
      return [.head(try await reference(of: repository).commit, locked: locked)]
    }
    guard let tag = repository.tag.flatMap({ VersionTag($0) }) else { return [] }
    return tag.series(in: try await references(of: repository)).map { other in
      Release(
        version: other.version.text, isPrerelease: other.version.isPrerelease,
        satisfiesRequirement: other.version == tag.version,
        step: tag.version < other.version ? Self.step(from: tag.version, to: other.version) : nil)
    }
  }

  /// Returns the replacement of a gem's tag; nil if its source has no version tag, or has this one
  /// already.
  func moveTag(
    of declaration: Declaration, to edit: ClauseEdit
  ) async throws(Problem) -> (replacement: Replacement, edit: Move.Edit)? {
    guard case .git(let repository) = declaration.source,
      let old = repository.tag.flatMap({ VersionTag($0) }), old.version != edit.version
    else { return nil }
    guard edit.strategy != .lockfileOnly else {
      throw refusal(.unsolvable, "is pinned to a tag, and only the lock can change", declaration)
    }
    guard let written = declaration.tag else {
      throw refusal(.refused, "has a tag that it shares with other gems", declaration)
    }
    guard let literal = written.literal else {
      throw refusal(.refused, "has a tag that is computed, not written as text", declaration)
    }
    let series = old.series(in: try await references(of: repository))
    guard let new = series.first(where: { $0.version == edit.version }) else {
      throw refusal(.usage, "has no tag for this version", declaration)
    }
    return (
      Replacement(file: literal.file, range: literal.range, text: new.name),
      Move.Edit(before: old.name, after: new.name)
    )
  }

  private func refusal(
    _ kind: Problem.Kind, _ message: String, _ declaration: Declaration
  ) -> Problem {
    Problem(kind, message, subject: declaration.dependency.name, at: declaration.location)
  }
}

extension GitSource {
  /// Whether an update takes the head of a branch.
  var followsBranch: Bool { tag == nil && ref == nil }
}

extension ProjectState {
  /// Whether a goal's version is the commit that a gem of a branch is updated to in any case.
  func isHead(_ version: String, of name: String) -> Bool {
    guard version.utf8.count == 40, version.allSatisfy(\.isHexDigit) else { return false }
    return gemfile.dependencies.contains { dependency in
      guard dependency.name == name, case .git(let repository) = dependency.source else {
        return false
      }
      return repository.followsBranch
    }
  }

  /// The locked commit of a repository; nil if it isn't locked.
  func lockedRevision(of repository: GitSource) -> String? {
    for block in lock?.blocks ?? [] {
      if case .git(let locked) = block.source,
        locked.identifierWithoutRevision == repository.identifierWithoutRevision
      {
        return locked.revision
      }
    }
    return nil
  }
}
