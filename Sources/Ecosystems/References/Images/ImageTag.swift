package import Versioning

/// A tag of an image that names a version: `22-alpine`, `3.12.4-slim-bookworm`, `v1.2`, `17beta1`.
///
/// The first part that begins with a digit is the version, or else the first one with a known word in
/// front of the digit; what precedes and follows it is the variant. A digest in the text, as in `22@sha256:…`, distinguishes contents of a tag and takes no
/// part in the order.
package struct ImageTag: NumberedTag {
  /// The kinds of numbers, which are never compared with each other.
  enum Scheme: Hashable {
    /// An ordinary version.
    case version
    /// A year as the first component: `2024.1`.
    case year
    /// A month or a day in one number: `20240115`, `202401`.
    case date
    /// A number of five digits or more that isn't a date.
    case build
  }

  /// The tag without digest.
  package private(set) var text: String
  /// The parts before the version with their separators: `jdk-` or `v`.
  let prefix: String
  /// The components.
  let numbers: [Int]
  /// What separates the components: a hyphen in `2024-01-16`, usually a dot.
  let separator: Character
  /// The label of a pre-release directly behind the number, without separator: `rc1`.
  let label: String?
  /// The parts behind the version with their separators: `-slim-bookworm`; `#` replaces each build.
  private(set) var suffix: String
  /// The numbers that count builds of the version: 13 in `21.0.2_13-jdk`, 3 in `7.2.4-debian-12-r3`.
  let build: [Int]

  /// Parses a tag; nil if it names no version, as `latest` or an abbreviated commit.
  package init?(_ text: String) {
    let tag = text.prefix { $0 != "@" }
    let parts = Parts(ImageDate(in: tag)) ?? Parts(ImageNumber(in: tag)) ?? Parts(dotted: tag)
    guard let parts else { return nil }
    self.text = String(tag)
    (prefix, numbers, separator) = (parts.prefix, parts.numbers, parts.separator)
    label = parts.label
    let tail = ImageSuffix(parts.behind)
    (suffix, build) = (tail.text, tail.build)
  }

  /// Adds a part that takes no part in the order to the end of a tag.
  init(_ front: ImageTag, text: String, addingSuffix end: String) {
    self = front
    self.text = text
    suffix += end
  }

  /// A tag around its version.
  fileprivate struct Parts {
    var prefix: String
    var numbers: [Int]
    var separator: Character
    var label: String?
    /// What follows the version and its label.
    var behind: String
  }

  private static let unorderedWords: Set = [
    "sha", "sha256", "git", "commit", "rev", "g", "pr", "mr", "pull",
  ]

  /// Whether a prefix says that a commit or the number of a pull request follows, which have no order:
  /// `sha-`, `git-`, `main-sha-`, `pr-`.
  fileprivate static func hasNoOrder(behind prefix: String) -> Bool {
    let words = prefix.split { "-_".contains($0) }
    return words.last.map { unorderedWords.contains($0.lowercased()) } ?? false
  }

  /// Finds the first digit of the version: at the start of a part, optionally after `v`.
  fileprivate static func start(of tag: Substring) -> Substring.Index? {
    var index = tag.startIndex
    while index < tag.endIndex {
      let part = tag[index...].prefix { !"-_".contains($0) }
      let number = part.first == "v" ? part.dropFirst() : part
      if let digit = number.first, digit.isASCII, digit.isNumber { return number.startIndex }
      guard part.endIndex < tag.endIndex else { return nil }
      index = tag.index(after: part.endIndex)
    }
    return nil
  }

  /// Splits `-rc.1-slim` into the label `rc.1` and the suffix `-slim`.
  fileprivate static func split(_ text: Substring) -> (label: String?, suffix: String) {
    let part = text.dropFirst().prefix { !"-_".contains($0) }
    guard isLabel(part) else { return (nil, String(text)) }
    return (String(part), String(text[part.endIndex...]))
  }

  /// Whether a part is the label of a pre-release: a known word, then digits and dots.
  fileprivate static func isLabel(_ part: Substring) -> Bool {
    let word = part.prefix(while: \.isLetter).lowercased()
    let isKnown = ["a", "b", "rc", "alpha", "beta", "pre", "preview", "dev", "m", "snapshot"]
      .contains(word)
    return isKnown
      && part.dropFirst(word.count).allSatisfy { $0 == "." || ($0.isASCII && $0.isNumber) }
  }

  /// Whether the version has the label of a pre-release.
  package var isPrerelease: Bool { label != nil }

  /// The tag without digest.
  package var description: String { text }
}

extension ImageTag {
  /// Whether the numbers are equal, apart from zeros at the end, and the labels and builds.
  package static func == (left: ImageTag, right: ImageTag) -> Bool {
    left.significant == right.significant && left.label == right.label && left.build == right.build
  }

