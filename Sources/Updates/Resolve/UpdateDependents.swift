import Configuration
import Ecosystem
import Versioning

extension PartResolution {
  /// The number of resolutions that are tried for one dependency.
  private static let resolutionLimit = 12

  /// Fixes a dependency by updating the direct dependencies that require it, directly or through
  /// others.
  ///
  /// Each is tried alone, first below the next major version, then at the newest; then all together.
  /// Only a change that fixes all advisories of the dependency is accepted.
  func updateDependents(
    of choice: Choice, in joined: inout (part: Update.Part?, kept: [Choice])
  ) async throws(Problem) -> Bool {
    let dependency = choice.member.candidateSet.dependency
    guard choice.member.candidateSet.purpose == .securityUpdates else { return false }
    let names = try await opened.directParents(of: dependency.name)
      .filter { $0 != dependency.name }
    let kept = Set(joined.kept.map(\.member.candidateSet.dependency.name))
    let dependents = names.filter { !kept.contains($0) }.compactMap { name in
      candidateSets.first { $0.dependency.name == name && !$0.movable.isEmpty }
    }
    for set in sets(of: dependents).prefix(Self.resolutionLimit / 2) {
      for next in [joined.kept + [choice] + set, joined.kept + set] {
        guard let part = try await solution(of: next), part.fixesAll(of: choice) else { continue }
        joined = (part, next)
        return true
      }
    }
    return false
  }

  /// Combinations of updates of the dependents, smallest first.
  private func sets(of dependents: [CandidateSet]) -> [[Choice]] {
    func choice(_ candidateSet: CandidateSet, _ release: Release?) -> Choice? {
      release.map {
        Choice(member: PlannedUpdate(of: state, candidateSet), release: $0)
      }
    }
    let small = dependents.compactMap { candidateSet in
      choice(candidateSet, candidateSet.movable.last { $0.step != .major }).map { [$0] }
    }
    let large = dependents.compactMap { candidateSet in
      choice(candidateSet, candidateSet.movable.last)
    }
    return small + large.map { [$0] } + (large.count > 1 ? [large] : [])
  }
}
