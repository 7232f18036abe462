import Configuration
import Ecosystem

/// Which pull request an outlook goes into: its own, or that of a group.
struct Placement: Sendable {
  var scope: UpdateKey.Scope
  var subject: UpdateKey.Subject
  /// The group that asks for it; nil: the dependency stands alone.
  var group: String?
  /// The outlook with the candidates that the group takes.
  var outlook: Outlook

  /// Finds the seat of an outlook that wants a pull request.
  ///
  /// A multi-ecosystem group comes first, then the group of the entry that means the dependency most
  /// exactly. A group that names kinds of update takes the dependency only if its newest candidate
  /// is of such a kind; any other gets a pull request of its own (Dependabot's rule). Security
  /// updates go into groups for security updates alone.
  init(_ outlook: Outlook, at site: Site) {
    let dependency = outlook.dependency
    let project = site.project
    self.outlook = outlook
    let isFix = outlook.purpose == .securityUpdates
    if !isFix, let group = site.entry.multiGroup, group.takes(dependency) {
      scope = .ecosystems
      subject = .group(group.name)
      self.group = group.name
      return
    }
    let own = UpdateKey.Scope.directory(project.ecosystem, project.directory)
    let all = UpdateKey.Scope.directories(project.ecosystem, entry: site.entry.number)
    let found = site.entry.group(
      for: dependency, newest: outlook.candidates.first, purpose: outlook.purpose)
    guard let group = found else {
      scope = own
      subject = .dependency(dependency.name)
      return
    }
    self.group = group.name
    scope = site.entry.spansDirectories ? all : own
    subject = group.groupBy == nil ? .group(group.name) : .dependency(dependency.name)
    self.outlook.candidates.removeAll { !group.accepts($0) }
  }
}

extension Entry {
  /// The names of all its groups.
  var groupNames: [String] { groups.map(\.name) + [multiGroup?.name].compactMap(\.self) }

  /// The group that takes an update: of those that accept its kind the most exact one, of equal
  /// ones the first.
  func group(
    for dependency: Dependency, newest: Release?,
    purpose: GroupRule.Purpose = .versionUpdates
  ) -> GroupRule? {
    var best: (group: GroupRule, score: Int)?
    for group in groups where group.appliesTo == purpose {
      // A dependency that is left out by one of its names does not come back by another.
      guard newest.map(group.accepts) ?? true,
        !dependency.aliases.contains(where: group.excludes),
        let score = dependency.aliases.compactMap({ group.specificity(for: $0) }).max()
      else { continue }
      if score > best?.score ?? -1 { best = (group, score) }
    }
    return best?.group
  }
}

extension GroupRule {
  /// Whether the group takes a step of this size.
  fileprivate func accepts(_ release: Release) -> Bool {
    updateTypes.isEmpty || release.step.map(updateTypes.contains) ?? false
  }
}
