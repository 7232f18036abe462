import JSON
import Text

/// The new file while it is made.
///
/// Every ecosystem gets an entry. Options of the whole repository are keys of all entries, and rules
/// for whole ecosystems are keys of theirs. Other rules are elements of `rules`, `groups` or
/// `ignore`.
struct RenovateTranslation {
  /// The carried and reported options.
  var ledger: ImportLedger
  /// The entries by the word of their ecosystem, without the keys of all.
  var entries: [String: Draft] = [:]
  /// The ecosystems that get an entry.
  var enabled: Set<String>
  /// Restrictions that were lost.
  var delayed: [DelayedLoss] = []
  /// The ecosystems that the repository has files of; nil if they aren't known.
  let found: Set<String>?
  /// The keys at the top of the file besides `updates`.
  var top = Draft(.mapping([]))
  /// The branches with entries; nil: the default branch.
  var branches: [Draft?] = [nil]
  /// The repository's options, by name.
  let root: [String: RenovateOption]
  /// All ecosystems that both serve.
  let ecosystemKeys: [String]
  /// The ecosystems with a rule that enables some dependencies, so that `ignore` isn't enough.
  let reenabled: Set<String>
  /// The ecosystems whose entries are kept, and that a rule ignores.
  var disabledByRules: Set<String> = []
  /// The ecosystems whose files Renovate doesn't read, whatever rules say.
  var unreadable: Set<String> = []

  /// Translates everything.
  ///
  /// - Parameters:
  ///   - expansion: the options.
  ///   - served: the words of all ecosystems.
  ///   - found: the words of those that the repository has files of; nil if they aren't known.
  init(_ expansion: RenovateExpansion, serving served: [String], found: Set<String>? = nil) {
    ledger = expansion.ledger
    self.found = found
    ecosystemKeys = RenovateManagers.ecosystemKeys.filter(served.contains)
    let usual = found.map { found in
      RenovateManagers.ecosystemKeys.filter {
        found.contains($0) && !["pre-commit", "custom"].contains($0)
      }
    }
    enabled = Set((usual ?? RenovateManagers.usual).filter(served.contains))
    root = Dictionary(expansion.options.map { ($0.name, $0) }) { _, last in last }
    reenabled = Set(expansion.rules.flatMap(\.enabledEcosystems))
    for word in ecosystemKeys { entries[word] = Draft(.mapping([])) }
    for option in expansion.options { translate(option) }
    for rule in expansion.rules { translate(rule) }
    finishLosses()
    finishAutomerge()
  }

  /// A sentence about the ecosystems that Renovate updates unasked and that get no entry; nil if the
  /// file names what is updated.
  var unnamed: String? {
    let others = ecosystemKeys.filter {
      RenovateManagers.optional.contains($0) && $0 != "custom" && !enabled.contains($0)
    }
    let isUnnamed = root["enabledManagers"] == nil && root["enabled"]?.value.bool != false
    guard isUnnamed, !others.isEmpty, found == nil else { return nil }
    return "Add entries for those that the repository has: \(others.joined(separator: ", "))."
  }

  /// The repository's time zone.
  var timezone: String? { root["timezone"]?.value.string }

  /// Whether majors get a group of their own, as is Renovate's default.
  var separatesMajors: Bool { root["separateMajorMinor"]?.value.bool ?? true }

  /// Sets a key of entries.
  mutating func set(_ key: String, _ draft: Draft, in ecosystemKeys: [String]) {
    for word in ecosystemKeys { entries[word, default: Draft(.mapping([]))][key] = draft }
  }

  /// Appends to a list of entries.
  mutating func append(_ element: Draft, to key: String, in ecosystemKeys: [String]) {
    for word in ecosystemKeys {
      entries[word, default: Draft(.mapping([]))].append(element, to: key)
    }
  }

  /// Reports an option that is in no table, or without a counterpart.
  mutating func report(_ option: RenovateOption) {
    let name = option.name
    if let always = renovateAlways[name], option.value.bool == always.value {
      ledger.carry(option.origin, to: always.reason)
    } else if name == "internalChecksFilter", option.value.string == "strict" {
      ledger.carry(option.origin, to: "a release that is too young is never proposed")
    } else if name == "$schema" {
      ledger.carry(option.origin, to: "names the format of Renovate's file")
    } else if let reason = renovateWithoutCounterpart[name] {
      ledger.lose(option.origin, reason)
    } else if let always = renovateAlways[name] {
      ledger.lose(option.origin, "has no counterpart: in martlet \(always.reason)")
    } else if RenovateManagers.all.contains(name) {
      ledger.note(option.origin, "is about an ecosystem that martlet doesn't update")
    } else {
      ledger.lose(option.origin, "is unknown to martlet's table of Renovate's options")
    }
  }
}

