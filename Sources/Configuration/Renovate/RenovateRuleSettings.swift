import JSON
import Text

/// The settings of a rule, in the entries whose ecosystems it is about.
extension RenovateTranslation {
  /// Translates a setting of a rule.
  mutating func translate(_ action: RenovateOption, _ builder: inout RuleBuilder) {
    if let approximation = builder.scope.approximation {
      guard allows(action, approximation, builder) else {
        return lose(action, "isn't carried over: \(approximation.reason)", builder)
      }
      let reason = "can apply to more than in Renovate: \(approximation.reason)"
      ledger.note(action.origin, reason)
    }
    switch action.name {
    case "description":
      builder.remark = action.value.strings?.joined(separator: " ").printableLine
      ledger.carry(action.origin, to: "a comment")
    case "enabled": enable(action, &builder)
    case "groupName": group(action, &builder)
    case "minimumGroupSize": size(action, &builder)
    case "allowedVersions": allow(action, &builder)
    case "automerge": automerge(action, &builder)
    case "automergeType", "automergeStrategy", "automergeSchedule": refine(action, &builder)
    case let name where Self.titleOptions.contains(name): prefix(action, builder)
    case "lockFileMaintenance", "vulnerabilityAlerts", "ignorePaths", "ignoreDeps", "packageRules":
      ledger.lose(action.origin, "can't be limited to some dependencies")
    default: setting(action, &builder)
    }
  }

  /// Whether a rule that can apply to more than Renovate's may have a setting.
  private func allows(
    _ action: RenovateOption, _ approximation: RenovateScope.Approximation, _ builder: RuleBuilder
  ) -> Bool {
    if action.isPermission { return builder.rule.isOfManager && action.name == "enabled" }
    return !action.isRestriction || approximation.isNarrow
  }

  private mutating func setting(_ action: RenovateOption, _ builder: inout RuleBuilder) {
    guard let reading = renovateSetting(action, timezone: timezone) else { return report(action) }
    if builder.scope.isOfEcosystems {
      return put(reading, of: action, in: builder.ecosystemKeys)
    }
    switch reading {
    case .always(let reason): ledger.carry(action.origin, to: reason)
    case .without(let reason): lose(action, reason, builder)
    case .keys(let keys, let note):
      for (key, draft) in keys { set(key, draft, action, &builder) }
      if let note { ledger.note(action.origin, note) }
    }
  }

  private mutating func set(
    _ key: String, _ draft: Draft, _ action: RenovateOption, _ builder: inout RuleBuilder
  ) {
    guard RuleBuilder.keys.contains(key) else {
      return lose(action, "can't be limited to some dependencies", builder)
    }
    guard builder.scope.excluded.isEmpty else {
      return lose(action, "isn't carried over: a rule of martlet's can't exclude names", builder)
    }
    let isAdded = builder.ecosystemKeys.contains { word in
      let rules = entries[word]?["rules"]?.elements ?? []
      return ([entries[word]] + rules).contains { $0?[key] != nil }
    }
    if RuleBuilder.lists.contains(key), isAdded, !action.isAddition {
      ledger.note(action.origin, "is added to the \(key) of the entry, and doesn't replace them")
    }
    builder.add(key, draft)
    ledger.carry(action.origin, to: "rules: \(key)")
  }

  /// `enabled`: for whole ecosystems their entries, for names `ignore`, otherwise `rules`.
  private mutating func enable(_ action: RenovateOption, _ builder: inout RuleBuilder) {
    guard let isOn = action.value.bool else {
      return ledger.lose(action.origin, "is not true or false")
    }
    let isOfEcosystems = builder.rule.isOfManagers && builder.scope.isOfEcosystems
    if isOn, builder.rule.isOfManager || isOfEcosystems {
      switchOn(action, builder)
    } else if isOfEcosystems {
      switchOff(action, builder)
    } else {
      ignore(!isOn, action, &builder)
    }
  }

  private mutating func switchOn(_ action: RenovateOption, _ builder: RuleBuilder) {
    for word in builder.ecosystemKeys {
      if let part = builder.scope.approximation { holdBack(word, part.reason, action.origin) }
      let isReadable = builder.rule.isOfManager || isRead(word)
      if !enabled.contains(word), !isReadable || !select([word]) {
        ledger.note(
          action.origin, "doesn't switch \(word) on: Renovate doesn't read its files then")
      }
      guard disabledByRules.remove(word) != nil else { continue }
      append(.everything("ignore", .bool(false), action.origin), to: "rules", in: [word])
    }
    ledger.carry(action.origin, to: "updates")
  }

  /// Leaves entries out, unless a later rule enables some dependencies of them again.
  private mutating func switchOff(_ action: RenovateOption, _ builder: RuleBuilder) {
    for word in builder.ecosystemKeys {
      if !builder.rule.isOfManager, reenabled.contains(word) {
        disabledByRules.insert(word)
        append(.everything("ignore", .bool(true), builder.rule.origin), to: "rules", in: [word])
      } else {
        enabled.remove(word)
        unreadable.insert(word)
      }
    }
    ledger.carry(action.origin, to: "updates")
  }

