import Ecosystem
import YAML

extension Shape where Value == UpdateEntry {
  /// An entry of a repository's file.
  static func entry(_ ecosystems: EcosystemCatalog, _ rules: FileRules) -> Shape {
    let others = rules.hasKeysOfOthers ? keysOfOthers : []
    return section(
      UpdateEntry(), others + required(ecosystems) + settings(ecosystems) + references
    )
    .checked { entry, node, decoding in
      if !decoding.isPartial { checkRequired(entry, node, &decoding) }
      checkCombinations(entry, node, ecosystems, &decoding)
      reportReviewers(entry, node, rules, &decoding)
    }.refused(ecosystems).located.map { entry in
      var entry = entry
      if rules.isReadByDependabot { entry.reviewers = [] }
      return entry.withOpenLimit.resolvingAliases(of: ecosystems)
    }
  }

  /// The operator's defaults for repositories without a file.
  ///
  /// The ecosystem and the directories are optional, and it refers to no other part of a file.
  static func defaults(_ ecosystems: EcosystemCatalog) -> Shape {
    var initial = UpdateEntry()
    initial.directories = [DirectoryPattern("**", glob: true)].compactMap { $0 }
    let keys = required(ecosystems).map { Key($0.name, type: $0.type, apply: $0.apply) }
    return section(initial, keys + settings(ecosystems)).checked { entry, node, decoding in
      checkCombinations(entry, node, ecosystems, &decoding)
    }.refused(ecosystems).located.map(\.withOpenLimit)
  }

  private static func required(_ ecosystems: EcosystemCatalog) -> [Key<UpdateEntry>] {
    [
      Key(
        "package-ecosystem", \.ecosystem,
        .ecosystem(ecosystems, others: unserved(besides: ecosystems)), required: true),
      Key("directory", \.directories, Shape<DirectoryPattern>.directory(glob: false).map { [$0] }),
      Key("directories", \.directories, .list(of: .directory(glob: true))),
      Key("schedule", \.schedule, .schedule),
    ]
  }

  private static func settings(_ ecosystems: EcosystemCatalog) -> [Key<UpdateEntry>] {
    selection + appearance + [
      Key("rebase-strategy", \.rebaseStrategy, .word),
      Key("pin", \.pins, .bool),
      Key("automerge", \.automerge, .automerge),
      Key("ci", \.ci, .ci),
      Key("rules", \.rules, .list(of: .packageRule(ecosystems))),
      Key("vendor", \.wantsVendor, .bool),
      .withoutEffect(
        "insecure-external-code-execution", Shape<Bool>.word(["allow": true, "deny": false]),
        "martlet never runs a repository's code"),
    ]
  }

  /// Keys that refer to other parts of a repository's file.
  private static var references: [Key<UpdateEntry>] {
    [
      Key("multi-ecosystem-group", \.multiEcosystemGroup, .string),
      Key("patterns", \.multiEcosystemPatterns, .list(of: .namePattern)),
      Key("registries", \.registries, .registrySelection),
      Key("custom", \.custom, .list(of: .customEntry, limit: 100)),
    ]
  }

  /// Keys that select updates.
  private static var selection: [Key<UpdateEntry>] {
    [
      Key("exclude-paths", \.excludePaths, .list(of: .pathPattern)),
      Key("allow", \.allow, .list(of: .allowRule)),
      Key("ignore", \.ignore, .list(of: .ignoreRule)),
      Key("groups", \.groups, Shape<[GroupRule]>.named(.groupRule) { $0.name = $1 }.namedPlainly),
      Key("cooldown", \.cooldown, .cooldown),
      Key("versioning-strategy", \.versioningStrategy, .word),
      Key("open-pull-requests-limit", \.openPullRequestsLimit, .integer(0...1000)),
      Key("limits", \.limits, .openLimits),
      Key("minimum-group-size", \.minimumGroupSize, .integer(1...1000)),
      Key("lock-file-maintenance", \.lockMaintenance, .lockMaintenance),
      Key("replace", \.replace, .word),
      Key("separate", \.separate, .separation),
      Key("major", \.majors, .word),
      Key("target-branch", \.targetBranch, .branch),
      Key("approval", \.approval, .steps),
    ]
  }

  /// Keys for the appearance of pull requests.
  private static var appearance: [Key<UpdateEntry>] {
    [
      Key("commit-message", \.commitMessage, .commitMessage),
      Key("labels", \.labels, .list(of: .string)),
      Key("assignees", \.assignees, .listOrOne(of: .string)),
      Key("reviewers", \.reviewers, .listOrOne(of: .string)),
      Key("milestone", \.milestone, .integer(1...Int.max)),
      Key("draft", \.draft, .word),
      Key("impact", \.impact, .word),
      Key("open", \.opening, .word),
      Key("language", \.language, .word),
      Key("pull-request-branch-name", \.branchName, .branchName),
    ]
  }
}

extension Shape where Value == UpdateEntry {
  /// Stores the location in the entry.
  private var located: Shape {
    Shape(type: type) { node, decoding in
      var entry = decode(node, &decoding)
      entry?.location = node.location
      return entry
    }
  }
}

