/// What follows the version in a tag, with the numbers that count builds replaced by `#`.
///
/// A number directly behind the version counts builds, as do a date and a revision at the end:
///
///     _13-jdk          _#-jdk           13
///     -3.4             -#.#             3, 4
///     -debian-12-r3    -debian-12-r#    3
///     -slim-20240115   -slim-#date      20240115
struct ImageSuffix {
  /// The parts with their separators, which other tags of the same form have too.
  private(set) var text = ""
  /// The replaced numbers in order.
  private(set) var build: [Int] = []

  /// Parses the text behind a version and its label.
  init(_ tail: String) {
    let parts = Self.parts(of: tail)
    for (index, part) in parts.enumerated() {
      append(part, isFirst: index == 0, isLast: index == parts.count - 1)
    }
  }

  /// Splits `-slim-20240115` into `-slim` and `-20240115`.
  private static func parts(of tail: String) -> [Substring] {
    var parts: [Substring] = []
    var rest = tail[...]
    while !rest.isEmpty {
      let end = rest.dropFirst().firstIndex { "-_".contains($0) } ?? rest.endIndex
      parts.append(rest[..<end])
      rest = rest[end...]
    }
    return parts
  }

  private mutating func append(_ part: Substring, isFirst: Bool, isLast: Bool) {
    let isRevision = isLast && part.dropFirst().first == "r"
    let mark = part.prefix(isRevision ? 2 : 1)
    let words = part[mark.endIndex...].split(separator: ".", omittingEmptySubsequences: false)
    let numbers = words.compactMap { $0.allSatisfy(\.isNumber) ? Int($0) : nil }
    let isDate = ImageTag.scheme(of: numbers) == .date
    guard numbers.count == words.count, isFirst || isRevision || (isLast && isDate) else {
      text += part
      return
    }
    text += mark + numbers.map { _ in isDate ? "#date" : "#" }.joined(separator: ".")
    build += numbers
  }
}
