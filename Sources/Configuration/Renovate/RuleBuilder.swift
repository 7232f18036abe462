/// An element of `rules` while it is made.
struct RuleBuilder {
  let rule: RenovateRule
  let scope: RenovateScope
  /// The ecosystems whose entries get the rule.
  let ecosystemKeys: [String]
  /// The description of the rule.
  var remark: String?
  /// Its keys besides the condition.
  private(set) var members: [Draft.Member] = []
  /// Parts of `automerge` besides the steps.
  var details: [Draft.Member] = []
  /// Whether it merges nothing, because a condition of its merges can't be expressed.
  var isUnmerged = false

  init(rule: RenovateRule, scope: RenovateScope, ecosystemKeys: [String]) {
    self.rule = rule
    self.scope = scope
    self.ecosystemKeys = ecosystemKeys
  }

  /// The keys that a rule can have.
  static let keys: Set<String> = [
    "labels", "reviewers", "assignees", "automerge", "schedule", "cooldown", "versioning-strategy",
    "open", "draft", "separate", "major", "priority", "approval", "group",
  ]

  /// The keys whose values are added to those of the entry and of other rules.
  static let lists: Set<String> = ["labels", "reviewers", "assignees"]

  /// Sets a key; people and labels of a rule add up.
  mutating func add(_ key: String, _ value: Draft) {
    guard let index = members.firstIndex(where: { $0.key == key }) else {
      return members.append(Draft.Member(key: key, value: value))
    }
    guard Self.lists.contains(key) else { return members[index].value = value }
    let known = members[index].value.elements
    members[index].value = Draft(
      .list(known + value.elements.filter { element in !known.contains { $0 == element } }))
  }

  /// The elements of `rules` with these keys.
  ///
  /// - Parameter former: the automatic merges of the entry before the rule.
  /// - Returns: the rule, and rules that undo it for a part of what it matches.
  func elements(after former: Draft?) -> [Draft] {
    var members = members
    for index in members.indices where members[index].key == "automerge" {
      if isUnmerged { members[index].value["update-types"] = Draft([]) }
      guard members[index].value["update-types"]?.elements.isEmpty == false else { continue }
      for detail in details { members[index].value[detail.key] = detail.value }
    }
    let main = Draft(.mapping([scope.match()] + members), from: [rule.origin], remark: remark)
    return [main] + [exception(former), guarding(former)].compactMap(\.self)
  }

  /// Undoes the rule for excluded names, which a condition of martlet's can't express.
  private func exception(_ former: Draft?) -> Draft? {
    guard !scope.excluded.isEmpty else { return nil }
    let undone = members.compactMap { undoing($0.key, former) }
    return Draft(
      .mapping([scope.match(names: scope.excluded)] + undone),
      remark: "the names that the rule excludes")
  }

  /// Undoes automatic merges for dependencies that are in another section, too: martlet updates all
  /// of them at once, and Renovate would merge only one.
  private func guarding(_ former: Draft?) -> Draft? {
    let merge = members.first { $0.key == "automerge" }?.value["update-types"]
    let all = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"]
    let others = all.filter { section in
      let matters = section != "peerDependencies" || self.scope.steps?.contains("major") ?? true
      return matters && !self.scope.sections.contains(section)
    }
    guard merge?.elements.isEmpty == false, !self.scope.sections.isEmpty,
      ecosystemKeys.contains("npm"),
      !others.isEmpty, let undone = undoing("automerge", former)
    else { return nil }
    var scope = scope
    scope.sections = others
    return Draft(
      .mapping([scope.match(), undone]), remark: "those that are in other sections, too")
  }

  private func undoing(_ key: String, _ former: Draft?) -> Draft.Member? {
    switch key {
    case "ignore": Draft.Member(key: key, value: Draft(.bool(false)))
    case "automerge":
      Draft.Member(key: key, value: former?.plain ?? Draft(["update-types": Draft([])]))
    default: nil
    }
  }

  /// An element that ignores versions.
  func excluding(_ versions: [String]) -> Draft {
    let match = scope.match()
    var conditions = match.value
    if match.key == "dependency-name" {
      conditions = Draft(["name": scope.matchers.isEmpty ? nil : match.value])
    }
    conditions["to"] = Draft(versions)
    return Draft(["match": conditions, "ignore": Draft(.bool(true))], from: [rule.origin])
  }
}

extension RenovateTranslation {
  /// Adds the elements of `rules`.
  mutating func finish(_ builder: RuleBuilder) {
    refineEntries(builder)
    guard !builder.members.isEmpty else { return }
    for word in builder.ecosystemKeys {
      let isFirst = builder.members.allSatisfy { !hasRule($0.key, in: word) }
      guard builder.scope.excluded.isEmpty || isFirst else {
        lose(builder, in: word)
        continue
      }
      var former = entries[word]?["automerge"]
      // Without a rule before it, the entry's setting is the former one.
      if hasRule("automerge", in: word) { former = nil }
      for element in builder.elements(after: former) {
        append(element, to: "rules", in: [word])
      }
    }
  }

  /// Whether an element of an entry's `rules` has a key.
  func hasRule(_ key: String, in word: String) -> Bool {
    (entries[word]?["rules"]?.elements ?? []).contains { $0[key] != nil }
  }
}
