import JSON

/// The conditions of a rule, in martlet's terms.
struct RenovateCondition {
  /// Names of dependencies.
  var names = RenovateNames()
  /// Ecosystems; nil: all.
  var ecosystemKeys: [String]?
  /// Steps; nil: all.
  var steps: [String]?
  /// Sections of manifests; empty: all.
  var sections: [String] = []
  /// Globs of manifests; empty: all.
  var paths: [String] = []
  /// A range for the locked version; nil: any.
  var current: String?
  /// The options that it is made from.
  var origins: [RenovateOrigin] = []
  /// Reasons why the rule can't be expressed.
  var losses: [String] = []
  /// Steps of Renovate's that martlet doesn't separate, with their option.
  var otherSteps: [(origin: RenovateOrigin, names: [String])] = []
  /// Managers and sources that martlet doesn't update.
  var otherManagers: [String] = []

  /// Reads the conditions among the options of a rule.
  init(_ options: [RenovateOption]) {
    for option in options where Self.isCondition(option.name) {
      origins.append(option.origin)
      guard let texts = option.value.strings else {
        losses.append("'\(option.name)' is not a list of texts")
        continue
      }
      if !read(option, texts) { losses.append("'\(option.name)' has no counterpart") }
    }
    if !names.unknown.isEmpty {
      losses.append("the pattern '\(names.unknown[0])' can't be expressed")
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
    case "matchPackageNames", "matchDepNames", "packageNames": texts.forEach { names.add($0) }
    case "matchPackagePatterns", "matchDepPatterns", "packagePatterns":
      texts.forEach { $0 == "*" ? names.add("*") : names.add(expression: $0) }
    case "matchPackagePrefixes", "matchDepPrefixes": texts.forEach { names.add($0 + "*") }
    case "excludePackageNames", "excludeDepNames": texts.forEach { names.exclude($0) }
    case "excludePackagePatterns", "excludeDepPatterns":
      texts.forEach { names.exclude(expression: $0) }
    case "excludePackagePrefixes": texts.forEach { names.exclude($0 + "*") }
    case "matchManagers", "managers": limit(texts, by: RenovateManagers.served)
    case "matchDatasources", "datasources": limit(texts, by: RenovateManagers.sources)
    case "matchCategories", "matchLanguages", "languages":
      limit(texts, by: RenovateManagers.categories)
    case "matchUpdateTypes", "updateTypes": limit(steps: texts, option.origin)
    case "matchDepTypes", "depTypeList":
      sections += texts
      return !texts.contains { $0.hasPrefix("!") || $0.hasPrefix("/") }
    case "matchFileNames", "matchPaths", "paths":
      paths += texts
      return !texts.contains { $0.hasPrefix("!") || $0.hasPrefix("/") }
    case "matchCurrentVersion":
      current = currentRange(texts.first ?? "")
      return current != nil && texts.count == 1
    default: return false
    }
    return true
  }

  private mutating func limit(_ texts: [String], by table: [String: [String]]) {
    let excluded = texts.filter { $0.hasPrefix("!") }.flatMap {
      table[String($0.dropFirst())] ?? []
    }
    let included = texts.filter { !$0.hasPrefix("!") }
    otherManagers += included.filter { table[$0] == nil }
    var found =
      included.isEmpty ? RenovateManagers.ecosystemKeys : included.flatMap { table[$0] ?? [] }
    found.removeAll(where: excluded.contains)
    ecosystemKeys = RenovateManagers.ecosystemKeys.filter {
      found.contains($0) && ecosystemKeys?.contains($0) ?? true
    }
  }

  private mutating func limit(steps texts: [String], _ origin: RenovateOrigin) {
    let known = RenovateSteps.served.filter(texts.contains)
    let others = texts.filter { !RenovateSteps.served.contains($0) }
    if !others.isEmpty { otherSteps.append((origin, others)) }
    steps = known == RenovateSteps.served ? nil : known
  }

  /// Whether it is about whole ecosystems.
  var isOfEcosystems: Bool {
    (names.isEmpty || isOfEveryName) && steps == nil && isOfAnyManifest
  }

  /// Whether it is about steps only.
  var isOfSteps: Bool { (names.isEmpty || isOfEveryName) && isOfAnyManifest }

  /// Whether its only names are `*`.
  var isOfEveryName: Bool { names == RenovateNames(patterns: ["*"]) }

  /// Whether it is about names and steps only, which `ignore` expresses.
  var isOfNames: Bool {
    isOfAnyManifest && names.expressions.isEmpty && names.excluded.isEmpty
  }

  /// Whether it depends on neither the place nor the locked version.
  private var isOfAnyManifest: Bool { sections.isEmpty && paths.isEmpty && current == nil }

  /// The `dependency-type` of a group; nil for other sections.
  var dependencyType: String? {
    switch Set(sections) {
    case ["devDependencies"], ["dev-dependencies"], ["development"]: "development"
    case ["dependencies"], ["dependencies", "optionalDependencies"]: "production"
    default: nil
    }
  }

  /// Whether `groups` can express it.
  var isOfGroup: Bool {
    paths.isEmpty && current == nil && names.expressions.isEmpty
      && (sections.isEmpty || dependencyType != nil)
  }

  /// The condition of an element of `rules`; nil if names are excluded, which it can't express.
  func match(steps: [String]?) -> Draft.Member? {
    guard names.excluded.isEmpty else { return nil }
    if names.expressions.isEmpty, steps == nil, isOfAnyManifest {
      let patterns = names.isEmpty ? ["*"] : names.patterns
      return Draft.Member(key: "dependency-name", value: Draft(patterns))
    }
    let list = { (texts: [String]) in texts.isEmpty ? nil : Draft(texts) }
    return Draft.Member(
      key: "match",
      value: Draft([
        "name": isOfEveryName ? nil : list(names.all), "path": list(paths),
        "section": list(sections), "current": current.map { Draft(.text($0)) },
        "update-type": steps.map { Draft($0) },
      ]))
  }
}
