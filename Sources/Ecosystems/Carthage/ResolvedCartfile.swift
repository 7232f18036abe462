package import Ecosystem
package import Text

/// A `Cartfile.resolved`: a tag or commit for each dependency.
///
///     github "Quick/Nimble" "v7.0.3"
package struct ResolvedCartfile: ProjectLock, Hashable, Sendable {
  /// The tag or commit of each dependency.
  package var pins: [CarthageOrigin: String]

  /// The maximum number of pins.
  private static let limit = 10_000

  /// Creates a lock from pins.
  package init(_ pins: [CarthageOrigin: String]) {
    self.pins = pins
  }

  /// Parses a file; of a dependency that is listed twice the last line counts, as in Carthage.
  ///
  /// - Throws: a failure with the place of a malformed line, or a refusal of too many lines.
  package init(_ text: SourceText) throws(Problem) {
    pins = [:]
    var scanner = LineScanner(text: text, position: 0, end: text.bytes.count)
    while !scanner.isAtEnd() {
      let location = text.location(at: scanner.position)
      let origin = try scanner.origin()
      guard pins.count < Self.limit || pins[origin] != nil else {
        throw Problem(
          .refused, "lists more than \(Self.limit) dependencies", subject: "\(origin)", at: location
        )
      }
      pins[origin] = try scanner.quoted("a tag or commit")
    }
  }

  /// The bytes of the file; an empty one stays.
  package var fileBytes: [UInt8]? { Array(text.utf8) }

  /// The text that Carthage writes: a line for each dependency, sorted by the line's beginning.
  package var text: String {
    pins.map { (line: "\($0.key)", pin: $0.value) }
      .sorted { $0.line < $1.line }
      .map { "\($0.line) \"\($0.pin)\"\n" }
      .joined()
  }
}
