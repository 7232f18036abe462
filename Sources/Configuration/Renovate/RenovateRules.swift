import JSON
import Text

/// The translation of `packageRules`.
extension RenovateTranslation {
  /// Translates a rule, or reports it as a whole if a condition can't be expressed.
  mutating func translate(_ rule: RenovateRule) {
    let condition = RenovateCondition(rule.options)
    let actions = rule.options.filter { !RenovateCondition.isCondition($0.name) }
    let scope = (condition.ecosystemKeys ?? ecosystemKeys).filter(ecosystemKeys.contains)
    if let reason = obstacle(condition, scope, rule) {
      let names = actions.map { "'\($0.name.printableLine)'" }.joined(separator: ", ")
      let text = reason + (names.isEmpty ? "" : "; it has \(names)")
      return condition.ecosystemKeys == [] || scope.isEmpty
        ? ledger.note(rule.origin, text) : ledger.lose(rule.origin, text)
    }
    for other in condition.otherSteps {
      let names = other.names.map { "'\($0.printableLine)'" }.joined(separator: ", ")
      ledger.note(other.origin, "has \(names): martlet has no separate step for that")
    }
    for origin in condition.origins { ledger.carry(origin, to: "the condition of the rule") }
    var builder = RuleBuilder(rule: rule, condition: condition, ecosystemKeys: scope)
    for action in actions { translate(action, &builder) }
    finish(builder)
  }

  /// The reason why a rule isn't translated.
  private func obstacle(
    _ condition: RenovateCondition, _ scope: [String], _ rule: RenovateRule
  ) -> String? {
    if !condition.losses.isEmpty {
      return "isn't carried over: " + condition.losses.joined(separator: ", ")
    }
    if scope.isEmpty {
      let names = condition.otherManagers.map { "'\($0.printableLine)'" }.joined(separator: ", ")
      return "is only for \(names.isEmpty ? "nothing" : names), which martlet doesn't update"
    }
    if condition.steps == [] {
      let names = condition.otherSteps.flatMap(\.names).map { "'\($0.printableLine)'" }
      return "is only for updates of the kind \(names.joined(separator: ", ")), which martlet "
        + "doesn't separate"
    }
    return nil
  }

  private mutating func translate(_ action: RenovateOption, _ builder: inout RuleBuilder) {
    let condition = builder.condition
    switch action.name {
    case "description":
      builder.remark = action.value.strings?.joined(separator: " ").printableLine
      ledger.carry(action.origin, to: "a comment")
    case "enabled": enable(action, &builder)
    case "groupName": group(action, &builder)
    case "allowedVersions": allow(action, &builder)
    case "automerge":
      if condition.isOfSteps {
        automerge(action, condition.steps ?? RenovateSteps.served, in: builder.ecosystemKeys)
      } else if let isOn = action.value.bool {
        let steps = isOn ? condition.steps ?? RenovateSteps.served : []
        builder.add("automerge", Draft(["update-types": Draft(steps)]))
        ledger.carry(action.origin, to: "rules: automerge")
      } else {
        ledger.lose(action.origin, "is not true or false")
      }
    case "automergeType", "automergeStrategy", "automergeSchedule":
      refine(action, &builder)
    case "semanticCommitType", "semanticCommitScope", "commitMessagePrefix":
      ledger.lose(action.origin, "has no counterpart in a rule: titles of an entry begin alike")
    case "lockFileMaintenance", "vulnerabilityAlerts", "ignorePaths", "ignoreDeps", "packageRules":
      ledger.lose(action.origin, "can't be limited to some dependencies")
    default: setting(action, &builder)
    }
  }

  private mutating func setting(_ action: RenovateOption, _ builder: inout RuleBuilder) {
    guard let reading = renovateSetting(action, timezone: timezone) else { return report(action) }
    if builder.condition.isOfEcosystems {
      return put(reading, of: action, in: builder.ecosystemKeys)
    }
    switch reading {
    case .always(let reason): ledger.carry(action.origin, to: reason)
    case .without(let reason): ledger.lose(action.origin, reason)
    case .keys(let keys, let note):
      for (key, draft) in keys {
        guard RuleBuilder.keys.contains(key) else {
          ledger.lose(action.origin, "can't be limited to some dependencies")
          continue
        }
        builder.add(key, draft)
        ledger.carry(action.origin, to: "rules: \(key)")
        if action.name == "labels", root["labels"] != nil {
          ledger.note(
            action.origin, "is added to the labels of the entry, and doesn't replace them")
        }
      }
      if let note { ledger.note(action.origin, note) }
    }
  }

  /// `enabled`: for whole ecosystems their entries, for names `ignore`, otherwise `rules`.
  private mutating func enable(_ action: RenovateOption, _ builder: inout RuleBuilder) {
    guard let isOn = action.value.bool else {
      return ledger.lose(action.origin, "is not true or false")
    }
    let condition = builder.condition
    if condition.isOfEcosystems, condition.ecosystemKeys != nil {
      if isOn {
        enabled.formUnion(builder.ecosystemKeys)
      } else {
        enabled.subtract(builder.ecosystemKeys)
      }
      ledger.carry(action.origin, to: "updates")
    } else if !isOn, condition.isOfNames, !needsRules {
      let types = condition.steps.map { Draft($0.map { "version-update:semver-\($0)" }) }
      for name in condition.names.isEmpty ? ["*"] : condition.names.patterns {
        append(
          Draft(
            ["dependency-name": Draft(.text(name)), "update-types": types],
            from: [builder.rule.origin]), to: "ignore", in: builder.ecosystemKeys)
      }
      ledger.carry(action.origin, to: "ignore")
    } else {
      builder.add("ignore", Draft(.bool(!isOn)))
      ledger.carry(action.origin, to: "rules: ignore")
    }
  }

