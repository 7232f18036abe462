import Ecosystem
import Versioning

/// The version of a tag: numbers separated by dots, perhaps with text before them and a label.
///
///     0.57.0   v1.2   swift-6.0.0   1.0.0-beta.2
struct MintVersion: NumberedTag {
  /// The tag as written.
  let text: String
  /// The text before the first digit: `v`.
  let prefix: String
  /// The numbers without trailing zeros.
  let numbers: [Int]
  /// The identifiers after the hyphen; empty for a release.
  let label: [String]

  /// Parses a tag; nil if it isn't a version.
  init?(_ tag: String) {
    let start = tag.firstIndex { ("0"..."9").contains($0) } ?? tag.endIndex
    let rest = tag[start...].prefix { $0 != "+" }
    let core = rest.prefix { $0 != "-" }
    let parts = core.split(separator: ".", omittingEmptySubsequences: false)
    var numbers = parts.compactMap { Int($0) }
    guard !core.isEmpty, numbers.count == parts.count, numbers.allSatisfy({ $0 >= 0 }) else {
      return nil
    }
    while numbers.last == 0 { numbers.removeLast() }
    text = tag
    self.numbers = numbers
    prefix = String(tag[..<start])
    label = rest.dropFirst(core.count + 1).split(separator: ".").map(String.init)
  }

  /// Whether it has a label.
  var isPrerelease: Bool { !label.isEmpty }

  /// The tag as written.
  var description: String { text }
}

extension MintVersion {
  /// Compares numbers and labels; the text before them doesn't count.
  static func == (left: MintVersion, right: MintVersion) -> Bool {
    left.numbers == right.numbers && left.label == right.label
  }

  /// Hashes what `==` compares.
  func hash(into hasher: inout Hasher) {
    hasher.combine(numbers)
    hasher.combine(label)
  }

  /// Orders by the numbers, then by the labels as Semantic Versioning does.
  static func < (left: MintVersion, right: MintVersion) -> Bool {
    if left.numbers != right.numbers {
      return left.numbers.lexicographicallyPrecedes(right.numbers)
    }
    if left.label.isEmpty || right.label.isEmpty {
      return !left.label.isEmpty && right.label.isEmpty
    }
    for (first, second) in zip(left.label, right.label) where first != second {
      switch (Int(first), Int(second)) {
      case (let first?, let second?): return first < second
      case (nil, nil): return first < second
      case (let number, _): return number != nil
      }
    }
    return left.label.count < right.label.count
  }

  /// Whether a version satisfies clauses separated by commas, as in `>= 0.50, < 1`.
  @Sendable static func isSatisfied(
    by version: String, _ requirement: String
  ) throws(Problem) -> Bool {
    guard let version = MintVersion(version) else {
      throw Problem(.usage, "is not a version", subject: version)
    }
    for clause in requirement.split(separator: ",", omittingEmptySubsequences: false) {
      let text = clause.filter { $0 != " " }
      let operation = ["!=", ">=", "<=", "=", ">", "<"].first { text.hasPrefix($0) } ?? ""
      guard let bound = MintVersion(String(text.dropFirst(operation.count))) else {
        throw Problem(.usage, "is not a requirement on versions", subject: requirement)
      }
      let isMet =
        switch operation {
        case "!=": version != bound
        case ">=": version >= bound
        case "<=": version <= bound
        case ">": version > bound
        case "<": version < bound
        default: version == bound
        }
      if !isMet { return false }
    }
    return true
  }
}
