package import Ecosystem
package import Text

/// Compares a lock with the text that its tool writes for the same content.
///
/// A tool writes a whole lock even if it changes one package. The lines of the other packages stay only
/// if the lock was in the tool's own form before. Locks that were edited by hand, formatted, merged, or
/// written by another tool or by an old version are in another form.
package struct LockFormat {
  /// The tool with the version that decides the form, for messages: `Yarn 1`.
  package let tool: String
  /// What a person runs so that the tool writes the lock.
  package let command: String

  /// Creates the check for a tool.
  package init(tool: String, command: String) {
    self.tool = tool
    self.command = command
  }

  /// Requires that an update changes no other lines than those of its packages.
  ///
  /// - Parameters:
  ///   - lock: the present lock.
  ///   - forms: the tool's text for the content of `lock`; several if it has several forms.
  /// - Throws: a refusal that names the first different line of the most similar form.
  package func prove(_ lock: SourceText, isOneOf forms: [[UInt8]]) throws(Problem) {
    if forms.contains(lock.bytes) { return }
    let similar = forms.map { ($0, Self.difference(lock.bytes, $0)) }.max { $0.1 < $1.1 }
    guard let (form, offset) = similar else { return }
    throw Problem(
      .refused,
      "is not in the form that \(tool) writes, so an update would also change lines of other "
        + "packages: \(Self.line(of: lock.bytes, offset)) would become \(Self.line(of: form, offset))",
      subject: lock.file, at: lock.location(at: offset),
      advice: "run `\(command)` and commit the lock before the next update")
  }

  /// Returns the offset of the first line that differs.
  private static func difference(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var start = 0
    for (offset, pair) in zip(left, right).enumerated() {
      if pair.0 != pair.1 { return start }
      if pair.0 == UInt8(ascii: "\n") { start = offset + 1 }
    }
    return start
  }

  /// Returns a line as a message quotes it.
  private static func line(of bytes: [UInt8], _ start: Int) -> String {
    if start == bytes.count { return "the end of the file" }
    let line = bytes[start...].prefix { $0 != UInt8(ascii: "\n") }
    let isLast = start + line.count == bytes.count
    var text = String(decoding: line.prefix(Self.longest), as: UTF8.self)
    if text.utf8.count < line.count { text += "…" }
    if text.hasPrefix("\u{FEFF}") { text = "a byte order mark" }
    if text.isEmpty { return "an empty line" }
    if line.last == UInt8(ascii: "\r") { return "a line that ends with CR LF" }
    return "`\(text)`" + (isLast ? " without a line break" : "")
  }

  /// The number of bytes of a line in a message.
  private static let longest = 100
}
