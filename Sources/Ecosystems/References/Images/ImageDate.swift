/// A date, or a date with a time, in a tag: `2024-01-16`, `RELEASE.2024-01-16T16-07-38Z`.
struct ImageDate {
  /// What precedes the date: `RELEASE.`.
  var prefix: String
  /// Year, month and day, then hour, minute and second if there is a time.
  var numbers: [Int]
  /// What follows: `-slim`.
  var rest: Substring

  /// Finds a date at the start of a tag, or behind a word and a separator; nil without a date.
  init?(in tag: Substring) {
    guard let start = tag.firstIndex(where: { $0.isASCII && $0.isNumber }) else { return nil }
    let before = tag[..<start]
    guard before.isEmpty || ".-_".contains(before.last ?? " ") else { return nil }
    var scanner = Scanner(rest: tag[start...])
    guard let year = scanner.number(4), (1900...2199).contains(year), scanner.skip("-"),
      let month = scanner.number(2), (1...12).contains(month), scanner.skip("-"),
      let day = scanner.number(2), (1...31).contains(day)
    else { return nil }
    numbers = [year, month, day]
    var time = scanner
    if time.skip("T"), let hour = time.number(2), time.skip("-"), let minute = time.number(2),
      time.skip("-"), let second = time.number(2), time.skip("Z")
    {
      numbers += [hour, minute, second]
      scanner = time
    }
    guard scanner.rest.isEmpty || ".-_".contains(scanner.rest.first ?? " ") else { return nil }
    prefix = String(before)
    rest = scanner.rest
  }

  private struct Scanner {
    var rest: Substring

    /// Reads exactly so many digits.
    mutating func number(_ count: Int) -> Int? {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      guard digits.count == count else { return nil }
      rest = rest[digits.endIndex...]
      return Int(digits)
    }

    mutating func skip(_ character: Character) -> Bool {
      guard rest.first == character else { return false }
      rest.removeFirst()
      return true
    }
  }
}