  private mutating func ignore(
    _ isIgnored: Bool, _ action: RenovateOption, _ builder: inout RuleBuilder
  ) {
    let scope = builder.scope
    let words = builder.ecosystemKeys
    guard isIgnored, let patterns = scope.patterns, scope.isOfNames,
      reenabled.isDisjoint(with: words)
    else {
      builder.add("ignore", Draft(.bool(isIgnored)))
      return ledger.carry(action.origin, to: "rules: ignore")
    }
    let types = scope.steps.map { Draft($0.map { "version-update:semver-\($0)" }) }
    for name in patterns.isEmpty ? ["*"] : patterns {
      append(
        Draft(
          ["dependency-name": Draft(.text(name)), "update-types": types],
          from: [builder.rule.origin]), to: "ignore", in: words)
    }
    ledger.carry(action.origin, to: "ignore")
  }

  /// `allowedVersions`: everything else is ignored.
  private mutating func allow(_ action: RenovateOption, _ builder: inout RuleBuilder) {
    let scope = builder.scope
    guard let text = action.value.string, let outside = versionsOutside(text) else {
      let text = action.value.string.map { " '\($0.printableLine)'" } ?? ""
      return lose(
        action, "has a range\(text) that martlet can't turn round: only one interval of versions",
        builder)
    }
    guard scope.excluded.isEmpty else {
      return lose(action, "can't be limited by excluded names", builder)
    }
    if let patterns = scope.patterns, scope.isOfNames, scope.steps == nil {
      for name in patterns.isEmpty ? ["*"] : patterns {
        append(
          Draft(
            ["dependency-name": Draft(.text(name)), "versions": Draft(outside)],
            from: [action.origin]), to: "ignore", in: builder.ecosystemKeys)
      }
      ledger.carry(action.origin, to: "ignore")
    } else {
      append(builder.excluding(outside), to: "rules", in: builder.ecosystemKeys)
      ledger.carry(action.origin, to: "rules: ignore")
    }
  }

  private mutating func group(_ action: RenovateOption, _ builder: inout RuleBuilder) {
    if case .null = action.value.content {
      return set("group", Draft(.text("none")), action, &builder)
    }
    guard let name = action.value.string, isPlain(name), !name.contains("{{") else {
      return ledger.lose(action.origin, "is not a plain name: martlet fills in no templates")
    }
    let origin = builder.rule.origin
    let isSplit = separatesMajors && origin.preset == nil
    if builder.scope.isOfGroup,
      addGroups(
        name, builder.scope, from: origin, in: builder.ecosystemKeys, isSplit: isSplit,
        minimum: builder.rule.groupSize)
    {
      ledger.carry(action.origin, to: "groups")
    } else {
      set("group", Draft(.text(name)), action, &builder)
    }
  }

  /// The number belongs to the group of the same rule.
  private mutating func size(_ action: RenovateOption, _ builder: inout RuleBuilder) {
    guard let number = builder.rule.groupSize else {
      return ledger.lose(action.origin, "is not a number from 1 to 1000")
    }
    if builder.scope.isOfEcosystems {
      let draft = Draft(.number(number), from: [action.origin])
      set("minimum-group-size", draft, in: builder.ecosystemKeys)
      return ledger.carry(action.origin, to: "minimum-group-size")
    }
    let isNamed = builder.rule.options.contains { $0.name == "groupName" }
    guard isNamed, builder.scope.isOfGroup else {
      return ledger.lose(
        action.origin, "has no counterpart in a rule without a group of 'groups'")
    }
    ledger.carry(action.origin, to: "groups: minimum-group-size")
  }
}

extension RenovateRule {
  /// The smallest number of updates in its group; nil without one.
  var groupSize: Int? {
    let option = options.last { $0.name == "minimumGroupSize" }
    return option?.value.int.flatMap { (1...1_000).contains($0) ? $0 : nil }
  }

  /// Whether managers, sources or categories are conditions.
  var isOfManagers: Bool {
    let names = [
      "matchManagers", "managers", "matchDatasources", "datasources", "matchCategories",
      "matchLanguages", "languages",
    ]
    return options.contains { names.contains($0.name) }
  }
}

extension RenovateOption {
  /// Whether Renovate adds its values to those that it finds.
  var isAddition: Bool { ["addLabels", "additionalReviewers"].contains(name) }
}

extension Draft {
  /// A rule for everything in an entry.
  static func everything(_ key: String, _ content: Content, _ origin: RenovateOrigin) -> Draft {
    Draft(["dependency-name": Draft(.text("*")), key: Draft(content)], from: [origin])
  }
}
