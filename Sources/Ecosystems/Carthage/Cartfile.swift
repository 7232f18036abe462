package import Ecosystem
package import Text

/// A `Cartfile` or `Cartfile.private`: a dependency a line, with `#` for comments.
package struct Cartfile: Sendable {
  /// A dependency with the place of its requirement.
  package struct Entry: Sendable {
    /// Where it comes from.
    package var origin: CarthageOrigin
    /// The versions that it may have.
    package var requirement: CarthageRequirement
    /// The bytes of the requirement; empty and after the origin if there is none.
    package var requirementRange: Range<Int>
    /// The place of the line's first word.
    package var location: Location
  }

  /// The text that was parsed.
  package let text: SourceText
  /// The dependencies, in the order of the file.
  package private(set) var entries: [Entry] = []
  private var origins: Set<CarthageOrigin> = []

  /// The number of dependencies of a file.
  private static let limit = 5_000

  /// Parses a file.
  ///
  /// - Throws: a failure with its place if a line is malformed, or a dependency is listed twice; a
  ///   refusal beyond 5,000 dependencies.
  package init(_ text: SourceText) throws(Problem) {
    self.text = text
    var start = 0
    while start < text.bytes.count {
      let line = text.bytes[start...].prefix { !Self.isNewline($0) }
      if let entry = try Self.entry(in: start..<Self.end(of: line), of: text) {
        try append(entry)
      }
      start = line.endIndex + 1
    }
  }

  private mutating func append(_ entry: Entry) throws(Problem) {
    guard origins.insert(entry.origin).inserted else {
      throw Problem(
        .failed, "is listed twice", subject: "\(entry.origin)", at: entry.location,
        advice: "keep one of the lines; Carthage stops here, too")
    }
    guard entries.count < Self.limit else {
      throw Problem(
        .refused, "names more than \(Self.limit) dependencies", subject: "\(entry.origin)",
        at: entry.location)
    }
    entries.append(entry)
  }

  private static func entry(in line: Range<Int>, of text: SourceText) throws(Problem) -> Entry? {
    var scanner = LineScanner(text: text, position: line.lowerBound, end: line.upperBound)
    if scanner.isAtEnd() { return nil }
    let location = text.location(at: scanner.position)
    let origin = try scanner.origin()
    let before = scanner.position
    scanner.skipSpace()
    let start = scanner.position
    let requirement = try scanner.requirement()
    if case (.binary, .reference) = (origin.kind, requirement) {
      throw scanner.failure("a binary can't have a branch, tag or commit", at: start)
    }
    guard scanner.isAtEnd() else {
      throw scanner.failure("has unexpected text after the requirement")
    }
    let range = requirement == .any ? before..<before : start..<scanner.position
    return Entry(
      origin: origin, requirement: requirement, requirementRange: range, location: location)
  }

  /// Returns where a line ends without its comment and the white space before that.
  private static func end(of line: ArraySlice<UInt8>) -> Int {
    var isQuoted = false
    var end = line.endIndex
    for index in line.indices {
      if line[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
      guard line[index] == UInt8(ascii: "#"), !isQuoted else { continue }
      end = index
      break
    }
    while end > line.startIndex, LineScanner.isSpace(line[end - 1]) { end -= 1 }
    return end
  }

  private static func isNewline(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}

extension LineScanner {
  /// Reads a requirement up to the end of the line; none means any version.
  fileprivate mutating func requirement() throws(Problem) -> CarthageRequirement {
    if consume("==") { return .exactly(try version()) }
    if consume(">=") { return .atLeast(try version()) }
    if consume("~>") { return .compatible(try version()) }
    return isAtEnd() ? .any : .reference(try quoted("a branch, tag or commit"))
  }

  private mutating func version() throws(Problem) -> CarthageVersion {
    skipSpace()
    let rest = text[position..<end]
    guard let version = CarthageVersion(number: rest[...]) else {
      throw failure("expected a version with two or three numbers", at: nil, subject(rest))
    }
    position = end
    return version
  }

  private func subject(_ rest: String) -> String? { rest.isEmpty ? nil : String(rest.prefix(60)) }
}

extension Cartfile {
  /// Returns the dependencies of `Cartfile` and `Cartfile.private` together.
  ///
  /// - Throws: a failure if both list the same dependency.
  package static func combined(
    _ files: [Cartfile]
  ) throws(Problem) -> [(entry: Entry, file: String)] {
    var result: [(entry: Entry, file: String)] = []
    var listed: [CarthageOrigin: String] = [:]
    for file in files {
      for entry in file.entries {
        if let other = listed.updateValue(file.text.file, forKey: entry.origin) {
          throw Problem(
            .failed, "is listed in \(other), too", subject: "\(entry.origin)",
            at: entry.location, advice: "keep one of the lines; Carthage stops here, too")
        }
        result.append((entry, file.text.file))
      }
    }
    return result
  }
}