extension UpdateEntry {
  /// Whether a rule puts updates into a group.
  fileprivate var hasRuleGroups: Bool {
    rules.contains { $0.group.map { $0 != PackageRule.noGroup } ?? false }
  }

  /// Applies `limits: {open}`, which is another name of `open-pull-requests-limit`.
  fileprivate var withOpenLimit: UpdateEntry {
    var entry = self
    entry.openPullRequestsLimit = limits.open ?? openPullRequestsLimit
    return entry
  }

  /// Replaces directories by those that they mean to the selected ecosystems.
  fileprivate func resolvingAliases(of ecosystems: EcosystemCatalog) -> UpdateEntry {
    guard ecosystem != nil else { return self }
    var entry = self
    for (alias, target) in ecosystems.descriptions(in: ecosystem).flatMap(\.directoryAliases) {
      for index in directories.indices where directories[index].text == alias {
        entry.directories[index] = DirectoryPattern(target, glob: false) ?? directories[index]
      }
    }
    return entry
  }
}

extension Shape where Value == EcosystemSelection {
  /// One of the words for ecosystems; a finding suggests the nearest of them and of `others`.
  static func ecosystem(_ ecosystems: EcosystemCatalog, others: [String] = []) -> Shape {
    let words = ecosystems.words
    return Shape(type: .words(words)) { node, decoding in
      let what = "one of \(words.joined(separator: ", "))"
      guard let text = decoding.scalar(node, expecting: what), !text.isOpen else { return nil }
      if let selection = ecosystems[text.text] { return selection }
      let hint =
        coveringWord(text.text, in: ecosystems)
        ?? nearest(to: text.text, among: words + others).map { "did you mean '\($0)'?" }
      decoding.expected(what + (hint.map { " (\($0))" } ?? ""), node)
      return nil
    }
  }
}

/// Finds the word that covers a tool or a language without a word of its own.
private func coveringWord(_ text: String, in ecosystems: EcosystemCatalog) -> String? {
  let found = ecosystems.descriptions.lazy.compactMap { description in
    let names = [description.id.rawValue, description.displayName] + description.tools
    return (names + [description.language]).first { $0.lowercased() == text.lowercased() }
      .map { (description: description, name: $0) }
  }.first
  guard let found else { return nil }
  let words = found.description.words + found.description.ownWords
  return words.first.map { "write '\($0)', which covers \(found.name)" }
}

extension Shape where Value == String {
  /// A name that git allows for a branch; it catches common mistakes only.
  static var branch: Shape {
    .parsed("a branch's name") { text in
      let forbidden = text.unicodeScalars.contains {
        $0.value <= 0x20 || "~^:?*[\\".unicodeScalars.contains($0)
      }
      let isName =
        !text.isEmpty && !text.hasPrefix("/") && !text.hasSuffix("/") && !text.contains("..")
      return isName && !forbidden ? text : nil
    }
  }
}

extension Shape where Value == UpdateEntry.RegistrySelection {
  /// `"*"` or a list of names.
  fileprivate static var registrySelection: Shape {
    let names = Shape<[String]>.listOrOne(of: .string)
    return Shape(type: names.type, decode: names.map { $0 == ["*"] ? .all : .named($0) }.decode)
  }
}

/// Reports required keys that are missing.
private func checkRequired(_ entry: UpdateEntry, _ node: Node, _ decoding: inout Decoding) {
  switch (node["directory"], node["directories"]) {
  case (nil, nil): decoding.error("one of 'directory' and 'directories' is missing", at: node)
  default: break
  }
  if node["schedule"] == nil, entry.multiEcosystemGroup == nil {
    decoding.error("the key 'schedule' is missing", at: node)
  }
}

/// Reports keys that contradict each other, and keys without effect.
private func checkCombinations(
  _ entry: UpdateEntry, _ node: Node, _ ecosystems: EcosystemCatalog, _ decoding: inout Decoding
) {
  if let both = node["directories"], node["directory"] != nil {
    decoding.error("'directory' and 'directories' exclude each other", at: both)
  }
  if node["directories"]?.elements?.isEmpty == true {
    decoding.error("'directories' names none", at: node)
  }
  if let patterns = node["patterns"], entry.multiEcosystemGroup == nil {
    decoding.error("'patterns' needs 'multi-ecosystem-group'", at: patterns)
  }
  if let open = node["limits"]?["open"], node["open-pull-requests-limit"] != nil {
    decoding.error("'limits: {open}' and 'open-pull-requests-limit' exclude each other", at: open)
  }
  if let value = node["groups"]?["lock-file-maintenance"], entry.lockMaintenance != nil {
    decoding.error("a group can't have this name beside 'lock-file-maintenance'", at: value)
  }
  if let value = node["minimum-group-size"], entry.groups.isEmpty, !entry.hasRuleGroups,
    entry.multiEcosystemGroup == nil
  {
    decoding.note("'minimum-group-size' has no effect: the entry has no group", at: value)
  }
  checkCustom(entry, node, ecosystems, &decoding)
  reportIneffective(entry, node, ecosystems, &decoding)
  reportRuleConflicts(entry, &decoding)
}