extension RenovateTranslation {
  /// Translates an option of the whole repository.
  private mutating func translate(_ option: RenovateOption) {
    if translatesSelection(option) || translatesWriting(option) { return }
    guard let reading = renovateSetting(option, timezone: timezone) else { return report(option) }
    put(reading, of: option, in: ecosystemKeys)
  }

  /// Sets the keys that an option means in whole entries.
  mutating func put(
    _ reading: RenovateReading, of option: RenovateOption, in ecosystemKeys: [String]
  ) {
    switch reading {
    case .always(let reason): ledger.carry(option.origin, to: reason)
    case .without(let reason): ledger.lose(option.origin, reason)
    case .keys(let keys, let note):
      for (key, draft) in keys {
        var draft = draft
        draft.origins.append(option.origin)
        add(draft, key, option.name, in: ecosystemKeys)
        ledger.carry(option.origin, to: key)
      }
      if let note { ledger.note(option.origin, note) }
    }
  }

  /// Sets a key, or appends to its list for options that Renovate combines.
  private mutating func add(
    _ draft: Draft, _ key: String, _ option: String, in ecosystemKeys: [String]
  ) {
    for word in ecosystemKeys {
      var draft = draft
      if hasRule(key, in: word), !RuleBuilder.lists.contains(key) {
        // A rule counts more than its entry, and this option more than the rule.
        var rule = Draft.everything(key, draft.content, draft.origins[0])
        rule.remark = draft.remark
        append(rule, to: "rules", in: [word])
        continue
      }
      if option.hasPrefix("add"), let former = entries[word]?[key] {
        draft.content = .list(former.elements + draft.elements)
        draft.origins = former.origins + draft.origins
      }
      set(key, draft, in: [word])
    }
  }

  /// Options that select what is updated.
  private mutating func translatesSelection(_ option: RenovateOption) -> Bool {
    let origin = option.origin
    switch option.name {
    case "enabled" where option.value.bool == false:
      enabled = []
      ledger.carry(origin, to: "updates")
    case "enabledManagers": select(option)
    case "customManagers", "regexManagers": customize(option)
    case "ignoreDeps": ignore(option)
    case "ignorePaths":
      guard let paths = option.value.strings else { return fails(option, "is not a list of texts") }
      set("exclude-paths", Draft(paths, from: [origin]), in: ecosystemKeys)
      ledger.carry(origin, to: "exclude-paths")
    case "includePaths": include(option)
    case "baseBranches", "baseBranchPatterns": branch(option)
    case "prConcurrentLimit": limit(option)
    case "prHourlyLimit": limit(option, "per-hour")
    case "branchConcurrentLimit": limit(option, "branches")
    case "automerge": automerge(option, RenovateSteps.served, in: ecosystemKeys)
    case "automergeType", "automergeStrategy", "automergeSchedule":
      guard root["automerge"] == nil else { return true }
      ledger.carry(origin, to: "automerge")
    case "groupName": group(option)
    default: return false
    }
    return true
  }

  /// Reports a value of a wrong kind; returns true, because the option has been handled.
  private mutating func fails(_ option: RenovateOption, _ reason: String) -> Bool {
    ledger.lose(option.origin, reason)
    return true
  }

  private mutating func select(_ option: RenovateOption) {
    guard let names = option.value.strings else {
      return ledger.lose(option.origin, "is not a list of texts")
    }
    let others = names.filter { RenovateManagers.served[$0] == nil }
    for word in ecosystemKeys {
      guard let part = RenovateManagers.part(of: word, names) else { continue }
      holdBack(
        word, "has \(part), which is only a part of martlet's '\(word)'", option.origin)
    }
    if root["enabled"]?.value.bool != false {
      enabled = Set(names.flatMap { RenovateManagers.served[$0] ?? [] })
        .intersection(ecosystemKeys)
    }
    ledger.carry(option.origin, to: "updates")
    for other in others {
      ledger.note(
        option.origin, "has '\(other.printableLine)', which martlet doesn't update")
    }
  }

