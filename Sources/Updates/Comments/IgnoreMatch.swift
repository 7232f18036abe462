import Ecosystem
import Languages
package import Store

extension Ignore {
  /// Whether a version is ignored if the current version is `current`.
  ///
  /// If the current version is the ignored one or newer, a person has installed it, and the command no
  /// longer applies.
  package func covers(_ candidate: String, current: String?) -> Bool {
    if let current, current == version || isBefore(current) { return false }
    switch condition {
    case .all: return true
    case .major: return shares(1, with: candidate)
    case .minor: return shares(2, with: candidate)
    case .patch: return candidate == version
    }
  }

  /// Whether `other` is newer than the ignored version by its numbers.
  private func isBefore(_ other: String) -> Bool {
    let (mine, others) = (leadingNumbers(version), leadingNumbers(other))
    guard !mine.isEmpty, !others.isEmpty else { return false }
    return mine.lexicographicallyPrecedes(others)
  }

  private func shares(_ count: Int, with other: String) -> Bool {
    let (mine, others) = (leadingNumbers(version), leadingNumbers(other))
    guard !mine.isEmpty, !others.isEmpty else { return version == other }
    return (0..<count).allSatisfy { index in
      (mine.count > index ? mine[index] : 0) == (others.count > index ? others[index] : 0)
    }
  }

  /// The ignored versions: `every version`, `2.x`, `2.1.x` or `2.1.3`.
  package var extent: String { extent(in: .english) }

  /// The same in a language.
  func extent(in language: Language) -> String {
    let parts = leadingNumbers(version)
    switch condition {
    case .all: return language("every version")
    case .major where !parts.isEmpty: return "\(parts[0]).x"
    case .minor where !parts.isEmpty: return "\(parts[0]).\(parts.count > 1 ? parts[1] : 0).x"
    case .major, .minor, .patch: return shown(version)
    }
  }

  /// The name of the rule in reasons.
  package var source: String { "a comment of @\(author) on #\(number)" }
}

extension ConfiguredProject {
  /// Returns the project with the rules of its entry and of comments.
  package func applying(_ ignores: [Ignore]) -> ConfiguredProject {
    let mine = ignores.filter { ignore in
      ignore.ecosystem == project.ecosystem.rawValue && ignore.directory == project.directory
    }
    guard !mine.isEmpty else { return self }
    var configured = self
    let commentRule = { @Sendable (dependency: Dependency, release: Release) -> String? in
      let found = mine.first { ignore in
        ignore.dependency == dependency.id
          && ignore.covers(release.version, current: dependency.current)
      }
      return found?.source
    }
    let rules = entry.policy.ignores
    configured.entry.policy.ignores = { rules($0, $1) ?? commentRule($0, $1) }
    if let fixes = entry.policy.fixes {
      configured.entry.policy.fixes?.ignores = { fixes.ignores($0, $1) ?? commentRule($0, $1) }
    }
    return configured
  }
}

/// Returns the numbers at the start of a version: 2, 1, 0 for `v2.1.0-beta.1`, none for a branch.
func leadingNumbers(_ version: String) -> [Int] {
  let text = version.first == "v" ? version.dropFirst() : version[...]
  var result: [Int] = []
  for part in text.split(separator: ".", omittingEmptySubsequences: false) {
    let digits = part.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits) else { break }
    result.append(number)
    guard digits.count == part.count else { break }
  }
  // A commit can start with digits.
  return version.utf8.count == 40 && version.allSatisfy(\.isHexDigit) ? [] : result
}