  /// Hashes the number, the label and the build.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(significant)
    hasher.combine(label)
    hasher.combine(build)
  }

  /// Compares the numbers, then the labels, then the builds; a pre-release precedes its version.
  package static func < (left: ImageTag, right: ImageTag) -> Bool {
    if left.significant != right.significant {
      return left.significant.lexicographicallyPrecedes(right.significant)
    }
    if left.label == right.label { return left.build.lexicographicallyPrecedes(right.build) }
    guard let first = left.label else { return false }
    guard let second = right.label else { return true }
    return precedes(first, second)
  }

  /// Compares labels by word, then by number: `beta2`, `beta10`, `rc1`.
  private static func precedes(_ left: String, _ right: String) -> Bool {
    let words = (left.prefix(while: \.isLetter), right.prefix(while: \.isLetter))
    if words.0 != words.1 { return words.0 < words.1 }
    let numbers = [left, right].map { label in
      label.drop(while: \.isLetter).split(separator: ".").compactMap { Int($0) }
    }
    return numbers[0].lexicographicallyPrecedes(numbers[1])
  }

  /// The kind of its number.
  var scheme: Scheme { Self.scheme(of: numbers) }

  /// The kind of a number.
  static func scheme(of numbers: [Int]) -> Scheme {
    guard let first = numbers.first else { return .version }
    if (1900...2199).contains(first) { return .year }
    guard first >= 10_000 else { return .version }
    let isMonth = (1900...2199).contains(first / 100) && (1...12).contains(first % 100)
    let isDay =
      (1900...2199).contains(first / 10_000) && (1...12).contains(first / 100 % 100)
      && (1...31).contains(first % 100)
    return isMonth || isDay ? .date : .build
  }

  /// Whether another tag has the same form: prefix, suffix, kind and number of components, and the
  /// label of a pre-release only if this one has a label too.
  ///
  /// `24-alpine` has the form of `22-alpine`; `24`, `24-slim` and `24.1-alpine` don't.
  func hasForm(of other: ImageTag) -> Bool {
    isAlike(other) && suffix == other.suffix && (label == nil || other.label != nil)
  }

  /// Whether another tag has the same form apart from suffix and label.
  func isAlike(_ other: ImageTag) -> Bool {
    prefix == other.prefix && numbers.count == other.numbers.count && scheme == other.scheme
      && separator == other.separator
  }

  /// The suffix without its digits and dots: `-alpine` for `-alpine3.18`.
  var suffixWords: String { suffix.filter { !$0.isNumber && $0 != "." } }

  /// The major version, which separates the dependencies of one image; for numbers that aren't
  /// versions their kind.
  var major: String {
    switch scheme {
    case .version, .year: "\(component(0))"
    case .date: "date"
    case .build: "build"
    }
  }

  /// The step between two tags; nil if either names no version, or if the second isn't newer.
  package static func step(from old: String, to new: String) -> Step? {
    ImageTag(old).flatMap { old in ImageTag(new)?.step(from: old) }
  }
}

extension ImageTag.Parts {
  fileprivate init?(_ date: ImageDate?) {
    guard let date else { return nil }
    self.init(
      prefix: date.prefix, numbers: date.numbers, separator: "-", behind: String(date.rest))
  }

  fileprivate init?(_ number: ImageNumber?) {
    guard let number else { return nil }
    let (label, behind) = ImageTag.split(number.rest)
    self.init(
      prefix: "", numbers: number.numbers, separator: number.separator, label: label,
      behind: behind)
  }

  /// Finds a version with dots, or a single number.
  fileprivate init?(dotted tag: Substring) {
    guard let start = ImageTag.start(of: tag) ?? ImageTag.startBehindWord(of: tag) else {
      return nil
    }
    let rest = tag[start...]
    let part = rest.prefix { !"-_+".contains($0) }
    var number = part.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    if number.last == "." { number.removeLast() }
    let components = number.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = components.compactMap { Int($0) }
    let prefix = String(tag[..<start])
    guard numbers.count == components.count, !ImageTag.hasNoOrder(behind: prefix) else {
      return nil
    }
    self.init(prefix: prefix, numbers: numbers, separator: ".", behind: "")
    let behind = String(rest[part.endIndex...])
    guard addTail(part[number.endIndex...], of: part, behind: behind) else { return nil }
  }

  /// Adds what follows the number in its part: `rc1`, `.rc1`, `.minimal`, `c`.
  ///
  /// - Returns: false if the part isn't a version, but an abbreviated commit, say.
  private mutating func addTail(
    _ tail: Substring, of part: Substring, behind: String
  ) -> Bool {
    let word = tail.first == "." ? tail.dropFirst() : tail
    if tail.isEmpty {
      (label, self.behind) = ImageTag.split(behind[...])
    } else if ImageTag.isLabel(word) {
      (label, self.behind) = (String(word), behind)
    } else if tail.first == "." {
      // `24.08.83802.minimal` has a suffix, and behind it a label at most.
      guard word.first?.isLetter ?? false else { return false }
      (label, self.behind) = ImageTag.split((tail + behind)[...])
    } else {
      // `19c` has a suffix; `12abcde` is an abbreviated commit.
      let isCommit = part.count >= 7 && part.allSatisfy(\.isHexDigit)
      guard tail.allSatisfy(\.isLetter), !isCommit else { return false }
      self.behind = tail + behind
    }
    return true
  }
}
