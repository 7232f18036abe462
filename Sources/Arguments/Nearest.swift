import Text

/// Finds the known word closest to a mistyped one, within two edits.
func nearest(to word: String, among known: [String]) -> String? {
  known.map { (editDistance(Array(word.utf8), Array($0.utf8)), $0) }
    .filter { $0.0 <= 2 && $0.0 < $0.1.count }.min(by: <)?.1
}
