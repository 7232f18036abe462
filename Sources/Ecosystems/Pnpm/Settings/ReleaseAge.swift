import JavaScript
import Time

/// How old releases have to be: `minimumReleaseAge` and the settings that refine it.
struct ReleaseAge: Sendable {
  /// In minutes; 0: no minimum.
  var minutes = 0
  /// Whether a requirement without an old enough version is an error, instead of a younger version.
  var isStrict = false
  /// Whether pnpm adds younger versions to `minimumReleaseAgeExclude`.
  var isRecorded = false
  /// `minimumReleaseAgeExclude`.
  var exclusions = ReleaseAgeExclusions()

  /// The time after which versions are too young; nil without a minimum.
  func limit(at now: Timestamp) -> Timestamp? {
    minutes > 0 ? now - .minutes(minutes) : nil
  }
}

/// The packages and versions that may be of any age: `createPackageVersionPolicy` of pnpm.
///
///     ["@acme/*", "a", "b@1.0.0 || 1.0.1"]
struct ReleaseAgeExclusions: Sendable {
  /// The excluded versions of one package.
  enum Scope: Hashable {
    case all
    /// Only these versions, perhaps none.
    case versions([String])

    /// Whether a version may be of any age.
    func contains(_ version: String) -> Bool {
      switch self {
      case .all: true
      case .versions(let versions): versions.contains(version)
      }
    }
  }

  private var rules: [(names: NameMatcher, versions: [String])] = []
  /// Whether all rules of a package count; otherwise the first one does.
  private var mergesRules = false

  /// Excludes nothing.
  init() {}

  /// Reads patterns; nil if pnpm doesn't accept one of them.
  ///
  /// - Parameters:
  ///   - patterns: names, also with `*`, or names with versions.
  ///   - mergesRules: whether all rules of a package count.
  init?(_ patterns: [String], mergesRules: Bool) {
    self.mergesRules = mergesRules
    for pattern in patterns {
      let at = pattern.dropFirst(pattern.hasPrefix("@") ? 1 : 0).firstIndex(of: "@")
      guard let at else {
        rules.append((NameMatcher([pattern]), []))
        continue
      }
      let name = String(pattern[..<at])
      let texts = pattern[pattern.index(after: at)...].components(separatedBy: "||")
      let versions = texts.compactMap { Version($0.trimmed)?.description }
      guard versions.count == texts.count, !name.contains("*") else { return nil }
      rules.append((NameMatcher([name]), versions))
    }
  }

  /// Returns what is excluded of a package.
  func scope(of name: String) -> Scope {
    var found: [String] = []
    for rule in rules where rule.names.matches(name) {
      if rule.versions.isEmpty { return found.isEmpty ? .all : .versions(found) }
      found += rule.versions
      if !mergesRules { break }
    }
    return .versions(found)
  }
}

extension String.SubSequence {
  /// Splits at a separator of several characters.
  fileprivate func components(separatedBy separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
