package import Text

/// The version in the comment behind a pinned commit.
package struct VersionComment: Hashable, Sendable {
  /// The version as written.
  var text: String
  /// Its bytes in the file.
  var range: Range<Int>
  /// Whether the comment says nothing else, apart from a label: `v4`, `tag=v4`, `frozen: v4`.
  var isAlone: Bool
}

extension VersionComment {
  /// Finds the branch that a comment names and says nothing else: `main`, `branch: main`, `@main`,
  /// `main branch`.
  ///
  /// - Returns: a word that can be a branch; nil for another comment, or without one.
  static func branch(behind offset: Int, in source: SourceText) -> String? {
    guard let comment = comment(behind: offset, in: source) else { return nil }
    let words = words(comment)
    let others = words.filter { !["branch", "Branch"].contains($0.text) }
    let isBare = others.count == 1 && words.count <= 2
    let isLabeled = words.count == 2 && words[1].isLabeled
    return isBare ? others[0].text : isLabeled ? words[1].text : nil
  }

  /// Returns what follows `#` on the same line, if nothing but closing brackets precedes it.
  private static func comment(behind offset: Int, in source: SourceText) -> ArraySlice<UInt8>? {
    let line = source.bytes[offset...].prefix { $0 != 0x0A && $0 != 0x0D }
    guard let hash = line.firstIndex(of: UInt8(ascii: "#")),
      line[..<hash].allSatisfy({ " \t}]".utf8.contains($0) })
    else { return nil }
    return line[line.index(after: hash)...]
  }

  /// Finds the version in the comment that follows on the same line: its last or its first word, or
  /// the one behind a label at its start.
  ///
  ///     v4.1.2   tag=v4.1.2   pin @v4   ratchet:actions/checkout@v4   v4.1.2 (see issue-12)
  ///     tag=v4.1.2 fixes the cache
  ///
  /// A version in the middle of a sentence, or one that occurs twice, belongs to a remark.
  package init?(behind offset: Int, in source: SourceText) {
    guard let comment = Self.comment(behind: offset, in: source) else { return nil }
    let words = Self.words(comment)
    let labeled = words.dropFirst().first.flatMap { $0.isLabeled ? $0 : nil }
    let versions = [words.last, words.first, labeled].compactMap(\.self).filter { $0.tag != nil }
    guard let word = versions.first(where: { $0.tag?.isPlain == true }) ?? versions.first,
      words.filter({ $0.text == word.text }).count == 1
    else { return nil }
    let others = words.filter { $0.text != word.text }
    self.init(
      text: word.text, range: word.range,
      isAlone: others.isEmpty || (others.count == 1 && word.isLabeled))
  }

  /// A word with its bytes, without punctuation around it.
  private struct Word {
    var text: String
    var range: Range<Int>
    /// Whether it follows `@`, `=` or a word with a colon.
    var isLabeled: Bool

    var tag: TagVersion? { TagVersion(text) }
  }

  private static func words(_ comment: ArraySlice<UInt8>) -> [Word] {
    var isBehindColon = false
    return comment.split { " \t@=".utf8.contains($0) }.compactMap { part in
      defer { isBehindColon = part.last == UInt8(ascii: ":") }
      let isMark = { (byte: UInt8) in "()[],;:".utf8.contains(byte) }
      var word = part.drop(while: isMark)
      while let last = word.last, isMark(last) { word.removeLast() }
      guard !word.isEmpty else { return nil }
      let before = part.startIndex > comment.startIndex ? comment[part.startIndex - 1] : 0
      return Word(
        text: String(decoding: word, as: UTF8.self), range: word.startIndex..<word.endIndex,
        isLabeled: isBehindColon || "@=".utf8.contains(before))
    }
  }
}

extension VersionComment {
  /// Whether the comment states a version, perhaps with fewer components.
  ///
  /// A comment that is nothing but a version is a statement, even if it is wrong.
  func states(_ version: TagVersion) -> Bool {
    guard let tag = TagVersion(text) else { return false }
    return isAlone || (version.numbers.starts(with: tag.numbers) && version.label == tag.label)
  }

  /// Returns the text for another tag: with as many components as before, if a tag with so few has the
  /// same commit, and without `v` only if the comment has none.
  func naming(_ tag: TagVersion, _ references: TagReferences) -> String {
    guard let old = TagVersion(text) else { return tag.text }
    let hasMark = !(old.isPlain && tag.isPlain && old.prefix.isEmpty)
    let numbers = tag.numbers.prefix(old.numbers.count).map(String.init).joined(separator: ".")
    let short = tag.prefix + numbers
    let isShort =
      old.numbers.count < tag.numbers.count && references.tags[short] != nil
      && references.tags[short] == references.tags[tag.text]
    let full = isShort ? short : tag.text
    return hasMark ? full : String(full.dropFirst(tag.prefix.count))
  }
}
