import JSON

/// Groups, which are collected over all rules.
extension RenovateTranslation {
  /// Adds a group to entries; with `isSplit` one for major updates and one for the others.
  ///
  /// - Returns: false if the name is already used for a group with other conditions.
  @discardableResult
  mutating func addGroups(
    _ name: String, _ scope: RenovateScope, from origin: RenovateOrigin,
    in ecosystemKeys: [String], isSplit: Bool, minimum: Int? = nil
  ) -> Bool {
    let steps = scope.steps ?? RenovateSteps.served
    let minor = steps.filter { $0 != "major" }
    var parts: [(name: String, steps: [String]?)] = [(name, scope.steps)]
    if isSplit, steps.contains("major"), !minor.isEmpty {
      parts = [(name, minor), ("major-\(name)", ["major"])]
    }
    let drafts = parts.map { part in
      Draft.Member(key: part.name, value: group(scope, part.steps, minimum, from: origin))
    }
    let isFree = ecosystemKeys.allSatisfy { word in
      drafts.allSatisfy { combined($0.value, with: entries[word]?["groups"]?[$0.key]) != nil }
    }
    guard isFree, parts.allSatisfy({ isPlain($0.name) }) else { return false }
    for word in ecosystemKeys {
      var groups = entries[word]?["groups"] ?? Draft(.mapping([]))
      if scope.isOfSteps { groups.narrow(by: steps) }
      for draft in drafts {
        for (name, former) in groups.keeping(draft) {
          ledger.lose(
            origin,
            "'\(name)' stays in the group '\(former)': Renovate takes the last group of a "
              + "name, and martlet the first or the most exact one")
        }
      }
      for draft in drafts {
        groups[draft.key] = combined(draft.value, with: groups[draft.key]) ?? draft.value
      }
      set("groups", groups, in: [word])
    }
    return true
  }

  private func group(
    _ scope: RenovateScope, _ steps: [String]?, _ minimum: Int?, from origin: RenovateOrigin
  ) -> Draft {
    let patterns = scope.groupPatterns ?? []
    let excluded = scope.excludedPatterns ?? []
    return Draft(
      [
        "patterns": Draft(patterns.isEmpty ? ["*"] : patterns),
        "exclude-patterns": excluded.isEmpty ? nil : Draft(excluded),
        "dependency-type": scope.dependencyType.map { Draft(.text($0)) },
        "update-types": steps.map { Draft($0) },
        "minimum-group-size": minimum.map { Draft(.number($0)) },
      ], from: [origin])
  }

  /// A group with the patterns of both; nil if they differ in more than that.
  private func combined(_ group: Draft, with former: Draft?) -> Draft? {
    guard let former else { return group }
    var rest = group.plain
    var other = former.plain
    rest["patterns"] = nil
    other["patterns"] = nil
    guard rest == other else { return nil }
    var result = former
    let known = former["patterns"]?.elements ?? []
    let added = (group["patterns"]?.elements ?? []).filter { !known.contains($0) }
    result["patterns"] = Draft(.list(known + added))
    for origin in group.origins where !result.origins.contains(origin) {
      result.origins.append(origin)
    }
    return result
  }
}

extension Draft {
  /// Removes steps from all groups, because a later group has them of every dependency: in Renovate
  /// the last group wins, in martlet the one with the most exact pattern.
  fileprivate mutating func narrow(by steps: [String]) {
    for member in members {
      let own = member.value["update-types"]?.elements.compactMap(\.text) ?? RenovateSteps.served
      let rest = own.filter { !steps.contains($0) }
      if rest.isEmpty { self[member.key] = nil }
      guard !rest.isEmpty, rest != own else { continue }
      var group = member.value
      group["update-types"] = Draft(rest)
      self[member.key] = group
    }
  }

  /// The names of a new group that stay in one of these groups, with that group.
  fileprivate func keeping(_ new: Draft.Member) -> [(name: String, group: String)] {
    let names = new.value["patterns"]?.elements.compactMap(\.text) ?? []
    return members.filter { $0.key != new.key && $0.value.sharesUpdates(with: new.value) }
      .flatMap { former in
        (former.value["patterns"]?.elements.compactMap(\.text) ?? []).filter { own in
          names.contains { $0 == own || !own.contains("*") && NamePattern($0).matches(own) }
        }
        .map { (name: $0, group: former.key) }
      }
  }

  /// Whether two groups can have the same update: neither their steps nor their sections exclude it.
  private func sharesUpdates(with other: Draft) -> Bool {
    let steps = [self, other].map { group in
      group["update-types"]?.elements.compactMap(\.text) ?? RenovateSteps.served
    }
    let sections = [self, other].compactMap { $0["dependency-type"]?.text }
    return !Set(steps[0]).isDisjoint(with: steps[1]) && Set(sections).count < 2
  }

  /// The text of a scalar; nil for other values.
  var text: String? {
    if case .text(let text) = content { text } else { nil }
  }
}
