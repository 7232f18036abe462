import Text

/// Returns the nearest candidate by edit distance if at most a third of the word differs; nil for
/// words of fewer than three characters.
func nearest(to word: String, among candidates: [String]) -> String? {
  let word = Array(word.lowercased().utf8)
  guard (3...64).contains(word.count) else { return nil }
  let ranked = candidates.map { (editDistance(word, Array($0.lowercased().utf8)), $0) }
  guard let best = ranked.min(by: { $0 < $1 }), best.0 <= max(1, word.count / 3) else {
    return nil
  }
  return best.1
}
