import JSON

/// Groups and automatic merges, which are collected over all rules.
extension RenovateTranslation {
  /// Adds a group to entries; with `isSplit` one for major updates and one for the others.
  ///
  /// - Returns: false if the name is already used for a group with other conditions.
  @discardableResult
  mutating func addGroups(
    _ name: String, _ condition: RenovateCondition, from origin: RenovateOrigin,
    in ecosystemKeys: [String], isSplit: Bool
  ) -> Bool {
    let steps = condition.steps ?? RenovateSteps.served
    let minor = steps.filter { $0 != "major" }
    var parts: [(name: String, steps: [String]?)] = [(name, condition.steps)]
    if isSplit, steps.contains("major"), !minor.isEmpty {
      parts = [(name, minor), ("major-\(name)", ["major"])]
    }
    let drafts = parts.map { part in
      Draft.Member(key: part.name, value: group(condition, part.steps, from: origin))
    }
    let isFree = ecosystemKeys.allSatisfy { word in
      drafts.allSatisfy { combined($0.value, with: entries[word]?["groups"]?[$0.key]) != nil }
    }
    guard isFree, parts.allSatisfy({ isPlain($0.name) }) else { return false }
    for word in ecosystemKeys {
      var groups = entries[word]?["groups"] ?? Draft(.mapping([]))
      if condition.isOfSteps, condition.names.excluded.isEmpty { groups.narrow(by: steps) }
      for draft in drafts {
        groups[draft.key] = combined(draft.value, with: groups[draft.key]) ?? draft.value
      }
      set("groups", groups, in: [word])
    }
    return true
  }

  private func group(
    _ condition: RenovateCondition, _ steps: [String]?, from origin: RenovateOrigin
  ) -> Draft {
    let names = condition.names
    return Draft(
      [
        "patterns": Draft(names.patterns.isEmpty ? ["*"] : names.patterns),
        "exclude-patterns": names.excluded.isEmpty ? nil : Draft(names.excluded),
        "dependency-type": condition.dependencyType.map { Draft(.text($0)) },
        "update-types": steps.map { Draft($0) },
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

  /// Switches automatic merges of steps on or off in whole entries.
  mutating func automerge(_ option: RenovateOption, _ steps: [String], in ecosystemKeys: [String]) {
    guard let isOn = option.value.bool else {
      return ledger.lose(option.origin, "is not true or false")
    }
    for word in ecosystemKeys {
      let former = entries[word]?["automerge"]
      var merged = Set(former?["update-types"]?.elements.compactMap(\.text) ?? [])
      if isOn { merged.formUnion(steps) } else { merged.subtract(steps) }
      var draft = former ?? Draft(.mapping([]))
      draft["update-types"] = Draft(RenovateSteps.served.filter(merged.contains))
      if !draft.origins.contains(option.origin) { draft.origins.append(option.origin) }
      set("automerge", draft, in: [word])
    }
    ledger.carry(option.origin, to: "automerge")
  }

  /// A part of `automerge` besides the steps; nil if it was reported or says what martlet does.
  mutating func automergeDetail(_ option: RenovateOption) -> Draft.Member? {
    switch (option.name, option.value.string) {
    case ("automergeType", "pr"): return Draft.Member(key: "type", value: word("pull-request"))
    case ("automergeType", "branch"): return Draft.Member(key: "type", value: word("branch"))
    case ("automergeStrategy", "squash"), ("automergeStrategy", "rebase"):
      return Draft.Member(key: "method", value: word(option.value.string ?? ""))
    case ("automergeStrategy", "merge-commit"):
      return Draft.Member(key: "method", value: word("merge"))
    case ("automergeStrategy", "auto"):
      ledger.carry(option.origin, to: "automerge")
    case ("automergeSchedule", _):
      return automergeSchedule(option)
    default: ledger.lose(option.origin, "has a value without a counterpart")
    }
    return nil
  }

  private mutating func automergeSchedule(_ option: RenovateOption) -> Draft.Member? {
    let schedule = RenovateOption(name: "schedule", value: option.value, origin: option.origin)
    switch renovateSetting(schedule, timezone: timezone) {
    case .keys(let keys, let note):
      if let note { ledger.note(option.origin, note) }
      return keys.first.map { pair in
        var value = pair.value
        value.remark = nil
        return Draft.Member(key: "schedule", value: value)
      }
    case .without(let reason): ledger.lose(option.origin, reason)
    default: break
    }
    return nil
  }

  private func word(_ text: String) -> Draft { Draft(.text(text)) }

  /// Adds the repository's method and schedule to all automatic merges.
  mutating func finishAutomerge() {
    for name in ["automergeType", "automergeStrategy", "automergeSchedule"] {
      guard let option = root[name], let detail = automergeDetail(option) else { continue }
      ledger.carry(option.origin, to: "automerge: \(detail.key)")
      for word in ecosystemKeys {
        if let draft = entries[word]?["automerge"] {
          set("automerge", refined(draft, by: detail, option.origin), in: [word])
        }
        guard let rules = entries[word]?["rules"] else { continue }
        let elements = rules.elements.map { element in
          var element = element
          if let draft = element["automerge"] {
            element["automerge"] = refined(draft, by: detail, nil)
          }
          return element
        }
        set("rules", Draft(.list(elements)), in: [word])
      }
    }
  }

  private func refined(
    _ draft: Draft, by detail: Draft.Member, _ origin: RenovateOrigin?
  ) -> Draft {
    guard draft["update-types"]?.elements.isEmpty == false, draft[detail.key] == nil else {
      return draft
    }
    var draft = draft
    draft[detail.key] = detail.value
    if let origin { draft.origins.append(origin) }
    return draft
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

  /// The text of a scalar; nil for other values.
  var text: String? {
    if case .text(let text) = content { text } else { nil }
  }
}
