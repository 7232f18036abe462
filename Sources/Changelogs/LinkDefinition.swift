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

  /// Lists the definitions that a text uses, wherever they stand.
  static func used(in text: String, from lines: [Substring]) -> [LinkDefinition] {
    let text = text.lowercased()
    return Array(
      lines.lazy.compactMap(LinkDefinition.init)
        .filter { text.contains("[\($0.label)]") }.prefix(limit))
  }
}
