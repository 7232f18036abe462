import Ecosystem

/// Which folders of a project are its workspaces, as @npmcli/map-workspaces 3 finds them.
struct Workspaces {
  private var included: [[Substring]] = []
  private var excluded: [[Substring]] = []

  /// Reads the patterns of a manifest's `workspaces`.
  init(_ patterns: [String]) throws(Problem) {
    for pattern in patterns {
      let marks = pattern.prefix { $0 == "!" }.count
      var rest = pattern.dropFirst(marks)
      if rest.hasPrefix("./") { rest = rest.dropFirst() }
      rest = rest.drop { $0 == "/" }
      let parts = rest.split(separator: "/")
      if rest.contains(where: { "{}[]()\\+@!".contains($0) && $0 != "@" && $0 != "+" })
        || parts.contains(".") || parts.contains("..") || rest.contains("@(") || rest.contains("+(")
      {
        throw Problem(.refused, "has a workspace pattern beyond *, ** and ?", subject: pattern)
      }
      if marks % 2 == 1 { excluded.append(parts) } else { included.append(parts) }
    }
    let hasLateInclusion = !excluded.isEmpty && !included.isEmpty
    if hasLateInclusion { try checkOrder(patterns) }
  }

  /// An exclusion before an inclusion is undone by it, which is not followed.
  private func checkOrder(_ patterns: [String]) throws(Problem) {
    guard let first = patterns.firstIndex(where: { $0.hasPrefix("!") }) else { return }
    if let late = patterns[first...].first(where: { !$0.hasPrefix("!") }) {
      throw Problem(
        .refused, "has a workspace pattern after one that excludes folders", subject: late)
    }
  }

  var isEmpty: Bool { included.isEmpty }

  /// The folders that match, pattern by pattern, each sorted.
  ///
  /// - Parameter folders: candidates relative to the project, those with a manifest.
  /// - Returns: those that are workspaces.
  func folders(in folders: [String]) -> [String] {
    let sorted = folders.sorted(by: Collation.precedes)
    var result: [String] = []
    for pattern in included {
      for folder in sorted where !result.contains(folder) {
        let parts = folder.split(separator: "/")
        if parts.contains("node_modules") { continue }
        let isOut = excluded.contains { Self.matches(parts[...], $0[...]) }
        if !isOut, Self.matches(parts[...], pattern[...]) { result.append(folder) }
      }
    }
    return result
  }

  private static func matches(
    _ path: ArraySlice<Substring>, _ pattern: ArraySlice<Substring>
  ) -> Bool {
    guard let first = pattern.first else { return path.isEmpty }
    if first == "**" {
      if matches(path, pattern.dropFirst()) { return true }
      guard let next = path.first, !next.hasPrefix(".") else { return false }
      return matches(path.dropFirst(), pattern)
    }
    guard let next = path.first, matches(part: next[...], first) else { return false }
    return matches(path.dropFirst(), pattern.dropFirst())
  }

  private static func matches(part: Substring, _ pattern: Substring) -> Bool {
    if part.hasPrefix("."), !pattern.hasPrefix(".") { return false }
    return wildcard(part, pattern)
  }

  private static func wildcard(_ text: Substring, _ pattern: Substring) -> Bool {
    guard let mark = pattern.first else { return text.isEmpty }
    if mark == "*" {
      if wildcard(text, pattern.dropFirst()) { return true }
      return !text.isEmpty && wildcard(text.dropFirst(), pattern)
    }
    guard let first = text.first, mark == "?" || mark == first else { return false }
    return wildcard(text.dropFirst(), pattern.dropFirst())
  }
}
