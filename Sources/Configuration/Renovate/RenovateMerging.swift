import JSON
import Text

/// Automatic merges, which are collected over all rules.
extension RenovateTranslation {
  /// What a part of `automerge` besides the steps becomes.
  enum MergeDetail {
    case member(Draft.Member)
    /// martlet does it anyway.
    case nothing
    /// It was reported.
    case lost
  }

  private static let details = ["automergeType", "automergeStrategy", "automergeSchedule"]

  /// Translates `automerge` of a rule: for steps of whole entries the key of the entry.
  mutating func automerge(_ action: RenovateOption, _ builder: inout RuleBuilder) {
    guard let isOn = action.value.bool else {
      return ledger.lose(action.origin, "is not true or false")
    }
    let scope = builder.scope
    let hasDetail = builder.rule.options.contains { Self.details.contains($0.name) }
    let isFree = builder.ecosystemKeys.allSatisfy { !hasRule("automerge", in: $0) }
    if scope.isOfSteps, isFree, !hasDetail || scope.steps == nil {
      return automerge(action, scope.steps ?? RenovateSteps.served, in: builder.ecosystemKeys)
    }
    let steps = isOn ? scope.steps ?? RenovateSteps.served : []
    builder.add("automerge", Draft(["update-types": Draft(steps)]))
    ledger.carry(action.origin, to: "rules: automerge")
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

  /// `automergeType` and the like belong to `automerge` of the same rule.
  mutating func refine(_ action: RenovateOption, _ builder: inout RuleBuilder) {
    let own = builder.rule.options.last { $0.name == "automerge" }?.value.bool
    guard own ?? (root["automerge"]?.value.bool ?? false) else {
      return ledger.note(action.origin, "has no effect without 'automerge' in the same rule")
    }
    guard own == true || builder.scope.isOfEcosystems else {
      return lose(action, "is only carried over beside 'automerge' in the same rule", builder)
    }
    switch automergeDetail(action) {
    case .nothing: break
    case .lost:
      guard action.isRestriction else { break }
      builder.isUnmerged = true
      ledger.note(action.origin, "can't be expressed, so that the rule merges nothing")
    case .member(let member):
      builder.details.append(member)
      ledger.carry(action.origin, to: "automerge: \(member.key)")
    }
  }

  /// Applies the details of a rule to whole entries.
  mutating func refineEntries(_ builder: RuleBuilder) {
    guard builder.scope.isOfEcosystems else { return }
    for word in builder.ecosystemKeys where entries[word]?["automerge"] != nil {
      for detail in builder.details { entries[word]?["automerge"]?[detail.key] = detail.value }
      if builder.isUnmerged { entries[word]?["automerge"]?["update-types"] = Draft([]) }
    }
  }

  /// Reads a part of `automerge` besides the steps, and reports it if it has no counterpart.
  private mutating func automergeDetail(_ option: RenovateOption) -> MergeDetail {
    switch (option.name, option.value.string) {
    case ("automergeType", "pr"): return detail("type", "pull-request")
    case ("automergeType", "branch"): return detail("type", "branch")
    case ("automergeStrategy", "squash"): return detail("method", "squash")
    case ("automergeStrategy", "rebase"): return detail("method", "rebase")
    case ("automergeStrategy", "merge-commit"): return detail("method", "merge")
    case ("automergeStrategy", "auto"):
      ledger.carry(option.origin, to: "automerge")
      return .nothing
    case ("automergeSchedule", _): return automergeSchedule(option)
    default:
      ledger.lose(option.origin, "has a value without a counterpart")
      return .lost
    }
  }

  private func detail(_ key: String, _ word: String) -> MergeDetail {
    .member(Draft.Member(key: key, value: Draft(.text(word))))
  }

  /// The whole hours of the windows: martlet begins a merge within an hour of each time.
  private mutating func automergeSchedule(_ option: RenovateOption) -> MergeDetail {
    guard let texts = option.value.strings else {
      ledger.lose(option.origin, "is not a list of texts")
      return .lost
    }
    let windows = RenovateHours.union(texts)
    if windows.isAlways {
      ledger.carry(option.origin, to: "automerge, which is at any time")
      return .nothing
    }
    let names = windows.lost.map { "'\($0.printableLine)'" }.joined(separator: ", ")
    guard let cron = windows.cron else {
      ledger.lose(option.origin, "has \(names), which has no counterpart")
      return .lost
    }
    if !names.isEmpty {
      ledger.note(option.origin, "has \(names), which isn't carried over: it merges less often")
    }
    return .member(
      Draft.Member(
        key: "schedule",
        value: Draft([
          "interval": Draft(.text("cron")), "cronjob": Draft(.text(cron)),
          "timezone": timezone.map { Draft(.text($0)) },
        ])))
  }

  /// Adds the repository's method and schedule to all automatic merges.
  mutating func finishAutomerge() {
    for name in Self.details {
      guard let option = root[name] else { continue }
      switch automergeDetail(option) {
      case .nothing: continue
      case .lost:
        guard option.isRestriction else { continue }
        ledger.note(option.origin, "can't be expressed, so that nothing is merged automatically")
        changeMerges { draft in
          if draft["schedule"] == nil { draft["update-types"] = Draft([]) }
        }
      case .member(let detail):
        ledger.carry(option.origin, to: "automerge: \(detail.key)")
        changeMerges(option.origin) { draft in
          if draft[detail.key] == nil { draft[detail.key] = detail.value }
        }
      }
    }
  }

  /// Changes all automatic merges that merge anything.
  private mutating func changeMerges(
    _ origin: RenovateOrigin? = nil, _ change: (inout Draft) -> Void
  ) {
    for word in ecosystemKeys {
      if var draft = entries[word]?["automerge"],
        draft["update-types"]?.elements.isEmpty == false
      {
        change(&draft)
        if let origin { draft.origins.append(origin) }
        set("automerge", draft, in: [word])
      }
      guard let rules = entries[word]?["rules"] else { continue }
      let elements = rules.elements.map { element in
        guard var draft = element["automerge"],
          draft["update-types"]?.elements.isEmpty == false
        else { return element }
        var element = element
        change(&draft)
        element["automerge"] = draft
        return element
      }
      set("rules", Draft(.list(elements)), in: [word])
    }
  }
}
