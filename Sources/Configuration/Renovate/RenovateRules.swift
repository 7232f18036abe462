import JSON
import Text

/// The translation of `packageRules`.
///
/// A rule never applies to more than Renovate's does. One that can't be expressed is reported as a
/// whole, and if it restricts something, nothing that it might be about is merged automatically.
extension RenovateTranslation {
  /// Translates a rule, or reports it as a whole if a condition can't be expressed.
  mutating func translate(_ rule: RenovateRule) {
    let condition = RenovateCondition(rule.options)
    let scope = (condition.ecosystemKeys ?? ecosystemKeys).filter(ecosystemKeys.contains)
    if let reason = obstacle(condition, scope, rule) {
      let isNothing = condition.ecosystemKeys == [] || scope.isEmpty
      return isNothing
        ? ledger.note(rule.origin, reason + named(rule))
        : lose(rule, condition, in: scope, reason)
    }
    for other in condition.otherSteps {
      let names = other.names.map { "'\($0.printableLine)'" }.joined(separator: ", ")
      ledger.note(other.origin, "has \(names): martlet has no separate step for that")
    }
    let scopes = scopes(of: condition, in: scope, rule)
    guard !scopes.isEmpty else { return }
    for origin in condition.origins { ledger.carry(origin, to: "the condition of the rule") }
    for (scope, ecosystemKeys) in scopes {
      var builder = RuleBuilder(rule: rule, scope: scope, ecosystemKeys: ecosystemKeys)
      for action in rule.actions { translate(action, &builder) }
      finish(builder)
    }
  }

