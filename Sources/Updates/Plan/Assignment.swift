import Configuration
import Ecosystem

/// Decides which pull request an update belongs to: its own, or that of a group.
struct Assignment: Sendable {
  var scope: UpdateKey.Scope
  var subject: UpdateKey.Subject
  /// The group in the configuration file; nil for a single dependency.
  var group: String?
  /// The candidate set with the candidates that the group accepts.
  var candidateSet: CandidateSet

  /// Places an update.
  ///
  /// A multi-ecosystem group comes first, then the group of the entry with the most specific matching
  /// pattern. A group with `update-types` accepts the dependency only if its newest candidate is of
  /// such a type; otherwise it gets its own pull request (Dependabot's rule). Security updates only
  /// belong to groups for security updates.
  init(_ candidateSet: CandidateSet, at configured: ConfiguredProject) {
    let dependency = candidateSet.dependency
    let project = configured.project
    self.candidateSet = candidateSet
    let isFix = candidateSet.purpose == .securityUpdates
    let applied = configured.entry.rules.applied(
      to: dependency, candidateSet.candidates.first, candidateSet.facts)
    if !isFix, applied.setting(\.group) == .none, let group = configured.entry.multiGroup,
      group.takes(dependency)
    {
      scope = .ecosystems
      subject = .group(group.name)
      self.group = group.name
      return
    }
    let own = UpdateKey.Scope.directory(project.ecosystem, project.directory)
    let all = UpdateKey.Scope.directories(project.ecosystem, entry: configured.entry.number)
    let found = configured.entry.group(
      for: dependency, newest: candidateSet.candidates.first, purpose: candidateSet.purpose,
      ofFamily: candidateSet.family, applied)
    guard let group = found else {
      scope = own
      subject = .dependency(dependency.id)
      return
    }
    self.group = group.name
    scope = configured.entry.spansDirectories ? all : own
    switch group.groupBy {
    case nil: subject = .group(group.name)
    case .dependencyName: subject = .dependency(dependency.id)
    case .family:
      self.group = candidateSet.family ?? group.name
      subject = .group(candidateSet.family ?? group.name)
    }
    self.candidateSet.candidates.removeAll { !group.accepts($0) }
  }
}
