import YAML

/// What the conditions of a rule of Mergify's mean for automatic merges of a bot's pull requests.
///
/// A condition that isn't understood is kept as `unknown`: without it, too much would be merged.
struct MergifyCondition {
  /// The kinds of updates, as martlet spells them.
  static let steps = ["major", "minor", "patch"]

  /// Whether only pull requests of a bot fulfill them.
  private(set) var isOfBot = false
  /// The kinds of updates.
  private(set) var types = Set(steps)
  /// The checks that have to succeed.
  private(set) var checks: [String] = []
  /// The usual default branch that the pull requests are for; nil: any.
  private(set) var base: String?
  /// The first condition without a counterpart.
  private(set) var unknown: String?
  /// Whether the author is Dependabot, whose pull requests all have a label.
  private var isOfDependabot = false
  private var needsLabel = false

  /// Reads conditions, which all have to hold.
  init(_ conditions: [Node]) {
    for condition in conditions { read(condition) }
    if needsLabel, !isOfDependabot { unknown = unknown ?? "label=dependencies" }
  }

  private mutating func read(_ condition: Node) {
    if let list = condition["and"]?.elements, condition.entries?.count == 1 {
      for element in list { read(element) }
      return
    }
    if let list = condition["or"]?.elements, condition.entries?.count == 1 {
      return readAlternatives(list)
    }
    guard let text = condition.string else {
      unknown = unknown ?? condition.entries?.first?.name ?? "not"
      return
    }
    let plain = text.filter { $0 != " " }
    if Self.isAlwaysTrue(plain) { return }
    if plain == "label=dependencies" {
      needsLabel = true
    } else if ["base=main", "base=master"].contains(plain) {
      base = String(plain.dropFirst("base=".count))
    } else if Self.isOfBot(plain) {
      isOfBot = true
      if plain.hasPrefix("author"), plain.firstRange(of: "renovate") == nil {
        isOfDependabot = true
      }
    } else if let name = Self.check(text) {
      checks.append(name)
    } else if let types = Self.types(plain) {
      self.types.formIntersection(types)
    } else {
      unknown = unknown ?? text
    }
  }

  /// Reads alternatives: authors, or kinds of updates.
  private mutating func readAlternatives(_ list: [Node]) {
    let texts = list.compactMap(\.string).map { $0.filter { $0 != " " } }
    let types = texts.compactMap(Self.types)
    if !list.isEmpty, texts.count == list.count, texts.allSatisfy(Self.isOfBot) {
      isOfBot = true
    } else if !list.isEmpty, types.count == list.count {
      self.types.formIntersection(types.reduce(into: Set()) { $0.formUnion($1) })
    } else {
      unknown = unknown ?? "or"
    }
  }

  private static func isAlwaysTrue(_ text: String) -> Bool {
    [
      "-draft", "-closed", "-merged", "-conflict", "#check-failure=0", "#status-failure=0",
      "#check-pending=0",
    ].contains(text)
  }

  /// Whether a condition means exactly that the pull request is a bot's.
  ///
  /// One about the rest of a branch's name is about some pull requests only.
  private static func isOfBot(_ text: String) -> Bool {
    for prefix in ["author=", "head="] where text.hasPrefix(prefix) {
      let name = text.dropFirst(prefix.count)
      return prefix == "author=" && authors.contains(String(name))
    }
    guard let operation = ["author~=", "head~="].first(where: text.hasPrefix) else { return false }
    let expression = String(text.dropFirst(operation.count))
    return operation == "author~="
      ? isOfAuthors(expression)
      : ["dependabot", "renovate"].flatMap { ["^\($0)", "^\($0)/", "^\($0)\\/", "^\($0)/.*"] }
        .contains(expression)
  }

  private static let authors: Set<String> = [
    "dependabot[bot]", "dependabot-preview[bot]", "renovate[bot]", "dependabot", "renovate",
  ]

  /// Whether every alternative of an expression begins with the name of a bot.
  private static func isOfAuthors(_ expression: String) -> Bool {
    var rest = expression[...]
    if rest.hasPrefix("^") { rest = rest.dropFirst() }
    if rest.hasPrefix("("), let close = rest.firstIndex(of: ")") {
      let inner = rest[rest.index(after: rest.startIndex)..<close]
      let tail = rest[rest.index(after: close)...]
      let names = inner.split(separator: "|", omittingEmptySubsequences: false)
      return !tail.contains("|") && names.allSatisfy { isName($0) }
    }
    return isName(rest)
  }

  private static func isName(_ text: Substring) -> Bool {
    let name = text.hasPrefix("dependabot") ? "dependabot" : "renovate"
    guard text.hasPrefix(name) else { return false }
    var depth = 0
    for character in text.dropFirst(name.count) {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if character == "|", depth == 0 { return false }
    }
    return true
  }

  private static func check(_ text: String) -> String? {
    for prefix in ["check-success", "status-success"] where text.hasPrefix(prefix) {
      let rest = text.dropFirst(prefix.count).drop { $0 == " " }
      guard rest.first == "=" else { return nil }
      let name = rest.dropFirst().drop { $0 == " " }
      return name.isEmpty ? nil : String(name)
    }
    return nil
  }

  /// The kinds of updates that a condition selects; nil for another condition.
  private static func types(_ text: String) -> Set<String>? {
    let prefix = "dependabot-update-type"
    if text.hasPrefix(prefix) {
      let rest = text.dropFirst(prefix.count)
      for step in steps {
        if rest == "=version-update:semver-\(step)" { return [step] }
        if rest == "!=version-update:semver-\(step)" { return Set(steps).subtracting([step]) }
      }
      return nil
    }
    return title(text)
  }

  /// The titles of Mergify's documentation: the same major version, or also the same minor one.
  ///
  /// A title that names a package is about some pull requests only.
  private static func title(_ text: String) -> Set<String>? {
    guard text.hasPrefix("title~="), let from = text.firstRange(of: "from") else { return nil }
    let start = text[..<from.lowerBound].dropFirst("title~=".count)
      .filter { !"^.*+?[]()\\|sS".contains($0) }.lowercased()
    guard ["", "bump", "updaterequirement", "builddeps:bump", "bbump"].contains(start),
      let to = text[from.upperBound...].firstRange(of: "to")
    else { return nil }
    let end = text[to.upperBound...]
    let ends = ["$", ".*", ".*$", ".", "[\\d].*", "\\d+"]
    for (part, types) in [
      (#"\1\.\2"#, ["patch"]), (#"(?P=major)\.(?P=minor)"#, ["patch"]),
      (#"\1\."#, ["minor", "patch"]), (#"(?P=major)\."#, ["minor", "patch"]),
    ] where end.hasPrefix(part) {
      let rest = end.dropFirst(part.count)
      return rest.isEmpty || rest == #"\."# || ends.contains(String(rest)) ? Set(types) : nil
    }
    return nil
  }
}
