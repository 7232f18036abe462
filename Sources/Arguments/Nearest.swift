/// Finds the known word that a mistyped one is closest to, within two edits.
func nearest(to word: String, among known: [String]) -> String? {
  known.map { (distance(word, $0), $0) }.filter { $0.0 <= 2 && $0.0 < $0.1.count }.min(by: <)?.1
}

/// Counts insertions, deletions and substitutions (Levenshtein 1966).
private func distance(_ left: String, _ right: String) -> Int {
  var row = Array(0...right.count)
  for (i, a) in left.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, b) in right.enumerated() {
      let substituted = diagonal + (a == b ? 0 : 1)
      diagonal = row[j + 1]
      row[j + 1] = min(substituted, row[j] + 1, diagonal + 1)
    }
  }
  return row[right.count]
}
