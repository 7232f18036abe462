/// Finds the word that was probably meant: the nearest by edit distance, if at most a third of the
/// word is wrong; nil for words too short to tell.
func nearest(to word: String, among candidates: [String]) -> String? {
  let word = Array(word.lowercased().utf8)
  guard (3...64).contains(word.count) else { return nil }
  let ranked = candidates.map { (distance(word, Array($0.lowercased().utf8)), $0) }
  guard let best = ranked.min(by: { $0 < $1 }), best.0 <= max(1, word.count / 3) else {
    return nil
  }
  return best.1
}

/// Counts insertions, deletions, substitutions and swaps of neighbours (Damerau's distance,
/// restricted to one edit a place).
private func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for row in left.indices {
    var line = [row + 1]
    for column in right.indices {
      let same = left[row] == right[column]
      var cost = min(last[column + 1] + 1, line[column] + 1, last[column] + (same ? 0 : 1))
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        cost = min(cost, beforeLast[column - 1] + 1)
      }
      line.append(cost)
    }
    (beforeLast, last) = (last, line)
  }
  return last[right.count]
}
