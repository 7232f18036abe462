import Ecosystem
import Text

/// A `Mintfile`: a package of Swift tools a line, each with a tag, a branch or a commit.
///
///     realm/SwiftLint@0.57.0   # the linter
///     git@example.com:tools/format.git @ v1.2
struct Mintfile: Sendable {
  /// A package.
  struct Entry: Hashable, Sendable {
    /// The repository as written: `realm/SwiftLint`, or an address.
    var repository: String
    /// The tag, branch or commit; nil for the newest tag at run time.
    var version: String?
    /// The bytes of the version; empty if there is none.
    var versionRange: Range<Int>
    /// The place of the line's first word.
    var location: Location
  }

  /// The text that was parsed.
  let text: SourceText
  /// The packages in the order of the file; of a repository that is listed twice the first line, as
  /// in Mint.
  private(set) var entries: [Entry] = []

  /// The number of packages of a file.
  private static let limit = 5_000

  /// Parses a file.
  ///
  /// - Throws: a failure with the place of a line without a repository; a refusal beyond 5,000
  ///   packages.
  init(_ text: SourceText) throws(Problem) {
    self.text = text
    var start = 0
    var repositories: Set<String> = []
    while start < text.bytes.count {
      let line = text.bytes[start...].prefix { $0 != 0x0A && $0 != 0x0D }
      if let entry = try Self.entry(line.indices, text),
        repositories.insert(entry.repository).inserted
      {
        guard entries.count < Self.limit else {
          throw Problem(
            .refused, "names more than \(Self.limit) packages", subject: entry.repository,
            at: entry.location)
        }
        entries.append(entry)
      }
      start = line.endIndex + 1
    }
  }

  private static func entry(_ line: Range<Int>, _ text: SourceText) throws(Problem) -> Entry? {
    let comment = text.bytes[line].firstIndex(of: UInt8(ascii: "#")) ?? line.upperBound
    let content = trimmed(line.lowerBound..<comment, text)
    guard !content.isEmpty else { return nil }
    let location = text.location(at: content.lowerBound)
    // The address of a repository can contain an @, which the one of the version follows.
    let name = text.bytes[content].lastIndex(of: UInt8(ascii: "/")) ?? content.lowerBound
    let sign = text.bytes[name..<content.upperBound].firstIndex(of: UInt8(ascii: "@"))
    let repository = trimmed(content.lowerBound..<(sign ?? content.upperBound), text)
    guard !repository.isEmpty, text.bytes[repository].contains(UInt8(ascii: "/")) else {
      throw Problem(
        .failed, "has no repository: expected `owner/name@version`", subject: text[content],
        at: location)
    }
    let version = sign.map { trimmed($0 + 1..<content.upperBound, text) }
    return Entry(
      repository: text[repository],
      version: version.flatMap { $0.isEmpty ? nil : text[$0] },
      versionRange: version ?? content.upperBound..<content.upperBound, location: location)
  }

  private static func trimmed(_ range: Range<Int>, _ text: SourceText) -> Range<Int> {
    func isSpace(_ index: Int) -> Bool { [0x20, 0x09].contains(text.bytes[index]) }
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, isSpace(start) { start += 1 }
    while end > start, isSpace(end - 1) { end -= 1 }
    return start..<end
  }
}

extension Mintfile.Entry {
  /// The name in reports: `owner/name`, or the address without protocol and `.git`.
  var name: String {
    var name = repository
    if let scheme = name.firstRange(of: "://") { name = String(name[scheme.upperBound...]) }
    return name.hasSuffix(".git") ? String(name.dropLast(4)) : name
  }

  /// The address of the git repository.
  var url: String {
    if repository.contains("://") || repository.contains("@") { return repository }
    let parts = repository.slashParts()
    return parts.count > 2
      ? "https://\(repository)" + (repository.hasSuffix(".git") ? "" : ".git")
      : "https://github.com/\(repository).git"
  }
}
