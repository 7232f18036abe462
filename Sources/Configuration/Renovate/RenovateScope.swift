import Text

/// The condition of a rule in one ecosystem, in martlet's terms.
///
/// It is never wider than Renovate's, unless `approximation` says so.
struct RenovateScope: Hashable, Sendable {
  /// Texts for `match: {name}`; empty: every name.
  var matchers: [String] = []
  /// The same as patterns with `*`; nil if some need a regular expression.
  var patterns: [String]? = []
  /// The same for `groups`, where the case of letters doesn't matter.
  var groupPatterns: [String]? = []
  /// Texts for names that are excluded.
  var excluded: [String] = []
  /// The same as patterns for `groups`.
  var excludedPatterns: [String]? = []
  /// Steps; nil: all.
  var steps: [String]?
  /// Sections of manifests; empty: all.
  var sections: [String] = []
  /// The `dependency-type` of a group; nil if sections are something else.
  var dependencyType: String?
  /// Patterns of manifests; empty: all.
  var paths: [String] = []
  /// A range for the locked version; nil: any.
  var current: String?
  /// Why it might be wider than Renovate's condition; nil: it isn't.
  var approximation: Approximation?

  /// Why a condition is wider than Renovate's.
  struct Approximation: Hashable, Sendable {
    /// A clause such as `'nvm' is only a part of martlet's 'runtimes'`.
    var reason: String
    /// Whether a restriction may be that wide: it holds back a little more.
    var isNarrow: Bool
  }

  /// Whether it is about whole ecosystems.
  var isOfEcosystems: Bool { isOfSteps && steps == nil }

  /// Whether it is about steps only.
  var isOfSteps: Bool { matchers.isEmpty && excluded.isEmpty && isOfAnyManifest }

  /// Whether it is about names and steps only, which `ignore` expresses.
  var isOfNames: Bool { patterns != nil && excluded.isEmpty && isOfAnyManifest }

  /// Whether it depends on neither the place nor the locked version.
  private var isOfAnyManifest: Bool { sections.isEmpty && paths.isEmpty && current == nil }

  /// Whether `groups` can express it.
  var isOfGroup: Bool {
    paths.isEmpty && current == nil && groupPatterns != nil && excludedPatterns != nil
      && (sections.isEmpty || dependencyType != nil)
  }

  /// The condition of an element of `rules`, which can't exclude names.
  func match(names: [String]? = nil) -> Draft.Member {
    let names = names ?? matchers
    if steps == nil, isOfAnyManifest, !names.contains(where: { $0.hasPrefix("/") }) {
      return Draft.Member(key: "dependency-name", value: Draft(names.isEmpty ? ["*"] : names))
    }
    let list = { (texts: [String]) in texts.isEmpty ? nil : Draft(texts) }
    return Draft.Member(
      key: "match",
      value: Draft([
        "name": list(names), "path": list(paths), "section": list(sections),
        "current": current.map { Draft(.text($0)) }, "update-type": steps.map { Draft($0) },
      ]))
  }

  /// The same without what can't be expressed, for restrictions: it matches at least as much.
  static func atLeast(_ condition: RenovateCondition, in word: String) -> RenovateScope {
    var scope = RenovateScope()
    let names = condition.hasUnreadName ? [] : condition.names ?? []
    let matchers = names.compactMap { $0.matcher(in: word) }
    if matchers.count == names.count, !matchers.contains("*") { scope.matchers = matchers }
    scope.steps = condition.steps
    return scope
  }
}

extension RenovateCondition {
  /// What a condition is in an ecosystem.
  enum Narrowed {
    case scope(RenovateScope)
    /// Nothing there fulfills it.
    case nothing
    /// martlet can't express it there, with the reason.
    case inexpressible(String)
  }

