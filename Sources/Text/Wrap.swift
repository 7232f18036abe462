extension String {
  /// Returns the lines of a text that is wrapped at a number of columns.
  ///
  /// Lines break at spaces, and in East Asian text also between two characters, but not before a
  /// closing or after an opening sign. A word that is wider than a line stays whole.
  package func wrapped(to width: Int) -> [String] {
    var lines = [""]
    for part in unbreakableParts() {
      let last = lines[lines.count - 1]
      let trimmed = part.drop { $0 == " " }
      if !last.isEmpty, last.columns + String(part).columns > width {
        lines.append(String(trimmed))
      } else {
        lines[lines.count - 1] += last.isEmpty ? trimmed : part
      }
    }
    return lines
  }

  /// The parts that stay on one line, each with the space before it.
  private func unbreakableParts() -> [Substring] {
    var parts: [Substring] = []
    var start = startIndex
    for index in indices.dropFirst() where canBreak(before: index) {
      parts.append(self[start..<index])
      start = index
    }
    return parts + [self[start...]]
  }

  private func canBreak(before index: Index) -> Bool {
    let (before, character) = (self[self.index(before: index)], self[index])
    if character == " " { return before != " " }
    if before == " " || "「(".contains(before) { return false }
    // Also small kana and the long vowel, which belong to the character before.
    if "、。」)ーァィゥェォッャュョぁぃぅぇぉっゃゅょ".contains(character) { return false }
    return before.isWide || character.isWide
  }
}
