/// Merges the alternatives of a pattern as minimatch 9 does before it searches folders.
struct GlobMerge {
  /// Whether `*` matches names that start with a dot too.
  var matchesDots: Bool

  /// Replaces pairs of alternatives by one that matches the same paths.
  ///
  /// Like minimatch, sometimes more: `**/a/b` and `a/**/b` become `**/a/**/b`.
  func merge(_ lists: inout [[String]]) {
    for left in lists.indices {
      for right in lists.indices.dropFirst(left + 1) {
        guard let merged = merged(lists[left], lists[right]) else { continue }
        lists[left] = []
        lists[right] = merged
        break
      }
    }
    lists.removeAll(where: \.isEmpty)
  }

  /// The list whose `*` covers parts of the other; minimatch allows this for one of the two.
  private enum Wider { case left, right }

  /// Returns the merged list; nil if the two cannot be merged.
  private func merged(_ a: [String], _ b: [String]) -> [String]? {
    guard a.count == b.count else { return nil }
    var (left, right) = (0, 0)
    var result: [String] = []
    var wider: Wider?
    while left < a.count, right < b.count {
      let (one, other) = (a[left], b[right])
      if one == other {
        result.append(one)
        (left, right) = (left + 1, right + 1)
      } else if one == "**", left + 1 < a.count, other == a[left + 1] {
        result.append(one)
        left += 1
      } else if other == "**", right + 1 < b.count, one == b[right + 1] {
        result.append(other)
        right += 1
      } else if one == "*", wider != .right, covers(other) {
        wider = .left
        result.append(one)
        (left, right) = (left + 1, right + 1)
      } else if other == "*", wider != .left, covers(one) {
        wider = .right
        result.append(other)
        (left, right) = (left + 1, right + 1)
      } else {
        return nil
      }
    }
    return result
  }

  /// Whether `*` matches everything that a part matches.
  private func covers(_ part: String) -> Bool {
    !part.isEmpty && part != "**" && (matchesDots || !part.hasPrefix("."))
  }
}
