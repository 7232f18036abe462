import JSON
import Text

/// The conditions of a rule, as Renovate means them.
struct RenovateCondition {
  /// Names of dependencies; nil: all.
  private(set) var names: [RenovateName]?
  /// Whether it has names that aren't in `names`.
  private(set) var hasUnreadName = false
  /// Names that are excluded.
  private(set) var excluded: [RenovateName] = []
  /// Ecosystems; nil: all.
  private(set) var ecosystemKeys: [String]?
  /// Steps; nil: all.
  private(set) var steps: [String]?
  /// Sections of manifests; nil: all.
  private(set) var sections: [String]?
  /// Globs of manifests; nil: all.
  private(set) var paths: [RenovatePath]?
  /// A range for the locked version; nil: any.
  private(set) var current: String?
  /// The options that it is made from.
  private(set) var origins: [RenovateOrigin] = []
  /// Reasons why the rule can't be expressed.
  private(set) var losses: [String] = []
  /// Steps of Renovate's that martlet doesn't separate, with their option.
  private(set) var otherSteps: [(origin: RenovateOrigin, names: [String])] = []
  /// Managers and sources that martlet doesn't update.
  private(set) var otherManagers: [String] = []
  /// Reasons why the condition is only nearly the same, by ecosystem.
  private(set) var approximations: [String: String] = [:]
  /// The names of conditions on names that it has: of packages, of dependencies.
  private var families: Set<String> = []

  /// Reads the conditions among the options of a rule.
  init(_ options: [RenovateOption]) {
    for option in options where Self.isCondition(option.name) {
      origins.append(option.origin)
      let name = option.name.printableLine
      guard let texts = option.value.strings else {
        losses.append("'\(name)' is not a list of texts")
        continue
      }
      guard !texts.isEmpty else {
        losses.append("'\(name)' is an empty list, which nothing fulfills")
        continue
      }
      if !read(option, texts) { losses.append("'\(name)' has no counterpart") }
    }
    // Each of them has to be fulfilled, and martlet has one name.
    if families.count > 1 {
      losses.append("names of packages and names of dependencies are combined")
    }
  }

  /// Whether an option of a rule is a condition.
  static func isCondition(_ name: String) -> Bool {
    name.hasPrefix("match") || name.hasPrefix("exclude") || older.contains(name)
  }

  /// Names of conditions before Renovate 24.
  private static let older: Set<String> = [
    "managers", "paths", "packageNames", "packagePatterns", "languages", "depTypeList",
    "updateTypes", "datasources", "baseBranchList", "sourceUrlPrefixes",
  ]

  private mutating func read(_ option: RenovateOption, _ texts: [String]) -> Bool {
    switch option.name {
    case "matchManagers", "managers": limitManagers(texts)
    case "matchDatasources", "datasources": limit(texts, by: RenovateManagers.sources)
    case "matchCategories", "matchLanguages", "languages":
      limit(texts, by: RenovateManagers.categories)
    case "matchUpdateTypes", "updateTypes": limit(steps: texts, option.origin)
    case "matchDepTypes", "depTypeList":
      sections = sections.map { $0.filter(texts.contains) } ?? texts
      return !texts.contains { $0.hasPrefix("!") || $0.hasPrefix("/") || $0.contains("*") }
    case "matchFileNames", "matchPaths", "paths": return read(paths: texts)
    case "matchCurrentVersion":
      current = currentRange(texts.first ?? "")
      return current != nil && texts.count == 1
    default: return read(names: option.name, texts)
    }
    return true
  }

  private mutating func read(paths texts: [String]) -> Bool {
    guard paths == nil else { return false }
    let read = texts.map(RenovatePath.read)
    if let index = read.firstIndex(of: nil) {
      losses.append("the path '\(texts[index].printableLine)' can't be expressed")
    }
    paths = read.compactMap(\.self).flatMap(\.self)
    return true
  }

  private mutating func read(names key: String, _ texts: [String]) -> Bool {
    let word = key.firstRange(of: "Dep") != nil ? "Dep" : "Package"
    let form = key.replacing(word, with: "Package")
    switch form {
    case "matchPackageNames", "packageNames":
      for text in texts {
        text.hasPrefix("!") ? exclude(String(text.dropFirst())) : include(text)
      }
    case "matchPackagePatterns", "packagePatterns":
      for text in texts { text == "*" ? include("*") : include("/\(text)/") }
    case "matchPackagePrefixes": texts.forEach { include("/^\(escaped($0))/") }
    case "excludePackageNames": texts.forEach { exclude($0) }
    case "excludePackagePatterns": texts.forEach { exclude("/\($0)/") }
    case "excludePackagePrefixes": texts.forEach { exclude("/^\(escaped($0))/") }
    default: return false
    }
    families.insert(word)
    return true
  }

  /// A text as a part of a regular expression.
  private func escaped(_ text: String) -> String {
    text.map { $0.isLetter || $0.isNumber || "-_@".contains($0) ? "\($0)" : "\\\($0)" }.joined()
  }

  private mutating func include(_ text: String) {
    guard let found = RenovateName.read(text) else {
      hasUnreadName = true
      return unreadable(text)
    }
    names = (names ?? []) + found
  }

  private mutating func exclude(_ text: String) {
    guard let found = RenovateName.read(text) else { return unreadable("!\(text)") }
    excluded += found
  }

  private mutating func unreadable(_ text: String) {
    losses.append("the pattern '\(text.printableLine)' can't be expressed")
  }

  private mutating func limitManagers(_ texts: [String]) {
    limit(texts, by: RenovateManagers.served)
    let included = texts.filter { !$0.hasPrefix("!") }
    for word in ecosystemKeys ?? [] {
      guard let names = RenovateManagers.part(of: word, included) else { continue }
      approximations[word] = "\(names) is only a part of martlet's '\(word)'"
    }
  }

  private mutating func limit(_ texts: [String], by table: [String: [String]]) {
    let excluded = texts.filter { $0.hasPrefix("!") }.flatMap {
      table[String($0.dropFirst())] ?? []
    }
    let included = texts.filter { !$0.hasPrefix("!") }
    otherManagers += included.filter { table[$0] == nil }
    if texts.contains(where: { $0.contains("*") || $0.contains("/") }) {
      losses.append("a pattern for managers can't be expressed")
    }
    var found =
      included.isEmpty ? RenovateManagers.ecosystemKeys : included.flatMap { table[$0] ?? [] }
    found.removeAll(where: excluded.contains)
    ecosystemKeys = RenovateManagers.ecosystemKeys.filter {
      found.contains($0) && ecosystemKeys?.contains($0) ?? true
    }
  }

  private mutating func limit(steps texts: [String], _ origin: RenovateOrigin) {
    let known = RenovateSteps.served.filter {
      texts.contains($0) && steps?.contains($0) ?? true
    }
    let others = texts.filter { !RenovateSteps.served.contains($0) }
    if texts.contains(where: { $0.contains { "!*/".contains($0) } }) {
      losses.append("a pattern for kinds of updates can't be expressed")
    }
    if !others.isEmpty { otherSteps.append((origin, others)) }
    steps = known == RenovateSteps.served ? nil : known
  }
}
