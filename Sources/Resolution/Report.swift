/// A failure told in numbered sentences, as the paper's section on error reporting has it.
///
/// A line tells one derived fact and why it is true; it gets a number only if a later line has to
/// refer to it:
///
///     Because every version of foo depends on bar ^2.0.0 which depends on baz ^3.0.0,
///     every version of foo requires baz ^3.0.0.
///     So, because root depends on both foo ^1.0.0 and baz ^1.0.0, version solving failed.
package struct Report: Hashable, Sendable {
  /// One sentence.
  package struct Line: Hashable, Sendable {
    /// What later sentences call it by.
    package let number: Int?
    /// With a capital letter and a full stop; empty between two lines of thought.
    package let text: String
  }

  /// In reading order; the last one is the conclusion.
  package let lines: [Line]

  /// Tells a derivation in a client's words.
  package init<Words: Wording>(
    _ derivation: Derivation<Words.Package, Words.Versions, Words.Reason>, wording words: Words
  ) {
    var writer = ReportWriter(derivation, words)
    lines = writer.write()
  }
}

extension Report: CustomStringConvertible {
  /// All lines, numbers in front, the others indented likewise.
  package var description: String {
    let width = lines.compactMap(\.number).max().map { "(\($0)) ".count } ?? 0
    return lines.map { line in
      let mark = line.number.map { "(\($0)) " } ?? ""
      let lead = mark + String(repeating: " ", count: max(0, width - mark.count))
      return line.text.isEmpty ? "" : lead + line.text
    }.joined(separator: "\n")
  }
}
