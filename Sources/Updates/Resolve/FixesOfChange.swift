import Configuration
import Ecosystem

extension CandidateSet {
  /// The locked versions without advisories.
  var unaffectedVersions: Set<String> {
    Set(dependency.versions).subtracting(alerts.flatMap(\.affected))
  }

  /// Returns the advisories that affect none of the versions that remain in the lock file.
  func fixes(leaving versions: [String]) -> [Fix] {
    alerts.filter { $0.safe.isSuperset(of: versions) }
      .map { Fix(dependency: dependency.name, line: dependency.line, alert: $0) }
  }
}

extension PartResolution {
  /// Returns the advisories that a change fixes.
  ///
  /// An advisory that affects a remaining copy is not fixed.
  func fixes(of change: Ecosystem.Change) async throws(Problem) -> [Fix] {
    let moved = Set(change.moves.map(\.name))
    let affected = candidateSets.filter { !$0.alerts.isEmpty && moved.contains($0.dependency.name) }
    guard !affected.isEmpty else { return [] }
    let opened = try await state.configured.open(in: tree.changed(by: change.files))
    let after = try await state.configured.dependencies(of: opened)
    return affected.flatMap { candidateSet in
      let left = after.filter { $0.id == candidateSet.dependency.id }
      return candidateSet.fixes(leaving: left.flatMap(\.versions))
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
}

extension Update.Part {
  /// Whether the change fixes every advisory of a dependency.
  func fixesAll(of choice: PartResolution.Choice) -> Bool {
    let candidateSet = choice.member.candidateSet
    let dependency = candidateSet.dependency
    let fixed = Set(
      fixes.filter { $0.dependency == dependency.name && $0.line == dependency.line }
        .map(\.alert.id))
    return candidateSet.alerts.allSatisfy { fixed.contains($0.id) }
  }
}