  /// The reason why a rule isn't translated.
  private func obstacle(
    _ condition: RenovateCondition, _ scope: [String], _ rule: RenovateRule
  ) -> String? {
    if let preset = rule.unreadPreset {
      return "isn't carried over: the preset '\(preset.printableLine)' can have conditions, and "
        + "isn't read"
    }
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

  /// The condition in each ecosystem, with the ecosystems where it is the same.
  private mutating func scopes(
    of condition: RenovateCondition, in ecosystemKeys: [String], _ rule: RenovateRule
  ) -> [(RenovateScope, [String])] {
    var scopes: [(scope: RenovateScope, ecosystemKeys: [String])] = []
    var isReported = false
    for word in ecosystemKeys {
      switch condition.narrowed(to: word) {
      case .nothing: continue
      case .inexpressible(let reason):
        isReported = true
        lose(rule, condition, in: [word], "isn't carried over for \(word): \(reason)")
      case .scope(let scope):
        if let index = scopes.firstIndex(where: { $0.scope == scope }) {
          scopes[index].ecosystemKeys.append(word)
        } else {
          scopes.append((scope, [word]))
        }
      }
    }
    if scopes.isEmpty, !isReported {
      ledger.note(rule.origin, "matches nothing that martlet updates" + named(rule))
    }
    return scopes
  }

  private func named(_ rule: RenovateRule) -> String {
    let names = rule.actions.map { "'\($0.name.printableLine)'" }.joined(separator: ", ")
    return names.isEmpty ? "" : "; it has \(names)"
  }

  /// Reports a rule; what it restricts isn't merged automatically.
  private mutating func lose(
    _ rule: RenovateRule, _ condition: RenovateCondition, in ecosystemKeys: [String],
    _ reason: String
  ) {
    let scopes = ecosystemKeys.map { word in
      let isAny = rule.unreadPreset != nil
      return (word, isAny ? RenovateScope() : RenovateScope.atLeast(condition, in: word))
    }
    lose(rule.origin, reason + named(rule), rule, scopes)
  }

  /// Reports something; what it restricts isn't merged automatically.
  ///
  /// A later rule can permit merges of what this one would have held back, so that this is only
  /// decided after all rules.
  private mutating func lose(
    _ origin: RenovateOrigin, _ reason: String, _ rule: RenovateRule,
    _ scopes: [(String, RenovateScope)]
  ) {
    let restrictions = rule.actions.filter(\.isRestriction)
    guard restrictions.contains(where: { $0.name != "automerge" }) else {
      return ledger.lose(origin, reason + consequence(of: rule, scopes))
    }
    delayed.append(DelayedLoss(origin: origin, reason: reason, rule: rule, scopes: scopes))
  }

  /// Merges nothing of an ecosystem that gets an entry for a part of it.
  mutating func holdBack(_ word: String, _ reason: String, _ origin: RenovateOrigin) {
    let none = JSON5Node(.bool(false), at: origin.location)
    let rule = RenovateRule(
      origin: origin, options: [RenovateOption(name: "enabled", value: none, origin: origin)])
    delayed.append(
      DelayedLoss(
        origin: origin, reason: reason, rule: rule, scopes: [(word, RenovateScope())]))
  }

  /// Switches merges off for the restrictions that were lost.
  mutating func finishLosses() {
    for loss in delayed {
      ledger.lose(loss.origin, loss.reason + consequence(of: loss.rule, loss.scopes))
    }
  }

  /// Keeps what a lost rule restricts from being merged, and returns what happens to it.
  private mutating func consequence(
    of rule: RenovateRule, _ scopes: [(String, RenovateScope)]
  ) -> String {
    let restrictions = rule.actions.filter(\.isRestriction)
    guard !restrictions.isEmpty else { return "" }
    let isHeld = scopes.map { hold($0.1, in: $0.0, rule.origin) }.contains(true)
    let isProposed = restrictions.contains { $0.name != "automerge" }
    let merging = "nothing that it might be about is merged automatically"
    let proposal = "what Renovate held back is proposed"
    switch (isProposed, isHeld) {
    case (true, true): return "; \(proposal), and \(merging)"
    case (true, false): return "; \(proposal)"
    case (false, true): return "; \(merging)"
    case (false, false): return ""
    }
  }

  /// Switches automatic merges off for everything that a restriction might be about.
  ///
  /// - Returns: whether anything was merged automatically.
  private mutating func hold(
    _ scope: RenovateScope, in word: String, _ origin: RenovateOrigin
  ) -> Bool {
    guard scope.steps != [], merges(word) else { return false }
    let none = Draft.Member(key: "automerge", value: Draft(["update-types": Draft([])]))
    let element = Draft(
      .mapping([scope.match(), none]), from: [origin],
      remark: "the restriction can't be expressed, so that nothing is merged automatically")
    append(element, to: "rules", in: [word])
    return true
  }

  /// Whether an entry merges anything automatically so far.
  private func merges(_ word: String) -> Bool {
    let own = entries[word]?["automerge"]
    let rules = (entries[word]?["rules"]?.elements ?? []).map { $0["automerge"] }
    return ([own] + rules).contains { $0?["update-types"]?.elements.isEmpty == false }
  }

  /// Reports a rule whose excluded names can't be expressed in an entry.
  mutating func lose(_ builder: RuleBuilder, in word: String) {
    var scope = builder.scope
    scope.excluded = []
    let reason = "isn't carried over for \(word): a rule of martlet's can't exclude names"
    lose(builder.rule.origin, reason, builder.rule, [(word, scope)])
  }

  /// Reports a setting that the rule can't have; what it restricts isn't merged automatically.
  mutating func lose(_ action: RenovateOption, _ reason: String, _ builder: RuleBuilder) {
    guard action.isRestriction else { return ledger.lose(action.origin, reason) }
    var part = builder.rule
    part.options = [action]
    var scope = builder.scope
    scope.excluded = []
    lose(action.origin, reason, part, builder.ecosystemKeys.map { ($0, scope) })
  }
}

/// A restriction that was lost, until all rules are known.
struct DelayedLoss {
  var origin: RenovateOrigin
  var reason: String
  var rule: RenovateRule
  /// What it is about at most, by ecosystem.
  var scopes: [(String, RenovateScope)]
}

extension RenovateRule {
  /// Its settings.
  var actions: [RenovateOption] { options.filter { !RenovateCondition.isCondition($0.name) } }
}

extension RenovateOption {
  /// Whether it permits something that martlet doesn't do without it.
  var isPermission: Bool {
    ["enabled", "automerge"].contains(name) && value.bool == true
  }

  /// Whether it holds updates back, or merges of them.
  var isRestriction: Bool {
    switch name {
    case "enabled", "automerge": value.bool == false
    case "dependencyDashboardApproval": value.bool == true
    case "prCreation": value.string != "immediate"
    case "allowedVersions", "minimumReleaseAge", "stabilityDays", "automergeSchedule": true
    default: false
    }
  }
}
