/// A line `[label]: target`, on which links elsewhere in a Markdown file rely.
struct LinkDefinition: Hashable {
  let label: String
  let line: Substring

  /// More are not taken along.
  private static let limit = 200

  /// Reads a line; nil where it is anything else.
  init?(_ line: Substring) {
    guard line.hasPrefix("["), let end = line.firstRange(of: "]:"), line.utf8.count < 500 else {
      return nil
    }
    label = line[line.index(after: line.startIndex)..<end.lowerBound].lowercased()
    guard !label.isEmpty, !label.contains("]") else { return nil }
    self.line = line
  }

  /// Lists the definitions that a text uses, wherever in the file they are.
  ///
  /// Takes time in proportion to the text and the lines: the text's labels are gathered once.
  static func used(in text: String, from lines: [Substring]) -> [LinkDefinition] {
    let labels = labels(in: text.lowercased())
    return Array(
      lines.lazy.compactMap(LinkDefinition.init)
        .filter { labels.contains($0.label[...]) }.prefix(limit))
  }

  /// Everything between a `[` and the next `]`, without another bracket between.
  private static func labels(in text: String) -> Set<Substring> {
    var labels: Set<Substring> = []
    var open: String.Index?
    for index in text.utf8.indices {
      switch text.utf8[index] {
      case UInt8(ascii: "["): open = text.utf8.index(after: index)
      case UInt8(ascii: "]"):
        if let open { labels.insert(text[open..<index]) }
        open = nil
      default: break
      }
    }
    return labels
  }
}
