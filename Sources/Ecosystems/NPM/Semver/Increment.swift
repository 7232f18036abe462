extension Version {
  /// The kinds of release that a version can be raised to.
  package enum Increment: String, CaseIterable, Hashable, Sendable {
    case major, minor, patch
    case premajor, preminor, prepatch
    case prerelease
  }

  /// Raises the version, as `npm version` does.
  ///
  ///     Version("1.2.3")?.raised(to: .preminor, identifier: "beta")  // 1.3.0-beta.0
  ///
  /// - Parameters:
  ///   - increment: what the result is to be.
  ///   - identifier: the word that a prerelease begins with; empty for none.
  ///   - base: the number that prereleases count from; nil leaves the number away.
  /// - Returns: nil where the identifier is missing or already there and no number may follow.
  package func raised(
    to increment: Increment, identifier: String = "", base: Int? = 0
  ) -> Version? {
    switch increment {
    case .major:
      Version(minor == 0 && patch == 0 && isPrerelease ? major : major + 1, 0, 0)
    case .minor:
      Version(major, patch == 0 && isPrerelease ? minor : minor + 1, 0)
    case .patch:
      Version(major, minor, isPrerelease ? patch : patch + 1)
    case .premajor:
      Version(major + 1, 0, 0).withNextPrerelease(identifier, base)
    case .preminor:
      Version(major, minor + 1, 0).withNextPrerelease(identifier, base)
    case .prepatch:
      Version(major, minor, patch + 1).withNextPrerelease(identifier, base)
    case .prerelease:
      isPrerelease
        ? withNextPrerelease(identifier, base)
        : Version(major, minor, patch + 1).withNextPrerelease(identifier, base)
    }
  }

  private func withNextPrerelease(_ identifier: String, _ base: Int?) -> Version? {
    guard base != nil || (!identifier.isEmpty && identifier != prerelease.dotted) else {
      return nil
    }
    let counted = Version.counted(prerelease, from: base ?? 0)
    let next = identifier.isEmpty ? counted : Version.named(counted, identifier, base)
    return Version(major, minor, patch, prerelease: next)
  }

  /// Raises the last number, or begins to count.
  private static func counted(_ prerelease: [Identifier], from base: Int) -> [Identifier] {
    var result = prerelease
    for index in result.indices.reversed() {
      guard case .number(let value) = result[index] else { continue }
      result[index] = .number(value + 1)
      return result
    }
    return result + [.number(base)]
  }

  /// Keeps the count if it belongs to the identifier, else begins anew with it.
  private static func named(
    _ counted: [Identifier], _ identifier: String, _ base: Int?
  ) -> [Identifier] {
    let word = Identifier(identifier.utf8.span)
    let isSame = counted.first.map { Identifier.order($0, word) == 0 } ?? false
    if isSame, counted.count > 1, case .number = counted[1] { return counted }
    return [.text(identifier)] + (base.map { [.number($0)] } ?? [])
  }
}
