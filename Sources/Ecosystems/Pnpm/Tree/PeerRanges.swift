import JavaScript

/// Joins the ranges that several packages need of a peer.
enum PeerRanges {
  /// Merges peers by name; those without a common range are left out, or joined by `||`.
  static func merge(_ lists: [MissingPeers], joins: Bool) -> MissingPeers {
    var ranges: [String: [String]] = [:]
    var isOptional: [String: Bool] = [:]
    var names: [String] = []
    for list in lists {
      for (name, peer) in list.pairs {
        if ranges[name] == nil { names.append(name) }
        ranges[name, default: []].append(peer.range)
        isOptional[name] = (isOptional[name] ?? true) && peer.isOptional
      }
    }
    var result = MissingPeers()
    for name in names {
      let all = ranges[name] ?? []
      if let range = intersection(of: all) {
        result[name] = MissingPeers.Peer(range: range, isOptional: isOptional[name] ?? false)
      } else if joins {
        result[name] = MissingPeers.Peer(
          range: all.joined(separator: " || "), isOptional: isOptional[name] ?? false)
      }
    }
    return result
  }

  /// Returns the range of versions that a requirement has behind a protocol or another name.
  ///
  /// A requirement without one allows all versions. Source: `getPeerVersionRange` of pnpm 11.
  ///
  ///     "npm:left-pad@^1.0.0" -> "^1.0.0"
  ///     "workspace:~2.1.0"    -> "~2.1.0"
  static func versions(in requirement: String) -> String {
    let parts = requirement.split(separator: "||", omittingEmptySubsequences: false)
    if parts.count > 1 {
      return parts.map { versions(in: String($0).trimmed) }.joined(separator: " || ")
    }
    if requirement.hasPrefix("workspace:") {
      return String(requirement.dropFirst("workspace:".count))
    }
    if Range(requirement) != nil || requirement.contains("catalog:") { return requirement }
    guard let colon = requirement.firstIndex(of: ":") else { return "*" }
    let body = requirement[colon...].dropFirst()
    if Range(String(body)) != nil { return String(body) }
    guard let at = body.dropFirst().lastIndex(of: "@") else { return "*" }
    let version = String(body[at...].dropFirst())
    return Range(version) == nil ? "*" : version
  }

  /// Returns a range of the versions in all ranges; nil if there are none, or for an unreadable one.
  ///
  ///     ["^1.0.0", ">=1.2.0 <3.0.0"] -> ">=1.0.0 <2.0.0-0 >=1.2.0 <3.0.0"
  static func intersection(of texts: [String]) -> String? {
    var unique: [String] = []
    for text in texts where !unique.contains(text) { unique.append(text) }
    let ranges = unique.compactMap { Range($0) }
    guard ranges.count == unique.count, let first = ranges.first else { return nil }
    if ranges.count == 1 { return first.canonical }
    var alternatives = first.alternatives
    for range in ranges.dropFirst() {
      alternatives = alternatives.flatMap { mine in
        range.alternatives.compactMap { joined(mine, $0) }
      }
      if alternatives.isEmpty || alternatives.count > 200 { return nil }
    }
    let written = alternatives.map { $0.map(\.description).joined(separator: " ") }
    var result: [String] = []
    for text in written where !result.contains(text) { result.append(text) }
    let text = result.contains("") ? "*" : result.joined(separator: "||")
    return text.isEmpty ? "*" : text
  }

  /// Joins comparators; nil if no version meets all of them.
  private static func joined(_ left: [Comparator], _ right: [Comparator]) -> [Comparator]? {
    for one in left {
      for other in right where !one.isAny && !other.isAny && !one.intersects(other) { return nil }
    }
    var result: [Comparator] = []
    for comparator in left + right where !comparator.isAny && !result.contains(comparator) {
      result.append(comparator)
    }
    if let exact = result.first(where: { $0.relation == .equal }) { return [exact] }
    return result.isEmpty ? [.any] : tightest(result)
  }

  /// Keeps the highest lower and the lowest upper bound.
  private static func tightest(_ comparators: [Comparator]) -> [Comparator] {
    let isLower = { (one: Comparator) in
      one.relation == .greater || one.relation == .greaterOrEqual
    }
    let lower = comparators.filter(isLower).max { left, right in
      left.version == right.version
        ? left.relation == .greaterOrEqual && right.relation == .greater
        : left.version < right.version
    }
    let upper = comparators.filter { !isLower($0) }.min { left, right in
      left.version == right.version
        ? left.relation == .less && right.relation == .lessOrEqual : left.version < right.version
    }
    return [lower, upper].compactMap(\.self)
  }
}
