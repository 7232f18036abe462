/// A version at the start of a tag whose numbers aren't separated by dots.
///
///     1_2_3-alpine   1, 2, 3   -alpine
///     1-2-3          1, 2, 3
///     8u392-jre      8, 392    -jre
///
/// A text that only looks like a date, as `2024-13-40`, isn't a version.
struct ImageNumber {
  /// The components.
  let numbers: [Int]
  /// What separates them: `_`, `-` or `u`.
  let separator: Character
  /// What follows.
  let rest: Substring

  /// Parses the start of a tag; nil for another form.
  init?(in tag: Substring) {
    let digits = tag.prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty, let separator = tag[digits.endIndex...].first,
      "_-u".contains(separator), !Self.isLikeDate(tag)
    else { return nil }
    var numbers: [Int] = []
    var rest = tag
    while let number = Int(rest.prefix { $0.isASCII && $0.isNumber }) {
      numbers.append(number)
      rest = rest.drop { $0.isASCII && $0.isNumber }
      guard rest.first == separator, rest.dropFirst().first?.isNumber ?? false else { break }
      rest.removeFirst()
    }
    // Two numbers with another separator are a version with the number of a build: `7-1`, `21_35`.
    let isWhole = separator == "u" ? numbers.count == 2 : (3...4).contains(numbers.count)
    guard isWhole, rest.isEmpty || "-_".contains(rest.first ?? " "),
      numbers.allSatisfy({ $0 < 10_000 })
    else { return nil }
    (self.numbers, self.separator, self.rest) = (numbers, separator, rest)
  }

  /// Whether a tag begins with a year and two numbers of two digits, with hyphens.
  private static func isLikeDate(_ tag: Substring) -> Bool {
    let parts = tag.split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let year = Int(parts[0]) else { return false }
    let isDigit = { (character: Character) in character.isASCII && character.isNumber }
    return (1900...2199).contains(year) && parts[1].count == 2 && parts[1].allSatisfy(isDigit)
      && parts[2].prefix(while: isDigit).count == 2
  }
}

extension ImageTag {
  /// The words that publishers write directly in front of a version: `pg17`, `php8.2-apache`.
  private static let words: Set = [
    "cuda", "deno", "dotnet", "el", "elixir", "erlang", "fc", "fpc", "gcc", "ghc", "go", "golang",
    "java",
    "jdk", "jre", "k8s", "kotlin", "llvm", "ltsc", "lua", "node", "ol", "openjdk", "otp", "perl",
    "pg",
    "php", "postgres", "py", "python", "release", "rocm", "ruby", "rust", "sbt", "scala", "swift",
    "ubi",
    "ubuntu", "v", "ver", "version",
  ]
  /// The letters in front of a number that counts builds, if they and the number are the whole tag.
  private static let counters: Set = ["b", "r", "build", "rev"]

  /// Finds the first digit behind one of the known words; nil without one.
  static func startBehindWord(of tag: Substring) -> Substring.Index? {
    for part in tag.split(whereSeparator: { "-_".contains($0) }) {
      let word = part.prefix { $0.isASCII && $0.isLetter }
      let number = part[word.endIndex...]
      guard number.first?.isNumber ?? false else { continue }
      if words.contains(word.lowercased()) { return number.startIndex }
      let isCounter = part.count == tag.count && (3...6).contains(number.count)
      if isCounter, counters.contains(word.lowercased()), number.allSatisfy(\.isNumber) {
        return number.startIndex
      }
    }
    return nil
  }
}
