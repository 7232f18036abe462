import Configuration
import Ecosystem
import Versioning

extension CandidateSet {
  /// Divides the candidates of a version update by step, as `separate` says.
  ///
  /// The smallest steps keep the key without a step, so that their pull request stays the same when
  /// `separate` is added or removed.
  ///
  ///     [2.0.0, 1.1.0, 1.0.1] with separate: [major]: nil: [1.1.0, 1.0.1], major: [2.0.0]
  ///
  /// - Parameter state: the state of the dependency's project.
  /// - Returns: the parts with candidates, smallest steps first.
  func separated(in state: ProjectState) -> [(step: Step?, part: CandidateSet)] {
    let steps = separation(in: state)
    guard purpose == .versionUpdates, !steps.isEmpty else { return [(nil, self)] }
    let keys: [Step?] = [nil] + steps.sorted()
    return keys.compactMap { key in
      var part = self
      part.candidates = candidates.filter { release in
        (release.step.map { steps.contains($0) ? $0 : nil } ?? nil) == key
      }
      return part.candidates.isEmpty ? nil : (key, part)
    }
  }

  /// The steps that are separated for the dependency.
  func separation(in state: ProjectState) -> Set<Step> {
    let applied = state.entry.rules.applied(to: dependency, candidates.first, facts)
    return applied.setting(\.separate).value ?? state.entry.policy.separate
  }
}
