import Configuration
import Ecosystem

extension CandidateSet {
  /// Returns the advisories that affect none of the versions that remain in the lock file.
  ///
  /// - Parameters:
  ///   - own: the versions of the dependency.
  ///   - all: the versions of all dependencies of the package.
  /// - Returns: a fix for each advisory.
  fileprivate func fixes(leaving own: [String], among all: Set<String>) -> [Fix] {
    alerts.filter { $0.safe.isSuperset(of: own) && all.isDisjoint(with: $0.affected) }
      .map { Fix(dependency: dependency.name, line: dependency.line, alert: $0) }
  }

  /// Returns the advisories for which the requirements move, but not all other copies.
  fileprivate func partialFixes(among all: Set<String>, besides fixed: [Fix]) -> [Fix] {
    let known = Set(fixed.map(\.alert.id))
    return alerts.filter { !known.contains($0.id) }.map { alert in
      Fix(
        dependency: dependency.name, line: dependency.line, alert: alert,
        remaining: dependency.versions.filter { alert.affected.contains($0) && all.contains($0) })
    }.filter { $0.remaining != [] }
  }

  fileprivate func hasPackage(of other: Dependency) -> Bool { dependency.hasPackage(of: other) }
}

extension Dependency {
  fileprivate func hasPackage(of other: Dependency) -> Bool {
    name == other.name && registryName == other.registryName
  }
}

extension PartResolution {
  /// Returns the advisories that a change fixes.
  ///
  /// An advisory that affects a remaining copy is not fixed, also if the copy counts as one of another
  /// dependency of the same package.
  ///
  /// - Parameters:
  ///   - change: the change.
  ///   - partial: the choices for which advisories count although copies remain.
  /// - Returns: the fixes of all affected dependencies.
  /// - Throws: a `Problem` if the changed project can't be read.
  func fixes(
    of change: Ecosystem.Change, partial: [Choice] = []
  ) async throws(Problem) -> [Fix] {
    let moved = Set(change.moves.map(\.name))
    let affected = candidateSets.filter { !$0.alerts.isEmpty && moved.contains($0.dependency.name) }
    guard !affected.isEmpty else { return [] }
    let opened = try await state.configured.open(in: tree.changed(by: change.files))
    let after = try await state.configured.dependencies(of: opened)
    let ids = Set(partial.map(\.member.candidateSet.dependency.id))
    return affected.flatMap { candidateSet -> [Fix] in
      let dependency = candidateSet.dependency
      let own = after.filter { $0.id == dependency.id }.flatMap(\.versions)
      let all = Set(after.filter(dependency.hasPackage).flatMap(\.versions))
      let fixed = candidateSet.fixes(leaving: own, among: all)
      guard ids.contains(dependency.id) else { return fixed }
      return fixed + candidateSet.partialFixes(among: all, besides: fixed)
    }
  }

  /// Returns a problem if a security update leaves an affected copy in the lock file.
  func unfixedCopy(among choices: [Choice], after part: Update.Part) -> Problem? {
    let open = choices.first { choice in
      choice.member.candidateSet.purpose == .securityUpdates && !part.fixesAll(of: choice)
    }
    return open.map { choice in
      Problem(
        .unsolvable, "leaves an affected copy in the lock file",
        subject: "\(choice.member.candidateSet.dependency.name)@\(choice.release.version)")
    }
  }

  /// The locked versions of an affected package that stay, because no advisory affects them.
  func unaffectedVersions(besides choice: Choice) -> Set<String> {
    let dependency = choice.member.candidateSet.dependency
    let all = candidateSets.filter { $0.hasPackage(of: dependency) } + [choice.member.candidateSet]
    return Set(all.flatMap(\.dependency.versions))
      .subtracting(all.flatMap(\.alerts).flatMap(\.affected))
  }
}

extension Update.Part {
  /// Whether the change fixes every advisory of a dependency, in all copies.
  func fixesAll(of choice: PartResolution.Choice) -> Bool {
    let candidateSet = choice.member.candidateSet
    let dependency = candidateSet.dependency
    let fixed = fixes.filter {
      $0.dependency == dependency.name && $0.line == dependency.line && $0.remaining == nil
    }
    return Set(fixed.map(\.alert.id)).isSuperset(of: candidateSet.alerts.map(\.id))
  }
}
