import Ecosystem
import Store

/// The requests of comments for later stages.
struct RequestedActions: Sendable {
  var ignores: [Ignore] = []
  var rebuilds: [RebuildRequest] = []

  /// Returns projects with the rules of their entries and of comments.
  func applying(_ configuredProjects: [ConfiguredProject]) -> [ConfiguredProject] {
    configuredProjects.map { $0.applying(ignores) }
  }

  /// Whether a project is due, by its schedule or by a rebuild request.
  func isDue(_ configured: ConfiguredProject) -> Bool {
    configured.entry.hasDueUpdates
      || rebuilds.contains {
        UpdateKey($0.key, of: $0.repository).map { $0.scope.includes(configured) } ?? false
      }
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
