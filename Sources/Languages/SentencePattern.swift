/// The English form of a sentence with placeholders, and its translation.
///
/// `requires {1} of {2}` matches `requires 2 of rails` with the values `2` and `rails`.
struct SentencePattern: Sendable {
  let id: String
  let translation: String
  /// The pieces between the placeholders: one more than placeholders.
  private let pieces: [String]

  init(_ id: String, _ translation: String) {
    self.id = id
    self.translation = translation
    var pieces = [""]
    var rest = id[...]
    while !rest.isEmpty {
      let placeholder = "{\(pieces.count)}"
      if rest.hasPrefix(placeholder) {
        rest = rest.dropFirst(placeholder.count)
        pieces.append("")
      } else {
        pieces[pieces.count - 1].append(rest.removeFirst())
      }
    }
    self.pieces = pieces
  }

  /// The length of the fixed text: a longer one is more specific.
  var weight: Int { pieces.reduce(0) { $0 + $1.count } }

  /// Returns the values of the placeholders; nil if the sentence doesn't match.
  func values(in sentence: String) -> [String]? {
    guard let first = pieces.first, let last = pieces.last, sentence.hasPrefix(first) else {
      return nil
    }
    guard pieces.count > 1 else { return sentence == first ? [] : nil }
    var rest = sentence.dropFirst(first.count)
    var values: [String] = []
    for piece in pieces.dropFirst().dropLast() {
      guard let range = rest.firstRange(of: piece) else { return nil }
      values.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    guard rest.hasSuffix(last) else { return nil }
    values.append(String(rest.dropLast(last.count)))
    return values.allSatisfy { !$0.isEmpty } ? values : nil
  }
}
