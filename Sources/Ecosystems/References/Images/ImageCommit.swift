/// The abbreviated commit at the end of a tag, behind a version or a date.
///
///     1.2.0-4c1d2e3        1.2.0       4c1d2e3
///     20240115-g8765432    20240115    8765432
struct ImageCommit {
  /// What precedes the commit and its separator.
  let front: Substring
  /// The separator, and the `g` of `git describe`: `-`, `-g`.
  let mark: Substring
  /// The digits.
  let digits: Substring

  /// Finds the last part of a tag if it can be a commit; nil otherwise.
  init?(in tag: String) {
    guard let separator = tag.lastIndex(where: { "-_.+".contains($0) }) else { return nil }
    let start = tag.index(after: separator)
    let isMarked = tag[start...].first == "g"
    let first = isMarked ? tag.index(after: start) : start
    front = tag[..<separator]
    mark = tag[separator..<first]
    digits = tag[first...]
    guard (7...40).contains(digits.utf8.count), digits.allSatisfy(\.isHexDigit) else { return nil }
  }

  /// Whether the part is a commit beyond doubt: it has both digits and letters, or a mark.
  var isCertain: Bool {
    mark.utf8.count > 1
      || (digits.contains(where: \.isLetter) && digits.contains(where: \.isNumber))
  }
}

extension ImageTag {
  /// Parses a tag that ends with a commit, which takes no part in the order: `1.2.0-4c1d2e3`.
  ///
  /// Nil if no version precedes the commit.
  init?(_ text: String, endingWith commit: ImageCommit) {
    guard let front = ImageTag(String(commit.front)) else { return nil }
    self.init(front, text: text, addingSuffix: "\(commit.mark)#commit\(commit.digits.utf8.count)")
  }
}
