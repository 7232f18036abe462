extension Timestamp {
  /// Parses a time in the format of RFC 3339, such as `2026-11-21T03:34:47.125Z`; nil if the text
  /// is invalid.
  ///
  /// The seconds may be missing, and the offset may be written without a colon, as in some
  /// registries. Fractions of a millisecond are cut off.
  package init?(rfc3339 text: String) {
    var scanner = DigitScanner(text: Array(text.utf8))
    guard let year = scanner.number(4), scanner.skip("-"), let month = scanner.number(2),
      scanner.skip("-"), let day = scanner.number(2), 1...12 ~= month, 1...31 ~= day,
      scanner.skip("T"), let hour = scanner.number(2), scanner.skip(":"),
      let minute = scanner.number(2), hour <= 24, minute < 60
    else { return nil }
    let second = scanner.skip(":") ? scanner.number(2) : 0
    let fraction = scanner.skip(".") ? scanner.fraction() : 0
    guard let second, let fraction, second < 60, let offset = scanner.offset(), scanner.isAtEnd
    else { return nil }
    let days = CivilDay(year: year, month: month, day: day).number
    let minutes = (days * 24 + hour) * 60 + minute - offset
    self.init(milliseconds: Int64((minutes * 60 + second) * 1000 + fraction))
  }

  /// The format of RFC 3339 with milliseconds: `2026-11-21T03:34:47.125Z`.
  package var rfc3339: String {
    "\(dateAndTime).\(Self.padded(Int(milliseconds - seconds * 1_000), 3))Z"
  }

  /// The format of RFC 3339 in whole seconds, rounded down: `2026-11-21T03:34:47Z`.
  package var rfc3339Seconds: String { dateAndTime + "Z" }

  /// `2026-11-21`.
  package var date: String {
    let date = CivilDay(number: Int(seconds.floorDivided(by: 86_400))).date
    return [Self.padded(date.year, 4), Self.padded(date.month, 2), Self.padded(date.day, 2)]
      .joined(separator: "-")
  }

  private var dateAndTime: String {
    let rest = Int(seconds - seconds.floorDivided(by: 86_400) * 86_400)
    let time = [rest / 3_600, rest / 60 % 60, rest % 60].map { Self.padded($0, 2) }
    return "\(date)T\(time.joined(separator: ":"))"
  }

  private static func padded(_ value: Int, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

/// A position in a text of digits and separators.
private struct DigitScanner {
  let text: [UInt8]
  var position = 0

  var isAtEnd: Bool { position == text.count }

  mutating func skip(_ separator: Unicode.Scalar) -> Bool {
    guard position < text.count, text[position] == UInt8(ascii: separator) else { return false }
    position += 1
    return true
  }

  /// Parses exactly `count` digits.
  mutating func number(_ count: Int) -> Int? {
    guard position + count <= text.count else { return nil }
    var value = 0
    for digit in text[position..<position + count] {
      guard digit.isDigit else { return nil }
      value = value * 10 + Int(digit - UInt8(ascii: "0"))
    }
    position += count
    return value
  }

  /// Parses the digits of a fraction as milliseconds.
  mutating func fraction() -> Int? {
    var value = 0
    var weight = 100
    guard position < text.count, text[position].isDigit else { return nil }
    while let digit = number(1) {
      value += digit * weight
      weight /= 10
    }
    return value
  }

  /// Parses `Z` or an offset as minutes east of UTC.
  mutating func offset() -> Int? {
    if skip("Z") { return 0 }
    let sign = skip("+") ? 1 : skip("-") ? -1 : nil
    guard let sign, let hours = number(2) else { return nil }
    _ = skip(":")
    return number(2).map { sign * (hours * 60 + $0) }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
}
