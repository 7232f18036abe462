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

/// The surveys of a checkout by project, and their assessments by name.
struct SurveyIndex {
  /// A survey, with the assessment of one of its dependencies.
  struct Entry {
    var survey: Survey
    var candidateSet: CandidateSet?
  }

  private let surveys: [Survey]
  /// The indices of a project's surveys, in their order; several entries can claim its dependencies.
  private let indices: [Project: [Int]]
  /// The index of the first assessment of each name, for each survey.
  private let candidateSets: [[String: Int]]

  /// Indexes surveys.
  init(_ surveys: [Survey]) {
    self.surveys = surveys
    indices = Dictionary(grouping: surveys.indices) { surveys[$0].configured.project }
    candidateSets = surveys.map { survey in
      let names = survey.candidateSets.enumerated().map { ($1.dependency.name, $0) }
      return Dictionary(names) { first, _ in first }
    }
  }

  /// Returns the survey that claims the dependency of a report; nil if no survey does.
  subscript(report: DependencyReport) -> Entry? {
    let position = indices[report.project]?.first {
      surveys[$0].configured.claims(report.dependency)
    }
    return position.map { position in
      let index = candidateSets[position][report.dependency.name]
      return Entry(
        survey: surveys[position], candidateSet: index.map { surveys[position].candidateSets[$0] })
    }
  }
}