  /// `allowedVersions`: everything else is ignored.
  private mutating func allow(_ action: RenovateOption, _ builder: inout RuleBuilder) {
    let condition = builder.condition
    guard let text = action.value.string, let outside = versionsOutside(text) else {
      let text = action.value.string.map { " '\($0.printableLine)'" } ?? ""
      return ledger.lose(action.origin, "has a range\(text) that isn't one interval of versions")
    }
    if condition.isOfNames, condition.steps == nil {
      for name in condition.names.isEmpty ? ["*"] : condition.names.patterns {
        append(
          Draft(
            ["dependency-name": Draft(.text(name)), "versions": Draft(outside)],
            from: [action.origin]), to: "ignore", in: builder.ecosystemKeys)
      }
      ledger.carry(action.origin, to: "ignore")
    } else if let element = builder.excluding(outside) {
      append(element, to: "rules", in: builder.ecosystemKeys)
      ledger.carry(action.origin, to: "rules: ignore")
    } else {
      ledger.lose(action.origin, "can't be limited by excluded names")
    }
  }

  private mutating func group(_ action: RenovateOption, _ builder: inout RuleBuilder) {
    if case .null = action.value.content {
      builder.add("group", Draft(.text("none")))
      return ledger.carry(action.origin, to: "rules: group")
    }
    guard let name = action.value.string, isPlain(name), !name.contains("{{") else {
      return ledger.lose(action.origin, "is not a plain name: martlet fills in no templates")
    }
    let origin = builder.rule.origin
    let isSplit = separatesMajors && origin.preset == nil
    if builder.condition.isOfGroup,
      addGroups(name, builder.condition, from: origin, in: builder.ecosystemKeys, isSplit: isSplit)
    {
      ledger.carry(action.origin, to: "groups")
    } else {
      builder.add("group", Draft(.text(name)))
      ledger.carry(action.origin, to: "rules: group")
    }
  }

  /// `automergeType` and the like belong to `automerge` of the same rule.
  private mutating func refine(_ action: RenovateOption, _ builder: inout RuleBuilder) {
    let isOn = builder.rule.options.first { $0.name == "automerge" }?.value.bool ?? false
    guard isOn || (root["automerge"]?.value.bool ?? false) else {
      return ledger.note(action.origin, "has no effect without 'automerge' in the same rule")
    }
    guard let detail = automergeDetail(action) else { return }
    builder.details.append(detail)
    ledger.carry(action.origin, to: "automerge: \(detail.key)")
  }

  /// Adds the element of `rules`.
  private mutating func finish(_ builder: RuleBuilder) {
    if builder.condition.isOfSteps {
      for word in builder.ecosystemKeys where entries[word]?["automerge"] != nil {
        for detail in builder.details { entries[word]?["automerge"]?[detail.key] = detail.value }
      }
    }
    guard !builder.members.isEmpty else { return }
    guard let element = builder.element else {
      return ledger.lose(
        builder.rule.origin, "isn't carried over: a rule of martlet's can't exclude names")
    }
    append(element, to: "rules", in: builder.ecosystemKeys)
  }
}

/// An element of `rules` while it is made.
struct RuleBuilder {
  let rule: RenovateRule
  let condition: RenovateCondition
  /// The ecosystems whose entries get the rule.
  let ecosystemKeys: [String]
  /// The description of the rule.
  var remark: String?
  /// Its keys besides the condition.
  private(set) var members: [Draft.Member] = []
  /// Parts of `automerge` besides the steps.
  var details: [Draft.Member] = []

  init(rule: RenovateRule, condition: RenovateCondition, ecosystemKeys: [String]) {
    self.rule = rule
    self.condition = condition
    self.ecosystemKeys = ecosystemKeys
  }

  /// The keys that a rule can have.
  static let keys: Set<String> = [
    "labels", "reviewers", "assignees", "automerge", "schedule", "cooldown", "versioning-strategy",
    "open", "draft", "separate", "major", "priority", "approval", "minimum-group-size",
  ]

  mutating func add(_ key: String, _ value: Draft) {
    members.removeAll { $0.key == key }
    members.append(Draft.Member(key: key, value: value))
  }

  /// The finished element; nil if names are excluded.
  var element: Draft? {
    guard let match = condition.match(steps: condition.steps) else { return nil }
    var members = members
    for index in members.indices where members[index].key == "automerge" {
      for detail in details { members[index].value[detail.key] = detail.value }
    }
    return Draft(.mapping([match] + members), from: [rule.origin], remark: remark)
  }

  /// An element that ignores versions; nil if names are excluded.
  func excluding(_ versions: [String]) -> Draft? {
    guard let match = condition.match(steps: condition.steps) else { return nil }
    var conditions = match.value
    if match.key == "dependency-name" { conditions = Draft(["name": match.value]) }
    conditions["to"] = Draft(versions)
    return Draft(["match": conditions, "ignore": Draft(.bool(true))], from: [rule.origin])
  }
}
