import Ecosystem
package import Store

extension Ignore {
  /// Whether the wish keeps a version away from who is at `current`.
  ///
  /// Who has moved to the ignored version, or beyond it, by hand has thereby taken the wish back.
  package func covers(_ candidate: String, current: String?) -> Bool {
    if let current, current == version || isBefore(current) { return false }
    switch condition {
    case .all: return true
    case .major: return shares(1, with: candidate)
    case .minor: return shares(2, with: candidate)
    case .patch: return candidate == version
    }
  }

  /// Whether `other` is newer than the ignored version, as far as plain numbers tell.
  private func isBefore(_ other: String) -> Bool {
    let (mine, others) = (numbers(version), numbers(other))
    guard !mine.isEmpty, !others.isEmpty else { return false }
    return mine.lexicographicallyPrecedes(others)
  }

  private func shares(_ count: Int, with other: String) -> Bool {
    let (mine, others) = (numbers(version), numbers(other))
    guard !mine.isEmpty, !others.isEmpty else { return version == other }
    return (0..<count).allSatisfy { place in
      (mine.count > place ? mine[place] : 0) == (others.count > place ? others[place] : 0)
    }
  }

  /// What is ignored: `every version`, `2.x`, `2.1.x`, `2.1.3`.
  package var extent: String {
    let parts = numbers(version)
    switch condition {
    case .all: return "every version"
    case .major where !parts.isEmpty: return "\(parts[0]).x"
    case .minor where !parts.isEmpty: return "\(parts[0]).\(parts.count > 1 ? parts[1] : 0).x"
    case .major, .minor, .patch: return shown(version)
    }
  }

  /// Who says so, as reasons name it.
  package var words: String { "a comment of @\(author) on #\(number)" }
}

extension Site {
  /// The site under the rules of its file and of people's comments.
  package func applying(_ ignores: [Ignore]) -> Site {
    let mine = ignores.filter { ignore in
      ignore.ecosystem == project.ecosystem.rawValue && ignore.directory == project.directory
    }
    guard !mine.isEmpty else { return self }
    var site = self
    let said = { @Sendable (dependency: Dependency, release: Release) -> String? in
      let found = mine.first { ignore in
        ignore.dependency == dependency.name
          && ignore.covers(release.version, current: dependency.current)
      }
      return found?.words
    }
    let rules = entry.policy.ignores
    site.entry.policy.ignores = { rules($0, $1) ?? said($0, $1) }
    if let fixes = entry.policy.fixes {
      site.entry.policy.fixes?.ignores = { fixes.ignores($0, $1) ?? said($0, $1) }
    }
    return site
  }
}

/// The numbers at the start of a version: `v2.1.0-beta.1` begins with 2, 1, 0; a branch with none.
private func numbers(_ version: String) -> [Int] {
  let text = version.first == "v" ? version.dropFirst() : version[...]
  var result: [Int] = []
  for part in text.split(separator: ".", omittingEmptySubsequences: false) {
    let digits = part.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits) else { break }
    result.append(number)
    guard digits.count == part.count else { break }
  }
  // Commits are named by digits and letters.
  return version.utf8.count == 40 && version.allSatisfy(\.isHexDigit) ? [] : result
}
