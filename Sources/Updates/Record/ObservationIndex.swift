import Ecosystem
import Store

/// The observations of the last pass by branch, manifest, name and version.
///
/// A lock can have 50,000 packages, so a search for each of them would take minutes.
struct ObservationIndex {
  private struct Key: Hashable {
    var branch: String
    var manifest: String
    var name: String
    var current: String?

    init(_ observation: Observation) {
      branch = observation.branch
      manifest = observation.manifest
      name = observation.name
      current = observation.current
    }
  }

  private let known: [Key: Observation]

  /// Indexes observations; the first of equal ones counts.
  init(_ observations: [Observation]) {
    known = Dictionary(observations.map { (Key($0), $0) }) { first, _ in first }
  }

  /// Returns the last observation of the same version; nil if it was not observed.
  subscript(observation: Observation) -> Observation? { known[Key(observation)] }
}

/// The states of a checkout's projects, and their candidate sets by name.
struct ProjectStateIndex {
  /// A state, with the candidates of one of its dependencies.
  struct Entry {
    var state: ProjectState
    var candidateSet: CandidateSet?
  }

  private let states: [ProjectState]
  /// The indices of a project's states, in their order; several entries can claim its dependencies.
  private let indices: [Project: [Int]]
  /// The index of the first candidate set of each name, for each state.
  private let candidateSets: [[String: Int]]

  /// Indexes states.
  init(_ states: [ProjectState]) {
    self.states = states
    indices = Dictionary(grouping: states.indices) { states[$0].project }
    candidateSets = states.map { state in
      let names = state.candidateSets.enumerated().map { ($1.dependency.id, $0) }
      return Dictionary(names) { first, _ in first }
    }
  }

  /// Returns the state whose entry claims the dependency of a report; nil if no entry does.
  subscript(report: DependencyReport) -> Entry? {
    let index = indices[report.project]?.first { states[$0].configured.claims(report.dependency) }
    return index.map { index in
      let found = candidateSets[index][report.dependency.id]
      return Entry(
        state: states[index], candidateSet: found.map { states[index].candidateSets[$0] })
    }
  }
}
