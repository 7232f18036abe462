package import Text

/// The version of the Swift tools that a manifest asks for, or that a profile stands for.
package struct ToolsVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The first number: 6 of 6.3.1.
  package var major: Int
  /// The second number: 3 of 6.3.1.
  package var minor: Int
  /// The third number; 0 if the text has two.
  package var patch: Int

  /// What a manifest without the comment is taken for.
  package static let unmarked = ToolsVersion(3, 1)
  /// The oldest that SwiftPM 6.3.1 still reads.
  package static let oldest = ToolsVersion(4, 0)

  /// Assembles a version of its numbers.
  package init(_ major: Int, _ minor: Int, _ patch: Int = 0) {
    self.major = major
    self.minor = minor
    self.patch = patch
  }

  /// Reads `6.3` or `6.3.1`; what follows a hyphen or a plus is passed over.
  package init?(_ text: some StringProtocol) {
    let core = text.prefix { $0 != "-" && $0 != "+" }
    guard Self.isWellFormed(text.dropFirst(core.count)) else { return nil }
    let parts = core.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3 else { return nil }
    let numbers = parts.compactMap { part in part.allSatisfy(\.isASCIIDigit) ? Int(part) : nil }
    guard numbers.count == parts.count else { return nil }
    self.init(numbers[0], numbers[1], numbers.count == 3 ? numbers[2] : 0)
  }

  private static func isWellFormed(_ suffix: some StringProtocol) -> Bool {
    suffix.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-+.".contains($0)) }
      && suffix.count != 1
  }

  /// By the three numbers.
  package static func < (left: Self, right: Self) -> Bool {
    (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
  }

  /// All three numbers: `6.3.0` for `6.3`.
  package var description: String { "\(major).\(minor).\(patch)" }

  /// Whether a tool of this version reads manifests of `other`.
  package func reads(_ other: ToolsVersion) -> Bool {
    other >= .oldest && other <= self
  }

  /// The endings that mark files and tags for exactly these tools, the most precise first.
  package var suffixes: [String] {
    ["@swift-\(major).\(minor).\(patch)", "@swift-\(major).\(minor)", "@swift-\(major)"]
  }
}

extension ToolsVersion {
  /// What the first line of a manifest says.
  package enum Comment: Hashable, Sendable {
    /// A well-formed `// swift-tools-version:` comment.
    case version(ToolsVersion)
    /// The first line has no such comment.
    case missing
    /// It looks like one but can't be parsed.
    case malformed(String)
  }

  /// Reads the comment that must be the first thing in a manifest (SE-0152).
  ///
  /// Below 5.4 only `// swift-tools-version:X.Y` with one space is allowed before the version.
  package static func comment(in manifest: SourceText) -> Comment {
    let (space, line) = firstLine(of: manifest.bytes)
    guard line.hasPrefix("//") else { return .missing }
    let text = line.dropFirst(2).drop(while: \.isWhitespace)
    let label = "swift-tools-version:"
    guard text.lowercased().hasPrefix(label) else {
      return text.lowercased().hasPrefix("swift-tools") ? .malformed(line) : .missing
    }
    let rest = text.dropFirst(label.count)
    guard let version = ToolsVersion(rest.drop(while: \.isWhitespace).prefix { $0 != ";" }) else {
      return .malformed(line)
    }
    let isOldForm =
      (line.hasPrefix("// s") || line.hasPrefix("// S")) && rest.first?.isWhitespace != true
      && space.isEmpty
    return version >= ToolsVersion(5, 4) || isOldForm ? .version(version) : .malformed(line)
  }

  /// The first line that isn't blank, and the characters before it other than line feeds.
  private static func firstLine(of bytes: [UInt8]) -> (space: [UInt8], line: String) {
    let blank = bytes.prefix(while: \.isASCIISpace)
    let line = bytes[blank.endIndex...].prefix(512).prefix { $0 != 0x0A && $0 != 0x0D }
    return (blank.filter { $0 != 0x0A }, String(decoding: line, as: UTF8.self))
  }
}

extension Character {
  /// Whether it is one of 0 to 9.
  package var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}

extension ManifestError {
  /// A manifest for tools that SwiftPM supports no longer, such as one without a version comment.
  package static func unsupported(_ tools: ToolsVersion) -> ManifestError {
    ManifestError(
      .refused,
      "is for Swift tools \(tools), which SwiftPM no longer supports; "
        + "a comment `// swift-tools-version:` names newer ones", at: 0)
  }
}
