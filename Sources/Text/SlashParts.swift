extension Substring {
  /// Splits a path or a name at its slashes, byte by byte.
  ///
  /// `split(separator:)` of a text compares characters: it doesn't split at a slash with a
  /// combining mark after it, so that `../` and U+0301 would hide a `..`.
  ///
  ///     "acme/web".slashParts() // ["acme", "web"]
  ///
  /// - Parameters:
  ///   - maxSplits: the maximum number of splits.
  ///   - omittingEmptySubsequences: whether empty parts are left out.
  /// - Returns: the parts, in order.
  package func slashParts(
    maxSplits: Int = .max, omittingEmptySubsequences: Bool = true
  ) -> [Substring] {
    utf8.split(
      separator: UInt8(ascii: "/"), maxSplits: maxSplits,
      omittingEmptySubsequences: omittingEmptySubsequences
    ).map { Substring($0) }
  }
}

extension String {
  /// Splits a path or a name at its slashes, byte by byte; see `Substring.slashParts`.
  package func slashParts(
    maxSplits: Int = .max, omittingEmptySubsequences: Bool = true
  ) -> [Substring] {
    self[...].slashParts(
      maxSplits: maxSplits, omittingEmptySubsequences: omittingEmptySubsequences)
  }
}
