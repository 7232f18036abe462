/// A set of versions: alternatives of comparators; one alternative must hold with all of its
/// comparators.
///
/// The grammar and the meaning are those of node-semver 7.6.2, the one inside npm 10.8.2. A
/// prerelease passes only where a comparator of the same alternative names a prerelease of the
/// same three numbers.
///
///     Range("^1.2.0 || 3.x")?.contains(Version(1, 4, 0))  // true
package struct Range: Hashable, Sendable, CustomStringConvertible {
  /// As written, with its white space collapsed.
  package let text: String
  /// Whether it was read by the loose grammar, which a second reading must use again.
  package let loose: Bool
  /// Whether prereleases count like other versions; the bounds were read accordingly.
  package let includePrerelease: Bool
  /// Never empty, and no alternative is.
  package private(set) var alternatives: [[Comparator]]

  /// Reads a range.
  ///
  /// - Parameters:
  ///   - text: the text of a manifest.
  ///   - loose: drops the comparators that are unreadable instead of refusing the whole, and takes
  ///     versions in their loose grammar.
  ///   - includePrerelease: treats prereleases like other versions, which also moves some bounds
  ///     down to the first prerelease.
  package init?(_ text: String, loose: Bool = false, includePrerelease: Bool = false) {
    let bytes = Whitespace.collapsed(text)
    let reader = RangeReader(loose: loose, includePrerelease: includePrerelease)
    guard let alternatives = reader.alternatives(in: bytes.span) else { return nil }
    self.text = String(decoding: bytes, as: UTF8.self)
    self.loose = loose
    self.includePrerelease = includePrerelease
    self.alternatives = Range.simplified(alternatives)
  }

  /// Makes a range of one comparator.
  init(_ comparator: Comparator, includePrerelease: Bool) {
    text = comparator.description
    loose = false
    self.includePrerelease = includePrerelease
    alternatives = [[comparator]]
  }

  /// Leaves out alternatives that nothing meets, and all others where one takes everything.
  private static func simplified(_ alternatives: [[Comparator]]) -> [[Comparator]] {
    guard alternatives.count > 1 else { return alternatives }
    let possible = alternatives.filter { $0.first != Comparator.none }
    if possible.isEmpty { return Array(alternatives.prefix(1)) }
    return possible.first { $0.count == 1 && $0[0].isAny }.map { [$0] } ?? possible
  }

  /// Whether a version passes.
  package func contains(_ version: Version) -> Bool {
    for comparators in alternatives where admits(version, comparators) { return true }
    return false
  }

  /// The range with the releases of all bounds: `>=1.0.0` for `>=1.0.0-beta`.
  package var withoutPrereleases: Range {
    var result = self
    result.alternatives = alternatives.map { comparators in
      comparators.map { $0.isAny ? $0 : Comparator($0.relation, $0.version.release) }
    }
    return result
  }

  /// Whether a version satisfies the range with this rule for pre-releases instead of its own.
  package func contains(_ version: Version, includePrerelease: Bool) -> Bool {
    if includePrerelease == self.includePrerelease { return contains(version) }
    let reread = Range(text, loose: loose, includePrerelease: includePrerelease)
    return reread?.contains(version) ?? false
  }

  @inline(__always)
  private func admits(_ version: borrowing Version, _ comparators: [Comparator]) -> Bool {
    for comparator in comparators where !comparator.admits(version) { return false }
    if version.prerelease.isEmpty || includePrerelease { return true }
    for comparator in comparators where !comparator.version.prerelease.isEmpty {
      if comparator.version.sharesNumbers(with: version) { return true }
    }
    return false
  }

  /// The range in node-semver's canonical form; `*` for everything.
  package var canonical: String {
    let text = alternatives.map { $0.map(\.description).joined(separator: " ") }
      .joined(separator: "||")
    return text.isEmpty ? "*" : text
  }

  /// As written, unlike `canonical`: `^1.2.0 || 3.x`.
  package var description: String { text }
}
