import Ecosystem
import Store

/// The requests of comments for later stages.
struct RequestedActions: Sendable {
  var ignores: [Ignore] = []
  var rebuilds: [RebuildRequest] = []
  /// Ticked boxes of the dashboard, and what open pull requests propose already.
  var requests: [DashboardRequest] = []
  /// What open pull requests propose, which is a part of `requests`.
  var proposed: [DashboardRequest] = []

  /// Returns projects with the rules of their entries, of comments and of the dashboard.
  func applying(_ configuredProjects: [ConfiguredProject]) -> [ConfiguredProject] {
    configuredProjects.map { $0.applying(ignores).applying(requests, proposed: proposed) }
  }

  /// Whether a person asked to open the pull request of a dependency now.
  func opens(_ dependency: String, of project: Project) -> Bool {
    requests.contains { request in
      request.kind == .open && request.concerns(project) && request.dependency == dependency
    }
  }

  /// Whether a project is due, by its schedule or by a rebuild request.
  func isDue(_ configured: ConfiguredProject) -> Bool {
    configured.entry.hasDueUpdates
      || requests.contains { $0.kind == .open && $0.concerns(configured.project) }
      || rebuilds.contains {
        UpdateKey($0.key, of: $0.repository).map { $0.scope.includes(configured) } ?? false
      }
  }
}

extension RebuildRequest {
  /// Whether a ticked box of the dashboard made it, and no comment.
  var isOfDashboard: Bool { comment < 0 }
}

extension DashboardRequest {
  /// Whether it is about a dependency of a project.
  func concerns(_ project: Project) -> Bool {
    ecosystem == project.ecosystem.rawValue && directory == project.directory
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
