/// The tags of an image, as its registry lists them.
struct ImageTags: Sendable {
  /// The tags that name versions, oldest first.
  let ordered: [ImageTag]
  /// The lengths and positions of parts that are abbreviated commits in at least one tag.
  private let commits: Set<Commit>
  /// All names.
  private let names: [String]

  /// The position of a part among the parts of a tag, from its end, and the number of its digits.
  private struct Commit: Hashable {
    var position: Int
    var length: Int
  }

  /// Parses the names of tags.
  init(_ names: [String]) {
    var commits: Set<Commit> = []
    for name in names {
      for (position, part) in Self.parts(of: name) where Self.isCommit(part) {
        commits.insert(Commit(position: position, length: part.utf8.count))
      }
    }
    self.commits = commits
    self.names = names
    ordered = names.compactMap { ImageTag($0) }.sorted { ($0, $0.text) < ($1, $1.text) }
  }

  /// The parts of a tag, numbered from its end.
  private static func parts(of name: String) -> some Sequence<(offset: Int, element: Substring)> {
    name.split { "-_.+".contains($0) }.reversed().enumerated()
  }

  /// Whether a part is an abbreviated commit beyond doubt: hexadecimal with both digits and letters.
  private static func isCommit(_ part: Substring) -> Bool {
    part.utf8.count >= 7 && part.allSatisfy(\.isHexDigit) && part.contains(where: \.isLetter)
      && part.contains(where: \.isNumber)
  }

  /// Whether a part of a tag has only digits, but is an abbreviated commit like that of other tags.
  ///
  /// `1234567` beside `12abcde`, `1.2.0-8765432` beside `1.1.0-4c1d2e3`: such tags have no order.
  func isCommit(_ tag: ImageTag) -> Bool {
    Self.parts(of: tag.text).contains { position, part in
      part.utf8.count >= 7 && part.allSatisfy(\.isNumber)
        && ImageTag.scheme(of: [Int(part) ?? 0]) != .date
        && commits.contains(Commit(position: position, length: part.utf8.count))
    }
  }

  /// Finds the newest tag of another form, to report it.
  ///
  /// A tag whose own form is known is compared with those that differ only in the suffix; `22-alpine`
  /// with `24-slim`, but not with `24.1.0`. Others can't be compared: for them it is the newest version.
  ///
  /// - Parameters:
  ///   - tag: the tag in use, whose form has no newer tag.
  ///   - version: its version; nil if it has none.
  /// - Returns: nil if there is no such tag, or if the tag in use names no version, as `latest`.
  func newest(beside tag: String, _ version: ImageTag?) -> ImageTag? {
    guard let version else {
      guard Self.mayBeVersion(tag) else { return nil }
      let plain = ordered.filter { $0.label == nil && $0.suffix.isEmpty && !isCommit($0) }
      return plain.last { $0.scheme == .version } ?? plain.last
    }
    let newer = ordered.filter { other in
      other.isAlike(version) && other.label == nil && !isCommit(other)
        && version.numbers.lexicographicallyPrecedes(other.numbers)
    }
    return newer.last { $0.suffixWords == version.suffixWords } ?? newer.last
  }

  /// Finds the tag with the highest numbers among those that differ from a tag in numbers only, to report
  /// it: `2024-W10` for `2024-W03`.
  ///
  /// - Returns: nil if there is no higher one, or if the tag may have an abbreviated commit.
  func highest(shapedLike tag: String) -> String? {
    let hasCommit = Self.parts(of: tag).contains {
      $0.element.utf8.count >= 7 && $0.element.allSatisfy(\.isHexDigit)
        && ImageTag.scheme(of: [Int($0.element) ?? 0]) != .date
    }
    let own = NumberedName(tag)
    guard !hasCommit, !own.numbers.isEmpty else { return nil }
    let higher = names.map { ($0, NumberedName($0)) }.filter { _, name in
      name.shape == own.shape && own.numbers.lexicographicallyPrecedes(name.numbers)
    }
    return higher.max { $0.1.numbers.lexicographicallyPrecedes($1.1.numbers) }?.0
  }

  /// Whether a tag without a known version may still state one: it begins with a number or `v` and a
  /// number, and isn't a commit.
  private static func mayBeVersion(_ tag: String) -> Bool {
    let number = tag.first == "v" ? tag.dropFirst() : tag[...]
    guard let digit = number.first, digit.isASCII, digit.isNumber else { return false }
    return !parts(of: tag).contains {
      $0.element.utf8.count >= 7 && $0.element.allSatisfy(\.isHexDigit)
    }
  }
}

/// A name with its numbers taken out: `#-W#` and 2024, 3 for `2024-W03`.
private struct NumberedName {
  private(set) var shape = ""
  private(set) var numbers: [Int] = []

  init(_ name: String) {
    var rest = name[...]
    while let first = rest.first {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      if let number = Int(digits) {
        shape += "#"
        numbers.append(number)
        rest = rest[digits.endIndex...]
      } else {
        shape.append(first)
        rest.removeFirst()
      }
    }
  }
}
