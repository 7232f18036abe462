/// What follows the version in a tag, with the numbers that count builds replaced by `#`.
///
/// A number directly behind the version counts builds, as do a date and, at the end, a number behind
/// one of the words that publishers use for revisions:
///
///     _13-jdk          _#-jdk           13
///     -3.4             -#.#             3, 4
///     -debian-12-r3    -debian-12-r#    3
///     -slim-20240115   -slim-#date      20240115
///     -ls210           -ls#             210
///     -eksbuild.4      -eksbuild.#      4
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
    let revision = isLast ? Self.revisionMark(of: part) : nil
    let mark = revision ?? part.prefix(1)
    let words = part[mark.endIndex...].split(separator: ".", omittingEmptySubsequences: false)
    let numbers = words.compactMap { $0.allSatisfy(\.isNumber) ? Int($0) : nil }
    let isDate = ImageTag.scheme(of: numbers) == .date
    guard numbers.count == words.count, isFirst || revision != nil || (isLast && isDate) else {
      text += part
      return
    }
    text += mark + numbers.map { _ in isDate ? "#date" : "#" }.joined(separator: ".")
    build += numbers
  }

  /// The words in front of a number that counts builds: those of Bitnami, LinuxServer, Amazon EKS, K3s,
  /// RKE2, Rancher, GitLab, and general ones.
  private static let revisionWords: Set = [
    "r", "ls", "eksbuild", "k3s", "rke2r", "rancher", "ce", "ee", "build", "b", "v", "p", "patch",
    "rev", "release", "hotfix", "hf", "sp",
  ]

  /// The separator and the word in front of the number of a revision, with a dot between them if there
  /// is one: `-r`, `-eksbuild.`; nil for another part.
  private static func revisionMark(of part: Substring) -> Substring? {
    let digits = part.reversed().prefix { $0.isASCII && $0.isNumber }.count
    let word = part.dropFirst().dropLast(digits)
    let name = word.last == "." ? word.dropLast() : word
    guard digits > 0, revisionWords.contains(name.lowercased()) else { return nil }
    return part[..<word.endIndex]
  }
}
