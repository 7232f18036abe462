/// An explanation of a failure in numbered sentences, after the paper's error reporting section.
///
/// A line states one derived fact and its reasons. It has a number only if a later line refers to
/// it:
///
///     Because every version of foo depends on bar ^2.0.0 which depends on baz ^3.0.0,
///     every version of foo requires baz ^3.0.0.
///     So, because root depends on both foo ^1.0.0 and baz ^1.0.0, version solving failed.
public struct Report: Hashable, Sendable {
  /// One sentence of the report.
  public struct Line: Hashable, Sendable {
    /// The number by which later sentences refer to this one.
    public let number: Int?
    /// The sentence with a capital letter and a full stop; empty for a separator line.
    public let text: String
  }

  /// The lines in reading order.
  ///
  /// The last one is the conclusion.
  public let lines: [Line]

  /// Describes a derivation with the client's wording.
  public init<SomeWording: Wording>(
    _ derivation: Derivation<SomeWording.Package, SomeWording.Versions, SomeWording.Reason>,
    wording: SomeWording
  ) {
    var writer = ReportWriter(derivation, wording)
    lines = writer.write()
  }
}

extension Report: CustomStringConvertible {
  /// All lines.
  ///
  /// Numbers come first, and lines without a number are indented to match.
  public var description: String {
    let width = lines.compactMap(\.number).max().map { "(\($0)) ".count } ?? 0
    return lines.map { line in
      let mark = line.number.map { "(\($0)) " } ?? ""
      let lead = mark + String(repeating: " ", count: max(0, width - mark.count))
      return line.text.isEmpty ? "" : lead + line.text
    }.joined(separator: "\n")
  }
}