  /// Returns the condition in the entry of an ecosystem.
  func narrowed(to word: String) -> Narrowed {
    var scope = RenovateScope()
    scope.steps = steps
    scope.current = current
    scope.approximation = approximations[word].map { .init(reason: $0, isNarrow: false) }
    if let names, !names.contains(where: \.matchesAll) {
      scope.matchers = names.compactMap { $0.matcher(in: word) }
      guard !scope.matchers.isEmpty else { return .nothing }
      let found = names.filter { $0.matcher(in: word) != nil }
      scope.patterns = all(found.map { $0.pattern(in: word) })
      scope.groupPatterns = all(found.map { $0.groupPattern(in: word) })
    }
    scope.excluded = excluded.compactMap { $0.matcher(in: word) }
    guard !scope.excluded.contains("*") else { return .nothing }
    let excluded = excluded.filter { $0.matcher(in: word) != nil }
    scope.excludedPatterns = all(excluded.map { $0.groupPattern(in: word) })
    if let sections {
      switch RenovateSections.sections(sections, in: word) {
      case nil: return .inexpressible("martlet has other sections of \(word)")
      case []?: return .nothing
      case let found?:
        scope.sections = found
        scope.dependencyType = word == "npm" ? RenovateSections.type(of: found) : nil
      }
    }
    addPaths(to: &scope, word)
    return .scope(scope)
  }

  private func addPaths(to scope: inout RenovateScope, _ word: String) {
    guard let paths else { return }
    scope.paths = paths.map(\.text)
    guard scope.approximation == nil else { return }
    if let path = paths.first(where: { !$0.isExact }) {
      let reason = "'*' in '\(path.text.printableLine)' matches folders below, too"
      scope.approximation = .init(reason: reason, isNarrow: true)
    } else if ["npm", "runtimes"].contains(word) {
      let reason = "martlet updates a dependency in all files of a project at once"
      scope.approximation = .init(reason: reason, isNarrow: true)
    }
  }

  private func all(_ texts: [String?]) -> [String]? {
    let found = texts.compactMap(\.self)
    return found.count == texts.count ? found : nil
  }
}

/// Sections of manifests, in Renovate's words.
enum RenovateSections {
  /// Sections by ecosystem that both have.
  private static let known: [String: [String: [String]]] = [
    "npm": [
      "dependencies": ["dependencies"], "devDependencies": ["devDependencies"],
      "optionalDependencies": ["optionalDependencies"], "peerDependencies": ["peerDependencies"],
    ],
    "github-actions": ["action": ["uses"]],
  ]

  /// Sections by ecosystem that only Renovate distinguishes.
  private static let others: [String: Set<String>] = [
    "bundler": ["development", "test", "production", "default"],
    "docker": ["stage", "final", "syntax"],
    "github-actions": ["container", "service", "docker", "github-runner", "uses-with"],
  ]

  /// The sections of an ecosystem; nil if martlet doesn't distinguish one of them.
  static func sections(_ texts: [String], in word: String) -> [String]? {
    if let others = others[word], texts.contains(where: others.contains) { return nil }
    return texts.flatMap { known[word]?[$0] ?? [] }
  }

  /// The `dependency-type` of a group for sections of npm; nil for others.
  static func type(of sections: [String]) -> String? {
    switch Set(sections) {
    case ["devDependencies"]: "development"
    case ["dependencies", "optionalDependencies"]: "production"
    default: nil
    }
  }
}

/// A glob for paths of manifests.
struct RenovatePath: Hashable, Sendable {
  /// The pattern in martlet's syntax.
  var text: String
  /// Whether it matches the same paths.
  var isExact: Bool

  /// Reads an element of `matchFileNames`.
  ///
  /// - Returns: nil if martlet can't express it; several for a glob with choices in braces.
  static func read(_ text: String) -> [RenovatePath]? {
    guard !text.hasPrefix("!"), !text.hasPrefix("/"), !text.hasSuffix("/") else { return nil }
    return globs(text)?.map { RenovatePath(text: $0, isExact: isExact($0)) }
  }

  /// Whether every star follows `**/`, or is a part of `/**` at the end, which cross slashes anyway.
  private static func isExact(_ text: String) -> Bool {
    let parts = text.slashParts(omittingEmptySubsequences: false).map(String.init)
    guard let last = parts.last else { return false }
    let isFile = last.contains(".") || last.hasSuffix("file") || last.hasSuffix("FILE")
    return parts.enumerated().allSatisfy { index, part in
      guard part.contains("*"), part != "**" else { return true }
      let isFree = index > 0 && parts[index - 1] == "**" && index == parts.count - 1
      return isFree && part.hasPrefix("*") && !part.dropFirst().contains("*")
    } && (last == "**" || isFile)
  }
}