  private mutating func ignore(_ option: RenovateOption) {
    guard let names = option.value.strings else {
      return ledger.lose(option.origin, "is not a list of texts")
    }
    for name in names {
      guard !name.contains("*"), !name.hasPrefix("/"), !name.hasPrefix("!") else {
        ledger.lose(option.origin, "has '\(name.printableLine)', which Renovate takes for a name")
        continue
      }
      for word in ecosystemKeys {
        guard let pattern = RenovateName.glob(name).pattern(in: word) else { continue }
        append(
          Draft(["dependency-name": Draft(.text(pattern))], from: [option.origin]), to: "ignore",
          in: [word])
      }
    }
    ledger.carry(option.origin, to: "ignore")
  }

  /// Globs of files as directories; others than `dir/**` and `dir/file` can't be expressed.
  private mutating func include(_ option: RenovateOption) {
    guard let paths = option.value.strings, !paths.isEmpty else {
      return ledger.lose(option.origin, "is not a list of texts")
    }
    let folders = paths.map { path in
      path.hasSuffix("/**") ? path : path.slashParts().dropLast().joined(separator: "/")
    }
    let isPlain = folders.allSatisfy {
      DirectoryPattern($0, glob: true) != nil && !$0.contains("!")
    }
    guard isPlain else { return ledger.lose(option.origin, "has a pattern that isn't for folders") }
    set("directories", Draft(folders.map { "/\($0)" }, from: [option.origin]), in: ecosystemKeys)
    ledger.carry(option.origin, to: "directories")
  }

  private mutating func branch(_ option: RenovateOption) {
    guard let names = option.value.strings, !names.isEmpty else {
      return ledger.lose(option.origin, "is not a list of texts")
    }
    let known = names.filter { !$0.hasPrefix("/") && !$0.hasPrefix("!") && !$0.contains("*") }
    branches = known.map { name in
      name == "$default" ? nil : Draft(.text(name), from: [option.origin])
    }
    if known.count < names.count {
      ledger.lose(option.origin, "has patterns of branches: martlet takes one name for an entry")
    }
    if branches.isEmpty {
      branches = [nil]
    } else {
      ledger.carry(option.origin, to: "target-branch")
    }
    guard branches.contains(where: { $0 != nil }) else { return }
    ledger.note(
      option.origin,
      "becomes 'target-branch', without security updates: remove that key where it "
        + "names the default branch")
  }

  private mutating func limit(_ option: RenovateOption, _ key: String? = nil) {
    guard let number = option.value.int, (0...1_000).contains(number) else {
      return ledger.lose(option.origin, "is not a number from 0 to 1000")
    }
    if let key, number > 0 {
      for word in ecosystemKeys {
        var limits = entries[word]?["limits"] ?? Draft(.mapping([]))
        limits[key] = Draft(.number(number), from: [option.origin])
        set("limits", limits, in: [word])
      }
    } else if key == nil {
      let limit = Draft(.number(number == 0 ? 1_000 : number), from: [option.origin])
      set("open-pull-requests-limit", limit, in: ecosystemKeys)
    }
    ledger.carry(option.origin, to: key.map { "limits: \($0)" } ?? "open-pull-requests-limit")
  }

  private mutating func group(_ option: RenovateOption) {
    guard let name = option.value.string, isPlain(name), !name.contains("{{") else {
      return ledger.lose(option.origin, "is not a plain name")
    }
    addGroups(
      name, RenovateScope(), from: option.origin, in: ecosystemKeys, isSplit: separatesMajors)
    ledger.carry(option.origin, to: "groups")
  }
}

extension RenovateTranslation {
  /// Adds entries for ecosystems, unless the file names those that it wants or is disabled.
  ///
  /// - Returns: whether they have entries now.
  @discardableResult
  mutating func select(_ words: [String]) -> Bool {
    let isFree = root["enabledManagers"] == nil && root["enabled"]?.value.bool != false
    guard isFree else { return words.allSatisfy(enabled.contains) }
    for word in words {
      enabled.insert(word)
      unreadable.remove(word)
    }
    return true
  }

  /// Whether Renovate reads the files of an ecosystem, so that a rule can switch it on.
  func isRead(_ word: String) -> Bool {
    !unreadable.contains(word) && !["pre-commit", "custom"].contains(word)
  }
}

extension RenovateRule {
  /// The ecosystems that it enables a part of; empty for the object of a manager.
  fileprivate var enabledEcosystems: [String] {
    let isEnabling = options.contains { $0.name == "enabled" && $0.value.bool == true }
    guard isEnabling, !isOfManager else { return [] }
    return RenovateCondition(options).ecosystemKeys ?? RenovateManagers.ecosystemKeys
  }
}
