import Ecosystem
import Patterns
import Text

/// Finds the references that a regular expression describes.
struct CustomReading {
  /// Backtracking steps of one search, and matches of one file.
  private static let retries: UInt = 200_000
  private static let limit = 2_000

  private let references: CustomReferences
  private let pattern: Pattern

  /// Compiles the expression.
  ///
  /// - Throws: a usage problem if it is malformed.
  init(_ references: CustomReferences) throws(Problem) {
    self.references = references
    do throws(Pattern.Failure) {
      pattern = try Pattern(references.pattern)
    } catch {
      throw Problem(
        .usage, "is not a regular expression that can be used", subject: references.pattern)
    }
  }

  /// Adds the references of a file.
  ///
  /// - Throws: a refusal if the expression takes too many steps, or matches too often.
  func read(_ source: SourceText, into file: inout ReferenceFile) throws(Problem) {
    var start = 0
    var matches = Budget("matches in a file", Self.limit)
    while start <= source.bytes.count {
      let found: Pattern.Match?
      do throws(Pattern.Failure) {
        found = try pattern.match(in: source.bytes, from: start, retries: Self.retries)
      } catch {
        throw Problem(
          .refused, "takes too many steps on this file", subject: references.pattern,
          at: source.location(at: min(start, source.bytes.count)))
      }
      guard let match = found else { return }
      try matches.spend(on: source.file, at: source.location(at: match.whole.lowerBound))
      add(match, of: source, to: &file)
      start = max(match.whole.upperBound, match.whole.lowerBound + 1)
    }
  }

  private func range(_ name: String, _ match: Pattern.Match) -> Range<Int>? {
    guard let number = pattern.group(named: name), number < match.groups.count else { return nil }
    return match.groups[number].flatMap { $0.isEmpty ? nil : $0 }
  }

  private func add(_ match: Pattern.Match, of source: SourceText, to file: inout ReferenceFile) {
    let location = source.location(at: match.whole.lowerBound)
    guard let current = range("current", match) else {
      return file.refuse(
        source[match.whole], "has no text for the group 'current'", at: location)
    }
    let position = source.location(at: current.lowerBound)
    guard let name = range("name", match).map({ source[$0] }) ?? references.name else {
      return file.refuse(source[match.whole], "has no text for the group 'name'", at: location)
    }
    let stated = range("source", match).map { source[$0] }
    guard let kind = stated.map(CustomReferences.Source.init(spelled:)) ?? references.source else {
      return file.refuse(
        "\(name) \(source[current])", "has an unknown source: '\(stated ?? "")'", at: position)
    }
    guard !overlaps(current, file) else {
      return file.refuse(
        "\(name) \(source[current])", "is matched by several expressions", at: position)
    }
    let digest = range("digest", match)
    if kind == .docker { return addImage(name, current, digest, of: source, to: &file) }
    guard let list = kind.list(of: name) else {
      return file.refuse(name, "is not a name that \(kind.rawValue) has", at: position)
    }
    let rules = references.versioning ?? kind.versioning
    var use = ListedUse(name, at: current, in: source, from: list, rules)
    use.digest = digest.map { ListedUse.Digest(source[$0], at: $0) }
    file.listed.append(use)
  }

  private func overlaps(_ range: Range<Int>, _ file: ReferenceFile) -> Bool {
    file.listed.contains { $0.range.overlaps(range) }
      || file.images.contains { $0.range.overlaps(range) }
  }

  /// Adds an image, whose digest has to follow its tag.
  private func addImage(
    _ name: String, _ tag: Range<Int>, _ digest: Range<Int>?, of source: SourceText,
    to file: inout ReferenceFile
  ) {
    let position = source.location(at: tag.lowerBound)
    var range = tag
    if let digest {
      guard digest.lowerBound == tag.upperBound + 1, source.bytes[tag.upperBound] == 0x40 else {
        return file.refuse(
          "\(name):\(source[tag])", "has a digest that doesn't follow the tag and '@'", at: position
        )
      }
      range = tag.lowerBound..<digest.upperBound
    }
    guard var use = ImageUse("\(name):\(source[range])", at: range, in: source) else {
      return file.refuse("\(name):\(source[range])", "is not the name of an image", at: position)
    }
    use.before = "\(name):"
    file.images.append(use)
  }
}

extension CustomReferences.Source {
  /// Parses a source in a file, with the words of other tools.
  fileprivate init?(spelled text: String) {
    switch text {
    case "gem": self = .rubygems
    case "git-tags": self = .swift
    default: self.init(rawValue: text)
    }
  }

  /// The usual rules for versions.
  fileprivate var versioning: CustomReferences.Versioning {
    switch self {
    case .npm, .swift: .semver
    case .rubygems: .ruby
    case .githubTags, .githubReleases: .loose
    case .docker: .docker
    }
  }

  /// The list of a name; nil if the source can't have such a name.
  fileprivate func list(of name: String) -> VersionSource? {
    switch self {
    case .npm: VersionSource.isPackageName(name) ? .npm(name) : nil
    case .rubygems: VersionSource.isWord(name) ? .gem(name) : nil
    case .githubTags:
      VersionSource.githubName(name).map { .tags("https://github.com/\($0)") }
    case .githubReleases: VersionSource.githubName(name).map { .githubReleases($0) }
    case .swift:
      VersionSource.githubName(name).map { .tags("https://github.com/\($0)") }
        ?? (name.hasPrefix("https://") ? .tags(name) : nil)
    case .docker: nil
    }
  }
}
