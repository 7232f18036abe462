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
  /// `1234567` beside `12abcde`, `8765432-1.2.0` beside `4c1d2e3-1.1.0`: such tags have no order.
  func isCommit(_ tag: ImageTag) -> Bool {
    Self.parts(of: tag.text).contains { position, part in
      part.utf8.count >= 7 && part.allSatisfy(\.isNumber)
        && ImageTag.scheme(of: [Int(part) ?? 0]) != .date
        && commits.contains(Commit(position: position, length: part.utf8.count))
    }
  }

  /// Lists the tags that have the form of another one, oldest first.
  ///
  /// A number with dots directly behind the version can count builds, or be the version of something
  /// else, as in `16-3.4`: of tags that are newer by their own number, only those with the same one are
  /// listed if there are any.
  func alike(_ tag: ImageTag) -> [ImageTag] {
    let all = ordered.filter { $0.hasForm(of: tag) }
    guard tag.suffix.hasPrefix("-#.#") else { return all }
    let isNewer = { (other: ImageTag) in
      tag.significant.lexicographicallyPrecedes(other.significant)
    }
    guard all.contains(where: { isNewer($0) && $0.build == tag.build }) else { return all }
    return all.filter { !isNewer($0) || $0.build == tag.build }
  }

  /// Parses a tag with a version and, at its end, an abbreviated commit; nil for another one.
  ///
  /// Only digits are a commit if other tags have one of that length there.
  func versionBeforeCommit(of name: String) -> ImageTag? {
    guard let commit = ImageCommit(in: name), let tag = ImageTag(name, endingWith: commit) else {
      return nil
    }
    return commit.isCertain || ImageTag(name).map(isCommit) == true ? tag : nil
  }

  /// Lists the tags that have the form of one with a commit, oldest first.
  ///
  /// Of several commits of one version none is listed, apart from the present one: their order isn't
  /// known.
  func committed(like tag: ImageTag) -> [ImageTag] {
    let all = names.compactMap(versionBeforeCommit).filter { $0.hasForm(of: tag) }
    let counts = Dictionary(all.map { ($0, 1) }, uniquingKeysWith: +)
    return all.filter { counts[$0] == 1 || $0.text == tag.text }
      .sorted { ($0, $0.text) < ($1, $1.text) }
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
