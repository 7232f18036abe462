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
      applied)
    guard let group = found else {
      scope = own
      subject = .dependency(dependency.id)
      return
    }
    self.group = group.name
    scope = configured.entry.spansDirectories ? all : own
    subject = group.groupBy == nil ? .group(group.name) : .dependency(dependency.id)
    self.candidateSet.candidates.removeAll { !group.accepts($0) }
  }
}

extension Entry {
  /// The names of all its groups.
  var groupNames: [String] {
    let named = rules.rules.compactMap(\.group).filter { $0 != PackageRule.noGroup }
    return groups.map(\.name) + named + [multiGroup?.name].compactMap(\.self)
  }

  /// Returns the group of an update: that of a rule, or the most specific one that accepts its type, on
  /// a tie the first.
  ///
  /// An update whose rule can't be decided belongs to none.
  func group(
    for dependency: Dependency, newest: Release?,
    purpose: GroupRule.Purpose = .versionUpdates, _ applied: AppliedRules
  ) -> GroupRule? {
    switch applied.setting(\.group) {
    case .value(let name, _):
      if let named = group(named: name, purpose), newest.map(named.accepts) ?? true {
        return named
      }
      guard purpose == .securityUpdates, name != PackageRule.noGroup else { return nil }
    case .undecided: return nil
    case .none: break
    }
    var best: (group: GroupRule, score: Int)?
    for group in groups where group.appliesTo == purpose {
      // If the group excludes one name of the dependency, another name does not include it.
      guard newest.map(group.accepts) ?? true,
        !dependency.aliases.contains(where: group.excludes),
        let score = dependency.aliases.compactMap({ group.specificity(for: $0) }).max()
      else { continue }
      if score > best?.score ?? -1 { best = (group, score) }
    }
    return best?.group
  }
}

extension Entry {
  /// The group that a rule names; one that `groups` doesn't have accepts all version updates.
  private func group(named name: String, _ purpose: GroupRule.Purpose) -> GroupRule? {
    if name == PackageRule.noGroup { return nil }
    guard let known = groups.first(where: { $0.name == name }) else {
      var group = GroupRule()
      group.name = name
      return purpose == .versionUpdates ? group : nil
    }
    return known.appliesTo == purpose ? known : nil
  }
}

extension GroupRule {
  /// Whether the group accepts updates of this type.
  fileprivate func accepts(_ release: Release) -> Bool {
    updateTypes.isEmpty || release.step.map(updateTypes.contains) ?? false
  }
}
