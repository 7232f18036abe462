import Ecosystem
import Store

/// The requests of comments for later stages.
struct RequestedActions: Sendable {
  var ignores: [Ignore] = []
  var rebuilds: [RebuildRequest] = []

  /// Returns sites with the rules of their entries and of comments.
  func applying(_ configuredProjects: [ConfiguredProject]) -> [ConfiguredProject] {
    configuredProjects.map { $0.applying(ignores) }
  }

  /// Whether a site is due, by its schedule or by a rebuild request.
  func isDue(_ configured: ConfiguredProject) -> Bool {
    configured.entry.hasDueUpdates
      || rebuilds.contains { UpdateKey($0.key).map { $0.scope.includes(configured) } ?? false }
  }

  /// Whether a batch is due, by the schedule or by a rebuild request.
  func isDue(_ planned: PlannedPullRequest, among surveys: [Survey]) -> Bool {
    let isDue = planned.members.contains { member in
      let entry = surveys[member.survey].configured.entry
      return entry.due(for: member.candidateSet.dependency).includes(planned)
    }
    return isDue || rebuilds.contains { $0.key == planned.key.description }
  }
}

extension UpdateKey.Scope {
  fileprivate func includes(_ configured: ConfiguredProject) -> Bool {
    switch self {
    case .directory(let ecosystem, let directory):
      configured.project.ecosystem == ecosystem && configured.project.directory == directory
    case .directories(let ecosystem, let entry):
      configured.project.ecosystem == ecosystem && configured.entry.number == entry
    case .ecosystems: configured.entry.multiGroup != nil
    }
  }
}
