import Configuration
import Ecosystem

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
    purpose: GroupRule.Purpose = .versionUpdates, ofFamily family: String? = nil,
    _ applied: AppliedRules
  ) -> GroupRule? {
    groups.group(for: dependency, newest: newest, purpose: purpose, ofFamily: family, applied)
  }

  /// Whether its groups depend on which packages are released together.
  var needsFamilies: Bool {
    groups.contains { $0.groupBy == .family || $0.onFailure == .split }
      || multiGroup?.onFailure == .split
  }
}

extension [GroupRule] {
  /// Returns the group of an update, as `Entry.group` does.
  func group(
    for dependency: Dependency, newest: Release?, purpose: GroupRule.Purpose,
    ofFamily family: String? = nil, _ applied: AppliedRules
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
    for group in self
    where group.appliesTo == purpose && (group.groupBy != .family || family != nil) {
      // If the group excludes one name of the dependency, another name does not include it.
      guard newest.map(group.accepts) ?? true,
        !dependency.aliases.contains(where: group.excludes),
        let score = dependency.aliases.compactMap({ group.specificity(for: $0) }).max()
      else { continue }
      if score > best?.score ?? -1 { best = (group, score) }
    }
    return best?.group
  }

  /// The group that a rule names; one that the entry doesn't have accepts all version updates.
  private func group(named name: String, _ purpose: GroupRule.Purpose) -> GroupRule? {
    if name == PackageRule.noGroup { return nil }
    guard let known = first(where: { $0.name == name }) else {
      var group = GroupRule()
      group.name = name
      return purpose == .versionUpdates ? group : nil
    }
    return known.appliesTo == purpose ? known : nil
  }
}

extension GroupRule {
  /// Whether the group accepts updates of this type.
  func accepts(_ release: Release) -> Bool {
    updateTypes.isEmpty || release.step.map(updateTypes.contains) ?? false
  }
}
